/* What the analysis found of a loop, as bytecode: responder loops as one
 * operation, invariant expressions evaluated once. */
#ifndef STAR_LOOP_LOWERING_H
#define STAR_LOOP_LOWERING_H

#include "emit/emit.h"

/* If the rounds of a while or for statement are independent, writes the
 * instruction that runs all of them but the last; `limit` is the cell of a
 * for statement's limit. Either way notes the finding. To be called where
 * the loop's first round is certain to follow. */
void loops_emit(Emit *e, Stmt *loop, Cell limit);

/* Gives each invariant expression of a loop a line to be kept in: it is
 * evaluated where it stands, the first time that is reached, so that errors
 * stay where they are. To be called before the loop, with its temporaries held
 * until its end. */
void hoist_loop(Emit *e, Stmt *loop);

/* An invariant expression's line: evaluates it unless that was done. */
Cell hoist_value(Emit *e, Expr *x);

#endif
