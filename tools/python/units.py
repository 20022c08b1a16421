# SPDX-License-Identifier: MIT
"""The library's procedures on graphs as functions of Python, made from the headings of
the units: units.py OUT.py UNIT.star...

A procedure is one of these if its parameters are n, h, the tables of one form of a
graph, vertices, further integers, and results that have a role or are integers.
"""

import re
import sys
from pathlib import Path

HEADING = re.compile(
    r"^\{ (?P<text>[^}]*)\}\n"
    r"proc (?P<name>[A-Z][A-Z0-9_]*)\((?P<parameters>.*?)\);\n"
    r"(?P<roles>(?:[a-z]+ [A-Z][A-Za-z]*;\n|vertex [a-z];\n)+)",
    re.MULTILINE | re.DOTALL,
)
FORMS = (["adjacency"], ["weights"], ["left", "right"], ["left", "right", "weight"])
GRAPH = ("adjacency", "weights", "left", "right", "weight")
RESULTS = ("distances", "numbers", "tree", "vertices", "arcs", "adjacency", "weights")
ARRAY = {"integer": "int", "arcs": "list[tuple[Any, Any]]"}
COMMON = """
G is a graph of networkx, a frame of pandas, a matrix of numpy or scipy, or a dictionary
of dictionaries; what is found has its names, or is an array as G is."""
WEIGHS = """
weight: the name of an arc's weight where arcs have several attributes. scale: weights are
multiplied by it, and must be whole numbers then; what is found is divided by it."""


def parameters_of(text: str, roles: dict[str, str]) -> "list[tuple[str, str]] | None":
    """(name, role) of each; '=' stands before a result that is given too, '>' before
    one that is not."""
    found = []
    for group in text.split(";"):
        names, kind = group.strip().rsplit(":", 1)
        var = names.startswith("var ")
        kind = kind.split("(")[0].strip()
        for name in re.sub("^var ", "", names).replace(" ", "").split(","):
            role = roles.get(name, "")
            if var and role in GRAPH and role in RESULTS:
                role = "=" + role
            elif var:
                role = ">" + (role if role in RESULTS else kind if kind == "integer" else "")
            elif role == "" and kind == "integer":
                role = name if name in ("n", "h") else "given"
            if role in ("", ">") or (not var and role not in (*GRAPH, "n", "h", "vertex", "given")):
                return None
            found.append((name, role))
    return found


def function(unit: str, match: "re.Match[str]") -> str:
    roles: "dict[str, str]" = {}  # the layout of a graph comes first
    for role, name in re.findall(r"(\w+) (\w+);", match["roles"]):
        roles.setdefault(name, role)
    parameters = parameters_of(re.sub(r"\s+", " ", match["parameters"]), roles)
    graph = [role.lstrip("=") for _, role in parameters or [] if role.lstrip("=") in GRAPH]
    if parameters is None or graph not in FORMS:
        return ""
    name = match["name"].lower()
    results = [(n, r[1:]) for n, r in parameters if r[0] in "=>"]
    given = [(n, r) for n, r in parameters if r in ("vertex", "given")]
    weighs = any(r.lstrip("=") in ("weights", "weight") for _, r in parameters)
    text = re.sub(r"\n  ?", "\n", match["text"].strip()) + "\n" + COMMON + (WEIGHS if weighs else "")
    text = text.replace("\\", "\\\\").replace('"""', "'''").replace("\n", "\n    ")
    text = re.sub(r" +\n", "\n", text)
    if len(results) == 1:
        kind, made = ARRAY.get(results[0][1], "Any"), "_one"
        head = ""
    else:
        kind = made = match["name"].title().replace("_", "")
        fields = "".join(f"    {n}: {ARRAY.get(r, 'Any')}\n" for n, r in results)
        head = f'class {kind}(NamedTuple):\n    """What {name} finds."""\n\n{fields}\n\n'
    arguments = ["G: Any"] + [f"{n}: {'Any' if r == 'vertex' else 'int'}" for n, r in given]
    passed = ["G"]
    if weighs:
        arguments += ["*", 'weight: str = "weight"', "scale: int = 1"]
        passed += ["weight", "scale"]
    passed += [f"{n}={n}" for n, _ in given]
    return (
        f"{head}def {name}({', '.join(arguments)}) -> {kind}:\n"
        f'    """{text}\n    """\n'
        f"    parameters = {parameters!r}\n"
        f"    found: {kind} = run({unit!r}, {match['name']!r}, parameters, {made}, "
        f"{', '.join(passed)})\n    return found\n"
    )


def main(out: str, *units: str) -> None:
    made = {}
    for unit in sorted(units):
        for match in HEADING.finditer(Path(unit).read_text(encoding="utf-8")):
            text = function(Path(unit).stem, match)
            if text != "":
                made[match["name"].lower()] = text
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            '"""The library\'s procedures on graphs: made by units.py."""\n\n'
            "from __future__ import annotations\n\n"
            "from typing import Any, NamedTuple\n\n"
            "from .graphs import run\n\n"
            f"__all__ = {sorted(made)!r}\n\n\n"
            "def _one(value: Any) -> Any:\n    return value\n\n\n"
        )
        file.write("\n\n".join(made[name] for name in sorted(made)))


if __name__ == "__main__":
    main(*sys.argv[1:])
