/* SPDX-License-Identifier: MIT */
/* The Kleene star of a square matrix: runtime/cpu/solvers/kleene.h on a device.
 */
#ifndef STAR_GPU_KLEENE_H
#define STAR_GPU_KLEENE_H

#include "device/gpu.h"

GPU_C_BEGIN

/* As StarNumber and StarRing number them. */
typedef enum GpuNumber { GPU_SINGLE, GPU_REAL, GPU_LONG, GPU_INT } GpuNumber;
typedef enum GpuRing { GPU_MAXPLUS, GPU_MINPLUS, GPU_MAXMIN } GpuRing;

enum { GPU_KLEENE_MOST = 1 << 20 }; /* vertices at most */

/* a, n rows of n numbers, becomes e + a + a^2 + ..., with the bits that
 * star_kleene gives. Without circuits it follows the method of the paper on
 * the acceleration of the Kleene star by CUDA: the vertices in topological
 * order, and row after row of the star from those before it, n^3 / 6 sums.
 * With circuits it runs n iterations, n^3 sums. *done false: a is as it was,
 * because star_kleene leaves it to the body, or its star diverges, or it has
 * integers so great that the sum of 2 n might overflow, or n is more than
 * GPU_KLEENE_MOST. Waits for the device. Memory: about n^2 numbers and 2 n^2
 * bits. */
cudaError_t gpu_kleene(Gpu *gpu, void *a, int64_t n, GpuNumber number,
                       GpuRing ring, bool *done);

GPU_C_END
#endif
