/* SPDX-License-Identifier: MIT */
/* Memory from one range of addresses, its bookkeeping included: a copy of the
 * bytes in use restores the state when it is copied back. */
#ifndef STAR_SNAPSHOT_ARENA_H
#define STAR_SNAPSHOT_ARENA_H

#include "memory/mem.h"

typedef struct SnapshotArena SnapshotArena;

/* Reserves addresses; NULL if there are none. */
SnapshotArena *snapshot_arena_new(void);
void snapshot_arena_free(SnapshotArena *region);

/* The functions of a StarAllocator whose context is the region. */
void *snapshot_arena_take(void *region, size_t bytes);
void snapshot_arena_put(void *region, void *block, size_t bytes);

/* The bytes from the beginning of the region that have ever been in use, a
 * multiple of a page. */
enum { STAR_PAGE = 4096 };
size_t snapshot_arena_used(const SnapshotArena *region);

#endif
