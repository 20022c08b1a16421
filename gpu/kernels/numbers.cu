/* SPDX-License-Identifier: MIT */
/* A thread decodes 32 numbers. */
#include "kernels/basic.h"

#include <algorithm>

#include "kernels/numbers.cuh"
#include "kernels/scalar_result.cuh"

enum { BLOCK = 256, BLOCKS = 8 };

static __global__ void __launch_bounds__(BLOCK, GPU_BLOCKS(BLOCK, BLOCKS))
    check(ScalarResult *result, int64_t *host, const GpuTable t, int64_t words, uint64_t last,
          const uint64_t *y, uint64_t most) {
    uint64_t wrong = 0;
    for (int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x; at < words;
         at += (int64_t)gridDim.x * BLOCK) {
        const uint64_t rows = y != NULL ? y[at] : at == words - 1 ? last : ~UINT64_C(0);
        if (rows != 0)
            wrong |= numbers_wrong(t.word + at, t.stride, t.cols, most, rows);
    }
    if (__syncthreads_or(wrong != 0) && threadIdx.x == 0)
        scalar_result_max(result, 1, gridDim.x);
    unsigned long long parts;
    if (threadIdx.x == 0 && scalar_result_is_last(result, &parts, gridDim.x))
        scalar_result_set(result, host, (int64_t)parts);
}

static __global__ void __launch_bounds__(BLOCK)
    gather(uint32_t *z, const GpuTable t, int64_t halves, const uint64_t *x, uint32_t most) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    uint32_t number[32];
    if (at >= halves)
        return;
    numbers_of(number, t.word + at / 2, t.stride, t.cols, (int)(at % 2));
    z[at] = numbers_gather(number, x, most);
}

static __global__ void __launch_bounds__(BLOCK)
    scatter(uint64_t *z, const GpuTable t, int64_t halves, const uint32_t *y) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint32_t rows = at < halves ? y[at] : 0;
    uint32_t number[32];
    if (rows == 0)
        return;
    numbers_of(number, t.word + at / 2, t.stride, t.cols, (int)(at % 2));
    numbers_scatter(number, rows, z);
}

/* ---- Launchers ---- */

static unsigned blocks_for(int64_t threads) {
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

cudaError_t gpu_numbers_check(Gpu *gpu, GpuBlock result, const GpuTable *t, const uint64_t *y,
                              int64_t most) {
    const int64_t words = star_words(t->rows);
    const unsigned blocks =
        std::max(1u, std::min(blocks_for(words), (unsigned)gpu->multiprocessors * BLOCKS));
    GPU_LAUNCH(gpu, check<<<blocks, BLOCK, 0, gpu->stream>>>(
                        scalar_result_of(result), scalar_result_host(gpu), *t, words,
                        star_last_mask(t->rows), y, (uint64_t)most));
    return cudaSuccess;
}

cudaError_t gpu_numbers_gather(Gpu *gpu, uint64_t *z, const GpuTable *t, const uint64_t *x,
                               int64_t most) {
    const int64_t halves = 2 * star_words(t->rows);
    if (halves == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, gather<<<blocks_for(halves), BLOCK, 0, gpu->stream>>>((uint32_t *)z, *t, halves,
                                                                          x, (uint32_t)most));
    return cudaSuccess;
}

cudaError_t gpu_numbers_scatter(Gpu *gpu, uint64_t *z, const GpuTable *t, const uint64_t *y) {
    const int64_t halves = 2 * star_words(t->rows);
    if (halves == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, scatter<<<blocks_for(halves), BLOCK, 0, gpu->stream>>>(z, *t, halves,
                                                                           (const uint32_t *)y));
    return cudaSuccess;
}
