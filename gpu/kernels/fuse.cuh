/* SPDX-License-Identifier: MIT */
/* Expressions on words, as StarFuse has them, in kernels: up to four operands by a truth table,
 * more by interpreting the code. */
#ifndef STAR_GPU_FUSE_CUH
#define STAR_GPU_FUSE_CUH

#include "kernels/bitwise.h"
#include "values/postfix.h"

/* The value of an expression whose truth table is `table`: bit i of it holds
 * where operand k is bit k of i. */
template <int N> static __device__ uint64_t fuse_choose(const uint64_t *x, uint32_t table) {
    if constexpr (N == 0)
        return -(uint64_t)(table & 1);
    else
        return (x[N - 1] & fuse_choose<N - 1>(x, table >> (1 << (N - 1)))) |
               (~x[N - 1] & fuse_choose<N - 1>(x, table));
}

/* Word w of an expression of N bit vectors. */
template <int N> struct FuseTruth {
    const uint64_t *x[N + 1];
    uint32_t table;

    __device__ uint64_t operator()(int64_t w) const {
        uint64_t value[N + 1];
#pragma unroll
        for (int k = 0; k < N; k++)
            value[k] = x[k][w];
        return fuse_choose<N>(value, table);
    }
};

/* x op y for a binary operator of StarFuse; any other one is ANDN. */
static __device__ inline uint64_t fuse_apply(int op, uint64_t x, uint64_t y) {
    switch (op) {
    case STAR_FUSE_AND: return x & y;
    case STAR_FUSE_OR: return x | y;
    case STAR_FUSE_XOR: return x ^ y;
    default: return x & ~y;
    }
}

#endif
