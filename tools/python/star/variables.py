# SPDX-License-Identifier: MIT
"""Variables of a Star, by their kinds, as Python's values and numpy's."""

from __future__ import annotations

import operator
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._libstar import ffi
from .bits import Bits
from .handle import Handle, Info, encoded
from .library import lib

BITS = ("slice", "word", "table")
SCALARS = ("integer", "boolean", "char", "enum", "real")
Value = Union[None, bool, int, float, str, NDArray[Any]]


def pointer(array: NDArray[Any], kind: str) -> Any:
    return ffi.cast(kind, array.__array_interface__["data"][0])


def memory(bits: Bits) -> tuple[Any, int]:
    """Where its rows are, and the bytes from one to the next."""
    return pointer(bits.memory, "void *"), bits.stride


# ---- Scalars ----


_FORMS = {
    "integer": "an integer",
    "boolean": "a bool",
    "char": "a str of one byte",
    "enum": "a name, or its number,",
}


def to_ordinal(info: Info, value: Any) -> int:
    """The number of an integer, boolean, character or name of an enumeration."""
    if info["kind"] == "char" and isinstance(value, str):
        text = value.encode("utf-8", "surrogateescape")
        if len(text) != 1:
            raise ValueError(f"{value!r} is no char, which is one byte")
        return text[0]
    if info["kind"] == "enum" and isinstance(value, str):
        names = [name.lower() for name in info["names"]]
        if value.lower() not in names:
            raise ValueError(f"{value!r} is none of {', '.join(info['names'])}")
        return names.index(value.lower())
    try:
        return operator.index(bool(value) if isinstance(value, np.bool_) else value)
    except TypeError:
        raise TypeError(f"{_FORMS[info['kind']]} is expected, not {type(value).__name__}") from None


def to_real(value: Any) -> float:
    """A complex number of numpy would lose its imaginary part, a text be read."""
    if isinstance(value, (str, bytes)) or np.iscomplexobj(value):
        raise TypeError(f"a real number is expected, not {type(value).__name__}")
    return float(value)


def from_ordinal(info: Info, value: int) -> Value:
    if info["kind"] == "boolean":
        return value != 0
    if info["kind"] == "char":
        return bytes([value]).decode("utf-8", "surrogateescape")
    return info["names"][value] if info["kind"] == "enum" else value


def _get_scalar(handle: Handle, info: Info) -> Value:
    name = info["name"].encode()
    if info["kind"] == "real":
        real = ffi.new("double *")
        handle.call(lib.star_get_real, name, real)
        return float(real[0])
    integer = ffi.new("int64_t *")
    handle.call(lib.star_get_integer, name, integer)
    return from_ordinal(info, integer[0])


def _set_scalar(handle: Handle, info: Info, value: Any) -> None:
    name = info["name"].encode()
    if info["kind"] == "real":
        handle.call(lib.star_set_real, name, to_real(value))
    else:
        handle.call(lib.star_set_integer, name, to_ordinal(info, value))


# ---- Strings ----


def _get_string(handle: Handle, info: Info) -> str:
    text, length = ffi.new("const char **"), ffi.new("size_t *")
    handle.call(lib.star_get_string, info["name"].encode(), text, length)
    bytes_: bytes = ffi.buffer(text[0], length[0])[:]
    return bytes_.decode("utf-8", "surrogateescape")


def _set_string(handle: Handle, info: Info, value: Any) -> None:
    if not isinstance(value, str):
        raise TypeError(f"a str is expected, not {type(value).__name__}")
    text = value.encode("utf-8", "surrogateescape")
    handle.call(lib.star_set_string, info["name"].encode(), text, len(text))


# ---- Slices, words, tables ----


def get_bits(handle: Handle, name: str, into: Optional[Bits] = None) -> Bits:
    """New bits, or those given, if they have the size and may be written."""
    rows, columns = ffi.new("int64_t *"), ffi.new("int64_t *")
    handle.call(lib.star_get_size, encoded(name), rows, columns)
    shape = rows[0], columns[0]
    if into is not None and into.shape == shape and into.memory.flags.writeable:
        bits = into
    else:
        bits = Bits.zeros(*shape)
    handle.call(lib.star_get_bits, name.encode(), *bits.shape, *memory(bits))
    return bits


def set_bits(handle: Handle, name: str, value: Any) -> None:
    bits = Bits.of(value)
    handle.call(lib.star_set_bits, name.encode(), *bits.shape, *memory(bits))


# ---- Arrays ----


def to_numbers(info: Info, value: Any) -> NDArray[Any]:
    """The elements in one piece: int64 and float64 are used where they are."""
    array = np.asarray(value)
    if info["element"] == "real":
        return _reals(array)
    if info["element"] == "char":
        return _characters(array)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{info['element']} elements are expected, not {array.dtype}")
    if array.dtype == np.uint64 and array.size > 0 and array.max() >= 1 << 63:
        raise OverflowError("an element is beyond 64 bits with a sign")
    return np.ascontiguousarray(array, np.int64)


def _reals(array: NDArray[Any]) -> NDArray[np.float64]:
    """An array of Python's objects may have fractions, or integers of any size."""
    if array.dtype.kind not in "biufO":
        raise TypeError(f"real elements are expected, not {array.dtype}")
    for element in array.ravel().tolist() if array.dtype.kind == "O" else []:
        if isinstance(element, (str, bytes)) or np.iscomplexobj(element):
            raise TypeError(f"real elements are expected, not {type(element).__name__}")
    return np.ascontiguousarray(array, np.float64)


def _characters(array: NDArray[Any]) -> NDArray[np.int64]:
    if array.size > 0 and array.dtype not in (np.dtype("S1"), np.dtype("U1"), np.uint8):
        raise TypeError(f"char elements are expected, not {array.dtype}")
    if array.dtype != np.uint8:
        array = np.ascontiguousarray(array, "S1").view(np.uint8)
    return array.astype(np.int64)


def _get_array(handle: Handle, info: Info) -> NDArray[Any]:
    shape = [bound[1] - bound[0] + 1 for bound in info["bounds"] if bound is not None]
    real = info["element"] == "real"
    array = np.empty(shape, np.float64 if real else np.int64)
    read = lib.star_get_reals if real else lib.star_get_integers
    kind = "double *" if real else "int64_t *"
    handle.call(read, info["name"].encode(), pointer(array, kind), array.size)
    if info["element"] == "boolean":
        return array.astype(np.bool_)
    return array.astype(np.uint8).view("S1") if info["element"] == "char" else array


def _set_array(handle: Handle, info: Info, value: Any) -> None:
    array = to_numbers(info, value)
    shape = tuple(bound[1] - bound[0] + 1 for bound in info["bounds"] if bound is not None)
    if array.shape != shape:
        raise ValueError(f"the shape {shape} is expected, not {array.shape}")
    name = info["name"].encode()
    if info["element"] == "real":
        handle.call(lib.star_set_reals, name, pointer(array, "double *"), array.size)
    else:
        handle.call(lib.star_set_integers, name, pointer(array, "int64_t *"), array.size)


# ---- All ----


def supported(info: Info) -> bool:
    kind = info["kind"]
    if kind == "array":
        return info["element"] in SCALARS
    return kind in SCALARS + BITS or kind == "string"


def get(handle: Handle, info: Info) -> Value:
    """A slice or a word as a 1-D array of booleans, a table as a 2-D one."""
    kind = info["kind"]
    if kind == "string":
        return _get_string(handle, info)
    if kind in BITS:
        bits = get_bits(handle, info["name"]).numpy()
        return bits if kind == "table" else bits[0]
    if kind == "array":
        return _get_array(handle, info)
    return _get_scalar(handle, info)


def last(handle: Handle) -> Value:
    """The value of the last entry; None of none, or of one that Python has not."""
    found = handle.describe("")
    return get(handle, found[0]) if found and supported(found[0]) else None


def put(handle: Handle, info: Info, value: Any) -> None:
    kind = info["kind"]
    if kind == "string":
        _set_string(handle, info, value)
    elif kind in BITS:
        set_bits(handle, info["name"], value)
    elif kind == "array":
        _set_array(handle, info, value)
    else:
        _set_scalar(handle, info, value)
