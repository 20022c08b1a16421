# SPDX-License-Identifier: MIT
"""A kernel of Jupyter: cells are entries of a session."""

from __future__ import annotations

import os
import re
import signal
from typing import Any, Iterator, Optional

import star
from ipykernel.kernelbase import Kernel

from . import inspection, magics, pictures
from .session import Session

RED, PLAIN = "\33[1;31m", "\33[0m"
MAGIC = re.compile(r"^\s*(%%?)(\w+)(.*)$")
HALF = re.compile("[\ud800-\udfff]")  # of a character of UTF-16: UTF-8 has none


def pieces(code: str) -> Iterator[tuple[str, str]]:
    """A cell as entries and magics, in their order: ("", entry) or (name, text).
    Each has the ends of line and blanks before it that keep its places."""
    lines = code.split("\n")
    entry: list[str] = []
    at = 0
    for k, line in enumerate(lines):
        magic = MAGIC.match(line)
        if magic is None:
            entry.append(line)
            continue
        if "".join(entry).strip():
            yield "", "\n" * at + "\n".join(entry)
        before = "\n" * k + " " * magic.start(3)
        entry, at = [], k + 1
        if magic[1] == "%%":
            yield magic[2], before + "\n".join([magic[3], *lines[k + 1 :]])
            return
        yield magic[2], before + magic[3]
    if "".join(entry).strip():
        yield "", "\n" * at + "\n".join(entry)


class StarKernel(Kernel):
    implementation = "star_jupyter"
    implementation_version = star.__version__
    language = "star"
    language_version = star.__version__
    banner = f"STAR {star.__version__}: %help lists what cells can do beside entering it"
    language_info = {
        "name": "star",
        "version": star.__version__,
        "mimetype": "text/x-star",
        "file_extension": ".star",
        "pygments_lexer": "star-cell",
        "codemirror_mode": "pascal",
    }

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)  # type: ignore[no-untyped-call]
        self.star = Session(self.write, self._read)
        self._silent = False

    # ---- What magics use ----

    def name(self) -> str:
        """Of the entries of this cell, in messages."""
        return f"cell {self.execution_count}"

    def _send(self, kind: str, **content: Any) -> None:
        if not self._silent:
            self.send_response(  # type: ignore[no-untyped-call]
                self.iopub_socket, kind, content
            )

    def write(self, text: str, stream: str = "stdout") -> None:
        if text:
            self._send("stream", name=stream, text=text)

    def display(self, data: dict[str, str]) -> None:
        self._send("display_data", data=data, metadata={})

    def show_value(self, entry: str) -> None:
        data = pictures.value(self.star, entry)
        if data is not None:
            self._send(
                "execute_result", data=data, metadata={}, execution_count=self.execution_count
            )

    def enter(self, entry: str) -> None:
        self.write(self.star.enter(self.name(), entry), "stderr")
        self.show_value(entry)

    def enter_to_trace(self, entry: str) -> None:
        """A run that fails has a trace too."""
        try:
            self.enter(entry)
        except star.RunError:
            self.write(self.star.messages(), "stderr")

    def _read(self) -> str:
        """A line for a program that reads; "": the frontend has none."""
        if not self._allow_stdin:
            return ""
        try:
            line = str(self.raw_input())  # type: ignore[no-untyped-call]
            return HALF.sub("\ufffd", line) + "\n"
        except EOFError:
            return ""

    # ---- What a frontend asks for ----

    def should_handle(self, stream: Any, msg: dict[str, Any], idents: Any) -> bool:
        """Before all that has code, which is also sent back as it is."""
        if "code" in msg["content"]:
            msg["content"]["code"] = HALF.sub("\ufffd", msg["content"]["code"])
        return bool(super().should_handle(stream, msg, idents))  # type: ignore[no-untyped-call]

    def _failed(self, name: str, value: str, lines: str) -> dict[str, Any]:
        content = {"ename": name, "evalue": value, "traceback": lines.splitlines()}
        self._send("error", **content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def do_execute(  # type: ignore[override]
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: Optional[dict[str, str]] = None,
        allow_stdin: bool = False,
    ) -> dict[str, Any]:
        self._silent = silent
        self._allow_stdin = allow_stdin
        with self.star.handle.lock:
            return self._execute(code)

    def _execute(self, code: str) -> dict[str, Any]:
        try:
            for name, text in pieces(code):
                if name:
                    magics.run(self, name, text)
                else:
                    self.enter(text)
        except star.Error as error:
            return self._failed(
                error.name, error.message, self.star.messages() or error.text
            )
        except KeyboardInterrupt:
            text = self.star.interrupted() or f"{RED}error:{PLAIN} interrupted"
            return self._failed("interrupted", "interrupted", text)
        except magics.MagicError as wrong:
            return self._failed("magic", str(wrong), f"{RED}error:{PLAIN} {wrong}")
        except Exception as wrong:  # without a reply the cell would not end
            return self._failed(type(wrong).__name__, str(wrong), f"{RED}error:{PLAIN} {wrong}")
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }

    def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
        with self.star.handle.lock:
            return inspection.complete(self.star, code, cursor_pos)

    def do_inspect(
        self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()
    ) -> dict[str, Any]:
        with self.star.handle.lock:
            text = inspection.inspect(self.star, code, cursor_pos)
        data = {"text/plain": text} if text else {}
        return {"status": "ok", "found": bool(text), "data": data, "metadata": {}}

    def do_is_complete(self, code: str) -> dict[str, Any]:
        last = [text for name, text in pieces(code) if not name]
        with self.star.handle.lock:
            if last and self.star.handle.unfinished(last[-1] + "\n"):
                return {"status": "incomplete", "indent": "  "}
        return {"status": "complete"}

    def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """In a thread of its own: what the main one runs is interrupted as by the
        frontend, until it has ended."""
        free = self.star.handle.lock.acquire(blocking=False)
        while not free:
            os.kill(os.getpid(), signal.SIGINT)
            free = self.star.handle.lock.acquire(timeout=1)
        self.star.handle.close()
        self.star.handle.lock.release()
        return {"status": "ok", "restart": restart}
