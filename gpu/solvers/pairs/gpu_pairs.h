/* SPDX-License-Identifier: MIT */
/* Products of bit matrices on the device: b1 tensor cores, or words before
 * capability 8.0. */
#ifndef STAR_GPU_PAIRS_H
#define STAR_GPU_PAIRS_H

#include "device/gpu.h"

GPU_C_BEGIN

#include "plan/pairs.h"

/* As runtime/plan/pairs.h says; all of its pointers are to device memory, and
 * rows have fewer than 2^31 bits. Rows that begin at multiples of 16 bytes,
 * with an even stride, are read faster. A tile of 128 x 256 pairs takes no time
 * to speak of if none of its pairs is in the band and the mask. Up to four rows
 * go without tiles, as fast as memory.
 *
 * Adds to *found, on the device, unless it is NULL; after an error *found and
 * the bits are unspecified. Tensor cores need forms of 32 bits: the sum of all
 * |factor| * 64 * words is less than 2^31; others take some ten times as long.
 * With several devices the first one does all. */
cudaError_t gpu_pairs(Gpu *gpu, const StarPairs *pairs, StarPairsFound *found);

/* sum[i] += factor * ones of row i, for rows rows.from..rows.to-1 of `words`
 * words. */
cudaError_t gpu_pair_ones(Gpu *gpu, const uint64_t *x, int64_t stride,
                          int64_t words, StarPairRange rows, int64_t factor,
                          int64_t *sum);

GPU_C_END

#endif
