/* SPDX-License-Identifier: MIT */
/* The kernels of strips.h for the fake device: its own words, one after the
 * other. */
#include "fake.h"

#include "fake_thread.h"
#include "kernels/strips.cuh"
#include "kernels/strips.h"

static void launch(void) {
    fake.kernels++;
}

cudaError_t gpu_cut_columns(Gpu *gpu, const GpuTable *z, const uint64_t *x,
                            int64_t from, int64_t stride) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t k = 0; k < z->cols; k++)
        for (int64_t at = 0; at < star_words(z->rows); at++)
            z->word[k * z->stride + at] =
                strip_word(x, from + k, stride, z->rows, at);
    return cudaSuccess;
}

cudaError_t gpu_put_strip(Gpu *gpu, const GpuTable *z, int64_t from,
                          const GpuTable *x, int64_t h) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t i = 0; i < z->rows; i++)
        for (int64_t at = from / 64; at <= (from + h - 1) / 64; at++) {
            uint64_t *to = z->word + i * z->stride + at;
            *to = strip_put(*to, x->word + i * x->stride, from, h, at);
        }
    return cudaSuccess;
}

cudaError_t gpu_binary(Gpu *gpu, uint64_t *z, int64_t k, int64_t c) {
    GPU_LAUNCH(gpu, launch());
    for (int64_t at = 0; at < star_words(c); at++)
        z[at] = binary_word(k, c, at);
    return cudaSuccess;
}

cudaError_t gpu_value(Gpu *gpu, GpuBlock result, const uint64_t *w, int64_t n) {
    uint64_t parts = 0;
    (void)result;
    GPU_LAUNCH(gpu, launch());
    for (int64_t at = 0; at < star_words(n); at++)
        parts |= value_part(w[at], n, at);
    *(int64_t *)gpu->pinned = (int64_t)parts;
    return cudaSuccess;
}
