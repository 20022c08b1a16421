/* SPDX-License-Identifier: MIT */
/* Searches and counts in bit vectors: one launch that passes over device
 * memory, and ends as soon as the result is known. */
#ifndef STAR_GPU_SEARCH_H
#define STAR_GPU_SEARCH_H

#include "device/gpu.h"

GPU_C_BEGIN

/* Allocates the block of a scalar result, whose first word is the result on
 * the device. The rest belongs to the kernels, which leave it as they find
 * it. */
cudaError_t gpu_scalar_result_open(Gpu *gpu, GpuBlock *result);

/* Waits for the scalar result of the last kernel; *value is 0 on failure. */
cudaError_t gpu_scalar_result(Gpu *gpu, int64_t *value);

/* FND(Y) of a bit vector whose words before `first` are 0: the number of the
 * first 1, from 1, or 0, from which SOME and ZERO follow. If `clears`, that
 * 1 becomes 0, as the primitive STEP does. */
cudaError_t gpu_find(Gpu *gpu, GpuBlock result, uint64_t *y, int64_t first,
                     int64_t words, bool clears);

/* The number, from 1, of the first component in which x and y differ, or 0,
 * from which = and <> follow. */
cudaError_t gpu_differ(Gpu *gpu, GpuBlock result, const uint64_t *x,
                       const uint64_t *y, int64_t words);

/* The number of ones, for NUMB and ONE. */
cudaError_t gpu_count(Gpu *gpu, GpuBlock result, const uint64_t *y,
                      int64_t words);

GPU_C_END

#endif
