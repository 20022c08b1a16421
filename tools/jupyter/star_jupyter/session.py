# SPDX-License-Identifier: MIT
"""The session of a notebook: entries, their input, counts and traces of them."""

from __future__ import annotations

import os
import threading
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Optional

import star
from star.handle import Handle
from star.host import Host
from star.library import lib

from .notebook import Notebook

DEVICES = ("cpu", "auto", "cuda")  # StarDevice

# Steps are counted for %count, without a limit; what a cell writes is limited, as
# browsers show it.
LIMITS = {"max_steps": 2**63 - 1, "max_output": 4_000_000}


@dataclass
class Entry:
    name: str
    text: str
    given: bytes = b""  # what it read
    stopped: bool = False  # somewhere, where it would not be stopped again


class NotTraced(Exception):
    """A trace that cannot be made."""


class Session:
    def __init__(self, write: Callable[[str], object], read: Callable[[], str]) -> None:
        self._read = read
        self.handle = Handle(Host(write, self._take, os.getcwd()), dict(LIMITS))
        self.notebook = Notebook(self.handle)
        self.entries: list[Entry] = []
        self.device = "cpu"

    def _take(self, most: int) -> bytes:
        line = self._read().encode()
        self.entries[-1].given += line
        return line

    @contextmanager
    def _shown(self) -> Iterator[None]:
        """What is written meanwhile comes ten times a second."""
        ended = threading.Event()

        def show() -> None:
            while not ended.wait(0.1):
                self.notebook.show()

        thread = threading.Thread(target=show, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def enter(self, name: str, text: str) -> str:
        """Enters a text, and returns the warnings; the text does not compile and
        leaves nothing: star.CompileError."""
        program = text.encode() or b" "
        entry = Entry(name, text)
        self.entries.append(entry)
        try:
            with warnings.catch_warnings(), self._shown():
                warnings.simplefilter("ignore", star.StarWarning)
                self.handle.run(lib.star_enter, name.encode(), program, len(program))
        except star.CompileError:
            self.entries.pop()
            raise
        except (KeyboardInterrupt, star.LimitError, star.Interrupted):
            entry.stopped = True
            raise
        return self.messages()

    def messages(self) -> str:
        """Those of what was entered last, with colours."""
        return self.handle.messages(lib.STAR_MESSAGES_COLOUR)

    def interrupted(self) -> str:
        """The messages of the last entry, if that is what was interrupted; else ""."""
        return self.messages() if self.entries and self.entries[-1].stopped else ""

    def count(self, name: str, text: str, bodies: bool) -> dict[str, Any]:
        return self.notebook.count(lambda: self.enter(name, text), bodies)

    def trace(self, most: int) -> str:
        """The page of the last entry, of its last `most` statements."""
        if not self.entries:
            raise NotTraced("nothing was entered yet")
        stopped = [entry.name for entry in self.entries if entry.stopped]
        if stopped:
            raise NotTraced(
                "a trace runs all entries again, which is not possible since"
                f" {stopped[0]} was stopped: %reset forgets it"
            )
        code, page = self.notebook.trace(
            [(entry.name, entry.text, entry.given) for entry in self.entries], most
        )
        if not page:
            raise NotTraced(f"there is no trace of this entry (status {code})")
        return page

    def use(self, device: str) -> None:
        self.handle.call(lib.star_device, DEVICES.index(device))
        self.device = device

    def reset(self) -> None:
        self.handle.call(lib.star_reset)
        self.entries.clear()

    def describe(self, name: str) -> Optional[dict[str, Any]]:
        """What an entry has declared with this name; None: nothing."""
        found = self.handle.describe(name) if name else []
        return dict(found[0]) if found and found[0]["entered"] else None
