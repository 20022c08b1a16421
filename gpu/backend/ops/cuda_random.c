/* SPDX-License-Identifier: MIT */
/* RANDOM: makes device copies of the operands and calls random.cu. */
#include "backend/cuda_internal.h"

#include "kernels/random.h"

CUDA_PRIM(random) {
    StarBits *y = arg[0].bits;
    uint64_t *z;
    CUDA_TRY(cuda_bits_sync(cuda, y, STAR_OVERWRITE, &z));
    y->first = 0;
    const GpuTable column = {z, star_words(y->length), y->length, 1};
    return gpu_random_columns(&cuda->gpu, &column,
                              star_philox_of(arg[1].i, arg[2].r));
}

/* The other image is left to the host, as what it holds is lost. */
CUDA_PRIM(random_table) {
    const StarPhilox philox = star_philox_of(arg[1].i, arg[2].r);
    const int dir = arg[3].i != 0 ? STAR_ROWS : STAR_COLUMNS;
    GpuTable t;
    if (arg[0].table->image[!dir].word != NULL &&
        star_table_fresh_only(cuda->be, arg[0].table, dir) != STAR_OK) {
        cuda->refused = true;
        return cudaErrorMemoryAllocation;
    }
    CUDA_TRY(cuda_image(cuda, arg[0].table, dir, STAR_OVERWRITE, &t));
    return dir == STAR_ROWS ? gpu_random_rows(&cuda->gpu, &t, philox)
                            : gpu_random_columns(&cuda->gpu, &t, philox);
}
