/* SPDX-License-Identifier: MIT */
/* A program as C text, which is linked with libstar, of an executable or of a
 * library:
 *
 *     build_text(program, mem, NULL, sink, context);
 *     cc ... build_options() ... text.c libstar.a -lz -lm -pthread
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_BUILD_H
#define STAR_TOOLS_BUILD_H

#include "bytecode/program.h"

/* Writes the text of a program without errors, of an executable, or with a
 * prefix of a library: a function PREFIX_NAME for each procedure of a program
 * or unit that C can call, NAME in capitals. The same program gives the same
 * text. STAR_MEMORY, raised in the account. */
StarStatus build_text(const StarProgram *program, StarMem *mem,
                      const char *prefix, StarSink *sink, void *context);

/* Writes the header of that library; false: C can call none of its procedures.
 */
bool build_header(const StarProgram *program, const char *prefix,
                  StarSink *sink, void *context);

/* The name of a library as a prefix: letters, digits and '_', the first one a
 * letter; cut where there is no room. */
void build_prefix(const char *name, char *prefix, size_t size);

/* What the C compiler must be told, up to NULL. */
const char *const *build_options(void);

#endif
