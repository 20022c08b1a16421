# SPDX-License-Identifier: MIT
"""Rows of bits between numpy, scipy and the library, packed without a loop."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Bits:
    """A table as the library has it, row by row.

    memory[r, c // 8] has column c of row r, from 0, in its bit c % 8. The memory is
    used where it is: it goes to the library, and results come into it, without
    another copy. Bits past the last column are 0. A slice or a word is one row.
    Of memory whose rows are not in one piece each, one behind the other, as if it
    is transposed, a copy is used.
    """

    def __init__(self, memory: NDArray[Any], columns: int) -> None:
        """Takes an array of integers, such as uint64."""
        if memory.ndim != 2 or memory.dtype.kind not in "iu":
            raise TypeError("the memory of bits is a 2-D array of integers")
        width = memory.shape[1] * memory.itemsize
        if not 0 <= columns <= 8 * width:
            raise ValueError(f"{width} bytes have no {columns} columns")
        in_pieces = memory.shape[1] > 1 and memory.strides[1] != memory.itemsize
        if in_pieces or (memory.shape[0] > 1 and memory.strides[0] < width):
            memory = np.ascontiguousarray(memory)
        self.memory: NDArray[np.uint8] = memory.view(np.uint8)
        self.columns = columns

    @property
    def rows(self) -> int:
        return self.memory.shape[0]

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.columns

    @property
    def stride(self) -> int:
        """Bytes from one row to the next; numpy may say anything of one row."""
        return self.memory.strides[0] if self.rows > 1 else self.memory.shape[1]

    @classmethod
    def zeros(cls, rows: int, columns: int) -> Bits:
        return cls(np.zeros((rows, (columns + 7) // 8), np.uint8), columns)

    @classmethod
    def of(cls, value: Any) -> Bits:
        """Packs booleans, or numbers 0 and 1, of one or two dimensions, or a sparse
        matrix, whose every entry that is not 0 is a 1."""
        if isinstance(value, Bits):
            return value
        if hasattr(value, "tocsr"):
            return cls._of_sparse(value.tocsr())
        array = np.asarray(value)
        if array.dtype != np.bool_:
            array = _booleans(array)
        if array.ndim not in (1, 2):
            raise ValueError(f"bits have one or two dimensions, not {array.ndim}")
        array = np.atleast_2d(array)
        packed = np.packbits(array, axis=1, bitorder="little")
        return cls(np.ascontiguousarray(packed), array.shape[1])

    @classmethod
    def _of_sparse(cls, csr: Any) -> Bits:
        """The entries in order of their bytes: those of one byte follow each other."""
        bits = cls.zeros(*csr.shape)
        width = bits.memory.shape[1]
        rows = np.repeat(np.arange(csr.shape[0], dtype=np.int64), np.diff(csr.indptr))
        ones = csr.data != 0
        rows, columns = rows[ones], csr.indices[ones]
        at = rows * width + columns // 8
        mask = np.left_shift(1, columns % 8).astype(np.uint8)
        if np.any(at[1:] < at[:-1]):  # has_sorted_indices may be out of date
            order = np.argsort(at, kind="stable")
            at, mask = at[order], mask[order]
        first = np.flatnonzero(np.diff(at, prepend=-1))
        bits.memory.reshape(-1)[at[first]] = np.bitwise_or.reduceat(mask, first)
        return bits

    def numpy(self) -> NDArray[np.bool_]:
        """The bits as a new 2-D array of booleans."""
        bits = np.unpackbits(self.memory, axis=1, count=self.columns, bitorder="little")
        return bits.view(np.bool_)

    def numbers(self) -> NDArray[Any]:
        """Each row as a number, whose first column is the most significant bit: of
        int64, or of Python's integers where there are more than 63 columns."""
        return numbers(self.numpy())

    def sparse(self) -> Any:
        """The ones as a scipy.sparse.csr_array of booleans."""
        from scipy.sparse import csr_array  # type: ignore[import]

        memory = self.memory.reshape(-1)
        byte = np.flatnonzero(memory)
        ones = np.flatnonzero(np.unpackbits(memory[byte], bitorder="little"))
        at = byte[ones >> 3] << 3 | ones & 7
        width = 8 * self.memory.shape[1]
        start = np.searchsorted(at, np.arange(self.rows + 1) * width)
        column = at - np.repeat(np.arange(self.rows) * width, np.diff(start))
        return csr_array((np.ones(len(at), np.bool_), column, start), shape=self.shape)

    def __repr__(self) -> str:
        return f"<star.Bits {self.rows} x {self.columns}>"


def numbers(bits: NDArray[np.bool_]) -> NDArray[Any]:
    found = np.zeros(len(bits), np.int64 if bits.shape[1] < 64 else object)
    for column in bits.T:
        found = 2 * found + column
    return found


def _booleans(array: NDArray[Any]) -> NDArray[np.bool_]:
    if array.dtype.kind not in "iuf":
        raise TypeError(f"bits are booleans, or numbers 0 and 1, not {array.dtype}")
    ones: NDArray[np.bool_] = array == 1
    if array.size > 0 and not np.all(ones | (array == 0)):
        raise ValueError("bits are booleans, or numbers 0 and 1")
    return ones
