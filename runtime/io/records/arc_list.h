/* SPDX-License-Identifier: MIT */
/* Arcs in the order of a file, of which a table is made when all are known: 4
 * bytes for each part that is kept. Weights that need more have a second part
 * from the first such one on.
 *
 *     FROM    0 1 1 ...     in blocks of STAR_ARC_BLOCK arcs; the first one
 *     TO      1 2 0 ...     has less room, and is moved, until it is full
 *     WEIGHT  7 3 5 ... */
#ifndef STAR_IO_ARC_LIST_H
#define STAR_IO_ARC_LIST_H

#include "memory/mem.h"

typedef enum StarArcPart {
    STAR_ARC_FROM,
    STAR_ARC_TO,
    STAR_ARC_WEIGHT, /* its lower 32 bits, */
    STAR_ARC_HIGH,   /* its upper ones */
    STAR_ARC_PARTS
} StarArcPart;

enum { STAR_ARC_BLOCK = 1 << 16 };

typedef struct StarArcBlock {
    uint32_t *part[STAR_ARC_PARTS]; /* NULL: not kept */
} StarArcBlock;

typedef struct StarArcList {
    StarMem *mem;
    bool kept[STAR_ARC_PARTS];
    StarArcBlock *block;
    size_t blocks, places; /* for so many blocks */
    size_t first;          /* arcs for which the first block has room */
    int64_t count;         /* of arcs */
    int64_t largest;       /* weight */
} StarArcList;

/* Adds an arc, of which the parts that are kept matter: STAR_MEMORY. Weights
 * are not negative. */
StarStatus star_arcs_add(StarArcList *l, uint32_t from, uint32_t to,
                         int64_t weight);

/* Where a part of arc k, from 0, is. */
static inline uint32_t *star_arcs_at(const StarArcList *l, StarArcPart part,
                                     int64_t k) {
    return &l->block[k / STAR_ARC_BLOCK].part[part][k % STAR_ARC_BLOCK];
}

/* The ends and the weight of arc k, of which those parts are kept. */
static inline uint32_t star_arcs_from(const StarArcList *l, int64_t k) {
    return *star_arcs_at(l, STAR_ARC_FROM, k);
}

/* See star_arcs_from. */
static inline uint32_t star_arcs_to(const StarArcList *l, int64_t k) {
    return *star_arcs_at(l, STAR_ARC_TO, k);
}

/* See star_arcs_from. */
static inline int64_t star_arcs_weight(const StarArcList *l, int64_t k) {
    const int64_t low = *star_arcs_at(l, STAR_ARC_WEIGHT, k);
    return !l->kept[STAR_ARC_HIGH]
               ? low
               : low | (int64_t)*star_arcs_at(l, STAR_ARC_HIGH, k) << 32;
}

/* Frees all of it; nothing is kept. */
void star_arcs_free(StarArcList *l);

#endif
