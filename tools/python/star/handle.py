# SPDX-License-Identifier: MIT
"""A handle of star.h: opened, used by one thread at a time, closed; its errors."""

from __future__ import annotations

import json
import threading
import warnings
from typing import Any, Optional, TypedDict

from ._libstar import ffi
from .errors import CLASSES, Error, MisuseError, StarWarning, about
from .host import Host, may_open, read, unit, write
from .interrupts import Deferred, Watched
from .library import lib


class Info(TypedDict, total=False):
    """What a name means: docs/reference/names.md."""

    name: str
    means: str
    entered: bool
    text: str
    type: str
    kind: str
    bounds: list[Optional[list[int]]]
    element: str
    of: str
    names: list[str]
    parameters: list[Info]
    var: bool
    number: bool


@ffi.callback("void(void *, const char *, size_t)")  # type: ignore[misc]
def _collect(context: Any, text: Any, length: int) -> None:
    ffi.from_handle(context).append(ffi.buffer(text, length)[:])


def encoded(name: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"a name is a str, not {type(name).__name__}")
    return name.encode()


class Handle:
    def __init__(self, host: Host, limits: dict[str, int]) -> None:
        self._host = host
        self._context = ffi.new_handle(host)
        self._folder = ffi.new("char[]", host.folder.encode()) if host.folder else ffi.NULL
        config = ffi.new(
            "StarConfig *",
            {
                "context": self._context,
                "write": write,
                "read": read,
                "unit": unit,
                "may_open": may_open,
                "folder": self._folder,
                "machine_code": True,
            },
        )
        for name, value in limits.items():
            with about(name):
                setattr(config, name, value)
        self._running = False
        self.lock = threading.RLock()
        self._open = threading.RLock()  # star_interrupt needs the handle, not `lock`
        self._star = lib.star_open(config)
        if self._star == ffi.NULL:
            raise MemoryError("there is no memory for a handle")

    def close(self) -> None:
        with self.lock, self._open:
            if self._running:
                raise RuntimeError("a Star cannot be closed by what it calls")
            star, self._star = self._star, ffi.NULL  # Ctrl-C may come between the two
            lib.star_close(star)

    @property
    def closed(self) -> bool:
        return bool(self._star == ffi.NULL)

    def interrupt(self) -> None:
        with self._open:
            lib.star_interrupt(self._star)

    def _collected(self, function: Any, argument: Any) -> bytes:
        """What a function of star.h hands over in pieces."""
        pieces: list[bytes] = []
        context = ffi.new_handle(pieces)
        with Deferred():
            function(self._star, argument, _collect, context)
        return b"".join(pieces)

    def messages(self, form: int) -> str:
        return self._collected(lib.star_messages, form).decode("utf-8", "replace")

    def error(self, code: int) -> Error:
        if self.closed:
            return MisuseError(code, "this Star is closed", "")
        kind = CLASSES.get(code, Error)
        full, lines = lib.STAR_MESSAGES_FULL, lib.STAR_MESSAGES_JSON
        return kind(code, self.messages(full), self.messages(lines))

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls a function of star.h that returns a code."""
        code = function(self._star, *arguments)
        if code != 0:
            raise self.error(code)

    def run(self, function: Any, *arguments: Any) -> None:
        """The same of one that runs a program: Ctrl-C ends it; what a function of
        the host raised is raised, warnings are warned of."""
        if self._running:
            raise MisuseError(lib.STAR_CODE_MISUSED, "this Star waits for what it called", "")

        def interrupt() -> None:
            lib.star_interrupt(self._star)

        run = Watched(interrupt)
        with run:
            self._running, self._host.run = True, run
            try:
                code = function(self._star, *arguments)
            finally:
                self._running = False
                failure = self._host.end()
        if failure is not None:
            raise failure
        if code != 0:
            raise self.error(code)
        text = self.messages(lib.STAR_MESSAGES_FULL)
        if text:
            warnings.warn(text, StarWarning, stacklevel=3)

    def describe(self, name: Optional[str]) -> list[Info]:
        """What a name means; "" the last value, None all names. Nothing: []."""
        if self.closed:
            raise self.error(lib.STAR_CODE_MISUSED)
        given = ffi.NULL if name is None else encoded(name)
        lines = self._collected(lib.star_describe, given).split(b"\n")
        return [json.loads(line) for line in lines if line]

    def unfinished(self, text: str) -> bool:
        given = text.encode()
        return bool(lib.star_unfinished(self._star, given, len(given)))
