/* SPDX-License-Identifier: MIT */
/* Syntax as a tree, and how it is drawn. */
#ifndef STAR_SYNTAX_H
#define STAR_SYNTAX_H

#include <stdio.h>

#include "memory/arena.h"

typedef enum SyntaxKind {
    SYNTAX_LITERAL, /* what a program has as it stands here */
    SYNTAX_TOKEN,   /* a name, a number, ... */
    SYNTAX_RULE,    /* what another rule says */
    SYNTAX_SEQUENCE,
    SYNTAX_CHOICE,
    SYNTAX_OPTION, /* of its only part */
    SYNTAX_LOOP    /* its first part, again and again; between two of them the
                      second, if there is one */
} SyntaxKind;

typedef struct Syntax {
    SyntaxKind kind;
    const char *text; /* of the first three */
    struct Syntax **part;
    int parts;
    /* Of the diagram: it is so wide, and reaches so far above and below the
     * line that it stands on. */
    int width, above, below;
} Syntax;

/* Writes a railroad diagram as SVG, in light or dark colours as the reader has
 * them. Measures the tree. */
void railroad_draw(FILE *to, Syntax *syntax);

#endif
