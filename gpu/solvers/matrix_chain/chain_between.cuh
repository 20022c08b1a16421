/* SPDX-License-Identifier: MIT */
/* The blocks between those of a tile: which of them are of use, by costs
 * rounded down to float, and the exact costs of those. */
#ifndef STAR_GPU_CHAIN_BETWEEN_H
#define STAR_GPU_CHAIN_BETWEEN_H

#include "solvers/matrix_chain/chain_tile.cuh"

#include <cuda_pipeline.h>

namespace {

/* ---- Slabs ---- */

/* The tiles and the dimensions that a slab is filled from: exact ones, or those rounded down. */
template <typename T> __device__ const T *numbers(const Chain<T> &g, const Slab<T> *) {
    return g.tiles;
}
template <typename T> __device__ const float *numbers(const Chain<T> &g, const LowSlab *) {
    return g.low_tiles;
}
template <typename T> __device__ const T *dimensions(const Chain<T> &g, const Slab<T> *) {
    return g.p;
}
template <typename T> __device__ const float *dimensions(const Chain<T> &g, const LowSlab *) {
    return g.low_p;
}

/* A number as float, not over it, and not below it. */
__device__ float downward(double x) {
    return __double2float_rd(x);
}
__device__ float downward(uint64_t x) {
    return __ull2float_rd(x);
}
__device__ float upward(double x) {
    return __double2float_ru(x);
}
__device__ float upward(uint64_t x) {
    return __ull2float_ru(x);
}

/* The entries of a thread: rows i.., columns j, j + 1, BLOCK / 2 + j and
 * BLOCK / 2 + j + 1. */
struct Entries {
    int i, j;
    int64_t note; /* below 0: a sum is too large */
};

/* The column of the thread's number s of a row, and the index in its tile of number s of row r. */
__device__ int column(const Entries &e, int s) {
    return e.j + s % 2 + s / 2 * (BLOCK / 2);
}
__device__ int place(const Entries &e, int r, int s) {
    return (e.i + r) * BLOCK + column(e, s);
}

/* Rows of `rows` and columns of `columns` numbers of a tile. */
template <typename T> __device__ void fetch(T *to, const T *from, int rows, int columns) {
    const int width = columns * (int)sizeof(T) / 16, each = 16 / (int)sizeof(T);
    for (int x = threadIdx.x; x < rows * width; x += THREADS)
        __pipeline_memcpy_async(&to[x * each], from + x / width * BLOCK + x % width * each, 16);
}

/* A part of block K. */
template <typename T, typename S>
__device__ void fetch(const Chain<T> &g, const Unit &u, int K, int part, S *slab) {
    constexpr int DEPTH = S::DEPTH;
    const typename S::Number *tiles = numbers(g, slab), *p = dimensions(g, slab);
    fetch(slab->a, tiles + tile_number(g, u.I, K) * TILE + part * DEPTH, BLOCK, DEPTH);
    fetch(slab->b, tiles + tile_number(g, K, u.J) * TILE + part * DEPTH * BLOCK, DEPTH, BLOCK);
    fetch(slab->p, p + K * BLOCK + part * DEPTH, 1, DEPTH);
    __pipeline_commit();
}

/* The bounds that costs, rounded down, must not exceed to be of use from block K on: less than
 * the costs of the entries, or equal if these came from a later block. */
struct Limits {
    float of[ROWS][COLUMNS];
};

/* Sets them for block K and the entries of this thread; no cost keeps the limit of an entry behind
 * the last matrix. */
template <typename T>
__device__ void set_limits(const Chain<T> &g, const Shared<T> *shared, const Entries &e, int K,
                           Limits *limits) {
    const Unit &u = shared->unit;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++) {
            const int x = place(e, r, s);
            const bool earlier = shared->from[x] <= K - u.first;
            limits->of[r][s] =
                u.J * BLOCK + column(e, s) > g.n ? -1.0f : upward(shared->c[x] - earlier);
        }
}

/* Joins to c the costs by the vertices of a slab, rounded down; p_i and p_j are the dimensions of
 * the thread's rows and columns. */
__device__ void low_multiply(float (&c)[ROWS][COLUMNS], const LowSlab &slab, const Entries &e,
                             const float (&p_i)[ROWS], const float (&p_j)[COLUMNS]) {
#pragma unroll 1
    for (int k = 0; k < LowSlab::DEPTH; k += 4) {
        Four a[ROWS];
        const Four p_k = *(const Four *)&slab.p[k];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            a[r] = *(const Four *)&slab.a[(e.i + r) * LowSlab::DEPTH + k];
#pragma unroll
        for (int l = 0; l < 4; l++) {
            const float *row = &slab.b[(k + l) * BLOCK + e.j];
            const Pair<float> left = *(const Pair<float> *)row;
            const Pair<float> right = *(const Pair<float> *)(row + BLOCK / 2);
            const float b[COLUMNS] = {left.x, left.y, right.x, right.y};
#pragma unroll
            for (int s = 0; s < COLUMNS; s++) {
                const float q = __fmul_rd(p_k.x[l], p_j[s]);
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    c[r][s] = fminf(c[r][s], __fadd_rd(__fmaf_rd(p_i[r], q, b[s]), a[r].x[l]));
            }
        }
    }
}

/* A bit for each half of block K that has such costs, its light vertex aside. */
template <typename T>
__device__ int sieve(const Chain<T> &g, Shared<T> *shared, const Entries &e, int K,
                     const Limits &limits) {
    const Unit &u = shared->unit;
    float p_i[ROWS], p_j[COLUMNS];
    int halves = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        p_i[r] = downward(shared->p_i[e.i + r]);
#pragma unroll
    for (int s = 0; s < COLUMNS; s++)
        p_j[s] = downward(shared->p_j[column(e, s)]);
    fetch(g, u, K, 0, &shared->stage[0].low);
    for (int half = 0; half < 2; half++) {
        LowSlab *slab = &shared->stage[half].low;
        bool some = false;
        float c[ROWS][COLUMNS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int s = 0; s < COLUMNS; s++)
                c[r][s] = INFINITY;
        __pipeline_wait_prior(0);
        const int light = g.light[K] - K * BLOCK - half * LowSlab::DEPTH;
        if (light >= 0 && light < LowSlab::DEPTH && threadIdx.x == light / 4)
            slab->p[light] = INFINITY;
        __syncthreads();
        if (half == 0)
            fetch(g, u, K, 1, &shared->stage[1].low);
        low_multiply(c, *slab, e, p_i, p_j);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int s = 0; s < COLUMNS; s++)
                some |= c[r][s] <= limits.of[r][s];
        halves |= some << half;
    }
    return halves;
}

/* Joins to c the costs by the vertices of a slab; p_i and p_j are as above. A sum that is too
 * large makes e.note negative. */
template <typename T>
__device__ void multiply(T (&c)[ROWS][COLUMNS], const Slab<T> &slab, Entries &e,
                         const T (&p_i)[ROWS], const T (&p_j)[COLUMNS]) {
#pragma unroll 2
    for (int k = 0; k < Slab<T>::DEPTH; k += 2) {
        Pair<T> a[ROWS];
        const Pair<T> p_k = *(const Pair<T> *)&slab.p[k];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            a[r] = *(const Pair<T> *)&slab.a[(e.i + r) * Slab<T>::DEPTH + k];
#pragma unroll
        for (int l = 0; l < 2; l++) {
            const T *row = &slab.b[(k + l) * BLOCK + e.j];
            const Pair<T> left = *(const Pair<T> *)row;
            const Pair<T> right = *(const Pair<T> *)(row + BLOCK / 2);
            const T b[COLUMNS] = {left.x, left.y, right.x, right.y};
#pragma unroll
            for (int s = 0; s < COLUMNS; s++) {
                const T q = (l == 0 ? p_k.x : p_k.y) * p_j[s];
#pragma unroll
                for (int r = 0; r < ROWS; r++) {
                    const T cost = cost_of(l == 0 ? a[r].x : a[r].y, b[s], p_i[r], q, e.note);
                    c[r][s] = cost < c[r][s] ? cost : c[r][s];
                }
            }
        }
    }
}

/* Halves of block K. */
struct Halves {
    int all, mine; /* of the thread block and of the warp, a bit for each */
};

/* Joins the unit's entries with halves of block K: all threads fetch those in `all`, a warp
 * multiplies those in `mine`. */
template <typename T>
__device__ void product(const Chain<T> &g, Shared<T> *shared, Entries &e, int K, Halves halves) {
    constexpr int PARTS = BLOCK / Slab<T>::DEPTH;
    const int first = halves.all & 1 ? 0 : PARTS / 2, last = halves.all & 2 ? PARTS : PARTS / 2;
    const Unit &u = shared->unit;
    T c[ROWS][COLUMNS], p_i[ROWS], p_j[COLUMNS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        p_i[r] = shared->p_i[e.i + r];
#pragma unroll
        for (int s = 0; s < COLUMNS; s++)
            c[r][s] = most<T>();
    }
#pragma unroll
    for (int s = 0; s < COLUMNS; s++)
        p_j[s] = shared->p_j[column(e, s)];
    fetch(g, u, K, first, &shared->stage[first % 2].exact);
    for (int part = first; part < last; part++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (part + 1 < last)
            fetch(g, u, K, part + 1, &shared->stage[(part + 1) % 2].exact);
        if (halves.mine >> part / (PARTS / 2) & 1)
            multiply(c, shared->stage[part % 2].exact, e, p_i, p_j);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
        for (int s = 0; s < COLUMNS; s++) {
            const int x = place(e, r, s);
            const T best = shared->c[x];
            if (c[r][s] < best || (c[r][s] == best && K - u.first < shared->from[x])) {
                shared->c[x] = c[r][s];
                shared->from[x] = (uint8_t)(K - u.first);
            }
        }
    __syncthreads();
}

/* The next block from K on that is to be multiplied, and which halves of it. */
template <typename T>
__device__ int next_block(const Chain<T> &g, Shared<T> *shared, const Entries &e, int K,
                          Halves *halves) {
    const int last = shared->unit.last;
    Limits limits;
    set_limits(g, shared, e, K, &limits);
    for (; K < last; K++) {
        const int found = sieve(g, shared, e, K, limits);
        const bool low = __any_sync(~0u, found & 1), high = __any_sync(~0u, found & 2);
        halves->mine = low | high << 1;
        const bool all_low = __syncthreads_or(low), all_high = __syncthreads_or(high);
        halves->all = all_low | all_high << 1;
        if (halves->all != 0)
            break;
    }
    return K;
}

/* Joins the unit's entries with all blocks between that are of use. */
template <typename T> __device__ void products(const Chain<T> &g, Shared<T> *shared, Entries &e) {
    const Unit &u = shared->unit;
    int found = 0; /* in so many blocks one after the other: the sieve is no use */
    for (int K = u.first; K < u.last; K++) {
        Halves halves = {3, 3};
        if (g.sieve && found < 2) {
            const int next = next_block(g, shared, e, K, &halves);
            found = next == K ? found + 1 : 1;
            K = next;
        }
        if (K < u.last)
            product(g, shared, e, K, halves);
    }
}

} // namespace

#endif
