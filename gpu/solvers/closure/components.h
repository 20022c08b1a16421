/* SPDX-License-Identifier: MIT */
/* Single components of bit vectors in device memory. */
#ifndef STAR_GPU_COMPONENTS_H
#define STAR_GPU_COMPONENTS_H

#include "device/gpu.h"

GPU_C_BEGIN

/* Y(i) := b, 0 or 1; i is from 1. */
cudaError_t gpu_put(Gpu *gpu, uint64_t *y, int64_t i, int b);

GPU_C_END

#endif
