# SPDX-License-Identifier: MIT
"""docs/reference/names.md: its members and words are those that there are."""
import json
import re
import unittest
from pathlib import Path

from common import StarCase

TOP = Path(__file__).parents[3]
PAGE = (TOP / 'docs/reference/names.md').read_text()
ROWS = {name: text for names, text in re.findall(r'^\| (`.*?`) \|.*\| (.*) \|$', PAGE, re.M)
        for name in re.findall(r'`(\w+)`', names)}


def words(text):
    return set(re.findall(r'`(\w+)`', text))


class Names(StarCase):
    def objects(self):
        """Names of all sorts, their parameters, and a value."""
        self.star.enter('uses maxplus; type day = (mon, tue);'
                        'var i: integer; r: real; b: boolean; c: char; d: day; t: string;'
                        '    S1: slice; w: word; T1: table; a: array [1..2] of day;'
                        '    q: record n: integer end; z: set of day; p: ^integer; f: text')
        self.star.enter('proc PASS(proc OTHER; n: integer); begin OTHER; n := n end; 1 + 1')
        for info in self.star.names(all=True) + self.star._handle.describe(''):
            yield info
            yield from info.get('parameters', ())

    def test_members(self):
        objects = list(self.objects())
        self.assertEqual(set(ROWS), {member for info in objects for member in info})
        self.assertEqual(words(ROWS['means']), {i['means'] for i in objects if 'means' in i})
        self.assertEqual(words(ROWS['kind']), {i['kind'] for i in objects if 'kind' in i})

    def test_example(self):
        entry, object_ = re.search(r'After `(.*?)`.*```json\n(.*?)```', PAGE, re.S).groups()
        self.star.enter(entry)
        self.assertEqual(self.star.describe('P'), json.loads(object_))


if __name__ == '__main__':
    unittest.main()
