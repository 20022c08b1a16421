/* SPDX-License-Identifier: MIT */
/* What lsp*.c share: each function here is the result of a request about a
 * document, new, or NULL for none. */
#ifndef STAR_CLI_LSP_PARTS_H
#define STAR_CLI_LSP_PARTS_H

#include "lsp/document.h"
#include "wire/wire.h"

typedef struct Request {
    Document *document;
    const Symbols *symbols;
    const json_t *params;
    uint32_t at;       /* the position that the params have */
    const char *wrong; /* set: why the request is refused */
} Request;

/* lsp_report.c: publishDiagnostics; quick fixes. */
json_t *lsp_diagnostics(Document *document);
json_t *lsp_fixes(Request *request);

/* lsp_describe.c: about the name at a place, or the call around it. */
json_t *lsp_hover(Request *request);
json_t *lsp_signature(Request *request);

/* A text of Markdown on a symbol. */
json_t *lsp_markdown(const Symbols *symbols, const Symbol *symbol);
json_t *lsp_text(const char *text);

/* lsp_complete.c */
json_t *lsp_complete(Request *request);

/* lsp_names.c: where a name is declared and used. */
json_t *lsp_definition(Request *request);
json_t *lsp_highlight(Request *request);
json_t *lsp_references(Request *request);
json_t *lsp_may_rename(Request *request);
json_t *lsp_rename(Request *request);

/* Visits the files of the folder of a path that are not open; false, which a
 * visit gives too, ends that. */
typedef bool LspVisit(void *context, Document *document);
bool lsp_each_file(Documents *all, const char *path, LspVisit *visit,
                   void *context);

/* lsp_workspace.c: workspace/symbol, which is about no document. */
json_t *lsp_workspace(Documents *all, const json_t *params);

/* lsp_shape.c: what can be folded, and what is around some places. */
json_t *lsp_folds(Request *request);
json_t *lsp_selections(Request *request);

/* lsp_view.c: what is shown beside the text. */
json_t *lsp_outline(Request *request);
json_t *lsp_hints(Request *request);
json_t *lsp_tokens(Request *request);
json_t *lsp_lenses(Request *request);

/* lsp_format.c: the edit that lays the text out as star fmt does. */
json_t *lsp_format(Request *request);

/* The protocol's kind of a symbol. */
int lsp_symbol_kind(const Symbol *symbol);

/* The kinds of semantic tokens, and what may be said of them, in their order;
 * NULL at the end. */
extern const char *const lsp_token_kinds[], *const lsp_token_marks[];

#endif
