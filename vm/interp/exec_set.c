/* SPDX-License-Identifier: MIT */
/* Instructions on sets that take more than a line of the dispatch loop. */
#include "interp/cells.h"

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
    return star_raise(&m->error,
                      MSG_SET_BOUNDS(exec_value(bound, element, room[0]),
                                     exec_value(bound, low, room[1]),
                                     exec_value(bound, high, room[2])));
}

/* Word 0 of a set with elements 0..62. */
static StarSet small(uint64_t *bits) {
    return (StarSet){.head = {STAR_SET, STAR_FIXED},
                     .words = 1,
                     .capacity = 1,
                     .word = bits};
}

StarStatus exec_no_element_of(StarMachine *m, const StarInstr *at,
                              uint64_t bits) {
    StarSet set = small(&bits);
    return check_elements(m, &set, &m->program->constant[star_instr_bc(*at)]);
}

StarStatus exec_EWIDE(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarSet from = small(&B.raw);
    return star_object_copy(&m->be, A.object, &from.head);
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

EXEC_CALL(ERANGE,
          check_elements(m, A.set, &m->program->constant[star_instr_bc(*at)]))

StarStatus exec_ENARROW(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_set(m, at, at->b, B.set));
    return narrow(m, B.set, &A.i);
}

StarStatus exec_ECOPY(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_set(m, at, at->b, B.set));
    return star_object_copy(&m->be, A.object, B.object);
}

StarStatus exec_EIN(StarMachine *m, const StarInstr *at, StarCell *R) {
    return check_set(m, at, at->c, C.set);
}

/* The two sets of an operation. */
static StarStatus check_sets(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_set(m, at, at->b, B.set));
    return check_set(m, at, at->c, C.set);
}

StarStatus exec_EOR(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_sets(m, at, R));
    return star_set_union(&m->be, A.set, B.set, C.set);
}

StarStatus exec_EAND(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_sets(m, at, R));
    return star_set_common(&m->be, A.set, B.set, C.set);
}

StarStatus exec_EANDN(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_sets(m, at, R));
    return star_set_minus(&m->be, A.set, B.set, C.set);
}

StarStatus exec_ELE(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_sets(m, at, R));
    A.i = star_set_within(B.set, C.set);
    return STAR_OK;
}

StarStatus exec_EEQ(StarMachine *m, const StarInstr *at, StarCell *R) {
    STAR_TRY(check_sets(m, at, R));
    A.i = star_set_within(B.set, C.set) && star_set_within(C.set, B.set);
    return STAR_OK;
}
