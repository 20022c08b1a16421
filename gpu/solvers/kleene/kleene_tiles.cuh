/* SPDX-License-Identifier: MIT */
/* Tiles of the Kleene star, and products of tiles in registers. */
#ifndef STAR_GPU_KLEENE_TILES_H
#define STAR_GPU_KLEENE_TILES_H

#include <cuda_pipeline.h>

#include "solvers/kleene/kleene_job.cuh"

namespace kleene {

/* ---- Numbers ---- */

/* The greater and the lesser one, by one instruction where there is one. */
inline __device__ float most(float a, float b) {
    return fmaxf(a, b);
}
template <class T> __device__ T most(T a, T b) {
    return a > b ? a : b;
}
inline __device__ float least(float a, float b) {
    return fminf(a, b);
}
template <class T> __device__ T least(T a, T b) {
    return a < b ? a : b;
}

/* The greater one of sum and a times b. */
template <bool PLUS, class T> __device__ void add(T &sum, T a, T b) {
    sum = most(PLUS ? a + b : least(a, b), sum);
}

/* The same in one instruction. */
template <> inline __device__ void add<true>(int32_t &sum, int32_t a, int32_t b) {
    sum = __viaddmax_s32(a, b, sum);
}

/* ---- Tiles ----
 *
 * 256 threads make a tile. Those of a warp have a square of it each side of which is in pieces, so
 * that the threads of a warp read neighbouring words of shared memory:
 *
 *     4 x 2 warps, each with 4 x 8 threads. Thread (y, x) of a warp has rows 4 y .. 4 y + 3 of
 *     each 16 of its warp, and columns V x .. V x + V - 1 of each 8 V: V numbers are 16 bytes.
 */
enum { WARP = 32, THREADS = 256, DEPTH = 16, STAGES = 3, STRETCH = 16 };

template <class T> struct Shape {
    static constexpr int V = STRETCH / sizeof(T);
    static constexpr int SIDE = 32 * V;
    static constexpr int PARTS = V / 2;    /* 16 rows each, of a warp */
    static constexpr int ROWS = 4 * PARTS; /* of a thread */
    static constexpr int COLUMNS = 2 * V;  /* of a thread */
    static constexpr int CHUNK = DEPTH * SIDE;
    static constexpr int CHUNKS = SIDE / DEPTH;
    static constexpr int TILE = SIDE * SIDE;
};

template <class T> struct alignas(STRETCH) Vector { T at[Shape<T>::V]; };

/* The place of a thread in its tile. */
struct Spot {
    int row, y, column, x; /* of the warp, and in it */
};

/* The place of this thread. */
template <class T> __device__ Spot spot() {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    return {warp / 2 * (DEPTH * Shape<T>::PARTS), lane / 8, warp % 2 * (Shape<T>::SIDE / 2),
            lane % 8};
}

/* The row and column of numbers r and c of a thread. */
template <class T> __device__ int row_of(Spot at, int r) {
    return at.row + r / 4 * DEPTH + 4 * at.y + r % 4;
}
template <class T> __device__ int column_of(Spot at, int c) {
    constexpr int V = Shape<T>::V;
    return at.column + c / V * 8 * V + V * at.x + c % V;
}

template <class T> struct Stage { T x[Shape<T>::CHUNK], w[Shape<T>::CHUNK]; };
/* ---- Products ---- */

template <class T> using Sums = T[Shape<T>::ROWS][Shape<T>::COLUMNS];

/* Begins to copy a chunk to shared memory, by all threads; __pipeline_commit ends the batch. */
template <class T> __device__ void fetch(T *to, const T *from) {
    constexpr int V = Shape<T>::V;
#pragma unroll
    for (int k = 0; k < Shape<T>::CHUNK; k += V * THREADS)
        __pipeline_memcpy_async(to + k + V * threadIdx.x, from + k + V * threadIdx.x, STRETCH);
}

/* Copies COUNT numbers, a multiple of V, between addresses aligned to 16 bytes. */
template <int COUNT, class T> __device__ void load(T *to, const T *from) {
    constexpr int V = Shape<T>::V;
#pragma unroll
    for (int k = 0; k < COUNT; k += V) {
        const Vector<T> v = *(const Vector<T> *)(from + k);
#pragma unroll
        for (int e = 0; e < V; e++)
            to[k + e] = v.at[e];
    }
}

/* Rows of column k of a chunk of X, columns of row k of one of W. */
template <class T> __device__ void read_rows(T (&to)[Shape<T>::ROWS], const T *x, Spot at, int k) {
#pragma unroll
    for (int r = 0; r < Shape<T>::ROWS; r += 4)
        load<4>(to + r, x + k * Shape<T>::SIDE + row_of<T>(at, r));
}
template <class T>
__device__ void read_columns(T (&to)[Shape<T>::COLUMNS], const T *w, Spot at, int k) {
    constexpr int V = Shape<T>::V;
#pragma unroll
    for (int c = 0; c < Shape<T>::COLUMNS; c += V)
        load<V>(to + c, w + k * Shape<T>::SIDE + column_of<T>(at, c));
}

/* The inverse of read_columns. */
template <class T>
__device__ void write_columns(T *w, const T (&from)[Shape<T>::COLUMNS], Spot at, int k) {
    constexpr int V = Shape<T>::V;
    for (int c = 0; c < Shape<T>::COLUMNS; c += V) {
        Vector<T> v;
        for (int e = 0; e < V; e++)
            v.at[e] = from[c + e];
        *(Vector<T> *)(w + k * Shape<T>::SIDE + column_of<T>(at, c)) = v;
    }
}

/* Adds the product of a chunk of X and one of W, both in shared memory. */
template <bool PLUS, int UNROLL, class T>
__device__ void multiply(Sums<T> &sum, const T *x, const T *w, Spot at) {
#pragma unroll UNROLL
    for (int k = 0; k < DEPTH; k++) {
        T a[Shape<T>::ROWS], b[Shape<T>::COLUMNS];
        read_rows(a, x, at, k);
        read_columns(b, w, at, k);
#pragma unroll
        for (int r = 0; r < Shape<T>::ROWS; r++)
#pragma unroll
            for (int c = 0; c < Shape<T>::COLUMNS; c++)
                add<PLUS>(sum[r][c], a[r], b[c]);
    }
}

/* Adds the products of so many chunks; what is fetched next may be so at once. */
template <bool PLUS, int UNROLL, class T>
__device__ void products(Sums<T> &sum, Stage<T> *stage, const T *x, const T *w, int chunks,
                         Spot at) {
    for (int c = 0; c < STAGES - 1; c++) {
        if (c < chunks) {
            fetch(stage[c].x, x + c * Shape<T>::CHUNK);
            fetch(stage[c].w, w + c * Shape<T>::CHUNK);
        }
        __pipeline_commit();
    }
    int now = 0, later = STAGES - 1;
    for (int c = 0; c < chunks; c++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        if (c + STAGES - 1 < chunks) {
            const int64_t skip = (int64_t)(c + STAGES - 1) * Shape<T>::CHUNK;
            fetch(stage[later].x, x + skip);
            fetch(stage[later].w, w + skip);
        }
        __pipeline_commit();
        multiply<PLUS, UNROLL>(sum, stage[now].x, stage[now].w, at);
        now = now == STAGES - 1 ? 0 : now + 1;
        later = later == STAGES - 1 ? 0 : later + 1;
    }
    __syncthreads();
}

/* 16 rows of a warp: final one after the other, and added to those below as x says. Each thread
 * first finishes its own rows, then those below it read them. The stage gets them. */
template <bool PLUS, int PART, class T> __device__ void finish(Sums<T> &sum, Stage<T> &s, Spot at) {
    constexpr int SIDE = Shape<T>::SIDE;
    const T *x = s.x + at.row + DEPTH * PART;
    for (int y = 0; y < 4; y++) {
        if (at.y == y)
#pragma unroll
            for (int k = 0; k < 4; k++) {
                T a[4];
                load<4>(a, x + (4 * y + k) * SIDE + 4 * y);
#pragma unroll
                for (int r = k + 1; r < 4; r++)
#pragma unroll
                    for (int c = 0; c < Shape<T>::COLUMNS; c++)
                        add<PLUS>(sum[4 * PART + r][c], a[r], sum[4 * PART + k][c]);
                write_columns(s.w, sum[4 * PART + k], at, 4 * y + k);
            }
        __syncwarp();
        if (at.y > y)
#pragma unroll
            for (int k = 4 * y; k < 4 * y + 4; k++) {
                T a[4], b[Shape<T>::COLUMNS];
                load<4>(a, x + k * SIDE + 4 * at.y);
                read_columns(b, s.w, at, k);
#pragma unroll
                for (int r = 0; r < 4; r++)
#pragma unroll
                    for (int c = 0; c < Shape<T>::COLUMNS; c++)
                        add<PLUS>(sum[4 * PART + r][c], a[r], b[c]);
            }
    }
}

/* Rows 16 q and on are those of one warp and its neighbour, part q % PARTS of theirs. */
template <bool PLUS, class T>
__device__ void finish_rows(Sums<T> &sum, Stage<T> &s, Spot at, int q) {
    constexpr int PARTS = Shape<T>::PARTS;
    if (at.row / DEPTH / PARTS != q / PARTS)
        return;
    if (q % PARTS == 0)
        finish<PLUS, 0>(sum, s, at);
    else
        finish<PLUS, PARTS - 1>(sum, s, at);
}

/* Adds the products by a tile on the diagonal of X: 16 rows are final, then their products are
 * added to those below, of which the next 16 come first. */
template <bool PLUS, class T>
__device__ void diagonal(Sums<T> &sum, Stage<T> *stage, const T *x, Spot at) {
    constexpr int CHUNKS = Shape<T>::CHUNKS;
    for (int q = 0; q < 2; q++) {
        fetch(stage[q].x, x + q * Shape<T>::CHUNK);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    finish_rows<PLUS>(sum, stage[0], at, 0);
    for (int q = 0; q < CHUNKS - 1; q++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (q + 2 < CHUNKS)
            fetch(stage[(q + 2) % STAGES].x, x + (q + 2) * Shape<T>::CHUNK);
        __pipeline_commit();
        if (at.row / DEPTH / Shape<T>::PARTS >= q / Shape<T>::PARTS)
            multiply<PLUS, 4>(sum, stage[q % STAGES].x, stage[q % STAGES].w, at);
        finish_rows<PLUS>(sum, stage[(q + 1) % STAGES], at, q + 1);
    }
    __syncthreads();
}

/* Evaluates find in thread 0 and returns its result to all threads of the block. */
template <class Find> __device__ int told(int *shared, Find find) {
    if (threadIdx.x == 0)
        *shared = find();
    __syncthreads();
    const int value = *shared;
    __syncthreads();
    return value;
}

} // namespace kleene

#endif
