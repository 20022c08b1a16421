/* star.h: variables. */
#include <math.h>
#include <string.h>

#include "handle.h"
#include "table.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "rows of bits are copied as they are");

/* ---- Finding ---- */

static StarCode unknown(Star *s, const char *name) {
    return handle_refuse(s, STAR_CODE_MISUSED, STAR_UNDECLARED,
                         "there is no variable '%s'", name);
}

StarCode handle_find(Star *s, const char *name, bool change, Place *out) {
    StarSymbol symbol = {.cell = -1};
    *out = (Place){0};
    HANDLE_TRY(handle_ready(s));
    if (name[0] == '\0' && !change)
        symbol.cell = star_session_value(s->session);
    else if (!star_session_find(s->session, name, &symbol))
        symbol.cell = -1;
    if (symbol.cell < 0)
        return unknown(s, name);
    const StarProgram *p = star_session_program(s->session);
    *out = (Place){p->proc[0].cell[symbol.cell].type,
                   &star_session_cells(s->session)[symbol.cell]};
    /* Input and output have no type that could be asked for. */
    return out->type != NULL ? STAR_CODE_OK : unknown(s, name);
}

static StarCode other_type(Star *s, const char *name, const char *wanted) {
    if (name[0] == '\0')
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_TYPES,
                             "the value of the entry is no %s", wanted);
    return handle_refuse(s, STAR_CODE_MISUSED, STAR_TYPES, "'%s' is no %s",
                         name, wanted);
}

static StarCode no_value(Star *s, const char *name) {
    return handle_refuse(s, STAR_CODE_FAILED, STAR_UNDEFINED,
                         "%s has no value yet",
                         name[0] != '\0' ? name : "the entry");
}

static bool is_ordinal(const StarType *t) {
    return t->kind == STAR_TYPE_INTEGER || t->kind == STAR_TYPE_BOOLEAN ||
           t->kind == STAR_TYPE_CHAR || t->kind == STAR_TYPE_ENUM;
}

/* ---- Scalars ---- */

StarCode star_get_integer(Star *s, const char *name, int64_t *out) {
    Place p;
    HANDLE_TRY(handle_find(s, name, false, &p));
    if (!is_ordinal(p.type))
        return other_type(s, name, "integer");
    if (p.cell->i == STAR_UNDEFINED_INT)
        return no_value(s, name);
    *out = p.cell->i;
    return STAR_CODE_OK;
}

StarCode handle_ordinal(Star *s, const char *name, const StarType *t,
                        int64_t value) {
    if (value >= t->low && value <= t->high)
        return STAR_CODE_OK;
    return handle_refuse(
        s, STAR_CODE_FAILED, STAR_RANGE, "%s: %lld lies outside %lld..%lld",
        name, (long long)value, (long long)t->low, (long long)t->high);
}

StarCode star_set_integer(Star *s, const char *name, int64_t value) {
    Place p;
    HANDLE_TRY(handle_find(s, name, true, &p));
    if (!is_ordinal(p.type))
        return other_type(s, name, "integer");
    HANDLE_TRY(handle_ordinal(s, name, p.type, value));
    p.cell->i = value;
    return STAR_CODE_OK;
}

StarCode star_get_real(Star *s, const char *name, double *out) {
    Place p;
    HANDLE_TRY(handle_find(s, name, false, &p));
    if (p.type->kind != STAR_TYPE_REAL && p.type->kind != STAR_TYPE_INTEGER)
        return other_type(s, name, "number");
    if (p.type->kind == STAR_TYPE_REAL ? p.cell->bits == STAR_UNDEFINED_REAL
                                       : p.cell->i == STAR_UNDEFINED_INT)
        return no_value(s, name);
    *out = p.type->kind == STAR_TYPE_REAL ? p.cell->r : (double)p.cell->i;
    return STAR_CODE_OK;
}

StarCode handle_real(Star *s, const char *name, const StarType *t,
                     double value) {
    if (isfinite(value) && (!t->single || isfinite((float)value)))
        return STAR_CODE_OK;
    return handle_refuse(s, STAR_CODE_FAILED, STAR_RANGE,
                         "%s: %g is no value of its type", name, value);
}

StarCode star_set_real(Star *s, const char *name, double value) {
    Place p;
    HANDLE_TRY(handle_find(s, name, true, &p));
    if (p.type->kind != STAR_TYPE_REAL)
        return other_type(s, name, "real");
    HANDLE_TRY(handle_real(s, name, p.type, value));
    p.cell->r = p.type->single ? (float)value : value;
    return STAR_CODE_OK;
}

/* ---- Strings ---- */

StarCode star_get_string(Star *s, const char *name, const char **text,
                         size_t *length) {
    Place p;
    HANDLE_TRY(handle_find(s, name, false, &p));
    if (p.type->kind != STAR_TYPE_STRING)
        return other_type(s, name, "string");
    if (!star_object_defined(p.cell->object))
        return no_value(s, name);
    *text = p.cell->string->length > 0 ? p.cell->string->text : "";
    *length = (size_t)p.cell->string->length;
    return STAR_CODE_OK;
}

StarCode star_set_string(Star *s, const char *name, const char *text,
                         size_t length) {
    Place p;
    HANDLE_TRY(handle_find(s, name, true, &p));
    if (p.type->kind != STAR_TYPE_STRING)
        return other_type(s, name, "string");
    return handle_take(s, star_string_set(handle_backend(s), p.cell->string,
                                          text, (int64_t)length));
}

/* ---- Bits ---- */

static bool is_line(const StarType *t) {
    return t->kind == STAR_TYPE_SLICE || t->kind == STAR_TYPE_WORD;
}

static StarCode find_bits(Star *s, const char *name, bool change, Place *p) {
    HANDLE_TRY(handle_find(s, name, change, p));
    if (!is_line(p->type) && p->type->kind != STAR_TYPE_TABLE)
        return other_type(s, name, "slice, word or table");
    return change || star_object_defined(p->cell->object) ? STAR_CODE_OK
                                                          : no_value(s, name);
}

static void size_of(const Place *p, int64_t *rows, int64_t *columns) {
    *rows = is_line(p->type) ? 1 : p->cell->table->rows;
    *columns = is_line(p->type) ? p->cell->line->length : p->cell->table->cols;
}

StarCode star_get_size(Star *s, const char *name, int64_t *rows,
                       int64_t *columns) {
    Place p;
    HANDLE_TRY(find_bits(s, name, false, &p));
    size_of(&p, rows, columns);
    return STAR_CODE_OK;
}

static size_t bytes_of(int64_t columns) {
    return (size_t)columns / 8 + (columns % 8 != 0);
}

static StarCode check_shape(Star *s, const Place *p, const char *name,
                            int64_t rows, int64_t columns, size_t stride) {
    if (rows < 0 || columns < 0 || (is_line(p->type) && rows != 1))
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_LENGTHS,
                             "'%s' cannot have %lld rows of %lld bits", name,
                             (long long)rows, (long long)columns);
    if (rows > 1 && stride < bytes_of(columns))
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_LENGTHS,
                             "rows of %lld bits need more than %zu bytes",
                             (long long)columns, stride);
    return STAR_CODE_OK;
}

/* One row comes in; what is behind it in its last word is 0. */
static void put_row(uint64_t *word, const char *bits, int64_t columns) {
    if (columns == 0)
        return;
    word[star_words(columns) - 1] = 0;
    memcpy(word, bits, bytes_of(columns));
    word[star_words(columns) - 1] &= star_last_mask(columns);
}

static StarStatus put_line(StarBackend *be, StarLine *line, const char *bits,
                           int64_t columns) {
    STAR_TRY(star_line_size(be, line, columns));
    STAR_TRY(star_object_home(be, &line->head, STAR_OVERWRITE));
    put_row(line->word, bits, columns);
    line->first = 0;
    return STAR_OK;
}

static StarStatus put_table(StarBackend *be, StarTable *t, const char *bits,
                            int64_t rows, int64_t columns, size_t stride) {
    STAR_TRY(star_table_size(be, t, rows, columns));
    STAR_TRY(star_object_home(be, &t->head, STAR_CHANGE));
    STAR_TRY(star_table_fresh(be, t, STAR_ROWS));
    for (int64_t k = 0; k < rows && columns > 0; k++)
        put_row(star_table_line(be, t, STAR_ROWS, k), bits + (size_t)k * stride,
                columns);
    return STAR_OK;
}

StarCode star_set_bits(Star *s, const char *name, int64_t rows, int64_t columns,
                       const void *bits, size_t stride) {
    StarBackend *be = handle_backend(s);
    Place p;
    HANDLE_TRY(find_bits(s, name, true, &p));
    HANDLE_TRY(check_shape(s, &p, name, rows, columns, stride));
    return handle_take(
        s, is_line(p.type)
               ? put_line(be, p.cell->line, bits, columns)
               : put_table(be, p.cell->table, bits, rows, columns, stride));
}

static StarStatus get_rows(StarBackend *be, const Place *p, char *bits,
                           int64_t rows, int64_t columns, size_t stride) {
    STAR_TRY(star_object_home(be, p->cell->object, STAR_READ));
    if (!is_line(p->type))
        STAR_TRY(star_table_need(be, p->cell->table, STAR_ROWS));
    for (int64_t k = 0; k < rows && columns > 0; k++)
        memcpy(bits + (size_t)k * stride,
               is_line(p->type)
                   ? p->cell->line->word
                   : star_table_line(be, p->cell->table, STAR_ROWS, k),
               bytes_of(columns));
    return STAR_OK;
}

StarCode star_get_bits(Star *s, const char *name, int64_t rows, int64_t columns,
                       void *bits, size_t stride) {
    Place p;
    int64_t has_rows, has_columns;
    HANDLE_TRY(find_bits(s, name, false, &p));
    HANDLE_TRY(check_shape(s, &p, name, rows, columns, stride));
    size_of(&p, &has_rows, &has_columns);
    if (rows != has_rows || columns != has_columns)
        return handle_refuse(s, STAR_CODE_FAILED, STAR_LENGTHS,
                             "'%s' has %lld rows of %lld bits, not %lld of "
                             "%lld",
                             name, (long long)has_rows, (long long)has_columns,
                             (long long)rows, (long long)columns);
    return handle_take(
        s, get_rows(handle_backend(s), &p, bits, rows, columns, stride));
}

/* ---- Arrays ---- */

/* The array, and the type of its elements. */
static StarCode find_array(Star *s, const char *name, bool change, Place *p,
                           const StarType **element) {
    HANDLE_TRY(handle_find(s, name, change, p));
    for (*element = p->type; (*element)->kind == STAR_TYPE_ARRAY;)
        *element = (*element)->element;
    if (p->type->kind != STAR_TYPE_ARRAY ||
        (!is_ordinal(*element) && (*element)->kind != STAR_TYPE_REAL))
        return other_type(s, name, "array of numbers");
    return STAR_CODE_OK;
}

static StarCode find_numbers(Star *s, const char *name, bool change,
                             size_t count, bool real, Place *p,
                             const StarType **element) {
    HANDLE_TRY(find_array(s, name, change, p, element));
    if (((*element)->kind == STAR_TYPE_REAL) != real)
        return other_type(s, name,
                          real ? "array of reals" : "array of integers");
    if ((size_t)p->cell->array->count != count)
        return handle_refuse(s, STAR_CODE_FAILED, STAR_LENGTHS,
                             "'%s' has %lld elements, not %zu", name,
                             (long long)p->cell->array->count, count);
    return STAR_CODE_OK;
}

StarCode star_get_count(Star *s, const char *name, size_t *count) {
    const StarType *element;
    Place p;
    HANDLE_TRY(find_array(s, name, false, &p, &element));
    *count = (size_t)p.cell->array->count;
    return STAR_CODE_OK;
}

StarCode star_set_integers(Star *s, const char *name, const int64_t *value,
                           size_t count) {
    const StarType *element;
    Place p;
    HANDLE_TRY(find_numbers(s, name, true, count, false, &p, &element));
    for (size_t k = 0; k < count; k++)
        HANDLE_TRY(handle_ordinal(s, name, element, value[k]));
    for (size_t k = 0; k < count; k++)
        star_array_put(p.cell->array, (int64_t)k, (StarCell){.i = value[k]});
    return STAR_CODE_OK;
}

StarCode star_set_reals(Star *s, const char *name, const double *value,
                        size_t count) {
    const StarType *element;
    Place p;
    HANDLE_TRY(find_numbers(s, name, true, count, true, &p, &element));
    for (size_t k = 0; k < count; k++)
        HANDLE_TRY(handle_real(s, name, element, value[k]));
    for (size_t k = 0; k < count; k++)
        star_array_put(
            p.cell->array, (int64_t)k,
            (StarCell){.r = element->single ? (float)value[k] : value[k]});
    return STAR_CODE_OK;
}

static StarCode no_element(Star *s, const char *name, size_t k) {
    return handle_refuse(s, STAR_CODE_FAILED, STAR_UNDEFINED,
                         "element %zu of %s has no value yet", k + 1, name);
}

StarCode star_get_integers(Star *s, const char *name, int64_t *out,
                           size_t count) {
    const StarType *element;
    Place p;
    HANDLE_TRY(find_numbers(s, name, false, count, false, &p, &element));
    for (size_t k = 0; k < count; k++) {
        out[k] = star_array_get(p.cell->array, (int64_t)k).i;
        if (out[k] == STAR_UNDEFINED_INT)
            return no_element(s, name, k);
    }
    return STAR_CODE_OK;
}

StarCode star_get_reals(Star *s, const char *name, double *out, size_t count) {
    const StarType *element;
    Place p;
    HANDLE_TRY(find_numbers(s, name, false, count, true, &p, &element));
    for (size_t k = 0; k < count; k++) {
        const StarCell value = star_array_get(p.cell->array, (int64_t)k);
        if (value.bits == STAR_UNDEFINED_REAL)
            return no_element(s, name, k);
        out[k] = value.r;
    }
    return STAR_CODE_OK;
}
