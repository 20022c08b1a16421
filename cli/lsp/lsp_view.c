/* SPDX-License-Identifier: MIT */
/* What an editor shows beside a text: its outline, what its names are, and how
 * its loops run. */
#include <stdio.h>
#include <string.h>

#include "lsp/lsp_parts.h"
#include "tools/tokens.h"

/* ---- The outline ---- */

int lsp_symbol_kind(const Symbol *symbol) {
    switch (symbols_kind(symbol)) {
    case SYMBOL_TYPE: return 23; /* struct */
    case SYMBOL_VARIABLE: return 13;
    case SYMBOL_CONSTANT: return 14;
    case SYMBOL_LABEL: return 20; /* key */
    default: return 12;           /* function */
    }
}

static json_t *outline(const Request *q, const Symbol *within) {
    const Lines *lines = &q->document->lines;
    json_t *all = json_array();
    for (const Symbol *d = symbols_first(q->symbols, within); d != NULL;
         d = symbols_next(d)) {
        SymbolInfo info;
        symbols_describe(q->symbols, d, &info);
        json_t *symbol = json_pack(
            "{sososisoso}", "name", lsp_text(symbols_name(d)), "detail",
            lsp_text(info.heading), "kind", lsp_symbol_kind(d), "range",
            lines_range(lines, symbols_whole(d)), "selectionRange",
            lines_range(lines, symbols_span(d)));
        if (lsp_symbol_kind(d) == 12)
            json_set(symbol, "children", outline(q, d));
        json_append(all, symbol);
    }
    return all;
}

json_t *lsp_outline(Request *q) {
    return outline(q, NULL);
}

/* ---- Hints in a line ---- */

/* The sizes of what a text declares, behind its name, and the operations of a
 * procedure of the library that is called, behind the line. */
static json_t *hint(const Lines *lines, const SymbolUse *use,
                    const SymbolInfo *info) {
    uint32_t at = use->span.end;
    if (use->declares && *info->size != '\0')
        return json_pack("{sosssb}", "position", lines_position(lines, at),
                         "label", info->size, "paddingLeft", 1);
    if (use->declares || *info->formula == '\0')
        return NULL;
    at += (uint32_t)strcspn(lines->text + at, "\r\n");
    return json_pack("{soss+sb}", "position", lines_position(lines, at),
                     "label", "operations: ", info->formula, "paddingLeft", 1);
}

json_t *lsp_hints(Request *q) {
    const Lines *lines = &q->document->lines;
    const json_t *range = json_get(q->params, "range");
    const uint32_t start = lines_offset(lines, json_get(range, "start"));
    const uint32_t end = lines_offset(lines, json_get(range, "end"));
    uint32_t count;
    const SymbolUse *use = symbols_uses(q->symbols, &count);
    json_t *all = json_array();
    for (uint32_t k = 0; k < count; k++) {
        SymbolInfo info;
        if (use[k].symbol == NULL || use[k].span.start < start ||
            use[k].span.end > end)
            continue;
        symbols_describe(q->symbols, use[k].symbol, &info);
        json_t *said = hint(lines, &use[k], &info);
        if (said != NULL)
            json_append(all, said);
    }
    return all;
}

/* ---- Semantic tokens ---- */

enum {
    KIND_WORD,
    KIND_TYPE,
    KIND_VARIABLE,
    KIND_PARAMETER,
    KIND_FIELD,
    KIND_PROCEDURE,
    KIND_MEMBER,
    KIND_UNIT
};

const char *const lsp_token_kinds[] = {"keyword",    "type",      "variable",
                                       "parameter",  "property",  "function",
                                       "enumMember", "namespace", NULL};

enum { MARK_DECLARES = 1, MARK_CONSTANT = 2, MARK_LIBRARY = 4 };

const char *const lsp_token_marks[] = {"declaration", "readonly",
                                       "defaultLibrary", NULL};

typedef struct Shown {
    const Lines *lines;
    const Symbols *symbols;
    const SymbolUse *use;
    uint32_t uses, next;
    uint32_t line, column, at; /* of the last one, and where the next is
                                  counted from */
    size_t row;
    json_t *data;
} Shown;

static int token_kind(const SymbolUse *use) {
    if (use->symbol == NULL)
        return use->unit > 0 ? KIND_UNIT : KIND_FIELD;
    switch (symbols_kind(use->symbol)) {
    case SYMBOL_TYPE: return KIND_TYPE;
    case SYMBOL_PARAMETER: return KIND_PARAMETER;
    case SYMBOL_FIELD: return KIND_FIELD;
    case SYMBOL_MEMBER: return KIND_MEMBER;
    case SYMBOL_PROCEDURE:
    case SYMBOL_FUNCTION:
    case SYMBOL_PREDECLARED: return KIND_PROCEDURE;
    default: return KIND_VARIABLE;
    }
}

static int token_marks(const Symbols *s, const SymbolUse *use) {
    if (use->symbol == NULL)
        return 0;
    const SymbolKind kind = symbols_kind(use->symbol);
    const StarSpan span = symbols_span(use->symbol);
    const bool library =
        span.end == 0 || symbols_program(s)->sources.file[span.file].library;
    return (use->declares ? MARK_DECLARES : 0) |
           (kind == SYMBOL_CONSTANT || kind == SYMBOL_MEMBER ? MARK_CONSTANT
                                                             : 0) |
           (library ? MARK_LIBRARY : 0);
}

/* A token is told by its distance from the one before: names and words are
 * ASCII, what is between them may be not. */
static void show(Shown *s, uint32_t start, uint32_t end, int kind, int marks) {
    const Lines *l = s->lines;
    const size_t before = s->row;
    while (s->row + 1 < l->count && l->start[s->row + 1] <= start)
        s->row++;
    uint32_t column = s->row == before ? s->column : 0;
    uint32_t at = s->row == before ? s->at : l->start[s->row];
    for (; at < start; at++)
        column += lines_units(l->text[at]);
    const uint32_t number[] = {(uint32_t)(s->row - before),
                               s->row == before ? column - s->column : column,
                               end - start, (uint32_t)kind, (uint32_t)marks};
    for (int k = 0; k < 5; k++)
        json_append(s->data, json_integer(number[k]));
    s->column = column;
    s->at = start;
}

static void show_token(void *context, const TokenSpan *t) {
    Shown *s = context;
    while (s->next < s->uses && s->use[s->next].span.start < t->start)
        s->next++;
    const SymbolUse *use = s->next < s->uses ? &s->use[s->next] : NULL;
    if (t->kind == TOKEN_WORD)
        show(s, t->start, t->end, KIND_WORD, 0);
    else if (t->kind == TOKEN_NAME && use != NULL &&
             use->span.start == t->start)
        show(s, t->start, t->end, token_kind(use),
             token_marks(s->symbols, use));
}

json_t *lsp_tokens(Request *q) {
    Shown s = {.lines = &q->document->lines,
               .symbols = q->symbols,
               .data = json_array()};
    s.use = symbols_uses(q->symbols, &s.uses);
    tokens_scan(&q->document->mem, q->document->text, q->document->lines.length,
                show_token, &s);
    return json_pack("{so}", "data", s.data);
}

/* ---- Loops ---- */

/* As star check --explain-loops words it. */
static void word_loop(const StarSources *sources, const StarLoopNote *note,
                      char *title, size_t room) {
    if (note->fused) { /* the plan's first line, its iteration space */
        snprintf(title, room, "runs as one operation: %.*s",
                 (int)strcspn(note->text + 4, "\n"), note->text + 4);
        return;
    }
    const StarPlace at = star_source_place(sources, note->at);
    snprintf(title, room, "stays a loop: %d:%d: %s", at.row, at.column,
             note->text);
}

static json_t *lens(const Request *q, const StarLoopNote *note) {
    const StarSpan first = {0, note->loop.start, note->loop.start};
    char title[300];
    word_loop(&symbols_program(q->symbols)->sources, note, title, sizeof title);
    return json_pack("{sos{soss}}", "range",
                     lines_range(&q->document->lines, first), "command",
                     "title", lsp_text(title), "command", "");
}

json_t *lsp_lenses(Request *q) {
    const StarProgram *p = symbols_program(q->symbols);
    json_t *all = json_array();
    for (uint32_t k = 0; k < p->notes; k++)
        if (p->note[k].loop.file == 0)
            json_append(all, lens(q, &p->note[k]));
    return all;
}
