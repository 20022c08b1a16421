/* SPDX-License-Identifier: MIT */
/* What the texts declare: those that are open, and the files beside them. */
/* For strcasestr. */
#define _GNU_SOURCE
#include <string.h>

#include "lsp/lsp_parts.h"

typedef struct Wanted {
    const char *part; /* of a name, in letters of any size */
    json_t *found;
} Wanted;

static void find(const Wanted *w, const Document *d, const Symbols *symbols,
                 const Symbol *within) {
    for (const Symbol *s = symbols_first(symbols, within); s != NULL;
         s = symbols_next(s)) {
        const SymbolKind kind = symbols_kind(s);
        if (strcasestr(symbols_name(s), w->part) != NULL)
            json_append(w->found,
                        json_pack("{sosiss*s{ssso}}", "name",
                                  lsp_text(symbols_name(s)), "kind",
                                  lsp_symbol_kind(s), "containerName",
                                  within != NULL ? symbols_name(within) : NULL,
                                  "location", "uri", d->uri, "range",
                                  lines_range(&d->lines, symbols_span(s))));
        if (kind == SYMBOL_PROCEDURE || kind == SYMBOL_FUNCTION)
            find(w, d, symbols, s);
    }
}

static bool find_in(void *context, Document *d) {
    const Wanted *w = context;
    const Symbols *s =
        strcasestr(d->text, w->part) != NULL ? document_symbols(d) : NULL;
    if (s != NULL)
        find(w, d, s, NULL);
    return true;
}

/* True if no text before this one is open in its folder. */
static bool is_first(const Documents *all, const Document *d) {
    const size_t folder = files_folder(d->path);
    const Document *other = all->first;
    while (files_folder(other->path) != folder ||
           memcmp(other->path, d->path, folder) != 0)
        other = other->next;
    return other == d;
}

json_t *lsp_workspace(Documents *all, const json_t *params) {
    const char *part = json_string_value(json_get(params, "query"));
    Wanted w = {part != NULL ? part : "", json_array()};
    for (Document *d = all->first; d != NULL; d = d->next)
        find_in(&w, d);
    for (Document *d = all->first; d != NULL; d = d->next)
        if (is_first(all, d))
            lsp_each_file(all, d->path, find_in, &w);
    return w.found;
}
