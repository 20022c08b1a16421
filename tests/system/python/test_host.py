# SPDX-License-Identifier: MIT
"""What the library asks of Python: output, input, files, units."""
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import star
from common import StarCase


class Output(StarCase):
    def test_standard_output(self):
        to = io.StringIO()
        with star.open() as s, contextlib.redirect_stdout(to):
            s.enter("writeln('é')")
        self.assertEqual(to.getvalue(), 'é\n')

    def test_pieces(self):
        """A character is whole, though its bytes come in two pieces."""
        self.star.enter("var n: integer; n := 0;"
                        "while n < 100000 do begin write('aé'); n := n + 1 end")
        self.assertGreater(len(self.written), 1)
        self.assertEqual(self.output(), 100_000 * 'aé')
        self.star.enter("var c: char; c := chr(255); write(c, 'a')")
        self.assertEqual(self.output(), '\ufffda')

    def test_part_of_a_character(self):
        """What a run leaves open, its end closes."""
        self.star.enter("var c: char; c := chr(195); write(c)")
        self.assertEqual(self.output(), '\ufffd')
        self.star.enter("write('A')")
        self.assertEqual(self.output(), 'A')

    def test_exceptions(self):
        def write(_):
            raise KeyError('full')
        with star.open(write=write) as s:
            s.enter('proc P; begin writeln(1) end')
            for use in (lambda: s.enter('writeln(1)'), s.P):
                with self.assertRaisesRegex(KeyError, 'full'):
                    use()
            self.assertEqual(s.enter('1'), 1)

    def test_used_by_what_it_calls(self):
        errors = []

        def write(_):
            for use in (lambda: s.enter('1'), lambda: s['n'], s.close, s.reset):
                try:
                    use()
                except (star.MisuseError, RuntimeError) as error:
                    errors.append(error)
            with star.open() as other:
                self.assertEqual(other.enter('1 + 1'), 2)
        with star.open(write=write) as s:
            s.enter('var n: integer; n := 1')
            s.enter('writeln(n)')
            self.assertEqual(len(errors), 4)
            self.assertEqual(s['n'], 1)


class Input(unittest.TestCase):
    def read(self, given, text):
        with star.open(read=given, write=lambda _: None) as s:
            s.enter('var n: integer; t: string; c: char')
            return s.enter(text)

    def test_texts(self):
        pieces = iter(['1', '2\n', ''])
        self.assertEqual(self.read(lambda _: next(pieces), 'readln(n); n'), 12)
        self.assertEqual(self.read(io.StringIO('é€\n').read, 'readln(t); t'), 'é€')
        self.assertEqual(self.read(io.BytesIO(b'5 6').read, 'read(n); read(n); n'), 6)

    def test_more_than_asked_for(self):
        pieces = iter(['é' * 100_000 + '\n', '7\n', ''])
        self.assertEqual(
            self.read(lambda _: next(pieces), 'readln(t); readln(n); length(t) + n'), 200_007)

    def test_end(self):
        with self.assertRaises(star.RunError):
            self.read(None, 'read(n)')

    def test_exceptions(self):
        def given(_):
            raise EOFError('the terminal is gone')
        with self.assertRaisesRegex(EOFError, 'gone'):
            self.read(given, 'read(n)')
        for wrong in (None, 5, 1.5, [49, 50], True):
            kind = type(wrong).__name__
            with self.assertRaisesRegex(TypeError, f'^read returns str or bytes, not {kind}$'):
                self.read(lambda _: wrong, 'read(n)')
        for text in (bytearray(b'7 '), memoryview(b'7 ')):
            self.assertEqual(self.read(lambda _: text, 'read(n); n'), 7)
        with self.assertRaisesRegex(EOFError, 'gone'):  # which the program takes for the end
            self.read(given, 'while true do if eof then n := 1 else n := 0')

    def test_no_function(self):
        for name in ('read', 'write'):
            with self.assertRaisesRegex(TypeError, f'^{name}: a function is expected, not int$'):
                star.open(**{name: 5})


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / 'in').mkdir()
        (self.folder / 'out.txt').write_text('01\n10\n')
        (self.folder / 'in/t.txt').write_text('01\n10\n')
        os.symlink('../out.txt', self.folder / 'in/link.txt')
        unit = 'proc TWICE(n: integer; var m: integer);\nbegin m := 2 * n end;\n'
        (self.folder / 'in/mine.star').write_text(unit)
        (self.folder / 'out.star').write_text(unit)
        os.symlink('../out.star', self.folder / 'in/other.star')

    def test_folder(self):
        with star.open(folder=self.folder / 'in') as s:
            s.enter("var T: table; load(T, 't.txt')")
            self.assertEqual(s['T'].tolist(), [[False, True], [True, False]])
            s.enter("save(T, 'u.txt')")
            self.assertEqual((self.folder / 'in/u.txt').read_text(), '01\n10\n')
            for name in ('../out.txt', 'link.txt', str(self.folder / 'out.txt'), '/etc/passwd'):
                with self.assertRaises(star.FileError, msg=name):
                    s.enter(f"load(T, '{name}')")

    def test_exceptions(self):
        for text in ("var T: table; load(T, 't.txt')", 'uses mine'):
            with star.open(folder=self.folder / 'in') as s, \
                    mock.patch('star.host.os.path.realpath', side_effect=KeyError('lost')), \
                    self.assertRaisesRegex(KeyError, 'lost'):
                s.enter(text)

    def test_types_of_units(self):
        """A unit's type takes the place of one with the same name."""
        (self.folder / 'in/few.star').write_text('type colour = (red, green);\n')
        (self.folder / 'in/many.star').write_text('type colour = (blue, white, black);\n')
        after = 'proc AFTER(c: colour; var d: colour); begin d := succ(c) end'
        with star.open(folder=self.folder / 'in') as s:
            s.enter(f'uses few; {after}')
            self.assertEqual(s.AFTER('red'), 'green')
            s.enter(f'uses many; {after}')
            self.assertEqual(s.AFTER('white'), 'black')

    def test_units(self):
        with star.open(folder=str(self.folder / 'in')) as s:
            s.enter('uses mine')
            self.assertEqual(s.TWICE(21), 42)
            for name in ('other', 'none'):
                with self.assertRaises(star.CompileError, msg=name):
                    s.enter(f'uses {name}')
        with star.open() as s, self.assertRaises(star.CompileError):
            s.enter('uses mine')


if __name__ == '__main__':
    unittest.main()
