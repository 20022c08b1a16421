# SPDX-License-Identifier: MIT
"""libstar: the one beside this file, as in a wheel, else the installed one; or one
that has more, which STAR_LIBRARY names, as notebooks have it."""

import os
from pathlib import Path
from typing import Any

from ._libstar import SONAME, ffi


def _load() -> Any:
    beside = Path(__file__).with_name(SONAME)
    usual = str(beside) if beside.exists() else SONAME
    return ffi.dlopen(os.environ.get("STAR_LIBRARY", usual))


lib = _load()

# The library's version as Python writes it, such as "1.0.0rc1".
__version__: str = ffi.string(lib.star_version()).decode().replace("-rc.", "rc")
