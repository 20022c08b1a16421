/* SPDX-License-Identifier: MIT */
/* What could be written at a place. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lsp/lsp_parts.h"
#include "tools/tokens.h"

/* Kinds of the protocol. */
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_VARIABLE = 6,
    ITEM_TYPE = 7,
    ITEM_UNIT = 9,
    ITEM_WORD = 14,
    ITEM_LABEL = 18,
    ITEM_MEMBER = 20,
    ITEM_CONSTANT = 21
};

static int item_kind(const Symbol *symbol) {
    switch (symbols_kind(symbol)) {
    case SYMBOL_CONSTANT: return ITEM_CONSTANT;
    case SYMBOL_MEMBER: return ITEM_MEMBER;
    case SYMBOL_TYPE: return ITEM_TYPE;
    case SYMBOL_VARIABLE:
    case SYMBOL_PARAMETER: return ITEM_VARIABLE;
    case SYMBOL_FIELD: return ITEM_FIELD;
    case SYMBOL_LABEL: return ITEM_LABEL;
    default: return ITEM_FUNCTION;
    }
}

/* The part of a name before the place, and what it stands in. */
typedef struct Place {
    const char *text;
    uint32_t start, at;
    bool quiet; /* within a comment or a literal */
    bool uses;  /* behind uses, where names of units stand */
} Place;

static void see_token(void *place, const TokenSpan *t) {
    Place *p = place;
    if (t->start >= p->at)
        return;
    const uint32_t length = t->end - t->start;
    if (t->kind == TOKEN_COMMENT || t->kind == TOKEN_TEXT)
        p->quiet |=
            t->end > p->at || (t->end == p->at && t->kind == TOKEN_COMMENT &&
                               strncmp(p->text + t->start, "//", 2) == 0);
    else if (t->end <= p->start)
        p->uses = length == 4 && t->kind == TOKEN_WORD
                      ? strncasecmp(p->text + t->start, "uses", 4) == 0
                      : p->uses && p->text[t->start] != ';';
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static Place place_of(const Request *q) {
    const Document *d = q->document;
    Place p = {.text = d->text, .at = q->at, .start = q->at};
    while (p.start > 0 && in_name(d->text[p.start - 1]))
        p.start--;
    tokens_scan(&q->document->mem, d->text, d->lines.length, see_token, &p);
    return p;
}

/* True behind the '.' of a field, which is none of a range or a number. */
static bool behind_point(const Place *p) {
    return p->start > 1 && p->text[p->start - 1] == '.' &&
           p->text[p->start - 2] != '.' &&
           !isdigit((unsigned char)p->text[p->start - 2]);
}

/* ---- Items ---- */

typedef struct Items {
    const Place *place;
    const Symbols *symbols;
    const Symbol *call; /* around the place, or NULL */
    int argument;
    json_t *all;
} Items;

static bool begins(const Items *items, const char *name) {
    const Place *p = items->place;
    return strncasecmp(name, p->text + p->start, p->at - p->start) == 0;
}

static void add(Items *items, const char *name, int kind, int order,
                const char *detail, json_t *documentation) {
    char rank[] = {(char)('0' + order), '\0'};
    json_t *item = json_pack("{sosiss}", "label", lsp_text(name), "kind", kind,
                             "sortText", rank);
    if (detail != NULL)
        json_set(item, "detail", lsp_text(detail));
    if (documentation != NULL)
        json_set(item, "documentation", documentation);
    json_append(items->all, item);
}

/* What fits as an argument comes first, then what the text declares. */
static void add_symbol(void *context, const Symbol *symbol) {
    Items *items = context;
    SymbolInfo info;
    if (!begins(items, symbols_name(symbol)))
        return;
    const bool own =
        symbols_span(symbol).end > 0 && symbols_span(symbol).file == 0;
    const bool fits = items->call != NULL &&
                      symbols_fits(symbol, items->call, items->argument);
    symbols_describe(items->symbols, symbol, &info);
    add(items, symbols_name(symbol), item_kind(symbol),
        fits  ? 0
        : own ? 1
              : 2,
        info.heading, lsp_markdown(items->symbols, symbol));
}

static bool has(const Items *items, const char *name) {
    for (size_t k = 0; k < json_size(items->all); k++) {
        const json_t *item = json_at(items->all, k);
        const char *label = json_string_value(json_get(item, "label"));
        if (label != NULL && strcasecmp(label, name) == 0)
            return true;
    }
    return false;
}

/* The library's basic procedures are there once one of them is used. */
static void add_basic(Items *items) {
    const char *name;
    for (int k = 0; (name = docs_name(DOCS_PROCEDURE, k)) != NULL; k++) {
        unsigned at = 0;
        Docs docs;
        if (begins(items, name) && !has(items, name) &&
            docs_next(name, &at, &docs))
            add(items, name, ITEM_FUNCTION, 2, docs.heading,
                wire_text(docs.text, (size_t)docs.length));
    }
}

static void add_words(Items *items) {
    const char *word;
    for (int k = 0; (word = tokens_word(k)) != NULL; k++)
        if (begins(items, word) && !has(items, word))
            add(items, word, ITEM_WORD, 3, NULL, NULL);
}

static void add_units(Items *items) {
    const char *unit;
    for (int k = 0; (unit = docs_unit(k)) != NULL; k++)
        if (begins(items, unit))
            add(items, unit, ITEM_UNIT, 1, NULL, NULL);
}

/* Behind a '.' whose field is not written yet, the text may be taken for one
 * that ends there: one with a name in its place is asked. */
static void add_fields(Items *items, const Request *q) {
    Document *d = q->document;
    const Place *p = items->place;
    Symbols *trial = NULL;
    if (!symbols_in_record(q->symbols, q->at) && p->at == p->start) {
        char *text = document_with(d, p->at, p->at, "x", 1);
        trial =
            text != NULL ? document_try(d, text, d->lines.length + 1) : NULL;
        free(text);
        if (trial != NULL)
            items->symbols = trial;
    }
    if (symbols_in_record(items->symbols, q->at))
        symbols_visible(items->symbols, q->at, add_symbol, items);
    symbols_close(trial);
}

json_t *lsp_complete(Request *q) {
    const Place p = place_of(q);
    Items items = {.place = &p, .symbols = q->symbols, .all = json_array()};
    if (p.uses && !p.quiet) {
        add_units(&items);
    } else if (behind_point(&p) && !p.quiet) {
        add_fields(&items, q);
    } else if (!p.quiet) {
        items.call = symbols_call(q->symbols, q->at, &items.argument);
        symbols_visible(q->symbols, q->at, add_symbol, &items);
        add_basic(&items);
        add_words(&items);
    }
    return json_pack("{sbso}", "isIncomplete", 1, "items", items.all);
}
