/* SPDX-License-Identifier: MIT */
#include "tools/fmt/fmt_parts.h"

#include <ctype.h>
#include <string.h>

#include "syntax/lexer.h"
#include "tools/tokens.h"

/* ---- Reading ---- */

typedef struct Reader {
    FmtText *f;
    uint32_t at;      /* what is read ends there */
    uint32_t comment; /* the first one since the last item */
} Reader;

/* Ends of lines, which Windows writes with two characters. */
static int lines_between(const char *text, uint32_t from, uint32_t to) {
    int lines = 0;
    for (; from < to; from++)
        lines += text[from] == '\n' ||
                 (text[from] == '\r' && text[from + 1] != '\n');
    return lines;
}

static void add_item(Reader *r, const TokenSpan *t, int lines) {
    FmtText *f = r->f;
    f->item[f->items++] = (FmtItem){.kind = t->token,
                                    .start = t->start,
                                    .end = t->end,
                                    .lines = lines,
                                    .comment = r->comment,
                                    .comments = f->comments - r->comment,
                                    .word = t->kind == TOKEN_WORD};
    r->comment = f->comments;
}

static void add_comment(Reader *r, const TokenSpan *t, int lines) {
    FmtText *f = r->f;
    f->comment[f->comments++] = (FmtComment){t->start, t->end, lines};
}

static void take(void *context, const TokenSpan *t) {
    Reader *r = context;
    const bool first = r->f->items == 0 && r->f->comments == 0;
    const int lines = first ? 0 : lines_between(r->f->text, r->at, t->start);
    if (t->kind == TOKEN_COMMENT)
        add_comment(r, t, lines);
    else if (t->kind != TOKEN_OTHER) /* a mark that the text is UTF-8 */
        add_item(r, t, lines);
    r->at = t->end;
}

/* ---- What an item is to its neighbours ---- */

static bool ends_operand(int kind) {
    return kind == T_IDENT || kind == T_INTEGER || kind == T_REAL ||
           kind == T_TEXT || kind == ')' || kind == ']' || kind == '^' ||
           kind == T_NIL;
}

static FmtRank rank_of(int kind, bool unary) {
    switch (kind) {
    case ';': return FMT_SEMICOLON;
    case ',': return FMT_COMMA;
    case T_ASSIGN:
    case T_TO:
    case T_DOWNTO: return FMT_INSIDE;
    case '=':
    case '<':
    case '>':
    case T_NE:
    case T_LE:
    case T_GE:
    case T_IN: return FMT_RELATION;
    case '+':
    case '-': return unary ? FMT_NOWHERE : FMT_ADDITION;
    case T_OR:
    case T_XOR: return FMT_ADDITION;
    case '*':
    case '/':
    case T_DIV:
    case T_MOD:
    case T_AND: return FMT_MULTIPLICATION;
    default: return FMT_NOWHERE;
    }
}

/* What is open, from the outside in. */
typedef struct Brackets {
    FmtText *f;
    uint32_t *open;
    uint32_t count, room;
} Brackets;

static bool is_routine(int kind) {
    return kind == T_PROCEDURE || kind == T_FUNCTION;
}

/* True for what opens the parameters of a heading, behind NAME or NAME-1. */
static bool in_heading(const FmtItem *item, uint32_t open) {
    return (open >= 2 && is_routine(item[open - 2].kind)) ||
           (open >= 4 && item[open - 2].kind == '-' &&
            is_routine(item[open - 4].kind));
}

/* True within the arguments of a call, where : stands before a width. */
static bool in_arguments(const Brackets *b) {
    const FmtItem *item = b->f->item;
    const uint32_t open = b->count > 0 ? b->open[b->count - 1] : 0;
    return open > 0 && !item[open].word && ends_operand(item[open - 1].kind) &&
           !in_heading(item, open);
}

static bool opens(int kind) {
    return kind == '(' || kind == '[' || kind == T_RECORD;
}

static void nest(Brackets *b, uint32_t k) {
    FmtItem *item = b->f->item;
    const int kind = item[k].kind;
    const uint32_t last = b->count > 0 ? b->open[b->count - 1] : 0;
    if (opens(kind)) {
        b->open = arena_grow(b->f->arena, b->open, b->count, &b->room,
                             sizeof *b->open);
        b->open[b->count++] = k;
    } else if (b->count > 0 &&
               (kind == ')' || kind == ']' ||
                (kind == T_END && item[last].kind == T_RECORD))) {
        item[last].match = k;
        b->count--;
    }
}

/* True if a blank stands between two tokens; `unary`: the first is a sign. */
static bool spaced(int last, int kind, bool unary) {
    switch (kind) {
    case ')':
    case ']':
    case ',':
    case ';':
    case ':':
    case '.':
    case T_DOTDOT: return false;
    case '^':
        if (ends_operand(last))
            return false;
        break;
    case '[':
        if (last == T_ARRAY)
            return false; /* fall through */
    case '(':
        if (last == T_IDENT || last == ')' || last == ']' || last == '^')
            return false;
        break;
    default: break;
    }
    return last != '(' && last != '[' && last != '.' && last != T_DOTDOT &&
           !unary;
}

static void relate(FmtText *f) {
    Brackets b = {.f = f};
    bool tight = false; /* the token before is one that takes no blank */
    for (uint32_t k = 1; k < f->items; k++) {
        FmtItem *t = &f->item[k];
        const int last = f->item[k - 1].kind;
        const bool prefix = !ends_operand(last);
        t->spaced = spaced(last, t->kind, tight);
        tight =
            (prefix && (t->kind == '+' || t->kind == '-' || t->kind == '^')) ||
            (t->kind == ':' && in_arguments(&b));
        t->rank = rank_of(t->kind, prefix);
        nest(&b, k);
    }
}

/* The tokens and the comments of a text. */
typedef struct Counts {
    uint32_t tokens, comments;
} Counts;

static void count(void *context, const TokenSpan *t) {
    Counts *c = context;
    c->tokens += t->kind != TOKEN_COMMENT;
    c->comments += t->kind == TOKEN_COMMENT;
}

/* Twice, for `take` must not jump out of the scanner, which has memory. */
StarStatus fmt_items(FmtText *f, size_t length) {
    StarMem *mem = f->arena->mem;
    Reader r = {.f = f};
    Counts c = {0, 0};
    STAR_TRY(tokens_scan(mem, f->text, length, count, &c));
    f->item = arena_alloc(f->arena, c.tokens + 1, sizeof *f->item);
    f->comment = arena_alloc(f->arena, c.comments, sizeof *f->comment);
    STAR_TRY(tokens_scan(mem, f->text, length, take, &r));
    const TokenSpan end = {TOKEN_OTHER, (uint32_t)length, (uint32_t)length, 0};
    add_item(&r, &end, lines_between(f->text, r.at, end.start));
    relate(f);
    return STAR_OK;
}
