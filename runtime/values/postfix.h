/* SPDX-License-Identifier: MIT */
/* The machine that runs the postfix code of StarFuse, on a stack of values of
 * any kind: words, bit vectors, or nothing but its depth. */
#ifndef STAR_POSTFIX_H
#define STAR_POSTFIX_H

#include "values/object.h"

/* The number of values that a byte of code takes from the stack. It leaves one
 * there. */
static inline int star_fuse_takes(uint8_t byte) {
    return byte >= STAR_FUSE_OPERAND ? 0 : byte == STAR_FUSE_NOT ? 1 : 2;
}

/* Runs `length` bytes of code. `top` points beyond the newest value of the
 * stack; VALUE(k) is that of operand k, APPLY(op) puts the result of an
 * operator on top[-1] and, unless it is NOT, top[0] into top[-1]. */
#define STAR_FUSE_RUN(code, length, top, VALUE, APPLY)            \
    for (const uint8_t *byte_ = (code), *end_ = byte_ + (length); \
         byte_ < end_; byte_++) {                                 \
        if (*byte_ >= STAR_FUSE_OPERAND) {                        \
            *(top)++ = VALUE(*byte_ - STAR_FUSE_OPERAND);         \
        } else {                                                  \
            (top) -= *byte_ != STAR_FUSE_NOT;                     \
            APPLY(*byte_);                                        \
        }                                                         \
    }

/* APPLY for words. */
static inline void star_fuse_apply(int op, uint64_t *top) {
    switch (op) {
    case STAR_FUSE_AND: top[-1] &= *top; break;
    case STAR_FUSE_OR: top[-1] |= *top; break;
    case STAR_FUSE_XOR: top[-1] ^= *top; break;
    case STAR_FUSE_ANDN: top[-1] &= ~*top; break;
    default: top[-1] = ~top[-1];
    }
}

/* The truth table of an expression of at most four operands, of a depth of at
 * most 96: bit i holds where operand k is bit k of i. */
static inline uint32_t star_fuse_table(const StarFuse *fuse) {
    static const uint64_t operand[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    uint64_t stack[96], *top = stack;
#define VALUE(k) operand[k]
#define APPLY(op) star_fuse_apply(op, top)
    STAR_FUSE_RUN(fuse->code, fuse->length, top, VALUE, APPLY)
#undef VALUE
#undef APPLY
    return (uint32_t)stack[0];
}

/* Word w of an expression on bit vectors; `stack` has room for its depth. */
static inline uint64_t star_fuse_word(const StarFuse *fuse,
                                      const StarCell *operand, int64_t w,
                                      uint64_t *stack) {
    uint64_t *top = stack;
#define WORD(k) operand[k].bits->word[w]
#define APPLY(op) star_fuse_apply(op, top)
    STAR_FUSE_RUN(fuse->code, fuse->length, top, WORD, APPLY)
#undef WORD
#undef APPLY
    return *stack;
}

#endif
