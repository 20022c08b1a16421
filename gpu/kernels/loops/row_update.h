/* SPDX-License-Identifier: MIT */
/* A fused row update: an operation with the same bit vector on many rows of
 * an image. */
#ifndef STAR_GPU_ROW_UPDATE_H
#define STAR_GPU_ROW_UPDATE_H

#include "device/gpu.h"

GPU_C_BEGIN

/* For each of `row_count` rows, `words` words long and `stride` words apart,
 * whose bit in `mask` is 1: row := row op w. op is STAR_FUSE_AND, OR, XOR or
 * ANDN, which is row and not w. w has `words` words in device memory; it may
 * be one of the rows only if op is AND or OR. Words that do not change are
 * not written. */
cudaError_t gpu_vectors(Gpu *gpu, uint64_t *rows, int64_t stride,
                        int64_t row_count, int64_t words, const uint64_t *mask,
                        const uint64_t *w, int op);

GPU_C_END

#endif
