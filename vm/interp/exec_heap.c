/* What instructions on pointers do that is more than a line. */
#include "interp/exec.h"

#define A (R[at->a])
#define B (R[at->b])

StarStatus exec_new_record(StarMachine *m, StarCell *to,
                           const StarLayout *layout) {
    StarRecord *record;
    STAR_TRY(star_record_new(&m->be, layout, &record));
    star_object_free(&m->be, to->object);
    to->record = record;
    return STAR_OK;
}

StarStatus exec_new(StarMachine *m, StarCell *to, StarCell *record) {
    STAR_TRY(star_heap_new(&m->be, &m->heap, record->record, &to->i));
    record->record = NULL;
    return STAR_OK;
}

StarStatus exec_dispose(StarMachine *m, const StarInstr *at, StarCell *R) {
    if (star_heap_find(&m->heap, A.i) == NULL)
        return exec_pointer(m, at, at->a, A.i);
    return star_heap_dispose(&m->be, &m->heap, A.i, at->b);
}

StarStatus exec_hold(StarMachine *m, const StarInstr *at, StarCell *R) {
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
