/* SPDX-License-Identifier: MIT */
/* The procedures of stdlib/basic.star on the columns of tables in device
 * memory, in one pass where not said otherwise. x marks the rows that take
 * part; its padding is 0, and so is that of all results. A second operand is
 * a table f of the same size or, where f is NULL, the word w in device
 * memory for all rows. */
#ifndef STAR_GPU_BASIC_H
#define STAR_GPU_BASIC_H

#include "device/gpu.h"

GPU_C_BEGIN

#include "values/object.h"

/* The columns of a table. */
typedef struct GpuTable {
    uint64_t *word;
    int64_t stride, rows, cols;
} GpuTable;

/* The rows of x where t is equal, less and greater; a result that is NULL is
 * not computed, x NULL selects all rows. A result may be x. MATCH and HIT
 * use `equal`, LESS and SETMIN `less`, GREAT and SETMAX `greater`, GEL the
 * last two. A row is read up to the first difference. */
cudaError_t gpu_compare(Gpu *gpu, const GpuTable *t, const GpuTable *f,
                        const uint64_t *w, const uint64_t *x, uint64_t *equal,
                        uint64_t *less, uint64_t *greater);

/* MIN or MAX: z := the rows of x that have the minimum or maximum. z may be
 * x. For each 64 columns, a pass that finds the extreme row, then a MATCH. */
cudaError_t gpu_extreme(Gpu *gpu, GpuBlock result, const GpuTable *t,
                        const uint64_t *x, bool greatest, uint64_t *z);

/* TMERGE and WMERGE: rows x of s := those of f or w. The other rows stay if
 * `keeps`, else they become 0, which is WCOPY. */
cudaError_t gpu_merge(Gpu *gpu, const GpuTable *s, const GpuTable *f,
                      const uint64_t *w, const uint64_t *x, bool keeps);

/* s := t + f, or t - f, on the rows of x, 0 elsewhere: ADDV, SUBTV, ADDC,
 * SUBTC. s may be t or f. The scalar result is the number of the first row
 * whose sum does not fit the columns, or 0. */
cudaError_t gpu_add(Gpu *gpu, GpuBlock result, const GpuTable *s,
                    const GpuTable *t, const GpuTable *f, const uint64_t *w,
                    const uint64_t *x, bool minus);

/* The scalar result is the sum of the numbers in the rows x of t, each times
 * that of f unless f is NULL: SUMV, DOTV. It is right up to 2^63 - 1. */
cudaError_t gpu_sum(Gpu *gpu, GpuBlock result, const GpuTable *t,
                    const GpuTable *f, const uint64_t *x);
/* ---- GATHER and SCATTER: numbers.cu ----
 *
 * The rows of the table t are numbers of components, from 1. */

/* The scalar result is 1 if a number in the rows y of t, or in any row if that
 * is NULL, is not one of 1..most, else 0. */
cudaError_t gpu_numbers_check(Gpu *gpu, GpuBlock result, const GpuTable *t,
                              const uint64_t *y, int64_t most);

/* Component e of z := the component of x, which has `most`, below 2^32, whose
 * number is in row e of t. z is not x. */
cudaError_t gpu_numbers_gather(Gpu *gpu, uint64_t *z, const GpuTable *t,
                               const uint64_t *x, int64_t most);

/* The components of z whose numbers are in the rows y of t, below 2^32, := 1.
 * All of them must be checked. z is not y. */
cudaError_t gpu_numbers_scatter(Gpu *gpu, uint64_t *z, const GpuTable *t,
                                const uint64_t *y);

GPU_C_END

#endif
