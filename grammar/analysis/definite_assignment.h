/* SPDX-License-Identifier: MIT */
/* Definite assignment: which reads of scalar variables are certain to find
 * a value. */
#ifndef STAR_FLOW_H
#define STAR_FLOW_H

#include "syntax/ast.h"

/* Marks in a checked routine or program (routine NULL) each read that is
 * not proved (Expr.analysis) and each variable with such a read, or result
 * that may be missing (Decl.analysis). Reads of other frames' variables and
 * of var parameters are never proved. */
void flow_block(Arena *arena, Decl *routine, Block *block, uint16_t level);

#endif
