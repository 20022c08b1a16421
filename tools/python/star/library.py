# SPDX-License-Identifier: MIT
"""libstar: the one beside this file, as in a wheel, else the installed one."""

from pathlib import Path
from typing import Any

from ._libstar import SONAME, ffi


def _load() -> Any:
    beside = Path(__file__).with_name(SONAME)
    return ffi.dlopen(str(beside) if beside.exists() else SONAME)


lib = _load()


def version() -> str:
    """The library's version, such as "0.1.0"."""
    text: bytes = ffi.string(lib.star_version())
    return text.decode()
