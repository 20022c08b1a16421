/* A column, a row, and the loop over the column's responders: WARSHALL's
 * round, in one pass over the table. */
#ifndef STAR_SWEEP_H
#define STAR_SWEEP_H

#include "emit.h"

/* Whether a statement and the two behind it are X := COL(k, T),
 * w := ROW(k, T) and a loop over the responders of X; or with ROW and COL
 * exchanged. */
bool sweep_begins(const Stmt *list);

/* Writes the instruction that runs the three at once, before them, and
 * completes it behind them; SWEEP is the number that the first returned. */
uint32_t sweep_begin(Emit *e, const Stmt *list);
void sweep_end(Emit *e, const Stmt *list, uint32_t sweep);

#endif
