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

typedef json_t *LspAnswer(Request *request);

/* lsp_report.c: publishDiagnostics; quick fixes. */
json_t *lsp_diagnostics(Document *document);
LspAnswer lsp_fixes;

/* lsp_describe.c: about the name at a place, or the call around it. */
LspAnswer lsp_hover, lsp_signature;

/* A text of Markdown on a symbol. */
json_t *lsp_markdown(const Symbols *symbols, const Symbol *symbol);
json_t *lsp_text(const char *text);

/* lsp_complete.c */
LspAnswer lsp_complete;

/* lsp_names.c: where a name is declared and used. */
LspAnswer lsp_definition, lsp_highlight, lsp_references, lsp_may_rename,
    lsp_rename;

/* Visits the files of the folder of a path that are not open; false, which a
 * visit gives too, ends that. */
typedef bool LspVisit(void *context, Document *document);
bool lsp_each_file(Documents *all, const char *path, LspVisit *visit,
                   void *context);

/* lsp_workspace.c: workspace/symbol, which is about no document. */
json_t *lsp_workspace(Documents *all, const json_t *params);

/* lsp_shape.c: what can be folded, and what is around some places. */
LspAnswer lsp_folds, lsp_selections;

/* lsp_view.c: what is shown beside the text. */
LspAnswer lsp_outline, lsp_hints, lsp_tokens, lsp_lenses;

/* lsp_format.c: the edit that lays the text out as star fmt does. */
LspAnswer lsp_format;

/* The protocol's kind of a symbol. */
int lsp_symbol_kind(const Symbol *symbol);

/* The kinds of semantic tokens, and what may be said of them, in their order;
 * NULL at the end. */
extern const char *const lsp_token_kinds[], *const lsp_token_marks[];

#endif
