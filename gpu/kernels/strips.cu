/* SPDX-License-Identifier: MIT */
/* A thread takes a word of the result. */
#include "kernels/strips.h"

#include <algorithm>

#include "kernels/scalar_result.cuh"
#include "kernels/strips.cuh"

enum { BLOCK = 256, BLOCKS = 8 };

/* Neighbouring threads take the same rows of neighbouring columns: they read
 * the same words. */
static __global__ void __launch_bounds__(BLOCK)
    cut_columns(const GpuTable z, int64_t words, const uint64_t *x, int64_t from, int64_t stride) {
    const int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const int64_t column = k % z.cols, at = k / z.cols;
    if (at < words)
        z.word[column * z.stride + at] = strip_word(x, from + column, stride, z.rows, at);
}

/* `words` words of each row have components of the strip. */
static __global__ void __launch_bounds__(BLOCK)
    put_strip(const GpuTable z, int64_t words, int64_t from, const GpuTable x, int64_t h) {
    const int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const int64_t row = k / words, at = from / 64 + k % words;
    if (row >= z.rows)
        return;
    uint64_t *to = z.word + row * z.stride + at;
    *to = strip_put(*to, x.word + row * x.stride, from, h, at);
}

static __global__ void __launch_bounds__(BLOCK)
    binary(uint64_t *z, int64_t words, int64_t k, int64_t c) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (at < words)
        z[at] = binary_word(k, c, at);
}

static __global__ void __launch_bounds__(BLOCK)
    value(ScalarResult *result, int64_t *host, const uint64_t *w, int64_t words, int64_t n) {
    unsigned long long mine = 0;
    for (int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x; at < words;
         at += (int64_t)gridDim.x * BLOCK)
        mine |= value_part(w[at], n, at);
    if (mine != 0)
        atomicOr(&result->parts, mine);
    __syncthreads();
    unsigned long long parts;
    if (threadIdx.x == 0 && scalar_result_is_last(result, &parts, gridDim.x))
        scalar_result_set(result, host, (int64_t)parts);
}

/* ---- Launchers ---- */

static unsigned blocks_for(int64_t threads) {
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

cudaError_t gpu_cut_columns(Gpu *gpu, const GpuTable *z, const uint64_t *x, int64_t from,
                            int64_t stride) {
    const int64_t words = star_words(z->rows);
    if (words == 0 || z->cols == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, cut_columns<<<blocks_for(words * z->cols), BLOCK, 0, gpu->stream>>>(
                        *z, words, x, from, stride));
    return cudaSuccess;
}

cudaError_t gpu_put_strip(Gpu *gpu, const GpuTable *z, int64_t from, const GpuTable *x, int64_t h) {
    const int64_t words = (from + h - 1) / 64 - from / 64 + 1;
    if (z->rows == 0 || h == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, put_strip<<<blocks_for(z->rows * words), BLOCK, 0, gpu->stream>>>(*z, words,
                                                                                      from, *x, h));
    return cudaSuccess;
}

cudaError_t gpu_binary(Gpu *gpu, uint64_t *z, int64_t k, int64_t c) {
    const int64_t words = star_words(c);
    if (words == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, binary<<<blocks_for(words), BLOCK, 0, gpu->stream>>>(z, words, k, c));
    return cudaSuccess;
}

cudaError_t gpu_value(Gpu *gpu, GpuBlock result, const uint64_t *w, int64_t n) {
    const int64_t words = star_words(n);
    const unsigned most = (unsigned)gpu->multiprocessors * BLOCKS;
    const unsigned blocks = std::max(1u, std::min(blocks_for(words), most));
    GPU_LAUNCH(gpu, value<<<blocks, BLOCK, 0, gpu->stream>>>(scalar_result_of(result),
                                                             scalar_result_host(gpu), w, words, n));
    return cudaSuccess;
}
