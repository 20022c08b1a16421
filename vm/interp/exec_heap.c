/* What instructions on pointers do that is more than a line. */
#include "interp/cells.h"

StarStatus exec_NEWREC(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarLayout *layout = m->program->layout[star_instr_bc(*at)];
    StarRecord *record;
    STAR_TRY(star_record_new(&m->be, layout, &record));
    star_object_free(&m->be, A.object);
    A.record = record;
    return STAR_OK;
}

StarStatus exec_NEW(StarMachine *m, const StarInstr *at, StarCell *R) {
    int64_t pointer;
    STAR_TRY(star_heap_new(&m->be, &m->heap, B.record, &pointer));
    B.record = NULL;
    A.i = pointer;
    return STAR_OK;
}

StarStatus exec_DISPOSE(StarMachine *m, const StarInstr *at, StarCell *R) {
    if (star_heap_find(&m->heap, A.i) == NULL)
        return exec_pointer(m, at, at->a, A.i);
    return star_heap_dispose(&m->be, &m->heap, A.i, at->b);
}

StarStatus exec_HOLD(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarRecord *record = star_heap_find(&m->heap, B.i);
    if (record == NULL)
        return exec_pointer(m, at, at->b, B.i);
    STAR_TRY(star_heap_hold(&m->be, &m->heap, B.i));
    A.record = record;
    return STAR_OK;
}

void exec_held(StarMachine *m, const StarInstr *at) {
    const Frame *frame = &m->frame[m->depth - 1];
    star_heap_keep(&m->be, &m->heap, frame->holds + at->a, frame->pins + at->b);
}
