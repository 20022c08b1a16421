/* SPDX-License-Identifier: MIT */
#include "memory/spares.h"

#include <string.h>

/* Sizes are multiples of it. */
enum { STEP = 16 };

static size_t rounded(size_t bytes) {
    return (bytes + STEP - 1) / STEP * STEP;
}

/* Free memory of a size that is not 0, or NULL: none of it is kept. */
static StarSpare *spare_of(StarMem *mem, size_t bytes) {
    const size_t k = (bytes - 1) / STEP;
    return k < STAR_SPARE_SIZES ? &mem->spare[k] : NULL;
}

static void *take(StarSpare *spare) {
    void *block = spare->first;
    if (block != NULL) {
        spare->first = *(void **)block;
        spare->count--;
    }
    return block;
}

void *star_spare_alloc_raw(StarMem *mem, size_t count, size_t size) {
    size_t bytes;
    StarSpare *spare =
        star_size_mul(count, size, &bytes) ? spare_of(mem, bytes) : NULL;
    if (spare == NULL)
        return star_mem_alloc_raw(mem, count, size);
    void *block = take(spare);
    return block != NULL ? block : star_mem_alloc_raw(mem, 1, rounded(bytes));
}

void *star_spare_alloc(StarMem *mem, size_t count, size_t size) {
    size_t bytes;
    StarSpare *spare =
        star_size_mul(count, size, &bytes) ? spare_of(mem, bytes) : NULL;
    if (spare == NULL)
        return star_mem_alloc(mem, count, size);
    char *block = take(spare);
    if (block == NULL)
        block = star_mem_alloc_raw(mem, 1, rounded(bytes));
    if (block == NULL)
        return NULL;
    size_t k = 0;
    for (; k + 64 <= bytes; k += 64) /* faster than memset for so few */
        memset(block + k, 0, 64);
    for (; k < bytes; k += STEP)
        memset(block + k, 0, STEP);
    return block;
}

void star_spare_free(StarMem *mem, void *block, size_t count, size_t size) {
    StarSpare *spare = spare_of(mem, count * size);
    if (block == NULL)
        return;
    if (spare == NULL) {
        star_mem_free(mem, block, count, size);
    } else if (star_keeps(spare->count)) {
        *(void **)block = spare->first;
        spare->first = block;
        spare->count++;
    } else {
        star_mem_free(mem, block, 1, rounded(count * size));
    }
}

void star_spares_end(StarMem *mem) {
    for (size_t k = 0; k < STAR_SPARE_SIZES; k++) {
        StarSpare *spare = &mem->spare[k];
        while (spare->first != NULL)
            star_mem_free(mem, take(spare), k + 1, STEP);
    }
}
