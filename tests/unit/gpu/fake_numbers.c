/* SPDX-License-Identifier: MIT */
/* The kernels of numbers.cu for the fake device: its own words, one after the
 * other. */
#include "fake.h"

#include "fake_thread.h"
#include "kernels/numbers.cuh"
#include "kernels/basic.h"

static void launch(void) {
    fake.kernels++;
}

cudaError_t gpu_numbers_check(Gpu *gpu, GpuBlock result, const GpuTable *t,
                              const uint64_t *y, int64_t most) {
    const int64_t words = star_words(t->rows);
    uint64_t wrong = 0;
    (void)result;
    GPU_LAUNCH(gpu, launch());
    for (int64_t w = 0; w < words; w++) {
        const uint64_t rows = y != NULL        ? y[w]
                              : w == words - 1 ? star_last_mask(t->rows)
                                               : UINT64_MAX;
        wrong |= numbers_wrong(t->word + w, t->stride, t->cols, (uint64_t)most,
                               rows);
    }
    *(int64_t *)gpu->pinned = wrong != 0;
    return cudaSuccess;
}

cudaError_t gpu_numbers_gather(Gpu *gpu, uint64_t *z, const GpuTable *t,
                               const uint64_t *x, int64_t most) {
    uint32_t number[32];
    GPU_LAUNCH(gpu, launch());
    for (int64_t w = 0; w < star_words(t->rows); w++) {
        z[w] = 0;
        for (int half = 0; half < 2; half++) {
            numbers_of(number, t->word + w, t->stride, t->cols, half);
            z[w] |= (uint64_t)numbers_gather(number, x, (uint32_t)most)
                    << 32 * half;
        }
    }
    return cudaSuccess;
}

cudaError_t gpu_numbers_scatter(Gpu *gpu, uint64_t *z, const GpuTable *t,
                                const uint64_t *y) {
    uint32_t number[32];
    GPU_LAUNCH(gpu, launch());
    for (int64_t w = 0; w < star_words(t->rows); w++)
        for (int half = 0; half < 2; half++) {
            numbers_of(number, t->word + w, t->stride, t->cols, half);
            numbers_scatter(number, (uint32_t)(y[w] >> 32 * half), z);
        }
    return cudaSuccess;
}
