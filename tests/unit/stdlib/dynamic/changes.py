# SPDX-License-Identifier: MIT
"""changes.py STAR: a tree after weights changed, a shortest path tree after vertices
came and went, and all distances after arcs came and went, beside networkx (Debian's
python3-networkx), which finds all anew; skipped without it."""
import os
import random
import subprocess
import sys

try:
    import networkx
except ImportError:
    print("skipped: there is no networkx (Debian: python3-networkx)")
    sys.exit(77)

CASES = 500


def tree_case(rng):
    """The text, and a check of each line."""
    n, h = rng.randint(1, 10), rng.randint(1, 5)
    m = rng.randint(1, 2 * n)
    edges = [[rng.randint(1, n), rng.randint(1, n), rng.randrange(1 << h)] for _ in range(m)]
    text = [f"1 {n} {h} {m} 6"] + ["%d %d %d" % tuple(edge) for edge in edges]
    wanted = []
    for _ in range(6):
        e, w = rng.randint(1, m), rng.randrange(1 << h)
        i, j = rng.randint(1, n), rng.randint(1, n)
        text.append(f"{e} {w} {i} {j}")
        edges[e - 1][2] = w
        wanted.append((n, [tuple(edge) for edge in edges], i, j))
    return " ".join(text[1:]), text[0], [lambda line, x=x: check_tree(line, *x) for x in wanted]


def check_tree(line, n, edges, i, j):
    taken, between = ([int(k) for k in part.split()] for part in line.split("/"))
    graph, tree = networkx.Graph(), networkx.Graph()
    graph.add_nodes_from(range(1, n + 1))
    tree.add_nodes_from(range(1, n + 1))
    for a, b, w in edges:
        if a != b and w < graph.get_edge_data(a, b, {"weight": w + 1})["weight"]:
            graph.add_edge(a, b, weight=w)
    least = networkx.minimum_spanning_tree(graph)
    for e in taken:
        a, b, w = edges[e - 1]
        tree.add_edge(a, b, weight=w, e=e)
    path = []
    if networkx.has_path(tree, i, j):
        way = networkx.shortest_path(tree, i, j)
        path = sorted(tree[a][b]["e"] for a, b in zip(way, way[1:]))
    return (tree.size() == len(taken) == least.size() and networkx.is_forest(tree)
            and tree.size(weight="weight") == least.size(weight="weight") and between == path)


def weights_of(graph, n):
    return " ".join(str(graph[i][j]["weight"]) if graph.has_edge(i, j) else "-1"
                    for i in range(1, n + 1) for j in range(1, n + 1))


def path_case(rng):
    n, most = rng.randint(1, 8), 7
    h = 6
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(1, n + 1))
    for _ in range(rng.randint(0, 3 * n)):
        graph.add_edge(rng.randint(1, n), rng.randint(1, n), weight=rng.randint(1, most))
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    s = rng.randint(1, n)
    text = [weights_of(graph, n), str(s)]
    wanted = []
    for k in range(6):
        v = rng.randint(1, n)
        if k % 2 == 0:
            text.append(f"{v} -1")
            graph.remove_node(v)
            graph.add_node(v)
        else:
            arcs = []
            for j in range(1, n + 1):
                for out in 0, 1:
                    a, b = (v, j) if out else (j, v)
                    if j != v and not graph.has_edge(a, b) and rng.randrange(3) == 0:
                        arcs.append((j, rng.randint(1, most), out))
                        graph.add_edge(a, b, weight=arcs[-1][1])
            text.append(f"{v} {len(arcs)} " + " ".join("%d %d %d" % arc for arc in arcs))
        wanted.append((n, graph.copy(), s))
    return " ".join(text), f"2 {n} {h} 0 6", [
        lambda line, x=x: check_paths(line, *x) for x in wanted]


def check_paths(line, n, graph, s):
    distances, path = ([int(k) for k in part.split()] for part in line.split("/"))
    length = networkx.single_source_dijkstra_path_length(graph, s)
    if distances != [length.get(i, -1) for i in range(1, n + 1)]:
        return False
    path.sort(key=lambda i: distances[i - 1])
    if n not in length:
        return path == []
    return (path[0] == s and path[-1] == n
            and all(graph.has_edge(a, b) for a, b in zip(path, path[1:]))
            and sum(graph[a][b]["weight"] for a, b in zip(path, path[1:])) == length[n])


def distances_case(rng):
    n, h = rng.randint(1, 8), 6
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(1, n + 1))
    for _ in range(rng.randint(0, 2 * n)):
        graph.add_edge(rng.randint(1, n), rng.randint(1, n), weight=rng.randint(0, 7))
    text, wanted = [weights_of(graph, n)], []
    for _ in range(8):
        i, j, w = rng.randint(1, n), rng.randint(1, n), rng.randint(0, 7)
        if graph.size() and rng.randrange(3):
            i, j, w = *rng.choice(list(graph.edges)), -1
            graph.remove_edge(i, j)
        elif w > graph.get_edge_data(i, j, {"weight": w})["weight"]:
            w = graph[i][j]["weight"]
        if w >= 0:
            graph.add_edge(i, j, weight=w)
        text.append(f"{i} {j} {w}")
        wanted.append((n, graph.copy()))
    return " ".join(text), f"3 {n} {h} 0 8", [
        lambda line, x=x: check_distances(line, *x) for x in wanted]


def check_distances(line, n, graph):
    length = dict(networkx.all_pairs_dijkstra_path_length(graph))
    distances = [length[i].get(j, -1) for i in range(1, n + 1) for j in range(1, n + 1)]
    back = [length[j].get(i, -1) for i in range(1, n + 1) for j in range(1, n + 1)]
    return [int(k) for k in line.split()] == distances + back


def main():
    rng = random.Random(5)
    cases = [make(rng) for make in (tree_case, path_case, distances_case) for _ in range(CASES)]
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "changes.star")
    for options in [], ["--native", "off"]:
        run = subprocess.run([sys.argv[1], "run", *options, program], text=True,
                             input="".join(f"{head}\n{body}\n" for body, head, _ in cases),
                             stdout=subprocess.PIPE)
        lines = iter(run.stdout.splitlines())
        for body, head, checks in cases:
            for number, check in enumerate(checks):
                line = next(lines, None)
                if line is None or not check(line):
                    sys.exit(f"{head}\n{body}\nchange {number + 1} gives {line}")
        if run.returncode or next(lines, None) is not None:
            sys.exit("status %d" % run.returncode)


main()
