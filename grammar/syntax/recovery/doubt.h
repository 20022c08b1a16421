/* SPDX-License-Identifier: MIT */
/* What a text with syntax errors leaves in doubt. Error recovery corrects the
 * text, and sema checks what the parser makes of that; but it cannot be sure
 * of every part:
 *
 *     var x: array [1..3 of real;    a declaration that was corrected,
 *     x[4] := n                      and whatever has a name of it
 *
 * An `end` too many or too few may move the borders of the procedures around
 * it: behind it, what a name means is in doubt. */
#ifndef STAR_DOUBT_H
#define STAR_DOUBT_H

#include "syntax/recovery/error_recovery.h"

/* Finds what is in doubt: the corrected tokens, `count` of them, are beside
 * those of the text; the messages about it are in the lexer's diag. The result
 * lives in the lexer's arena. */
Doubt doubt_find(const Diagnosis *diagnosis, int count);

/* True if a message of sema about the text may be wrong. */
bool doubt_has(const Doubt *doubt, const StarReport *report);

#endif
