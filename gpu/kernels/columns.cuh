/* SPDX-License-Identifier: MIT */
/* Word w of what basic procedures do with columns, for threads that own single words: of launches,
 * and of the resident interpreter, which defines ROLLED. In the subset that C and CUDA have in
 * common. Columns are read in batches that are in flight at once; in short ones where a few columns
 * may decide: twice as long ones took MATCH 1.13 of the time. Behind the end of a batch the last
 * column is read again. */
#ifndef STAR_GPU_COLUMNS_CUH
#define STAR_GPU_COLUMNS_CUH

#include <stdbool.h>
#include <stdint.h>

#ifndef ROLLED
#define ROLLED
#endif

enum { COLUMNS = 8, SHORT_COLUMNS = 2 };

/* A table; or, as a second operand, a word that is the row of all rows. */
typedef struct Columns {
    const uint64_t *word;
    int64_t stride;
    bool same;
} Columns;

/* Column j, from 0. */
static __device__ inline uint64_t column_word(Columns t, int64_t j, int64_t w) {
    return t.same ? -(t.word[j >> 6] >> (j & 63) & 1) : t.word[j * t.stride + w];
}

/* The rows in which t and f are equal, and those in which t is less. In the
 * last column again no undecided row differs. */
static __device__ inline uint64_t columns_compare(Columns t, Columns f, int64_t cols, int64_t w,
                                                  uint64_t rows, uint64_t *less) {
    uint64_t below = 0;
    ROLLED for (int64_t j = 0; j < cols && rows != 0; j += SHORT_COLUMNS) {
        uint64_t v[SHORT_COLUMNS], o[SHORT_COLUMNS];
        for (int b = 0; b < SHORT_COLUMNS; b++) {
            const int64_t k = j + b < cols ? j + b : cols - 1;
            v[b] = column_word(t, k, w);
            o[b] = column_word(f, k, w);
        }
        for (int b = 0; b < SHORT_COLUMNS; b++) {
            const uint64_t differs = rows & (v[b] ^ o[b]);
            below |= differs & o[b];
            rows &= ~differs;
        }
    }
    *less = below;
    return rows;
}

/* The first columns, 1 to 64, of the least row, the first one the highest bit;
 * bits behind them mean nothing. ~0 without rows, or where it is over `known`.
 * `flip` is ~0 for the greatest. */
static __device__ inline uint64_t columns_least(Columns t, int64_t cols, int64_t w, uint64_t rows,
                                                uint64_t flip, uint64_t known) {
    uint64_t value = 0;
    bool lost = rows == 0;
    int64_t j = 0;
    ROLLED for (; j < cols && !lost; j += SHORT_COLUMNS) {
        uint64_t v[SHORT_COLUMNS];
        for (int b = 0; b < SHORT_COLUMNS; b++)
            v[b] = column_word(t, j + b < cols ? j + b : cols - 1, w) ^ flip;
        for (int b = 0; b < SHORT_COLUMNS; b++) {
            const uint64_t zero = rows & ~v[b];
            value = value << 1 | (zero == 0);
            rows = zero != 0 ? zero : rows;
        }
        lost = value > known >> (64 - SHORT_COLUMNS - j);
    }
    return lost ? ~UINT64_C(0) : value << (64 - j);
}

/* The rows of s become those of f; the others stay if `keeps`, else they become
 * 0. */
static __device__ inline void columns_merge(uint64_t *s, int64_t stride, Columns f, int64_t cols,
                                            int64_t w, uint64_t rows, bool keeps) {
    if (keeps && rows == 0)
        return;
    ROLLED for (int64_t j = 0; j < cols; j += COLUMNS) {
        uint64_t v[COLUMNS];
        for (int b = 0; b < COLUMNS; b++) {
            const int64_t k = j + b < cols ? j + b : cols - 1;
            v[b] = rows & column_word(f, k, w);
            if (keeps)
                v[b] |= s[k * stride + w] & ~rows;
        }
        for (int b = 0; b < COLUMNS; b++)
            if (j + b < cols)
                s[(j + b) * stride + w] = v[b];
    }
}

/* s := t + f, or t - f if `flip` is ~0, on the rows, 0 elsewhere, from the last
 * column on: the rows whose result does not fit. Where s is NULL nothing is
 * written. A borrow of t - f is a carry of not t and f. */
static __device__ inline uint64_t columns_add(uint64_t *s, int64_t stride, Columns t, Columns f,
                                              int64_t cols, int64_t w, uint64_t rows,
                                              uint64_t flip) {
    uint64_t carry = 0;
    ROLLED for (int64_t j = cols - 1; j >= 0; j -= COLUMNS) {
        uint64_t v[COLUMNS], o[COLUMNS];
        for (int b = 0; b < COLUMNS; b++) {
            const int64_t k = j - b > 0 ? j - b : 0;
            v[b] = rows & column_word(t, k, w);
            o[b] = rows & column_word(f, k, w);
        }
        for (int b = 0; b < COLUMNS && b <= j; b++) {
            const uint64_t from = v[b] ^ flip;
            if (s != NULL)
                s[(j - b) * stride + w] = v[b] ^ o[b] ^ carry;
            carry = (from & o[b]) | (carry & (from | o[b]));
        }
    }
    return carry;
}

#endif
