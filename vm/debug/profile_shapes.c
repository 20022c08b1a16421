/* SPDX-License-Identifier: MIT */
#include "debug/profile_shapes.h"

#include "debug/profile_sum.h"

static uint32_t hash_of(uint32_t at, const StarShape *s) {
    uint64_t h = at;
    h = h * 0x9e3779b97f4a7c15 + s->prim;
    h = h * 0x9e3779b97f4a7c15 + (uint64_t)s->rows;
    h = h * 0x9e3779b97f4a7c15 + (uint64_t)s->columns;
    return (uint32_t)((h * 0x9e3779b97f4a7c15) >> 32);
}

/* The slot of a shape, or the free one where it belongs. */
static ShapeSlot *find(const Shapes *t, uint32_t at, const StarShape *s) {
    uint32_t k = hash_of(at, s) & (t->slots - 1);
    for (;; k = (k + 1) & (t->slots - 1)) {
        ShapeSlot *slot = &t->slot[k];
        const StarShape *x = &slot->shape;
        if (x->count == 0 ||
            (slot->at == at && x->prim == s->prim && x->cost == s->cost &&
             x->rows == s->rows && x->columns == s->columns))
            return slot;
    }
}

void shapes_add(Shapes *t, uint32_t at, const StarShape *s) {
    ShapeSlot *slot = find(t, at, s);
    if (slot->shape.count > 0) {
        slot->shape.count += s->count;
        return;
    }
    *slot = (ShapeSlot){at, *s};
    t->used += s->count > 0;
}

void shapes_grow(Shapes *t, Arena *arena) {
    Shapes larger = {.slots = t->slots > 0 ? 2 * t->slots : 256};
    larger.slot = arena_alloc(arena, larger.slots, sizeof *larger.slot);
    for (uint32_t k = 0; k < t->slots; k++)
        if (t->slot[k].shape.count > 0)
            shapes_add(&larger, t->slot[k].at, &t->slot[k].shape);
    *t = larger;
}

/* ---- By lines ---- */

/* The shapes of all lines, those of a line behind each other. */
typedef struct Lines {
    StarShape *shape;
    uint32_t *first; /* of each line, and the end of the last one */
} Lines;

/* The instructions of each line that are no operations, if they are any. */
static StarShape *control(const ProfileSum *sum, const Shapes *t,
                          uint32_t length, Arena *arena) {
    StarShape *shape = arena_alloc(arena, sum->lines, sizeof *shape);
    bool *operates = arena_alloc(arena, length, sizeof *operates);
    for (uint32_t k = 0; k < t->slots; k++)
        if (t->slot[k].shape.count > 0)
            operates[t->slot[k].at] = true;
    for (uint32_t k = 0; k < sum->lines; k++)
        shape[k] = (StarShape){STAR_COST_CONTROL, STAR_PRIM_COUNT, 1, 1, 0};
    for (uint32_t k = 0; k < length; k++)
        if (sum->line_of[k] > 0 && !operates[k])
            shape[sum->row_of[k]].count += sum->each[k].runs;
    return shape;
}

static Lines by_lines(const ProfileSum *sum, const Shapes *t, uint32_t length,
                      Arena *arena) {
    const StarShape *rest = control(sum, t, length, arena);
    Lines l = {
        .shape =
            arena_alloc(arena, (size_t)t->used + sum->lines, sizeof *l.shape),
        .first = arena_alloc(arena, (size_t)sum->lines + 2, sizeof *l.first)};
    uint32_t *end = l.first + 1; /* moves up to the end while a line fills */
    for (uint32_t k = 0; k < t->slots; k++)
        if (t->slot[k].shape.count > 0)
            end[sum->row_of[t->slot[k].at] + 1]++;
    for (uint32_t k = 0; k < sum->lines; k++)
        end[k + 1] += end[k] + (rest[k].count > 0);
    for (uint32_t k = 0; k < t->slots; k++)
        if (t->slot[k].shape.count > 0)
            l.shape[end[sum->row_of[t->slot[k].at]]++] = t->slot[k].shape;
    for (uint32_t k = 0; k < sum->lines; k++)
        if (rest[k].count > 0)
            l.shape[end[k]++] = rest[k];
    return l;
}

StarStatus star_profile_shapes(const StarMachine *m, StarShapesTake *take,
                               void *context) {
    const StarProfile *p = m->debug.profile;
    if (p == NULL || p->chain == NULL)
        return STAR_OK;
    StarMem own = star_mem_beside(&m->mem, p->mem.error);
    jmp_buf exhausted;
    Arena arena = {.mem = &own, .exhausted = &exhausted};
    if (setjmp(exhausted) != 0) {
        arena_free(&arena);
        return STAR_MEMORY;
    }
    const ProfileSum sum = profile_sum(p, &arena);
    const Lines l = by_lines(&sum, &p->shapes, p->program->length, &arena);
    for (uint32_t k = 0; k < sum.lines; k++) {
        const StarLineShapes line = {.place = sum.line[k].place,
                                     .ns = sum.line[k].self.ticks,
                                     .shape = l.shape + l.first[k],
                                     .shapes = l.first[k + 1] - l.first[k]};
        take(context, &line);
    }
    arena_free(&arena);
    return STAR_OK;
}
