/* SPDX-License-Identifier: MIT */
/* star.h: what names mean, for those who write calls and prompts. */
#include <inttypes.h>
#include <string.h>

#include "handle.h"
#include "report/report_out.h"

static const char *const kinds[] = {
    [STAR_TYPE_INTEGER] = "integer", [STAR_TYPE_REAL] = "real",
    [STAR_TYPE_BOOLEAN] = "boolean", [STAR_TYPE_CHAR] = "char",
    [STAR_TYPE_ENUM] = "enum",       [STAR_TYPE_STRING] = "string",
    [STAR_TYPE_SLICE] = "slice",     [STAR_TYPE_WORD] = "word",
    [STAR_TYPE_TABLE] = "table",     [STAR_TYPE_ARRAY] = "array",
    [STAR_TYPE_ROUTINE] = "routine", [STAR_TYPE_RECORD] = "record",
    [STAR_TYPE_SET] = "set",         [STAR_TYPE_POINTER] = "pointer",
    [STAR_TYPE_FILE] = "file"};

/* A name or a piece of source that is a string of JSON without more ado. */
static void put_type_text(void *context, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++)
        report_put(context, text[k] == '"' || text[k] == '\\' ? "\\%c" : "%c",
                   text[k]);
}

static void put_names(const Out *out, const StarType *t) {
    report_put(out, ",\"names\":[");
    for (int64_t k = 0; k <= t->last; k++) {
        report_put(out, k > 0 ? "," : "");
        report_string(out, t->names[k]);
    }
    report_put(out, "]");
}

/* The index ranges of an array: those of a value, or of a parameter, whose
 * first `open` ones are its argument's. */
static const StarType *put_bounds(const Out *out, const StarType *t,
                                  const StarArray *array, int open) {
    report_put(out, ",\"bounds\":[");
    for (int k = 0; t->kind == STAR_TYPE_ARRAY; t = t->element, k++) {
        report_put(out, k > 0 ? "," : "");
        if (array != NULL)
            report_put(out, "[%" PRId64 ",%" PRId64 "]", array->dim[k].low,
                       array->dim[k].low + array->dim[k].count - 1);
        else if (k < open)
            report_put(out, "null");
        else
            report_put(out, "[%" PRId64 ",%" PRId64 "]", t->index->low,
                       t->index->high);
    }
    report_put(out, "]");
    return t;
}

static void put_type(const Out *out, const StarType *t, const StarArray *array,
                     int open) {
    report_put(out, ",\"type\":\"");
    star_type_write(t, put_type_text, (void *)out);
    report_put(out, "\",\"kind\":\"%s\"", kinds[t->kind]);
    if (t->kind == STAR_TYPE_ARRAY) {
        t = put_bounds(out, t, array, open);
        report_put(out, ",\"element\":\"%s\",\"of\":\"", kinds[t->kind]);
        star_type_write(t, put_type_text, (void *)out);
        report_put(out, "\"");
    }
    if (t->kind == STAR_TYPE_ENUM)
        put_names(out, t);
}

static void put_parameters(const Out *out, const StarProc *p) {
    report_put(out, ",\"parameters\":[");
    for (unsigned k = 0; k < p->params; k++) {
        const StarParam *param = &p->param[k];
        report_put(out, k > 0 ? ",{\"name\":" : "{\"name\":");
        report_string(out, param->name);
        put_type(out, param->type, NULL, param->open);
        report_put(out, ",\"var\":%s,\"number\":%s}",
                   param->var ? "true" : "false",
                   param->number ? "true" : "false");
    }
    report_put(out, "]");
}

static void put_symbol(Star *s, const Out *out, const StarSymbol *symbol) {
    static const char *const means[] = {[STAR_SYMBOL_CONSTANT] = "constant",
                                        [STAR_SYMBOL_TYPE] = "type",
                                        [STAR_SYMBOL_VARIABLE] = "variable",
                                        [STAR_SYMBOL_PROCEDURE] = "procedure",
                                        [STAR_SYMBOL_PRIMITIVE] = "primitive",
                                        [STAR_SYMBOL_REQUIRED] = "required"};
    const StarProc *proc = symbol->proc;
    report_put(out, "{\"name\":");
    report_string(out, symbol->name);
    report_put(out, ",\"means\":\"%s\",\"entered\":%s,\"text\":",
               proc != NULL && proc->function ? "function"
                                              : means[symbol->kind],
               symbol->own ? "true" : "false");
    report_string(out, symbol->type);
    if (symbol->cell >= 0) {
        const StarType *t =
            star_session_program(s->session)->proc[0].cell[symbol->cell].type;
        put_type(out, t, star_session_cells(s->session)[symbol->cell].array, 0);
    }
    if (proc != NULL)
        put_parameters(out, proc);
    report_put(out, "}\n");
}

static void put_value(const Out *out, const Place *p) {
    report_put(out, "{\"name\":\"\",\"means\":\"value\"");
    put_type(out, p->type, p->cell->array, 0);
    report_put(out, "}\n");
}

static StarCode describe(Star *s, const char *name, const Out *out) {
    StarSymbol symbol;
    Place value;
    if (name != NULL && name[0] == '\0') {
        HANDLE_TRY(handle_find(s, name, false, &value));
        put_value(out, &value);
    } else if (name != NULL) {
        if (!star_session_find(s->session, name, &symbol))
            return handle_refuse(s, STAR_CODE_MISUSED, MSG_NOT_DECLARED(name));
        put_symbol(s, out, &symbol);
    } else {
        for (uint32_t at = 0; star_session_next(s->session, &at, &symbol);)
            put_symbol(s, out, &symbol);
    }
    return STAR_CODE_OK;
}

StarCode star_describe(Star *s, const char *name,
                       void (*write)(void *context, const char *text,
                                     size_t length),
                       void *context) {
    HANDLE_BEGIN(s, write != NULL);
    s->inside++;
    const StarCode code = describe(s, name, &(Out){write, context});
    s->inside--;
    return code;
}

bool star_unfinished(Star *s, const char *text, size_t length) {
    if (s == NULL || s->inside > 0 || text == NULL || s->session == NULL)
        return false;
    return star_session_open(s->session, text,
                             length > 0 ? length : strlen(text));
}
