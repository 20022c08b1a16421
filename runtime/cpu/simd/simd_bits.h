/* SPDX-License-Identifier: MIT */
/* The kernels of StarIsa for and, or, xor, andn, not and stream, and copy_bits,
 * of an instruction set that has no stores of a part of a vector. It defines
 * before it includes this:
 *
 *     V, WORDS               a vector, and its words
 *     load(x), store(z, v)
 *     stream(z, v)           a streaming store */
#ifndef STAR_SIMD_BITS_H
#define STAR_SIMD_BITS_H

#include "cpu/simd/simd_generic.h"

/* Four vectors per iteration, then words. */
#define BITS(name, op, expression, put)                                 \
    static void name(uint64_t *z, const uint64_t *x, const uint64_t *y, \
                     int64_t n) {                                       \
        for (; n >= 4 * WORDS; n -= 4 * WORDS) {                        \
            V v[4];                                                     \
            for (int k = 0; k < 4; k++) {                               \
                const V a = load(x + k * WORDS);                        \
                const V b = load(y + k * WORDS);                        \
                v[k] = expression;                                      \
                (void)b;                                                \
            }                                                           \
            for (int k = 0; k < 4; k++)                                 \
                put(z + k * WORDS, v[k]);                               \
            x += 4 * WORDS, y += 4 * WORDS, z += 4 * WORDS;             \
        }                                                               \
        generic_stream(z, x, y, n, op);                                 \
    }

#define BITWISE(name, op, expression)        \
    BITS(name##_bits, op, expression, store) \
    BITS(name##_stream, op, expression, stream)

/* One row per operator. */
BITWISE(and, STAR_FUSE_AND, a &b)
BITWISE(or, STAR_FUSE_OR, a | b)
BITWISE(xor, STAR_FUSE_XOR, a ^ b)
BITWISE(andn, STAR_FUSE_ANDN, a & ~b)
BITWISE(not_of, STAR_FUSE_NOT, ~a)
BITWISE(copy_of, STAR_FUSE_OPERAND, a)

STAR_ISA_STREAM(bits)

#define BITS_KERNELS                                                    \
    .and = and_bits, .or = or_bits, .xor = xor_bits, .andn = andn_bits, \
    .not = not_bits, .stream = stream_bits

#endif
