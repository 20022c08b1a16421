/* Memory from one stretch of addresses, its bookkeeping included: what is in
 * use can be copied elsewhere and back, and is then as it was. */
#ifndef STAR_REGION_H
#define STAR_REGION_H

#include "mem.h"

typedef struct StarRegion StarRegion;

/* Reserves addresses; NULL if there are none. */
StarRegion *star_region_new(void);
void star_region_free(StarRegion *region);

/* What a StarAllocator whose context is the region consists of. */
void *star_region_take(void *region, size_t bytes);
void star_region_put(void *region, void *block, size_t bytes);

/* The bytes from the beginning of the region that have ever been in use, a
 * multiple of a page. */
enum { STAR_PAGE = 4096 };
size_t star_region_used(const StarRegion *region);

#endif
