/* SPDX-License-Identifier: MIT */
#include "io/records/arc_list.h"

#include <string.h>

enum { FIRST_PLACES = 8, FIRST_ARCS = 1024, BYTES = sizeof(uint32_t) };

/* Twice what is there cannot overflow; the bytes are checked. */
static StarStatus more_places(StarArcList *l) {
    const size_t places = l->places > 0 ? 2 * l->places : FIRST_PLACES;
    StarArcBlock *block = star_mem_move(l->mem, l->block, l->blocks, l->places,
                                        places, sizeof *block);
    if (block == NULL)
        return STAR_MEMORY;
    l->block = block;
    l->places = places;
    return STAR_OK;
}

/* Arcs for which block b has room. */
static size_t room(const StarArcList *l, size_t b) {
    return b == 0 ? l->first : STAR_ARC_BLOCK;
}

static StarStatus add_block(StarArcList *l) {
    if (l->blocks == 0)
        l->first = FIRST_ARCS;
    if (l->blocks == l->places)
        STAR_TRY(more_places(l));
    StarArcBlock *b = &l->block[l->blocks++];
    *b = (StarArcBlock){{NULL}};
    for (int p = 0; p < STAR_ARC_PARTS; p++) {
        if (!l->kept[p])
            continue;
        b->part[p] = star_mem_alloc_raw(l->mem, room(l, l->blocks - 1), BYTES);
        if (b->part[p] == NULL)
            return STAR_MEMORY;
    }
    return STAR_OK;
}

/* Twice the room for the first block, which is full; parts that have it are
 * freed as such if another gets none. */
static StarStatus grow_first(StarArcList *l) {
    StarArcBlock more = {{NULL}};
    bool got = true;
    for (int p = 0; p < STAR_ARC_PARTS && got; p++) {
        if (!l->kept[p])
            continue;
        more.part[p] = star_mem_alloc_raw(l->mem, 2 * l->first, BYTES);
        got = more.part[p] != NULL;
    }
    StarArcBlock *old = got ? &l->block[0] : &more;
    for (int p = 0; p < STAR_ARC_PARTS; p++) {
        if (got && l->kept[p])
            memcpy(more.part[p], old->part[p], l->first * BYTES);
        star_mem_free(l->mem, old->part[p], got ? l->first : 2 * l->first,
                      BYTES);
    }
    if (!got)
        return STAR_MEMORY;
    *old = more;
    l->first *= 2;
    return STAR_OK;
}

/* Weights so far have upper halves of 0. */
static StarStatus keep_high(StarArcList *l) {
    l->kept[STAR_ARC_HIGH] = true;
    for (size_t b = 0; b < l->blocks; b++) {
        uint32_t *high = star_mem_alloc(l->mem, room(l, b), BYTES);
        if (high == NULL)
            return STAR_MEMORY;
        l->block[b].part[STAR_ARC_HIGH] = high;
    }
    return STAR_OK;
}

StarStatus star_arcs_add(StarArcList *l, uint32_t from, uint32_t to,
                         int64_t weight) {
    const int64_t k = l->count;
    if (weight > UINT32_MAX && !l->kept[STAR_ARC_HIGH])
        STAR_TRY(keep_high(l));
    if (k % STAR_ARC_BLOCK == 0)
        STAR_TRY(add_block(l));
    else if (k == (int64_t)l->first)
        STAR_TRY(grow_first(l));
    const uint32_t value[STAR_ARC_PARTS] = {from, to, (uint32_t)weight,
                                            (uint32_t)(weight >> 32)};
    for (int p = 0; p < STAR_ARC_PARTS; p++)
        if (l->kept[p])
            *star_arcs_at(l, (StarArcPart)p, k) = value[p];
    if (weight > l->largest)
        l->largest = weight;
    l->count++;
    return STAR_OK;
}

void star_arcs_free(StarArcList *l) {
    for (size_t b = 0; b < l->blocks; b++)
        for (int p = 0; p < STAR_ARC_PARTS; p++)
            star_mem_free(l->mem, l->block[b].part[p], room(l, b), BYTES);
    star_mem_free(l->mem, l->block, l->places, sizeof *l->block);
    *l = (StarArcList){.mem = l->mem};
}
