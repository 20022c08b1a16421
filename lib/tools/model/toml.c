/* SPDX-License-Identifier: MIT */
#include "tools/model/toml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bytes from `from` to where reading stands. */
static StarSpan span(const Toml *t, const char *from) {
    const uint32_t start = (uint32_t)(from - t->text);
    const uint32_t end = (uint32_t)(t->at - t->text);
    return (StarSpan){0, start, end > start ? end : start + 1};
}

static StarStatus wrong(Toml *t, const char *from, StarError *error,
                        const char *expected) {
    t->wrong = span(t, from);
    return star_raise(error, MSG_MODEL_FORM(expected));
}

static void skip_blanks(Toml *t) {
    t->at += strspn(t->at, " \t");
}

/* The end of an item: a comment or nothing. */
static StarStatus end_line(Toml *t, StarError *error) {
    skip_blanks(t);
    if (*t->at == '#')
        t->at += strcspn(t->at, "\n");
    t->at += *t->at == '\r' && t->at[1] == '\n';
    if (*t->at != '\n' && t->at != t->end)
        return wrong(t, t->at, error, "the end of the line");
    t->at += *t->at == '\n';
    return STAR_OK;
}

static StarStatus string(Toml *t, StarError *error, const char **out) {
    const char *from = t->at++;
    char *to = arena_alloc(t->arena, strcspn(from, "\n") + 1, 1);
    *out = to;
    for (; *t->at != '"'; t->at++) {
        if ((unsigned char)*t->at < ' ' && *t->at != '\t')
            return wrong(t, from, error, "\" at the end of the string");
        if (*t->at == '\\') {
            const char *escape = strchr("\"\\nt", *++t->at);
            if (*t->at == '\0' || escape == NULL)
                return wrong(t, t->at - 1, error,
                             "one of \\\" \\\\ \\n \\t behind the \\");
            *to++ = *escape == 'n' ? '\n' : *escape == 't' ? '\t' : *escape;
        } else {
            *to++ = *t->at;
        }
    }
    t->at++;
    return STAR_OK;
}

static const char bare[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                           "abcdefghijklmnopqrstuvwxyz0123456789_-";

static StarStatus name(Toml *t, StarError *error, const char **out) {
    const size_t length = strspn(t->at, bare);
    if (*t->at == '"')
        return string(t, error, out);
    if (length == 0)
        return wrong(t, t->at, error, "a name");
    *out = arena_text(t->arena, t->at, length);
    t->at += length;
    return STAR_OK;
}

/* [table] or [table.name]. */
static StarStatus header(Toml *t, StarError *error, TomlItem *to) {
    const char *from = t->at++;
    to->name = "";
    STAR_TRY(name(t, error, &to->table));
    if (*t->at == '.') {
        t->at++;
        STAR_TRY(name(t, error, &to->name));
    }
    if (*t->at != ']')
        return wrong(t, t->at, error, "]");
    t->at++;
    to->span = span(t, from);
    return end_line(t, error);
}

static StarStatus number(Toml *t, StarError *error, double *out) {
    const char *from = t->at;
    char digits[64], *end;
    size_t n = 0;
    for (; strchr("+-.0123456789_eE", *t->at) && *t->at != '\0'; t->at++)
        if (*t->at != '_' && n < sizeof digits)
            digits[n++] = *t->at;
    if (n == sizeof digits)
        return wrong(t, from, error, "a number of at most 63 characters");
    digits[n] = '\0';
    *out = strtod(digits, &end);
    if (n == 0 || *end != '\0' || !isfinite(*out))
        return wrong(t, from, error, "a string in \" or a number");
    return STAR_OK;
}

static StarStatus item(Toml *t, StarError *error, TomlItem *i) {
    const char *from = t->at;
    STAR_TRY(name(t, error, &i->key));
    i->span = span(t, from);
    for (uint32_t k = 0; k < t->items; k++) {
        const TomlItem *x = &t->item[k];
        if (strcmp(x->key, i->key) == 0 && strcmp(x->table, i->table) == 0 &&
            strcmp(x->name, i->name) == 0) {
            t->wrong = i->span;
            return star_raise(error, MSG_MODEL_TWICE(i->key));
        }
    }
    skip_blanks(t);
    if (*t->at != '=')
        return wrong(t, t->at, error, "=");
    t->at++;
    skip_blanks(t);
    from = t->at;
    if (*t->at == '"')
        STAR_TRY(string(t, error, &i->text));
    else
        STAR_TRY(number(t, error, &i->number));
    i->value = span(t, from);
    t->item =
        arena_grow(t->arena, t->item, t->items, &t->room, sizeof *t->item);
    t->item[t->items++] = *i;
    return end_line(t, error);
}

StarStatus toml_read(Toml *t, StarError *error) {
    TomlItem at = {.table = "", .name = ""};
    t->at = t->text;
    while (t->at != t->end) {
        TomlItem one = {.table = at.table, .name = at.name};
        skip_blanks(t);
        if (*t->at == '[')
            STAR_TRY(header(t, error, &at));
        else if (strchr("#\r\n", *t->at) == NULL)
            STAR_TRY(item(t, error, &one));
        else
            STAR_TRY(end_line(t, error));
    }
    return STAR_OK;
}
