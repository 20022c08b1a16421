/* SPDX-License-Identifier: MIT */
#include "io/records/arc_list.h"

#include <string.h>

enum { FIRST_PLACES = 8, BYTES = sizeof(uint32_t) };

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

static StarStatus add_block(StarArcList *l) {
    if (l->blocks == l->places)
        STAR_TRY(more_places(l));
    StarArcBlock *b = &l->block[l->blocks++];
    *b = (StarArcBlock){{NULL}};
    for (int p = 0; p < STAR_ARC_PARTS; p++) {
        if (!l->kept[p])
            continue;
        b->part[p] = star_mem_alloc_raw(l->mem, STAR_ARC_BLOCK, BYTES);
        if (b->part[p] == NULL)
            return STAR_MEMORY;
    }
    return STAR_OK;
}

/* Weights so far have upper halves of 0. */
static StarStatus keep_high(StarArcList *l) {
    l->kept[STAR_ARC_HIGH] = true;
    for (size_t b = 0; b < l->blocks; b++) {
        uint32_t *high = star_mem_alloc(l->mem, STAR_ARC_BLOCK, BYTES);
        if (high == NULL)
            return STAR_MEMORY;
        l->block[b].part[STAR_ARC_HIGH] = high;
    }
    return STAR_OK;
}

StarStatus star_arcs_add(StarArcList *l, uint32_t from, uint32_t to,
                         int64_t weight) {
    const int64_t k = l->count;
    if (weight > UINT32_MAX && l->kept[STAR_ARC_WEIGHT] &&
        !l->kept[STAR_ARC_HIGH])
        STAR_TRY(keep_high(l));
    if (k % STAR_ARC_BLOCK == 0)
        STAR_TRY(add_block(l));
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
            star_mem_free(l->mem, l->block[b].part[p], STAR_ARC_BLOCK, BYTES);
    star_mem_free(l->mem, l->block, l->places, sizeof *l->block);
    *l = (StarArcList){.mem = l->mem};
}
