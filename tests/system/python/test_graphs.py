# SPDX-License-Identifier: MIT
"""The library's procedures on graphs of other packages, beside networkx."""
import random
import unittest

import numpy as np

import star

try:
    import networkx as nx
except ImportError:
    nx = None
try:
    import pandas
except ImportError:
    pandas = None
try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None

ROADS = [('Paris', 'Lille', 225), ('Lille', 'Brussels', 110), ('Paris', 'Lyon', 465),
         ('Lyon', 'Nice', 470), ('Rome', 'Nice', 700)]


def roads():
    graph = {}
    for a, b, km in ROADS:
        graph.setdefault(a, {})[b] = km
    return graph


class Names(unittest.TestCase):
    def test_results_have_the_names(self):
        found = star.dijkstra(roads(), 'Paris')
        self.assertEqual(found.D, {'Paris': 0, 'Lille': 225, 'Brussels': 335,
                                   'Lyon': 465, 'Nice': 935})
        self.assertEqual(found.F, {'Lille': 'Paris', 'Brussels': 'Lille',
                                   'Lyon': 'Paris', 'Nice': 'Lyon'})
        self.assertEqual(star.levels(roads(), 'Rome'), {'Rome': 0, 'Nice': 1})
        self.assertEqual(star.closure(roads())['Rome'], {'Nice'})
        self.assertEqual(sorted(star.kruskal(roads()))[0], ('Lille', 'Brussels'))
        self.assertEqual(star.components(roads()).k, 1)

    def test_an_unknown_name_is_a_key_error(self):
        with self.assertRaisesRegex(KeyError, "there is no vertex 'Roma'"):
            star.dijkstra(roads(), 'Roma')
        with self.assertRaisesRegex(KeyError, 'there is no vertex 3: the last one is 2'):
            star.levels(np.zeros((3, 3), bool), 3)
        with self.assertRaisesRegex(KeyError, 'there is no vertex -1'):
            star.levels(np.zeros((3, 3), bool), -1)

    def test_decimals(self):
        graph = {'a': {'b': 46.5, 'c': 0.1}, 'c': {'b': 0.2}}
        self.assertEqual(star.dijkstra(graph, 'a', scale=10).D,
                         {'a': 0, 'b': 0.3, 'c': 0.1})
        for scale, weight in ((1, 46.5), (10, -1), (10, float('nan')), (1, float('inf')),
                              (1, 2.0 ** 62)):
            graph['a']['b'] = weight
            with self.assertRaisesRegex(ValueError, "G: the weight .* of 'a' -> 'b'"):
                star.dijkstra({'a': {'b': weight}}, 'a', scale=scale)
        with self.assertRaisesRegex(ValueError, 'G: the sums of the weights'):
            star.dijkstra({'a': {'b': 1 << 61, 'c': 1}, 'd': {}}, 'a')
        with self.assertRaisesRegex(TypeError, 'G: weights are numbers'):
            star.dijkstra({'a': {'b': 'far'}}, 'a')

    def test_a_graph_is_square(self):
        with self.assertRaisesRegex(ValueError, 'G: a graph is a square matrix, not of 2 x 3'):
            star.closure(np.zeros((2, 3)))

    def test_signatures_and_texts(self):
        self.assertIn('the distance of i from s', star.dijkstra.__doc__)
        for name in star.units.__all__:
            self.assertTrue(getattr(star, name).__doc__)
        with self.assertRaises(TypeError):
            star.dijkstra(roads(), 'Paris', kilometres='km')


class Matrices(unittest.TestCase):
    def test_numbers_that_are_no_arcs(self):
        weights = np.array([[0, 2.0, np.inf], [np.nan, 0, 1], [0, 0, 0]])
        found = star.dijkstra(weights, 0)
        np.testing.assert_array_equal(found.D, [0, 2, 3])
        np.testing.assert_array_equal(found.F, [-1, 0, 1])
        np.testing.assert_array_equal(star.dijkstra(weights, 2).D, [np.inf, np.inf, 0])
        np.testing.assert_array_equal(star.floyd(weights)[1], [np.inf, 0, 1])

    def test_sizes(self):
        for n in (0, 1, 2, 63, 64, 65, 127, 128, 129):
            chain = np.eye(n, k=1, dtype=bool)
            np.testing.assert_array_equal(star.closure(chain), np.triu(np.ones((n, n), bool), 1))
            if n > 0:
                np.testing.assert_array_equal(star.levels(chain, 0), np.arange(n))
                np.testing.assert_array_equal(star.arc_levels(chain, 0), np.arange(n))

    def test_numbers_of_rows(self):
        bits = star.Bits.of([[1, 0, 1], [0, 0, 0], [1, 1, 1]])
        self.assertEqual(bits.numbers().tolist(), [5, 0, 7])
        wide = star.Bits.of(np.ones((1, 70), bool))
        self.assertEqual(wide.numbers().tolist(), [(1 << 70) - 1])
        self.assertEqual(star.Bits.of(np.ones((1, 63), bool)).numbers().dtype, np.int64)

    @unittest.skipIf(sparse is None, 'scipy is not installed')
    def test_sparse(self):
        chain = sparse.csr_array(np.eye(40, k=1))
        self.assertEqual(star.closure(chain).nnz, 40 * 39 // 2)
        np.testing.assert_array_equal(star.dijkstra(chain, 0).D, np.arange(40))


@unittest.skipIf(pandas is None, 'pandas is not installed')
class Frames(unittest.TestCase):
    def test_arcs(self):
        frame = pandas.DataFrame(ROADS, columns=['from', 'to', 'km'])
        self.assertEqual(star.dijkstra(frame, 'Paris'), star.dijkstra(roads(), 'Paris'))
        with self.assertRaisesRegex(ValueError, 'G: a frame is a square matrix'):
            star.closure(pandas.DataFrame({'a': [1, 2, 3], 'b': [1, 2, 3]}))
        frame.loc[1, 'to'] = None
        with self.assertRaisesRegex(ValueError, "G: row 1 has no vertex in column 'to'"):
            star.dijkstra(frame, 'Paris')

    def test_which_columns(self):
        frame = pandas.DataFrame([('a', 'b', 5, 7)], columns=['SRC', 'Dst', 'toll', 'Length'])
        self.assertEqual(star.dijkstra(frame, 'a').D, {'a': 0, 'b': 7})
        self.assertEqual(star.dijkstra(frame, 'a', weight='toll').D, {'a': 0, 'b': 5})
        self.assertEqual(star.dijkstra(frame[['SRC', 'Dst']], 'a').D, {'a': 0, 'b': 1})
        self.assertEqual(star.levels(frame[['SRC', 'Dst', 'toll']], 'a'), {'a': 0, 'b': 1})
        for wrong, weight in ((frame, 'tol'), (frame[['SRC', 'Dst', 'toll']], 'weight'),
                              (frame.assign(km=3), 'weight')):
            with self.assertRaisesRegex(ValueError, 'G: which column has the weights'):
                star.dijkstra(wrong, 'a', weight=weight)
        with self.assertRaisesRegex(ValueError, 'G: a frame is a square matrix'):
            star.levels(frame.assign(**{'from': 'a', 'to': 'b'}), 'a')

    def test_a_matrix(self):
        names = list('abc')
        frame = pandas.DataFrame([[0, 2, 0], [0, 0, 1], [0, 0, 0]], names, names)
        self.assertEqual(star.dijkstra(frame, 'a').D, {'a': 0, 'b': 2, 'c': 3})


@unittest.skipIf(nx is None, 'networkx is not installed')
class Networkx(unittest.TestCase):
    def graphs(self):
        choose = random.Random(7)
        for case in range(30):
            n = choose.choice((1, 2, 3, 8, 17, 40))
            kind = nx.DiGraph if case % 2 else nx.Graph
            graph = nx.relabel_nodes(
                nx.gnp_random_graph(n, choose.choice((0, 1.5 / n, 0.3, 1)), seed=case,
                                    directed=kind is nx.DiGraph),
                {v: f'v{v * 7}' for v in range(n)})
            for a, b in graph.edges:
                graph[a][b]['km'] = choose.randrange(0, 30)
            if case % 5 == 0:
                graph.add_edge('v0', 'v0', km=3)
            yield graph, choose.choice(list(graph.nodes))

    def test_paths(self):
        for graph, s in self.graphs():
            wanted = nx.single_source_dijkstra_path_length(graph, s, weight='km')
            for function in (star.dijkstra, star.dijkstra2, star.arc_bellman_ford):
                self.assertEqual(function(graph, s, weight='km').D, wanted)
            for v, before in star.dijkstra(graph, s, weight='km').F.items():
                self.assertEqual(wanted[v], wanted[before] + graph[before][v]['km'])
            hops = nx.single_source_shortest_path_length(graph, s)
            self.assertEqual(star.levels(graph, s), hops)
            self.assertEqual(star.arc_levels(graph, s), hops)
            wanted = dict(nx.all_pairs_dijkstra_path_length(graph, weight='km'))
            self.assertEqual(star.floyd(graph, weight='km'), wanted)

    def test_structure(self):
        for graph, _ in self.graphs():
            both = graph.to_undirected()
            count = nx.number_connected_components(both)
            for function in (star.components, star.arc_components):
                found = function(graph)
                self.assertEqual(found.k, count)
                for part in nx.connected_components(both):
                    self.assertEqual(len({found.L[v] for v in part}), 1)
            if graph.is_directed():
                self.assertEqual(star.strong(graph).k,
                                 nx.number_strongly_connected_components(graph))
                closed = nx.transitive_closure(graph)
                self.assertEqual(star.closure(graph), {v: set(closed[v]) for v in graph})
            else:
                self.assertEqual(star.triangles(graph), sum(nx.triangles(graph).values()) // 3)

    def test_trees(self):
        for graph, _ in self.graphs():
            if graph.is_directed():
                continue
            wanted = nx.minimum_spanning_tree(graph, weight='km').size(weight='km')
            for function in (star.kruskal, star.boruvka):
                edges = function(graph, weight='km')
                self.assertEqual(sum(graph[a][b]['km'] for a, b in edges), wanted)
                tree = nx.Graph()
                tree.add_edges_from(edges)
                self.assertTrue(not edges or nx.is_forest(tree))
            self.assertEqual(sum(star.prim(graph, weight='km').D.values()), wanted)

    def test_a_weight_that_no_edge_has(self):
        graph = nx.DiGraph([('a', 'b'), ('b', 'c')])
        self.assertEqual(star.dijkstra(graph, 'a').D, {'a': 0, 'b': 1, 'c': 2})
        with self.assertRaisesRegex(ValueError, "G: no edge has a weight 'km'"):
            star.dijkstra(graph, 'a', weight='km')
        graph['a']['b']['km'] = 5
        self.assertEqual(star.dijkstra(graph, 'a', weight='km').D, {'a': 0, 'b': 5, 'c': 6})

    def test_of_two_arcs_the_lightest(self):
        graph = nx.MultiDiGraph()
        graph.add_edges_from([('a', 'b', {'weight': 5}), ('a', 'b', {'weight': 2})])
        self.assertEqual(star.dijkstra(graph, 'a').D, {'a': 0, 'b': 2})


if __name__ == '__main__':
    unittest.main()
