/* SPDX-License-Identifier: MIT */
/* Rows of a table as numbers, for kernels whose threads own words of its columns. In the subset
 * that C and CUDA have in common.
 *
 *     columns, the last one first        numbers
 *     bit of row   0 1 2 3 ..
 *     weight 1     1 0 1 1        ──>    1 2 3 5 ..
 *     weight 2     0 1 1 0
 *     weight 4     0 0 0 1
 *
 * `column` is the own word of column 1, `stride` words before that of column 2. Numbers are those
 * of components, from 1. */
#ifndef STAR_GPU_NUMBERS_CUH
#define STAR_GPU_NUMBERS_CUH

#include "kernels/transpose.cuh"

/* Those of some rows of a word whose number is 0 or above `most`. */
static __device__ inline uint64_t numbers_wrong(const uint64_t *column, int64_t stride,
                                                int64_t cols, uint64_t most, uint64_t rows) {
    enum { TOGETHER = 8 }; /* columns that are read at the same time */
    uint64_t equal = cols < 64 && most >> cols != 0 ? 0 : rows; /* so far, to most */
    uint64_t above = 0, zero = rows;
    for (int64_t j = 0; j < cols; j += TOGETHER) {
        uint64_t v[TOGETHER];
        UNROLLED
        for (int b = 0; b < TOGETHER; b++)
            v[b] = column[(j + b < cols ? j + b : cols - 1) * stride];
        UNROLLED
        for (int b = 0; b < TOGETHER; b++) { /* the last one again: no change */
            const int64_t weight = j + b < cols ? cols - 1 - j - b : 0;
            const uint64_t limit = weight < 64 ? -(most >> weight & 1) : 0;
            above |= equal & v[b] & ~limit;
            equal &= ~(v[b] ^ limit);
            zero &= ~v[b];
        }
    }
    return above | zero;
}

/* The numbers in 32 rows of a word, half 0 or 1 of it, modulo 2^32. */
static __device__ inline void numbers_of(uint32_t number[32], const uint64_t *column,
                                         int64_t stride, int64_t cols, int half) {
    UNROLLED
    for (int k = 0; k < 32; k++)
        number[k] = k < cols ? (uint32_t)(column[(cols - 1 - k) * stride] >> 32 * half) : 0;
    transpose_block(number);
}

/* The components of x, which has `most`, with these numbers; 0 where there is none. */
static __device__ inline uint32_t numbers_gather(const uint32_t number[32], const uint64_t *x,
                                                 uint32_t most) {
    uint32_t bits = 0;
    UNROLLED
    for (int k = 0; k < 32; k++) {
        const uint32_t i = number[k] - 1;
        bits |= (i < most ? (uint32_t)(x[i >> 6] >> (i & 63)) & 1 : 0) << k;
    }
    return bits;
}

/* Sets the components of z with the numbers of some of the rows; other threads may do so at the
 * same time. Most of the bits are 1 already: what another thread has written is read. */
static __device__ inline void numbers_scatter(const uint32_t number[32], uint32_t rows,
                                              uint64_t *z) {
    UNROLLED
    for (int k = 0; k < 32; k++)
        if (rows >> k & 1) {
            const uint32_t i = number[k] - 1;
            const uint64_t one = (uint64_t)1 << (i & 63);
            if ((*(const volatile uint64_t *)&z[i >> 6] & one) == 0)
                atomicOr((unsigned long long *)&z[i >> 6], one);
        }
}

#endif
