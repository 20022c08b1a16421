# SPDX-License-Identifier: MIT
"""networkx.py STAR: procedures of the library on thousands of small random
graphs, beside networkx (Debian's python3-networkx); skipped without it."""
import os
import random
import subprocess
import sys

# Not this file by its name.
sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
try:
    import networkx
except ImportError:
    print("skipped: there is no networkx (Debian: python3-networkx)")
    sys.exit(77)

GRAPHS = 2000
MOST_COLUMNS = 8


class Case:
    """Arcs (from, to, weight) between vertices 1..n, a vertex s of them."""

    def __init__(self, rng):
        self.n = rng.randint(1, 12) if rng.randrange(50) else rng.randint(60, 70)
        self.s = rng.randint(1, self.n)
        self.h = rng.randint(1, MOST_COLUMNS - 4)
        most = rng.choice([2, 1 << self.h])
        self.arcs = [
            (rng.randint(1, self.n), rng.randint(1, self.n), rng.randrange(most))
            for _ in range(rng.randint(0, rng.choice([1, 2, 4]) * self.n))
        ]

    def text(self, name):
        rows = [name, f"{self.n} {self.h} {self.s} {len(self.arcs)}"]
        rows += ["%d %d %d" % arc for arc in self.arcs]
        return "".join(row + "\n" for row in rows)

    def graph(self, best=None):
        """As networkx has it; of arcs between the same vertices the best."""
        graph = networkx.DiGraph()
        graph.add_nodes_from(range(1, self.n + 1))
        for i, j, weight in self.arcs:
            if best is not None and graph.has_edge(i, j):
                weight = best(weight, graph[i][j]["weight"])
            graph.add_edge(i, j, weight=weight)
        return graph


def check_search(case, found):
    """The order and the arcs of a search that takes arcs in their order."""
    graph = case.graph()
    order = list(networkx.dfs_preorder_nodes(graph, case.s))
    number = [order.index(i) + 1 if i in order else 0 for i in range(1, case.n + 1)]
    taken = [0] * len(case.arcs)
    for i, j in networkx.dfs_edges(graph, case.s):
        taken[[arc[:2] for arc in case.arcs].index((i, j))] = 1
    return found == number + taken


def check_dominate(case, found):
    dominator = networkx.immediate_dominators(case.graph(), case.s)
    dominator[case.s] = 0
    return found == [dominator.get(i, 0) for i in range(1, case.n + 1)]


def check_branch(case, found):
    """A branching of the weight of the best one."""
    graph = case.graph(max)
    graph.remove_edges_from([(i, j) for i, j, w in graph.edges.data("weight") if w == 0])
    best = networkx.maximum_branching(graph).size(weight="weight")
    arcs = [arc for arc, taken in zip(case.arcs, found) if taken]
    mine = networkx.MultiDiGraph([arc[:2] for arc in arcs])
    return (
        len(found) == len(case.arcs)
        and sum(arc[2] for arc in arcs) == best
        and (not arcs or networkx.is_branching(mine))
    )


def check_distances(case, found):
    length = networkx.single_source_dijkstra_path_length(case.graph(min), case.s)
    return found == [length.get(i, -1) for i in range(1, case.n + 1)]


CHECKS = {
    "search": check_search,
    "dominate": check_dominate,
    "branch": check_branch,
    "distances": check_distances,
}


def main():
    rng = random.Random(7)
    cases = [(name, Case(rng)) for name in CHECKS for _ in range(GRAPHS)]
    program = os.path.join(os.path.dirname(__file__), "networkx.star")
    text = "".join(case.text(name) for name, case in cases)
    for options in [], ["--native", "off"]:
        run = subprocess.run(
            [sys.argv[1], "run", *options, program],
            input=text,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        rows = run.stdout.splitlines()
        if len(rows) != len(cases):
            sys.exit("%d cases, but %d rows" % (len(cases), len(rows)))
        for (name, case), row in zip(cases, rows):
            if not CHECKS[name](case, [int(k) for k in row.split()]):
                sys.exit(case.text(name) + "gives " + row)


main()
