/* SPDX-License-Identifier: MIT */
#include "tools/values/values_parts.h"

#include <errno.h>
#include <string.h>

#include "io/formats/matrix.h"
#include "io/writer.h"
#include "report/report_out.h"

/* Values. */

static bool undefined(const StarParam *p, StarCell value) {
    return p->of->kind == STAR_TYPE_REAL ? value.raw == STAR_UNDEFINED_REAL
                                         : value.i == STAR_UNDEFINED_INT;
}

static StarStatus no_value(const Argument *a, StarStatus status,
                           StarBackend *be) {
    StarError *error = be->mem->error;
    const char *name = a->param->name;
    return status == STAR_NOSIZE ? star_raise(error, MSG_NO_SIZE(name))
                                 : star_raise(error, MSG_NO_VALUE(name));
}

static StarStatus text(const char *value, StarConsole *c) {
    return star_write_text(c, value, (int64_t)strlen(value), STAR_NO_WIDTH);
}

/* A scalar, or an element of an array. */
static StarStatus scalar(const StarParam *p, StarCell value, StarConsole *c) {
    const char character = (char)value.i;
    switch (p->of->kind) {
    case STAR_TYPE_REAL:
        return star_write_real(c, value.r, STAR_NO_WIDTH, STAR_NO_WIDTH);
    case STAR_TYPE_BOOLEAN: return text(value.i ? "true" : "false", c);
    case STAR_TYPE_CHAR:
        return star_write_text(c, &character, 1, STAR_NO_WIDTH);
    case STAR_TYPE_ENUM: return text(p->of->names[value.i], c);
    default: return star_write_integer(c, value.i, STAR_NO_WIDTH);
    }
}

/* As it is given: commas between the elements, a line for each row. Nothing
 * stands for an element without a value, and a comma ends a row that ends with
 * one, so that it is seen. */
static StarStatus array(const StarParam *p, const StarArray *x,
                        StarConsole *c) {
    const int64_t cols = x->dim[x->dims - 1].count;
    for (int64_t k = 0; k < x->count; k++) {
        const StarCell value = star_array_get(x, k);
        const bool none = undefined(p, value), last = (k + 1) % cols == 0;
        if (!none)
            STAR_TRY(scalar(p, value, c));
        if (!last || none)
            STAR_TRY(text(",", c));
        if (last && k + 1 < x->count)
            STAR_TRY(star_write_newline(c));
    }
    return STAR_OK;
}

/* Fails if there is no value; what there is, is the host's from now on. */
StarStatus value_check(const Argument *a, StarBackend *be) {
    StarObject *object = a->value.object;
    bool defined = true;
    if (!value_is_object(a->param))
        defined = !undefined(a->param, a->value);
    else if (object->kind == STAR_ARRAY)
        defined = star_object_defined(object);
    else if (object->sizing == STAR_UNSIZED)
        return no_value(
            a, object->kind == STAR_STRING ? STAR_UNDEFINED : STAR_NOSIZE, be);
    if (!defined)
        return no_value(a, STAR_UNDEFINED, be);
    return value_is_object(a->param) ? star_object_sync(be, object, STAR_READ)
                                     : STAR_OK;
}

StarStatus value_write(const Argument *a, StarBackend *be, StarConsole *c) {
    const StarString *string = a->value.string;
    STAR_TRY(value_check(a, be));
    switch (a->param->type->kind) {
    case STAR_TYPE_TABLE:
        return star_write_table(c, be, a->value.table, STAR_NO_WIDTH);
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
        STAR_TRY(star_write_line(c, a->value.bits, STAR_NO_WIDTH));
        break;
    case STAR_TYPE_STRING:
        STAR_TRY(
            star_write_text(c, string->text, string->length, STAR_NO_WIDTH));
        break;
    case STAR_TYPE_ARRAY: STAR_TRY(array(a->param, a->value.array, c)); break;
    default: STAR_TRY(scalar(a->param, a->value, c));
    }
    return star_write_newline(c);
}

/* Files. */

/* The writer has no way to write the character 0. */
static bool to_writer(void *writer, const char *piece, size_t length) {
    char copy[STAR_CONSOLE_BUFFER + 1];
    StarWriter *w = writer;
    memcpy(copy, piece, length);
    copy[length] = '\0';
    if (strlen(copy) != length)
        w->fault = EILSEQ;
    star_writer_text(w, copy);
    return true;
}

/* Writes to nowhere first, for a file is not begun without a value. */
static StarStatus save_text(const Argument *a, StarBackend *be,
                            const char *path) {
    StarWriter w;
    StarConsole nowhere = {.error = be->mem->error};
    StarConsole c = {
        .error = be->mem->error, .write = to_writer, .context = &w};
    STAR_TRY(value_write(a, be, &nowhere));
    STAR_TRY(star_writer_open(&w, be->mem, path));
    value_write(a, be, &c);
    star_console_flush(&c);
    return star_writer_close(&w);
}

static bool is_csv(StarBackend *be, const char *path) {
    StarFormat format;
    return star_format_find(be->mem->error, path, &format) == STAR_OK &&
           format == STAR_FORMAT_CSV;
}

static bool is_bits(const Argument *a) {
    const StarTypeKind kind = a->param->type->kind;
    return kind == STAR_TYPE_TABLE || kind == STAR_TYPE_SLICE ||
           kind == STAR_TYPE_WORD;
}

StarStatus value_ending(const Argument *a, StarBackend *be, const char *path) {
    StarFormat format;
    STAR_TRY(star_format_find(be->mem->error, path, &format));
    if (is_bits(a) || format == STAR_FORMAT_TEXT || format == STAR_FORMAT_CSV)
        return STAR_OK;
    return star_raise(be->mem->error, MSG_NOT_A_TABLE(path, a->param->name));
}

static StarStatus save_vertices(const Argument *a, const Argument *all,
                                unsigned count, StarBackend *be,
                                const char *path) {
    StarWriter w;
    StarConsole c = {
        .error = be->mem->error, .write = to_writer, .context = &w};
    const ValuePage page = {.mode = VALUE_CSV};
    STAR_TRY(star_writer_open(&w, be->mem, path));
    StarStatus status = value_show(a, all, count, be, &page, &c);
    if (status == STAR_OK)
        status = star_console_flush(&c);
    return star_writer_end(&w, status);
}

StarStatus value_save(const Argument *a, const Argument *all, unsigned count,
                      StarBackend *be, const char *path) {
    STAR_TRY(value_check(a, be));
    if (is_csv(be, path) && value_has_vertices(a, all, count))
        return save_vertices(a, all, count, be, path);
    switch (a->param->type->kind) {
    case STAR_TYPE_TABLE:
        return star_table_save(be, a->value.table, path, STAR_FORMAT_AUTO);
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD: return star_bits_save(be, a->value.bits, path);
    default: return save_text(a, be, path);
    }
}

/* Headings. */

static void show_scalar(const Out *to, const StarParam *p) {
    static const char *const names[] = {
        [STAR_TYPE_INTEGER] = "integer", [STAR_TYPE_REAL] = "real",
        [STAR_TYPE_BOOLEAN] = "boolean", [STAR_TYPE_CHAR] = "char",
        [STAR_TYPE_STRING] = "string",   [STAR_TYPE_SLICE] = "slice",
        [STAR_TYPE_WORD] = "word",       [STAR_TYPE_TABLE] = "table",
        [STAR_TYPE_ARRAY] = "array",     [STAR_TYPE_ROUTINE] = "procedure",
        [STAR_TYPE_RECORD] = "record",   [STAR_TYPE_SET] = "set",
        [STAR_TYPE_POINTER] = "pointer", [STAR_TYPE_FILE] = "file"};
    const StarType *t = p->of;
    if (t->kind == STAR_TYPE_ENUM)
        for (int64_t k = t->low; k <= t->high; k++)
            report_put(to, "%s%s", k == t->low ? "(" : ", ", t->names[k]);
    if (p->number)
        report_put(to, "number");
    else if (t->kind == STAR_TYPE_INTEGER &&
             (t->low != -INT64_MAX || t->high != INT64_MAX))
        report_put(to, "%lld..%lld", (long long)t->low, (long long)t->high);
    else
        report_put(to, "%s", t->kind == STAR_TYPE_ENUM ? ")" : names[t->kind]);
}

/* An open index range is of the argument. */
static void show_dims(const Out *to, const StarParam *p) {
    for (int k = 0; k < p->dims; k++) {
        report_put(to, k == 0 ? "array[" : ", ");
        if (k < p->open)
            report_put(to, "..");
        else
            report_put(to, "%lld..%lld", (long long)p->dim[k].low,
                       (long long)(p->dim[k].low + p->dim[k].count - 1));
    }
    report_put(to, "] of ");
}

void value_heading(const StarProc *proc, StarSink *sink, void *context) {
    const Out to = {sink, context};
    report_put(&to, "%s %s", proc->function ? "function" : "proc", proc->name);
    for (unsigned k = 0; k < proc->params; k++) {
        const StarParam *p = &proc->param[k];
        report_put(&to, "%s%s%s: ", k == 0 ? "(" : "; ", p->var ? "var " : "",
                   p->name);
        if (p->dims > 0)
            show_dims(&to, p);
        show_scalar(&to, p);
    }
    report_put(&to, "%s", proc->params > 0 ? ")" : "");
    if (proc->function) {
        const StarType *t = proc->cell[proc->level >= 2].type;
        report_put(&to, ": ");
        show_scalar(&to, &(StarParam){.type = t, .of = t});
    }
    report_put(&to, "\n");
}
