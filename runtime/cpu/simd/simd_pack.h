/* SPDX-License-Identifier: MIT */
/* The kernels that pack components and spread them again, for each instruction
 * set: a file that includes this has EXTRACT(y, x), the bits of y where x has
 * ones, at the low end, and DEPOSIT(y, x), which puts them back; or neither.
 *
 *     x         0 1 1 0 1 0      y         a b c d e f
 *     EXTRACT   b c e 0 0 0      DEPOSIT   0 a b 0 c 0
 */
#ifndef STAR_SIMD_PACK_H
#define STAR_SIMD_PACK_H

#include <stdint.h>

#ifndef EXTRACT

/* Number of ones, without a table. */
static inline int pack_ones(uint64_t x) {
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) +
        (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* Bit i: whether an odd number of ones of x stand in bits 0..i. */
static inline uint64_t pack_parity(uint64_t x) {
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    return x ^ x << 32;
}

/* A bit moves down by the number of zeros of x below it, which is a sum of
 * powers of two: move[k] has those ones of x that are moved by 2^k, where they
 * are by then. (Steele; Warren, Hacker's Delight, 7-4.) */
enum { PACK_STEPS = 6 };

static inline uint64_t pack_moves(uint64_t x, uint64_t move[PACK_STEPS]) {
    const uint64_t ones = x;
    uint64_t zeros = ~x << 1;
    for (int k = 0; k < PACK_STEPS; k++) {
        const uint64_t odd = pack_parity(zeros);
        move[k] = odd & x;
        x = (x ^ move[k]) | move[k] >> (1 << k);
        zeros &= ~odd;
    }
    return ones;
}

static inline uint64_t pack_extract(uint64_t y, uint64_t x) {
    uint64_t move[PACK_STEPS];
    y &= pack_moves(x, move);
    for (int k = 0; k < PACK_STEPS; k++) {
        const uint64_t moved = y & move[k];
        y = (y ^ moved) | moved >> (1 << k);
    }
    return y;
}

static inline uint64_t pack_deposit(uint64_t y, uint64_t x) {
    uint64_t move[PACK_STEPS];
    const uint64_t ones = pack_moves(x, move);
    for (int k = PACK_STEPS; k-- > 0;)
        y = (y & ~move[k]) | (y << (1 << k) & move[k]);
    return y & ones;
}

#define EXTRACT(y, x) pack_extract(y, x)
#define DEPOSIT(y, x) pack_deposit(y, x)
#define PACK_ONES(x) pack_ones(x)
#else
#define PACK_ONES(x) __builtin_popcountll(x)
#endif

/* Words are made in blocks, in vectors where the compiler finds them, and then
 * put one behind the other. */
enum { PACK_BLOCK = 32 };

/* StarIsa.compress. */
static int64_t pack_compress(uint64_t *z, int64_t at, const uint64_t *x,
                             const uint64_t *y, int64_t n) {
    uint64_t last = at % 64 != 0 ? z[at / 64] : 0;
    for (int64_t from = 0; from < n; from += PACK_BLOCK) {
        const int64_t m = n - from < PACK_BLOCK ? n - from : PACK_BLOCK;
        uint64_t bits[PACK_BLOCK];
        int ones[PACK_BLOCK];
        for (int64_t i = 0; i < m; i++) {
            bits[i] = EXTRACT(y[from + i], x[from + i]);
            ones[i] = PACK_ONES(x[from + i]);
        }
        for (int64_t i = 0; i < m; i++) {
            const int shift = (int)(at % 64);
            const uint64_t low = last | bits[i] << shift;
            z[at / 64] = low;
            last = shift + ones[i] < 64 ? low : bits[i] >> 1 >> (63 - shift);
            at += ones[i];
        }
    }
    if (at % 64 != 0)
        z[at / 64] = last;
    return at;
}

/* StarIsa.expand. No word has more ones than bits are left of y, so that the
 * word behind its last one does not matter. */
static int64_t pack_expand(uint64_t *z, const uint64_t *x, const uint64_t *y,
                           int64_t words, int64_t at, int64_t n) {
    for (int64_t from = 0; from < n; from += PACK_BLOCK) {
        const int64_t m = n - from < PACK_BLOCK ? n - from : PACK_BLOCK;
        uint64_t bits[PACK_BLOCK];
        for (int64_t i = 0; i < m; i++) {
            const int64_t w = at / 64 < words ? at / 64 : words - 1;
            const int shift = (int)(at % 64);
            bits[i] = y[w] >> shift | y[w + (w + 1 < words)] << 1
                                                             << (63 - shift);
            at += PACK_ONES(x[from + i]);
        }
        for (int64_t i = 0; i < m; i++)
            z[from + i] = DEPOSIT(bits[i], x[from + i]);
    }
    return at;
}

#endif
