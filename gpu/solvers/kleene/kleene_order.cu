/* SPDX-License-Identifier: MIT */
/* The order of the vertices of a graph in which its arcs lead forward: by the number of vertices
 * that have a path to each. Behind an arc there is one more at least. The paths are the closure of
 * the arcs, which also has the circuits on its diagonal. */
#include "solvers/closure/gpu_closure.h"
#include "solvers/kleene/kleene_job.cuh"

namespace kleene {

namespace {

/* An integer that grows with the magnitude of v, as runtime/cpu/solvers/kleene_types.c has it. */
__device__ int32_t magnitude(float v) {
    return __float_as_int(v) & INT32_MAX;
}

__device__ int64_t magnitude(double v) {
    return __double_as_longlong(v) & INT64_MAX;
}

__device__ int32_t magnitude(int32_t v) {
    return v ^ (v >> 31);
}

__device__ int64_t magnitude(int64_t v) {
    return v ^ (v >> 63);
}

__device__ bool is_undefined(float) {
    return false;
}

__device__ bool is_undefined(double) {
    return false;
}

__device__ bool is_undefined(int32_t v) {
    return v == INT32_MIN;
}

__device__ bool is_undefined(int64_t v) {
    return v == INT64_MIN;
}

enum { WARP = 32, THREADS = 256, WARPS = THREADS / WARP };

/* Bit j of row i of `tails` := there is an arc from j to i and i <> j; 0 to the end of the row.
 * `stride`: words of a row. A block inspects 32 rows, each of its warps 32 columns at a time. */
template <class T>
__global__ void mark_arcs(const T *a, int n, Ring<T> ring, uint32_t *tails, int64_t stride,
                          News *news) {
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, top = WARP * blockIdx.x;
    bool odd = false;
    for (int left = WARP * (blockIdx.y * WARPS + warp); left < WARP * stride;
         left += WARP * WARPS * gridDim.y) {
        const int j = left + lane;
        uint32_t word = 0;
#pragma unroll 8
        for (int r = 0; r < WARP; r++) {
            const int i = top + r;
            const T v = i < n && j < n ? a[(int64_t)i * n + j] : ring.epsilon;
            const bool some = v != ring.epsilon;
            odd |= (some && magnitude(v) > ring.limit) || is_undefined(v) ||
                   (i == j && in(ring, v) > ring.unit);
            const uint32_t row = __ballot_sync(~0u, some && i != j);
            word = lane == r ? row : word;
        }
        if (top + lane < n)
            tails[(top + lane) * stride + left / WARP] = word;
    }
    if (odd)
        news->odd = 1;
}

/* A warp for each row: how many vertices have a path to it. */
__global__ void count(const uint32_t *paths, int64_t stride, int n, int *counts, News *news) {
    const int lane = threadIdx.x % WARP, i = blockIdx.x * WARPS + threadIdx.x / WARP;
    if (i >= n)
        return;
    const uint32_t *row = paths + i * stride;
    int sum = 0;
    for (int k = lane; k < (n + WARP - 1) / WARP; k += WARP)
        sum += __popc(row[k]);
    for (int by = WARP / 2; by > 0; by /= 2)
        sum += __shfl_xor_sync(~0u, sum, by);
    if (lane == 0) {
        counts[i] = sum;
        if (row[i / WARP] >> i % WARP & 1)
            news->circuits = 1;
    }
}

/* The place of a vertex is the number of those before it. */
__global__ void rank(const int *counts, int n, int *order, int *place) {
    __shared__ int some[THREADS];
    const int i = blockIdx.x * THREADS + threadIdx.x;
    const int own = i < n ? counts[i] : 0;
    int before = 0;
    for (int from = 0; from < n; from += THREADS) {
        __syncthreads();
        some[threadIdx.x] = from + threadIdx.x < n ? counts[from + threadIdx.x] : n;
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < THREADS; k++)
            before += some[k] < own || (some[k] == own && from + k < i);
    }
    if (i < n) {
        place[i] = before;
        order[before] = i;
    }
}

} // namespace

template <class T> cudaError_t find_order(Job<T> &job) {
    enum { INTS = 64, ARC_PASSES = 4 /* passes of a warp over the columns, about */ };
    Gpu *gpu = job.gpu;
    const int n = job.n, rows = (n + WARP - 1) / WARP, blocks = (n + THREADS - 1) / THREADS;
    const int64_t words = (n + 63) / 64;
    const int64_t ints = (INTS + 3 * (int64_t)n + INTS - 1) / INTS * INTS;
    cudaError_t error =
        gpu_alloc(gpu, &job.order_room, ints * (int64_t)sizeof(int) + n * words * 8);
    if (error != cudaSuccess)
        return error;
    job.news = (News *)job.order_room.at;
    job.order = (int *)job.order_room.at + INTS;
    job.place = job.order + n;
    int *counts = job.place + n;
    uint32_t *tails = (uint32_t *)job.order_room.at + ints;
    GPU_TRY(gpu, cudaMemsetAsync(job.news, 0, sizeof(News), gpu->stream));
    GPU_LAUNCH(
        gpu,
        mark_arcs<<<dim3(rows, (blocks + ARC_PASSES - 1) / ARC_PASSES), THREADS, 0, gpu->stream>>>(
            job.a, n, job.ring, tails, 2 * words, job.news));
    error = gpu_closure(gpu, (uint64_t *)tails, words, n);
    if (error != cudaSuccess)
        return error;
    GPU_LAUNCH(gpu, count<<<(n + WARPS - 1) / WARPS, THREADS, 0, gpu->stream>>>(tails, 2 * words, n,
                                                                                counts, job.news));
    GPU_LAUNCH(gpu, rank<<<blocks, THREADS, 0, gpu->stream>>>(counts, n, job.order, job.place));
    return cudaSuccess;
}

template cudaError_t find_order(Job<float> &);
template cudaError_t find_order(Job<double> &);
template cudaError_t find_order(Job<int32_t> &);
template cudaError_t find_order(Job<int64_t> &);

} // namespace kleene
