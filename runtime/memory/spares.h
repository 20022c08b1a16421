/* SPDX-License-Identifier: MIT */
/* Memory of objects: their headers and what they own. Some of each small size
 * that was freed is kept, and counted as in use, for the next object, because
 * the same procedures are called again and again. The account frees it where
 * its limit has no room for a block beside it. */
#ifndef STAR_SPARES_H
#define STAR_SPARES_H

#include "memory/mem.h"

/* True if one more is kept than so many of a size. Debug builds keep none, so
 * that sanitizers see every use of what is free. */
static inline bool star_keeps(int count) {
#ifdef NDEBUG
    enum { MOST = 512 };
    return count < MOST;
#else
    return count < 0;
#endif
}

/* Sizes of blocks that may be kept are multiples of it. */
enum { STAR_SPARE_STEP = 16 };

/* Free memory of a size that is not 0, or NULL: none of it is kept. */
static inline StarSpare *star_spare_of(StarMem *mem, size_t bytes) {
    const size_t k = (bytes - 1) / STAR_SPARE_STEP;
    return k < STAR_SPARE_SIZES ? &mem->spare[k] : NULL;
}

/* The block that was kept last, or NULL. */
static inline void *star_spare_take(StarSpare *spare) {
    void *block = spare->first;
    if (block != NULL) {
        spare->first = *(void **)block;
        spare->count--;
    }
    return block;
}

/* Blocks that are not kept come from the account, and go back. */
void *star_spare_new(StarMem *mem, size_t count, size_t size);
void star_spare_drop(StarMem *mem, void *block, size_t bytes);

/* As star_mem_alloc. */
void *star_spare_alloc(StarMem *mem, size_t count, size_t size);

/* As star_mem_alloc_raw; takes a block that is kept without a call. */
static inline void *star_spare_alloc_raw(StarMem *mem, size_t count,
                                         size_t size) {
    size_t bytes;
    StarSpare *spare =
        star_size_mul(count, size, &bytes) ? star_spare_of(mem, bytes) : NULL;
    void *block = spare != NULL ? star_spare_take(spare) : NULL;
    return block != NULL ? block : star_spare_new(mem, count, size);
}

/* As star_mem_free, of what these two gave; keeps it without a call. */
static inline void star_spare_free(StarMem *mem, void *block, size_t count,
                                   size_t size) {
    StarSpare *spare = star_spare_of(mem, count * size);
    if (block != NULL && spare != NULL && star_keeps(spare->count)) {
        *(void **)block = spare->first;
        spare->first = block;
        spare->count++;
    } else {
        star_spare_drop(mem, block, count * size);
    }
}

/* Frees all that is kept. */
void star_spares_end(StarMem *mem);

#endif
