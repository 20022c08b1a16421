/* What instructions on arrays and other objects as a whole do. */
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
            return star_raise(&m->error, STAR_FILESIZE,
                              "the bounds %lld..%lld are not in order",
                              (long long)low, (long long)high);
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

/* What has a value in no part of it has none to be copied. */
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
    return copy(m, at, R);
}

/* Whether an address lies within the elements. */
static bool has_part(const StarArray *array, const void *address) {
    const uintptr_t at = (uintptr_t)address - (uintptr_t)array->data;
    return at < star_array_bytes(array);
}

/* The var parameter is an object of the parameter's kind, or, beside an array,
 * an address. */
static bool shares(const StarMachine *m, const StarInstr *at,
                   const StarCell *R) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (A.line->head.kind != STAR_ARRAY)
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
            &m->error, STAR_INDEX,
            "%lld elements from index %lld on: the bounds are "
            "%lld..%lld",
            (long long)whole->count, (long long)index, (long long)d->low,
            (long long)((uint64_t)d->low + (uint64_t)d->count - 1));
    return star_array_elements(&m->be, to, part == to ? first : 0, from,
                               part == to ? 0 : first, whole->count);
}

StarStatus exec_PACK(StarMachine *m, const StarInstr *at, StarCell *R) {
    return pack(m, A.array, B.array, C.i, B.array);
}

StarStatus exec_UNPACK(StarMachine *m, const StarInstr *at, StarCell *R) {
    return pack(m, A.array, B.array, C.i, A.array);
}

/* Sizes of declared variables. The instruction may run again, for another
 * call uses a new frame but a loop of calls the same cells. */
StarStatus exec_SIZEL(StarMachine *m, const StarInstr *at, StarCell *R) {
    return star_line_size(&m->be, A.line, B.i);
}

StarStatus exec_SIZET(StarMachine *m, const StarInstr *at, StarCell *R) {
    return star_table_size(&m->be, A.table, B.i, C.i);
}

StarStatus exec_FITL(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarLine *line = A.line;
    const char *name = exec_name(m, at, at->a);
    if (line->head.sizing == STAR_UNSIZED)
        return star_line_size(&m->be, line, B.i);
    if (line->length == B.i)
        return STAR_OK;
    star_raise(
        &m->error, STAR_LENGTHS, "%s must have %lld components, but has %lld",
        name ? name : "the parameter", (long long)B.i, (long long)line->length);
    star_expected(&m->error, "%lld", (long long)B.i);
    return star_found(&m->error, "%lld", (long long)line->length);
}

StarStatus exec_FITT(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarTable *table = A.table;
    const char *name = exec_name(m, at, at->a);
    if (table->head.sizing == STAR_UNSIZED)
        return star_table_size(&m->be, table, B.i, C.i);
    if (table->rows == B.i && table->cols == C.i)
        return STAR_OK;
    star_raise(&m->error, STAR_LENGTHS,
               "%s must be %lld x %lld, but is %lld x %lld",
               name ? name : "the parameter", (long long)B.i, (long long)C.i,
               (long long)table->rows, (long long)table->cols);
    star_expected(&m->error, "%lld x %lld", (long long)B.i, (long long)C.i);
    return star_found(&m->error, "%lld x %lld", (long long)table->rows,
                      (long long)table->cols);
}
