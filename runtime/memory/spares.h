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
    enum { MOST = 64 };
    return count < MOST;
#else
    return count < 0;
#endif
}

/* As star_mem_alloc, star_mem_alloc_raw and star_mem_free; the last frees what
 * the other two gave. */
void *star_spare_alloc(StarMem *mem, size_t count, size_t size);
void *star_spare_alloc_raw(StarMem *mem, size_t count, size_t size);
void star_spare_free(StarMem *mem, void *block, size_t count, size_t size);

/* Frees all that is kept. */
void star_spares_end(StarMem *mem);

#endif
