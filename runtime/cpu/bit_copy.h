/* SPDX-License-Identifier: MIT */
/* Moving bits: plain loops over words that the compiler turns into
 * vectors. */
#ifndef STAR_BIT_COPY_H
#define STAR_BIT_COPY_H

#include <stdint.h>

/* Word i of the n words at x, 0 beyond them. */
static inline uint64_t star_bit_copy_word(const uint64_t *x, int64_t n,
                                          int64_t i) {
    return i >= 0 && i < n ? x[i] : 0;
}

/* The 64 bits from bit k of the n words at x, 0 beyond them. */
static inline uint64_t star_bit_copy_at(const uint64_t *x, int64_t n,
                                        int64_t k) {
    const int64_t w = k >> 6;
    const int shift = (int)(k & 63);
    const uint64_t low = star_bit_copy_word(x, n, w) >> shift;
    return shift == 0 ? low
                      : low | star_bit_copy_word(x, n, w + 1) << (64 - shift);
}

/* z[0..m-1] := the words at x from bit k on, which may be negative; x has n
 * words, and 0 on both sides. z may be x if k >= 0. */
void star_bit_copy_move(uint64_t *z, int64_t m, const uint64_t *x, int64_t n,
                        int64_t k);

/* Replaces bits k..k+count-1 of z by the first ones of x. */
void star_bit_copy_replace(uint64_t *z, int64_t k, const uint64_t *x,
                           int64_t count);

/* The bits of a word in reverse order. */
uint64_t star_bit_copy_reverse(uint64_t x);

/* Bit i of the low half of x to bit 2 i. */
uint64_t star_bit_copy_spread(uint64_t x);

#endif
