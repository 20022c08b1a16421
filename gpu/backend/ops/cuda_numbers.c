/* SPDX-License-Identifier: MIT */
/* GATHER and SCATTER of stdlib/basic.star: finds the device copies of the
 * operands and calls the kernels of numbers.cu. A number that no component has
 * is left to the body. */
#include "backend/cuda_internal.h"

#include "kernels/basic.h"
#include "kernels/tables.h"

/* *good: the numbers in the rows y of t, or in all, are some of 1..most. */
static cudaError_t check(Cuda *cuda, const GpuTable *t, const uint64_t *y,
                         int64_t most, bool *good) {
    int64_t wrong;
    CUDA_TRY(gpu_numbers_check(&cuda->gpu, cuda->scalar_result, t, y, most));
    CUDA_TRY(gpu_scalar_result(&cuda->gpu, &wrong));
    *good = wrong == 0;
    return cudaSuccess;
}

/* The same for the columns of a table. A table whose numbers were all right
 * once, and has not changed, is passed: the host waits for a scalar result. */
static cudaError_t check_table(Cuda *cuda, const StarTable *table,
                               const GpuTable *t, const uint64_t *y,
                               int64_t most, bool *good) {
    const uint64_t *block = table->image[STAR_COLUMNS].word;
    const int64_t known = cuda_numbers_known(cuda, block);
    *good = known > 0 && known <= most;
    if (*good)
        return cudaSuccess;
    if (known >= 0 || y == NULL) {
        CUDA_TRY(check(cuda, t, NULL, most, good));
        cuda_numbers_note(cuda, block, *good ? most : -1);
    }
    return *good || y == NULL ? cudaSuccess : check(cuda, t, y, most, good);
}

/* The words of a bit vector, to be overwritten apart from their copy. */
static cudaError_t apart(Cuda *cuda, StarBits *bits, uint64_t **at) {
    const int64_t words = (int64_t)bits->capacity;
    return cuda_apart(cuda, bits->word, words, words, at);
}

CUDA_PRIM(gather) {
    const StarBits *from = arg[0].bits;
    StarBits *to = arg[2].bits;
    GpuTable t;
    uint64_t *x, *z;
    bool good;
    if (from->length > UINT32_MAX)
        return cuda_decline(status);
    CUDA_TRY(cuda_image(cuda, arg[1].table, STAR_COLUMNS, STAR_READ, &t));
    CUDA_TRY(cuda_bits_sync(cuda, from, STAR_READ, &x));
    CUDA_TRY(check_table(cuda, arg[1].table, &t, NULL, from->length, &good));
    if (!good)
        return cuda_decline(status);
    to->first = 0;
    CUDA_TRY(from == to ? apart(cuda, to, &z)
                        : cuda_bits_sync(cuda, to, STAR_OVERWRITE, &z));
    return gpu_numbers_gather(&cuda->gpu, z, &t, x, from->length);
}

CUDA_PRIM(scatter) {
    const StarBits *from = arg[0].bits;
    StarBits *to = arg[2].bits;
    GpuTable t;
    uint64_t *y, *z;
    bool good;
    if (to->length > UINT32_MAX)
        return cuda_decline(status);
    CUDA_TRY(cuda_image(cuda, arg[1].table, STAR_COLUMNS, STAR_READ, &t));
    CUDA_TRY(cuda_bits_sync(cuda, from, STAR_READ, &y));
    CUDA_TRY(check_table(cuda, arg[1].table, &t, y, to->length, &good));
    if (!good)
        return cuda_decline(status);
    to->first = 0;
    if (from != to)
        CUDA_TRY(cuda_bits_sync(cuda, to, STAR_CHANGE, &z));
    else {
        CUDA_TRY(apart(cuda, to, &z));
        CUDA_TRY(gpu_copy(&cuda->gpu, z, y, star_words(to->length), 1));
    }
    return gpu_numbers_scatter(&cuda->gpu, z, &t, y);
}
