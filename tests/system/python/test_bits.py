# SPDX-License-Identifier: MIT
"""Packed rows: numpy, scipy, memory in place."""
import unittest

import numpy as np

import star
from common import StarCase

try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None

SIZES = (0, 1, 7, 8, 9, 63, 64, 65, 200)


def random(rows, columns, density, seed=1):
    return np.random.default_rng(seed).random((rows, columns)) < density


class Packed(StarCase):
    def test_packing(self):
        for rows in SIZES:
            for columns in SIZES:
                value = random(rows, columns, 0.5)
                bits = star.Bits.of(value)
                self.assertEqual(bits.shape, (rows, columns))
                np.testing.assert_array_equal(bits.numpy(), value)
        bits = star.Bits.of([1, 0, 0, 0, 0, 0, 0, 0, 1])
        self.assertEqual(bits.memory.tolist(), [[1, 1]])
        self.assertIs(star.Bits.of(bits), bits)
        self.assertIn('1 x 9', repr(bits))

    def test_memory_of_others(self):
        words = np.zeros((3, 2), np.uint64)
        words[1, 1] = 5
        bits = star.Bits(words, 70)
        self.assertTrue(np.shares_memory(bits.memory, words))
        self.assertEqual(np.argwhere(bits.numpy()).tolist(), [[1, 64], [1, 66]])
        self.star.enter('var T: table')
        self.star['T'] = bits
        self.assertEqual(np.argwhere(self.star['T']).tolist(), [[1, 64], [1, 66]])
        wide = np.zeros((4, 8), np.uint8)
        wide[2, 1] = 2
        part = star.Bits(wide[1:, :3], 20)
        self.assertEqual((part.stride, part.rows), (8, 3))
        del self.star['T']
        self.star['T'] = part
        self.assertEqual(np.argwhere(self.star['T']).tolist(), [[1, 9]])

    def test_one_row_of_others(self):
        rows = np.zeros((2, 8), np.uint64)[::-1]
        rows[0, 7] = 5
        bits = star.Bits(rows[:1], 512)
        self.assertEqual(bits.stride, 64)
        with star.open() as s:
            turned = s.solve.transpose(bits).numpy()
        self.assertEqual(np.argwhere(turned).tolist(), [[448, 0], [450, 0]])

    def test_no_memory_for_bits(self):
        for memory, columns, error in (
                (np.zeros((2, 2)), 2, TypeError), (np.zeros(4, np.uint8), 2, TypeError),
                (np.zeros((2, 2), np.uint8), 17, ValueError),
                (np.zeros((2, 2), np.uint8), -1, ValueError)):
            with self.assertRaises(error):
                star.Bits(memory, columns)

    def test_any_layout(self):
        """Of rows that are not in one piece, one behind the other, a copy is used."""
        whole = np.random.default_rng(3).integers(0, 256, (8, 48), np.uint8).view(np.uint64)
        for memory, copied in (
                (whole, False), (whole[:1].T, False), (whole[:, :1].T, True), (whole.T, True),
                (whole[:, 2:3], False), (np.zeros((1, 5), np.uint64).T, False),
                (np.zeros((5, 1), np.uint64).T, False), (np.asfortranarray(whole), True),
                (whole[::-1], True), (whole[:, ::2], True), (whole[::2], False),
                (np.broadcast_to(whole[0], (4, 6)), True), (whole[:0].T, True)):
            bits = star.Bits(memory, 64 * memory.shape[1])
            wanted = np.unpackbits(np.ascontiguousarray(memory).view(np.uint8), axis=1,
                                   bitorder='little')
            np.testing.assert_array_equal(bits.numpy(), wanted)
            self.assertEqual(np.shares_memory(bits.memory, memory), not copied and memory.size > 0)
            if memory.size > 0:
                np.testing.assert_array_equal(self.star.solve.transpose(bits).numpy(), wanted.T)

    def test_results_in_place(self):
        self.star.enter('uses closure')
        bits = star.Bits.of(np.eye(70, k=1))
        result = self.star.CLOSURE(70, bits)
        self.assertIs(result, bits)
        np.testing.assert_array_equal(bits.numpy(), np.triu(np.ones((70, 70)), 1))
        given = star.Bits.of(np.eye(70, k=1))
        given.memory.flags.writeable = False
        self.assertIsNot(self.star.CLOSURE(70, given), given)

    def test_bits_of_variables(self):
        self.star.enter("var X: slice; X := '0110'")
        self.assertEqual(self.star.bits('X').memory.tolist(), [[6]])
        self.fails(star.MisuseError, 'undeclared', 'Y', self.star.bits, 'Y')


@unittest.skipIf(sparse is None, 'there is no scipy (Debian: python3-scipy)')
class Sparse(StarCase):
    def test_both_ways(self):
        for rows in SIZES:
            for columns in SIZES:
                for density in (0, 0.05, 0.9):
                    value = random(rows, columns, density)
                    for make in (sparse.csr_array, sparse.csc_matrix, sparse.coo_array,
                                 sparse.lil_matrix):
                        bits = star.Bits.of(make(value))
                        np.testing.assert_array_equal(bits.numpy(), value)
                    back = bits.sparse()
                    self.assertEqual((back.dtype, back.shape), (np.bool_, value.shape))
                    np.testing.assert_array_equal(back.toarray(), value)
                    self.assertTrue(back.has_sorted_indices)

    def test_entries(self):
        """In any order, twice, with weights; a stored 0 is none."""
        row, column = [2, 0, 0, 2, 1], [9, 70, 3, 9, 64]
        weights = sparse.coo_array(([1.5, 2, 0, -1, 7], (row, column)), shape=(3, 71))
        found = star.Bits.of(weights)
        self.assertEqual(np.argwhere(found.numpy()).tolist(), [[0, 70], [1, 64], [2, 9]])
        self.assertEqual(weights.nnz, 5)
        unsorted = sparse.csr_array(([1, 1, 1], [9, 70, 3], [0, 0, 3, 3]), shape=(3, 71))
        found = star.Bits.of(unsorted)
        self.assertEqual(np.argwhere(found.numpy()).tolist(), [[1, 3], [1, 9], [1, 70]])
        unsorted.has_sorted_indices = True  # as one may have it that changes indices
        np.testing.assert_array_equal(star.Bits.of(unsorted).numpy(), found.numpy())

    def test_blocks(self):
        """A matrix of blocks stores the zeros within them."""
        arcs = np.eye(4, k=1)
        for make in (lambda a: sparse.bsr_array(a, blocksize=(2, 2)), sparse.dia_array):
            np.testing.assert_array_equal(star.Bits.of(make(arcs)).numpy(), arcs)
        none = sparse.csr_array(arcs)
        none[0, 1] = none[1, 2] = none[2, 3] = 0
        self.assertFalse(star.Bits.of(none).numpy().any())

    def test_large_and_few(self):
        """Memory grows with the ones, not with the components, beside the rows."""
        arcs = sparse.csr_array(([1, 1], ([5, 99_999], [7, 99_999])), shape=(100_000, 100_000))
        row = star.Bits.of(arcs[99_999:, :])
        self.assertEqual(row.sparse().indices.tolist(), [99_999])

    def test_results(self):
        """A result has the form of its argument."""
        self.star.enter('uses closure; var T: table')
        result = self.star.CLOSURE(4, sparse.csr_array(np.eye(4, k=1)))
        self.assertTrue(sparse.issparse(result))
        np.testing.assert_array_equal(result.toarray(), np.triu(np.ones((4, 4)), 1))
        self.star['T'] = result
        np.testing.assert_array_equal(self.star.bits('T').sparse().toarray(), result.toarray())


if __name__ == '__main__':
    unittest.main()
