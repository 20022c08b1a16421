/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef STAR_TOOLS_BUILD_PARTS_H
#define STAR_TOOLS_BUILD_PARTS_H

#include "bytecode/program.h"

/* star.h, and the main function of an executable. */
extern const char text_star[], text_build_main[];

/* Writes the functions of a library, behind star.h and its program. */
void build_functions_text(const StarProgram *program, const char *prefix,
                          StarSink *sink, void *context);

#endif
