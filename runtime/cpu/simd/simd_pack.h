/* SPDX-License-Identifier: MIT */
/* The kernels that pack components and spread them again, for each instruction
 * set: by two instructions where there are PEXT and PDEP, by many otherwise.
 *
 *     x         0 1 1 0 1 0      y         a b c d e f
 *     extract   b c e 0 0 0      deposit   0 a b 0 c 0
 */
#ifndef STAR_SIMD_PACK_H
#define STAR_SIMD_PACK_H

#include "cpu/simd/simd_generic.h"

/* Appends so many bits to those of z, which has `at`; *last is the word of z
 * that is not full. Returns how many there are then. */
ALWAYS int64_t pack_append(uint64_t *z, int64_t at, uint64_t *last,
                           uint64_t bits, int count) {
    const int shift = (int)(at & 63);
    const uint64_t low = *last | bits << shift;
    z[at >> 6] = low;
    *last = shift + count < 64 ? low : bits >> 1 >> (63 - shift);
    return at + count;
}

/* The 64 bits of y from `at` on, where y has another word behind them. */
ALWAYS uint64_t pack_bits(const uint64_t *y, int64_t at) {
    const int shift = (int)(at & 63);
    y += at >> 6;
    return y[0] >> shift | y[1] << 1 << (63 - shift);
}

/* The same beside the end of y. */
ALWAYS uint64_t pack_last_bits(const uint64_t *y, int64_t words, int64_t at) {
    const int64_t w = at >> 6;
    return w + 1 < words ? pack_bits(y, at) : w < words ? y[w] >> (at & 63) : 0;
}

#ifdef __BMI2__

/* StarIsa.compress. */
static int64_t pack_compress(uint64_t *z, int64_t at, const uint64_t *x,
                             const uint64_t *y, int64_t n) {
    uint64_t last = at % 64 != 0 ? z[at / 64] : 0;
    for (int64_t i = 0; i < n; i++)
        at = pack_append(z, at, &last, _pext_u64(y[i], x[i]),
                         __builtin_popcountll(x[i]));
    if (at % 64 != 0)
        z[at / 64] = last;
    return at;
}

/* StarIsa.expand. Before its last word y has another one behind the bits. */
static int64_t pack_expand(uint64_t *z, const uint64_t *x, const uint64_t *y,
                           int64_t words, int64_t at, int64_t n) {
    enum { UNROLLED = 4 };
    int64_t i = 0;
    for (; i + UNROLLED < n && (at >> 6) + UNROLLED < words; i += UNROLLED)
        for (int k = 0; k < UNROLLED; k++) {
            const uint64_t mask = x[i + k];
            z[i + k] = _pdep_u64(pack_bits(y, at), mask);
            at += __builtin_popcountll(mask);
        }
    for (; i < n; i++) {
        const uint64_t mask = x[i];
        z[i] = _pdep_u64(pack_last_bits(y, words, at), mask);
        at += __builtin_popcountll(mask);
    }
    return at;
}

#else

/* Words are worked on in blocks, which compilers make vectors of. */
enum { PACK_BLOCK = 64, PACK_MOVES = 6 };

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

/* A block of x, and how it is packed: a bit moves down by the number of zeros
 * below it, which is a sum of powers of two. move[k] has the ones that move by
 * 2^k, where they are by then. (Steele; Warren, Hacker's Delight, 7-4.) */
typedef struct PackBlock {
    uint64_t x[PACK_BLOCK], move[PACK_MOVES][PACK_BLOCK];
    int64_t words;
} PackBlock;

/* MOVE(k) for all k. Compilers make no vectors of shifts by a variable. */
#define PACK_ALL(MOVE) (MOVE(0), MOVE(1), MOVE(2), MOVE(3), MOVE(4), MOVE(5))

/* Finds the ones that move by 2^k. */
ALWAYS void pack_open_move(PackBlock *b, uint64_t *ones, uint64_t *zeros,
                           int k) {
    for (int i = 0; i < PACK_BLOCK; i++) {
        const uint64_t odd = pack_parity(zeros[i]), move = odd & ones[i];
        b->move[k][i] = move;
        ones[i] = (ones[i] ^ move) | move >> (1 << k);
        zeros[i] &= ~odd;
    }
}

/* Takes a block of at most n words of x. */
static void pack_open(PackBlock *b, const uint64_t *x, int64_t n) {
    uint64_t ones[PACK_BLOCK], zeros[PACK_BLOCK];
    b->words = n < PACK_BLOCK ? n : PACK_BLOCK;
    memset(b->x, 0, sizeof b->x);
    memcpy(b->x, x, (size_t)b->words * sizeof *x);
    for (int i = 0; i < PACK_BLOCK; i++) {
        ones[i] = b->x[i];
        zeros[i] = ~b->x[i] << 1;
    }
#define MOVE(k) pack_open_move(b, ones, zeros, k)
    PACK_ALL(MOVE);
#undef MOVE
}

/* Moves bits of a block toward bit 0. */
ALWAYS void pack_down(uint64_t *bits, const uint64_t *move, int by) {
    for (int i = 0; i < PACK_BLOCK; i++) {
        const uint64_t moved = bits[i] & move[i];
        bits[i] = (bits[i] ^ moved) | moved >> by;
    }
}

/* Moves them back. */
ALWAYS void pack_up(uint64_t *bits, const uint64_t *move, int by) {
    for (int i = 0; i < PACK_BLOCK; i++)
        bits[i] = (bits[i] & ~move[i]) | (bits[i] << by & move[i]);
}

/* StarIsa.compress. */
static int64_t pack_compress(uint64_t *z, int64_t at, const uint64_t *x,
                             const uint64_t *y, int64_t n) {
    uint64_t last = at % 64 != 0 ? z[at / 64] : 0, bits[PACK_BLOCK] = {0};
    PackBlock b;
    for (int64_t from = 0; from < n; from += b.words) {
        pack_open(&b, x + from, n - from);
        for (int64_t i = 0; i < b.words; i++)
            bits[i] = y[from + i] & b.x[i];
#define MOVE(k) pack_down(bits, b.move[k], 1 << (k))
        PACK_ALL(MOVE);
#undef MOVE
        for (int64_t i = 0; i < b.words; i++)
            at = pack_append(z, at, &last, bits[i], pack_ones(b.x[i]));
    }
    if (at % 64 != 0)
        z[at / 64] = last;
    return at;
}

/* StarIsa.expand. */
static int64_t pack_expand(uint64_t *z, const uint64_t *x, const uint64_t *y,
                           int64_t words, int64_t at, int64_t n) {
    uint64_t bits[PACK_BLOCK] = {0};
    PackBlock b;
    for (int64_t from = 0; from < n; from += b.words) {
        pack_open(&b, x + from, n - from);
        for (int64_t i = 0; i < b.words; i++) {
            bits[i] = pack_last_bits(y, words, at);
            at += pack_ones(b.x[i]);
        }
#define MOVE(k) pack_up(bits, b.move[5 - (k)], 32 >> (k))
        PACK_ALL(MOVE);
#undef MOVE
        for (int64_t i = 0; i < b.words; i++)
            z[from + i] = bits[i] & b.x[i];
    }
    return at;
}

/* StarIsa.parity. The words are independent of each other but for what stands
 * before them. */
static uint64_t pack_parities(uint64_t *z, const uint64_t *x, int64_t n,
                              uint64_t odd) {
    for (int64_t from = 0; from < n; from += PACK_BLOCK) {
        const int64_t m = n - from < PACK_BLOCK ? n - from : PACK_BLOCK;
        uint64_t word[PACK_BLOCK];
        for (int64_t i = 0; i < m; i++)
            word[i] = pack_parity(x[from + i]);
        for (int64_t i = 0; i < m; i++) {
            z[from + i] = word[i] ^ odd;
            odd ^= (uint64_t)((int64_t)word[i] >> 63);
        }
    }
    return odd;
}

#endif

#endif
