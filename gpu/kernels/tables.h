/* The images of tables in device memory: lines of 64-bit words, `stride` words
 * apart, padding 0, all numbers from 0. A line of an image is a line like any
 * other: bitwise.h. Its padding behind the last word is not touched. */
#ifndef STAR_GPU_TABLES_H
#define STAR_GPU_TABLES_H

#include "backend/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* z := component `index` of each of so many lines: a column of rows, a row of
 * columns. */
cudaError_t gpu_gather(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t stride,
                       int64_t lines, int64_t index);

/* The other way: component `index` of the lines := y. */
cudaError_t gpu_scatter(Gpu *gpu, uint64_t *x, int64_t stride, int64_t lines,
                        int64_t index, const uint64_t *y);

/* The other image of `lines` lines of `length` components: `length` lines. */
cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride,
                          const uint64_t *x, int64_t x_stride, int64_t lines,
                          int64_t length);

/* z := words of x, an image or some lines of one. */
cudaError_t gpu_copy(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t words);

/* ADJ for rows of `cols` components: those of z are y's component, then x's. As
 * columns they are two copies. */
cudaError_t gpu_adjoin(Gpu *gpu, uint64_t *z, int64_t z_stride,
                       const uint64_t *y, const uint64_t *x, int64_t x_stride,
                       int64_t rows, int64_t cols);

#ifdef __cplusplus
}
#endif

#endif
