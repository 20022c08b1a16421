# SPDX-License-Identifier: MIT
"""What fails, as exceptions: every code, with its place and its text."""
import copy
import pickle
import re
import unittest
import warnings
from pathlib import Path

import star
from star.errors import CLASSES
from common import StarCase

SOURCES = Path(__file__).parents[3]


class Errors(StarCase):
    def test_compile(self):
        error = self.fails(star.CompileError, 'operand-types', '^', self.star.enter,
                           "var n: integer;\nn := 1 +\n  'a'", 'mine')
        self.assertEqual((error.code, error.file, error.line, error.column), (3, 'mine', 2, 8))
        self.assertEqual(error.message, "'+' cannot join integer and char")
        self.assertEqual(str(error), error.text)
        self.assertEqual(error.text, (
            "mine:2:8: error: '+' cannot join integer and char [operand-types]\n"
            "     2 | n := 1 +\n"
            "       |        ^\n"))

    def test_run(self):
        self.star.enter('var a: array [1..3] of integer; i: integer')
        error = self.fails(star.RunError, 'index-range', 'a[i]', self.star.enter,
                           'i := 4;\na[i] := 1')
        self.assertEqual((error.code, error.line, error.column), (1, 2, 1))
        self.assertEqual(self.star['i'], 4)
        self.star.enter('proc P(k: integer);\nbegin a[k] := 1 end;', 'procedures')
        error = self.fails(star.RunError, 'index-range', '1..3', self.star.P, 7)
        self.assertEqual((error.file, error.line), ('procedures', 2))

    def test_misuse(self):
        error = self.fails(star.MisuseError, 'undeclared', "'nothing'", self.star.describe,
                           'nothing')
        self.assertEqual((error.code, error.file, error.line), (2, None, None))

    def test_limits(self):
        for limit, most, name, text in (
                ('max_steps', 100_000, 'step-limit', 'while true do'),
                ('max_memory', 1_000_000, 'memory-limit', 'n := WIDE(1000000)'),
                ('max_depth', 1000, 'depth-limit', 'n := DEEP(0)'),
                ('max_output', 100_000, 'output-limit', 'while true do write(1)')):
            with star.open(write=lambda _: None, **{limit: most}) as s:
                s.enter('var n: integer;'
                        'function WIDE(k: integer): integer; var T: table(k, k);'
                        'begin WIDE := NUMB(ROW(1, T)) end;'
                        'function DEEP(k: integer): integer; begin DEEP := DEEP(k + 1) end;')
                error = self.fails(star.LimitError, name, '', s.enter, text)
                self.assertEqual(error.code, 4)

    def test_file(self):
        self.star.enter('var T: table')
        error = self.fails(star.FileError, 'not-allowed', 'g.mtx', self.star.enter,
                           "load(T, 'g.mtx')")
        self.assertEqual(error.code, 5)

    def test_interrupted(self):
        with star.open(write=lambda _: s.interrupt()) as s:
            error = self.fails(star.Interrupted, 'interrupted', '', s.enter,
                               'writeln(1); while true do writeln(2)')
        self.assertEqual(error.code, 130)

    def test_device(self):
        try:
            star.open(device='cuda').close()
        except star.DeviceError as error:
            self.assertEqual(error.code, 6)
            self.assertNotEqual(error.message, '')
        star.open(device='auto').close()
        with self.assertRaises(ValueError):
            star.open(device='gpu')

    def test_every_code_has_a_class(self):
        header = (SOURCES / 'lib/star.h').read_text()
        codes = {int(n) for n in re.findall(r'^    STAR_CODE_\w+ = (\d+)', header, re.M)}
        self.assertEqual(codes - {0, 70}, set(CLASSES))  # 70: star.Error itself
        self.assertEqual(len(set(CLASSES.values())), len(CLASSES))
        for kind in CLASSES.values():
            self.assertTrue(issubclass(kind, star.Error))

    def test_any_characters(self):
        """Ends of lines in Unicode are none in a program."""
        text = 'proc P(n: integer { \u2028\x85é\x1b" }); begin writeln(n) end;'
        self.star.enter(text)
        self.assertIn('\u2028', self.star.describe('P')['text'])
        error = self.fails(star.CompileError, 'undeclared', '\u2028', self.star.enter,
                           "{ \u2028\x85 } nothing")
        self.assertEqual((error.line, error.message), (1, "'nothing' is not declared"))
        with self.assertRaises(UnicodeEncodeError):
            self.star.enter("'\udcff'")

    def test_usable_after_errors(self):
        for text in ('1 +) 2', '1 div 0', 'nothing'):
            with self.assertRaises(star.Error):
                self.star.enter(text)
            self.assertEqual(self.star.enter('1 + 1'), 2)

    def test_pickled(self):
        error = self.fails(star.CompileError, 'undeclared', 'x', self.star.enter, 'x')
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.__dict__, str(again)),
                         (type(error), error.__dict__, str(error)))

    def test_warnings(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            self.star.enter('proc P(n: integer); begin end')
            self.assertEqual([w.category for w in caught], [star.StarWarning])
            self.assertIn('[unused-parameter]', str(caught[0].message))
            self.assertEqual(caught[0].filename, __file__)
            self.star.enter('1')
            self.assertEqual(len(caught), 1)


class Closed(unittest.TestCase):
    def test_closed(self):
        s = star.open()
        s.enter('var n: integer; proc P; begin end')
        p = s.P
        s.close()
        s.close()
        s.interrupt()
        for use in (lambda: s.enter('1'), lambda: s['n'], lambda: s.names(), lambda: s.call('P'),
                    lambda: s.bits('n'), s.reset, p, lambda: 'n' in s):
            with self.assertRaisesRegex(star.MisuseError, 'closed'):
                use()
        self.assertFalse(s.unfinished('begin'))

    def test_context(self):
        with star.open() as s:
            self.assertEqual(s.enter('1'), 1)
        with self.assertRaises(star.MisuseError):
            s.enter('1')

    def test_limits_that_are_none(self):
        for limits in ({'threads': -1}, {'max_memory': -1}, {'max_steps': 2**63},
                       {'max_depth': 2**32}):
            with self.assertRaisesRegex(OverflowError, f'^{list(limits)[0]}: '):
                star.open(**limits)
        for name in ('threads', 'max_steps'):
            with self.assertRaisesRegex(TypeError, f'^{name}: '):
                star.open(**{name: 1.5})
        with self.assertRaises(MemoryError):
            star.open(max_memory=1000)

    def test_copies(self):
        with star.open() as s:
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, 'cannot be copied'):
                    make(s)

    def test_no_text(self):
        with star.open() as s:
            for text in (b'1', 5, None):
                with self.assertRaisesRegex(TypeError, 'is a str, not'):
                    s.enter(text)

    def test_version(self):
        cmake = (SOURCES / 'CMakeLists.txt').read_text()
        stated = re.search(r'^set\(STAR_VERSION (.+)\)', cmake, re.M)[1]
        self.assertEqual(star.__version__, stated.replace('-rc.', 'rc'))


if __name__ == '__main__':
    unittest.main()
