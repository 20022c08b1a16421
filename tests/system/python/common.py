# SPDX-License-Identifier: MIT
"""What the tests of the package share."""
import unittest
import warnings

import star


class StarCase(unittest.TestCase):
    """A test with a Star, `self.star`, and what its programs have written."""

    def setUp(self):
        warnings.simplefilter('ignore', star.StarWarning)  # parameters without a use
        self.written = []
        self.star = star.open(write=self.written.append)
        self.addCleanup(self.star.close)

    def output(self):
        text = ''.join(self.written)
        self.written.clear()
        return text

    def fails(self, kind, name, text, function, *arguments):
        """An error of a class, with a name, whose text has this part."""
        with self.assertRaises(kind) as caught:
            function(*arguments)
        self.assertEqual((type(caught.exception), caught.exception.name), (kind, name))
        self.assertIn(text, caught.exception.text)
        return caught.exception
