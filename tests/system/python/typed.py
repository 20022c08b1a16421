# SPDX-License-Identifier: MIT
"""A program whose types mypy checks: test_types.py."""
from typing import Optional

import numpy as np
from numpy.typing import NDArray

import star


def close(matrix: NDArray[np.bool_]) -> NDArray[np.bool_]:
    with star.open(threads=2, write=print, folder='.') as s:
        s.enter('uses closure')
        result = s.CLOSURE(len(matrix), matrix)
        assert isinstance(result, np.ndarray)
        return result


def place(text: str) -> tuple[Optional[int], str]:
    try:
        star.open().enter(text)
    except star.CompileError as error:
        return error.line, error.text
    return None, ''


packed: NDArray[np.uint8] = star.Bits.zeros(3, 70).memory
