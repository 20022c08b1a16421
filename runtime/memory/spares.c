/* SPDX-License-Identifier: MIT */
#include "memory/spares.h"

#include <string.h>

/* Sizes are multiples of it. */
enum { STEP = 16 };

static size_t rounded(size_t bytes) {
    return (bytes + STEP - 1) / STEP * STEP;
}

/* Free memory of a size that is not 0, or NULL: none of it is kept. */
static StarSpare *spare_of(StarSpares *s, size_t bytes) {
    const size_t k = (bytes - 1) / STEP;
    return k < STAR_SPARE_SIZES ? &s->spare[k] : NULL;
}

static void *take(StarSpare *spare) {
    void *block = spare->first;
    if (block != NULL) {
        spare->first = *(void **)block;
        spare->count--;
    }
    return block;
}

/* Kept memory is freed where an object would exceed the limit beside it. */
static void make_room(StarSpares *s, size_t bytes) {
    size_t total;
    if (star_size_add(s->mem->used, bytes, &total) && total > s->mem->limit)
        star_spares_end(s);
}

void *star_spare_alloc_raw(StarSpares *s, size_t count, size_t size) {
    size_t bytes;
    if (!star_size_mul(count, size, &bytes))
        return star_mem_alloc_raw(s->mem, count, size);
    StarSpare *spare = spare_of(s, bytes);
    void *block = spare != NULL ? take(spare) : NULL;
    if (block != NULL)
        return block;
    make_room(s, spare != NULL ? rounded(bytes) : bytes);
    return spare != NULL ? star_mem_alloc_raw(s->mem, 1, rounded(bytes))
                         : star_mem_alloc_raw(s->mem, count, size);
}

void *star_spare_alloc(StarSpares *s, size_t count, size_t size) {
    size_t bytes;
    if (!star_size_mul(count, size, &bytes))
        return star_mem_alloc(s->mem, count, size);
    if (spare_of(s, bytes) == NULL) {
        make_room(s, bytes);
        return star_mem_alloc(s->mem, count, size);
    }
    char *block = star_spare_alloc_raw(s, 1, bytes);
    if (block == NULL)
        return NULL;
    size_t k = 0;
    for (; k + 64 <= bytes; k += 64) /* faster than memset for so few */
        memset(block + k, 0, 64);
    for (; k < bytes; k += STEP)
        memset(block + k, 0, STEP);
    return block;
}

void star_spare_free(StarSpares *s, void *block, size_t count, size_t size) {
    StarSpare *spare = spare_of(s, count * size);
    if (block == NULL)
        return;
    if (spare == NULL) {
        star_mem_free(s->mem, block, count, size);
    } else if (star_keeps(spare->count)) {
        *(void **)block = spare->first;
        spare->first = block;
        spare->count++;
    } else {
        star_mem_free(s->mem, block, 1, rounded(count * size));
    }
}

void star_spares_end(StarSpares *s) {
    for (size_t k = 0; k < STAR_SPARE_SIZES; k++) {
        StarSpare *spare = &s->spare[k];
        while (spare->first != NULL)
            star_mem_free(s->mem, take(spare), k + 1, STEP);
    }
}
