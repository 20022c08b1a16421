/* A column, a row, and the loop over the column's responders: WARSHALL's
 * round, in one pass over the table. */
#ifndef STAR_SWEEP_H
#define STAR_SWEEP_H

#include "emit/emit.h"

/* How many statements from the first on are X := COL(k, T), w := ROW(k, T)
 * and a loop over the responders of X, which may begin with i := STEP(X); or
 * the same with ROW and COL exchanged. 0 if they are something else. */
int sweep_length(const Stmt *list);

/* Writes the instruction that runs them at once, before them, and completes
 * it behind them; `sweep` is the number that the first returned, or 0. */
uint32_t sweep_begin(Emit *e, const Stmt *list);
void sweep_end(Emit *e, const Stmt *list, uint32_t sweep);

#endif
