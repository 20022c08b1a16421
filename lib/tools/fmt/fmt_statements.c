/* SPDX-License-Identifier: MIT */
#include "tools/fmt/fmt_parts.h"

#include <strings.h>

#include "syntax/lexer.h"

static void statement(FmtText *f, uint32_t margin);

static int kind(const FmtText *f) {
    return f->item[f->next].kind;
}

/* True if a statement, or an empty one, ends before this token. */
static bool ends_statement(int token) {
    return token == ';' || token == T_END || token == T_ELSE ||
           token == T_UNTIL || token == T_OTHERWISE || token == 0;
}

static uint32_t statement_end(const FmtText *f) {
    uint32_t k = f->next;
    while (!ends_statement(f->item[k].kind))
        k++;
    return k;
}

/* ---- Statements on one line ---- */

/* An assignment or a call, or goto. */
static void simple(FmtText *f) {
    const uint32_t end = statement_end(f);
    if (kind(f) == T_IDENT && f->item[f->next + 1].kind == '-')
        fmt_hyphen(f, f->next);
    fmt_measure(f, end);
    fmt_lay(f, end, 1);
}

/* True if two statements are rows of data, which may stand beside each other:
 * calls of one procedure, assignments to elements of one variable. */
static bool alike(const FmtText *f, uint32_t a, uint32_t b) {
    const FmtItem *x = &f->item[a], *y = &f->item[b];
    const int sign = x[1].kind;
    return x->kind == T_IDENT && y->kind == T_IDENT && sign == y[1].kind &&
           (sign == '(' || sign == '[' || sign == '.') &&
           x->end - x->start == y->end - y->start &&
           strncasecmp(f->text + x->start, f->text + y->start,
                       x->end - x->start) == 0;
}

/* True if the next statement stays beside the one that began with item `last`
 * and ended with the semicolon before. */
static bool beside(FmtText *f, uint32_t last) {
    if (!alike(f, last, f->next) || !fmt_joined(f))
        return false;
    const uint32_t end = statement_end(f);
    fmt_measure(f, end);
    return fmt_room(f, end, 1);
}

/* Statements to what ends them all. */
static void sequence(FmtText *f, uint32_t margin) {
    uint32_t last = f->next; /* which is no name yet */
    bool first = true;
    while (kind(f) == ';' || !ends_statement(kind(f))) {
        if (kind(f) == ';') {
            fmt_put(f);
            continue;
        }
        const uint32_t begins = f->next;
        if (first || !beside(f, last))
            fmt_line(f, margin);
        statement(f, margin);
        last = begins;
        first = false;
    }
}

void fmt_compound(FmtText *f, uint32_t margin) {
    fmt_put(f);
    sequence(f, margin + FMT_INDENT);
    fmt_close(f, margin + FMT_INDENT, margin);
    fmt_put(f);
}

/* ---- Statements that contain others ---- */

/* What stands between two words, both included; begin will follow on the same
 * line. */
static void head(FmtText *f, int word) {
    const uint32_t end = fmt_find(f, f->items, word);
    const bool begin = f->item[end + 1].kind == T_BEGIN;
    fmt_measure(f, end + 1);
    fmt_put(f);
    fmt_lay(f, end,
            fmt_tail(f, end, end + 1) +
                (begin ? (uint32_t)sizeof " begin" - 1 : 0));
    fmt_put(f);
}

/* The statement behind then, else or do. */
static void body(FmtText *f, uint32_t margin) {
    if (kind(f) == T_BEGIN) {
        f->wrap = margin;
        fmt_compound(f, margin);
    } else if (!ends_statement(kind(f))) {
        fmt_line(f, margin + FMT_INDENT);
        statement(f, margin + FMT_INDENT);
    }
}

/* A chain of else if is no deeper than its first one. */
static void conditional(FmtText *f, uint32_t margin) {
    bool more = true;
    while (more) {
        head(f, T_THEN);
        body(f, margin);
        more = false;
        if (kind(f) != T_ELSE)
            return;
        fmt_close(f, margin, margin);
        fmt_put(f);
        more = kind(f) == T_IF && f->item[f->next].comments == 0;
        if (!more)
            body(f, margin);
    }
}

/* A statement behind the labels of a case, on their line if it is short. */
static void arm(FmtText *f, uint32_t margin) {
    const uint32_t colon = fmt_find(f, f->items, ':');
    fmt_line(f, margin);
    fmt_measure(f, colon + 1);
    fmt_lay(f, colon, 1);
    fmt_put(f);
    f->wrap = margin + FMT_INDENT;
    if (kind(f) == T_IDENT || kind(f) == T_GOTO)
        simple(f);
    else
        body(f, margin);
}

static void selection(FmtText *f, uint32_t margin) {
    head(f, T_OF);
    while (kind(f) != T_END)
        if (kind(f) == ';') {
            fmt_put(f);
        } else if (kind(f) == T_OTHERWISE) {
            fmt_close(f, margin + FMT_INDENT, margin);
            fmt_put(f);
            sequence(f, margin + FMT_INDENT);
        } else {
            arm(f, margin + FMT_INDENT);
        }
    fmt_close(f, margin + FMT_INDENT, margin);
    fmt_put(f);
}

static void repetition(FmtText *f, uint32_t margin) {
    fmt_put(f);
    sequence(f, margin + FMT_INDENT);
    fmt_close(f, margin + FMT_INDENT, margin);
    fmt_put(f);
    const uint32_t end = statement_end(f);
    fmt_measure(f, end);
    fmt_lay(f, end, 1);
}

/* A number and its colon, which are no deeper than the statement behind. */
static void label(FmtText *f) {
    fmt_put(f);
    fmt_put(f);
}

/* A statement whose line has begun. */
static void statement(FmtText *f, uint32_t margin) {
    if (kind(f) == T_INTEGER)
        label(f);
    switch (kind(f)) {
    case T_BEGIN: fmt_compound(f, margin); break;
    case T_IF: conditional(f, margin); break;
    case T_WHILE:
    case T_FOR:
    case T_WITH:
        head(f, T_DO);
        body(f, margin);
        break;
    case T_REPEAT: repetition(f, margin); break;
    case T_CASE: selection(f, margin); break;
    default: simple(f); break;
    }
}
