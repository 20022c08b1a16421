# SPDX-License-Identifier: MIT
"""mypy --strict finds nothing in the package, nor in a program that uses it, and
finds what such a program does wrong."""
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = Path(importlib.util.find_spec('star').origin).parent


@unittest.skipIf(importlib.util.find_spec('mypy') is None, 'there is no mypy (Debian: mypy)')
class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cache = cls.enterClassContext(tempfile.TemporaryDirectory())

    def mypy(self, *arguments):
        return subprocess.run(
            [sys.executable, '-m', 'mypy', '--strict', '--cache-dir', self.cache, *arguments],
            capture_output=True, text=True, env={**os.environ, 'MYPYPATH': str(PACKAGE.parent)},
            cwd=self.cache).stdout

    def test_package(self):
        self.assertIn('Success', self.mypy(PACKAGE, HERE / 'typed.py'))
        self.assertIn('Success', self.mypy(HERE.parents[2] / 'tools/python/backend.py'))

    def test_mistakes(self):
        for line, message in (
                ("star.open(device=1)", 'incompatible type "int"'),
                ("star.open().enter(1)", 'incompatible type "int"'),
                ("x: int = star.open().enter('1')", 'Incompatible types in assignment'),
                ("star.open().names()[0]['nothing']", 'has no key "nothing"'),
                ("y: int = star.Bits.zeros(1, 2).shape", 'Incompatible types in assignment')):
            self.assertIn(message, self.mypy('-c', f'import star\n{line}\n'), line)


if __name__ == '__main__':
    unittest.main()
