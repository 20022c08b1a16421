/* Which loops are data-parallel over the rows, columns or components that
 * answer. */
#ifndef STAR_LOOPS_H
#define STAR_LOOPS_H

#include "emit.h"

/* If the rounds of a while or for statement are independent, writes the
 * instruction that runs all of them but the last; `limit` is the cell of a
 * for statement's limit. Either way notes the finding. To be called where
 * the loop's first round is certain to follow. */
void loops_emit(Emit *e, Stmt *loop, Cell limit);

/* Whether a statement and the two behind it are X := COL(k, T),
 * w := ROW(k, T) and a loop over the responders of X; or with ROW and COL
 * exchanged. */
bool loops_sweep(const Stmt *list);

/* Writes the instruction that runs the three at once, before them, and
 * completes it behind them; SWEEP is the number that the first returned. */
uint32_t loops_begin_sweep(Emit *e, const Stmt *list);
void loops_end_sweep(Emit *e, const Stmt *list, uint32_t sweep);

#endif
