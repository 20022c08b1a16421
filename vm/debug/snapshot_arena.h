/* SPDX-License-Identifier: MIT */
/* Memory from one range of addresses, its bookkeeping included: a copy of the
 * bytes in use restores the state when it is copied back. */
#ifndef STAR_REGION_H
#define STAR_REGION_H

#include "mem.h"

typedef struct StarRegion StarRegion;

/* Reserves addresses; NULL if there are none. */
StarRegion *star_region_new(void);
void star_region_free(StarRegion *region);

/* The functions of a StarAllocator whose context is the region. */
void *star_region_take(void *region, size_t bytes);
void star_region_put(void *region, void *block, size_t bytes);

/* The bytes from the beginning of the region that have ever been in use, a
 * multiple of a page. */
enum { STAR_PAGE = 4096 };
size_t star_region_used(const StarRegion *region);

#endif
