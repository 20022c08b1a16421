# SPDX-License-Identifier: MIT
"""What fails, as exceptions: one class for each code of star.h."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Iterator, Optional


class Error(Exception):
    """An error that the library reports; this class alone: a fault of its own."""

    code: int  # of StarCode, which is also the command's exit status
    name: str  # such as "index-range"; `star explain NAME` tells more
    message: str  # one sentence
    file: Optional[str]  # the name of an entry, or of a unit; None: of no place
    line: Optional[int]  # from 1, as the next
    column: Optional[int]
    text: str  # all messages, with the source line and a caret

    def __init__(self, code: int, text: str, json_lines: str) -> None:
        super().__init__(text)
        reports = [json.loads(line) for line in json_lines.split("\n") if line]
        errors = [r for r in reports if r["severity"] == "error"]
        first = errors[0] if errors else {}
        self.code = code
        self.name = first.get("code", "")
        self.message = first.get("message", "")
        self.file = first.get("file")
        self.line = first.get("line")
        self.column = first.get("column")
        self.text = text

    def hint(self, text: str) -> None:
        self._say(f"{self.text}       hint: {text}\n")

    def rename(self, carrier: str, parameter: str) -> None:
        """Of a name that no user knows makes the parameter's."""
        self.message = re.sub(rf"\b{carrier}\b", parameter, self.message)
        self._say(re.sub(rf"\b{carrier}\b", parameter, self.text))

    def _say(self, text: str) -> None:
        self.text = text
        self.args = (text,)

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (type(self), self.__dict__))


def _again(kind: type[Error], members: dict[str, object]) -> Error:
    error = kind(0, str(members["text"]), "")
    error.__dict__.update(members)
    return error


class RunError(Error):
    """An error in the running program, or a value that a variable cannot have."""


class MisuseError(Error):
    """There is no such name, or it is of another type."""


class CompileError(Error):
    """The text does not compile; nothing of it was run."""


class LimitError(Error):
    """Memory, steps, depth or output are used up."""


class FileError(Error):
    """A file is bad, or cannot or may not be read or written."""


class DeviceError(Error):
    """A GPU is not there, or failed."""


class Interrupted(Error):
    """The run was ended by interrupt()."""


class StarWarning(UserWarning):
    """What the compiler or a run warns of."""


@contextlib.contextmanager
def about(name: str) -> Iterator[None]:
    """What is wrong with a value is said behind the name that it is for."""
    try:
        yield
    except (OverflowError, TypeError, ValueError) as error:
        for kind in (OverflowError, TypeError, ValueError):
            if isinstance(error, kind):
                raise kind(f"{name}: {error}") from error


CLASSES: dict[int, type[Error]] = {
    1: RunError,
    2: MisuseError,
    3: CompileError,
    4: LimitError,
    5: FileError,
    6: DeviceError,
    130: Interrupted,
}
