/* SPDX-License-Identifier: MIT */
/* Where names are declared and used, in a text and in the files beside it; a
 * new name for them. */
/* For strcasestr. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_parts.h"

/* ---- In the text ---- */

static const Symbol *symbol_at(const Request *q) {
    const SymbolUse *use = symbols_at(q->symbols, q->at);
    return use != NULL ? use->symbol : NULL;
}

json_t *lsp_definition(Request *q) {
    const SymbolUse *use = symbols_at(q->symbols, q->at);
    if (use == NULL)
        return NULL;
    if (use->unit > 0)
        return document_location(q->document, (StarSpan){use->unit, 0, 0});
    if (use->symbol == NULL || symbols_span(use->symbol).end == 0)
        return NULL;
    return document_location(q->document, symbols_span(use->symbol));
}

json_t *lsp_highlight(Request *q) {
    uint32_t count;
    const SymbolUse *use = symbols_uses(q->symbols, &count);
    const Symbol *symbol = symbol_at(q);
    json_t *all = json_array();
    for (uint32_t k = 0; symbol != NULL && k < count; k++)
        if (use[k].symbol != NULL &&
            symbols_same(q->symbols, use[k].symbol, q->symbols, symbol))
            json_append(
                all, json_pack("{so}", "range",
                               lines_range(&q->document->lines, use[k].span)));
    return all;
}

/* ---- In all texts ---- */

static bool is_source(const char *name) {
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".star") == 0;
}

bool lsp_each_file(Documents *all, const char *path, LspVisit *visit,
                   void *context) {
    const size_t folder = files_folder(path);
    char *name = malloc(folder + 256 + 1);
    if (name == NULL)
        return false;
    memcpy(name, path, folder);
    strcpy(name + folder, ".");
    DIR *files = *path == '/' ? opendir(name) : NULL;
    bool goes_on = true;
    for (const struct dirent *e;
         goes_on && files != NULL && (e = readdir(files)) != NULL;) {
        strcpy(name + folder, e->d_name);
        if (!is_source(name) || document_at(all, name) != NULL)
            continue;
        Document *d = document_read(all, name);
        goes_on = d == NULL || visit(context, d);
        if (d != NULL)
            document_free(d);
    }
    if (files != NULL)
        closedir(files);
    free(name);
    return goes_on;
}

/* Visits the texts that may use a symbol: those that are open, and if it is a
 * unit's those of its folder. */
static void each_text(Request *q, const Symbol *symbol, LspVisit *visit,
                      void *context) {
    Documents *all = q->document->all;
    const StarProgram *p = symbols_program(q->symbols);
    const StarSpan span = symbols_span(symbol);
    const StarSource *source = &p->sources.file[span.file];
    for (Document *d = all->first; d != NULL; d = d->next)
        if (!visit(context, d))
            return;
    if (span.end > 0 && !source->library && (span.file > 0 || p->name == NULL))
        lsp_each_file(all, source->path, visit, context);
}

typedef struct Search {
    const Symbols *of;
    const Symbol *symbol;
    bool declarations;
    json_t *found; /* locations */
} Search;

static bool find_uses(void *context, Document *d) {
    Search *search = context;
    uint32_t count;
    const Symbols *s = strcasestr(d->text, symbols_name(search->symbol)) != NULL
                           ? document_symbols(d)
                           : NULL;
    const SymbolUse *use = s != NULL ? symbols_uses(s, &count) : NULL;
    for (uint32_t k = 0; s != NULL && k < count; k++)
        if (use[k].symbol != NULL &&
            (search->declarations || !use[k].declares) &&
            symbols_same(s, use[k].symbol, search->of, search->symbol))
            json_append(search->found, document_location(d, use[k].span));
    return true;
}

json_t *lsp_references(Request *q) {
    const json_t *context = json_get(q->params, "context");
    Search search = {.of = q->symbols,
                     .symbol = symbol_at(q),
                     .declarations =
                         json_is_true(json_get(context, "includeDeclaration")),
                     .found = json_array()};
    if (search.symbol != NULL)
        each_text(q, search.symbol, find_uses, &search);
    return search.found;
}

/* ---- A new name ---- */

/* What is the user's own, of a text that has no mistakes, may be renamed. */
static const Symbol *renamed(Request *q) {
    const Symbol *symbol = symbol_at(q);
    const StarProgram *p = symbols_program(q->symbols);
    if (symbol == NULL)
        q->wrong = "there is no name here";
    else if (symbols_span(symbol).end == 0)
        q->wrong = "the name is predeclared";
    else if (p->sources.file[symbols_span(symbol).file].library)
        q->wrong = "the name is the library's";
    else if (p->errors > 0)
        q->wrong = "the text has mistakes";
    return q->wrong == NULL ? symbol : NULL;
}

json_t *lsp_may_rename(Request *q) {
    const Symbol *symbol = renamed(q);
    return symbol == NULL ? NULL
                          : lines_range(&q->document->lines,
                                        symbols_at(q->symbols, q->at)->span);
}

typedef struct Rename {
    const Symbols *of;
    const Symbol *symbol;
    const char *name;
    json_t *changes; /* edits by URI */
    const char *wrong;
} Rename;

static bool is_renamed(const Rename *r, const Symbols *s,
                       const SymbolUse *use) {
    return use->symbol != NULL &&
           symbols_same(s, use->symbol, r->of, r->symbol);
}

static bool uses_symbol(const Rename *r, const Symbols *s) {
    uint32_t count;
    const SymbolUse *use = symbols_uses(s, &count);
    uint32_t k = 0;
    while (k < count && !is_renamed(r, s, &use[k]))
        k++;
    return k < count;
}

/* Letters, digits and '_', as a name or a label has them. */
static bool is_name(const char *name) {
    const char *at = name;
    while (isalnum((unsigned char)*at) || *at == '_')
        at++;
    return at > name && *at == '\0';
}

/* The text with the new name. */
static char *with_name(const Rename *r, const Document *d, const Symbols *s,
                       size_t *length) {
    uint32_t count, at = 0;
    const SymbolUse *use = symbols_uses(s, &count);
    const size_t name = strlen(r->name);
    char *text = malloc(d->lines.length + count * name + 1), *to = text;
    for (uint32_t k = 0; text != NULL && k < count; k++) {
        if (!is_renamed(r, s, &use[k]))
            continue;
        memcpy(to, d->text + at, use[k].span.start - at);
        to += use[k].span.start - at;
        memcpy(to, r->name, name);
        to += name;
        at = use[k].span.end;
    }
    if (text == NULL)
        return NULL;
    memcpy(to, d->text + at, d->lines.length - at);
    to += d->lines.length - at;
    *to = '\0';
    *length = (size_t)(to - text);
    return text;
}

/* Which of the text's names declares what a name means; -1: none of them. */
static int64_t declared(const Symbols *s, const SymbolUse *use) {
    uint32_t count;
    const SymbolUse *first = symbols_uses(s, &count);
    if (use->symbol == NULL || symbols_span(use->symbol).end == 0 ||
        symbols_span(use->symbol).file > 0)
        return -1;
    const SymbolUse *at = symbols_at(s, symbols_span(use->symbol).start);
    return at != NULL ? at - first : -1;
}

/* True if all names of a text mean the same with the new one in it. */
static bool means_the_same(const Symbols *s, const Symbols *changed) {
    uint32_t before, after;
    const SymbolUse *a = symbols_uses(s, &before);
    const SymbolUse *b = symbols_uses(changed, &after);
    bool same = before == after && symbols_program(changed)->errors == 0;
    for (uint32_t k = 0; same && k < before; k++)
        same = declared(s, &a[k]) == declared(changed, &b[k]);
    return same;
}

/* True if some name of a text is spelled like the new one. */
static bool has_name(const Rename *r, const Symbols *s) {
    uint32_t count;
    const SymbolUse *use = symbols_uses(s, &count);
    for (uint32_t k = 0; k < count; k++)
        if (use[k].symbol != NULL &&
            strcasecmp(symbols_name(use[k].symbol), r->name) == 0)
            return true;
    return false;
}

static void add_edits(Rename *r, const Document *d, const Symbols *s) {
    uint32_t count;
    const SymbolUse *use = symbols_uses(s, &count);
    json_t *edits = json_array();
    for (uint32_t k = 0; k < count; k++)
        if (is_renamed(r, s, &use[k]))
            json_append(edits, json_pack("{soss}", "range",
                                         lines_range(&d->lines, use[k].span),
                                         "newText", r->name));
    if (json_size(edits) > 0)
        json_set(r->changes, d->uri, edits);
    else
        json_decref(edits);
}

/* The text that declares the symbol is compiled with the new name; others
 * cannot be before that one is stored. */
static const char *objection(const Rename *r, Document *d, const Symbols *s) {
    const StarSource *source =
        &symbols_program(r->of)->sources.file[symbols_span(r->symbol).file];
    if (strcmp(source->path, d->path) != 0)
        return has_name(r, s) ? "another text has this name" : NULL;
    size_t length;
    char *text = with_name(r, d, s, &length);
    Symbols *changed = text != NULL ? document_try(d, text, length) : NULL;
    free(text);
    const char *wrong = changed == NULL ? "there is no memory"
                        : means_the_same(s, changed)
                            ? NULL
                            : "with this name the text would mean another "
                              "thing, or nothing";
    symbols_close(changed);
    return wrong;
}

static bool rename_in(void *context, Document *d) {
    Rename *r = context;
    if (strcasestr(d->text, symbols_name(r->symbol)) == NULL)
        return true;
    const Symbols *s = document_symbols(d);
    if (s == NULL || !uses_symbol(r, s))
        return true;
    r->wrong = objection(r, d, s);
    if (r->wrong == NULL)
        add_edits(r, d, s);
    return r->wrong == NULL;
}

json_t *lsp_rename(Request *q) {
    const json_t *name = json_get(q->params, "newName");
    Rename r = {.of = q->symbols,
                .symbol = renamed(q),
                .name = json_string_value(name),
                .changes = json_object()};
    if (q->wrong == NULL && (r.name == NULL || !is_name(r.name)))
        q->wrong = "this is no name";
    if (q->wrong == NULL) {
        each_text(q, r.symbol, rename_in, &r);
        q->wrong = r.wrong;
    }
    if (q->wrong == NULL)
        return json_pack("{so}", "changes", r.changes);
    json_decref(r.changes);
    return NULL;
}
