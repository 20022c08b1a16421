# SPDX-License-Identifier: MIT
"""STAR for Pygments, which colours listings in LaTeX (minted), Sphinx and on
the command line:

    pygmentize -x -l star_lexer.py:StarLexer hello.star
"""
import re

from pygments.lexer import Lexer
from pygments.token import (Comment, Error, Keyword, Name, Number, Operator,
                            Punctuation, String, Text)

WORDS = frozenset('''
and array begin case const div do downto else end file for function goto if in
label mod nil not of or otherwise packed proc procedure program record repeat
set then to type until uses var while with xor
'''.split())

NAMES = frozenset('''
abs addc addc1 addv adj arctan boolean char chr clear clr col compress convert
cos dispose divc dotv down eof eoln exp expand false fnd forward frst gather
gel get great hit input integer length less ln load mask match max maxint min
mirror multc multv nameof native new numb numberof odd one ord output pack page
pred prefix_or prefix_xor put random rank read readln real rep reset rewrite
rotate round row save scatter setmax setmin shift shuffle sin single size slice
some sqr sqrt step string subtc subtc1 subtv succ sumv table tcopy tcopy1
tcopy2 tcopy3 tcopy4 text tmax tmerge tmin trim true trunc unpack up wcopy
wmerge word write writeln wtrans zero
'''.split())

# These are words only where nothing else can stand.
CONTEXTUAL = frozenset('otherwise proc set uses xor'.split())

TOKEN = re.compile(r'''
    (?P<blank>   \s+)
  | (?P<comment> (?:\{|\(\*) [\s\S]*? (?:\}|\*\)|\Z)
               | /\* [\s\S]*? (?:\*/|\Z)
               | //[^\n\r]* | \A\#![^\n\r]*)
  | (?P<text>    '(?:[^'\n\r]|'')* \r?\n (?:[^'\n\r]|'')*'
                 (?=[ \t]*[\]),;+\r\n])
               | '(?:[^'\n\r]|'')*'? | "[^"\n\r]*")
  | (?P<number>  \d+ (?:\.\d+)? (?:e[+-]?\d+ | e[+-](?:[a-z_]\w*)?)?)
  | (?P<name>    (?:slice|word|table)\{[a-z_]\w*\} | [a-z_]\w*)
  | (?P<sign>    :=|<>|<=|>=|\.\.|\(\.|\.\)|[-+*/=<>().,;:^@\[\]])
  | (?P<error>   .)
''', re.VERBOSE | re.IGNORECASE | re.ASCII)

SAME_SIGN = {'(.': '[', '.)': ']', '@': '^'}
OPERANDS = frozenset(('name', 'number', 'text', ')', ']', '^', 'nil'))
STATEMENTS = frozenset(('name', 'number', 'set', 'begin', 'if', 'case', 'for',
                        'while', 'repeat', 'with', 'end', 'goto'))
ENDS = OPERANDS | frozenset((';', ':', 'end', 'then', 'else', 'do', 'of'))


def kind_of(match):
    """A word or sign itself, or what else a token is."""
    text = match.group().lower()
    if match.lastgroup == 'sign':
        return SAME_SIGN.get(text, text)
    if match.lastgroup == 'name' and text in WORDS - CONTEXTUAL:
        return text
    return match.lastgroup


class StarLexer(Lexer):
    """Tells words from names as the compiler does."""
    name = 'STAR'
    aliases = ['star']
    filenames = ['*.star']

    def get_tokens_unprocessed(self, text):
        found = list(TOKEN.finditer(text))
        whole = [m for m in found if m.lastgroup not in ('blank', 'comment')]
        kinds = self.kinds(whole)
        at = 0
        for m in found:
            if at < len(whole) and m is whole[at]:
                yield m.start(), self.colour(m, kinds[at]), m.group()
                at += 1
            else:
                yield (m.start(), Comment if m.lastgroup == 'comment' else Text,
                       m.group())

    @staticmethod
    def colour(m, kind):
        if m.lastgroup == 'name':
            if kind != 'name':
                return Keyword
            return Name.Builtin if m.group().lower() in NAMES else Name
        return {'text': String, 'number': Number, 'error': Error}.get(
            m.lastgroup, Operator if kind in ('+', '-', '*', '/', ':=', '=',
                                              '<>', '<', '<=', '>', '>=', '^')
            else Punctuation)

    @staticmethod
    def kinds(tokens):
        """What each token is, by those beside it."""
        kinds = [kind_of(m) for m in tokens] + ['']
        last, opened = ';', []
        for k, m in enumerate(tokens):
            word = m.group().lower()
            after = kinds[k + 1]
            if m.lastgroup == 'name' and word in CONTEXTUAL:
                if (word == 'set' and after == 'of'
                        or word in ('proc', 'uses') and after == 'name'
                        or word == 'xor' and last in OPERANDS
                        or word == 'otherwise' and last in ENDS
                        and (after in STATEMENTS and after != 'end'
                             or after == 'end' and opened[-1:] == ['case'])):
                    kinds[k] = word
            last = kinds[k]
            if last in ('end', 'until'):
                del opened[-1:]
            elif last in ('begin', 'repeat', 'record') or (
                    last == 'case' and opened[-1:] != ['record']):
                opened.append(last)
        return kinds
