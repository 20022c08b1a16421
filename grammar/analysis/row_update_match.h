/* A column, a row, and the loop over the column's responders: WARSHALL's
 * round. */
#ifndef STAR_ROW_UPDATE_MATCH_H
#define STAR_ROW_UPDATE_MATCH_H

#include "syntax/ast.h"

/* How many statements from the first on are X := COL(k, T), w := ROW(k, T)
 * and a loop over the responders of X, which may begin with i := STEP(X); or
 * the same with ROW and COL exchanged. 0 if they are something else. */
int sweep_length(const Stmt *list);

#endif
