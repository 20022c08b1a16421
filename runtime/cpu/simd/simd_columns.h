/* SPDX-License-Identifier: MIT */
/* Kernels over the columns of a table, by blocks of 8 words: several columns at
 * a time, for memory is as fast as it can be with some twelve streams, and what
 * belongs to all columns is read once for them.
 *
 * An instruction set may define its streaming store of a block, COLUMN_STREAM,
 * before it includes this. */
#ifndef STAR_SIMD_COLUMNS_H
#define STAR_SIMD_COLUMNS_H

#include "cpu/simd/simd_generic.h"

/* Compilers make it one register or several. */
typedef uint64_t Block __attribute__((vector_size(64), aligned(8), may_alias));

#define BLOCK(x) (*(Block *)(x))
#define BLOCK_OF(x) (*(const Block *)(x))

#ifndef COLUMN_STREAM
#define COLUMN_STREAM(z, v) (BLOCK(z) = (v))
#endif

/* ---- Match ---- */

/* Columns that are read for all blocks; words of a piece. */
enum { FIRST = 12, PIECE = 2048 };

/* Zeros if bit j of w is 1, else ones. */
static inline uint64_t match_flip(const uint64_t *w, int64_t j) {
    return (w[j / 64] >> j % 64 & 1) - 1;
}

/* Stores a block of a match and returns 1 if it has an active row. The block of
 * the next column is then prefetched. */
ALWAYS int match_left(uint64_t *z, const Block *r, const uint64_t *next) {
    uint64_t any = 0;
    for (int k = 0; k < 8; k++)
        any |= (*r)[k];
    BLOCK(z) = *r;
    __builtin_prefetch(any != 0 ? next : z);
    return any != 0;
}

/* The first columns of n words; returns how many blocks have a row left, which
 * are listed without a branch. */
ALWAYS int64_t match_first(int64_t *live, uint64_t *z, const uint64_t *x,
                           const uint64_t *v, int64_t stride, int64_t cols,
                           const uint64_t *w, int64_t n) {
    uint64_t flip[FIRST];
    int64_t lives = 0;
    for (int64_t j = 0; j < cols; j++)
        flip[j] = match_flip(w, j);
    for (int64_t at = 0; at < n; at += 8) {
        const uint64_t *y = v + at;
        Block r = BLOCK_OF(x + at);
        for (int64_t j = 0; j < cols; j++, y += stride)
            r &= BLOCK_OF(y) ^ flip[j];
        live[lives] = at;
        lives += match_left(z + at, &r, y);
    }
    return lives;
}

/* column_match for n words, PIECE at most, a multiple of 8. */
static void match_piece(uint64_t *z, const uint64_t *x, const uint64_t *v,
                        int64_t stride, int64_t cols, const uint64_t *w,
                        int64_t n) {
    int64_t live[PIECE / 8], lives;
    if (cols < FIRST)
        lives = match_first(live, z, x, v, stride, cols, w, n);
    else
        lives = match_first(live, z, x, v, stride, FIRST, w, n);
    for (int64_t j = FIRST; j < cols && lives > 0; j++) {
        const uint64_t *y = v + j * stride, flip = match_flip(w, j);
        int64_t left = 0;
        for (int64_t k = 0; k < lives; k++) {
            const int64_t at = live[k];
            const Block r = BLOCK(z + at) & (BLOCK_OF(y + at) ^ flip);
            live[left] = at;
            left += match_left(z + at, &r, y + stride + at);
        }
        lives = left;
    }
}

/* StarIsa.match: in pieces, so that z stays in a cache; the words behind the
 * last eight one by one. */
static void column_match(uint64_t *z, const uint64_t *x, const uint64_t *v,
                         int64_t stride, int64_t cols, const uint64_t *w,
                         int64_t n) {
    const int64_t whole = n / 8 * 8;
    for (int64_t at = 0; at < whole; at += PIECE)
        match_piece(z + at, x + at, v + at, stride, cols, w,
                    whole - at < PIECE ? whole - at : PIECE);
    for (int64_t at = whole; at < n; at++) {
        uint64_t r = x[at];
        for (int64_t j = 0; j < cols && r != 0; j++)
            r &= v[j * stride + at] ^ match_flip(w, j);
        z[at] = r;
    }
}

/* ---- Order ---- */

/* Columns j..j+cols-1, at most FIRST, of column_order; v is the first of them.
 * Returns 1 if some rows are still equal. */
static int order_columns(uint64_t *side, uint64_t *equal, const uint64_t *v,
                         int64_t stride, int64_t j, int64_t cols,
                         const uint64_t *w, int64_t n, int greater) {
    const int64_t whole = n / 8 * 8;
    uint64_t flip[FIRST], some[FIRST], any = 0;
    Block rest = {0};
    for (int64_t k = 0; k < cols; k++) {
        flip[k] = match_flip(w, j + k);
        some[k] = greater ? flip[k] : ~flip[k];
    }
    for (int64_t at = 0; at < whole; at += 8) {
        const uint64_t *y = v + at;
        Block r = BLOCK(equal + at), s = BLOCK(side + at);
        for (int64_t k = 0; k < cols; k++, y += stride) {
            const Block same = BLOCK_OF(y) ^ flip[k];
            s |= r & ~same & some[k];
            r &= same;
        }
        BLOCK(equal + at) = r;
        BLOCK(side + at) = s;
        rest |= r;
    }
    for (int64_t at = whole; at < n; at++) {
        for (int64_t k = 0; k < cols; k++) {
            const uint64_t same = v[k * stride + at] ^ flip[k];
            side[at] |= equal[at] & ~same & some[k];
            equal[at] &= same;
        }
        any |= equal[at];
    }
    for (int k = 0; k < 8; k++)
        any |= rest[k];
    return any != 0;
}

/* StarIsa.order. */
static void column_order(uint64_t *side, uint64_t *equal, const uint64_t *v,
                         int64_t stride, int64_t cols, const uint64_t *w,
                         int64_t n, int greater) {
    int some = 1;
    for (int64_t j = 0; j < cols && some; j += FIRST)
        some =
            order_columns(side, equal, v + j * stride, stride, j,
                          cols - j < FIRST ? cols - j : FIRST, w, n, greater);
}

/* ---- Sums and differences ---- */

/* Words from a load to the prefetch of a later one: a processor does not follow
 * so many streams by itself. */
enum { PREFETCH_WORDS = 64 };

/* f that is 0 reads t in its place. */
#define ADDER(name, carry)                                                   \
    ALWAYS void name##_block(const StarTerms *sum, int count, uint64_t *c,   \
                             const uint64_t *x, int64_t i, int streaming) {  \
        const Block only = BLOCK_OF(x + i);                                  \
        Block in = BLOCK(c + i);                                             \
        for (int k = 0; k < count; k++) {                                    \
            const uint64_t *t = sum[k].t, *f = sum[k].f ? sum[k].f : t;      \
            const uint64_t some = sum[k].f ? UINT64_MAX : 0;                 \
            const Block v = BLOCK_OF(t + i) & only;                          \
            const Block w = BLOCK_OF(f + i) & only & some, p = v ^ w;        \
            const Block s = p ^ in;                                          \
            in = carry;                                                      \
            if (streaming) {                                                 \
                __builtin_prefetch(t + i + PREFETCH_WORDS);                  \
                __builtin_prefetch(f + i + PREFETCH_WORDS);                  \
                COLUMN_STREAM(sum[k].s + i, s);                              \
            } else                                                           \
                BLOCK(sum[k].s + i) = s;                                     \
        }                                                                    \
        BLOCK(c + i) = in;                                                   \
    }                                                                        \
    static void column_##name(const StarTerms *sum, int count, uint64_t *c,  \
                              const uint64_t *x, int64_t n, int streaming) { \
        const int64_t whole = n / 8 * 8;                                     \
        if (count == STAR_TERMS) {                                           \
            const StarTerms four[] = {sum[0], sum[1], sum[2], sum[3]};       \
            if (streaming)                                                   \
                for (int64_t i = 0; i < whole; i += 8)                       \
                    name##_block(four, STAR_TERMS, c, x, i, 1);              \
            else                                                             \
                for (int64_t i = 0; i < whole; i += 8)                       \
                    name##_block(four, STAR_TERMS, c, x, i, 0);              \
        } else                                                               \
            for (int64_t i = 0; i < whole; i += 8)                           \
                name##_block(sum, count, c, x, i, 0);                        \
        for (int64_t i = whole; i < n; i++)                                  \
            for (int k = 0; k < count; k++) {                                \
                const uint64_t v = sum[k].t[i] & x[i], in = c[i];            \
                const uint64_t w = sum[k].f ? sum[k].f[i] & x[i] : 0;        \
                const uint64_t p = v ^ w;                                    \
                sum[k].s[i] = p ^ in;                                        \
                c[i] = carry;                                                \
            }                                                                \
    }

ADDER(plus, (v & w) | (in & p))
ADDER(minus, (w & ~v) | (in & ~p))
#undef ADDER

#endif
