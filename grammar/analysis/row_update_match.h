/* SPDX-License-Identifier: MIT */
/* Finds an iteration of WARSHALL: a column, a row, and the loop over the
 * column's responders. */
#ifndef STAR_ROW_UPDATE_MATCH_H
#define STAR_ROW_UPDATE_MATCH_H

#include "syntax/ast.h"

/* The number of statements, from the first of the list on, that are
 * X := COL(k, T), w := ROW(k, T) and a loop over the responders of X, which
 * may begin with i := STEP(X); or the same with ROW and COL exchanged. 0 if
 * the list begins with other statements. */
int row_update_length(const Stmt *list);

#endif
