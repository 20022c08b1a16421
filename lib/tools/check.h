/* SPDX-License-Identifier: MIT */
/* A text held in memory and what is wrong with it, as data.
 *
 *     StarProgram *p = star_compile(mem, &options, "mine.star", text, length);
 *     if (p != NULL)
 *         check_messages(p, take, context);
 *
 * compile.h is part of this: StarCompileOptions.find gives the texts of units,
 * and StarProgram.note says of each loop whether it is one operation, or what
 * forbids it. A message is a StarReport: status (star_status_name is its code),
 * severity, span, text, what was expected and found, a hint, notes with spans
 * of their own; star_source_place turns a span into rows and columns. Where it
 * has a `fix`, that text in place of the fix's span is the correction.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_CHECK_H
#define STAR_TOOLS_CHECK_H

#include "compile.h"

/* Takes a message; it is valid until this returns. `sources` is NULL where it
 * has no place. */
typedef void CheckTake(void *context, const StarReport *report,
                       const StarSources *sources);

/* Tells of all messages of a text, in their order; then how many more errors
 * and warnings there were, as notes without a code. */
void check_messages(const StarProgram *program, CheckTake *take, void *context);

/* An error of the runtime, which has no place, as a message; its texts are the
 * error's. */
StarReport check_error(StarSeverity severity, const StarError *error);

/* True if a warning says that a run which comes to a certain place ends there
 * with an error. */
bool check_foretells_end(const StarProgram *program);

#endif
