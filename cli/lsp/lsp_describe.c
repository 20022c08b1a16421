/* SPDX-License-Identifier: MIT */
/* What a name means, and the call that a place is in. */
#include <stdio.h>
#include <string.h>

#include "lsp/lsp_parts.h"
#include "tools/tokens.h"

json_t *lsp_text(const char *text) {
    return wire_text(text, strlen(text));
}

/* ---- Markdown ---- */

typedef struct Text {
    char bytes[8000];
    size_t length;
} Text;

static void put(Text *t, const char *text, size_t length) {
    if (length > sizeof t->bytes - t->length)
        length = sizeof t->bytes - t->length;
    memcpy(t->bytes + t->length, text, length);
    t->length += length;
}

static void put_all(Text *t, const char *text) {
    put(t, text, strlen(text));
}

/* What Markdown would take for its signs is marked; a line stays a line. */
static void put_plain(Text *t, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++) {
        if (strchr("\\`*_<>[]#", text[k]) != NULL && text[k] != '\0')
            put(t, "\\", 1);
        put(t, text + k, 1);
    }
}

static void put_code(Text *t, const char *code) {
    put_all(t, "```star\n");
    put_all(t, code);
    put_all(t, "\n```\n");
}

static json_t *markdown(const Text *t) {
    return json_pack("{ssso}", "kind", "markdown", "value",
                     wire_text(t->bytes, t->length));
}

/* The heading, then what there is of size, comment, operations and unit. */
static void put_info(Text *t, const SymbolInfo *info) {
    put_code(t, info->heading);
    if (*info->size != '\0') {
        put_all(t, info->size);
        put_all(t, "\n\n");
    }
    if (info->comment != NULL) {
        put_plain(t, info->comment, (size_t)info->length);
        put_all(t, "\n\n");
    }
    if (*info->formula != '\0') {
        put_all(t, "Operations: `");
        put_all(t, info->formula);
        put_all(t, "`\n\n");
    }
    if (info->unit != NULL) {
        put_all(t, "of `");
        put_all(t, info->unit);
        put_all(t, "`\n");
    }
}

json_t *lsp_markdown(const Symbols *s, const Symbol *symbol) {
    SymbolInfo info;
    Text t = {.length = 0};
    symbols_describe(s, symbol, &info);
    put_info(&t, &info);
    return markdown(&t);
}

/* ---- Hover ---- */

typedef struct Word {
    uint32_t at;
    TokenSpan token;
} Word;

static void find_word(void *word, const TokenSpan *t) {
    Word *w = word;
    if (t->kind == TOKEN_WORD && t->start <= w->at && w->at <= t->end)
        w->token = *t;
}

/* A word of the language. */
static json_t *hover_word(const Request *q) {
    Word w = {.at = q->at};
    char name[40];
    unsigned at = 0;
    Docs docs;
    Text t = {.length = 0};
    const Document *d = q->document;
    tokens_scan(&q->document->mem, d->text, d->lines.length, find_word, &w);
    snprintf(name, sizeof name, "%.*s", (int)(w.token.end - w.token.start),
             d->text + w.token.start);
    if (w.token.end == 0 || !docs_next(name, &at, &docs))
        return NULL;
    put_code(&t, docs.name);
    put_plain(&t, docs.text, (size_t)docs.length);
    return json_pack(
        "{soso}", "contents", markdown(&t), "range",
        lines_range(&d->lines, (StarSpan){0, w.token.start, w.token.end}));
}

static json_t *hover_unit(const Request *q, const SymbolUse *use) {
    Text t = {.length = 0};
    put_all(&t, "of `");
    put_all(&t, symbols_program(q->symbols)->sources.file[use->unit].path);
    put_all(&t, "`\n");
    return json_pack("{soso}", "contents", markdown(&t), "range",
                     lines_range(&q->document->lines, use->span));
}

json_t *lsp_hover(Request *q) {
    const SymbolUse *use = symbols_at(q->symbols, q->at);
    if (use != NULL && use->unit > 0)
        return hover_unit(q, use);
    if (use == NULL || use->symbol == NULL)
        return hover_word(q);
    return json_pack("{soso}", "contents",
                     lsp_markdown(q->symbols, use->symbol), "range",
                     lines_range(&q->document->lines, use->span));
}

/* ---- Signature help ---- */

static json_t *parameters(const char *heading) {
    json_t *all = json_array();
    int start, end;
    for (int k = 0; symbols_parameter(heading, k, &start, &end); k++)
        json_append(all, json_pack("{s[ii]}", "label", start, end));
    return all;
}

json_t *lsp_signature(Request *q) {
    int argument;
    SymbolInfo info;
    const Symbol *call = symbols_call(q->symbols, q->at, &argument);
    if (call == NULL)
        return NULL;
    symbols_describe(q->symbols, call, &info);
    json_t *signature =
        json_pack("{sososo}", "label", lsp_text(info.heading), "parameters",
                  parameters(info.heading), "documentation",
                  lsp_markdown(q->symbols, call));
    return json_pack("{s[o]sisi}", "signatures", signature, "activeSignature",
                     0, "activeParameter", argument);
}
