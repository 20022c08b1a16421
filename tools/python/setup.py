# SPDX-License-Identifier: MIT
"""The wheel has the library in it, but nothing that is made for one Python."""

import sys
from pathlib import Path

if not Path(__file__).with_name("pyproject.toml").exists():
    sys.exit(
        "This folder has the sources of package star, without the library and what is made\n"
        "for it. A wheel has all of it; in the folder of the sources of STAR:\n"
        "    cmake --preset release && cmake --build --preset release --target star_python\n"
        "    sh tools/python/wheel.sh build/release DIR\n"
        "    pip install DIR/star-*.whl"
    )

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):  # type: ignore[misc]
    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class WithLibrary(Distribution):  # type: ignore[misc]
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
