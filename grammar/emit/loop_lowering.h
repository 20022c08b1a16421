/* SPDX-License-Identifier: MIT */
/* Loops from the results of their analysis: a responder loop becomes one
 * instruction, an invariant expression is evaluated once. */
#ifndef STAR_LOOP_LOWERING_H
#define STAR_LOOP_LOWERING_H

#include "emit/emit.h"

/* If the iterations of a while or for statement are independent, writes the
 * instruction that runs all of them but the last; `limit` is the cell of a
 * for statement's limit. Notes the result of the analysis in any case. The
 * place must be one where the loop's first iteration is certain to follow. */
void loops_emit(Emit *e, Stmt *loop, Cell limit);

/* At the top of the body of a for statement: the instruction that goes to the
 * next pair that passes, if this is a loop over pairs. */
void loops_emit_top(Emit *e, const Stmt *loop, Cell limit);

/* Gives each invariant expression of a loop a bit vector as its cache. The
 * expression is evaluated in its place, when it is reached first, so that
 * errors stay there. The caller is before the loop and keeps its temporaries
 * until the loop's end. */
void hoist_loop(Emit *e, Stmt *loop);

/* The cell of an invariant expression's bits: evaluates them unless the cache
 * is valid. */
Cell hoist_value(Emit *e, Expr *x);

#endif
