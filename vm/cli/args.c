#include "args.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/fields.h"
#include "table_file.h"

bool args_object(const StarParam *p) {
    return p->type >= STAR_TYPE_STRING;
}

void args_free(Argument *a, StarBackend *be) {
    if (a->param != NULL && args_object(a->param))
        star_object_free(be, a->value.object);
}

static StarStatus no_argument(const Argument *a, StarBackend *be,
                              const char *why) {
    return star_raise(be->mem->error, STAR_INPUT,
                      "%s cannot come from the command line: its type is %s",
                      a->param->name, why);
}

static StarStatus new_array(Argument *a, StarBackend *be) {
    const StarParam *p = a->param;
    if (p->of >= STAR_TYPE_STRING)
        return no_argument(a, be,
                           "not an array of scalars with one constant index "
                           "range");
    return star_array_new(be, (StarElement)p->element, 1, &p->dim, NULL,
                          &a->value.array);
}

StarStatus args_clear(Argument *a, StarBackend *be) {
    switch (a->param->type) {
    case STAR_TYPE_REAL: a->value.bits = STAR_UNDEFINED_REAL; return STAR_OK;
    case STAR_TYPE_STRING:
        a->value.string = star_string_new(be, STAR_UNSIZED);
        break;
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: a->value.line = star_line_new(be, STAR_UNSIZED); break;
    case STAR_TYPE_TABLE:
        a->value.table = star_table_new(be, STAR_UNSIZED);
        break;
    case STAR_TYPE_ARRAY: return new_array(a, be);
    case STAR_TYPE_ROUTINE:
        return star_raise(be->mem->error, STAR_INPUT,
                          "%s cannot come from the command line: it is a "
                          "procedure or function",
                          a->param->name);
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

static bool number(const StarParam *p, const char *text, size_t length,
                   StarCell *out) {
    char copy[400], *end;
    if (length == 0 || length >= sizeof copy ||
        strspn(text, "+-.0123456789eE") < length)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    errno = 0;
    if (p->of == STAR_TYPE_INTEGER) {
        out->i = strtoll(copy, &end, 10);
        return *end == '\0' && errno == 0;
    }
    out->r = strtod(copy, &end);
    return *end == '\0' && isfinite(out->r);
}

/* a or 'a' */
static bool character(const char *text, size_t length, StarCell *out) {
    bool quoted = length == 3 && text[0] == '\'' && text[2] == '\'';
    out->i = (unsigned char)text[quoted];
    return quoted || length == 1;
}

static bool enumeration(const StarParam *p, const char *text, size_t length,
                        StarCell *out) {
    for (out->i = p->low; out->i <= p->high; out->i++)
        if (equals(text, length, p->names[out->i]))
            return true;
    return false;
}

/* A scalar, or an element of an array. */
static bool scalar(const StarParam *p, const char *text, size_t length,
                   StarCell *out) {
    switch (p->of) {
    case STAR_TYPE_REAL: return number(p, text, length, out);
    case STAR_TYPE_ENUM: return enumeration(p, text, length, out);
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
        if (!number(p, text, length, out))
            return false;
    }
    return out->i >= p->low && out->i <= p->high;
}

static StarStatus no_value(const StarParam *p, const char *text, size_t length,
                           StarBackend *be) {
    return star_raise(be->mem->error, STAR_INPUT, "'%.*s' is no value for %s%s",
                      (int)(length < 60 ? length : 60), text,
                      p->type == STAR_TYPE_ARRAY ? "an element of " : "",
                      p->name);
}

/* Objects. */

/* An array that gets its elements, one after the other. */
typedef struct Elements {
    Argument *argument;
    StarBackend *be;
    int64_t count;
} Elements;

static StarStatus take_element(void *context, const char *text, size_t length) {
    Elements *e = context;
    const StarParam *p = e->argument->param;
    StarCell value;
    if (!scalar(p, text, length, &value))
        return no_value(p, text, length, e->be);
    if (e->count < p->dim.count)
        star_array_put(e->argument->value.array, e->count, value);
    e->count++;
    return STAR_OK;
}

/* They are as many as the array's; `where` stands before the message. */
static StarStatus check_count(const Elements *e, StarStatus status,
                              const char *where, const char *colon) {
    const StarParam *p = e->argument->param;
    if (e->count == p->dim.count)
        return STAR_OK;
    return star_raise(e->be->mem->error, status,
                      "%s%s%s has %lld elements, not %lld", where, colon,
                      p->name, (long long)p->dim.count, (long long)e->count);
}

/* Values with a comma or blanks between them. */
static StarStatus elements(Argument *a, const char *text, StarBackend *be) {
    static const char blanks[] = " \t\r\n";
    Elements e = {a, be, 0};
    text += strspn(text, blanks);
    while (*text != '\0') {
        size_t length = strcspn(text, ", \t\r\n");
        STAR_TRY(take_element(&e, text, length));
        text += length;
        text += strspn(text, blanks);
        if (*text == ',')
            text += 1 + strspn(text + 1, blanks);
    }
    return check_count(&e, STAR_INPUT, "", "");
}

static StarStatus load_array(Argument *a, const char *path, StarBackend *be) {
    Elements e = {a, be, 0};
    int64_t rows, cols;
    STAR_TRY(
        star_fields_read(be->mem, path, take_element, &e, &rows, &cols));
    return check_count(&e, STAR_FORMAT, path, ": ");
}

static StarStatus bits(Argument *a, const char *text, StarBackend *be) {
    StarLine *line = a->value.line;
    size_t length = strlen(text);
    if (strspn(text, "01") != length)
        return no_value(a->param, text, length, be);
    STAR_TRY(star_line_size(be, line, (int64_t)length));
    for (int64_t w = 0; w < star_words(line->length); w++)
        line->word[w] = 0;
    for (size_t i = 0; i < length; i++)
        line->word[i / 64] |= (uint64_t)(text[i] == '1') << i % 64;
    return STAR_OK;
}

/* A slice or word is the only row or column of a file's table. */
static StarStatus only_line(StarLine *line, StarTable *table, const char *path,
                            StarBackend *be) {
    StarCell arg[] = {{.line = line}, {.i = 1}, {.table = table}};
    if (table->rows == 0)
        return star_line_size(be, line, 0);
    if (table->rows != 1 && table->cols != 1)
        return star_raise(be->mem->error, STAR_FORMAT,
                          "%s has %lld rows and %lld columns: a slice or "
                          "word is one of them",
                          path, (long long)table->rows, (long long)table->cols);
    return star_prim_run(be, table->rows == 1 ? STAR_PRIM_ROW : STAR_PRIM_COL,
                         arg, NULL);
}

static StarStatus load_line(Argument *a, const char *path, StarBackend *be) {
    StarTable *table = star_table_new(be, STAR_ELASTIC);
    if (table == NULL)
        return STAR_MEMORY;
    StarStatus status = star_table_load(be, table, path, STAR_FORMAT_AUTO,
                                        STAR_LAYOUT_ADJACENCY, 0);
    if (status == STAR_OK)
        status = only_line(a->value.line, table, path, be);
    star_object_free(be, &table->head);
    return status;
}

static StarStatus load_table(Argument *a, const char *text, StarBackend *be) {
    const TableFile file = table_file(text);
    if (file.sized && (file.bits < 1 || file.bits > STAR_WEIGHT_BITS))
        return star_raise(be->mem->error, STAR_INPUT,
                          "%s: weights have 1 to %d bits, not %lld",
                          a->param->name, STAR_WEIGHT_BITS,
                          (long long)file.bits);
    return star_table_load(be, a->value.table, file.path, STAR_FORMAT_AUTO,
                           file.layout, file.bits);
}

StarStatus args_set(Argument *a, const char *text, StarBackend *be) {
    const char *path = text[0] == '@' ? text + 1 : NULL;
    STAR_TRY(args_clear(a, be));
    switch (a->param->type) {
    case STAR_TYPE_STRING:
        return star_string_set(be, a->value.string, text,
                               (int64_t)strlen(text));
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
        return path ? load_line(a, path, be) : bits(a, text, be);
    case STAR_TYPE_TABLE:
        if (path != NULL)
            return load_table(a, path, be);
        return star_raise(be->mem->error, STAR_INPUT,
                          "'%.60s' is no value for %s: tables come from "
                          "files, %s=@FILE",
                          text, a->param->name, a->param->name);
    case STAR_TYPE_ARRAY:
        return path ? load_array(a, path, be) : elements(a, text, be);
    default:
        return scalar(a->param, text, strlen(text), &a->value)
                   ? STAR_OK
                   : no_value(a->param, text, strlen(text), be);
    }
}
