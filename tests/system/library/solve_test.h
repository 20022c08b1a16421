/* SPDX-License-Identifier: MIT */
/* The common part of the tests of the solvers of star.h: random numbers, and
 * matrices of bits at any address with memory around them that stays. */
#ifndef STAR_TESTS_SOLVE_TEST_H
#define STAR_TESTS_SOLVE_TEST_H

#include "embed_test.h"

#include <stdlib.h>

static uint64_t seed = 1;

/* 0..n - 1 */
static inline int64_t below(int64_t n) {
    uint64_t x = seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int64_t)((x ^ x >> 31) >> 1) % n;
}

/* Sizes around bytes, words, vectors and tiles. */
static const int64_t edges[] = {0,   1,   2,   7,   8,   9,  15,  16,
                                17,  31,  33,  63,  64,  65, 127, 128,
                                129, 191, 192, 255, 256, 257};
enum { EDGES = sizeof edges / sizeof *edges };

enum { AROUND = 40, BYTE_AROUND = 0xa5 };

/* Rows of bits, `stride` bytes apart, `bytes` of which are used. */
typedef struct Bits {
    int64_t rows, columns;
    size_t stride, bytes, size;
    unsigned char *memory, *at;
} Bits;

/* `shift` bytes from an address for numbers, with `more` bytes behind a row. */
static inline Bits bits_new(int64_t rows, int64_t columns, size_t shift,
                            size_t more) {
    Bits b = {rows, columns, 0, (size_t)(columns + 7) / 8, 0, NULL, NULL};
    b.stride = b.bytes + more;
    b.size = (size_t)rows * b.stride + shift + 2 * AROUND;
    b.memory = malloc(b.size);
    memset(b.memory, BYTE_AROUND, b.size);
    b.at = b.memory + AROUND + shift;
    return b;
}

static inline bool bits_get(const Bits *b, int64_t i, int64_t j) {
    return b->at[(size_t)i * b->stride + (size_t)j / 8] >> j % 8 & 1;
}

static inline void bits_put(const Bits *b, int64_t i, int64_t j, bool bit) {
    unsigned char *byte = &b->at[(size_t)i * b->stride + (size_t)j / 8];
    *byte = (unsigned char)((*byte & ~(1 << j % 8)) | bit << j % 8);
}

/* One of `each` bits is 1; what is behind the last column is random. */
static inline void bits_fill(const Bits *b, int64_t each) {
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t j = 0; j < 8 * (int64_t)b->bytes; j++)
            bits_put(b, i, j, below(each) == 0);
}

/* The bits of a result, and nothing else was written. */
static inline void bits_assert(const Bits *b, const unsigned char *expected) {
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t j = 0; j < 8 * (int64_t)b->bytes; j++)
            if (bits_get(b, i, j) !=
                (j < b->columns && expected[i * b->columns + j]))
                fail_msg("%lld x %lld, stride %zu: row %lld, column %lld",
                         (long long)b->rows, (long long)b->columns, b->stride,
                         (long long)i, (long long)j);
    for (size_t k = 0; k < b->size; k++) {
        const size_t in = k - (size_t)(b->at - b->memory);
        if (in >= (size_t)b->rows * b->stride || in % b->stride >= b->bytes)
            assert_int_equal(b->memory[k], BYTE_AROUND);
    }
}

/* Its bits as bytes, the caller's. */
static inline unsigned char *bits_bytes(const Bits *b) {
    unsigned char *byte = malloc((size_t)(b->rows * b->columns) + 1);
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t j = 0; j < b->columns; j++)
            byte[i * b->columns + j] = bits_get(b, i, j);
    return byte;
}

#endif
