/* How many operations of the STAR-machine a procedure of the library takes, as
 * its documentation says. */
#ifndef STAR_TOOLS_FORMULA_H
#define STAR_TOOLS_FORMULA_H

#include "library.h"
#include "debug/profile.h"

enum { FORMULA_ROOM = STAR_FORMULA_ROOM };

/* The heading of a procedure or function in a unit, from its name on, or
 * NULL. */
const char *formula_heading(const StarUnit *unit, const char *name);

/* What a procedure of the library charges, its row of primitives.def with the
 * names of its parameters, such as "3 SIZE(T)"; else the bound in the comment
 * before its heading, such as "at most 10 n + 5 m". NULL if it has neither. */
const char *formula_text(const char *name, char text[FORMULA_ROOM]);

/* The same for a procedure in a file with this text: NULL unless that is a unit
 * of the library. */
StarFormulaOf formula_in;

#endif
