/* SPDX-License-Identifier: MIT */
/* The tables of the matrix chain problem: MATCHAIN of stdlib/matchain.star,
 * for a chain of n matrices of dimensions p[0..n], each at least 1. */
#ifndef STAR_GPU_CHAIN_H
#define STAR_GPU_CHAIN_H

#include "device/gpu.h"

GPU_C_BEGIN

/* m and s: n rows of n. Matrices i..j, 1 <= i <= j <= n, have at
 * (i - 1) * n + j - 1 their least cost in m, and in s the least k such that
 * i..k times k + 1..j costs that, or 0 if i = j; the rest stays as it is.
 * *over becomes 0; or not 0 if a cost that the algorithm considers is over
 * INT64_MAX, and then m and s are unspecified.
 *
 * p is read before the function returns, and not on the device; m, s and over
 * are there. Takes 6 n^2 bytes of scratch memory and a little, or on a device
 * whose blocks have less than 72 KB of shared memory, 8 n^2. */
cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s, int32_t *over);

GPU_C_END

#endif
