# SPDX-License-Identifier: MIT
"""Procedures and functions as Python's."""
import inspect
import unittest
from typing import Union

import numpy as np

import star
from common import StarCase


class Calls(StarCase):
    def test_signature(self):
        self.star.enter('type day = (mon, tue);'
                        'proc P(n: integer; var x: real; b: boolean; c: char; d: day; t: string;'
                        '       S: slice; var Q: table; var a: array [l..h: integer] of real);'
                        'begin x := 1 end;')
        signature = inspect.signature(self.star.p)
        self.assertEqual(list(signature.parameters), list('nxbcdtSQa'))
        kinds = [p.annotation for p in signature.parameters.values()]
        self.assertEqual(kinds, [int, float, bool, str, Union[str, int], str] + 3 * [np.ndarray])
        optional = [n for n, p in signature.parameters.items() if p.default is None]
        self.assertEqual(optional, ['Q', 'a'])
        self.assertTrue(self.star.p.__doc__.startswith('proc P(n: integer; var x: real;'))
        self.assertEqual(self.star.P.__name__, 'P')
        self.assertIn('proc P(', repr(self.star.P))
        self.assertRegex(repr(self.star), '^<star.Star: .*P.*>$')
        other = star.open()
        self.assertEqual(repr(other), '<star.Star: nothing entered>')
        other.close()
        self.assertEqual(repr(other), '<star.Star, closed>')

    def test_names_of_parameters(self):
        self.star.enter('proc P(lambda, n: integer; var m: integer);'
                        'begin m := 10 * lambda + n end;')
        self.assertEqual(self.star.P(1, 2), 12)
        self.assertEqual(self.star.P(n=2, lambda_=1), 12)
        self.assertEqual(self.star.call('p', 1, 2), 12)
        for arguments, named in (((), {}), ((1,), {}), ((1, 2, 3, 4), {}), ((1, 2), {'k': 1})):
            with self.assertRaises(TypeError):
                self.star.P(*arguments, **named)

    def test_every_kind(self):
        self.star.enter(
            'type day = (mon, tue); row = array [1..2] of integer; small = 1..9;'
            'proc P(n: integer; s: small; x: real; f: single; b: boolean; c: char; d: day;'
            '       t: string; S1: slice; w: word; Q: table; r: row;'
            '       a: array [l..h: integer; k..m: integer] of real;'
            '       p: packed array [u..v: integer] of char);'
            'begin writeln(n, s, x:4:1, f:4:1, b, c, ord(d), t, S1, w, r[2], a[2, 1]:4:1, p[2]);'
            '      write(Q) end;')
        self.star.P(1, 9, 2.5, 3, True, 'c', 'tue', 'é', [1, 0], [0, 1, 1], np.eye(2), [7, 8],
                    [[1, 2], [3, 4]], [b'x', b'y'])
        self.assertEqual(self.output(), '19 2.5 3.0truec1é100118 3.0y\n10\n01\n')
        self.fails(star.RunError, 'value-range', '', self.star.P, 1, 10, 2.5, 3, True, 'c', 'tue',
                   '', [1], [1], [[1]], [1, 2], [[1]], [b'x'])

    def test_results(self):
        self.star.enter(
            'type day = (mon, tue);'
            'proc Q(var n: integer; var x: real; var b: boolean; var c: char; var d: day;'
            '       var t: string; var S: slice; var w: word; var T2: table;'
            '       var a: array [l..h: integer] of integer);'
            "begin n := 1; x := 2.5; b := true; c := 'c'; d := tue; t := 'é'; S := '011';"
            "      w := '10'; ROW(1, T2) := w; a[h] := 5 end;")
        n, x, b, c, d, t, slice_, w, table, a = self.star.Q(*9 * [None], [1, 2])
        self.assertEqual((n, x, b, c, d, t), (1, 2.5, True, 'c', 'tue', 'é'))
        self.assertEqual((slice_.tolist(), w.tolist()), ([False, True, True], [True, False]))
        self.assertEqual((table.tolist(), a.tolist()), ([[True, False]], [1, 5]))

    def test_no_result(self):
        self.star.enter('proc P; begin write(1) end; proc Q(var n: integer; var X: slice); begin'
                        ' end;')
        self.assertIsNone(self.star.P())
        self.assertEqual(self.star.Q(), (None, None))
        self.assertEqual(self.star.Q(5)[0], 5)
        self.assertEqual(self.output(), '1')

    def test_sizes_change(self):
        """Arguments of other sizes, and none that the last call left."""
        self.star.enter('proc P(X: slice; var Y: slice; a: array [l..h: integer] of integer;'
                        '       var m: integer);'
                        'begin if LENGTH(X) > 1 then Y := X; m := h end;')
        for n in (3, 5, 1, 3, 64, 65):
            result, m = self.star.P(np.ones(n), None, np.arange(n + 1))
            self.assertEqual(m, n + 1)
            self.assertEqual(None if n == 1 else n, None if result is None else len(result))

    def test_variables_as_arguments(self):
        self.star.enter('uses closure; var T: table(3, 3)')
        self.star['T'] = np.eye(3, k=1)
        self.assertIsNone(self.star.CLOSURE(3, star.Variable('T')))
        np.testing.assert_array_equal(self.star['T'], np.triu(np.ones((3, 3)), 1))
        self.star.enter('type digits = set of 1..9; var d: digits;'
                        'proc ADD(n: integer; var s: digits); begin s := s + [n] end;'
                        'd := []')
        with self.assertRaisesRegex(TypeError, 'star.Variable'):
            self.star.ADD(3, {1, 2})
        self.star.ADD(3, star.Variable('d'))
        self.assertIs(self.star.enter('3 in d'), True)
        self.fails(star.MisuseError, 'undeclared', 'nothing', self.star.ADD, 3,
                   star.Variable('nothing'))

    def test_wrong_arguments(self):
        self.star.enter('proc P(n: integer; a: array [l..h: integer] of integer);'
                        'begin n := l + h end;')
        for n, a, error in ((1, None, TypeError), (1, [[1]], ValueError), ('a', [1], TypeError),
                            (1, ['a'], TypeError), (1, 5, ValueError)):
            with self.assertRaises(error):
                self.star.P(n, a)
        self.fails(star.RunError, 'undefined', '', self.star.P, None, [1])
        self.star.P(1, [1])

    def test_wrong_arguments_are_named(self):
        self.star.enter('type day = (mon, tue); digit = 1..9;'
                        'proc Q(count: integer; size: real; name: string; key: slice; sums: array'
                        ' [l..h: integer] of real; small: digit; d: day);'
                        'begin count := small end;')
        right = {'count': 1, 'size': 2.5, 'name': 'a', 'key': [1], 'sums': [1.0], 'small': 1,
                 'd': 'mon'}
        self.star.Q(**right)
        for name, value in (('count', 2.5), ('count', 'a'), ('count', 2**63), ('size', 1j),
                            ('size', 'a'), ('name', b'a'), ('name', 5), ('key', [2]), ('key', 'a'),
                            ('sums', [1j]), ('sums', ['a']), ('sums', [[1]]), ('sums', 5),
                            ('sums', [[1], [1, 2]]), ('sums', None), ('d', 'sun'), ('d', 0.5)):
            with self.assertRaisesRegex((TypeError, ValueError, OverflowError), f'^{name}: '):
                self.star.Q(**{**right, name: value})
        error = self.fails(star.RunError, 'value-range', 'small: 10', self.star.Q,
                           *{**right, 'small': 10}.values())
        self.assertEqual((error.text, error.args[0]), (str(error), str(error)))
        self.assertNotIn('python_', error.text + error.message)
        self.star.enter('uses maxplus')
        with self.assertRaisesRegex(TypeError, '^A: integer elements'):
            self.star.KLEENE(2, np.eye(2, dtype=complex), 'maxplus')
        self.assertNotIn('python_', str(self.star.names()))

    def test_functions(self):
        self.star.enter('function COUNT(X: slice; var n: integer): integer;'
                        'begin n := LENGTH(X); COUNT := NUMB(X) end;'
                        "function ONES: slice; begin ONES := '11' end;"
                        'function HALF(x: real): real; begin HALF := x / 2 end;')
        self.assertEqual(self.star.COUNT([1, 0, 1]), (2, 3))
        self.assertEqual(self.star.ONES().tolist(), [True, True])
        self.assertEqual(self.star.HALF(3), 1.5)
        self.assertEqual(self.star.call('half', 1), 0.5)
        self.star.enter('type pointer = ^integer; function NONE: pointer; begin NONE := nil end;')
        self.assertIsNone(self.star.NONE())

    def test_generic(self):
        """The elements that are given decide."""
        self.star.enter('uses maxplus')
        inf = np.inf
        real = np.array([[inf, 3, inf], [inf, inf, 4], [inf, inf, inf]])
        found = self.star.KLEENE(3, real, 'minplus')
        np.testing.assert_array_equal(found, [[0, 3, 7], [inf, 0, 4], [inf, inf, 0]])
        found = self.star.KLEENE(3, real.astype(np.float32), 'minplus')
        np.testing.assert_array_equal(found, [[0, 3, 7], [inf, 0, 4], [inf, inf, 0]])
        integers = np.array([[-2, -3], [-9, -2]])
        found = self.star.KLEENE(2, integers, 'maxplus')
        np.testing.assert_array_equal(found, [[0, -3], [-9, 0]])
        self.assertEqual(self.star.PLUS(2, 3, 'maxplus'), 3)
        self.assertEqual(self.star.PLUS(2.5, 3.5, 'minplus'), 2.5)

    def test_redeclared(self):
        """What a name means is asked at each call."""
        self.star.enter('type t = (a, b); proc P(x: t); begin write(ord(x)) end')
        self.star.P('b')
        self.star.enter('type t = (b, a); proc P(x: t); begin write(ord(x)) end')
        self.star.P('b')
        self.assertEqual(self.output(), '10')
        self.star.reset()
        self.assertFalse(hasattr(self.star, 'P'))
        self.star.enter('proc P(X: slice); begin write(NUMB(X)) end')
        self.star.P([1, 1])
        self.assertEqual(self.output(), '2')

    def test_no_procedures(self):
        self.star.enter('var n: integer')
        for name in ('n', 'nothing', 'FND', '_private', '__len__'):
            self.assertFalse(hasattr(self.star, name), name)
        self.fails(star.MisuseError, 'undeclared', 'nothing', self.star.call, 'nothing')
        with self.assertRaises(TypeError):
            self.star.call('n')
        self.star.enter('proc close(n: integer); begin write(n) end')
        self.star.call('close', 5)
        self.assertEqual(self.output(), '5')

    def test_hidden_carriers(self):
        self.star.enter('uses closure')
        self.star.CLOSURE(2, np.eye(2))
        self.assertEqual(self.star.names(), [])


if __name__ == '__main__':
    unittest.main()
