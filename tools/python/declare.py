# SPDX-License-Identifier: MIT
"""What cffi needs to know of libstar, made from star.h: declare.py STAR_H SONAME OUT.py"""

import re
import sys

from cffi import FFI


def declarations(header: str) -> str:
    """The header without its comments, directives, C++ and inline functions."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"^#.*?[^\\]$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^static inline .*?^}", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r'^extern "C" {$(.*)^}$', r"\1", text, flags=re.MULTILINE | re.DOTALL)
    return text.replace("STAR_API ", "")


def main(header: str, soname: str, out: str) -> None:
    ffi = FFI()
    with open(header, encoding="utf-8") as text:
        ffi.cdef(declarations(text.read()))
    ffi.set_source("_libstar", None)
    ffi.emit_python_code(out)
    with open(out, "a", encoding="utf-8") as text:
        text.write(f"SONAME = {soname!r}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
