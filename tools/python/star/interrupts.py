# SPDX-License-Identifier: MIT
"""Ctrl-C while the library runs.

A handler that raises would end what the library calls half done. So one that only
notes the signal takes its place for the time of a call, and the true one is called
behind it. Python calls handlers only when the main thread is back from C; but it
writes each signal to a file descriptor at once, and a thread that waits for that
interrupts the run:

    main thread    run(...) in C, without the GIL ... back: _note, KeyboardInterrupt
    signal            SIGINT -> byte
    thread                      poll, interrupt() ^
"""

from __future__ import annotations

import contextlib
import inspect
import os
import select
import signal
import socket
import threading
from typing import Any, Callable, Optional

_Handler = Callable[[int, Any], Any]


def _handler() -> Optional[_Handler]:
    """What Ctrl-C calls: nothing of Python's if it is ignored, and in other threads."""
    if threading.current_thread() is not threading.main_thread():
        return None
    handler = signal.getsignal(signal.SIGINT)
    return handler if callable(handler) else None


class Deferred:
    """`with Deferred()`: the handler of Ctrl-C is called behind it."""

    def __init__(self) -> None:
        self.asked = False  # to call the handler
        self.waiting = False  # for a user's function, which the handler may end
        self._before: Optional[_Handler] = None
        self._true: Optional[_Handler] = None

    def __enter__(self) -> None:
        self._before = self._true = _handler()
        if self._before is not None:
            outer = getattr(self._before, "__self__", None)
            if isinstance(outer, Deferred):
                self._true = outer._true
            signal.signal(signal.SIGINT, self._note)

    def _note(self, number: int, frame: Any) -> None:
        if self.waiting and self._true is not None:
            self._true(number, frame)
        else:
            self.asked = True

    def __exit__(self, *_: object) -> None:
        if self._before is None or self._true is None:
            return
        signal.signal(signal.SIGINT, self._before)  # first calls _note, if need be
        if self.asked:
            self._true(signal.SIGINT, inspect.currentframe())


class Watched(Deferred):
    """The same, and Ctrl-C calls interrupt meanwhile, until it ends."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self.interrupt = interrupt
        self.stopped = False  # by a signal
        self.outer: Optional[Watched] = None
        self._watcher: Optional[_Watcher] = None

    def __enter__(self) -> None:
        global _watcher
        if _handler() is not None:
            if _watcher is None:
                _watcher = _Watcher()
            self._watcher = _watcher
        super().__enter__()
        if self._watcher is not None:
            self._watcher.begin(self)

    def _note(self, number: int, frame: Any) -> None:
        self.stopped = True
        if self._watcher is not None:
            self._watcher.wake()
        super()._note(number, frame)

    def __exit__(self, *_: object) -> None:
        if self._watcher is not None:
            self._watcher.end(self)
        super().__exit__()


class _Watcher:
    def __init__(self) -> None:
        self._from, self._to = socket.socketpair()
        self._from.setblocking(False)
        self._to.setblocking(False)
        self._lock = threading.RLock()  # a handler of another signal may run a Star
        self._run: Optional[Watched] = None  # of the main thread, the innermost
        self._others = -1  # the descriptor of others, which gets the bytes too
        threading.Thread(target=self._watch, name="star interrupts", daemon=True).start()

    def wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # it is full: it wakes anyway
            self._to.send(b"\0")

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            signals = self._from.recv(64).replace(b"\0", b"")
            if signal.SIGINT in signals and self._run is not None:
                self._run.stopped = True
            if signals and self._others >= 0:
                with contextlib.suppress(OSError):
                    os.write(self._others, signals)

    def _watch(self) -> None:
        """Again every 10 ms: the library may not yet have begun."""
        poll = select.poll()  # select.select takes no descriptor from 1024
        poll.register(self._from, select.POLLIN)
        again = False
        while True:
            poll.poll(10 if again else None)
            with self._lock:
                self._take()
                again = self._run is not None and self._run.stopped
                if self._run is not None and again:
                    self._run.interrupt()

    def begin(self, run: Watched) -> None:
        with self._lock:
            run.outer, self._run = self._run, run
        if run.outer is None:
            others = signal.set_wakeup_fd(self._to.fileno(), warn_on_full_buffer=False)
            if others != self._to.fileno():
                self._others = others

    def end(self, run: Watched) -> None:
        """A signal that the thread has not seen is none of a later run."""
        if run.outer is None:
            signal.set_wakeup_fd(self._others)
        with self._lock:
            self._take()
            self._run = run.outer
        if run.outer is not None:
            self.wake()


_watcher: Optional[_Watcher] = None


def _forget() -> None:
    global _watcher
    _watcher = None


os.register_at_fork(after_in_child=_forget)  # which has no threads
