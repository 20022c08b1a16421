/* SPDX-License-Identifier: MIT */
/* Strips of tables, words as tables, and numbers as words: TCOPY1, TCOPY2 and
 * WTRANS of stdlib/basic.star, BINARY and VALUE of stdlib/graph.star, as far as
 * no vectors are copied. All numbers are from 0. */
#ifndef STAR_GPU_STRIPS_H
#define STAR_GPU_STRIPS_H

#include "kernels/basic.h"

GPU_C_BEGIN

/* Component i of column k of z := bit from + k + i * stride of x, which are:
 *
 *                         from         stride, in bits
 *     a strip of rows     its first    64 * that of the rows
 *     fields of h bits    0            h */
cudaError_t gpu_cut_columns(Gpu *gpu, const GpuTable *z, const uint64_t *x,
                            int64_t from, int64_t stride);

/* Components from..from + h - 1 of each row of z := the first h of x, both
 * images of rows. */
cudaError_t gpu_put_strip(Gpu *gpu, const GpuTable *z, int64_t from,
                          const GpuTable *x, int64_t h);

/* z := k in binary, with c components; k has at most c digits. */
cudaError_t gpu_binary(Gpu *gpu, uint64_t *z, int64_t k, int64_t c);

/* The scalar result is the number that the n components of w are in binary, or
 * negative if that is over maxint. */
cudaError_t gpu_value(Gpu *gpu, GpuBlock result, const uint64_t *w, int64_t n);

GPU_C_END

#endif
