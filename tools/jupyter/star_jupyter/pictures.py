# SPDX-License-Identifier: MIT
"""Values as a frontend shows them: text, and pictures where there are some."""

from __future__ import annotations

import html
import re
from contextlib import closing
from typing import Any, Optional

import star
from star._libstar import ffi
from star.library import lib

from .notebook import BARS, GRAPH, MATRIX, USUAL, shared, vertices
from .session import Session

COLUMNS, ROWS = 80, 13
KINDS = {"matrix": MATRIX, "graph": GRAPH, "bars": BARS}
SVG = "image/svg+xml"


def _title(entry: str) -> str:
    """Of letters, digits and blanks: the expression that an entry ends with."""
    last = re.split(r"[;\n]", entry.strip())[-1]
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in last).split()
    return " ".join(words)[:60] or "value"


def _size(session: Session, name: str) -> tuple[int, int]:
    """Rows and columns of a table, a slice or a word; else 0."""
    size = ffi.new("int64_t[2]")
    handle = session.handle
    if lib.star_get_size(handle._star, name.encode(), size, size + 1) != 0:
        return 0, 0
    return size[0], size[1]


def _notes(rows: int, columns: int) -> list[str]:
    notes = []
    each = shared(max(rows, columns))
    if each > 1 and rows == 1:
        notes.append(f"{columns}: a square shows the mean of {each} components")
    elif each > 1:
        notes.append(f"{rows} x {columns}: a square shows the mean of {each} x {each} components")
    if rows == columns > vertices():
        notes.append(f"a graph is drawn up to {vertices()} vertices")
    return notes


def _graph(session: Session, name: str, title: str) -> str:
    svg = session.notebook.draw(name, title, GRAPH)
    return f"<details><summary>as a graph</summary>{svg}</details>" if svg else ""


def _html(session: Session, name: str, title: str) -> Optional[str]:
    try:
        svg = session.notebook.draw(name, title, USUAL)
    except star.Error as error:
        return f"<p>no picture: {html.escape(error.message)}</p>"
    if svg is None:
        return None
    rows, columns = _size(session, name)
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in _notes(rows, columns))
    graph = ""
    if rows == columns and 1 < rows <= vertices():
        graph = _graph(session, name, title)
    return f"<div>{svg}{notes}{graph}</div>"


def value(session: Session, expression: str) -> Optional[dict[str, str]]:
    """The value of the last entry, which ended with an expression; None: there is
    none."""
    text = session.notebook.text("", COLUMNS, ROWS)
    if text is None:
        return None
    data = {"text/plain": text.rstrip("\n")}
    picture = _html(session, "", _title(expression))
    if picture is not None:
        data["text/html"] = picture
    return data


def plot(session: Session, kind: Optional[str], expression: str) -> Optional[dict[str, str]]:
    """The value of the last entry as SVG; None: it cannot be drawn so."""
    picture = USUAL if kind is None else KINDS[kind]
    svg = session.notebook.draw("", _title(expression), picture)
    if svg is None:
        return None
    return {SVG: svg, "text/plain": f"{_title(expression)} as {kind or 'a picture'}"}


def bars(low: int, numbers: list[int], title: str) -> str:
    """Numbers as SVG, a bar for each, the first one being number `low`."""
    session = Session(lambda text: None, lambda: "")
    high = low + len(numbers) - 1
    with closing(session.handle):
        session.enter("bars", f"var numbers: array [{low}..{high}] of integer")
        session.handle.call(lib.star_set_integers, b"numbers", numbers, len(numbers))
        svg = session.notebook.draw("numbers", title, BARS)
    assert svg is not None
    return svg


def page(text: str) -> dict[str, Any]:
    """A page of star trace, in a frame of its own."""
    frame = (
        f'<iframe sandbox="allow-scripts" srcdoc="{html.escape(text)}"'
        ' style="width: 100%; height: 640px; border: 1px solid #ccc"></iframe>'
    )
    return {"text/html": frame, "text/plain": "a trace, which a browser shows"}
