/* SPDX-License-Identifier: MIT */
/* Words of strips and of numbers, for kernels whose threads own single words of a result. All
 * numbers are from 0; padding is 0. */
#ifndef STAR_GPU_STRIPS_CUH
#define STAR_GPU_STRIPS_CUH

#include <stdint.h>

/* Word `at` of a column of `rows` components: component i is bit from + i * stride of x. Column
 * k of WTRANS(w, h, R) is that from bit k of w with the stride h. */
static __device__ inline uint64_t strip_word(const uint64_t *x, int64_t from, int64_t stride,
                                             int64_t rows, int64_t at) {
    const int64_t left = rows - 64 * at;
    const int bits = left < 64 ? (int)left : 64;
    int64_t k = from + 64 * at * stride;
    uint64_t word = 0;
    for (int b = 0; b < bits; b++, k += stride)
        word |= (x[k >> 6] >> (k & 63) & 1) << b;
    return word;
}

/* TCOPY2 in an image of rows: word `at` of a row, which was `old`, after its
 * components from.. from + h - 1 became the first h of row x. Some of them are
 * in this word. */
static __device__ inline uint64_t strip_put(uint64_t old, const uint64_t *x, int64_t from,
                                            int64_t h, int64_t at) {
    const int64_t k = 64 * at - from; /* bit k of x becomes bit 0 */
    const int64_t begin = k < 0 ? -k : 0, end = h - k < 64 ? h - k : 64;
    const uint64_t mask = (~UINT64_C(0) << begin) & (~UINT64_C(0) >> (64 - end));
    uint64_t word = k < 0 ? x[0] << -k : x[k >> 6] >> (k & 63);
    if (k > 0 && (k & 63) != 0 && 64 * ((k >> 6) + 1) < h)
        word |= x[(k >> 6) + 1] << (64 - (k & 63));
    return (old & ~mask) | (word & mask);
}

/* BINARY: word `at` of the word of c components that is k in binary. */
static __device__ inline uint64_t binary_word(int64_t k, int64_t c, int64_t at) {
    const int64_t from = 64 * at + 64 - c; /* the bit of the digits, highest first, for bit 0 */
    const uint64_t digits = __brevll((unsigned long long)k);
    if (from <= -64 || from >= 64)
        return 0;
    return from < 0 ? digits << -from : digits >> from;
}

/* VALUE: what word `at` of a word of n components adds to the number. Bit 63 is
 * 1 if that, or what all words add, is over maxint. The parts have no bit in
 * common. */
static __device__ inline uint64_t value_part(uint64_t word, int64_t n, int64_t at) {
    const int64_t by = n - 64 - 64 * at; /* the digits behind this word */
    const uint64_t digits = __brevll((unsigned long long)word);
    if (digits == 0)
        return 0;
    if (by <= 0)
        return digits >> -by;
    return by < 63 && digits >> (63 - by) == 0 ? digits << by : UINT64_C(1) << 63;
}

#endif
