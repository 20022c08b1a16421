/* SPDX-License-Identifier: MIT */
#include "solvers/closure/components.h"

/* ---- Kernels ---- */

static __global__ void put(uint64_t *word, uint64_t bit, int b) {
    *word = b ? *word | bit : *word & ~bit;
}

/* ---- Launchers ---- */

cudaError_t gpu_put(Gpu *gpu, uint64_t *y, int64_t i, int b) {
    GPU_LAUNCH(gpu,
               put<<<1, 1, 0, gpu->stream>>>(y + (i - 1) / 64, UINT64_C(1) << (i - 1) % 64, b));
    return cudaSuccess;
}
