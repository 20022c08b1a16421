# SPDX-License-Identifier: MIT
"""The functions that the library calls: output, input, units, files."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path
from typing import Any, Callable, Optional, Union

from ._libstar import ffi
from .interrupts import Watched

Write = Callable[[str], object]
Read = Callable[[int], Union[str, bytes]]


NO_RUN = Watched(lambda: None)


class Host:
    """What one Star writes to, reads from, and may open."""

    def __init__(self, write: Optional[Write], read: Optional[Read], folder: Optional[str]) -> None:
        for name, function in (("write", write), ("read", read)):
            if function is not None and not callable(function):
                raise TypeError(f"{name}: a function is expected, not {type(function).__name__}")
        self.write = write
        self.read = read
        self.folder = folder
        self.run = NO_RUN  # that goes on
        self._failure: Optional[BaseException] = None
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = b""  # of input that was given beyond what was asked for
        self._units: list[object] = []  # texts that the present entry needs

    def fail(self, failure: BaseException) -> None:
        """What a function raises ends the run, and is raised behind it."""
        self._failure = failure
        self.run.interrupt()

    def end(self) -> Optional[BaseException]:
        """What a function raised in the run that has ended."""
        rest = self._decode(b"", True)  # a character of which a part is written
        if rest:
            try:
                self._write(rest)
            except BaseException as failure:
                self.fail(failure)
        failure_of_run, self._failure = self._failure, None
        self.run = NO_RUN
        self._units.clear()
        return failure_of_run

    def _write(self, text: str) -> None:
        (self.write or sys.stdout.write)(text)

    def take_output(self, text: bytes) -> bool:
        self._write(self._decode(text))
        return True

    def give_input(self, most: int) -> bytes:
        if self.read is None:
            return b""
        self.run.waiting = True  # Ctrl-C ends what may wait for long
        try:
            if not self._rest and not self.run.asked:
                text = self.read(most)
                if not isinstance(text, (str, bytes, bytearray, memoryview)):
                    raise TypeError(f"read returns str or bytes, not {type(text).__name__}")
                self._rest = text.encode() if isinstance(text, str) else bytes(text)
        finally:
            self.run.waiting = False
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
    except BaseException as failure:
        host.fail(failure)
        return False


@ffi.callback("size_t(void *, char *, size_t)")  # type: ignore[misc]
def read(context: Any, text: Any, most: int) -> int:
    host: Host = ffi.from_handle(context)
    try:
        given = host.give_input(most)
    except BaseException as failure:
        host.fail(failure)
        return 0
    ffi.memmove(text, given, len(given))
    return len(given)


@ffi.callback("bool(void *, const char *)")  # type: ignore[misc]
def may_open(context: Any, path: Any) -> bool:
    host: Host = ffi.from_handle(context)
    try:
        return host.may_open(ffi.string(path))
    except BaseException as failure:
        host.fail(failure)
        return False


@ffi.callback("bool(void *, const char *, const char **, size_t *)")  # type: ignore[misc]
def unit(context: Any, name: Any, text: Any, length: Any) -> bool:
    host: Host = ffi.from_handle(context)
    try:
        given = host.give_unit(ffi.string(name).decode())
    except BaseException as failure:
        host.fail(failure)
        return False
    if given is None:
        return False
    text[0] = given
    length[0] = len(given) - 1
    return True
