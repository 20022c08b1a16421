# SPDX-License-Identifier: MIT
"""docs/howto/python.md, word by word: its blocks are one program, each prints the
block behind it; its tables are those of the package."""
import contextlib
import io
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / 'docs/howto/python.md').read_text()
BLOCKS = re.findall(r'^```(\w+)\n(.*?)^```$', PAGE, re.M | re.S)

try:
    import networkx
    import scipy
except ImportError:
    networkx = None

import star
from star import errors


class Page(unittest.TestCase):
    @unittest.skipIf(networkx is None,
                     'there is no networkx or scipy (Debian: python3-networkx python3-scipy)')
    def test_blocks(self):
        names = {}
        for k, (kind, text) in enumerate(BLOCKS):
            if kind != 'python':
                continue
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, f'block {k}', 'exec'), names)
            following = BLOCKS[k + 1] if k + 1 < len(BLOCKS) else ('', '')
            expected = following[1] if following[0] == 'output' else ''
            self.assertEqual(printed.getvalue(), expected, text)

    def test_all_output_is_some_blocks(self):
        self.assertEqual({kind for kind, _ in BLOCKS}, {'python', 'output'})
        for before, after in zip([('', '')] + BLOCKS, BLOCKS):
            self.assertTrue(after[0] == 'python' or before[0] == 'python', after)

    def test_errors(self):
        listed = re.findall(r'^\| `(\w+)` \| (\d+) \|', PAGE, re.M)
        self.assertEqual(listed, [(kind.__name__, str(code))
                                  for code, kind in sorted(errors.CLASSES.items())])

    def test_ten_lines(self):
        self.assertLessEqual(len(BLOCKS[0][1].splitlines()), 10)

    def test_name_of_the_wheel(self):
        self.assertEqual(set(re.findall(r'star_associative-([\w.]+)-py3', PAGE)), {star.__version__})

    @unittest.skipIf(networkx is None or 'ASAN_OPTIONS' in os.environ,
                     'there is no networkx or scipy, or a sanitizer')
    def test_figures(self):
        """The steps are those that are measured, and the page keeps its word: what is
        not networkx's own takes less than 2 ms."""
        listed = dict(re.findall(r'^\| (n?[xs][.].*) \| ([\d.]+) \|$', PAGE, re.M))
        measured = subprocess.run([sys.executable, '-B', HERE / 'measure.py', '1'],
                                  capture_output=True, text=True, check=True).stdout
        self.assertEqual([row.split(' | ')[0][2:] for row in measured.splitlines()],
                         list(listed))
        self.assertLess(max(float(ms) for step, ms in listed.items() if step[0] == 's'), 2)


if __name__ == '__main__':
    unittest.main()
