/* SPDX-License-Identifier: MIT */
/* Fused expressions, some words at a time. */
#ifndef STAR_CPU_FUSE_H
#define STAR_CPU_FUSE_H

#include "cpu/simd/parallel.h"
#include "values/postfix.h"

/* Runs `length` bytes of an expression on words at..at+n-1 of its operands. The
 * stack points to operands where they are and to results in `tile`, which has
 * room for n words for each place; their padding is unspecified. */
static inline void star_fuse_words(const StarIsa *isa, const StarFuse *fuse,
                                   int length, const uint64_t *const *operand,
                                   int64_t at, int64_t n,
                                   const uint64_t **stack, uint64_t *tile) {
    const uint64_t **top = stack;
#define OPERAND(k) operand[k] + at
#define APPLY(op)                                                             \
    uint64_t *z = tile + (top - 1 - stack) * n;                               \
    star_isa_bits(isa, op, z, top[-1], op == STAR_FUSE_NOT ? NULL : *top, n); \
    top[-1] = z
    STAR_FUSE_RUN(fuse->code, length, top, OPERAND, APPLY)
#undef OPERAND
#undef APPLY
}

#endif
