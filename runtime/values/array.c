/* SPDX-License-Identifier: MIT */
#include "backend.h"
#include "memory/spares.h"
#include "values/kinds.h"

#include <string.h>

static const uint8_t width[] = {
    [STAR_ELEM_INT] = sizeof(int64_t),
    [STAR_ELEM_REAL] = sizeof(double),
    [STAR_ELEM_BYTE] = sizeof(uint8_t),
    [STAR_ELEM_SHORT] = sizeof(int16_t),
    [STAR_ELEM_LONG] = sizeof(int32_t),
    [STAR_ELEM_SINGLE] = sizeof(float),
    [STAR_ELEM_OBJECT] = sizeof(StarObject *),
};

size_t star_array_bytes(const StarArray *array) {
    return (size_t)array->count * width[array->element];
}

/* An array that owns its elements is one block: the elements, filled up to 8
 * bytes, and the structure up to its dimensions, two at least. (Large blocks
 * begin at a page, and so does the stack of cells: structures there would make
 * each load from one look like what a store has changed before, which costs
 * loops 15 %.) */
static size_t bytes_before(StarElement element, int64_t count) {
    return ((size_t)count * width[element] + 7) & ~(size_t)7;
}

/* The block in the size of an element; or SIZE_MAX, for which there is no
 * memory. */
static size_t block_size(StarElement element, int dims, int64_t count) {
    const unsigned shift = (unsigned)__builtin_ctz(width[element]);
    const size_t behind = offsetof(StarArray, dim) +
                          (size_t)(dims > 2 ? dims : 2) * sizeof(StarDim) + 7;
    size_t units = SIZE_MAX;
    star_size_add(star_size_of(count), behind >> shift, &units);
    return units;
}

StarArray *star_array_none(void) {
    static const StarArray none = {.head = {STAR_ARRAY, STAR_ELASTIC}};
    return (StarArray *)&none;
}

void star_array_free(StarBackend *be, StarArray *array) {
    if (array == star_array_none())
        return;
    if (!array->owner) {
        star_spare_free(be->mem, array, 1, sizeof *array);
        return;
    }
    if (array->element == STAR_ELEM_OBJECT)
        for (int64_t i = 0; i < array->count; i++)
            star_object_free(be, array->objects[i]);
    star_spare_free(
        be->mem, array->data,
        block_size((StarElement)array->element, array->dims, array->count),
        width[array->element]);
}

/* The number of elements. */
static StarStatus count_all(StarBackend *be, int dims, const StarDim *dim,
                            int64_t *count) {
    *count = 1;
    for (int d = 0; d < dims; d++) {
        if (dim[d].count < 0)
            return star_raise(be->mem->error,
                              MSG_DIMENSION_NEGATIVE(d + 1, dim[d].count));
        if (__builtin_mul_overflow(*count, dim[d].count, count))
            return star_raise(be->mem->error, MSG_ARRAY_ELEMENTS(INT64_MAX));
    }
    return STAR_OK;
}

/* An array whose elements are still unspecified, or NULL objects. */
static StarStatus make(StarBackend *be, StarElement element, int dims,
                       const StarDim *dim, StarArray **out) {
    int64_t count;
    STAR_TRY(count_all(be, dims, dim, &count));
    char *block = star_spare_alloc_raw(
        be->mem, block_size(element, dims, count), width[element]);
    if (block == NULL)
        return STAR_MEMORY;
    StarArray *array =
        (StarArray *)(void *)(block + bytes_before(element, count));
    array->head = (StarObject){STAR_ARRAY, STAR_FIXED};
    array->element = (uint8_t)element;
    array->dims = (uint8_t)dims;
    array->owner = true;
    array->count = count;
    array->data = block;
    array->dim[1] = (StarDim){0, 0};
    for (int d = 0; d < dims; d++)
        array->dim[d] = dim[d];
    if (element == STAR_ELEM_OBJECT)
        memset(array->data, 0, star_array_bytes(array));
    *out = array;
    return STAR_OK;
}

/* Eight bytes of elements that have no value. */
static const uint64_t no_value[] = {
    [STAR_ELEM_INT] = (uint64_t)STAR_UNDEFINED_INT,
    [STAR_ELEM_REAL] = STAR_UNDEFINED_REAL,
    [STAR_ELEM_BYTE] = UINT64_MAX,
    [STAR_ELEM_SHORT] = UINT64_C(0x8000800080008000),
    [STAR_ELEM_LONG] = UINT64_C(0x8000000080000000),
    [STAR_ELEM_SINGLE] =
        (uint64_t)STAR_UNDEFINED_SINGLE << 32 | (uint64_t)STAR_UNDEFINED_SINGLE,
};

static void repeat(char *to, size_t bytes, uint64_t eight) {
    for (; bytes >= sizeof eight; bytes -= sizeof eight, to += sizeof eight)
        memcpy(to, &eight, sizeof eight);
    memcpy(to, &eight, bytes);
}

/* Makes all elements that are scalars undefined, unless the run shall end. */
static StarStatus undefine(StarBackend *be, StarArray *array) {
    enum { PIECE = 1 << 19 };
    const size_t end = star_array_bytes(array);
    if (array->element == STAR_ELEM_OBJECT)
        return STAR_OK;
    for (size_t at = 0, some; at < end; at += some) {
        some = end - at < PIECE ? end - at : PIECE;
        repeat((char *)array->data + at, some, no_value[array->element]);
        if (end > PIECE)
            STAR_TRY(star_stopped(be->mem));
    }
    return STAR_OK;
}

/* Gives all elements their first value. */
static StarStatus fill(StarBackend *be, StarArray *array,
                       const StarObject *prototype) {
    STAR_TRY(undefine(be, array));
    if (array->element == STAR_ELEM_OBJECT)
        for (int64_t i = 0; i < array->count; i++)
            STAR_TRY(star_object_clone(be, prototype, &array->objects[i]));
    return STAR_OK;
}

void star_array_reset(StarBackend *be, StarArray *array, bool sized) {
    undefine(be, array);
    if (array->element == STAR_ELEM_OBJECT)
        for (int64_t i = 0; i < array->count; i++)
            star_object_reset(be, array->objects[i], sized);
}

/* Frees an array that could not be filled. */
static StarStatus finish(StarBackend *be, StarStatus status, StarArray **out) {
    if (status != STAR_OK) {
        star_array_free(be, *out);
        *out = NULL;
    }
    return status;
}

StarArray *star_array_view(StarBackend *be) {
    StarArray *view = star_spare_alloc(be->mem, 1, sizeof *view);
    if (view != NULL)
        view->head = (StarObject){STAR_ARRAY, STAR_ELASTIC};
    return view;
}

StarStatus star_array_new(StarBackend *be, StarElement element, int dims,
                          const StarDim *dim, const StarObject *prototype,
                          StarArray **out) {
    *out = NULL;
    STAR_TRY(make(be, element, dims, dim, out));
    return finish(be, fill(be, *out, prototype), out);
}

/* The elements of one array become new copies of another's. */
static StarStatus duplicate(StarBackend *be, StarArray *to,
                            const StarArray *from) {
    if (from->element != STAR_ELEM_OBJECT)
        return star_array_copy(be, to, from);
    for (int64_t i = 0; i < from->count; i++)
        STAR_TRY(star_object_clone(be, from->objects[i], &to->objects[i]));
    return STAR_OK;
}

StarStatus star_array_clone(StarBackend *be, const StarArray *from,
                            StarArray **out) {
    *out = NULL;
    STAR_TRY(make(be, (StarElement)from->element, from->dims, from->dim, out));
    return finish(be, duplicate(be, *out, from), out);
}

StarStatus star_array_copy(StarBackend *be, StarArray *to,
                           const StarArray *from) {
    for (int d = 0; d < to->dims; d++)
        if (to->dim[d].count != from->dim[d].count)
            return star_raise(be->mem->error,
                              MSG_DIMENSION_SIZE(d + 1, to->dim[d].count,
                                                 from->dim[d].count));
    if (to->element != STAR_ELEM_OBJECT)
        return star_mem_copy(be->mem, to->data, from->data,
                             star_array_bytes(to));
    for (int64_t i = 0; i < to->count; i++)
        STAR_TRY(star_object_copy_part(be, to->objects[i], from->objects[i]));
    return STAR_OK;
}

StarCell star_array_get(const StarArray *a, int64_t k) {
    StarCell cell = {.i = STAR_UNDEFINED_INT};
    switch ((StarElement)a->element) {
    case STAR_ELEM_BYTE:
        if (a->bytes[k] != UINT8_MAX)
            cell.i = a->bytes[k];
        break;
    case STAR_ELEM_SHORT:
        if (a->shorts[k] != INT16_MIN)
            cell.i = a->shorts[k];
        break;
    case STAR_ELEM_LONG:
        if (a->longs[k] != INT32_MIN)
            cell.i = a->longs[k];
        break;
    case STAR_ELEM_SINGLE:
        cell.raw = STAR_UNDEFINED_REAL;
        if (a->longs[k] != STAR_UNDEFINED_SINGLE)
            cell.r = a->singles[k];
        break;
    default: cell.i = a->ints[k];
    }
    return cell;
}

void star_array_put(StarArray *a, int64_t k, StarCell value) {
    switch ((StarElement)a->element) {
    case STAR_ELEM_BYTE: a->bytes[k] = (uint8_t)value.i; break;
    case STAR_ELEM_SHORT: a->shorts[k] = (int16_t)value.i; break;
    case STAR_ELEM_LONG: a->longs[k] = (int32_t)value.i; break;
    case STAR_ELEM_SINGLE:
        a->singles[k] = (float)value.r;
        if (value.raw == STAR_UNDEFINED_REAL)
            a->longs[k] = STAR_UNDEFINED_SINGLE;
        break;
    default: a->ints[k] = value.i;
    }
}

bool star_array_defined(const StarArray *a) {
    const uint64_t none = a->element == STAR_ELEM_REAL
                              ? STAR_UNDEFINED_REAL
                              : (uint64_t)STAR_UNDEFINED_INT;
    for (int64_t k = 0; k < a->count; k++)
        if (a->element == STAR_ELEM_OBJECT ? star_object_defined(a->objects[k])
                                           : star_array_get(a, k).raw != none)
            return true;
    return a->count == 0;
}

bool star_array_valid(const StarArray *array) {
    int64_t count = array->dims > 0;
    for (int d = 0; d < array->dims; d++)
        count *= array->dim[d].count;
    if (array->dims > STAR_MAX_DIMS || count != array->count)
        return false;
    if (array->element == STAR_ELEM_OBJECT)
        for (int64_t i = 0; i < count; i++)
            if (!star_object_valid(array->objects[i]))
                return false;
    return true;
}

static int64_t each(const StarArray *a) {
    return a->dim[0].count > 0 ? a->count / a->dim[0].count : 0;
}

StarStatus star_array_elements(StarBackend *be, StarArray *to, int64_t k,
                               const StarArray *from, int64_t l,
                               int64_t count) {
    const bool real =
        from->element == STAR_ELEM_REAL || from->element == STAR_ELEM_SINGLE;
    const uint64_t none =
        real ? STAR_UNDEFINED_REAL : (uint64_t)STAR_UNDEFINED_INT;
    k *= each(to);
    l *= each(from);
    count *= each(from);
    for (int64_t i = 0; i < count; i++) {
        if (from->element == STAR_ELEM_OBJECT) {
            STAR_TRY(
                star_object_copy(be, to->objects[k + i], from->objects[l + i]));
            continue;
        }
        StarCell value = star_array_get(from, l + i);
        if (value.raw == none)
            return star_raise(be->mem->error,
                              MSG_ELEMENT_WITHOUT_VALUE(from->dim[0].low +
                                                        (l + i) / each(from)));
        star_array_put(to, k + i, value);
    }
    return STAR_OK;
}

StarStatus star_array_part(StarBackend *be, const StarArray *array, int64_t i,
                           StarArray *view) {
    const StarDim first = array->dim[0];
    int64_t k;
    if (__builtin_sub_overflow(i, first.low, &k) || k < 0 || k >= first.count)
        return star_raise(
            be->mem->error,
            MSG_INDEX_BOUNDS(i, first.low, first.low + first.count - 1));
    view->head = array->head;
    view->element = array->element;
    view->dims = (uint8_t)(array->dims - 1);
    view->count = array->count / first.count;
    memcpy(view->dim, array->dim + 1, view->dims * sizeof *view->dim);
    view->data =
        (char *)array->data + (size_t)(k * view->count) * width[array->element];
    return STAR_OK;
}
