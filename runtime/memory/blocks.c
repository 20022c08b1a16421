/* SPDX-License-Identifier: MIT */
#include "memory/blocks.h"

#include <string.h>

static char *place(const StarBlocks *b, int64_t k) {
    return b->entry + (size_t)k * b->size;
}

/* The block of an entry. */
static void *block_of(const char *entry) {
    void *at;
    memcpy(&at, entry, sizeof at);
    return at;
}

/* Where a block's entry is if no other one is there. */
static int64_t wanted(const StarBlocks *b, const void *at) {
    const uint64_t key = ((uintptr_t)at >> 6) * UINT64_C(0x9e3779b97f4a7c15);
    return (int64_t)(key >> 32) & (b->places - 1);
}

/* The entry of a block, or the empty one where it belongs. */
static char *slot(const StarBlocks *b, const void *at) {
    int64_t k = wanted(b, at);
    while (block_of(place(b, k)) != NULL && block_of(place(b, k)) != at)
        k = (k + 1) & (b->places - 1);
    return place(b, k);
}

void *star_blocks_find(const StarBlocks *b, const void *at) {
    char *entry = b->count > 0 && at != NULL ? slot(b, at) : NULL;
    return entry != NULL && block_of(entry) != NULL ? entry : NULL;
}

static bool grow(StarBlocks *b, StarMem *mem) {
    enum { LEAST = 64 };
    const StarBlocks old = *b;
    const int64_t places = old.places > 0 ? 2 * old.places : LEAST;
    char *entry = star_mem_alloc(mem, star_size_of(places), b->size);
    if (entry == NULL)
        return false;
    b->entry = entry;
    b->places = places;
    for (int64_t k = 0; k < old.places; k++)
        if (block_of(place(&old, k)) != NULL)
            memcpy(slot(b, block_of(place(&old, k))), place(&old, k), b->size);
    star_mem_free(mem, old.entry, (size_t)old.places, b->size);
    return true;
}

/* Half of the places are empty. */
void *star_blocks_insert(StarBlocks *b, StarMem *mem, void *at) {
    if (2 * (b->count + 1) > b->places && !grow(b, mem))
        return NULL;
    char *entry = slot(b, at);
    if (block_of(entry) == NULL) {
        memcpy(entry, &at, sizeof at);
        b->count++;
    }
    return entry;
}

/* Moves up the entries that probed past the place that becomes empty. */
void star_blocks_erase(StarBlocks *b, void *entry) {
    const int64_t mask = b->places - 1;
    int64_t hole = (int64_t)((size_t)((char *)entry - b->entry) / b->size);
    for (int64_t k = (hole + 1) & mask; block_of(place(b, k)) != NULL;
         k = (k + 1) & mask)
        if (((k - wanted(b, block_of(place(b, k)))) & mask) >=
            ((k - hole) & mask)) {
            memcpy(place(b, hole), place(b, k), b->size);
            hole = k;
        }
    memset(place(b, hole), 0, b->size);
    b->count--;
}

void *star_blocks_at(const StarBlocks *b, int64_t k) {
    return block_of(place(b, k)) != NULL ? place(b, k) : NULL;
}

void star_blocks_free(StarBlocks *b, StarMem *mem) {
    star_mem_free(mem, b->entry, (size_t)b->places, b->size);
    *b = (StarBlocks){.size = b->size};
}
