#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh STAR TOP: the tokens of Pygments are those of the scanner, in all
# programs of tests/lang and the library; 77 where there is no Pygments.
set -eu
python3 -c 'import pygments' 2>/dev/null || exit 77
tokens=$(dirname "$1")/tests/system/highlight/star_tokens
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$2"
python3 -B - tests/lang/*/*.star stdlib/*.star >"$work/found" <<'END'
import sys

sys.path.insert(0, 'tools/editors/pygments')
from pygments.token import Comment, Keyword, Name, Number, String, Text
from star_lexer import StarLexer

letters = ((Comment, 'c'), (Keyword, 'w'), (Name, 'n'), (Number, '1'),
           (String, 't'), (Text, ' '))
lexer = StarLexer()
for path in sys.argv[1:]:
    with open(path, newline='', encoding='latin-1') as file:
        text = file.read()
    print(path)
    for _, kind, part in lexer.get_tokens_unprocessed(text):
        letter = next((one for of, one in letters if kind in of), 's')
        print(''.join(c if c in ' \t\n\r\f\v' else letter for c in part), end='')
END
"$tokens" "$work/found" tests/lang/*/*.star stdlib/*.star
