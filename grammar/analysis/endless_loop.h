/* SPDX-License-Identifier: MIT */
/* Loops whose condition never changes. */
#ifndef STAR_ENDLESS_LOOP_H
#define STAR_ENDLESS_LOOP_H

#include "diagnostics.h"
#include "syntax/ast.h"

/* Warns of each while and repeat statement of a checked list, and within it,
 * whose condition depends on variables that nothing in the loop can change, and
 * that no goto may leave. */
void endless_warn(Diag *diag, const Stmt *list);

#endif
