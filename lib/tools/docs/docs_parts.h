/* SPDX-License-Identifier: MIT */
/* Procedures of units: what docs*.c share. */
#ifndef STAR_TOOLS_DOCS_PARTS_H
#define STAR_TOOLS_DOCS_PARTS_H

#include "library.h"
#include "tools/docs/docs.h"

/* The operations of a procedure of the library: what its row of primitives.def
 * charges, with the names of its parameters; else the bound in the comment
 * before its heading, such as "at most 10 n + 5 m". NULL: it has neither. */
const char *docs_formula(const char *name, char text[DOCS_FORMULA]);

/* The heading of a procedure or function in a unit, from its name
 * on, or NULL. */
const char *docs_heading(const StarUnit *unit, const char *name);

#endif
