/* SPDX-License-Identifier: MIT */
/* The numbers of the primitives, by the rows of primitives.def. */
#ifndef STAR_PRIM_H
#define STAR_PRIM_H

typedef enum StarPrim {
#define PRIM(id, name, class, cost, ranks, signature, sentence) STAR_PRIM_##id,
#include "primitives.def"
#undef PRIM
    STAR_PRIM_COUNT
} StarPrim;

enum { STAR_MAX_OPERANDS = 6 };

/* The access to an operand or to a block of memory. A result is overwritten as
 * a whole; what is forgotten is not read again. */
typedef enum StarAccess {
    STAR_READ,
    STAR_CHANGE,
    STAR_OVERWRITE,
    STAR_FORGET
} StarAccess;

#endif
