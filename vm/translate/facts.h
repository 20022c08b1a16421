/* SPDX-License-Identifier: MIT */
/* What the translator proves of a program, so that the C compiler can leave out
 * what is never so. */
#ifndef STAR_TRANSLATE_FACTS_H
#define STAR_TRANSLATE_FACTS_H

#include "bytecode/program.h"

/* The bounds of the arrays that a cell holds, of which there are one or two
 * dimensions. */
typedef struct FactShape {
    bool known;
    StarDim dim[2];
} FactShape;

/* Those of the array that NEWARR makes, if its bounds are constants. */
FactShape facts_made(const StarProgram *program, const StarProc *proc,
                     uint32_t at);

/* Those of every array that a variable's cell holds once a statement of another
 * procedure can read it: one NEWARR makes it, where the block begins. */
FactShape facts_variable(const StarProgram *program, const StarProc *proc,
                         uint16_t cell);

#endif
