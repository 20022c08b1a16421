/* Expressions on lines that a loop does not change. */
#ifndef STAR_HOIST_H
#define STAR_HOIST_H

#include "syntax/ast.h"

typedef struct Invariant {
    Expr *expr;
    struct Invariant *next;
} Invariant;

/* Finds in a loop, in a frame of this level, the expressions whose operands no
 * round changes, in the order of the text, and marks them (Expr.analysis);
 * those that a loop around has marked are its own. The list lives in the arena.
 */
Invariant *hoist_find(Arena *arena, Stmt *loop, uint16_t level);

#endif
