# SPDX-License-Identifier: MIT
"""Star: a program that grows, and Python's way to its names."""

from __future__ import annotations

import os
import re
from typing import Any, Iterator, Optional, Union

from . import variables
from .bits import Bits
from .errors import MisuseError, about
from .handle import Handle, Info, encoded
from .host import Host, Read, Write
from .library import lib
from .procedures import PREFIX, Carriers, Procedure
from .solvers import Solvers

_DEVICES = {
    "cpu": lib.STAR_DEVICE_CPU,
    "auto": lib.STAR_DEVICE_AUTO,
    "cuda": lib.STAR_DEVICE_CUDA,
}

_MEANINGS = {"primitive": "an operation", "required": "a procedure or function of Pascal"}


def _declares(name: str) -> str:
    return f"enter('var {name}: integer') declares one"


class Star:
    """A program that grows: what is entered stays. Made by star.open()."""

    def __init__(self, host: Host, limits: dict[str, int], device: str) -> None:
        if device not in _DEVICES:
            raise ValueError(f"device is one of {', '.join(_DEVICES)}")
        self._handle = Handle(host, limits)
        self._carriers = Carriers(self._handle)
        self.solve = Solvers(self._handle)
        if device != "cpu":
            self._handle.call(lib.star_device, _DEVICES[device])

    def __enter__(self) -> Star:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            self.close()

    def __reduce__(self) -> str:
        raise TypeError("a Star cannot be copied")

    def close(self) -> None:
        """Frees all that was entered; it may be called again."""
        self._handle.close()

    def interrupt(self) -> None:
        """Ends, from another thread, what runs now, within milliseconds."""
        self._handle.interrupt()

    def reset(self) -> None:
        """Forgets all that was entered."""
        with self._handle.lock:
            self._carriers.forget()
            self._handle.call(lib.star_reset)

    def enter(self, text: str, name: str = "<python>") -> variables.Value:
        """Compiles and runs a text: declarations, statements, an expression, as far
        as they are there. Returns the value of the expression; None without one, and
        of one that has no value in Python, such as a record."""
        if not isinstance(text, str):
            raise TypeError(f"a text to enter is a str, not {type(text).__name__}")
        program = text.encode()
        with self._handle.lock:
            if re.search(r"\b(type|uses)\b", text, re.IGNORECASE):
                self._carriers.forget()  # a name may mean another type now
            self._handle.run(lib.star_enter, encoded(name), program, len(program))
            return variables.last(self._handle)

    def call(self, procedure: str, *arguments: Any) -> Any:
        """Calls a procedure or a function by its name: see Procedure."""
        return self._procedure(procedure)(*arguments)

    def _procedure(self, name: str) -> Procedure:
        with self._handle.lock:
            info = self._info(name)
        if "parameters" not in info:
            raise TypeError(f"{name} is a {info['means']}, no procedure")
        return Procedure(self._handle, self._carriers, info)

    def _info(self, name: str) -> Info:
        found = self._handle.describe(name) if name else []
        if not found:
            raise self._handle.error(lib.STAR_CODE_MISUSED) if name else KeyError(name)
        return found[0]

    def __getattr__(self, name: str) -> Procedure:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._procedure(name)
        except (MisuseError, TypeError) as error:
            raise AttributeError(f"there is no procedure {name!r}") from error

    def __repr__(self) -> str:
        if self._handle.closed:
            return "<star.Star, closed>"
        return f"<star.Star: {', '.join(i['name'] for i in self.names()[:9]) or 'nothing entered'}>"

    def __dir__(self) -> list[str]:
        procedures = [i["name"] for i in self.names() if "parameters" in i]
        return [*super().__dir__(), *procedures]

    def names(self, all: bool = False) -> list[Info]:
        """What was entered, the newest first; or all names that there are."""
        with self._handle.lock:
            return [
                info
                for info in self._handle.describe(None)
                if (all or info["entered"]) and not info["name"].startswith(PREFIX)
            ]

    def describe(self, name: str) -> Info:
        """What a name means: docs/reference/names.md."""
        with self._handle.lock:
            return self._info(name)

    def unfinished(self, text: str) -> bool:
        """True if a next line could complete what a text begins."""
        with self._handle.lock:
            return self._handle.unfinished(text)

    def _variable(self, name: str) -> Info:
        try:
            info = self._info(name)
        except MisuseError as error:
            if error.name == "undeclared":
                error.hint(_declares(name))
            raise
        means = info["means"]
        if means != "variable":
            text = f"{name!r} is {_MEANINGS.get(means, 'a ' + means)}, no variable"
            raise TypeError(f"{text}: {_declares(name)}" if means in _MEANINGS else text)
        if not variables.supported(info):
            raise TypeError(f"{name}: {info['text']} has no value in Python")
        return info

    def __getitem__(self, name: str) -> variables.Value:
        with self._handle.lock:
            return variables.get(self._handle, self._variable(name))

    def __setitem__(self, name: str, value: Any) -> None:
        with self._handle.lock:
            info = self._variable(name)
            with about(name):
                variables.put(self._handle, info, value)

    def __delitem__(self, name: str) -> None:
        """Takes a variable's value from it, and the size that it got with it."""
        with self._handle.lock:
            self._handle.call(lib.star_clear, encoded(name))

    def __contains__(self, name: object) -> bool:
        with self._handle.lock:
            found = self._handle.describe(name) if isinstance(name, str) and name else []
        return bool(found) and found[0]["means"] == "variable"

    def __iter__(self) -> Iterator[str]:
        return iter([i["name"] for i in self.names() if i["means"] == "variable"])

    def bits(self, name: str) -> Bits:
        """A slice, a word or a table as packed rows."""
        with self._handle.lock:
            return variables.get_bits(self._handle, name)


def open(
    threads: int = 0,
    max_memory: int = 0,
    max_steps: int = 0,
    max_depth: int = 0,
    max_output: int = 0,
    device: str = "cpu",
    read: Optional[Read] = None,
    write: Optional[Write] = None,
    folder: Union[None, str, os.PathLike[str]] = None,
) -> Star:
    """A new Star.

    threads: that share large operations; 0: one. max_memory and max_output in bytes,
    max_steps, max_depth (calls within calls): 0 is no limit, or 10,000 calls.
    device: "cpu", "auto", "cuda". write takes what programs write, by default
    sys.stdout.write; read gets a number of bytes and returns at most that many, as
    str or bytes, "" at the end. folder: whose files, and no others, programs may
    open, and where units are; None: none.
    """
    limits = {
        "threads": threads,
        "max_memory": max_memory,
        "max_steps": max_steps,
        "max_depth": max_depth,
        "max_output": max_output,
    }
    host = Host(write, read, None if folder is None else os.fspath(folder))
    return Star(host, limits, device)
