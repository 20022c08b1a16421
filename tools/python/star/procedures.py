# SPDX-License-Identifier: MIT
"""Procedures and functions of a Star as Python's: signatures, arguments, results."""

from __future__ import annotations

import inspect
import keyword
from typing import Any, Union

import numpy as np

from . import variables
from ._libstar import ffi
from .bits import Bits
from .errors import Error, RunError, about
from .handle import Handle, Info, encoded
from .library import lib

PREFIX = "python_"  # of the variables that carry arguments

TYPES: dict[str, Any] = {
    "integer": int,
    "boolean": bool,
    "char": str,
    "enum": Union[str, int],
    "real": float,
    "string": str,
    "slice": np.ndarray,
    "word": np.ndarray,
    "table": np.ndarray,
    "array": np.ndarray,
}


class Variable:
    """A variable of the Star as an argument: it is passed where it is."""

    def __init__(self, name: str) -> None:
        self.name = encoded(name).decode()


def signature(info: Info) -> inspect.Signature:
    """The heading's parameters; those for results, at its end, may be left out."""
    parameters = []
    optional = True
    for given in reversed(info["parameters"]):
        optional = optional and given["var"]
        name = given["name"]
        parameters.append(
            inspect.Parameter(
                name + "_" if keyword.iskeyword(name) else name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=None if optional else inspect.Parameter.empty,
                annotation=TYPES.get(given["kind"], Variable),
            )
        )
    return inspect.Signature(parameters[::-1])


class Procedure:
    """A procedure or a function. Called, it returns what its var parameters are
    then: None, one, or a tuple, behind the value of a function."""

    def __init__(self, handle: Handle, carriers: Carriers, info: Info) -> None:
        self._handle = handle
        self._carriers = carriers
        self._info = info
        self.__name__ = self.__qualname__ = info["name"]
        self.__doc__ = info["text"]
        self.__signature__ = signature(info)

    def __repr__(self) -> str:
        return f"<star.Procedure {self._info['text']}>"

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        bound = self.__signature__.bind(*arguments, **named)
        bound.apply_defaults()
        with self._handle.lock, self._carriers.call() as call:
            call.take(self._info["parameters"], list(bound.arguments.values()))
            function = self._info["means"] == "function"
            if function or any(p["number"] for p in self._info["parameters"]):
                call.enter(self._info["name"])
            else:
                call.call(self._info["name"])
            results = [variables.last(self._handle)] if function else []
            results += call.results()
        if not function and len(results) < 2:
            return results[0] if results else None
        return results[0] if len(results) == 1 else tuple(results)


class Carriers:
    """The variables that carry arguments, each declared once for its type."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self._declared: dict[tuple[str, int], tuple[str, str]] = {}

    def forget(self) -> None:
        self._declared.clear()

    def call(self) -> _Call:
        return _Call(self)

    def take(self, kind: str, number: int, type_text: str) -> str:
        """Variable `number` of a kind; of one with sizes, only the last is kept."""
        known = self._declared.get((kind, number))
        if known is not None and known[1] == type_text:
            return known[0]
        name = known[0] if known is not None else f"{PREFIX}{len(self._declared)}"
        text = f"var {name}: {type_text}".encode()
        self.handle.run(lib.star_enter, b"<python>", text, len(text))
        self._declared[kind, number] = name, type_text
        return name


class _Call:
    """The arguments of one call."""

    def __init__(self, carriers: Carriers) -> None:
        self._handle = carriers.handle
        self._carriers = carriers
        self._parameters: list[Info] = []
        self._given: list[Any] = []
        self._names: list[str] = []  # of carriers and variables
        self._used: dict[str, int] = {}

    def __enter__(self) -> _Call:
        return self

    def __exit__(self, *_: object) -> None:
        """The carriers give back what they had."""
        for given, name in zip(self._given, self._names):
            if not isinstance(given, Variable):
                self._handle.call(lib.star_clear, name.encode())

    def take(self, parameters: list[Info], given: list[Any]) -> None:
        self._parameters = parameters
        for parameter, value in zip(parameters, given):
            name = self._name(parameter, value)
            self._given.append(value)
            self._names.append(name)

    def _name(self, parameter: Info, value: Any) -> str:
        """The variable that is passed, with its value."""
        if isinstance(value, Variable):
            return value.name
        if not variables.supported(parameter):
            raise TypeError(f"{parameter['name']} takes a star.Variable")
        with about(parameter["name"]):
            kind, text = _carrier_type(parameter, value)
        number = self._used.get(kind, 0)
        self._used[kind] = number + 1
        name = self._carriers.take(kind, number, text)
        if value is not None:
            info = self._handle.describe(name)[0]
            try:
                with about(parameter["name"]):
                    variables.put(self._handle, info, value)
            except BaseException as error:
                self._handle.call(lib.star_clear, name.encode())
                if isinstance(error, Error):
                    error.rename(name, parameter["name"])
                raise
        return name

    def call(self, name: str) -> None:
        texts = [ffi.new("char[]", n.encode()) for n in self._names]
        kind = lib.STAR_VALUE_VARIABLE
        values = ffi.new("StarValue[]", [(kind, 0, 0.0, text) for text in texts])
        self._handle.run(lib.star_call, name.encode(), values, len(texts))

    def enter(self, name: str) -> None:
        text = f"{name}({', '.join(self._names)})" if self._names else name
        self._handle.run(lib.star_enter, b"<python>", text.encode(), len(text))

    def results(self) -> list[Any]:
        return [
            self._result(name, given)
            for parameter, name, given in zip(self._parameters, self._names, self._given)
            if parameter["var"] and not isinstance(given, Variable)
        ]

    def _result(self, name: str, given: Any) -> Any:
        """In the form of the argument; None has no value."""
        info = self._handle.describe(name)[0]
        try:
            if info["kind"] not in variables.BITS:
                return variables.get(self._handle, info)
            if isinstance(given, Bits):
                return variables.get_bits(self._handle, name, given)
            if hasattr(given, "tocsr"):
                return variables.get_bits(self._handle, name).sparse()
            return variables.get(self._handle, info)
        except RunError as error:
            if error.name == "undefined":
                return None
            raise


def _carrier_type(parameter: Info, value: Any) -> tuple[str, str]:
    """The kind of a carrier, and its type as a text."""
    number = "integer"
    if parameter["number"] and np.asarray(value).dtype.kind == "f":
        number = "single" if getattr(value, "dtype", None) == np.float32 else "real"
    if parameter["kind"] != "array":
        text = number if parameter["number"] else parameter["type"]
        return text, text
    if None not in parameter["bounds"]:
        return parameter["type"], parameter["type"]
    if value is None:
        raise TypeError("an array is expected, whose size it has")
    shape = np.shape(value)
    dimensions = len(parameter["bounds"])
    if len(shape) != dimensions:
        raise ValueError(f"an array of {dimensions} dimensions is expected, not of {len(shape)}")
    packed = "packed " if parameter["type"].startswith("packed") else ""
    of = f" of {number if parameter['number'] else parameter['of']}"
    ranges = ", ".join(f"1..{n}" for n in shape)
    return f"{packed}{len(shape)}{of}", f"{packed}array [{ranges}]{of}"
