# SPDX-License-Identifier: MIT
"""docs/reference/stability.md: no name of the package, and no parameter, that an
earlier version has, is gone: tests/formats/VERSION/python.txt. With KEEP in the
environment writes that of the newest version."""
import inspect
import os
import unittest
from pathlib import Path

import star

FORMATS = Path(__file__).parents[2] / 'formats'


def parameters(name, value):
    """NAME, and of a function NAME PLACE PARAMETER, where the place is a number, or
    the kind of those without one."""
    yield name
    if not callable(value):
        return
    for place, parameter in enumerate(inspect.signature(value).parameters.values()):
        placed = parameter.kind == parameter.POSITIONAL_OR_KEYWORD
        yield f'{name} {place if placed else parameter.kind.description} {parameter.name}'


def names():
    for name in star.__all__:
        value = getattr(star, name)
        if not inspect.isclass(value):
            yield from parameters(name, value)
            continue
        yield from (f'{name} is {base.__name__}' for base in value.__mro__)
        for member in vars(value):
            if not member.startswith('_'):
                yield from parameters(f'{name}.{member}', getattr(value, member))


class Stays(unittest.TestCase):
    def test_names(self):
        lists = sorted(FORMATS.glob('[0-9]*/python.txt'))
        if 'KEEP' in os.environ:
            lists[-1].write_text('\n'.join(sorted(names())) + '\n')
        for earlier in lists:
            self.assertEqual(set(earlier.read_text().splitlines()) - set(names()), set(), earlier)
            self.assertGreater(len(earlier.read_text().splitlines()), 100)


if __name__ == '__main__':
    unittest.main()
