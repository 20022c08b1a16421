/* SPDX-License-Identifier: MIT */
/* Whole bit vectors in device memory: the primitives of these names in
 * primitives.def, in one pass each. Lengths are in components; a length of 0
 * does nothing. z is overwritten as a whole, its padding 0. Vectors are
 * 64-bit words at any address that is a multiple of 8. The errors are
 * CUDA's. */
#ifndef STAR_GPU_BITWISE_H
#define STAR_GPU_BITWISE_H

#include "device/gpu.h"

GPU_C_BEGIN

#include "values/object.h"

/* The limits of an expression; the compiler stays far below. */
enum { GPU_FUSE_CODE = 2048, GPU_FUSE_DEPTH = 96 };

/* Every component of z := value, 0 or 1. */
cudaError_t gpu_fill(Gpu *gpu, uint64_t *z, int value, int64_t length);

/* z := x op y. `op` is a STAR_FUSE operator; NOT and OPERAND (a copy) use x
 * alone. z may be x or y. */
cudaError_t gpu_bits(Gpu *gpu, int op, uint64_t *z, const uint64_t *x,
                     const uint64_t *y, int64_t length);

/* z := an expression on bit vectors of that length. z may be an operand.
 * cudaErrorInvalidValue beyond GPU_FUSE_CODE and GPU_FUSE_DEPTH. */
cudaError_t gpu_fuse(Gpu *gpu, uint64_t *z, const uint64_t *const *operand,
                     const StarFuse *fuse, int64_t length);

/* Ones in components first..last, 0 elsewhere. */
cudaError_t gpu_mask(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                     int64_t length);

/* A one in component *at, a device word, 0 elsewhere: FRST after gpu_find.
 * No one if *at is 0. */
cudaError_t gpu_only(Gpu *gpu, uint64_t *z, const int64_t *at, int64_t length);

/* The operations below move components: z must not overlap y or v, except in
 * gpu_replace. */
cudaError_t gpu_shift(Gpu *gpu, uint64_t *z, const uint64_t *y, int down,
                      int64_t by, int64_t length);
cudaError_t gpu_rotate(Gpu *gpu, uint64_t *z, const uint64_t *y, int down,
                       int64_t by, int64_t length);
cudaError_t gpu_mirror(Gpu *gpu, uint64_t *z, const uint64_t *y,
                       int64_t length);
cudaError_t gpu_shuffle(Gpu *gpu, uint64_t *z, const uint64_t *y,
                        int64_t length);

/* TRIM: z := components first..last of y, which has `length` components. */
cudaError_t gpu_cut(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                    const uint64_t *y, int64_t length);

/* REP: z := y with components first..last replaced by v; z may be y. */
cudaError_t gpu_replace(Gpu *gpu, uint64_t *z, int64_t first, int64_t last,
                        const uint64_t *v, const uint64_t *y, int64_t length);

GPU_C_END

#endif
