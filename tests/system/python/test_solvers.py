# SPDX-License-Identifier: MIT
"""The solvers of star.h on numpy's memory, beside what numpy computes."""
import math
import os
import signal
import threading
import unittest

import numpy as np

import star
from common import StarCase

try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None

SIZES = (0, 1, 7, 63, 64, 65, 130)


def random(rows, columns, density=0.1):
    return np.random.default_rng(rows + columns).random((rows, columns)) < density


def closure(matrix):
    result = matrix.copy()
    for k in range(len(matrix)):
        result |= np.outer(result[:, k], result[k])
    return result


class Bits(StarCase):
    def test_sizes(self):
        for n in SIZES:
            a = random(n, n, 1.5 / max(n, 1))
            np.testing.assert_array_equal(self.star.solve.closure(a), closure(a))
            for m in SIZES:
                b, c = random(m, n), random(n, 65)
                np.testing.assert_array_equal(self.star.solve.transpose(b), b.T)
                np.testing.assert_array_equal(self.star.solve.product(b, c),
                                              b.astype(int) @ c.astype(int) > 0)

    def test_forms(self):
        a = random(70, 70, 0.02)
        bits = star.Bits.of(a)
        self.assertIs(self.star.solve.closure(bits), bits)
        np.testing.assert_array_equal(bits.numpy(), closure(a))
        words = np.zeros((70, 2), np.uint64)
        words.view(np.uint8)[:, :9] = star.Bits.of(a).memory
        self.star.solve.closure(star.Bits(words, 70))
        np.testing.assert_array_equal(star.Bits(words, 70).numpy(), closure(a))
        given = star.Bits.of(a)
        given.memory.flags.writeable = False
        self.assertIsNot(self.star.solve.closure(given), given)
        np.testing.assert_array_equal(given.numpy(), a)
        self.assertIsInstance(self.star.solve.product(given, a), star.Bits)
        self.assertIsInstance(self.star.solve.transpose(a[::2, ::3]), np.ndarray)
        if sparse is not None:
            result = self.star.solve.closure(sparse.csr_array(a))
            np.testing.assert_array_equal(result.toarray(), closure(a))

    def test_wrong(self):
        for use in (lambda: self.star.solve.closure(random(3, 4)),
                    lambda: self.star.solve.product(random(3, 4), random(3, 4)),
                    lambda: self.star.solve.closure(np.zeros((2, 2, 2), bool))):
            with self.assertRaises(ValueError):
                use()


class Numbers(StarCase):
    def test_kleene(self):
        inf = math.inf
        a = [[inf, 3, inf], [inf, inf, 4], [1, inf, inf]]
        best = [[0, 3, 7], [5, 0, 4], [1, 4, 0]]
        for dtype in (np.float64, np.float32):
            given = np.array(a, dtype)[::-1, ::-1].copy()[::-1, ::-1]
            found = self.star.solve.kleene(given)
            self.assertEqual(found.dtype, dtype)
            np.testing.assert_array_equal(found, best)
            np.testing.assert_array_equal(given, a)
        for dtype in (np.int64, np.int32):
            none = np.iinfo(dtype).max
            given = np.array([[none if w == inf else w for w in row] for row in a], dtype)
            found = self.star.solve.kleene(given, 'MinPlus')
            np.testing.assert_array_equal(found, best)
        np.testing.assert_array_equal(
            self.star.solve.kleene([[0, 1], [0, 0]], 'boolean'), [[1, 1], [0, 1]])
        self.fails(star.RunError, 'divergence', '0 -> 0', self.star.solve.kleene, [[1]], 'maxplus')
        for weights, ring, error in (([[1, 2]], 'minplus', TypeError), ([1], 'minplus', TypeError),
                                     (np.eye(2, dtype=np.int8), 'minplus', TypeError),
                                     ([[1]], 'plusmin', ValueError), ([[1]], 5, ValueError)):
            with self.assertRaises(error):
                self.star.solve.kleene(weights, ring)

    def test_chain(self):
        p = [30, 35, 15, 5, 10, 20, 25]
        costs, splits = self.star.solve.chain(p)
        self.assertEqual((costs[0, 5], splits[0, 5]), (15125, 3))
        cost, first, last = self.star.solve.chain_order(p)
        self.assertEqual(cost, 15125)
        self.assertEqual(sum(p[first[k]] * p[k] * p[last[k] + 1] for k in range(1, 6)), cost)
        self.assertEqual(self.star.solve.chain([])[0].shape, (0, 0))
        self.assertEqual(self.star.solve.chain([5])[0].shape, (0, 0))
        self.fails(star.RunError, 'value-range', '', self.star.solve.chain, [1, 0])
        self.fails(star.RunError, 'value-range', '', self.star.solve.chain_order, [1, 0])
        with self.assertRaisesRegex(TypeError, '^dimensions: '):
            self.star.solve.chain([1.5, 2])

    def test_sdp(self):
        for dtype in (np.int64, np.int32):
            given = np.array([1, 1, 0, 0, 0, 0, 0], dtype)
            found = self.star.solve.sdp(given, [2, 1], 'add')
            self.assertEqual((found.dtype, found.tolist()), (dtype, [1, 1, 2, 3, 5, 8, 13]))
            self.assertEqual(given[2], 0)
        for table, offsets, op, error in (([1.5], [1], 'min', TypeError),
                                          ([[1]], [1], 'min', TypeError),
                                          ([1, 2], [1], 'minus', ValueError)):
            with self.assertRaises(error):
                self.star.solve.sdp(table, offsets, op)
        self.fails(star.RunError, 'value-range', '', self.star.solve.sdp, [1, 2], [3])
        self.fails(star.RunError, 'overflow', '', self.star.solve.sdp, [2**62, 2**62, 0], [2, 1],
                   'add')

    def test_knapsack(self):
        weights, values = [12, 1, 4, 1, 2], [4, 2, 10, 1, 2]
        best, chosen = self.star.solve.knapsack(weights, values, 15)
        self.assertEqual(best, 15)
        self.assertEqual(np.dot(chosen, values), 15)
        self.assertLessEqual(np.dot(chosen, weights), 15)
        self.assertEqual(self.star.solve.knapsack([], [], 5)[0], 0)
        self.fails(star.RunError, 'value-range', '', self.star.solve.knapsack, [-1], [1], 5)
        with self.assertRaises(ValueError):
            self.star.solve.knapsack([1], [1, 2], 5)
        for name, arguments in (('weights', ([1.5], [1], 5)), ('values', ([1], ['a'], 5)),
                                ('capacity', ([1], [1], 2.5)), ('capacity', ([1], [1], 2**63))):
            with self.assertRaisesRegex((TypeError, OverflowError), f'^{name}: '):
                self.star.solve.knapsack(*arguments)

    def test_dimensions(self):
        """Numbers are of one dimension: none is read beyond them."""
        solve = self.star.solve
        for numbers in (5, [[30, 35], [15, 5]], np.zeros((400_000, 0), int)):
            for use in (solve.chain, solve.chain_order, lambda p: solve.sdp([1, 2, 3], p),
                        lambda p: solve.knapsack(p, p, 5)):
                with self.assertRaisesRegex(ValueError, 'one dimension'):
                    use(numbers)


class Runs(StarCase):
    def test_keyboard(self):
        n = 3000
        weights = np.random.default_rng(1).random((n, n))
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                self.star.solve.kleene(weights)
        timer.join()
        self.assertEqual(self.star.enter('1'), 1)

    def test_limits(self):
        with star.open(max_memory=2_000_000) as s:
            self.fails(star.LimitError, 'memory-limit', '', s.solve.kleene,
                       np.zeros((1000, 1000)))


if __name__ == '__main__':
    unittest.main()
