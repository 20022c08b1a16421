/* SPDX-License-Identifier: MIT */
/* star.h: variables. */
#include <math.h>
#include <string.h>

#include "handle.h"
#include "values/kinds.h"
#include "values/table.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "rows of bits are copied as they are");

/* ---- Finding ---- */

static StarCode unknown(Star *s, const char *name) {
    return handle_refuse(s, STAR_CODE_MISUSED, MSG_NO_VARIABLE(name));
}

StarCode handle_find(Star *s, const char *name, bool change, Place *out) {
    StarSymbol symbol = {.cell = -1};
    *out = (Place){0};
    if (name[0] == '\0' && !change)
        symbol.cell = star_session_value(s->session);
    else if (!star_session_find(s->session, name, &symbol))
        symbol.cell = -1;
    if (symbol.cell < 0)
        return unknown(s, name);
    const StarProgram *p = star_session_program(s->session);
    *out = (Place){p->proc[0].cell[symbol.cell].type,
                   &star_session_cells(s->session)[symbol.cell], symbol.sized};
    return STAR_CODE_OK;
}

static StarCode other_type(Star *s, const char *name, const char *wanted) {
    if (name[0] == '\0')
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_ENTRY_OTHER_TYPE(wanted));
    return handle_refuse(s, STAR_CODE_MISUSED,
                         MSG_VARIABLE_OTHER_TYPE(name, wanted));
}

static StarCode no_value(Star *s, const char *name) {
    return handle_refuse(s, STAR_CODE_FAILED,
                         MSG_NO_VALUE(name[0] != '\0' ? name : "the entry"));
}

static bool is_ordinal(const StarType *t) {
    return t->kind == STAR_TYPE_INTEGER || t->kind == STAR_TYPE_BOOLEAN ||
           t->kind == STAR_TYPE_CHAR || t->kind == STAR_TYPE_ENUM;
}

static bool is_real(const StarType *t) {
    return t->kind == STAR_TYPE_REAL;
}

static bool is_number(const StarType *t) {
    return is_real(t) || t->kind == STAR_TYPE_INTEGER;
}

static bool is_string(const StarType *t) {
    return t->kind == STAR_TYPE_STRING;
}

static bool is_line(const StarType *t) {
    return t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD;
}

static bool has_bits(const StarType *t) {
    return is_line(t) || t->kind == STAR_TYPE_TABLE;
}

bool handle_is_scalar(const StarType *t) {
    return t->kind < STAR_TYPE_STRING || t->kind == STAR_TYPE_POINTER ||
           (t->kind == STAR_TYPE_SET && t->small);
}

bool handle_defined(const StarType *t, StarCell cell) {
    if (is_real(t))
        return cell.raw != STAR_UNDEFINED_REAL;
    if (is_string(t) || has_bits(t))
        return star_object_defined(cell.object);
    return t->kind == STAR_TYPE_ARRAY || cell.i != STAR_UNDEFINED_INT;
}

/* The variable, which is to be one of `kind`, and to have a value unless it is
 * changed. */
static StarCode find(Star *s, const char *name, bool change,
                     bool (*is)(const StarType *), const char *kind, Place *p) {
    HANDLE_TRY(handle_find(s, name, change, p));
    if (!is(p->type))
        return other_type(s, name, kind);
    return change || handle_defined(p->type, *p->cell) ? STAR_CODE_OK
                                                       : no_value(s, name);
}

/* ---- Scalars ---- */

StarCode handle_fit(Star *s, const char *name, const StarType *t,
                    StarCell *value) {
    const StarCell v = *value;
    if (!is_real(t))
        return v.i >= t->low && v.i <= t->high
                   ? STAR_CODE_OK
                   : handle_refuse(
                         s, STAR_CODE_FAILED,
                         MSG_VALUE_BOUNDS(name, v.i, t->low, t->high));
    if (t->single)
        value->r = (float)v.r;
    return isfinite(value->r) || isinf(v.r) /* as it was given */
               ? STAR_CODE_OK
               : handle_refuse(s, STAR_CODE_FAILED, MSG_NOT_OF_TYPE(name, v.r));
}

static StarCode set(Star *s, const char *name, bool (*is)(const StarType *),
                    const char *kind, StarCell value) {
    Place p;
    HANDLE_TRY(find(s, name, true, is, kind, &p));
    HANDLE_TRY(handle_fit(s, name, p.type, &value));
    *p.cell = value;
    return STAR_CODE_OK;
}

StarCode star_get_integer(Star *s, const char *name, int64_t *out) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && out != NULL);
    HANDLE_TRY(find(s, name, false, is_ordinal, "integer", &p));
    *out = p.cell->i;
    return STAR_CODE_OK;
}

StarCode star_set_integer(Star *s, const char *name, int64_t value) {
    HANDLE_BEGIN(s, name != NULL);
    return set(s, name, is_ordinal, "integer", (StarCell){.i = value});
}

StarCode star_get_real(Star *s, const char *name, double *out) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && out != NULL);
    HANDLE_TRY(find(s, name, false, is_number, "number", &p));
    *out = is_real(p.type) ? p.cell->r : (double)p.cell->i;
    return STAR_CODE_OK;
}

StarCode star_set_real(Star *s, const char *name, double value) {
    HANDLE_BEGIN(s, name != NULL);
    return set(s, name, is_real, "real", (StarCell){.r = value});
}

/* ---- Strings ---- */

StarCode star_get_string(Star *s, const char *name, const char **text,
                         size_t *length) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && text != NULL && length != NULL);
    HANDLE_TRY(find(s, name, false, is_string, "string", &p));
    *text = p.cell->string->length > 0 ? p.cell->string->text : "";
    *length = (size_t)p.cell->string->length;
    return STAR_CODE_OK;
}

StarCode star_set_string(Star *s, const char *name, const char *text,
                         size_t length) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && (text != NULL || length == 0));
    HANDLE_TRY(find(s, name, true, is_string, "string", &p));
    return handle_take(s, star_string_set(handle_backend(s), p.cell->string,
                                          text, (int64_t)length));
}

/* ---- Bits ---- */

static StarCode find_bits(Star *s, const char *name, bool change, Place *p) {
    return find(s, name, change, has_bits, "slice, word or table", p);
}

static void size_of(const Place *p, int64_t *rows, int64_t *columns) {
    *rows = is_line(p->type) ? 1 : p->cell->table->rows;
    *columns = is_line(p->type) ? p->cell->bits->length : p->cell->table->cols;
}

StarCode star_get_size(Star *s, const char *name, int64_t *rows,
                       int64_t *columns) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && rows != NULL && columns != NULL);
    HANDLE_TRY(find_bits(s, name, false, &p));
    size_of(&p, rows, columns);
    return STAR_CODE_OK;
}

static bool is_given(const void *bits, int64_t rows, int64_t columns) {
    return bits != NULL || rows == 0 || columns == 0;
}

StarCode handle_check_rows(Star *s, const char *name, int64_t rows,
                           int64_t columns, size_t stride) {
    if (rows < 0 || columns < 0)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_IMPOSSIBLE_ROWS(name, rows, columns));
    if (rows > 1 && stride < handle_row_bytes(columns))
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_ROW_BYTES(columns, stride));
    return STAR_CODE_OK;
}

static StarCode check_shape(Star *s, const Place *p, const char *name,
                            int64_t rows, int64_t columns, size_t stride) {
    if (is_line(p->type) && rows != 1)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_IMPOSSIBLE_ROWS(name, rows, columns));
    return handle_check_rows(s, name, rows, columns, stride);
}

/* One row comes in; what is behind it in its last word is 0. */
static StarStatus put_row(StarBackend *be, uint64_t *word, const char *bits,
                          int64_t columns) {
    if (columns == 0)
        return STAR_OK;
    word[star_words(columns) - 1] = 0;
    STAR_TRY(star_mem_copy(be->mem, word, bits, handle_row_bytes(columns)));
    word[star_words(columns) - 1] &= star_last_mask(columns);
    return star_stopped(be->mem);
}

StarStatus handle_put_line(StarBackend *be, StarBits *line, int64_t columns,
                           const char *bits) {
    STAR_TRY(star_bits_size(be, line, columns));
    STAR_TRY(star_object_sync(be, &line->head, STAR_OVERWRITE));
    line->first = 0;
    return put_row(be, line->word, bits, columns);
}

StarStatus handle_put_rows(StarBackend *be, StarTable *t, int64_t rows,
                           int64_t columns, const char *bits, size_t stride) {
    STAR_TRY(star_table_shape(be, t, rows, columns, STAR_ROWS));
    STAR_TRY(star_object_sync(be, &t->head, STAR_CHANGE));
    STAR_TRY(star_table_fresh(be, t, STAR_ROWS));
    for (int64_t k = 0; k < rows && columns > 0; k++)
        STAR_TRY(put_row(be, star_table_vector(be, t, STAR_ROWS, k),
                         bits + (size_t)k * stride, columns));
    return STAR_OK;
}

StarCode star_set_bits(Star *s, const char *name, int64_t rows, int64_t columns,
                       const void *bits, size_t stride) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && is_given(bits, rows, columns));
    HANDLE_TRY(find_bits(s, name, true, &p));
    HANDLE_TRY(check_shape(s, &p, name, rows, columns, stride));
    StarBackend *be = handle_backend(s);
    return handle_take(s, is_line(p.type)
                              ? handle_put_line(be, p.cell->bits, columns, bits)
                              : handle_put_rows(be, p.cell->table, rows,
                                                columns, bits, stride));
}

StarStatus handle_get_line(StarBackend *be, StarBits *line, char *bits) {
    STAR_TRY(star_object_sync(be, &line->head, STAR_READ));
    if (line->length > 0)
        memcpy(bits, line->word, handle_row_bytes(line->length));
    return STAR_OK;
}

StarStatus handle_get_rows(StarBackend *be, StarTable *t, char *bits,
                           size_t stride) {
    STAR_TRY(star_object_sync(be, &t->head, STAR_READ));
    STAR_TRY(star_table_need(be, t, STAR_ROWS));
    for (int64_t k = 0; k < t->rows && t->cols > 0; k++) {
        STAR_TRY(star_stopped(be->mem));
        STAR_TRY(star_mem_copy(be->mem, bits + (size_t)k * stride,
                               star_table_vector(be, t, STAR_ROWS, k),
                               handle_row_bytes(t->cols)));
    }
    return STAR_OK;
}

StarCode star_get_bits(Star *s, const char *name, int64_t rows, int64_t columns,
                       void *bits, size_t stride) {
    Place p;
    int64_t has_rows, has_columns;
    HANDLE_BEGIN(s, name != NULL && is_given(bits, rows, columns));
    HANDLE_TRY(find_bits(s, name, false, &p));
    HANDLE_TRY(check_shape(s, &p, name, rows, columns, stride));
    size_of(&p, &has_rows, &has_columns);
    if (rows != has_rows || columns != has_columns)
        return handle_refuse(
            s, STAR_CODE_FAILED,
            MSG_OTHER_ROWS(name, has_rows, has_columns, rows, columns));
    StarBackend *be = handle_backend(s);
    return handle_take(
        s, is_line(p.type) ? handle_get_line(be, p.cell->bits, bits)
                           : handle_get_rows(be, p.cell->table, bits, stride));
}

/* ---- Arrays ---- */

static const StarType *element_of(const StarType *t) {
    while (t->kind == STAR_TYPE_ARRAY)
        t = t->element;
    return t;
}

static bool has_numbers(const StarType *t) {
    const StarType *element = element_of(t);
    return t != element && (is_ordinal(element) || is_real(element));
}

static bool has_integers(const StarType *t) {
    return has_numbers(t) && !is_real(element_of(t));
}

static bool has_reals(const StarType *t) {
    return has_numbers(t) && is_real(element_of(t));
}

static StarCode find_numbers(Star *s, const char *name, bool change, bool real,
                             size_t count, Place *p) {
    HANDLE_TRY(find(s, name, change, real ? has_reals : has_integers,
                    real ? "array of reals" : "array of integers", p));
    if ((size_t)p->cell->array->count == count)
        return STAR_CODE_OK;
    return handle_refuse(
        s, STAR_CODE_FAILED,
        MSG_OTHER_ELEMENTS(name, p->cell->array->count, count));
}

/* All fit, or none is set. */
static StarCode set_numbers(Star *s, const char *name, bool real,
                            const StarCell *value, size_t count) {
    Place p;
    HANDLE_TRY(find_numbers(s, name, true, real, count, &p));
    for (size_t k = 0; k < count; k++) {
        StarCell fitted = value[k];
        HANDLE_TRY(handle_fit(s, name, element_of(p.type), &fitted));
    }
    for (size_t k = 0; k < count; k++)
        star_array_put(p.cell->array, (int64_t)k, value[k]);
    return STAR_CODE_OK;
}

static StarCode get_numbers(Star *s, const char *name, bool real, StarCell *out,
                            size_t count) {
    Place p;
    HANDLE_TRY(find_numbers(s, name, false, real, count, &p));
    for (size_t k = 0; k < count; k++)
        if (!handle_defined(element_of(p.type),
                            star_array_get(p.cell->array, (int64_t)k)))
            return handle_refuse(s, STAR_CODE_FAILED,
                                 MSG_NO_VALUE_OF_ELEMENT(k + 1, name));
    for (size_t k = 0; k < count; k++)
        out[k] = star_array_get(p.cell->array, (int64_t)k);
    return STAR_CODE_OK;
}

StarCode star_get_count(Star *s, const char *name, size_t *count) {
    Place p;
    HANDLE_BEGIN(s, name != NULL && count != NULL);
    HANDLE_TRY(find(s, name, false, has_numbers, "array of numbers", &p));
    *count = (size_t)p.cell->array->count;
    return STAR_CODE_OK;
}

StarCode star_set_integers(Star *s, const char *name, const int64_t *value,
                           size_t count) {
    HANDLE_BEGIN(s, name != NULL && (value != NULL || count == 0));
    return set_numbers(s, name, false, (const StarCell *)value, count);
}

StarCode star_set_reals(Star *s, const char *name, const double *value,
                        size_t count) {
    HANDLE_BEGIN(s, name != NULL && (value != NULL || count == 0));
    return set_numbers(s, name, true, (const StarCell *)value, count);
}

StarCode star_get_integers(Star *s, const char *name, int64_t *out,
                           size_t count) {
    HANDLE_BEGIN(s, name != NULL && (out != NULL || count == 0));
    return get_numbers(s, name, false, (StarCell *)out, count);
}

StarCode star_get_reals(Star *s, const char *name, double *out, size_t count) {
    HANDLE_BEGIN(s, name != NULL && (out != NULL || count == 0));
    return get_numbers(s, name, true, (StarCell *)out, count);
}

StarCode star_clear(Star *s, const char *name) {
    Place p;
    HANDLE_BEGIN(s, name != NULL);
    HANDLE_TRY(handle_find(s, name, true, &p));
    if (p.type->kind == STAR_TYPE_FILE)
        return other_type(s, name, "variable with a value");
    if (p.type->kind == STAR_TYPE_REAL)
        p.cell->raw = STAR_UNDEFINED_REAL;
    else if (handle_is_scalar(p.type))
        p.cell->i = STAR_UNDEFINED_INT;
    else
        star_object_reset(handle_backend(s), p.cell->object, p.sized);
    return STAR_CODE_OK;
}
