# SPDX-License-Identifier: MIT
"""STAR, Pascal with slices, words and tables, from Python: docs/howto/python.md.

    import star
    with star.open() as s:
        s.enter("uses closure")
        reach = s.CLOSURE(len(matrix), matrix)
    far = star.dijkstra(graph, "Paris", weight="km").D
"""

from .bits import Bits
from .errors import (
    CompileError,
    DeviceError,
    Error,
    FileError,
    Interrupted,
    LimitError,
    MisuseError,
    RunError,
    StarWarning,
)
from .library import __version__
from .procedures import Procedure, Variable
from .session import Star, open
from .solvers import Solvers
from .units import *  # noqa: F403
from .units import __all__ as _procedures

__all__ = [
    *_procedures,
    "Bits",
    "CompileError",
    "DeviceError",
    "Error",
    "FileError",
    "Interrupted",
    "LimitError",
    "MisuseError",
    "Procedure",
    "RunError",
    "Solvers",
    "Star",
    "StarWarning",
    "Variable",
    "__version__",
    "open",
]
