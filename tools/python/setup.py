# SPDX-License-Identifier: MIT
"""The wheel has the library in it, but nothing that is made for one Python."""

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
