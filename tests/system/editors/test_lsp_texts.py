# SPDX-License-Identifier: MIT
"""test_lsp_texts.py STAR: star lsp with the texts of tests/lang, as they are, with
their corrections, and broken at random."""
import os
import random
import sys
import unittest

from lsp_client import REQUESTS, Client, damaged, edited, offset, position, texts

STAR = os.path.abspath(sys.argv.pop(1))
BROKEN = 1500  # texts


class Texts(unittest.TestCase):
    def setUp(self):
        self.client = Client(STAR)
        self.addCleanup(lambda: self.assertEqual(self.client.end(), 0))

    def ask(self, method, uri, **params):
        """The result, or None if it is refused; that the server ends is an error."""
        c = self.client
        c.number += 1
        c.send(id=c.number, method='textDocument/' + method,
               params={'textDocument': {'uri': uri}, **params})
        while (message := c.take()).get('id') != c.number:
            pass
        return message.get('result')

    def test_a_correction_takes_its_message_away(self):
        corrected = 0
        for uri, text in texts():
            self.client.open(text, uri)
            for found in self.client.diagnostics(uri):
                for fix in self.ask('codeAction', uri, range=found['range'],
                                    context={'diagnostics': [found]}):
                    if fix['diagnostics'] != [found]:
                        continue
                    edits = fix['edit']['changes'][uri]
                    self.client.open(edited(text, edits), uri)
                    left = [f for f in self.client.diagnostics(uri)
                            if f['message'] == found['message'] and
                            f['range']['start'] == found['range']['start']]
                    self.assertEqual(left, [], (uri, fix['title'], edited(text, edits)))
                    corrected += 1
                    self.client.open(text, uri)
            self.client.tell('textDocument/didClose', textDocument={'uri': uri})
        self.assertGreater(corrected, 50)

    def test_any_text_is_served(self):
        rng = random.Random(20)
        whole = list(texts())
        for _ in range(BROKEN):
            uri, text = rng.choice(whole)
            for _ in range(rng.randrange(1, 4)):
                text = damaged(text, rng)
            self.client.open(text, uri)
            at = position(text[:rng.randrange(len(text) + 1)])
            for method in rng.sample(REQUESTS, 3):
                self.ask(method, uri, position=at)
            found = self.client.diagnostics(uri)
            for f in found:
                self.assertLessEqual(offset(text, f['range']['end']), len(text))

    def test_a_text_that_is_typed(self):
        """By changes, the text of the server stays that of the editor."""
        rng = random.Random(21)
        for uri, text in rng.sample(list(texts()), 40):
            self.client.open(text, uri)
            for _ in range(30):
                at = rng.randrange(len(text) + 1)
                end = min(len(text), at + rng.choice([0, 0, 0, 1, 5]))
                new = rng.choice(['a', ';', '\n', 'ä', '\U0001d54a', '', 'end', '(', "'"])
                if '\r' in text[max(0, at - 1):end + 1]:
                    continue
                self.client.change(uri, [{'text': new, 'range': {
                    'start': position(text[:at]), 'end': position(text[:end])}}])
                text = text[:at] + new + text[end:]
            changed = self.client.diagnostics(uri)
            self.client.open(text, uri)
            self.assertEqual(self.client.diagnostics(uri), changed)


if __name__ == '__main__':
    unittest.main()
