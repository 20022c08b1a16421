/* SPDX-License-Identifier: MIT */
/* The variables of a run between two statements, for debug.h: all of a frame,
 * what changed, parts by their text, expressions.
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_DEBUG_INSPECT_H
#define STAR_TOOLS_DEBUG_INSPECT_H

#include "tools/debug/debug.h"

/* A variable of a frame, as star_inspect_variable, but for the result of a
 * function, which has its name. */
bool debug_variable(const StarView *view, unsigned k, StarVariable *out);

/* The slices and tables of the newest call and of the program, each once, at
 * most so many; how many. */
int debug_memory(const Debug *debug, StarPanel panel[], int most);

/* Tells of what differs from the last time that changes were asked for, in the
 * newest call and in the program; of a new call of its parameters, with `was`
 * NULL. The inspections are valid until `changed` returns. */
typedef void DebugChanged(void *context, const StarVariable *variable,
                          const StarInspection *was, const StarInspection *now);
void debug_changes(Debug *debug, DebugChanged *changed, void *context);

/* The place and value of a text that is a variable or a part of it and no
 * more, of the newest call, the program or a call between; if it is not *wrong
 * says so. A row or column is a copy, valid until the next one is found. */
bool debug_find(Debug *debug, const char *text, DebugPlace *place,
                StarVariable *variable, const char **wrong);

/* The same in one frame. */
bool debug_find_in(Debug *debug, unsigned frame, const char *text,
                   DebugPlace *place, StarVariable *variable,
                   const char **wrong);

/* True if a text has the form of a name or of a part of a variable. */
bool debug_is_place(const Debug *debug, const char *text);

/* True if a text may be a condition somewhere, whatever its names mean there.
 * False: debug->error says why it cannot. */
bool debug_may_hold(Debug *debug, const char *text);

/* The value of an expression, with copies of those variables, valid until
 * `evaluated` returns. False: debug->error says why. */
typedef void DebugEvaluated(void *context, const StarVariable *value);
bool debug_evaluate(Debug *debug, const char *text, DebugEvaluated *evaluated,
                    void *context);

#endif
