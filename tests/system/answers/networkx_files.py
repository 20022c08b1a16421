# SPDX-License-Identifier: MIT
"""networkx_files.py STAR GRAPHS: distances, trees, components and spanning
trees of files as people have them, by the names of their vertices, beside
networkx (Debian's python3-networkx); skipped without it. GRAPHS is a folder of
public graphs; files that are not there are left out."""
import csv
import os
import subprocess
import sys
import tempfile

try:
    import networkx
except ImportError:
    print("skipped: there is no networkx (Debian: python3-networkx)")
    sys.exit(77)

STAR = os.path.abspath(sys.argv[1])
GRAPHS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else ""
UNIT = "uses graph, paths, trees, sparse; proc NOTHING; begin end;\n"


def call(*words):
    run = subprocess.run(
        [STAR, "call", "all.star", *words], capture_output=True, text=True
    )
    if run.returncode != 0:
        sys.exit(f"star call {' '.join(words)}: {run.stderr}")


def result(name):
    """The rows of NAME.csv without the first one."""
    with open(name + ".csv", newline="", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found!r}, networkx has {expected!r}")


def levels(file, graph, s):
    call("LEVELS", f"P=@{file}", f"s={s}", "--out", "D=D.csv")
    found = {v: int(d) for v, d in result("D") if d != ""}
    expected = networkx.single_source_shortest_path_length(graph, s)
    expect(f"{file}: LEVELS from {s}", found, dict(expected))
    expect(f"{file}: vertices", {v for v, _ in result("D")}, set(graph))


def groups(rows):
    by_name = {}
    for v, name in rows:
        by_name.setdefault(name, set()).add(v)
    return sorted(map(sorted, by_name.values()))


def components(file, graph):
    call("STRONG", f"P=@{file}", "--out", "L=L.csv")
    strong = networkx.strongly_connected_components(graph)
    expect(f"{file}: STRONG", groups(result("L")), sorted(map(sorted, strong)))
    call("COMPONENTS", f"P=@{file}", "--out", "L=L.csv")
    weak = networkx.weakly_connected_components(graph)
    expect(f"{file}: COMPONENTS", groups(result("L")), sorted(map(sorted, weak)))


def distances(file, graph, s, scale):
    behind = ":weights:20" + ("" if scale == 1 else f":scale={scale}")
    call("DIJKSTRA", f"W=@{file}{behind}", f"s={s}",
         "--out", "D=D.csv", "--out", "F=F.csv")
    far = networkx.single_source_dijkstra_path_length(graph, s)
    found = {v: round(float(d) * scale) for v, d in result("D") if d != ""}
    expect(f"{file}: DIJKSTRA from {s}", found, dict(far))
    for v, before in result("F"):
        if (v in far and v != s) != (before != ""):
            sys.exit(f"{file}: DIJKSTRA from {s}: {v} comes behind '{before}'")
        if before != "" and far[before] + graph[before][v]["weight"] != far[v]:
            sys.exit(f"{file}: DIJKSTRA from {s}: no shortest path {before}, {v}")


def spanning(file, graph, scale):
    behind = "" if scale == 1 else f":scale={scale}"
    call("KRUSKAL", f"Left=@{file}", f"Right=@{file}", f"Weight=@{file}{behind}",
         "--out", "Z=Z.csv")
    plain = networkx.Graph()
    for u, v, weight in graph.edges(data="weight"):
        if not plain.has_edge(u, v) or weight < plain[u][v]["weight"]:
            plain.add_edge(u, v, weight=weight)
    tree = networkx.Graph()
    tree.add_edges_from(result("Z"))
    forest = networkx.minimum_spanning_tree(plain)
    expect(f"{file}: KRUSKAL, edges", len(result("Z")), forest.number_of_edges())
    expect(f"{file}: KRUSKAL", sum(plain[u][v]["weight"] for u, v in tree.edges),
           sum(w for _, _, w in forest.edges(data="weight")))


def graph_of(arcs, vertices=()):
    """Of arcs between the same vertices the lightest."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(vertices)
    for u, v, weight in arcs:
        if not graph.has_edge(u, v) or weight < graph[u][v]["weight"]:
            graph.add_edge(u, v, weight=weight)
    return graph


# ---- Ten files with what real ones have ----

# The file's name, its text, what its weights are multiplied by, its arcs.
ODD = [
    ("header.csv", "from,to,km\nParis,Lille,225\nLille,Reims,199\n"
     "Paris,Reims,143\nReims,Paris,143\n", 1,
     [("Paris", "Lille", 225), ("Lille", "Reims", 199), ("Paris", "Reims", 143),
      ("Reims", "Paris", 143)]),
    ("gaps.csv", "source,target,weight\n35,99,4\n10,20,1\n20,35,2\n99,10,7\n"
     "10,35,9\n", 1,
     [("35", "99", 4), ("10", "20", 1), ("20", "35", 2), ("99", "10", 7),
      ("10", "35", 9)]),
    ("zero.csv", "u,v,w\n0,2,1\n2,1,5\n1,0,2\n0,3,8\n3,3,1\n", 1,
     [("0", "2", 1), ("2", "1", 5), ("1", "0", 2), ("0", "3", 8), ("3", "3", 1)]),
    ("decimals.csv", "from,to,cost\na,b,4.5\nb,c,0.25\na,c,5\nc,a,1e1\n", 100,
     [("a", "b", 450), ("b", "c", 25), ("a", "c", 500), ("c", "a", 1000)]),
    ("crlf.csv", "from,to,w\r\nx,y,1\r\ny,z,2\r\nz,x,4\r\n", 1,
     [("x", "y", 1), ("y", "z", 2), ("z", "x", 4)]),
    ("quotes.csv", 'from,to,w\n"Aix, Süd","say ""hi""",3\n"say ""hi""",end,4\n'
     'end,"two\nlines",5\n', 1,
     [("Aix, Süd", 'say "hi"', 3), ('say "hi"', "end", 4),
      ("end", "two\nlines", 5)]),
    ("semicolons.csv", "from;to;km\nA;B;7\nB;C;8\nA;C;20\n", 1,
     [("A", "B", 7), ("B", "C", 8), ("A", "C", 20)]),
    ("comments.tsv", "# made by hand\n% twice\nsrc\tdst\tlength\np q\tr\t2\n"
     "r\tp q\t3\nr\ts\t1\n", 1,
     [("p q", "r", 2), ("r", "p q", 3), ("r", "s", 1)]),
    ("duplicates.csv", "from,to,w\na,b,9\na,b,2\na,b,5\nb,c,1\na,a,3\n", 1,
     [("a", "b", 9), ("a", "b", 2), ("a", "b", 5), ("b", "c", 1), ("a", "a", 3)]),
    ("order.csv", "\ufeffroad,km,to,from,toll\nA1,5,b,a,1\nA2,7,c,b,0\n"
     "A3,1,01,c,2\nA4,1,1,c,2\n", 1,
     [("a", "b", 5), ("b", "c", 7), ("c", "01", 1), ("c", "1", 1)]),
]


def odd():
    for name, text, scale, arcs in ODD:
        with open(name, "w", newline="", encoding="utf-8") as file:
            file.write(text)
        graph = graph_of(arcs)
        for s in graph:
            levels(name, graph, s)
            distances(name, graph, s, scale)
        components(name, graph)
        spanning(name, graph, scale)


# ---- Ten public ones ----


def words(path, comment):
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() != "" and line[0] not in comment:
                yield line.split()


def edges(path):
    arcs = [(w[0], w[1], 1) for w in words(path, "#%")]
    most = max(int(v) for arc in arcs for v in arc[:2])
    return graph_of(arcs, map(str, range(most + 1)))


def gr(path):
    rows = list(words(path, "c"))
    arcs = [(w[1], w[2], int(w[3])) for w in rows if w[0] == "a"]
    return graph_of(arcs, map(str, range(1, int(rows[0][2]) + 1)))


def mtx(path):
    with open(path, encoding="utf-8") as file:
        symmetric = "symmetric" in file.readline().lower()
    rows = list(words(path, "%"))
    arcs = [(w[0], w[1], 1) for w in rows[1:]]
    if symmetric:
        arcs += [(v, u, weight) for u, v, weight in arcs]
    return graph_of(arcs, map(str, range(1, int(rows[0][0]) + 1)))


PUBLIC = [
    ("snap/email-Eu-core.txt", edges),
    ("snap/p2p-Gnutella04.txt", edges),
    ("snap/p2p-Gnutella05.txt", edges),
    ("snap/p2p-Gnutella08.txt", edges),
    ("snap/p2p-Gnutella09.txt", edges),
    ("dimacs/rome99.gr", gr),
    ("lagraph/data/karate.mtx", mtx),
    ("lagraph/data/west0067.mtx", mtx),
    ("lagraph/data/jagmesh7.mtx", mtx),
    ("lagraph/data/ldbc-directed-example.mtx", mtx),
]


def public():
    read = 0
    for name, reader in PUBLIC:
        path = os.path.join(GRAPHS, name)
        if not os.path.exists(path):
            continue
        read += 1
        graph = reader(path)
        for s in list(graph)[:: max(1, len(graph) // 3)]:
            levels(path, graph, s)
        components(path, graph)
        if reader == gr:
            distances(path, graph, list(graph)[7], 1)
    print(f"{len(ODD)} files with oddities, {read} public ones")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("all.star", "w", encoding="utf-8") as unit:
        unit.write(UNIT)
    odd()
    public()
