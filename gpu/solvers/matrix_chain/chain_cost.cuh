/* SPDX-License-Identifier: MIT */
/* The arithmetic and bounds that both ways to compute the tables share. */
#ifndef STAR_GPU_CHAIN_COST_H
#define STAR_GPU_CHAIN_COST_H

#include "solvers/matrix_chain/gpu_chain.h"
#include "cpu/solvers/chain_product.h"

/* ---- One split ---- */

/* a + b + w q, which is exact as long as it is at most 2^53. */
inline __device__ double cost_of(double a, double b, double w, double q, int64_t &) {
    return __fma_rn(w, q, b) + a;
}

/* Two numbers below 2^63 have a sum below 2^64: bit 63 shows that it is too
 * large. If it is not, so does bit 63 of the sum with a third. */
inline __device__ uint64_t cost_of(uint64_t a, uint64_t b, uint64_t w, uint64_t q, int64_t &note) {
    const uint64_t sum = b + w * q, cost = a + sum;
    note |= (int64_t)(sum | cost);
    return cost;
}

/* ---- Bounds ---- */

/* A number that no sum of the algorithm is over, or false if it has no place.
 * The cost of a product is at most that of the order that begins with its
 * first two matrices and takes the next one each time, so at most the
 * greatest dimension times a sum of products of neighbours. */
inline bool chain_bound(const int64_t *p, int64_t n, int64_t *bound) {
    int64_t most = 1, sum = 0, product;
    for (int64_t i = 0; i <= n; i++)
        most = p[i] > most ? p[i] : most;
    for (int64_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(p[i], p[i + 1], &product) ||
            __builtin_add_overflow(sum, product, &sum))
            return false;
    return !__builtin_mul_overflow(most, most, &product) &&
           !__builtin_add_overflow(sum, product, &sum) && !__builtin_mul_overflow(sum, most, bound);
}

#endif
