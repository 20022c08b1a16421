# SPDX-License-Identifier: MIT
"""Cells in colour, by the lexer that the kernel names."""
import client  # noqa: F401
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword

lexer = get_lexer_by_name('star-cell')
text = "P := K;\n  %count --native off n=2..34 CLOSE(n)\nif X then %\n%%trace\nbegin end\n"
tokens = list(lexer.get_tokens_unprocessed(text))
assert ''.join(value for _, _, value in tokens) == text, tokens
assert all(text[at:].startswith(value) for at, _, value in tokens), tokens
found = [(value.strip(), kind) for _, kind, value in tokens
         if kind in Comment.Preproc or kind in Keyword or kind in Error]
assert found == [('%count --native off n=2..34', Comment.Preproc), ('if', Keyword),
                 ('then', Keyword), ('%', Error), ('%%trace', Comment.Preproc),
                 ('begin', Keyword), ('end', Keyword)], found
assert get_lexer_by_name('star').name == 'STAR'
