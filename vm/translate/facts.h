/* SPDX-License-Identifier: MIT */
/* What the translator proves of a program, so that the C compiler can leave out
 * what is never so. */
#ifndef STAR_TRANSLATE_FACTS_H
#define STAR_TRANSLATE_FACTS_H

#include "translate/translate_cells.h"

/* Of a procedure: the variables of C that are never negative; numbers without a
 * value aside, which no instruction computes with. */
typedef struct Facts {
    const Cells *cells;
    const StarProc *proc;
    bool *natural; /* of each cell; the caller owns it */
} Facts;

/* Finds them, in memory for all cells of the procedure. */
void facts_find(Facts *f, const Cells *cells, const StarProc *proc);

/* The function that computes the same as one of op_scalar.h, `length` letters
 * long, for what is known of the operands of the instruction; NULL: none. Each
 * has a line in tests/built/facts.py that proves it. */
const char *facts_function(const Facts *f, const StarInstr *at,
                           const char *function, size_t length);

/* True if there is such a function for the row of an instruction. */
bool facts_apply(const Facts *f, const StarInstr *at);

/* True if an operand is known not to be negative. */
bool facts_is_natural(const Facts *f, const StarInstr *at, int operand);

/* True if an instruction that jumps back closes a loop that ends within
 * milliseconds, so that it need not ask whether the program shall end. */
bool facts_is_short(const Facts *f, uint32_t at, uint32_t to);

/* The bounds of the arrays that a cell holds, of which there are one or two
 * dimensions. */
typedef struct FactShape {
    bool known;
    StarDim dim[2];
} FactShape;

/* Those of the array that NEWARR makes, if its bounds are constants. */
FactShape facts_made(const Cells *cells, const StarProc *proc, uint32_t at);

/* Those of every array that a variable's cell holds once a statement of another
 * procedure can read it: one NEWARR makes it, where the block begins. */
FactShape facts_variable(const Cells *cells, const StarProc *proc,
                         uint16_t cell);

#endif
