/* SPDX-License-Identifier: MIT */
/* Variables by name, and conditions on them: what debug*.c share. */
#ifndef STAR_TOOLS_DEBUG_PARTS_H
#define STAR_TOOLS_DEBUG_PARTS_H

#include "tools/debug/debug_inspect.h"

/* Returns the present value of a place; false if the variable is gone or has no
 * such part: then *wrong says so. */
bool debug_value(Debug *debug, const DebugPlace *place, StarVariable *variable,
                 const char **wrong);

/* True if a condition PLACE = CONSTANT, or with <>, <, <=, >, >=, holds; not if
 * it has no value or is not there. *wrong is as of debug_fits. */
bool debug_holds(Debug *debug, const char *condition, const char **wrong);

/* True if a condition fits the names and types that statements on a line know,
 * whatever is active; if it does not *wrong says why. */
bool debug_fits(const Debug *debug, uint32_t file, int line,
                const char *condition, const char **wrong);

#endif
