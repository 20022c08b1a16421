/* SPDX-License-Identifier: MIT */
/* Instructions on arrays, on other objects as a whole, their sizes, and on
 * pointers. */
#include "interp/cells.h"
#include "values/table.h"

StarStatus exec_new_array(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarDim dim[STAR_MAX_DIMS];
    const uint16_t *word = &at[1].a;
    unsigned dims = at->c, last = 2 * dims;
    const StarObject *prototype = NULL;
    StarArray *array;
    for (unsigned k = 0; k < dims; k++) {
        unsigned l = 2 * k, h = 2 * k + 1;
        int64_t low = R[word[l + l / 3]].i, high = R[word[h + h / 3]].i;
        if (high < low - 1)
            return star_raise(&m->error, MSG_BOUNDS_NOT_IN_ORDER(low, high));
        dim[k] = (StarDim){low, (int64_t)((uint64_t)high - (uint64_t)low) + 1};
    }
    if (at->b == STAR_ELEM_OBJECT)
        prototype = R[word[last + last / 3]].object;
    STAR_TRY(star_array_new(&m->be, (StarElement)at->b, (int)dims, dim,
                            prototype, &array));
    star_object_free(&m->be, A.object);
    A.array = array;
    return STAR_OK;
}

/* An object without a value in any part of it is undefined: no copy is made. */
static StarStatus clone(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarObject *from = B.object;
    StarObject *copy;
    if (!star_object_defined(from))
        return exec_undefined(m, at, at->b);
    STAR_TRY(star_object_clone(&m->be, from, &copy));
    star_object_free(&m->be, A.object);
    A.object = copy;
    return STAR_OK;
}

static StarStatus copy(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarObject *from = B.object;
    return star_object_defined(from) ? star_object_copy(&m->be, A.object, from)
                                     : exec_undefined(m, at, at->b);
}

StarStatus exec_CLONE(StarMachine *m, const StarInstr *at, StarCell *R) {
    return clone(m, at, R);
}

StarStatus exec_RCLONE(StarMachine *m, const StarInstr *at, StarCell *R) {
    return clone(m, at, R);
}

StarStatus exec_ACOPY(StarMachine *m, const StarInstr *at, StarCell *R) {
    return copy(m, at, R);
}

StarStatus exec_RCOPY(StarMachine *m, const StarInstr *at, StarCell *R) {
    return exec_function(m, copy(m, at, R));
}

/* True if an address lies within the elements. */
static bool has_part(const StarArray *array, const void *address) {
    const uintptr_t at = (uintptr_t)address - (uintptr_t)array->data;
    return at < star_array_bytes(array);
}

/* The var parameter is an object of the parameter's kind, or, beside an array,
 * an address. */
static bool shares(const StarMachine *m, const StarInstr *at,
                   const StarCell *R) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (A.bits->head.kind != STAR_ARRAY)
        return A.object == C.object;
    if (frame->proc->cell[at->c].kind == STAR_CELL_REF)
        return has_part(A.array, C.ref);
    return has_part(A.array, C.array->data) || has_part(C.array, A.array->data);
}

StarStatus exec_APART(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarObject *copy;
    if (!shares(m, at, R))
        return STAR_OK;
    STAR_TRY(star_object_clone(&m->be, A.object, &copy));
    star_object_free(&m->be, B.object);
    A.object = B.object = copy;
    return STAR_OK;
}

StarStatus exec_PART(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarArray *view = A.array;
    if (view != NULL && view->owner) {
        star_object_free(&m->be, &view->head);
        A.array = view = NULL;
    }
    if (view == NULL) {
        view = star_array_view(&m->be);
        if (view == NULL)
            return STAR_MEMORY;
        A.array = view;
    }
    const StarStatus status = star_array_part(&m->be, B.array, C.i, view);
    return status == STAR_INDEX ? exec_index(m, at, B.array, C.i, 0) : status;
}

/* One of the two arrays takes part from the index on, the other as a whole. */
static StarStatus pack(StarMachine *m, StarArray *to, const StarArray *from,
                       int64_t index, const StarArray *part) {
    const StarDim *d = part->dim, *whole = part == to ? from->dim : to->dim;
    int64_t first = (int64_t)((uint64_t)index - (uint64_t)d->low);
    if ((uint64_t)first >= (uint64_t)d->count ||
        d->count - first < whole->count)
        return star_raise(
            &m->error,
            MSG_ELEMENTS_FROM_INDEX(whole->count, index, d->low,
                                    (uint64_t)d->low + (uint64_t)d->count - 1));
    return star_array_elements(&m->be, to, part == to ? first : 0, from,
                               part == to ? 0 : first, whole->count);
}

StarStatus exec_PACK(StarMachine *m, const StarInstr *at, StarCell *R) {
    return pack(m, A.array, B.array, C.i, B.array);
}

StarStatus exec_UNPACK(StarMachine *m, const StarInstr *at, StarCell *R) {
    return pack(m, A.array, B.array, C.i, A.array);
}

/* ---- Pointers ---- */

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

/* ---- Sizes of variables and parameters, as their declarations say ---- */

/* True if a size of the library's is negative because of what was passed. */
static bool negative(StarMachine *m, const StarInstr *at, const StarCell *R,
                     uint16_t cell) {
    char room[EXEC_NAME];
    if (R[cell].i >= 0)
        return false;
    cell = exec_negative_factor(m, at, cell);
    const char *name = exec_argument_name(m, at, cell, room);
    if (name != NULL)
        star_raise(&m->error, MSG_NAMED_SIZE_NEGATIVE(name, R[cell].i));
    return name != NULL;
}

/* Sizes of declared variables. The instruction may run again, for another
 * call uses a new frame but a loop of calls the same cells. */
StarStatus exec_SIZEL(StarMachine *m, const StarInstr *at, StarCell *R) {
    return exec_function(m, negative(m, at, R, at->b)
                                ? STAR_FILESIZE
                                : star_bits_size(&m->be, A.bits, B.i));
}

StarStatus exec_SIZET(StarMachine *m, const StarInstr *at, StarCell *R) {
    return negative(m, at, R, at->b) || negative(m, at, R, at->c)
               ? STAR_FILESIZE
               : star_table_size(&m->be, A.table, B.i, C.i);
}

StarStatus exec_FITL(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarBits *line = A.bits;
    if (line->length == B.i && line->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return negative(m, at, R, at->b) ? STAR_FILESIZE
           : line->head.sizing == STAR_UNSIZED
               ? star_bits_size(&m->be, line, B.i)
               : exec_no_fit_line(m, at, R);
}

StarStatus exec_FITT(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarTable *table = A.table;
    if (table->rows == B.i && table->cols == C.i &&
        table->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return negative(m, at, R, at->b) || negative(m, at, R, at->c)
               ? STAR_FILESIZE
           : table->head.sizing == STAR_UNSIZED
               ? star_table_size(&m->be, table, B.i, C.i)
               : exec_no_fit_table(m, at, R);
}
