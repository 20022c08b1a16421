/* What instructions on sets do that is more than a line. */
#include "interp/exec.h"

#define A (R[at->a])
#define B (R[at->b])
#define C (R[at->c])

static StarStatus check_set(StarMachine *m, const StarInstr *at, uint16_t cell,
                            const StarSet *s) {
    if (s->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return exec_no_value(m, at, cell, "this set");
}

/* Elements between two bounds. */
static StarStatus check_elements(StarMachine *m, const StarSet *set,
                                 const StarConstant *bound) {
    const int64_t low = bound[0].cell.i, high = bound[1].cell.i;
    char room[3][STAR_VALUE_ROOM];
    int64_t element;
    if (!star_set_outside(set, low, high, &element))
        return STAR_OK;
    return star_raise(
        &m->error, STAR_RANGE, "the set has the element %s, outside %s..%s",
        exec_value(bound, element, room[0]), exec_value(bound, low, room[1]),
        exec_value(bound, high, room[2]));
}

static StarStatus check_bounds(StarMachine *m, const StarInstr *at,
                               const StarSet *set) {
    return check_elements(m, set, &m->program->constant[star_instr_bc(*at)]);
}

/* Word 0 of a set with elements 0..62. */
static StarSet small(uint64_t *bits) {
    return (StarSet){.head = {STAR_SET, STAR_FIXED},
                     .words = 1,
                     .capacity = 1,
                     .word = bits};
}

StarStatus exec_small_range(StarMachine *m, const StarInstr *at,
                            uint64_t bits) {
    StarSet set = small(&bits);
    return check_bounds(m, at, &set);
}

StarStatus exec_wide_set(StarMachine *m, StarSet *set, uint64_t bits) {
    StarSet from = small(&bits);
    return star_object_copy(&m->be, &set->head, &from.head);
}

static StarStatus narrow(StarMachine *m, const StarSet *set, int64_t *to) {
    static const StarConstant bound[] = {{.cell.i = 0},
                                         {.cell.i = STAR_SMALL_SET - 1}};
    STAR_TRY(check_elements(m, set, bound));
    *to = 0;
    for (int64_t i = 0; i < STAR_SMALL_SET; i++)
        *to |= (int64_t)star_set_has(set, i) << i;
    return STAR_OK;
}

StarStatus exec_set(StarMachine *m, const StarInstr *at, StarCell *R) {
    switch (at->op) {
    case STAR_OP_ERANGE: return check_bounds(m, at, A.set);
    case STAR_OP_EIN:
        STAR_TRY(check_set(m, at, at->c, C.set));
        A.i = star_set_has(C.set, B.i);
        return STAR_OK;
    }
    STAR_TRY(check_set(m, at, at->b, B.set));
    switch (at->op) {
    case STAR_OP_ENARROW: return narrow(m, B.set, &A.i);
    case STAR_OP_ECOPY: return star_object_copy(&m->be, A.object, B.object);
    }
    STAR_TRY(check_set(m, at, at->c, C.set));
    switch (at->op) {
    case STAR_OP_EOR: return star_set_union(&m->be, A.set, B.set, C.set);
    case STAR_OP_EAND: return star_set_common(&m->be, A.set, B.set, C.set);
    case STAR_OP_EANDN: return star_set_minus(&m->be, A.set, B.set, C.set);
    case STAR_OP_ELE: A.i = star_set_within(B.set, C.set); return STAR_OK;
    default:
        A.i = star_set_within(B.set, C.set) && star_set_within(C.set, B.set);
        return STAR_OK;
    }
}
