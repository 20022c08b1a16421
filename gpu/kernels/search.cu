/* SPDX-License-Identifier: MIT */
/* A few large blocks stay resident and take tile after tile, from the front on, so that a search
 * for the first 1 stops soon after it. */
#include "kernels/search.h"

#include <algorithm>

#include "kernels/scalar_result.cuh"

enum { BLOCK = 1024, UNROLL = 4, TILE = BLOCK * UNROLL, BLOCKS = 2 };

/* Word w of a bit vector, or of the difference of two. */
struct Bits {
    const uint64_t *x;
    __device__ uint64_t operator()(int64_t w) const {
        return x[w];
    }
};

struct Difference {
    const uint64_t *x, *y;
    __device__ uint64_t operator()(int64_t w) const {
        return x[w] ^ y[w];
    }
};

/* A thread's words of the tile from word `at` on; 0 past the end. */
template <typename Word>
static __device__ uint64_t load(uint64_t value[UNROLL], const Word &word, int64_t at,
                                int64_t words) {
    uint64_t any = 0;
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        const int64_t w = at + u * BLOCK + threadIdx.x;
        value[u] = word(min(w, words - 1));
        if (w >= words)
            value[u] = 0;
        any |= value[u];
    }
    return any;
}

/* The number, from 0, of a warp's first 1 in the tile. */
static __device__ int64_t first_of(const uint64_t value[UNROLL], int64_t at) {
    int64_t first = 0;
#pragma unroll
    for (int u = UNROLL - 1; u >= 0; u--) {
        const unsigned has = __ballot_sync(~0u, value[u] != 0);
        const int lane = __ffs((int)has) - 1;
        const int bit = __ffsll((long long)__shfl_sync(~0u, value[u], lane < 0 ? 0 : lane)) - 1;
        if (has != 0)
            first = 64 * (at + u * BLOCK + (threadIdx.x & ~31u) + lane) + bit;
    }
    return first;
}

/* ---- Kernels ---- */

/* Positions are stored as complements, so that 0 means none and the maximum is the first. */
template <typename Word>
static __global__ void __launch_bounds__(BLOCK, GPU_BLOCKS(BLOCK, BLOCKS))
    find(ScalarResult *result, int64_t *host, unsigned blocks, const Word word, int64_t start,
         int64_t words, uint64_t *clear) {
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int64_t at = start + (int64_t)blockIdx.x * TILE; at < words;
         at += (int64_t)gridDim.x * TILE) {
        uint64_t value[UNROLL];
        const unsigned long long known = *(volatile unsigned long long *)&best;
        unsigned long long found = 0; /* by other blocks: one thread reads it */
        if (threadIdx.x == 0)
            found = *(volatile unsigned long long *)&result->parts;
        const uint64_t any = load(value, word, at, words);
        if (found > known)
            atomicMax(&best, found);
        if (__any_sync(~0u, ~known < (unsigned long long)(64 * at)))
            break;
        if (__any_sync(~0u, any != 0)) {
            const int64_t first = first_of(value, at);
            if (threadIdx.x % 32 == 0)
                atomicMax(&best, ~(unsigned long long)first);
            break;
        }
    }
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    if (best != 0)
        scalar_result_max(result, best, blocks);
    unsigned long long parts;
    if (!scalar_result_is_last(result, &parts, blocks))
        return;
    const int64_t first = (int64_t)~parts;
    scalar_result_set(result, host, parts == 0 ? 0 : first + 1);
    if (parts != 0 && clear != NULL)
        clear[first / 64] &= ~(UINT64_C(1) << first % 64);
}

static __global__ void __launch_bounds__(BLOCK, GPU_BLOCKS(BLOCK, BLOCKS))
    count(ScalarResult *result, int64_t *host, unsigned blocks, const Bits bits, int64_t from,
          int64_t words) {
    unsigned long long mine = 0;
    for (int64_t at = from + (int64_t)blockIdx.x * TILE; at < words;
         at += (int64_t)gridDim.x * TILE) {
        uint64_t value[UNROLL];
        load(value, bits, at, words);
#pragma unroll
        for (int u = 0; u < UNROLL; u++)
            mine += __popcll(value[u]);
    }
    scalar_result_sum(result, host, mine, blocks);
}

/* ---- Launchers ---- */

static unsigned blocks_for(const Gpu *gpu, int64_t words) {
    const int64_t max_blocks = (int64_t)gpu->multiprocessors * BLOCKS,
                  tiles = (words + TILE - 1) / TILE;
    return (unsigned)(tiles < 1 ? 1 : tiles < max_blocks ? tiles : max_blocks);
}

/* A device whose words all come before the first one takes part with one block.
 */
template <typename Word>
static cudaError_t run_find(Gpu *gpu, GpuBlock result, const Word &word, int64_t first,
                            int64_t words, uint64_t *clear) {
    const auto blocks = [=](const GpuPart &p) {
        return blocks_for(gpu, p.from + p.words - std::max(p.from, first));
    };
    const unsigned all = scalar_result_blocks(gpu, words, blocks);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        GPU_LAUNCH(gpu, find<<<blocks(p), BLOCK, 0, p.stream>>>(
                            scalar_result_of(result), scalar_result_host(gpu), all, word,
                            std::max(p.from, first), p.from + p.words, clear));
        return cudaSuccess;
    });
}

cudaError_t gpu_find(Gpu *gpu, GpuBlock result, uint64_t *y, int64_t first, int64_t words,
                     bool clears) {
    return run_find(gpu, result, Bits{y}, first, words, clears ? y : NULL);
}

cudaError_t gpu_differ(Gpu *gpu, GpuBlock result, const uint64_t *x, const uint64_t *y,
                       int64_t words) {
    return run_find(gpu, result, Difference{x, y}, 0, words, NULL);
}

cudaError_t gpu_count(Gpu *gpu, GpuBlock result, const uint64_t *y, int64_t words) {
    const auto blocks = [=](const GpuPart &p) { return blocks_for(gpu, p.words); };
    const unsigned all = scalar_result_blocks(gpu, words, blocks);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        GPU_LAUNCH(gpu, count<<<blocks(p), BLOCK, 0, p.stream>>>(
                            scalar_result_of(result), scalar_result_host(gpu), all, Bits{y}, p.from,
                            p.from + p.words));
        return cudaSuccess;
    });
}

static cudaError_t clear(Gpu *gpu, GpuBlock result) {
    GPU_TRY(gpu, cudaMemsetAsync(result.at, 0, sizeof(ScalarResult), gpu->stream));
    return cudaSuccess;
}

cudaError_t gpu_scalar_result_open(Gpu *gpu, GpuBlock *result) {
    cudaError_t error = gpu_alloc(gpu, result, sizeof(ScalarResult));
    if (error == cudaSuccess)
        error = clear(gpu, *result);
    if (error != cudaSuccess)
        gpu_free(gpu, result);
    return error;
}

cudaError_t gpu_scalar_result(Gpu *gpu, int64_t *value) {
    const cudaError_t error = gpu_sync(gpu);
    *value = error == cudaSuccess ? *scalar_result_host(gpu) : 0;
    return error;
}
