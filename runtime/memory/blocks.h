/* SPDX-License-Identifier: MIT */
/* Entries of one size by the addresses of blocks of memory: a hash table with
 * linear probing. An entry begins with the address of its block, which is NULL
 * in a place without one. Entries move when others come and go. */
#ifndef STAR_BLOCKS_H
#define STAR_BLOCKS_H

#include "memory/mem.h"

typedef struct StarBlocks {
    size_t size; /* of an entry; the caller sets it, and all else to 0 */
    char *entry;
    int64_t places, count;
} StarBlocks;

/* The entry of a block, or NULL. */
void *star_blocks_find(const StarBlocks *b, const void *at);

/* The entry of a block, made if there is none: all 0 but the address. NULL
 * without memory, with the error raised. */
void *star_blocks_insert(StarBlocks *b, StarMem *mem, void *at);

/* Removes an entry. */
void star_blocks_erase(StarBlocks *b, void *entry);

/* The entry at a place from 0, or NULL. */
void *star_blocks_at(const StarBlocks *b, int64_t place);

/* Frees the table, which is empty then. */
void star_blocks_free(StarBlocks *b, StarMem *mem);

#endif
