# SPDX-License-Identifier: MIT
"""Names at the cursor: what they could be, and what they are."""

from __future__ import annotations

import re
from typing import Any

from . import magics
from .notebook import explain
from .pictures import COLUMNS, ROWS
from .session import Session

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
MAGIC = re.compile(r"(?:^|\n)[ \t]*%%?(\w*)$")


def _offered(session: Session, code: str, start: int) -> list[tuple[str, str]]:
    """What the session knows; then names of the cell that mean nothing yet."""
    here = set(NAME.findall(code[:start]))
    return session.notebook.complete(code[:start]) + [
        (name, "cell")
        for name in sorted(here)
        if not session.describe(name) and not explain(name)
    ]


def complete(session: Session, code: str, cursor: int) -> dict[str, Any]:
    """The reply to a frontend that completes the word before the cursor."""
    cursor = min(max(cursor, 0), len(code))
    magic = MAGIC.search(code[:cursor])
    start = cursor - len(re.search(r"\w*$", code[:cursor], re.ASCII)[0])  # type: ignore[index]
    if magic is not None:
        offered = [(name, "magic") for name in magics.MAGICS]
    else:
        offered = _offered(session, code, start)
    word = code[start:cursor].lower()
    kinds: dict[str, str] = {}
    for name, kind in offered:
        if name.lower().startswith(word):
            kinds.setdefault(name, kind)
    types = [
        {"start": start, "end": cursor, "text": name, "type": kind}
        for name, kind in kinds.items()
    ]
    return {
        "status": "ok",
        "matches": list(kinds),
        "cursor_start": start,
        "cursor_end": cursor,
        "metadata": {"_jupyter_types_experimental": types},
    }


def _called(before: str) -> str:
    """The name before the parenthesis that is open at the end of a text."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            names = re.search(r"([A-Za-z_]\w*)\s*$", before[:at], re.ASCII)
            return names[1] if names else ""
    return ""


def _at(code: str, cursor: int) -> str:
    for name in NAME.finditer(code):
        if name.start() <= cursor <= name.end():
            return name[0]
    return _called(code[:cursor])


def _own(session: Session, info: dict[str, Any]) -> str:
    if info["means"] in ("procedure", "function"):
        return str(info["text"])
    sign = " =" if info["means"] == "type" else ":"
    text = f"{info['means']} {info['name']}{sign} {info['text']}"
    if info["means"] != "variable":
        return text
    value = session.notebook.text(info["name"], COLUMNS, ROWS)
    return f"{text}\n{value or ''}".rstrip("\n")


def _known(entry: dict[str, str]) -> str:
    lines = [entry["heading"] or entry["name"]]
    lines += ["    " + line.strip() for line in entry["text"].splitlines()]
    if entry["formula"]:
        lines.append(f"    Operations: {entry['formula']}.")
    if entry["unit"]:
        lines.append(f"    In the unit {entry['unit']}.")
    return "\n".join(lines)


def inspect(session: Session, code: str, cursor: int) -> str:
    """What is known of the name at the cursor, or of what is called around it; ""
    if that is nothing."""
    name = _at(code, min(max(cursor, 0), len(code)))
    own = session.describe(name)
    if own is not None:
        return _own(session, own)
    return "\n".join(_known(entry) for entry in explain(name)) if name else ""
