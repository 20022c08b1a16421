# SPDX-License-Identifier: MIT
"""Lines that begin with %: what a notebook can do beside entering STAR."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable

from . import pictures
from .session import DEVICES, NotTraced

if TYPE_CHECKING:
    from .kernel import StarKernel

LAST, MOST_LAST = 1000, 1000000  # statements of a trace


class MagicError(Exception):
    """A line that does not fit its magic."""


def _count(kernel: StarKernel, text: str) -> None:
    """%count [--native off] [NAME=LOW..HIGH] ENTRY

    Enters it and counts its steps, its operations on slices and the bits that they
    move. A procedure of the library counts what is documented for it, with
    --native off what its body does. With NAME=LOW..HIGH for all these values of an
    integer variable: the operations are drawn against them.
    """
    options = re.match(r"\s*(--native\s+off\s+)?(?:(\w+)=(-?\d+)\.\.(-?\d+)\s+)?", text)
    assert options is not None
    bodies = options[1] is not None
    entry = " " * options.end() + text[options.end() :]
    if not entry.strip():
        raise MagicError("an ENTRY is missing")
    if options[2] is None:
        counts = kernel.star.count(kernel.name(), entry, bodies)
        kernel.show_value(entry)
        kernel.write(
            f"steps: {counts['steps']}, operations on slices: {counts['operations']},"
            f" bits moved: {counts['bits']}\n{counts['formulas']}"
        )
    else:
        _count_against(kernel, entry, bodies, options[2], int(options[3]), int(options[4]))


def _count_against(
    kernel: StarKernel, entry: str, bodies: bool, name: str, low: int, high: int
) -> None:
    if not 1 <= high - low + 1 <= MOST_BARS:
        raise MagicError(f"{name} gets from 1 to {MOST_BARS} values, not {high - low + 1}")
    values = range(low, high + 1)
    operations = []
    for value in values:
        kernel.star.enter(kernel.name(), f"{name} := {value}")
        operations.append(kernel.star.count(kernel.name(), entry, bodies)["operations"])
    lines = [f"{name} operations", *(f"{n} {o}" for n, o in zip(values, operations))]
    svg = pictures.bars(low, operations, f"operations against {name}")
    kernel.display({pictures.SVG: svg, "text/plain": "\n".join(lines)})


MOST_BARS = 256


def _device(kernel: StarKernel, text: str) -> None:
    """%device [cpu|auto|cuda]

    Says where programs run, or has an NVIDIA device used: where it gains by it, or
    for whatever it can do.
    """
    wanted = text.strip()
    if wanted and wanted not in DEVICES:
        raise MagicError(f"a device is {', '.join(DEVICES[:-1])} or {DEVICES[-1]}, not {wanted!r}")
    if wanted and wanted != kernel.star.device:
        kernel.star.use(wanted)
    kernel.write(kernel.star.device + "\n")


def _help(kernel: StarKernel, text: str) -> None:
    """%help

    Lists these lines.
    """
    if text.strip():
        raise MagicError("there is nothing more to say")
    for magic in MAGICS.values():
        kernel.write(f"{(magic.__doc__ or '').rstrip()}\n")


def _plot(kernel: StarKernel, text: str) -> None:
    """%plot [matrix|graph|bars] EXPRESSION

    Draws a slice, a word, a table or an array of numbers as SVG.
    """
    kind, _, rest = text.strip().partition(" ")
    if kind not in pictures.KINDS or not rest.strip():
        kind, rest = "", text
    if not rest.strip():
        raise MagicError("an EXPRESSION is missing")
    before = " " * (len(text) - len(text.lstrip()) + len(kind)) if kind else ""
    kernel.star.enter(kernel.name(), before + rest)
    data = pictures.plot(kernel.star, kind or None, rest)
    if data is None:
        raise MagicError(f"{rest.strip()} cannot be drawn" + (f" as {kind}" if kind else ""))
    kernel.display(data)


def _reset(kernel: StarKernel, text: str) -> None:
    """%reset

    Forgets all that was entered.
    """
    if text.strip():
        raise MagicError("it forgets all, not some names")
    kernel.star.reset()


def _trace(kernel: StarKernel, text: str) -> None:
    """%trace [--last N] [ENTRY]

    Enters it, or takes the last entry, and shows how it ran, statement by statement,
    up to the last 1000. All entries before it run once more for that.
    """
    options = re.match(r"\s*(?:--last\s+(\d+)\b\s*)?", text)
    assert options is not None
    last = int(options[1] or LAST)
    if not 1 <= last <= MOST_LAST:
        raise MagicError(f"N is from 1 to {MOST_LAST}, not {last}")
    entry = " " * options.end() + text[options.end() :]
    if entry.strip():
        kernel.enter_to_trace(entry)
    kernel.display(pictures.page(kernel.star.trace(last)))


MAGICS: dict[str, Callable[[StarKernel, str], None]] = {
    "count": _count,
    "device": _device,
    "help": _help,
    "plot": _plot,
    "reset": _reset,
    "trace": _trace,
}


def run(kernel: StarKernel, name: str, text: str) -> None:
    """Runs a line, or a cell, behind the name of a magic."""
    magic = MAGICS.get(name)
    if magic is None:
        raise MagicError(f"there is no %{name}: %help lists what there is")
    try:
        magic(kernel, text)
    except NotTraced as why:
        raise MagicError(str(why)) from why
    except MagicError as wrong:
        raise MagicError(f"%{name}: {wrong}") from wrong
