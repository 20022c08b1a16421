/* SPDX-License-Identifier: MIT */
#include "tools/values/values.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/records/arc_columns.h"
#include "tools/similar.h"
#include "tools/values/table_file.h"

bool value_param(StarParam *p, const char *name, const StarType *type) {
    *p = (StarParam){.name = name, .type = type, .of = type};
    for (; p->of->kind == STAR_TYPE_ARRAY; p->of = p->of->element)
        p->dims++;
    return p->of->kind <= (p->dims > 0 ? STAR_TYPE_ENUM : STAR_TYPE_TABLE);
}

bool value_is_object(const StarParam *p) {
    return p->type->kind >= STAR_TYPE_STRING;
}

void value_free(Argument *a, StarBackend *be) {
    elements_free(&a->elements, be);
    if (a->param != NULL && value_is_object(a->param))
        star_object_free(be, a->value.object);
}

static StarStatus no_argument(const Argument *a, StarBackend *be,
                              const char *why) {
    return star_raise(be->mem->error, MSG_GIVEN_TYPE(a->param->name, why));
}

static StarStatus check_array(const Argument *a, StarBackend *be) {
    const StarParam *p = a->param;
    if (p->dims == 0)
        return no_argument(a, be,
                           "an array whose bounds only the program "
                           "knows");
    return p->of->kind < STAR_TYPE_STRING
               ? STAR_OK
               : no_argument(a, be, "not an array of scalars");
}

/* All elements are undefined. The caller gives the bounds that are open. */
static StarStatus new_array(Argument *a, StarBackend *be) {
    const StarParam *p = a->param;
    STAR_TRY(check_array(a, be));
    if (p->open > 0)
        return star_raise(be->mem->error,
                          MSG_GIVEN_WITHOUT_SIZE(p->name, elements_size(p)));
    return star_array_new(be, (StarElement)p->element, p->dims, p->dim, NULL,
                          &a->value.array);
}

static StarStatus clear(Argument *a, StarBackend *be) {
    switch (a->param->type->kind) {
    case STAR_TYPE_REAL: a->value.raw = STAR_UNDEFINED_REAL; return STAR_OK;
    case STAR_TYPE_STRING:
        a->value.string = star_string_new(be, STAR_UNSIZED);
        break;
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: a->value.bits = star_bits_new(be, STAR_UNSIZED); break;
    case STAR_TYPE_TABLE:
        a->value.table = star_table_new(be, STAR_UNSIZED);
        break;
    case STAR_TYPE_ARRAY: return new_array(a, be);
    case STAR_TYPE_ROUTINE:
        return star_raise(be->mem->error, MSG_GIVEN_ROUTINE(a->param->name));
    case STAR_TYPE_RECORD: return no_argument(a, be, "a record");
    case STAR_TYPE_SET: return no_argument(a, be, "a set");
    case STAR_TYPE_POINTER: return no_argument(a, be, "a pointer");
    case STAR_TYPE_FILE: return no_argument(a, be, "a file");
    default: a->value.i = STAR_UNDEFINED_INT; return STAR_OK;
    }
    return a->value.object != NULL ? STAR_OK : STAR_MEMORY;
}

/* Scalars. */

static bool equals(const char *text, size_t length, const char *name) {
    return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

static bool real(const StarType *t, const char *copy, StarCell *out) {
    char *end;
    const bool sign = *copy == '+' || *copy == '-';
    if (strcasecmp(copy + sign, "inf") == 0) {
        out->r = *copy == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (strspn(copy, "+-.0123456789eE") < strlen(copy))
        return false;
    out->r = strtod(copy, &end);
    if (t->single)
        out->r = (float)out->r;
    return *end == '\0' && isfinite(out->r);
}

static bool number(const StarType *t, const char *text, size_t length,
                   StarCell *out) {
    char copy[400], *end;
    if (length == 0 || length >= sizeof copy || isspace((unsigned char)*text))
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (t->kind == STAR_TYPE_REAL)
        return real(t, copy, out);
    errno = 0;
    out->i = strtoll(copy, &end, 10);
    return *end == '\0' && errno == 0;
}

/* a or 'a' */
static bool character(const char *text, size_t length, StarCell *out) {
    bool quoted = length == 3 && text[0] == '\'' && text[2] == '\'';
    out->i = (unsigned char)text[quoted];
    return quoted || length == 1;
}

static bool enumeration(const StarType *t, const char *text, size_t length,
                        StarCell *out) {
    for (out->i = t->low; out->i <= t->high; out->i++)
        if (equals(text, length, t->names[out->i]))
            return true;
    return false;
}

static bool scalar(const StarType *t, const char *text, size_t length,
                   StarCell *out) {
    switch (t->kind) {
    case STAR_TYPE_REAL: return number(t, text, length, out);
    case STAR_TYPE_ENUM: return enumeration(t, text, length, out);
    case STAR_TYPE_BOOLEAN:
        out->i = equals(text, length, "true");
        if (out->i == 0 && !equals(text, length, "false"))
            return false;
        break;
    case STAR_TYPE_CHAR:
        if (!character(text, length, out))
            return false;
        break;
    default:
        if (!number(t, text, length, out))
            return false;
    }
    return out->i >= t->low && out->i <= t->high;
}

/* A number without a point and an exponent is an integer, until another number
 * is real. */
bool value_scalar(const StarParam *p, const char *text, size_t length,
                  StarCell *out, bool *is_real) {
    const StarType wide = {.kind = STAR_TYPE_REAL};
    if (!p->number || (!*is_real && strspn(text, "+-0123456789") >= length))
        return scalar(p->of, text, length, out);
    *is_real = scalar(&wide, text, length, out);
    return *is_real;
}

void value_make_real(StarCell *value) {
    if (value->i == STAR_UNDEFINED_INT)
        value->raw = STAR_UNDEFINED_REAL;
    else
        value->r = (double)value->i;
}

static StarStatus no_value(const StarParam *p, const char *text,
                           StarBackend *be) {
    return star_raise(be->mem->error, MSG_GIVEN_VALUE(text, p->name));
}

/* A vertex by its name. */
static StarStatus vertex(Argument *a, const char *text, StarBackend *be) {
    const int64_t v = star_names_find(a->names, text, strlen(text));
    a->value.i = v + 1;
    if (v >= 0)
        return STAR_OK;
    Similar similar = similar_to(text, strlen(text));
    char name[SIMILAR_NAME + 2], best[SIMILAR_NAME + 2] = "";
    for (int64_t k = 0; k < star_names_count(a->names); k++) {
        StarNameRoom room;
        size_t length;
        const char *other = star_names_get(a->names, k, room, &length);
        snprintf(name, sizeof name, "%.*s", (int)length, other);
        similar_consider(&similar, name);
        if (similar.best == name)
            similar.best = strcpy(best, name);
    }
    return star_raise(
        be->mem->error,
        MSG_NO_VERTEX(a->param->name, text, similar_text(&similar, "")));
}

/* Objects. */

static StarStatus bits(Argument *a, const char *text, StarBackend *be) {
    StarBits *line = a->value.bits;
    size_t length = strlen(text);
    if (strspn(text, "01") != length)
        return no_value(a->param, text, be);
    STAR_TRY(star_bits_size(be, line, (int64_t)length));
    for (int64_t w = 0; w < star_words(line->length); w++)
        line->word[w] = 0;
    for (size_t i = 0; i < length; i++)
        line->word[i / 64] |= (uint64_t)(text[i] == '1') << i % 64;
    return STAR_OK;
}

/* A slice or word is the only row or column of a file's table. */
static StarStatus only_line(StarBits *line, StarTable *table, const char *path,
                            StarBackend *be) {
    StarCell arg[] = {{.bits = line}, {.i = 1}, {.table = table}};
    if (table->rows == 0)
        return star_bits_size(be, line, 0);
    if (table->rows != 1 && table->cols != 1)
        return star_raise(be->mem->error,
                          MSG_NOT_A_LINE(path, table->rows, table->cols));
    return star_prim_run(be, table->rows == 1 ? STAR_PRIM_ROW : STAR_PRIM_COL,
                         arg, NULL);
}

static StarStatus load_line(Argument *a, const char *path, StarBackend *be) {
    StarTable *table = star_table_new(be, STAR_ELASTIC);
    if (table == NULL)
        return STAR_MEMORY;
    StarStatus status = star_table_load(
        be, table, &(StarTableFile){.path = path, .kind = STAR_TABLE_MATRIX});
    if (status == STAR_OK)
        status = only_line(a->value.bits, table, path, be);
    star_object_free(be, &table->head);
    return status;
}

/* A file that cannot be opened, whose name ends like a misspelled layout. */
static StarStatus no_layout(const char *path, StarBackend *be) {
    const char *name = strrchr(path, ':') + 1;
    Similar similar = similar_to(name, strcspn(name, ",:"));
    for (int k = 0; k < STAR_LAYOUT_COUNT; k++)
        similar_consider(&similar, star_layout_name((StarGraphLayout)k));
    similar_consider(&similar, "compact");
    similar_consider(&similar, "columns");
    similar_consider(&similar, "rows");
    similar_consider(&similar, "matrix");
    similar_consider(&similar, "arcs");
    if (similar.best == NULL || similar.distance == 0)
        return be->mem->error->status;
    return star_raise(be->mem->error,
                      MSG_NO_LAYOUT(path, name, similar_text(&similar, "")));
}

static StarStatus load_table(Argument *a, const char *text, StarBackend *be) {
    const TableFile file = table_file(text);
    if (file.sized && (file.bits < 1 || file.bits > STAR_WEIGHT_BITS))
        return star_raise(
            be->mem->error,
            MSG_GIVEN_WEIGHT_BITS(a->param->name, STAR_WEIGHT_BITS, file.bits));
    if (file.named && star_columns_count(file.columns) == 0)
        return star_raise(be->mem->error,
                          MSG_GIVEN_COLUMNS(a->param->name, file.columns));
    if (file.scaled && file.decimals < 0)
        return star_raise(be->mem->error,
                          MSG_GIVEN_SCALE(a->param->name, STAR_MOST_DECIMALS));
    const StarStatus status = star_table_load(
        be, a->value.table,
        &(StarTableFile){.path = file.path,
                         .layout = file.layout,
                         .list_layout = file.laid_out ? 0 : a->param->layout,
                         .kind = file.kind,
                         .columns = file.named ? file.columns : NULL,
                         .bits = file.bits,
                         .decimals = file.decimals,
                         .compact = file.compact,
                         .image = file.image,
                         .warning = &a->warning});
    const int layout = a->value.table->layout - 1;
    a->weights = layout == STAR_LAYOUT_WEIGHTS || layout == STAR_LAYOUT_WEIGHT;
    a->decimals = file.decimals;
    if (status == STAR_OK && file.decimals > 0 && !a->weights)
        return star_raise(be->mem->error, MSG_SCALE_OF_NONE(a->param->name));
    return status == STAR_OPEN && strrchr(file.path, ':') != NULL
               ? no_layout(file.path, be)
               : status;
}

static StarStatus read_array(Argument *a, const char *text, StarBackend *be) {
    STAR_TRY(check_array(a, be));
    return elements_read(&a->elements, a->param, text, be);
}

/* 5x3: what is behind a number, NULL if there is none. */
static const char *read_count(const char *text, int64_t *count) {
    char *end;
    errno = 0;
    *count = strtoll(text, &end, 10);
    return isdigit((unsigned char)*text) && errno == 0 ? end : NULL;
}

/* A table of zeros. */
static StarStatus size_table(Argument *a, const char *text, StarBackend *be) {
    int64_t rows, cols;
    const char *at = read_count(text, &rows);
    at = at != NULL && *at == 'x' ? read_count(at + 1, &cols) : NULL;
    if (at == NULL || *at != '\0')
        return star_raise(be->mem->error,
                          MSG_GIVEN_TABLE(text, a->param->name));
    return star_table_size(be, a->value.table, rows, cols);
}

static StarStatus read_object(Argument *a, const char *text, StarBackend *be) {
    const char *path = text[0] == '@' ? text + 1 : NULL;
    STAR_TRY(clear(a, be));
    switch (a->param->type->kind) {
    case STAR_TYPE_STRING:
        return star_string_set(be, a->value.string, text,
                               (int64_t)strlen(text));
    case STAR_TYPE_TABLE:
        return path != NULL ? load_table(a, path, be) : size_table(a, text, be);
    default: return path ? load_line(a, path, be) : bits(a, text, be);
    }
}

StarStatus value_read(Argument *a, const char *text, StarBackend *be) {
    a->given = true;
    if (a->param->type->kind == STAR_TYPE_ARRAY)
        return read_array(a, text, be);
    if (value_is_object(a->param))
        return read_object(a, text, be);
    if (a->param->role == STAR_ROLE_VERTEX && a->names != NULL)
        return vertex(a, text, be);
    return value_scalar(a->param, text, strlen(text), &a->value,
                        &a->elements.real)
               ? STAR_OK
               : no_value(a->param, text, be);
}

bool value_is_real(const Argument *a) {
    return a->elements.real;
}

StarStatus value_settle(Argument *a, const StarParam *param, StarBackend *be) {
    a->param = param;
    if (!a->given)
        return clear(a, be);
    if (param->type->kind == STAR_TYPE_ARRAY)
        return elements_array(&a->elements, param, be, &a->value.array);
    if (param->number && param->of->kind == STAR_TYPE_REAL && !a->elements.real)
        value_make_real(&a->value);
    return STAR_OK;
}
