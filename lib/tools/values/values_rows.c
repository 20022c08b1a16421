/* SPDX-License-Identifier: MIT */
/* Values as rows of fields. A value that tells of no vertices has a row for
 * each row of it, with the number of that in front where there are several. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "report/escape.h"
#include "tools/values/values_parts.h"
#include "values/table.h"

int64_t field_width(const Field *f) {
    const char *text = field_text(f);
    int64_t width = 0;
    for (size_t k = 0; k < f->length; k++)
        width += ((unsigned char)text[k] & 0xc0) != 0x80;
    return width;
}

StarStatus field_put(const Field *f, size_t *at, StarConsole *console) {
    const char *text = field_text(f) + *at;
    uint32_t code = 0;
    int n = star_escape_character(text, f->length - *at, &code);
    *at += (size_t)(n > 0 ? n : 1);
    if (n > 0 && (code == '\n' || code == '\t' || star_escape_controls(code)))
        return star_write_text(console, " ", 1, STAR_NO_WIDTH);
    return star_write_text(console, text, n > 0 ? n : 1, STAR_NO_WIDTH);
}

StarStatus field_write(const Field *f, StarConsole *console) {
    for (size_t k = 0; k < f->length;)
        STAR_TRY(field_put(f, &k, console));
    return STAR_OK;
}

static Field text_field(const char *text) {
    return (Field){.text = text, .length = strlen(text)};
}

static Field number_field(int64_t value) {
    Field f = {.kind = FIELD_NUMBER};
    f.length = (size_t)snprintf(f.room, sizeof f.room, "%" PRId64, value);
    return f;
}

/* The arguments that star call takes have no more kinds of values. */
static Field scalar(const StarType *t, StarCell value) {
    const bool real = t->kind == STAR_TYPE_REAL;
    Field f = {.kind = real || t->kind == STAR_TYPE_INTEGER ? FIELD_NUMBER
                                                            : FIELD_NAME};
    if (real ? value.raw == STAR_UNDEFINED_REAL : value.i == STAR_UNDEFINED_INT)
        return (Field){.kind = FIELD_NONE, .text = "none", .length = 4};
    if (t->kind == STAR_TYPE_CHAR) {
        f.room[0] = (char)value.i;
        f.length = 1;
        return f;
    }
    const char *text = star_value_text(t, value, f.room);
    f.text = text == f.room ? NULL : text;
    f.length = strlen(text);
    return f;
}

static bool is_line(const Rows *r) {
    const StarTypeKind kind = r->argument->param->type->kind;
    return kind == STAR_TYPE_SLICE || kind == STAR_TYPE_WORD;
}

/* Rows and columns of elements; a scalar has one of each. */
static void measure(const Rows *r, int64_t *rows, int64_t *cols) {
    const Argument *a = r->argument;
    *rows = *cols = 1;
    if (a->param->type->kind == STAR_TYPE_TABLE) {
        *rows = a->value.table->rows;
        *cols = a->value.table->cols;
    } else if (is_line(r)) {
        *rows = a->value.bits->length;
    } else if (a->param->type->kind == STAR_TYPE_ARRAY) {
        const StarArray *x = a->value.array;
        *cols = x->dims > 1 ? x->dim[x->dims - 1].count : 1;
        *rows = *cols > 0 ? x->count / *cols : 0;
    }
}

static Field element(const Rows *r, int64_t i, int64_t j, int64_t cols) {
    const Argument *a = r->argument;
    const StarCell v = a->value;
    if (a->param->type->kind == STAR_TYPE_TABLE)
        return number_field(
            star_table_vector(r->be, v.table, STAR_ROWS, i)[j / 64] >> j % 64 &
            1);
    if (is_line(r))
        return number_field(v.bits->word[i / 64] >> i % 64 & 1);
    if (a->param->type->kind == STAR_TYPE_ARRAY)
        return scalar(a->param->of, star_array_get(v.array, i * cols + j));
    if (a->param->type->kind == STAR_TYPE_STRING)
        return (Field){.text = v.string->text,
                       .length = (size_t)v.string->length};
    return scalar(a->param->of, v);
}

/* The index of row i where there is one index range before the columns; else
 * its number. */
static int64_t index_of(const Rows *r, int64_t i) {
    const Argument *a = r->argument;
    return a->param->type->kind == STAR_TYPE_ARRAY && a->value.array->dims <= 2
               ? a->value.array->dim[0].low + i
               : i + 1;
}

StarStatus value_rows_open(Rows *r, const Argument *a, const Argument *all,
                           unsigned count, StarBackend *be) {
    int64_t rows, cols;
    *r = (Rows){.argument = a, .be = be};
    STAR_TRY(value_check(a, be));
    r->vertices = value_has_vertices(a, all, count);
    if (r->vertices)
        return value_vertices_open(r, all, count, be);
    if (a->param->type->kind == STAR_TYPE_TABLE)
        STAR_TRY(star_table_need(be, a->value.table, STAR_ROWS));
    measure(r, &rows, &cols);
    r->counted =
        value_is_object(a->param) && a->param->type->kind != STAR_TYPE_STRING;
    r->columns = cols + r->counted;
    return STAR_OK;
}

StarStatus value_rows(const Rows *r, ValueRow *take, void *context) {
    int64_t rows, cols;
    if (r->vertices)
        return value_vertices_rows(r, take, context);
    measure(r, &rows, &cols);
    Field *f = star_mem_alloc(r->be->mem, (size_t)r->columns, sizeof *f);
    StarStatus status = f != NULL ? STAR_OK : STAR_MEMORY;
    for (int64_t i = 0; i < rows && status == STAR_OK; i++) {
        if (r->counted)
            f[0] = number_field(index_of(r, i));
        for (int64_t j = 0; j < cols; j++)
            f[r->columns - cols + j] = element(r, i, j, cols);
        status = take(context, f);
    }
    star_mem_free(r->be->mem, f, (size_t)r->columns, sizeof *f);
    return status;
}

Field value_rows_head(const Rows *r, int64_t column) {
    const Argument *a = r->argument;
    static const char *const ends[] = {"from", "to"};
    if (r->vertices && column == r->columns - 1 && r->valued)
        return text_field(a->param->name);
    if (r->vertices)
        return text_field(r->joins ? ends[column] : "vertex");
    if (column == 0 && r->counted)
        return text_field("row");
    if (r->columns <= 2)
        return text_field(a->param->name);
    return number_field(
        a->param->type->kind == STAR_TYPE_ARRAY
            ? a->value.array->dim[a->value.array->dims - 1].low + column - 1
            : column);
}
