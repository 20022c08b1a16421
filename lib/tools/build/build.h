/* SPDX-License-Identifier: MIT */
/* A program as the C text of an executable, which is linked with libstar:
 *
 *     build_text(program, mem, sink, context);
 *     cc ... build_options() ... text.c libstar.a -lz -lm -pthread
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_BUILD_H
#define STAR_TOOLS_BUILD_H

#include "bytecode/program.h"

/* Writes the text of a program without errors. The same program gives the same
 * text. STAR_MEMORY, raised in the account. */
StarStatus build_text(const StarProgram *program, StarMem *mem, StarSink *sink,
                      void *context);

/* What the C compiler must be told, up to NULL. */
const char *const *build_options(void);

#endif
