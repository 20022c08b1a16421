# SPDX-License-Identifier: MIT
"""The solvers of star.h: kernels of the library, without a program."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._libstar import ffi
from .bits import Bits
from .errors import about
from .handle import Handle
from .library import lib
from .variables import memory, pointer

_WEIGHTS = {
    np.dtype(np.int64): lib.STAR_WEIGHTS_INT64,
    np.dtype(np.int32): lib.STAR_WEIGHTS_INT32,
    np.dtype(np.float64): lib.STAR_WEIGHTS_DOUBLE,
    np.dtype(np.float32): lib.STAR_WEIGHTS_FLOAT,
}


def _number(kind: str, name: str) -> int:
    """The enumerator STAR_KIND_NAME."""
    found = getattr(lib, f"STAR_{kind}_{str(name).upper()}", None)
    if not isinstance(found, int):
        raise ValueError(f"there is no {kind.lower()} {name!r}")
    return found


def _integers(name: str, value: ArrayLike) -> NDArray[np.int64]:
    with about(name):
        array = np.asarray(value)
        if array.ndim != 1:
            raise ValueError(f"numbers of one dimension, not {array.ndim}, are expected")
        if array.size == 0:
            array = array.astype(np.int64)
        if not np.can_cast(array.dtype, np.int64):
            raise TypeError(f"integers of 64 bits are expected, not {array.dtype}")
        return np.ascontiguousarray(array, np.int64)


def _like(bits: Bits, given: Any) -> Any:
    """In the form of the argument."""
    if isinstance(given, Bits):
        return bits
    return bits.sparse() if hasattr(given, "tocsr") else bits.numpy()


class Solvers:
    """`Star.solve`. Matrices of bits are what star.Bits takes, and results have the
    form of the first argument."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def _run(self, function: Any, *arguments: Any) -> None:
        with self._handle.lock:
            self._handle.run(function, *arguments)

    def closure(self, matrix: Any) -> Any:
        """The closure of a graph; a Bits is itself changed, if it may be written."""
        bits = Bits.of(matrix)
        if bits is matrix and not bits.memory.flags.writeable:
            bits = Bits(bits.memory.copy(), bits.columns)
        if bits.rows != bits.columns:
            raise ValueError("a graph has as many rows as columns")
        self._run(lib.star_solve_closure, bits.rows, *memory(bits))
        return _like(bits, matrix)

    def product(self, a: Any, b: Any) -> Any:
        """The Boolean product of two matrices."""
        left, right = Bits.of(a), Bits.of(b)
        if left.columns != right.rows:
            raise ValueError(f"{left.columns} columns do not fit {right.rows} rows")
        out = Bits.zeros(left.rows, right.columns)
        self._run(
            lib.star_solve_product,
            *left.shape,
            right.columns,
            *memory(left),
            *memory(right),
            *memory(out),
        )
        return _like(out, a)

    def transpose(self, matrix: Any) -> Any:
        bits = Bits.of(matrix)
        out = Bits.zeros(bits.columns, bits.rows)
        self._run(lib.star_solve_transpose, *bits.shape, *memory(bits), *memory(out))
        return _like(out, matrix)

    def kleene(self, weights: ArrayLike, ring: str = "minplus") -> NDArray[Any]:
        """The weights of best paths: of int64, int32, float64 or float32. Infinities
        are those of numpy, or the greatest integer of the type."""
        a = np.array(weights, order="C")
        if a.dtype not in _WEIGHTS or a.ndim != 2 or a.shape[0] != a.shape[1]:
            raise TypeError("weights are a square matrix of int64, int32, float64 or float32")
        self._run(
            lib.star_solve_kleene,
            _number("SEMIRING", ring),
            _WEIGHTS[a.dtype],
            len(a),
            pointer(a, "void *"),
            a.strides[0],
        )
        return a

    def chain(self, dimensions: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least costs of all parts of a chain of matrices, and where each is split."""
        p = _integers("dimensions", dimensions)
        n = max(len(p) - 1, 0)
        costs, splits = np.zeros((n, n), np.int64), np.zeros((n, n), np.int64)
        self._run(
            lib.star_solve_chain,
            n,
            pointer(p, "int64_t *"),
            pointer(costs, "int64_t *"),
            pointer(splits, "int64_t *"),
            8 * n,
        )
        return costs, splits

    def chain_order(
        self, dimensions: ArrayLike
    ) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
        """The least cost of the whole chain, and the first and the last matrix of
        each product."""
        p = _integers("dimensions", dimensions)
        n = max(len(p) - 1, 0)
        cost = ffi.new("int64_t *")
        first, last = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._run(
            lib.star_solve_chain_order,
            n,
            pointer(p, "int64_t *"),
            cost,
            pointer(first, "int64_t *"),
            pointer(last, "int64_t *"),
        )
        return int(cost[0]), first, last

    def sdp(self, table: ArrayLike, offsets: ArrayLike, op: str = "min") -> NDArray[Any]:
        """A table of int64 or int32 whose first offsets[0] elements are given, with
        all others."""
        result = np.array(table, order="C")
        steps = _integers("offsets", offsets)
        if result.dtype not in (np.int64, np.int32) or result.ndim != 1:
            raise TypeError("the table has one dimension of int64 or int32")
        self._run(
            lib.star_solve_sdp,
            _number("REDUCTION", op),
            _WEIGHTS[result.dtype],
            len(result),
            pointer(result, "void *"),
            len(steps),
            pointer(steps, "int64_t *"),
        )
        return result

    def knapsack(
        self, weights: ArrayLike, values: ArrayLike, capacity: int
    ) -> tuple[int, NDArray[np.bool_]]:
        """The greatest sum of values, and which items have it."""
        w, v = _integers("weights", weights), _integers("values", values)
        if w.shape != v.shape:
            raise ValueError("each item has a weight and a value")
        best, chosen = ffi.new("int64_t *"), Bits.zeros(1, len(w))
        with about("capacity"):
            most = ffi.new("int64_t *", capacity)[0]
        self._run(
            lib.star_solve_knapsack,
            len(w),
            pointer(w, "int64_t *"),
            pointer(v, "int64_t *"),
            most,
            best,
            pointer(chosen.memory, "void *"),
        )
        return int(best[0]), chosen.numpy()[0]
