/* SPDX-License-Identifier: MIT */
/* Expressions on bits whose operands a loop does not change. */
#ifndef STAR_LOOP_INVARIANT_H
#define STAR_LOOP_INVARIANT_H

#include "syntax/ast.h"

typedef struct Invariant {
    Expr *expr;
    struct Invariant *next;
} Invariant;

/* Finds the invariant expressions of a loop in a frame of this level, in the
 * order of the text, and marks them (Expr.analysis). An expression that is
 * marked for an enclosing loop is left out. The list lives in the arena. */
Invariant *hoist_find(Arena *arena, Stmt *loop, uint16_t level);

#endif
