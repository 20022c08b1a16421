# SPDX-License-Identifier: MIT
"""The functions of notebook.h for a handle of package star."""

from __future__ import annotations

import ctypes
import json
from ctypes import c_bool, c_char, c_char_p, c_int, c_int64, c_size_t, c_void_p
from typing import Any, Callable, Optional

from star.handle import Handle
from star.interrupts import Deferred, Watched
from star.library import lib
from star._libstar import ffi

from . import LIBRARY

MATRIX, GRAPH, BARS, USUAL = range(4)  # NotebookPicture

_WRITE = ctypes.CFUNCTYPE(None, c_void_p, ctypes.POINTER(c_char), c_size_t)
_OUT = [_WRITE, c_void_p]
_ENTRY = [c_char_p, c_char_p, c_size_t, c_char_p, c_size_t]
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "text": (c_int, [c_void_p, c_char_p, c_int, c_int, *_OUT]),
    "draw": (c_int, [c_void_p, c_char_p, c_char_p, c_int, *_OUT]),
    "shared": (c_int64, [c_int64]),
    "vertices": (c_int64, []),
    "show": (None, [c_void_p]),
    "complete": (c_int, [c_void_p, c_char_p, c_size_t, *_OUT]),
    "explain": (None, [c_char_p, *_OUT]),
    "count": (c_int, [c_void_p, c_bool]),
    "counted": (None, [c_void_p, *_OUT]),
    "trace_open": (c_void_p, [c_void_p]),
    "trace_close": (None, [c_void_p]),
    "trace_enter": (c_int, [c_void_p, *_ENTRY]),
    "trace_page": (c_int, [c_void_p, *_ENTRY, c_int64, *_OUT]),
    "trace_stop": (None, [c_void_p]),
}


def _load() -> Any:
    library = ctypes.CDLL(str(LIBRARY))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "notebook_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_lib = _load()


def _text(function: Any, *arguments: Any) -> tuple[Any, str]:
    """What a function returns, and what it writes; Ctrl-C comes behind it."""
    pieces: list[bytes] = []

    def write(context: Any, text: Any, length: int) -> None:
        pieces.append(ctypes.string_at(text, length))

    with Deferred():
        code = function(*arguments, _WRITE(write), None)
    return code, b"".join(pieces).decode("utf-8", "replace")


def _star(handle: Handle) -> int:
    return int(ffi.cast("uintptr_t", handle._star))


def shared(elements: int) -> int:
    """Elements of a side that share a square in a matrix of so many."""
    return int(_lib.notebook_shared(elements))


def vertices() -> int:
    """The most vertices of a graph that is drawn."""
    return int(_lib.notebook_vertices())


def explain(name: str) -> list[dict[str, str]]:
    """All that the language and its library know of a name."""
    _, lines = _text(_lib.notebook_explain, name.encode())
    return [json.loads(line) for line in lines.splitlines()]


class Notebook:
    """What a notebook asks a handle for."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def _checked(self, code: int) -> None:
        if code != 0:
            raise self._handle.error(code)

    def text(self, name: str, columns: int, rows: int) -> Optional[str]:
        """A value as the prompt shows it; None: there is none."""
        code, text = _text(
            _lib.notebook_text, _star(self._handle), name.encode(), columns, rows
        )
        return text if code == 0 else None

    def draw(self, name: str, title: str, picture: int) -> Optional[str]:
        """A value as SVG; None: values of its type cannot be drawn so."""
        code, svg = _text(
            _lib.notebook_draw, _star(self._handle), name.encode(), title.encode(), picture
        )
        if code == lib.STAR_CODE_MISUSED:
            return None
        self._checked(code)
        return svg

    def complete(self, text: str) -> list[tuple[str, str]]:
        """Names that may stand behind a text, and what they are."""
        before = text.encode()
        _, lines = _text(
            _lib.notebook_complete, _star(self._handle), before, len(before)
        )
        return [(line.split(" ")[0], line.split(" ")[1]) for line in lines.splitlines()]

    def show(self) -> None:
        """Has what the entry that goes on has written so far taken, by this thread."""
        if not self._handle.closed:
            _lib.notebook_show(_star(self._handle))

    def count(self, enter: Callable[[], object], bodies: bool) -> dict[str, Any]:
        """Counts what is entered."""
        star = _star(self._handle)
        self._checked(_lib.notebook_count(star, bodies))
        try:
            enter()
        finally:
            _, counts = _text(_lib.notebook_counted, star)
        return dict(json.loads(counts))

    def trace(self, entries: list[tuple[str, str, bytes]], most: int) -> tuple[int, str]:
        """The page of the last of some entries, each with its name, text and input,
        and a code of star.h; an interrupt ends it."""
        trace = _lib.notebook_trace_open(_star(self._handle))
        if not trace:
            raise MemoryError("there is no memory for a trace")

        def stop() -> None:
            _lib.notebook_trace_stop(trace)

        try:
            with Watched(stop):
                return _run_trace(trace, entries, most)
        finally:
            _lib.notebook_trace_close(trace)


def _run_trace(trace: int, entries: list[tuple[str, str, bytes]], most: int) -> tuple[int, str]:
    arguments = [
        (name.encode(), text.encode(), len(text.encode()), given, len(given))
        for name, text, given in entries
    ]
    for entry in arguments[:-1]:
        code = _lib.notebook_trace_enter(trace, *entry)
        if code == lib.STAR_CODE_STOPPED:
            return code, ""
    return _text(_lib.notebook_trace_page, trace, *arguments[-1], most)
