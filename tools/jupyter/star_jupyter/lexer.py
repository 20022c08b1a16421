# SPDX-License-Identifier: MIT
"""Cells for Pygments: STAR, and lines that begin with %."""

import re

from pygments.token import Comment

from .star_lexer import StarLexer

MAGIC = re.compile(r"^[ \t]*%%?\w*(?:[ \t]+(?:--\w+[ \t]+\w+|\w+=-?\d+\.\.-?\d+))*", re.M)


class CellLexer(StarLexer):
    name = "STAR in notebooks"
    aliases = ["star-cell"]
    filenames: list[str] = []

    def get_tokens_unprocessed(self, text):  # type: ignore[no-untyped-def]
        """What stands before a magic, its name and options, what stands behind."""
        at = 0
        for magic in [*MAGIC.finditer(text), None]:
            end = len(text) if magic is None else magic.start()
            tokens = super().get_tokens_unprocessed(text[at:end])  # type: ignore[no-untyped-call]
            for index, token, value in tokens:
                yield at + index, token, value
            if magic is not None:
                yield magic.start(), Comment.Preproc, magic[0]
                at = magic.end()
