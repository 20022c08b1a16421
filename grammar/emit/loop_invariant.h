/* Expressions on lines that a loop does not change. */
#ifndef STAR_HOIST_H
#define STAR_HOIST_H

#include "emit/emit.h"

/* Finds in a loop the expressions whose operands no round changes, and
 * gives each a line to be kept in: it is evaluated where it stands, the
 * first time that is reached, so that errors stay where they are. To be
 * called before the loop, with its temporaries held until its end. */
void hoist_loop(Emit *e, Stmt *loop);

/* An expression that was found: evaluates it unless that was done. */
Cell hoist_value(Emit *e, Expr *x);

#endif
