/* Which loops are data-parallel over the rows, columns or components that
 * answer. */
#ifndef STAR_LOOPS_H
#define STAR_LOOPS_H

#include "emit/emit.h"

/* If the rounds of a while or for statement are independent, writes the
 * instruction that runs all of them but the last; `limit` is the cell of a
 * for statement's limit. Either way notes the finding. To be called where
 * the loop's first round is certain to follow. */
void loops_emit(Emit *e, Stmt *loop, Cell limit);

#endif
