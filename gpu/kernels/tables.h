/* SPDX-License-Identifier: MIT */
/* Table images in device memory: vectors (rows or columns) of 64-bit words,
 * `stride` words apart, with 0 in the padding. A vector is a bit vector like
 * any other; see bitwise.h. Words between the last of a vector and the next
 * vector are not touched. All numbers are from 0.
 *
 *               length    padding
 *     vector 0  ***********00000  ........  words that are not touched
 *     vector 1  ***********00000  ........
 *               <-------- stride -------->  */
#ifndef STAR_GPU_TABLES_H
#define STAR_GPU_TABLES_H

#include "device/gpu.h"

GPU_C_BEGIN

/* z := component `index` of each vector: a column of an image of rows, a row
 * of one of columns. */
cudaError_t gpu_gather(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t stride,
                       int64_t vectors, int64_t index);

/* The inverse: component `index` of each vector := y. */
cudaError_t gpu_scatter(Gpu *gpu, uint64_t *x, int64_t stride, int64_t vectors,
                        int64_t index, const uint64_t *y);

/* z := the transposed image of `vectors` vectors of `length` components:
 * `length` vectors of `vectors` components. */
cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride,
                          const uint64_t *x, int64_t x_stride, int64_t vectors,
                          int64_t length);

/* z := vectors of x, one behind the other: an image, or some of one. */
cudaError_t gpu_copy(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t words,
                     int64_t vectors);

/* Clears vectors of so many words, one behind the other. */
cudaError_t gpu_clear(Gpu *gpu, uint64_t *z, int64_t words, int64_t vectors);

/* ADJ for an image of rows: row i of z is component i of y, then the `cols`
 * components of row i of x. An image of columns needs only two copies. */
cudaError_t gpu_adjoin(Gpu *gpu, uint64_t *z, int64_t z_stride,
                       const uint64_t *y, const uint64_t *x, int64_t x_stride,
                       int64_t rows, int64_t cols);

GPU_C_END

#endif
