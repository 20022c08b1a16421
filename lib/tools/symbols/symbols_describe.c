/* SPDX-License-Identifier: MIT */
/* What a person is told of a symbol. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sema/sema.h"
#include "tools/symbols/symbols_parts.h"

static const char *text_of(const Symbols *s, uint32_t file) {
    return s->program->sources.file[file].text;
}

/* Appends a piece of a source on one line, without comments' layout. */
static void put_source(const Symbols *s, StarSpan span, char *to, size_t room) {
    const char *text = text_of(s, span.file);
    size_t n = strlen(to);
    for (uint32_t k = span.start; k < span.end && n + 1 < room; k++)
        if ((unsigned char)text[k] > ' ')
            to[n++] = text[k];
        else if (n > 0 && to[n - 1] != ' ')
            to[n++] = ' ';
    while (n > 0 && (to[n - 1] == ' ' || to[n - 1] == ';'))
        n--;
    to[n] = '\0';
}

/* ---- Headings ---- */

static void put_type(const Symbols *s, const Decl *d, char *to, size_t room) {
    const size_t n = strlen(to);
    if (d->typex != NULL)
        put_source(s, d->typex->span, to, room);
    else if (d->type != NULL && d->type->name != NULL)
        snprintf(to + n, room - n, "%s", d->type->name);
}

static void constant(const Symbols *s, const Decl *d, char *to, size_t room) {
    const Expr *value = d->value;
    snprintf(to, room, "const %s", d->spelled);
    size_t n = strlen(to);
    if (symbols_kind(d) == SYMBOL_MEMBER) {
        snprintf(to + n, room - n, ": ");
        put_type(s, d, to, room);
        return;
    }
    snprintf(to + n, room - n, " = ");
    n = strlen(to);
    if (value != NULL && value->span.end > 0)
        put_source(s, value->span, to, room);
    if (value == NULL || !value->constant || value->type == NULL)
        return;
    const bool computed = value->kind != EXPR_INTEGER && d->span.end > 0;
    if (type_host(value->type)->kind == STAR_TYPE_INTEGER &&
        (computed || value->span.end == 0)) {
        n = strlen(to);
        snprintf(to + n, room - n, "%s%" PRId64, computed ? " = " : "",
                 value->integer);
    }
}

static void heading(const Symbols *s, const Decl *d, char *to, size_t room) {
    switch (d->kind) {
    case DECL_CONST: constant(s, d, to, room); return;
    case DECL_TYPE: snprintf(to, room, "type %s = ", d->spelled); break;
    case DECL_LABEL: snprintf(to, room, "label %s", d->spelled); return;
    case DECL_PROC:
        if (!d->param.formal)
            put_source(s,
                       (StarSpan){d->span.file, d->routine.text.start,
                                  d->routine.body},
                       to, room);
        else
            snprintf(to, room, "%s %s",
                     d->routine.function ? "function" : "proc", d->spelled);
        return;
    case DECL_FIELD: snprintf(to, room, "%s: ", d->spelled); break;
    case DECL_BOUND: snprintf(to, room, "bound %s", d->spelled); return;
    default:
        snprintf(to, room,
                 "%s%s: ", d->kind == DECL_PARAM && !d->var ? "" : "var ",
                 d->spelled);
    }
    put_type(s, d, to, room);
}

/* ---- Sizes ---- */

static void size(const Type *t, char *to, size_t room) {
    if (t == NULL || (!type_bits(t) && t->kind != STAR_TYPE_TABLE))
        return;
    const int64_t first = sema_size_of(t, 0);
    const int64_t second =
        t->kind == STAR_TYPE_TABLE ? sema_size_of(t, 1) : INT64_MAX;
    if (first == INT64_MAX)
        return;
    if (t->kind != STAR_TYPE_TABLE)
        snprintf(to, room, "%" PRId64 " component%s", first,
                 first == 1 ? "" : "s");
    else if (second != INT64_MAX)
        snprintf(to, room, "%" PRId64 " row%s, %" PRId64 " column%s", first,
                 first == 1 ? "" : "s", second, second == 1 ? "" : "s");
}

/* ---- Comments ---- */

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Sets the comment between two places, without the blanks around it. */
static void set_comment(SymbolInfo *info, const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    info->comment = from;
    info->length = (int)(to - from);
}

/* A comment that ends before `at`, at most one line above. */
static void comment_before(const char *text, uint32_t at, SymbolInfo *info) {
    const char *end = text + at;
    int lines = 0;
    while (end > text && (blank(end[-1]) || end[-1] == '\n'))
        lines += *--end == '\n';
    if (lines > 1 || end - text < 2)
        return;
    const char *begin = end - 1;
    if (*begin == '}') {
        while (begin > text && *begin != '{')
            begin--;
        if (*begin == '{')
            set_comment(info, begin + 1, end - 1);
    } else if (*begin == ')' && begin[-1] == '*') {
        for (begin -= 2; begin > text; begin--)
            if (begin[0] == '*' && begin[-1] == '(') {
                set_comment(info, begin + 1, end - 2);
                return;
            }
    }
}

/* A comment behind a declaration, on its line. */
static void comment_behind(const char *text, uint32_t at, SymbolInfo *info) {
    const char *from = text + at;
    while (blank(*from) || *from == ';' || *from == ',')
        from++;
    const size_t line = strcspn(from, "\n");
    const char *end = memchr(from, '}', line);
    if (*from == '{' && end != NULL)
        set_comment(info, from + 1, end);
    else if (strncmp(from, "//", 2) == 0)
        set_comment(info, from + 2, from + line);
}

/* A section of variables begins behind its word. */
static uint32_t line_start(const char *text, uint32_t at) {
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static void comment(const Symbols *s, const Decl *d, SymbolInfo *info) {
    const char *text = text_of(s, d->span.file);
    if (d->kind == DECL_PROC && !d->param.formal) {
        comment_before(text, d->routine.text.start, info);
        return;
    }
    comment_behind(text, symbols_whole(d).end, info);
    if (info->comment == NULL && d->kind != DECL_PARAM)
        comment_before(text, line_start(text, d->span.start), info);
}

/* ---- All ---- */

StarSpan symbols_whole(const Symbol *d) {
    StarSpan span = d->span;
    if (d->kind == DECL_PROC && !d->param.formal) {
        span = d->routine.text;
        if (d->routine.block != NULL && d->routine.block->end.end > span.end &&
            d->routine.block->end.file == span.file)
            span.end = d->routine.block->end.end;
    } else if (d->typex != NULL && d->typex->span.file == span.file &&
               d->typex->span.end > span.end) {
        span.end = d->typex->span.end;
    } else if (d->kind == DECL_CONST && d->value != NULL &&
               d->value->span.end > span.end) {
        span.end = d->value->span.end;
    }
    return span;
}

/* What is predeclared stands in tables. */
static void predeclared(const Decl *d, SymbolInfo *info) {
    unsigned at = 0;
    Docs docs;
    while (docs_next(d->name, &at, &docs))
        if (docs.unit == NULL) {
            snprintf(info->heading, sizeof info->heading, "%s",
                     *docs.heading != '\0' ? docs.heading : d->spelled);
            info->comment = docs.text;
            info->length = docs.length;
            return;
        }
}

void symbols_describe(const Symbols *s, const Symbol *d, SymbolInfo *info) {
    *info = (SymbolInfo){.heading = ""};
    if (d->span.end == 0) {
        predeclared(d, info);
        return;
    }
    heading(s, d, info->heading, sizeof info->heading);
    if (d->kind == DECL_VAR || d->kind == DECL_PARAM || d->kind == DECL_FIELD ||
        d->kind == DECL_TYPE)
        size(d->type, info->size, sizeof info->size);
    comment(s, d, info);
    if (d->span.file == 0)
        return;
    info->unit = s->program->sources.file[d->span.file].path;
    if (d->kind == DECL_PROC)
        docs_formula_in(d->spelled, text_of(s, d->span.file), info->formula);
}

/* Names stand behind '(', ';' and ',' where no other bracket is open; each goes
 * up to the next one. */
bool symbols_parameter(const char *heading, int n, int *start, int *end) {
    int depth = 0;
    *start = 0;
    for (int k = 0; heading[k] != '\0'; k++) {
        const char c = heading[k];
        const bool parts = depth == 1 && (c == ';' || c == ',');
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        const bool ends = depth == 0 && c == ')';
        if (*start > 0 && (parts || ends) && n-- == 0) {
            *end = k;
            return true;
        }
        if (ends)
            return false;
        if (parts || (depth == 1 && c == '(' && *start == 0))
            *start = k + 1 + (int)strspn(heading + k + 1, " ");
    }
    return false;
}
