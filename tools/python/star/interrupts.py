# SPDX-License-Identifier: MIT
"""Ctrl-C while the library runs.

Python notes a signal at once, but calls its handler only when the main thread is
back from C. What it notes it also writes to a file descriptor, and a thread that
waits for that interrupts the run:

    main thread    run(...) in C, without the GIL ......... back: KeyboardInterrupt
    signal            SIGINT -> byte
    thread                      select, interrupt() ^
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
from typing import Callable, Optional


class _Watcher:
    def __init__(self) -> None:
        self._from, self._to = socket.socketpair()
        self._from.setblocking(False)
        self._to.setblocking(False)
        self._lock = threading.Lock()
        self._runs: list[Callable[[], None]] = []  # of the main thread, the newest last
        self._asked: Optional[Callable[[], None]] = None  # to end
        self._before = -1  # the descriptor of others, which gets the bytes too
        threading.Thread(target=self._watch, name="star interrupts", daemon=True).start()

    def _take(self) -> bytes:
        try:
            signals = self._from.recv(64)
        except BlockingIOError:
            return b""
        if self._before >= 0:
            os.write(self._before, signals)
        return signals

    def _watch(self) -> None:
        """Again every 10 ms: the library may not yet have begun."""
        while True:
            select.select([self._from], [], [], 0.01 if self._asked else None)
            with self._lock:
                if signal.SIGINT in self._take() and self._runs:
                    self._asked = self._runs[-1]
                if self._asked is not None:
                    self._asked()

    def begin(self, interrupt: Callable[[], None]) -> None:
        if not self._runs:
            self._before = signal.set_wakeup_fd(self._to.fileno(), warn_on_full_buffer=False)
        self._runs.append(interrupt)

    def end(self) -> None:
        """A signal that is not yet seen is none of a later run."""
        with self._lock:
            if self._runs.pop() is self._asked:
                self._asked = None
            self._take()
        if not self._runs:
            signal.set_wakeup_fd(self._before)


_watcher: Optional[_Watcher] = None


def _forget() -> None:
    global _watcher
    _watcher = None


os.register_at_fork(after_in_child=_forget)  # which has no threads


class Watched:
    """`with Watched(interrupt)`: Ctrl-C calls interrupt, if this is the main thread
    and Python handles the signal."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._watcher: Optional[_Watcher] = None

    def __enter__(self) -> None:
        global _watcher
        if threading.current_thread() is not threading.main_thread():
            return
        if not callable(signal.getsignal(signal.SIGINT)):
            return
        if _watcher is None:
            _watcher = _Watcher()
        _watcher.begin(self._interrupt)
        self._watcher = _watcher

    def __exit__(self, *_: object) -> None:
        if self._watcher is not None:
            self._watcher.end()
