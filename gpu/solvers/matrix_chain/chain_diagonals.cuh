/* SPDX-License-Identifier: MIT */
/* The matrix chain's tables one diagonal after the other: for devices whose
 * blocks have too little shared memory for tiles, and for the kernels of the
 * paper, which tests/bench measures. */
#ifndef STAR_GPU_CHAIN_DIAGONALS_H
#define STAR_GPU_CHAIN_DIAGONALS_H

#include "solvers/matrix_chain/chain_cost.cuh"

namespace {

/* Products of l matrices are row l - 1 of `costs`, so that neighbours in a
 * diagonal of the table are neighbours in memory. */
struct Diagonals {
    int64_t n;
    int64_t *p;
    uint64_t *costs;
    int64_t *m, *s;
    int32_t *over;
};

/* A split after d matrices. */
struct Split {
    uint64_t cost;
    int d;
};

/* The best of the splits first, first + by, ... before last of the product of
 * l matrices behind vertex i. */
__device__ Split scan(const Diagonals &g, int64_t l, int64_t i, int first, int last, int by) {
    Split best = {UINT64_MAX, INT32_MAX};
    const uint64_t w = g.p[i] * g.p[i + l];
    int64_t note = 0;
#pragma unroll 8
    for (int64_t d = first; d < last; d += by) {
        const uint64_t left = g.costs[(d - 1) * g.n + i];
        const uint64_t right = g.costs[(l - d - 1) * g.n + i + d];
        const uint64_t cost = cost_of(left, right, w, g.p[i + d], note);
        if (cost < best.cost)
            best = {cost, (int)d};
    }
    if (note < 0)
        atomicExch(g.over, 1);
    return best;
}

/* Writes the entry of the l matrices from i on, numbered from 0, to all tables. */
__device__ void put(const Diagonals &g, int64_t l, int64_t i, Split split) {
    g.costs[(l - 1) * g.n + i] = split.cost;
    g.m[i * g.n + i + l - 1] = (int64_t)split.cost;
    g.s[i * g.n + i + l - 1] = l == 1 ? 0 : i + split.d;
}

/* The entries of one matrix, by n threads; those of l matrices, by one thread each. */
__global__ void single(Diagonals g) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < g.n)
        put(g, 1, i, {0, 0});
}
__global__ void thread_per_entry(Diagonals g, int64_t l) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= g.n - l)
        put(g, l, i, scan(g, l, i, 1, (int)l, 1));
}

} // namespace

#endif
