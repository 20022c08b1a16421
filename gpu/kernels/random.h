/* SPDX-License-Identifier: MIT */
/* RANDOM on the device: the bits of cpu/simd/philox.h. A table without
 * components does nothing. The errors are CUDA's. */
#ifndef STAR_GPU_RANDOM_H
#define STAR_GPU_RANDOM_H

#include "cpu/simd/philox.h"
#include "kernels/basic.h"

GPU_C_BEGIN

/* Writes all columns of a table, or all rows; a slice or word is a table of one
 * column. Words behind the vectors stay as they are. */
cudaError_t gpu_random_columns(Gpu *gpu, const GpuTable *columns,
                               StarPhilox philox);
cudaError_t gpu_random_rows(Gpu *gpu, const GpuTable *rows, StarPhilox philox);

GPU_C_END

#endif
