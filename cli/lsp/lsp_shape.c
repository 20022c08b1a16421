/* SPDX-License-Identifier: MIT */
/* The shape of a text: what can be folded, and what is around a place. It is
 * that of its tokens, so that a text with mistakes has one too. */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_parts.h"
#include "tools/tokens.h"

typedef enum PieceKind {
    PIECE_TOKEN,
    PIECE_COMMENT,
    PIECE_BRACKETS,
    PIECE_BLOCK,  /* up to end */
    PIECE_REPEAT, /* up to until */
    PIECE_DECLARATION
} PieceKind;

/* A part of a text. */
typedef struct Piece {
    PieceKind kind;
    uint32_t start, end; /* an end of 0: it is open */
    size_t within;       /* one more than the number of the open one around */
} Piece;

typedef struct Shape {
    const char *text;
    Piece *piece;
    size_t count, room;
    size_t open; /* one more than the number of the innermost open one */
    bool full;   /* there is no memory for more */
} Shape;

static void add(Shape *s, PieceKind kind, uint32_t start, uint32_t end) {
    if (s->count == s->room && !s->full) {
        const size_t room = 2 * s->room + 256;
        Piece *more = realloc(s->piece, room * sizeof *more);
        s->full = more == NULL;
        s->piece = more != NULL ? more : s->piece;
        s->room = more != NULL ? room : s->room;
    }
    if (s->full)
        return;
    s->piece[s->count++] = (Piece){kind, start, end, s->open};
    if (end == 0)
        s->open = s->count;
}

/* Ends the innermost open piece of a kind; brackets in it have no end. */
static void end(Shape *s, PieceKind kind, uint32_t at) {
    size_t k = s->open;
    while (k > 0 && s->piece[k - 1].kind != kind &&
           s->piece[k - 1].kind == PIECE_BRACKETS)
        k = s->piece[k - 1].within;
    if (k == 0 || s->piece[k - 1].kind != kind)
        return;
    s->piece[k - 1].end = at;
    s->open = s->piece[k - 1].within;
}

static bool is(const Shape *s, const TokenSpan *t, const char *word) {
    const size_t length = strlen(word);
    return t->end - t->start == length &&
           strncasecmp(s->text + t->start, word, length) == 0;
}

static void take(void *context, const TokenSpan *t) {
    Shape *s = context;
    if (t->kind != TOKEN_SIGN)
        add(s, t->kind == TOKEN_COMMENT ? PIECE_COMMENT : PIECE_TOKEN, t->start,
            t->end);
    if (t->kind == TOKEN_SIGN && (is(s, t, "(") || is(s, t, "[")))
        add(s, PIECE_BRACKETS, t->start, 0);
    else if (t->kind == TOKEN_SIGN && (is(s, t, ")") || is(s, t, "]")))
        end(s, PIECE_BRACKETS, t->end);
    if (t->kind != TOKEN_WORD)
        return;
    if (is(s, t, "begin") || is(s, t, "case") || is(s, t, "record"))
        add(s, PIECE_BLOCK, t->start, 0);
    else if (is(s, t, "repeat"))
        add(s, PIECE_REPEAT, t->start, 0);
    else if (is(s, t, "end"))
        end(s, PIECE_BLOCK, t->end);
    else if (is(s, t, "until"))
        end(s, PIECE_REPEAT, t->end);
}

static void add_declarations(Shape *s, const Symbols *symbols,
                             const Symbol *within) {
    for (const Symbol *d = symbols_first(symbols, within); d != NULL;
         d = symbols_next(d)) {
        const SymbolKind kind = symbols_kind(d);
        const StarSpan span = symbols_whole(d);
        add(s, PIECE_DECLARATION, span.start, span.end);
        if (kind == SYMBOL_PROCEDURE || kind == SYMBOL_FUNCTION)
            add_declarations(s, symbols, d);
    }
}

/* The pieces of a text, to be freed. */
static Shape shape_of(Request *q) {
    Shape s = {.text = q->document->text};
    tokens_scan(&q->document->mem, s.text, q->document->lines.length, take, &s);
    s.open = 0;
    add_declarations(&s, q->symbols, NULL);
    return s;
}

/* ---- Folding ---- */

static json_int_t line_of(const Lines *lines, uint32_t offset) {
    json_t *position = lines_position(lines, offset);
    const json_int_t line = json_integer_value(json_get(position, "line"));
    json_decref(position);
    return line;
}

/* The line of the word that ends a piece is shown; a comment has none. */
json_t *lsp_folds(Request *q) {
    Shape s = shape_of(q);
    json_t *all = json_array();
    for (size_t k = 0; k < s.count; k++) {
        const Piece *p = &s.piece[k];
        const bool comment = p->kind == PIECE_COMMENT;
        if (p->end == 0 || p->kind == PIECE_TOKEN || p->kind == PIECE_BRACKETS)
            continue;
        const json_int_t first = line_of(&q->document->lines, p->start);
        const json_int_t last =
            line_of(&q->document->lines, p->end) - (comment ? 0 : 1);
        if (last > first)
            json_append(all, json_pack("{sIsIss}", "startLine", first,
                                       "endLine", last, "kind",
                                       comment ? "comment" : "region"));
    }
    free(s.piece);
    return all;
}

/* ---- What is around a place ---- */

/* Smaller ones first. */
static int by_length(const void *a, const void *b) {
    const Piece *x = a, *y = b;
    const uint32_t m = x->end - x->start, n = y->end - y->start;
    return (m > n) - (m < n);
}

/* Pieces 0..count-1, smaller ones first, from k on around `inner`, and then the
 * whole text. */
static json_t *around(const Request *q, const Shape *s, size_t k,
                      const Piece *inner) {
    const Lines *lines = &q->document->lines;
    while (k < s->count &&
           (s->piece[k].start > inner->start || s->piece[k].end < inner->end ||
            by_length(&s->piece[k], inner) == 0))
        k++;
    const Piece whole = {.end = (uint32_t)lines->length};
    const Piece *next = k < s->count ? &s->piece[k] : &whole;
    json_t *range =
        json_pack("{so}", "range",
                  lines_range(lines, (StarSpan){0, next->start, next->end}));
    if (next != &whole && by_length(next, &whole) < 0)
        json_set(range, "parent", around(q, s, k + 1, next));
    return range;
}

static json_t *selection(Request *q, const Shape *all, uint32_t at) {
    Shape s = {.text = all->text};
    const Piece place = {.start = at, .end = at};
    for (size_t k = 0; k < all->count; k++) {
        const Piece *p = &all->piece[k];
        if (p->start <= at && at <= p->end)
            add(&s, p->kind, p->start, p->end);
    }
    if (s.count > 0)
        qsort(s.piece, s.count, sizeof *s.piece, by_length);
    json_t *range = around(q, &s, 0, &place);
    free(s.piece);
    return range;
}

json_t *lsp_selections(Request *q) {
    const json_t *positions = json_get(q->params, "positions");
    Shape s = shape_of(q);
    json_t *all = json_array();
    for (size_t k = 0; k < json_size(positions); k++)
        json_append(all, selection(q, &s,
                                   lines_offset(&q->document->lines,
                                                json_at(positions, k))));
    free(s.piece);
    return all;
}
