# SPDX-License-Identifier: MIT
"""Graphs as people have them, to and from the tables of the library's procedures.

A graph is one of networkx; a square pandas frame with the same names as index and
as columns, or one of arcs, with columns of their two ends and perhaps of weights; a
square matrix of numpy or scipy; or {vertex: {vertex: weight}}. In matrices of
numbers 0, an infinity and NaN are no arc. Vertices have the graph's names; those of
a matrix are 0, 1, 2, ...
"""

from __future__ import annotations

from typing import Any, Callable, Hashable, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from .bits import Bits, numbers
from .errors import about
from .session import open

# The usual names of columns, as those of a file.
ENDS = (("from", "to"), ("source", "target"), ("u", "v"), ("src", "dst"), ("start", "end"))
WEIGHTS = ("weight", "w", "km", "cost", "distance", "length")
DEFAULT = "weight"


class Arcs(NamedTuple):
    """The arcs of a graph by the numbers of their ends, each once, in their order."""

    names: Optional[list[Hashable]]  # None: vertex i is i
    n: int
    ends: NDArray[np.int64]  # two rows
    weights: NDArray[Any]

    def vertex(self, name: Any) -> int:
        """The number of a vertex."""
        if self.names is not None:
            try:
                return self.names.index(name)
            except ValueError:
                raise KeyError(f"there is no vertex {name!r}") from None
        if not 0 <= name < self.n:
            raise KeyError(f"there is no vertex {name}: the last one is {self.n - 1}")
        return int(name)

    def name(self, number: int) -> Any:
        return number if self.names is None else self.names[number]


def _once(names: Optional[list[Hashable]], n: int, ends: Any, weights: Any) -> Arcs:
    """Of several arcs between two vertices the lightest."""
    ends = np.asarray(ends, np.int64).reshape(2, -1)
    weights = np.asarray(weights)
    order = np.lexsort((weights, ends[1], ends[0]))
    ends, weights = ends[:, order], weights[order]
    first = np.any(np.diff(ends, axis=1, prepend=-1) != 0, axis=0)
    return Arcs(names, n, ends[:, first], weights[first])


def _of_names(rows: list[Any], names: list[Hashable]) -> Arcs:
    at = {name: k for k, name in enumerate(names)}
    ends = [[at[a] for a, _, _ in rows], [at[b] for _, b, _ in rows]]
    return _once(names, len(names), ends, [w for _, _, w in rows])


def _of_networkx(graph: Any, weight: Optional[str]) -> Arcs:
    rows = list(graph.edges(data=weight)) if weight else [(a, b, 1) for a, b in graph.edges()]
    if weight not in (None, DEFAULT) and rows and all(w is None for _, _, w in rows):
        raise ValueError(f"no edge has a weight {weight!r}")
    rows = [(a, b, 1 if w is None else w) for a, b, w in rows]
    if not graph.is_directed():
        rows += [(b, a, w) for a, b, w in rows]
    return _of_names(rows, list(graph.nodes))


def _weights(frame: Any, weight: Optional[str], usual: list[Any]) -> Any:
    """The column of weights by its name, else the only one of a usual name."""
    if weight in frame.columns:
        return frame[weight]
    if weight is None or (weight == DEFAULT and len(frame.columns) == 2):
        return [1] * len(frame)
    if weight != DEFAULT or len(usual) != 1:
        raise ValueError(f"which column has the weights? There are {list(frame.columns)}: weight=")
    return frame[usual[0]]


def _of_frame(frame: Any, weight: Optional[str]) -> Arcs:
    if frame.shape[0] == frame.shape[1] and list(frame.index) == list(frame.columns):
        return _of_matrix(frame.to_numpy())._replace(names=list(frame.index))

    def named(name: str) -> list[Any]:
        return [c for c in frame.columns if str(c).lower() == name]

    ends = [(a, b) for from_, to in ENDS for a in named(from_) for b in named(to)]
    if len(ends) != 1:
        raise ValueError(
            "a frame is a square matrix with one list of names, or has columns "
            + " or ".join(f"{a} and {b}" for a, b in ENDS)
        )
    weights = _weights(frame, weight, [c for name in WEIGHTS for c in named(name)])
    for end in ends[0]:
        if frame[end].isna().any():
            row = frame.index[frame[end].isna()][0]
            raise ValueError(f"row {row!r} has no vertex in column {end!r}")
    rows = list(zip(*(frame[e] for e in ends[0]), weights))
    return _of_names(rows, list(dict.fromkeys(v for a, b, _ in rows for v in (a, b))))


def _of_matrix(matrix: Any) -> Arcs:
    ends: Any
    if hasattr(matrix, "tocoo"):
        coo = matrix.tocoo()
        shape: tuple[int, ...] = coo.shape
        ends, weights = (coo.row, coo.col), coo.data
    else:
        array = np.asarray(matrix)
        shape = array.shape
        ends = np.nonzero(array) if array.ndim == 2 else ([], [])
        weights = array[ends] if array.ndim == 2 else array
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"a graph is a square matrix, not of {' x '.join(map(str, shape))}")
    ends = np.asarray(ends)
    there = np.isfinite(weights) & (weights != 0)
    return _once(None, shape[0], ends[:, there], weights[there])


def arcs_of(graph: Any, weight: Optional[str]) -> Arcs:
    """With weights by their name; None: each is 1, unless the graph is a matrix."""
    if hasattr(graph, "is_directed") and hasattr(graph, "nodes"):
        return _of_networkx(graph, weight)
    if hasattr(graph, "columns") and hasattr(graph, "index"):
        return _of_frame(graph, weight)
    if isinstance(graph, dict):
        rows = [(a, b, w) for a, ends in graph.items() for b, w in ends.items()]
        return _of_names(rows, list(dict.fromkeys([*graph, *(b for _, b, _ in rows)])))
    return _of_matrix(graph.numpy() if isinstance(graph, Bits) else graph)


def _whole(arcs: Arcs, scale: int) -> NDArray[np.int64]:
    """The weights as whole numbers, `scale` for 1."""
    given = arcs.weights
    if given.dtype.kind not in "biuf":
        raise TypeError(f"weights are numbers, not {given.dtype}")
    scaled = given.astype(np.int64 if given.dtype.kind in "biu" else np.float64) * scale
    good = np.isfinite(scaled) & (scaled >= 0) & (scaled < 1 << 62)
    nearest = np.rint(np.where(good, scaled, 0))
    good &= np.abs(np.where(good, scaled, 1) - nearest) <= 1e-9 * np.maximum(1, nearest)
    if not np.all(good):
        k = np.flatnonzero(~good)[0]
        a, b = (arcs.name(v) for v in arcs.ends[:, k])
        raise ValueError(
            f"the weight {given[k]} of {a!r} -> {b!r}, times {scale}, is no whole number "
            "from 0 on: scale="
        )
    whole: NDArray[np.int64] = nearest.astype(np.int64)
    return whole


# ---- To the library ----


def _binary(values: NDArray[np.int64], columns: int) -> Bits:
    """A row for each number, the most significant bit in the first column."""
    shifts = np.arange(columns - 1, -1, -1)
    return Bits.of((values[:, None] >> shifts & 1).astype(bool))


def _adjacency(arcs: Arcs) -> Bits:
    bits = Bits.zeros(arcs.n, arcs.n)
    i, j = arcs.ends
    np.bitwise_or.at(bits.memory, (i, j // 8), np.left_shift(1, j % 8).astype(np.uint8))
    return bits


def _strips(arcs: Arcs, weights: NDArray[np.int64], h: int) -> Bits:
    """Strip j of row i has the weight of the arc from j to i, all ones for none."""
    bits = Bits.zeros(arcs.n, arcs.n * h)
    j, i = arcs.ends
    bits.memory[:] = 255
    if arcs.n * h % 8 != 0:
        bits.memory[:, -1] = (1 << arcs.n * h % 8) - 1
    for b in range(h):
        zero = weights >> (h - 1 - b) & 1 == 0
        at = (j * h + b)[zero]
        clear = (255 - np.left_shift(1, at % 8)).astype(np.uint8)
        np.bitwise_and.at(bits.memory, (i[zero], at // 8), clear)
    return bits


# ---- From the library ----


class _Results:
    """What a role makes of a parameter's value: by name, or as an array."""

    def __init__(self, arcs: Arcs, graph: Any, scale: int) -> None:
        self.arcs, self.graph, self.scale = arcs, graph, scale

    def _by_name(self, values: NDArray[Any], there: NDArray[np.bool_], none: Any) -> Any:
        if self.arcs.names is None:
            return np.where(there, values, none)
        rows = np.flatnonzero(there)
        return {self.arcs.names[k]: v for k, v in zip(rows, values[rows].tolist())}

    def _scaled(self, values: NDArray[Any]) -> NDArray[Any]:
        return values if self.scale == 1 else values / self.scale

    def distances(self, table: NDArray[np.bool_]) -> Any:
        return self._by_name(self._scaled(numbers(table)), ~np.all(table, axis=1), np.inf)

    def numbers(self, table: NDArray[np.bool_]) -> Any:
        return self._by_name(self._scaled(numbers(table)), np.ones(len(table), bool), 0)

    def tree(self, table: NDArray[np.bool_]) -> Any:
        before = numbers(table)
        if self.arcs.names is None:
            return before - 1
        pairs = zip(self.arcs.names, before.tolist())
        return {name: self.arcs.names[k - 1] for name, k in pairs if k > 0}

    def vertices(self, line: NDArray[np.bool_]) -> Any:
        if self.arcs.names is None:
            return line
        return {self.arcs.names[k] for k in np.flatnonzero(line)}

    def arcs_(self, line: NDArray[np.bool_]) -> Any:
        return [tuple(map(self.arcs.name, self.arcs.ends[:, e])) for e in np.flatnonzero(line)]

    def adjacency(self, table: Any) -> Any:
        bits = Bits.of(table)
        if isinstance(self.graph, Bits):
            return bits
        if hasattr(self.graph, "tocsr"):
            return bits.sparse()
        if self.arcs.names is None:
            return bits.numpy()
        names = self.arcs.names
        return {a: {names[j] for j in np.flatnonzero(row)} for a, row in zip(names, bits.numpy())}

    def weights(self, table: Any) -> Any:
        n = self.arcs.n
        strips = Bits.of(table).numpy().reshape(n * n, -1)
        found = self._scaled(numbers(strips)).reshape(n, n).T
        there = ~np.all(strips, axis=1).reshape(n, n).T
        if self.arcs.names is None:
            return np.where(there, found, np.inf)
        rows = (self._by_name(found[i], there[i], None) for i in range(n))
        return dict(zip(self.arcs.names, rows))


def run(
    unit: str,
    procedure: str,
    parameters: list[tuple[str, str]],
    result: Callable[..., Any],
    graph: Any,
    weight: str = DEFAULT,
    scale: int = 1,
    **given: Any,
) -> Any:
    """Calls a procedure: parameters are (name, role), those of results with a role
    behind a '>'; n and h are known."""
    with about("G"):
        weighs = any(role.lstrip("=>") in ("weights", "weight") for _, role in parameters)
        arcs = arcs_of(graph, weight if weighs else None)
        weights = _whole(arcs, scale) if weighs else np.ones(len(arcs.weights), np.int64)
        most = int(weights.max(initial=0)) * max(arcs.n - 1, 1)
        if most >= 1 << 62:
            raise ValueError("the sums of the weights have over 62 bits")
    h, c = (most + 1).bit_length(), max(arcs.n.bit_length(), 1)
    make: dict[str, Callable[[], Any]] = {
        "n": lambda: arcs.n,
        "h": lambda: h,
        "adjacency": lambda: _adjacency(arcs),
        "weights": lambda: _strips(arcs, weights, h),
        "left": lambda: _binary(arcs.ends[0] + 1, c),
        "right": lambda: _binary(arcs.ends[1] + 1, c),
        "weight": lambda: _binary(weights, h),
    }
    values: list[Any] = []
    for name, role in parameters:
        if role == "vertex":
            values.append(arcs.vertex(given[name]) + 1)
        elif role == "given":
            values.append(given[name])
        else:
            values.append(None if role[0] == ">" else make[role.lstrip("=")]())
    with open() as s:
        s.enter(f"uses {unit}")
        found = s.call(procedure, *values)
    made = _Results(arcs, graph, scale if weighs else 1)
    roles = [role[1:] for _, role in parameters if role[0] in "=>"]
    found = found if isinstance(found, tuple) else (found,)
    return result(
        *(
            value if role == "integer" else getattr(made, "arcs_" if role == "arcs" else role)(value)
            for role, value in zip(roles, found)
        )
    )
