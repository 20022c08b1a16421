/* SPDX-License-Identifier: MIT */
/* Shared by verify.c, which checks instructions, and verify_plan.c, which
 * checks the plans that some of them run. */
#ifndef STAR_VERIFY_H
#define STAR_VERIFY_H

#include "bytecode/program.h"

typedef struct Verify {
    const StarProgram *program;
    const StarProc *proc;
    StarError *error;
    uint32_t at;             /* instruction */
    const struct Flow *flow; /* what the cells hold there, once that is known */
} Verify;

/* Raises STAR_BYTECODE, naming the instruction. */
StarStatus verify_refuse(const Verify *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* STAR_OK if a cell exists and holds an object or scalar of the kind. */
StarStatus verify_cell(const Verify *v, StarCellKind kind, uint16_t cell);

/* The plan that the instruction runs. */
StarStatus verify_plan(const Verify *v, uint16_t number);

#endif
