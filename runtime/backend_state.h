/* SPDX-License-Identifier: MIT */
/* The state that the functions of backend.h keep in every backend: signatures
 * and the check that failed, for prim_run.c and prim_message.c, and the memory
 * of freed objects. */
#ifndef STAR_BACKEND_STATE_H
#define STAR_BACKEND_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "prim.h"

/* A signature in the order of checking it; see prim_run.c. */
typedef struct StarForm {
    uint8_t count; /* operands to check */
    uint8_t lines; /* if not 0: the row has only this many lines of one */
    uint8_t from;  /* size, from this operand on, and a scalar result */
    struct StarCheck {
        char letter;
        uint8_t kind, access; /* StarSigKind, StarAccess */
        uint8_t rank;
        uint8_t arg; /* the operand's number */
        uint8_t size[2];
        bool even;
        uint8_t plus;
    } check[STAR_MAX_OPERANDS];
} StarForm;

/* The sizes of a signature: `n` or `e`, rows, columns, and `#`. */
enum {
    STAR_SIZE_N,
    STAR_SIZE_ROWS,
    STAR_SIZE_COLS,
    STAR_SIZE_SPAN,
    STAR_SIZES
};

/* The checks of star_prim_try: that an operand has its size; that it has one at
 * all; that it is even; that a result has the columns; that an index, or a
 * range that ends with the operand, lies within a size; that a number is not
 * negative; that it is 0 or 1; that it is from 0 to 1. */
typedef enum StarPrimCheck {
    STAR_CHECK_NONE,
    STAR_CHECK_SIZE,
    STAR_CHECK_SIZED,
    STAR_CHECK_EVEN,
    STAR_CHECK_COLUMNS,
    STAR_CHECK_INDEX,
    STAR_CHECK_RANGE,
    STAR_CHECK_COUNT,
    STAR_CHECK_BIT,
    STAR_CHECK_PROBABILITY
} StarPrimCheck;

/* The check that failed: `operand` has `found`, where the size, which is that
 * of the operand `by`, is `needed`. */
typedef struct StarPrimFault {
    StarPrim prim;
    StarPrimCheck check;
    uint8_t size;
    int operand, by;
    int64_t found, needed;
} StarPrimFault;

typedef struct StarBackendState {
    StarForm form[STAR_PRIM_COUNT];
    StarPrimFault fault; /* until its message is made */
} StarBackendState;

#endif
