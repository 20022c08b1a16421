# SPDX-License-Identifier: MIT
"""networkx_files.py STAR GRAPHS ENGINE: distances, trees and components of files
as people have them, by the names of their vertices, beside networkx (Debian's
python3-networkx), by each way there is; skipped without networkx. GRAPHS is a
folder of public graphs, ENGINE the page's engine, by node; what is not there is
left out with a word, as is the package for Python without cffi and numpy."""
import importlib.util
import os
import shutil
import sys
import tempfile

if importlib.util.find_spec("networkx") is None:
    print("skipped: there is no networkx (Debian: python3-networkx)")
    sys.exit(77)

# pylint: disable=wrong-import-position
import networkx

import files
import ways

STAR, GRAPHS, ENGINE = map(os.path.abspath, sys.argv[1:4])


class Wrong(Exception):
    pass


def expect(what, found, expected):
    if found != expected:
        raise Wrong(f"{what}: found {found!r}, networkx has {expected!r}")


def groups(rows):
    by_name = {}
    for v, name in rows:
        by_name.setdefault(name, set()).add(v)
    return sorted(map(sorted, by_name.values()))


def forest_of(graph):
    """The least undirected graph, the edges of its least forest, their weight."""
    plain = networkx.Graph()
    for u, v, weight in graph.edges(data="weight"):
        if not plain.has_edge(u, v) or weight < plain[u][v]["weight"]:
            plain.add_edge(u, v, weight=weight)
    edges = networkx.minimum_spanning_tree(plain).edges(data="weight")
    return plain, len(edges), sum(weight for _, _, weight in edges)


def partition(function):
    return lambda graph: sorted(map(sorted, function(graph)))


EXPECTED = {
    "LEVELS": networkx.single_source_shortest_path_length,
    "DIJKSTRA": networkx.single_source_dijkstra_path_length,
    "STRONG": partition(networkx.strongly_connected_components),
    "COMPONENTS": partition(networkx.weakly_connected_components),
    "KRUSKAL": forest_of,
}
known = {}


def expected(file, procedure, s):
    """What networkx finds, once for all ways."""
    key = file.name, procedure, s
    if key not in known:
        words = () if s is None else (s,)
        known[key] = EXPECTED[procedure](file.graph, *words)
    return known[key]


def check_tree(graph, far, s, rows):
    for v, before in rows:
        if (v in far and v != s) != (before != ""):
            raise Wrong(f"{v} comes behind '{before}'")
        if before != "" and far[before] + graph[before][v]["weight"] != far[v]:
            raise Wrong(f"no shortest path ends with {before}, {v}")


def check_spanning(rows, plain, count, weight):
    tree = networkx.Graph(rows)
    expect("edges", (len(rows), tree.number_of_edges()), (count, count))
    expect("a forest", not rows or networkx.is_forest(tree), True)
    expect("weight", sum(plain[u][v]["weight"] for u, v in tree.edges), weight)


def check(file, found):
    """Whether answers are networkx's."""
    for procedure, s, results in ways.questions(file):
        rows, right = found[procedure, s, results[0]], expected(file, procedure, s)
        if procedure == "KRUSKAL":
            check_spanning(rows, *right)
        elif s is None:
            expect(procedure, groups(rows), right)
        else:
            scale = file.scale if procedure == "DIJKSTRA" else 1
            far = {v: round(float(d) * scale) for v, d in rows if d != ""}
            expect(f"{procedure} from {s}", far, dict(right))
            expect("vertices", {v for v, _ in rows}, set(file.graph))
        if procedure == "DIJKSTRA":
            check_tree(file.graph, right, s, found[procedure, s, "F"])


# ---- The ways ----


def python_graph(file):
    graph = networkx.DiGraph(file.graph)
    for _, _, data in graph.edges(data=True):
        if file.scale != 1:
            data["weight"] /= file.scale
    return graph


def python_frame(file):
    import pandas  # pylint: disable=import-outside-toplevel

    comment = "#" if file.name.startswith("comments") else None
    frame = pandas.read_csv(file.name, sep=None, engine="python", comment=comment,
                            skiprows=2 if comment else 0, dtype=str,
                            encoding="utf-8-sig")
    for name in frame.columns:
        if name.lower() in ("weight", "w", "km", "cost", "distance", "length"):
            frame[name] = frame[name].astype(int if file.scale == 1 else float)
    return frame


def there(*modules):
    return all(importlib.util.find_spec(module) is not None for module in modules)


def all_ways():
    """The name of each, what it does with a file, whether it reads any file."""
    yield "command", lambda file: ways.by_command(STAR, file), True
    yield "program", lambda file: ways.by_program([STAR], file), True
    yield "prompt", lambda file: ways.by_prompt(STAR, file), True
    built = os.path.join(os.path.dirname(ENGINE), "../../../build/web/tools/site",
                         "engine/engine.wasm")
    if shutil.which("node") and os.path.exists(built):
        yield "page", lambda file: ways.by_program(["node", ENGINE], file), True
    else:
        print("left out: the page, without node or build/web")
    if there("star", "numpy", "cffi"):
        yield ("Python, networkx",
               lambda file: ways.by_python(python_graph(file), file), True)
        if there("pandas"):
            yield ("Python, pandas",
                   lambda file: ways.by_python(python_frame(file), file), False)
    else:
        print("left out: Python, without its package, numpy or cffi")


def main():
    small = list(files.odd())
    large = list(files.public(GRAPHS))
    if not large:
        print(f"left out: public graphs, without {GRAPHS}")
    for way, answer, any_file in all_ways():
        asked = small + large if any_file else small
        for file in asked:
            try:
                check(file, answer(file))
            except Wrong as wrong:
                sys.exit(f"{way}: {file.name}: {wrong}")
        print(f"{way}: {len(asked)} files")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
