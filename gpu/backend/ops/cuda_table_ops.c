/* SPDX-License-Identifier: MIT */
/* The procedures of stdlib/basic.star: finds the device copies of the
 * operands and calls the kernels of basic.cu. */
#include "backend/cuda_internal.h"
#include "cpu/cpu.h"

#include "kernels/basic.h"

/* The columns of a table, to be read. */
static cudaError_t columns(Cuda *cuda, StarTable *t, GpuTable *g) {
    return cuda_image(cuda, t, STAR_COLUMNS, STAR_READ, g);
}

/* A slice that is overwritten. */
static cudaError_t result(Cuda *cuda, StarBits *bits, uint64_t **at) {
    bits->first = 0;
    return cuda_bits_sync(cuda, bits, STAR_OVERWRITE, at);
}

/* ---- Comparison ---- */

typedef enum Side { EQUAL, LESS, GREATER } Side;

/* Compares rows x of t with those of f, or with w. */
static cudaError_t compare(Cuda *cuda, StarTable *t, StarTable *f,
                           const StarBits *w, const StarBits *x, StarBits *z,
                           Side side) {
    GpuTable g, h;
    uint64_t *word = NULL, *in, *out[3] = {NULL, NULL, NULL};
    CUDA_TRY(columns(cuda, t, &g));
    if (f != NULL)
        CUDA_TRY(columns(cuda, f, &h));
    else
        CUDA_TRY(cuda_bits_sync(cuda, w, STAR_READ, &word));
    CUDA_TRY(cuda_bits_sync(cuda, x, STAR_READ, &in));
    CUDA_TRY(result(cuda, z, &out[side]));
    return gpu_compare(&cuda->gpu, &g, f != NULL ? &h : NULL, word, in,
                       out[EQUAL], out[LESS], out[GREATER]);
}

#define WITH_WORD(name, side)                                      \
    CUDA_CALL(name, compare(cuda, arg[0].table, NULL, arg[2].bits, \
                            arg[1].bits, arg[3].bits, side))
WITH_WORD(match, EQUAL)
WITH_WORD(less, LESS)
WITH_WORD(great, GREATER)

#define WITH_TABLE(name, side)                                      \
    CUDA_CALL(name, compare(cuda, arg[0].table, arg[1].table, NULL, \
                            arg[2].bits, arg[3].bits, side))
WITH_TABLE(hit, EQUAL)
WITH_TABLE(setmin, LESS)
WITH_TABLE(setmax, GREATER)

CUDA_PRIM(gel) {
    GpuTable t;
    uint64_t *w, *greater, *smaller;
    if (arg[2].bits == arg[3].bits)
        return cuda_decline(status);
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &w));
    CUDA_TRY(result(cuda, arg[2].bits, &greater));
    CUDA_TRY(result(cuda, arg[3].bits, &smaller));
    return gpu_compare(&cuda->gpu, &t, NULL, w, NULL, NULL, smaller, greater);
}

static cudaError_t extreme(Cuda *cuda, StarCell *arg, bool greatest) {
    GpuTable t;
    uint64_t *x, *z;
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(result(cuda, arg[2].bits, &z));
    return gpu_extreme(&cuda->gpu, cuda->scalar_result, &t, x, greatest, z);
}

CUDA_CALL(min, extreme(cuda, arg, false))
CUDA_CALL(max, extreme(cuda, arg, true))

/* ---- Copying ---- */

CUDA_PRIM(tmerge) {
    StarTable *to = arg[2].table;
    GpuTable t, f;
    uint64_t *x;
    if (to == arg[0].table)
        return cudaSuccess;
    CUDA_TRY(columns(cuda, arg[0].table, &f));
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_CHANGE, &t));
    return gpu_merge(&cuda->gpu, &t, &f, NULL, x, true);
}

static cudaError_t write_word(Cuda *cuda, StarCell *arg, bool keeps) {
    GpuTable t;
    uint64_t *w, *x;
    CUDA_TRY(cuda_bits_sync(cuda, arg[0].bits, STAR_READ, &w));
    CUDA_TRY(cuda_bits_sync(cuda, arg[1].bits, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, arg[2].table, STAR_COLUMNS,
                        keeps ? STAR_CHANGE : STAR_OVERWRITE, &t));
    return gpu_merge(&cuda->gpu, &t, NULL, w, x, keeps);
}

CUDA_CALL(wmerge, write_word(cuda, arg, true))
CUDA_CALL(wcopy, write_word(cuda, arg, false))

/* ---- Arithmetic ---- */

/* A sum that does not fit is left to the body. An operand that the sum would
 * replace then has its old value still. */
static cudaError_t add(Cuda *cuda, StarCell *arg, StarTable *other,
                       const StarBits *word, const StarBits *x, bool minus,
                       StarStatus *status) {
    StarTable *to = arg[3].table;
    const bool replaces = to == arg[0].table || to == other;
    GpuTable s, t, f;
    uint64_t *w = NULL, *in;
    int64_t row;
    CUDA_TRY(columns(cuda, arg[0].table, &t));
    if (other != NULL)
        CUDA_TRY(columns(cuda, other, &f));
    else
        CUDA_TRY(cuda_bits_sync(cuda, word, STAR_READ, &w));
    CUDA_TRY(cuda_bits_sync(cuda, x, STAR_READ, &in));
    if (replaces)
        CUDA_TRY(cuda_image_apart(cuda, to, &s));
    else
        CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_OVERWRITE, &s));
    CUDA_TRY(gpu_add(&cuda->gpu, cuda->scalar_result, &s, &t,
                     other != NULL ? &f : NULL, w, in, minus));
    CUDA_TRY(gpu_scalar_result(&cuda->gpu, &row));
    if (row != 0)
        *status = STAR_DECLINED;
    else if (replaces && star_table_own(cuda->be, to, STAR_COLUMNS) != STAR_OK)
        return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

CUDA_CALL(addv, add(cuda, arg, arg[1].table, NULL, arg[2].bits, false, status))
CUDA_CALL(subtv, add(cuda, arg, arg[1].table, NULL, arg[2].bits, true, status))
CUDA_CALL(addc, add(cuda, arg, NULL, arg[1].bits, arg[2].bits, false, status))
CUDA_CALL(subtc, add(cuda, arg, NULL, arg[2].bits, arg[1].bits, true, status))

/* ---- Sums ---- */

static cudaError_t sum(Cuda *cuda, StarCell *arg, StarTable *t, StarTable *f,
                       const StarBits *x, StarStatus *status) {
    GpuTable g, h;
    uint64_t *in;
    if (!star_sum_fits(t->rows, t->cols + (f != NULL ? f->cols : 0)))
        return cuda_decline(status);
    CUDA_TRY(columns(cuda, t, &g));
    if (f != NULL)
        CUDA_TRY(columns(cuda, f, &h));
    CUDA_TRY(cuda_bits_sync(cuda, x, STAR_READ, &in));
    CUDA_TRY(gpu_sum(&cuda->gpu, cuda->scalar_result, &g, f != NULL ? &h : NULL,
                     in));
    return gpu_scalar_result(&cuda->gpu, &arg[0].i);
}

CUDA_CALL(sumv, sum(cuda, arg, arg[1].table, NULL, arg[2].bits, status))
CUDA_CALL(dotv, sum(cuda, arg, arg[1].table, arg[2].table, arg[3].bits, status))
