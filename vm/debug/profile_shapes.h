/* SPDX-License-Identifier: MIT */
/* The table in which a run counts how often each instruction ran with operands
 * of each size. */
#ifndef STAR_PROFILE_SHAPES_H
#define STAR_PROFILE_SHAPES_H

#include "debug/profile.h"
#include "memory/arena.h"

typedef struct ShapeSlot {
    uint32_t at; /* the instruction */
    StarShape shape;
} ShapeSlot;

/* A hash table by instruction, primitive and size; all zero is an empty one. */
typedef struct Shapes {
    ShapeSlot *slot; /* count 0: free */
    uint32_t slots;  /* a power of 2, or 0 */
    uint32_t used;
} Shapes;

/* New shapes that one instruction may have. */
enum { SHAPES_EACH = 8 };

/* True unless an instruction's shapes are sure to find room. */
static inline bool shapes_full(const Shapes *shapes) {
    return 2 * (shapes->used + SHAPES_EACH) > shapes->slots;
}

/* Makes room, in an arena, which may be exhausted. */
void shapes_grow(Shapes *shapes, Arena *arena);

/* Adds to the count of a shape at instruction `at`, where there is room. */
void shapes_add(Shapes *shapes, uint32_t at, const StarShape *shape);

#endif
