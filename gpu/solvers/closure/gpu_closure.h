/* SPDX-License-Identifier: MIT */
/* Transitive closure of bit matrices: blocked Warshall on the tensor cores. */
#ifndef STAR_GPU_CLOSURE_H
#define STAR_GPU_CLOSURE_H

#include "device/gpu.h"

GPU_C_BEGIN

/* WARSHALL's loop for the pivots k = first..last-1, counted from 0: every row
 * with a 1 in column k becomes itself or row k. `rows` are n rows of n bits in
 * device memory, `stride` words from one to the next, as in an image of a
 * StarTable; bits from n on stay as they are, and words that do not change are
 * not written. The result is that of the sequential loop, bit for bit.
 *
 * Needs scratch memory for the matrix once more, each row padded to 512 bits,
 * and a strip of 4096 rows. Fails as gpu_alloc and launches do; `rows` may then
 * hold the matrix as it was or as it should become. Nothing is done if first >=
 * last. */
cudaError_t gpu_warshall(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n,
                         int64_t first, int64_t last);

/* CLOSURE: bit (i, j) becomes 1 if a path of one arc or more leads i to j. */
cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n);

GPU_C_END

#endif
