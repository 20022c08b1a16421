/* SPDX-License-Identifier: MIT */
/* Strips of tables, words as tables, and numbers as words: finds the device
 * copies of the operands and calls the kernels of strips.cu. */
#include "backend/cuda_internal.h"

#include "cpu/cpu.h"
#include "kernels/search.h"
#include "kernels/strips.h"
#include "kernels/tables.h"

/* ---- Strips ----
 *
 * The image that a table has is read or changed; of columns whole vectors are
 * copied. A strip alone is best as columns. */

CUDA_PRIM(tcopy1) {
    StarTable *from = arg[0].table, *to = arg[3].table;
    const int64_t j = arg[1].i, h = arg[2].i;
    const int dir = cuda_direction(cuda, from);
    GpuTable x, z;
    if (from == to || h != to->cols || !star_has_strip(j, h, from->cols))
        return cuda_decline(status);
    CUDA_TRY(cuda_image(cuda, from, dir, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_OVERWRITE, &z));
    if (dir == STAR_ROWS)
        return gpu_cut_columns(&cuda->gpu, &z, x.word, (j - 1) * h,
                               64 * x.stride);
    return gpu_copy(&cuda->gpu, z.word, x.word + (j - 1) * h * x.stride,
                    z.stride, h);
}

CUDA_PRIM(tcopy2) {
    StarTable *from = arg[0].table, *to = arg[3].table;
    const int64_t j = arg[1].i, h = arg[2].i;
    const int dir = cuda_direction(cuda, to);
    GpuTable x, z;
    if (from == to || h > from->cols || !star_has_strip(j, h, to->cols))
        return cuda_decline(status);
    CUDA_TRY(cuda_image(cuda, from, dir, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, dir, STAR_CHANGE, &z));
    if (dir == STAR_ROWS)
        return gpu_put_strip(&cuda->gpu, &z, (j - 1) * h, &x, h);
    return gpu_copy(&cuda->gpu, z.word + (j - 1) * h * z.stride, x.word,
                    z.stride, h);
}

CUDA_PRIM(wtrans) {
    const StarBits *w = arg[0].bits;
    StarTable *to = arg[2].table;
    const int64_t h = arg[1].i;
    uint64_t *x;
    GpuTable z;
    if (h != to->cols || h * to->rows != w->length)
        return cuda_decline(status);
    CUDA_TRY(cuda_bits_sync(cuda, w, STAR_READ, &x));
    CUDA_TRY(cuda_image(cuda, to, STAR_COLUMNS, STAR_OVERWRITE, &z));
    return gpu_cut_columns(&cuda->gpu, &z, x, 0, h);
}

/* ---- Numbers ---- */

CUDA_PRIM(binary) {
    const StarBits *w = arg[0].bits;
    uint64_t *z;
    *status = star_binary_size(cuda->be, arg);
    if (*status != STAR_OK || w->length == 0)
        return cuda_decline(status);
    CUDA_TRY(cuda_bits_sync(cuda, w, STAR_OVERWRITE, &z));
    return gpu_binary(&cuda->gpu, z, arg[1].i, w->length);
}

CUDA_PRIM(value) {
    const StarBits *w = arg[1].bits;
    uint64_t *x;
    int64_t k;
    CUDA_TRY(cuda_bits_sync(cuda, w, STAR_READ, &x));
    CUDA_TRY(gpu_value(&cuda->gpu, cuda->scalar_result, x, w->length));
    CUDA_TRY(gpu_scalar_result(&cuda->gpu, &k));
    if (k < 0)
        return cuda_decline(status);
    arg[0].i = k;
    return cudaSuccess;
}
