# SPDX-License-Identifier: MIT
"""The functions that the library calls: output, input, units, files."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path
from typing import Any, Callable, Optional, Union

from ._libstar import ffi

Write = Callable[[str], object]
Read = Callable[[int], Union[str, bytes]]


class Host:
    """What one Star writes to, reads from, and may open."""

    def __init__(self, write: Optional[Write], read: Optional[Read], folder: Optional[str]) -> None:
        self.write = write
        self.read = read
        self.folder = folder
        self.failure: Optional[BaseException] = None
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = b""  # of input that was given beyond what was asked for
        self._units: list[object] = []  # texts that the present entry needs

    def take_failure(self) -> Optional[BaseException]:
        """What a function raised in the run that has ended, once."""
        failure, self.failure = self.failure, None
        self._units.clear()
        return failure

    def take_output(self, text: bytes) -> bool:
        (self.write or sys.stdout.write)(self._decode(text))
        return True

    def give_input(self, most: int) -> bytes:
        if self.read is None:
            return b""
        if not self._rest:
            text = self.read(most)
            self._rest = text.encode() if isinstance(text, str) else bytes(text)
        now, self._rest = self._rest[:most], self._rest[most:]
        return now

    def may_open(self, path: bytes) -> bool:
        """Only files in the folder, and not through a link out of it."""
        if self.folder is None:
            return False
        folder = os.path.realpath(self.folder)
        return os.path.commonpath([folder, os.path.realpath(os.fsdecode(path))]) == folder

    def give_unit(self, name: str) -> Optional[Any]:
        path = Path(self.folder or "", f"{name}.star")
        if not self.may_open(os.fsencode(path)) or not path.is_file():
            return None
        text = ffi.from_buffer(path.read_bytes() + b"\0")
        self._units.append(text)
        return text


@ffi.callback("bool(void *, const char *, size_t)")  # type: ignore[misc]
def write(context: Any, text: Any, length: int) -> bool:
    host: Host = ffi.from_handle(context)
    try:
        return host.take_output(ffi.buffer(text, length)[:])
    except BaseException as failure:  # it ends the run, and is raised behind it
        host.failure = failure
        return False


@ffi.callback("size_t(void *, char *, size_t)")  # type: ignore[misc]
def read(context: Any, text: Any, most: int) -> int:
    host: Host = ffi.from_handle(context)
    try:
        given = host.give_input(most)
    except BaseException as failure:
        host.failure = failure
        return 0
    ffi.memmove(text, given, len(given))
    return len(given)


@ffi.callback("bool(void *, const char *)")  # type: ignore[misc]
def may_open(context: Any, path: Any) -> bool:
    host: Host = ffi.from_handle(context)
    return host.may_open(ffi.string(path))


@ffi.callback("bool(void *, const char *, const char **, size_t *)")  # type: ignore[misc]
def unit(context: Any, name: Any, text: Any, length: Any) -> bool:
    host: Host = ffi.from_handle(context)
    try:
        given = host.give_unit(ffi.string(name).decode())
    except OSError as failure:
        host.failure = failure
        return False
    if given is None:
        return False
    text[0] = given
    length[0] = len(given) - 1
    return True
