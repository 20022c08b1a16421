/* SPDX-License-Identifier: MIT */
#include "memory/spares.h"

#include <string.h>

/* True if a block may be kept; *bytes becomes what it then has. */
static bool is_kept_size(StarMem *mem, size_t *bytes) {
    enum { STEP = STAR_SPARE_STEP };
    if (star_spare_of(mem, *bytes) == NULL)
        return false;
    *bytes = (*bytes + STEP - 1) / STEP * STEP;
    return true;
}

void *star_spare_new(StarMem *mem, size_t count, size_t size) {
    size_t bytes;
    return star_size_mul(count, size, &bytes) && is_kept_size(mem, &bytes)
               ? star_mem_alloc_raw(mem, 1, bytes)
               : star_mem_alloc_raw(mem, count, size);
}

void *star_spare_alloc(StarMem *mem, size_t count, size_t size) {
    size_t bytes;
    if (!star_size_mul(count, size, &bytes) || !is_kept_size(mem, &bytes))
        return star_mem_alloc(mem, count, size);
    char *block = star_spare_alloc_raw(mem, 1, bytes);
    if (block == NULL)
        return NULL;
    size_t k = 0;
    for (; k + 64 <= bytes; k += 64) /* faster than memset for so few */
        memset(block + k, 0, 64);
    for (; k < bytes; k += STAR_SPARE_STEP)
        memset(block + k, 0, STAR_SPARE_STEP);
    return block;
}

void star_spare_drop(StarMem *mem, void *block, size_t bytes) {
    is_kept_size(mem, &bytes);
    star_mem_free(mem, block, bytes, 1);
}

void star_spares_end(StarMem *mem) {
    for (size_t k = 0; k < STAR_SPARE_SIZES; k++) {
        StarSpare *spare = &mem->spare[k];
        while (spare->first != NULL)
            star_mem_free(mem, star_spare_take(spare), k + 1, STAR_SPARE_STEP);
    }
}
