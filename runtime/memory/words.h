/* SPDX-License-Identifier: MIT */
/* The words of bit vectors: 64 bits each, the last ones of the last word
 * padding. */
#ifndef STAR_WORDS_H
#define STAR_WORDS_H

#include <stdint.h>

/* The operators of bit vectors. STAR_FUSE_OPERAND is no operator: a copy. */
enum {
    STAR_FUSE_AND,
    STAR_FUSE_OR,
    STAR_FUSE_XOR,
    STAR_FUSE_ANDN, /* left and not right */
    STAR_FUSE_NOT,
    STAR_FUSE_OPERAND
};

/* Words that hold `length` bits. */
static inline int64_t star_words(int64_t length) {
    return (int64_t)(((uint64_t)length + 63) / 64);
}

/* The bits in use of the last word of `length` > 0 bits. */
static inline uint64_t star_last_mask(int64_t length) {
    return ~UINT64_C(0) >> (-(uint64_t)length % 64);
}

#endif
