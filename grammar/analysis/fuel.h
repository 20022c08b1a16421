/* SPDX-License-Identifier: MIT */
/* The fuel of a program's text: the units by which a limit bounds the
 * length of a run. docs/reference/language.md lists what takes fuel. */
#ifndef STAR_FUEL_H
#define STAR_FUEL_H

#include "syntax/ast.h"

/* The fuel of a condition: one unit, and one for each primitive in it. */
uint32_t fuel_of_condition(const Expr *condition);

/* The same for a statement, without the statements that it contains. 0 for
 * while, repeat, begin ... end and the empty statement. */
uint32_t fuel_of(const Stmt *statement);

#endif
