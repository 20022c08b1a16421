# SPDX-License-Identifier: MIT
"""Graphs in files: small ones with what real files have, and public ones; each
with the graph that a reader of its own makes of it, for networkx."""
import os
from typing import NamedTuple

import networkx


class File(NamedTuple):
    name: str
    graph: networkx.DiGraph  # its weights are whole numbers, `scale` for 1
    scale: int
    sources: list  # vertices from which paths are looked for
    weighted: bool  # paths by weights are looked for
    trees: bool  # spanning ones are


def graph_of(arcs, vertices=()):
    """Of arcs between the same vertices the lightest."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(vertices)
    for u, v, weight in arcs:
        if not graph.has_edge(u, v) or weight < graph[u][v]["weight"]:
            graph.add_edge(u, v, weight=weight)
    return graph


# ---- Ten small ones ----

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
    ("decimals.csv", "start,end,cost\na,b,4.5\nb,c,0.25\na,c,5\nc,a,1e1\n", 100,
     [("a", "b", 450), ("b", "c", 25), ("a", "c", 500), ("c", "a", 1000)]),
    ("crlf.csv", "from,to,distance\r\nx,y,1\r\ny,z,2\r\nz,x,4\r\n", 1,
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
    """Writes them into the current folder."""
    for name, text, scale, arcs in ODD:
        with open(name, "w", newline="", encoding="utf-8") as file:
            file.write(text)
        graph = graph_of(arcs)
        yield File(name, graph, scale, list(graph), True, True)


# ---- Ten public ones ----


def words(path, comment):
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() != "" and line[0] not in comment:
                yield line.split()


def edges(path, _):
    arcs = [(w[0], w[1], 1) for w in words(path, "#%")]
    most = max(int(v) for arc in arcs for v in arc[:2])
    return graph_of(arcs, map(str, range(most + 1)))


def gr(path, _):
    rows = list(words(path, "c"))
    arcs = [(w[1], w[2], int(w[3])) for w in rows if w[0] == "a"]
    return graph_of(arcs, map(str, range(1, int(rows[0][2]) + 1)))


def mtx(path, scale):
    with open(path, encoding="utf-8") as file:
        symmetric = "symmetric" in file.readline().lower()
    rows = list(words(path, "%"))
    arcs = [(w[0], w[1], round(float(w[2]) * scale) if len(w) > 2 else 1)
            for w in rows[1:]]
    if symmetric:
        arcs += [(v, u, weight) for u, v, weight in arcs]
    return graph_of(arcs, map(str, range(1, int(rows[0][0]) + 1)))


# Where weights are 1, trees are of all arcs alike; some of west0067's are negative.
PUBLIC = [
    ("snap/email-Eu-core.txt", edges, 1, False),
    ("snap/p2p-Gnutella04.txt", edges, 1, False),
    ("snap/p2p-Gnutella05.txt", edges, 1, False),
    ("snap/p2p-Gnutella08.txt", edges, 1, False),
    ("snap/p2p-Gnutella09.txt", edges, 1, False),
    ("dimacs/rome99.gr", gr, 1, True),
    ("lagraph/data/karate.mtx", mtx, 1, True),
    ("lagraph/data/west0067.mtx", mtx, 1, False),
    ("lagraph/data/jagmesh7.mtx", mtx, 1, True),
    ("lagraph/data/ldbc-directed-example.mtx", mtx, 100, True),
]


def public(folder):
    """Those that are there, by links in the current folder."""
    for path, reader, scale, weighted in PUBLIC:
        name = os.path.basename(path)
        path = os.path.join(folder, path)
        if not os.path.exists(path):
            continue
        os.symlink(path, name)
        graph = reader(path, scale)
        sources = list(graph)[:: max(1, len(graph) // 3)]
        trees = name != "west0067.mtx"
        yield File(name, graph, scale, sources, weighted, trees)
