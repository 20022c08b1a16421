/* SPDX-License-Identifier: MIT */
/* Sums of subsets, on bits: bit s of a row is or-ed to bit s + weight, for each weight. As with the
 * knapsack two rows take turns, the order of the weights does not matter, and light ones make one
 * pass over the row together: a block has a tile in shared memory, with as many words more at its
 * left as the weights of the pass reach. A thread has some words in a row, an odd number of them,
 * so that those of a warp lie in different banks. */
#include "solvers/knapsack/knapsack.h"

#include <algorithm>

namespace {

enum { THREADS = 256, EACH = 7, TILE = THREADS * EACH, FUSED = 64, WORD = 32 };

struct Weights {
    int count;
    int of[FUSED];
};

struct Row {
    const uint32_t *old;
    uint32_t *now;
    int64_t words;
    uint32_t last; /* the bits of its last word */
};

__device__ uint32_t word(const Row &row, int64_t k) {
    return k >= 0 && k < row.words ? row.old[k] : 0;
}

__device__ void put(const Row &row, int64_t k, uint32_t value) {
    row.now[k] = k == row.words - 1 ? value & row.last : value;
}

/* Words whose operands lie before the tile are no longer right: they are in the halo. */
__global__ void __launch_bounds__(THREADS)
    many_weights(Row row, const __grid_constant__ Weights weights, int halo) {
    __shared__ uint32_t tile[2][TILE];
    const int64_t first = (int64_t)blockIdx.x * (TILE - halo) - halo;
    const int left = EACH * threadIdx.x;
    uint32_t own[EACH];
    for (int k = threadIdx.x; k < TILE; k += THREADS)
        tile[0][k] = word(row, first + k);
    __syncthreads();
#pragma unroll
    for (int e = 0; e < EACH; e++)
        own[e] = tile[0][left + e];
    for (int i = 0; i < weights.count; i++) {
        const int from = left - weights.of[i] / WORD, bits = weights.of[i] % WORD;
        const uint32_t *old = tile[i & 1];
        uint32_t low = from > 0 ? old[from - 1] : 0;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t high = from + e >= 0 ? old[from + e] : 0;
            own[e] |= __funnelshift_l(low, high, bits);
            low = high;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++)
            tile[~i & 1][left + e] = own[e];
        __syncthreads();
    }
    for (int k = threadIdx.x; k < TILE; k += THREADS)
        if (k >= halo && first + k < row.words)
            put(row, first + k, tile[weights.count & 1][k]);
}

__global__ void one_weight(Row row, int64_t weight) {
    for (int64_t k = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; k < row.words;
         k += (int64_t)gridDim.x * blockDim.x) {
        const int64_t from = k - weight / WORD;
        put(row, k,
            row.old[k] |
                __funnelshift_l(word(row, from - 1), word(row, from), (int)(weight % WORD)));
    }
}

/* Does the first weights, which rise; how many of `count`. */
cudaError_t pass(Gpu *gpu, const Row &row, const int64_t *weight, int64_t count, int *taken) {
    Weights weights = {0, {0}};
    int halo = 0;
    while (weights.count < std::min(count, (int64_t)FUSED) &&
           halo + weight[weights.count] / WORD + 1 <= TILE / 2) {
        halo += (int)(weight[weights.count] / WORD) + 1;
        weights.of[weights.count] = (int)weight[weights.count];
        weights.count++;
    }
    *taken = std::max(weights.count, 1);
    const int64_t make = weights.count > 0 ? TILE - halo : THREADS;
    const int64_t blocks = (row.words + make - 1) / make;
    const unsigned all = (unsigned)blocks;
    const unsigned some = (unsigned)std::min(blocks, (int64_t)gpu->multiprocessors * 8);
    if (weights.count > 0)
        GPU_LAUNCH(gpu, many_weights<<<all, THREADS, 0, gpu->stream>>>(row, weights, halo));
    else
        GPU_LAUNCH(gpu, one_weight<<<some, THREADS, 0, gpu->stream>>>(row, weight[0]));
    return cudaSuccess;
}

/* An even number of passes leaves the marks where they were. */
cudaError_t mark(Gpu *gpu, Row row, uint32_t *other, const int64_t *weight, int64_t count) {
    uint32_t *const marks = row.now, *from = marks, *to = other;
    for (int64_t i = 0; i < count;) {
        int taken;
        row.old = from;
        row.now = to;
        const cudaError_t error = pass(gpu, row, weight + i, count - i, &taken);
        if (error != cudaSuccess)
            return error;
        i += taken;
        std::swap(from, to);
    }
    if (from != marks)
        GPU_TRY(gpu, cudaMemcpyAsync(marks, from, row.words * sizeof *from,
                                     cudaMemcpyDeviceToDevice, gpu->stream));
    return cudaSuccess;
}

} // namespace

cudaError_t gpu_subset_sums(Gpu *gpu, uint32_t *marks, int64_t length, const int64_t *weight,
                            int64_t items, int64_t *room) {
    const int rest = (int)(length % WORD);
    const Row row = {marks, marks, (length + WORD - 1) / WORD, rest == 0 ? ~0u : (1u << rest) - 1};
    GpuBlock other;
    int64_t count = 0;
    for (int64_t i = 0; i < items; i++)
        if (weight[i] > 0 && weight[i] < length)
            room[count++] = weight[i];
    if (count == 0)
        return cudaSuccess;
    std::sort(room, room + count);
    cudaError_t error = gpu_alloc(gpu, &other, row.words * (int64_t)sizeof(uint32_t));
    if (error == cudaSuccess)
        error = mark(gpu, row, (uint32_t *)other.at, room, count);
    gpu_free(gpu, &other);
    return error;
}
