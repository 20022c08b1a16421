# SPDX-License-Identifier: MIT
"""Values of every type, to the library and back."""
import unittest
from fractions import Fraction

import numpy as np

import star
from common import StarCase

SIZES = (0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1000)


class Scalars(StarCase):
    def both_ways(self, type_text, *values):
        self.star.enter(f'var v: {type_text}')
        for value in values:
            self.star['v'] = value
            found = self.star['V']
            self.assertEqual((found, type(found)), (value, type(value)), type_text)
            found = self.star.enter('v')
            self.assertEqual((found, type(found)), (value, type(value)), type_text)

    def test_every_type(self):
        self.star.enter('type day = (mon, Tue, wed)')
        self.both_ways('integer', 0, -5, 2**63 - 1, -2**63 + 1)
        self.both_ways('1..9', 1, 9)
        self.both_ways('boolean', True, False)
        self.both_ways('char', 'a', '\0', '~', '\udcff')
        self.both_ways('day', 'mon', 'Tue', 'wed')
        self.both_ways('real', 0.0, -2.5, 1e300, float('inf'), float('-inf'))
        self.both_ways('single', 0.0, -2.5)
        self.both_ways('string', '', 'abc', 'a\0b', 'é€', '\udcff', 'x' * 10000)

    def test_other_forms(self):
        self.star.enter('type day = (mon, tue); var d: day; i: integer; r: real; b: boolean')
        self.star['d'] = 1
        self.assertEqual(self.star['d'], 'tue')
        self.star['d'] = 'MON'
        self.assertEqual(self.star['d'], 'mon')
        self.star['i'] = np.int8(-3)
        self.assertEqual(self.star['i'], -3)
        self.star['i'] = True
        self.assertEqual(self.star['i'], 1)
        self.star['r'] = 3
        self.assertEqual(self.star['r'], 3.0)
        self.star['r'] = np.float32(0.5)
        self.assertEqual(self.star['r'], 0.5)
        self.star['b'] = np.bool_(True)
        self.assertIs(self.star['b'], True)

    def test_wrong_values(self):
        self.star.enter('type day = (mon, tue); var d: day; i: 1..9; b: boolean;'
                        '    c: char; r: real; t: string')
        for name, value, error in (
                ('d', 'sun', ValueError), ('i', 2.5, TypeError), ('i', 'a', TypeError),
                ('i', 2**63, OverflowError), ('c', 'ab', ValueError), ('c', 'é', ValueError),
                ('c', 2.5, TypeError), ('c', b'a', TypeError), ('i', None, TypeError),
                ('i', np.array([1]), TypeError), ('d', 0.5, TypeError), ('b', 'x', TypeError),
                ('r', 'a', TypeError), ('r', '2.5', TypeError), ('r', 1j, TypeError),
                ('r', np.complex128(1 + 2j), TypeError), ('r', np.array(1j), TypeError),
                ('r', None, TypeError), ('r', 10**400, OverflowError), ('t', 5, TypeError),
                ('t', b'a', TypeError), ('t', '\ud800', ValueError), ('t', None, TypeError)):
            with self.assertRaisesRegex(error, f'^{name}: ', msg=(name, value)):
                self.star[name] = value
        for name, value in (('i', 0), ('d', 2), ('c', 256), ('r', float('nan'))):
            self.fails(star.RunError, 'value-range', name, self.star.__setitem__, name, value)

    def test_no_value(self):
        self.star.enter('var i: integer; X: slice; T: table; t2: string; a: array [1..2] of real')
        for name in ('i', 'X', 'T', 't2', 'a'):
            self.fails(star.RunError, 'undefined', name, self.star.__getitem__, name)
        self.assertIsNone(self.star.enter('i := 1'))
        self.star['i'] = 5
        del self.star['i']
        self.fails(star.RunError, 'undefined', 'i', self.star.__getitem__, 'i')

    def test_kinds_without_a_value_in_python(self):
        self.star.enter('var r: record n: integer end; s: set of 1..9; p: ^integer; f: text;'
                        '    x: array [1..2] of slice')
        self.star.enter('s := [1]')
        for name in ('r', 's', 'p', 'f', 'x', 'integer', 'FND'):
            with self.assertRaises(TypeError, msg=name):
                self.star[name]
            with self.assertRaises(TypeError, msg=name):
                self.star[name] = 1
        self.assertIsNone(self.star.enter('s'))

    def test_no_variable(self):
        """An item that is none says so, and how it becomes one."""
        self.star.enter('proc P; begin end; const c = 1; var x: array [1..2] of slice')
        for use in (lambda name: self.star[name], lambda name: self.star.__setitem__(name, 5)):
            self.fails(star.MisuseError, 'undeclared', "enter('var fresh: ", use, 'fresh')
            for name, means in (('new', 'a procedure or function of Pascal'), ('P', 'a procedure'),
                                ('c', 'a constant'), ('FND', 'an operation'),
                                ('integer', 'a type')):
                with self.assertRaisesRegex(TypeError, f"^'{name}' is {means}, no variable"):
                    use(name)
            with self.assertRaisesRegex(TypeError, r"enter\('var new: integer'\) declares one"):
                use('new')
            with self.assertRaisesRegex(TypeError, "^x: array .* has no value in Python$"):
                use('x')

    def test_names_that_are_no_texts(self):
        self.star.enter('var n: integer; proc P(var k: integer); begin k := 1 end;')
        for use in (lambda: self.star[5], lambda: self.star.__setitem__(5, 1),
                    lambda: self.star.__delitem__(5), lambda: self.star.describe(5),
                    lambda: self.star.call(5), lambda: self.star.bits(5),
                    lambda: star.Variable(5), lambda: self.star.enter('1', 5)):
            with self.assertRaisesRegex(TypeError, '^a name is a str, not int$'):
                use()

    def test_names(self):
        self.star.enter('var b, A: integer; proc P; begin end; const c = 1')
        self.assertEqual(list(self.star), ['A', 'b'])
        self.assertIn('a', self.star)
        for name in ('p', 'c', 'nothing', '', 5):
            self.assertNotIn(name, self.star)
        self.assertEqual([n['name'] for n in self.star.names()], ['c', 'P', 'A', 'b'])
        self.assertIn('FND', [n['name'] for n in self.star.names(all=True)])
        self.assertEqual(self.star.describe('p')['means'], 'procedure')
        self.fails(star.MisuseError, 'undeclared', 'nothing', self.star.describe, 'nothing')
        with self.assertRaises(KeyError):
            self.star['']
        self.assertIn('P', dir(self.star))
        self.assertTrue(self.star.unfinished('begin'))
        self.assertFalse(self.star.unfinished('1'))


class Bits(StarCase):
    def both_ways(self, name, value):
        self.star.enter(f'var S: slice; W: word; T: table')
        self.star[name] = value
        found = self.star[name]
        self.assertEqual(found.dtype, np.bool_)
        np.testing.assert_array_equal(found, value)
        np.testing.assert_array_equal(self.star.enter(name), value)

    def test_sizes(self):
        random = np.random.default_rng(1)
        for n in SIZES:
            self.both_ways('S', random.random(n) < 0.5)
            self.both_ways('W', random.random(n) < 0.5)
            for m in (0, 1, 63, 65):
                self.both_ways('T', random.random((n, m)) < 0.5)

    def test_where_components_are(self):
        self.star.enter('var X: slice')
        self.star['X'] = [0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
        self.assertEqual(self.star.enter("FND(X)"), 2)
        self.assertEqual(self.star.enter('X(10)'), 1)
        self.star.enter('X(1) := 1; writeln(X)')
        self.assertEqual(self.output(), '1110000001\n')

    def test_layouts(self):
        """Whatever the array looks like in memory."""
        whole = np.random.default_rng(2).random((130, 140)) < 0.5
        for value in (whole.T, whole[::2], whole[:, ::3], whole[::-1, ::-1], whole[5:70, 3:68],
                      np.asfortranarray(whole), whole.copy().view(np.uint8), whole.astype(float),
                      whole.astype(np.int64)[::2, 1:]):
            self.both_ways('T', value)
        self.both_ways('S', whole[:, 7])
        self.both_ways('S', whole[3, ::-5])
        self.both_ways('W', np.diagonal(whole))
        self.both_ways('T', [[True, False], [0, 1]])

    def test_no_bits(self):
        self.star.enter('var T: table; X: slice')
        for value in ([2], [0.5], ['a'], np.zeros((2, 2, 2), bool), 1, [[1], [1, 0]]):
            with self.assertRaisesRegex((ValueError, TypeError), '^X: ', msg=value):
                self.star['X'] = value
        self.fails(star.MisuseError, 'size-mismatch', 'X', self.star.__setitem__, 'X', np.eye(2))

    def test_fixed_size(self):
        self.star.enter('var T: table; Q: table(2, 3)')
        self.star['T'] = np.eye(3)
        self.fails(star.RunError, 'size-mismatch', '', self.star.__setitem__, 'T', np.eye(4))
        del self.star['T']
        self.star['T'] = np.eye(4)
        np.testing.assert_array_equal(self.star['Q'], np.zeros((2, 3)))
        self.fails(star.RunError, 'size-mismatch', '', self.star.__setitem__, 'Q', np.eye(4))


class Arrays(StarCase):
    def both_ways(self, type_text, value, dtype):
        self.star.enter(f'var v: {type_text}')
        self.star['v'] = value
        found = self.star['v']
        self.assertEqual(found.dtype, np.dtype(dtype))
        np.testing.assert_array_equal(found, np.asarray(value, dtype))
        np.testing.assert_array_equal(self.star.enter('v'), found)

    def test_every_type(self):
        self.star.enter('type day = (mon, tue)')
        self.both_ways('array [1..3] of integer', [1, -2, 2**62], np.int64)
        self.both_ways('array [0..2] of 0..9', np.array([1, 2, 9], np.uint8), np.int64)
        self.both_ways('array [1..2, 1..3] of integer', [[1, 2, 3], [4, 5, 6]], np.int64)
        self.both_ways('array [1..2] of array [1..3] of integer', [[1, 2, 3], [4, 5, 6]], np.int64)
        self.both_ways('array [1..2] of boolean', [True, False], np.bool_)
        self.both_ways('packed array [1..2] of char', [b'a', b'~'], 'S1')
        self.both_ways("array ['a'..'b'] of day", [0, 1], np.int64)
        self.both_ways('array [1..3] of real', [0.5, np.inf, -1e300], np.float64)
        self.both_ways('array [1..2] of single', [0.5, -2], np.float64)
        self.both_ways('array [1..2, 1..2, 1..2] of real', np.arange(8).reshape(2, 2, 2),
                       np.float64)

    def test_layouts(self):
        numbers = np.arange(12).reshape(3, 4)
        self.both_ways('array [1..4, 1..3] of integer', numbers.T, np.int64)
        self.both_ways('array [1..2, 1..2] of integer', numbers[::2, 1:3], np.int64)
        self.both_ways('array [1..4] of real', numbers[1, ::-1], np.float64)
        self.both_ways('array [1..3] of integer', numbers[:, 2].astype(np.int16), np.int64)

    def test_wrong_arrays(self):
        self.star.enter('var a: array [1..3] of integer; b: array [1..2] of 1..9')
        for value, error in (([1, 2], ValueError), ([[1, 2, 3]], ValueError),
                             ([0.5, 1, 2], TypeError), (['a', 'b', 'c'], TypeError),
                             (np.array([1, 2, 2**63], np.uint64), OverflowError)):
            with self.assertRaisesRegex(error, '^a: ', msg=value):
                self.star['a'] = value
        self.fails(star.RunError, 'value-range', 'b', self.star.__setitem__, 'b', [1, 10])
        self.star['a'] = np.array([1, 2, 2**62], np.uint64)

    def test_reals_are_no_other_numbers(self):
        """An imaginary part is not dropped, a text not read."""
        self.star.enter('var r: array [1..2] of real')
        for value in (np.array([1 + 2j, 3]), [1j, 2], np.array([1, 2], np.complex64), ['1', '2'],
                      [b'1', b'2'], np.array([np.complex128(1), 2], object), [1, 'a'],
                      np.array(['2020-01-01', '2021-01-01'], 'datetime64[D]')):
            with self.assertRaisesRegex(TypeError, '^r: real elements', msg=value):
                self.star['r'] = value
        self.star['r'] = [2**70, Fraction(1, 2)]
        self.assertEqual(self.star['r'].tolist(), [2.0**70, 0.5])

    def test_characters(self):
        """One for each element, as bytes, letters or numbers of bytes."""
        self.star.enter('var c: array [1..2] of char')
        for value in ([b'a', b'~'], ['a', '~'], np.array([97, 126], np.uint8)):
            self.star['c'] = value
            self.assertEqual(self.star['c'].tolist(), [b'a', b'~'])
        for value in ([65, 66], ['ab', 'cd'], [b'ab', b'cd'], [True, False], [0.5, 1], 'ab'):
            with self.assertRaisesRegex(TypeError, 'char elements', msg=value):
                self.star['c'] = value
        with self.assertRaisesRegex(ValueError, '^c: '):
            self.star['c'] = ['é', 'b']
        self.assertEqual(self.star['c'].tolist(), [b'a', b'~'])

    def test_in_place(self):
        """Numbers as the library has them are not copied on the way."""
        from star.variables import to_numbers
        for dtype, element in ((np.int64, 'integer'), (np.float64, 'real')):
            array = np.arange(6, dtype=dtype).reshape(2, 3)
            info = {'element': element}
            self.assertTrue(np.shares_memory(array, to_numbers(info, array)))


if __name__ == '__main__':
    unittest.main()
