/* SPDX-License-Identifier: MIT */
/* The numbers of RANDOM, see cpu/simd/philox.h, a block in each lane of a
 * vector of 64-bit words, whose upper halves are left over from products.
 *
 * An instruction set defines before it includes this:
 *
 *     RANDOM_LANES           lanes of a vector
 *     RANDOM_MUL(a, b)       the products of the lower halves
 *     RANDOM_ANY(a)          true if a bit is 1
 *     RANDOM_LOW, _HIGH      the numbers of the lanes of two vectors, one of
 *                            each after the other, by halves
 */
#ifndef STAR_SIMD_RANDOM_H
#define STAR_SIMD_RANDOM_H

#include "cpu/simd/philox.h"
#include "cpu/simd/simd_generic.h"

typedef uint64_t Lanes __attribute__((vector_size(8 * RANDOM_LANES)));

/* Words 2 b and 2 b + 1 of blocks b. */
typedef struct Plane {
    Lanes even, odd;
} Plane;

/* As star_philox_plane. */
ALWAYS Plane random_plane(uint64_t seed, Lanes block, int64_t column,
                          int digit) {
    const Lanes zero = {0}, m0 = zero + STAR_PHILOX_M0;
    const Lanes m1 = zero + STAR_PHILOX_M1;
    Lanes x0 = block, x1 = zero + (uint64_t)column;
    Lanes x2 = block >> 32 << 6 | (uint64_t)digit;
    Lanes x3 = zero + (uint64_t)(column >> 32);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int k = 0; k < STAR_PHILOX_ITERATIONS; k++) {
        const Lanes a = RANDOM_MUL(m0, x0), b = RANDOM_MUL(m1, x2);
        x0 = b >> 32 ^ x1 ^ (uint64_t)k0;
        x2 = a >> 32 ^ x3 ^ (uint64_t)k1;
        x1 = b;
        x3 = a;
        k0 += STAR_PHILOX_W0;
        k1 += STAR_PHILOX_W1;
    }
    return (Plane){(x0 & UINT32_MAX) | x1 << 32, (x2 & UINT32_MAX) | x3 << 32};
}

/* As star_philox_bits. */
ALWAYS Plane random_bits(StarPhilox philox, Lanes block, int64_t column) {
    const Lanes zero = {0};
    Lanes even = zero - (philox.digits >> STAR_PHILOX_DIGITS), odd = even;
    Lanes even_equal = ~even, odd_equal = ~even;
    for (int k = 0; (philox.digits & STAR_PHILOX_ALL >> k) != 0; k++) {
        const Plane u = random_plane(philox.seed, block, column, k);
        if (philox.digits >> (STAR_PHILOX_DIGITS - 1 - k) & 1) {
            even |= even_equal & ~u.even;
            odd |= odd_equal & ~u.odd;
            even_equal &= u.even;
            odd_equal &= u.odd;
        } else {
            even_equal &= ~u.even;
            odd_equal &= ~u.odd;
        }
        if (!RANDOM_ANY(even_equal | odd_equal))
            break;
    }
    return (Plane){even, odd};
}

/* StarIsa.random. */
static void random_words(uint64_t *z, int64_t n, const StarPhilox *philox,
                         int64_t block, int64_t column) {
    enum { SOME = 2 * RANDOM_LANES };
    Lanes at;
    for (int k = 0; k < RANDOM_LANES; k++)
        at[k] = (uint64_t)(block + k);
    for (; n > 0; n -= SOME, z += SOME, at += (uint64_t)RANDOM_LANES) {
        const Plane p = random_bits(*philox, at, column);
        const Lanes pair[2] = {
            __builtin_shufflevector(p.even, p.odd, RANDOM_LOW),
            __builtin_shufflevector(p.even, p.odd, RANDOM_HIGH)};
        if (n >= SOME)
            memcpy(z, pair, sizeof pair);
        else
            memcpy(z, pair, (size_t)n * sizeof *z);
    }
}

#endif
