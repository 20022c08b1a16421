/* SPDX-License-Identifier: MIT */
/* The numbers of RANDOM, by Philox4x32-10 (Salmon et al., Parallel random
 * numbers: as easy as 1, 2, 3, 2011): 128 bits that are a function of a counter
 * and a key. docs/reference/language.md says which bit is whose. Processors and
 * devices include it. */
#ifndef STAR_PHILOX_H
#define STAR_PHILOX_H

#include <stdint.h>

#ifdef __CUDACC__
#define PHILOX static __host__ __device__ inline
#else
#define PHILOX static inline
#endif

enum {
    STAR_PHILOX_ITERATIONS = 10,
    STAR_PHILOX_ROWS = 128, /* of a column: those of one block */
    STAR_PHILOX_DIGITS = 62 /* of a probability */
};

/* The digits from the first one on. */
#define STAR_PHILOX_ALL ((UINT64_C(1) << STAR_PHILOX_DIGITS) - 1)

#define STAR_PHILOX_M0 UINT32_C(0xd2511f53)
#define STAR_PHILOX_M1 UINT32_C(0xcd9e8d57)
#define STAR_PHILOX_W0 UINT32_C(0x9e3779b9)
#define STAR_PHILOX_W1 UINT32_C(0xbb67ae85)

/* The operands of RANDOM. */
typedef struct StarPhilox {
    uint64_t seed;
    uint64_t digits; /* of the probability: the first of them is bit 61 */
} StarPhilox;

/* Only 1 itself, which needs no numbers, has bit 62. */
PHILOX StarPhilox star_philox_of(int64_t seed, double p) {
    const StarPhilox philox = {(uint64_t)seed,
                               (uint64_t)(p * (double)(INT64_C(1) << 62))};
    return philox;
}

/* x := the block of counter x. */
PHILOX void star_philox(uint64_t key, uint32_t x[4]) {
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int k = 0; k < STAR_PHILOX_ITERATIONS; k++) {
        const uint64_t a = (uint64_t)STAR_PHILOX_M0 * x[0];
        const uint64_t b = (uint64_t)STAR_PHILOX_M1 * x[2];
        x[0] = (uint32_t)(b >> 32) ^ x[1] ^ k0;
        x[2] = (uint32_t)(a >> 32) ^ x[3] ^ k1;
        x[1] = (uint32_t)b;
        x[3] = (uint32_t)a;
        k0 += STAR_PHILOX_W0;
        k1 += STAR_PHILOX_W1;
    }
}

/* x := digit `digit`, from 0, of 128 rows of a column, both from 0. */
PHILOX void star_philox_plane(uint64_t seed, int64_t block, int64_t column,
                              int digit, uint32_t x[4]) {
    x[0] = (uint32_t)block;
    x[1] = (uint32_t)column;
    x[2] = (uint32_t)(block >> 32) << 6 | (uint32_t)digit;
    x[3] = (uint32_t)(column >> 32);
    star_philox(seed, x);
}

/* x := the bits of 128 rows of a column: ones where the number is less than the
 * probability. Rows leave `equal` at the first digit that differs. */
PHILOX void star_philox_bits(StarPhilox philox, int64_t block, int64_t column,
                             uint32_t x[4]) {
    const uint32_t all = philox.digits >> STAR_PHILOX_DIGITS ? ~0u : 0u;
    uint32_t equal[4] = {~all, ~all, ~all, ~all}, any = ~all;
    for (int w = 0; w < 4; w++)
        x[w] = all;
    for (int k = 0; any != 0 && (philox.digits & STAR_PHILOX_ALL >> k) != 0;
         k++) {
        const uint32_t one =
            0u - (uint32_t)(philox.digits >> (STAR_PHILOX_DIGITS - 1 - k) & 1);
        uint32_t u[4];
        star_philox_plane(philox.seed, block, column, k, u);
        any = 0;
        for (int w = 0; w < 4; w++) {
            x[w] |= equal[w] & one & ~u[w];
            equal[w] &= ~(one ^ u[w]);
            any |= equal[w];
        }
    }
}

#endif
