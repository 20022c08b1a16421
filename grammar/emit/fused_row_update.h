/* SPDX-License-Identifier: MIT */
/* An iteration of WARSHALL (analysis/row_update_match.h) as one pass over the
 * table. */
#ifndef STAR_FUSED_ROW_UPDATE_H
#define STAR_FUSED_ROW_UPDATE_H

#include "emit/emit.h"

/* row_update_begin writes, before the statements of row_update_length, the
 * instruction that runs all of them; row_update_end completes it behind them.
 * `update` is the result of row_update_begin: the instruction's number, or 0
 * if none was written. */
uint32_t row_update_begin(Emit *e, const Stmt *list);
void row_update_end(Emit *e, const Stmt *list, uint32_t update);

#endif
