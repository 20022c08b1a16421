# SPDX-License-Identifier: MIT
"""measure.py [TIMES]: the closure of a graph of 500 vertices beside networkx's own
conversions, in ms, the least of some times: the table in docs/howto/python.md."""
import sys
import time

import networkx as nx
import numpy as np

import star

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 7

graph = nx.gnp_random_graph(500, 0.004, seed=1, directed=True)
matrix = nx.to_numpy_array(graph, dtype=bool)
s = star.open()
s.enter('uses closure')
closure = s.CLOSURE(500, matrix)
assert set(map(tuple, np.argwhere(closure))) == set(nx.transitive_closure(graph).edges)

STEPS = (
    ('nx.to_numpy_array', lambda: nx.to_numpy_array(graph, dtype=bool)),
    ('s.CLOSURE, with all of the way to the library and back',
     lambda: s.CLOSURE(500, matrix)),
    ('nx.from_numpy_array',
     lambda: nx.from_numpy_array(closure, create_using=nx.DiGraph)),
    ('nx.transitive_closure, in place of all three',
     lambda: nx.transitive_closure(graph)))


def least(function):
    found = []
    for _ in range(TIMES):
        start = time.perf_counter()
        function()
        found.append(time.perf_counter() - start)
    return 1000 * min(found)


for name, function in STEPS:
    ms = least(function)
    print(f'| {name} | {ms:.{1 if ms < 10 else 0}f} |')
