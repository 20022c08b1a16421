/* SPDX-License-Identifier: MIT */
#include "backend/cuda_internal.h"

CudaKernel *const cuda_kernel[STAR_PRIM_COUNT] = {
#define KERNEL(id, function, file) [STAR_PRIM_##id] = function,
#include "backend/cuda_kernels.def"
#undef KERNEL
};
