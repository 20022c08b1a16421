/* SPDX-License-Identifier: MIT */
/* Shared by verify.c, which checks instructions, and verify_loop.c, which
 * checks the loops that some of them name. */
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

/* STAR_OK if the code of a fused expression keeps to its operands and its
 * depth, and leaves one value; else STAR_BYTECODE, with the place. */
StarStatus verify_fuse(const StarFuse *fuse, StarError *error);

/* The loop that the instruction names. */
StarStatus verify_loop(const Verify *v, uint16_t number);

#endif
