/* A column, a row, and the loop over the column's responders: WARSHALL's
 * round, in one pass over the table. */
#ifndef STAR_SWEEP_H
#define STAR_SWEEP_H

#include "emit/emit.h"

/* Writes the instruction that runs the statements of sweep_length at once,
 * before them, and completes
 * it behind them; `sweep` is the number that the first returned, or 0. */
uint32_t sweep_begin(Emit *e, const Stmt *list);
void sweep_end(Emit *e, const Stmt *list, uint32_t sweep);

#endif
