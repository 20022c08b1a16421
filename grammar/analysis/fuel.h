/* Steps, by which the length of a run is bounded: docs/reference/language.md,
 * Steps, says what counts. */
#ifndef STAR_STEPS_H
#define STAR_STEPS_H

#include "syntax/ast.h"

/* The step of a condition or of a statement and the primitives written in
 * it. */
uint32_t steps_of_condition(const Expr *condition);

/* The same for a statement; what it contains charges for itself. 0 for one
 * that takes none: while, repeat, begin ... end, the empty one. */
uint32_t steps_of(const Stmt *statement);

#endif
