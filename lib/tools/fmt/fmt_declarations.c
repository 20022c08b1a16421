/* SPDX-License-Identifier: MIT */
#include "tools/fmt/fmt_parts.h"

#include "syntax/lexer.h"

static void declarations(FmtText *f, uint32_t margin, uint32_t inner);

static int kind(const FmtText *f) {
    return f->item[f->next].kind;
}

uint32_t fmt_find(const FmtText *f, uint32_t end, int token) {
    uint32_t k = f->next;
    while (k < end && f->item[k].kind != token)
        k = (f->item[k].match > 0 ? f->item[k].match : k) + 1;
    return k < end ? k : end;
}

bool fmt_joined(const FmtText *f) {
    const FmtItem *t = &f->item[f->next];
    return t->lines == 0 && t->comments == 0;
}

void fmt_hyphen(FmtText *f, uint32_t at) {
    f->item[at + 1].spaced = f->item[at + 2].spaced = false;
    if (f->item[at + 3].kind == '(')
        f->item[at + 3].spaced = false;
    f->item[at + 1].rank = FMT_NOWHERE;
}

/* A word and what follows it, to a semicolon. */
static void unit(FmtText *f) {
    const uint32_t end = fmt_find(f, f->items, ';');
    fmt_measure(f, end + 1);
    fmt_put(f);
    fmt_lay(f, end, 1);
    fmt_put(f);
}

/* ---- Records ---- */

static void typed(FmtText *f, uint32_t end, uint32_t margin);

/* True if a record among the items up to `end` - 1 began on a new line. */
static bool is_spread(const FmtText *f, uint32_t end) {
    const uint32_t record = fmt_find(f, end, T_RECORD);
    const FmtItem *first = &f->item[record + 1];
    return record < end && (first->lines > 0 || first->comments > 0);
}

/* A part stays on the line of the one before if it was there and has room. */
static void part(FmtText *f, uint32_t end, uint32_t margin) {
    fmt_measure(f, end);
    if (f->opened || !fmt_joined(f) || is_spread(f, end) ||
        !fmt_room(f, end, 1))
        fmt_line(f, margin);
    typed(f, end, margin);
}

/* Behind case, the variants, each on a line; they end with the record. */
static void variants(FmtText *f, uint32_t end, uint32_t margin) {
    const uint32_t of = fmt_find(f, end, T_OF);
    fmt_line(f, margin);
    fmt_measure(f, of + 1);
    fmt_lay(f, of + 1, 0);
    while (f->next < end) {
        const uint32_t close = f->item[fmt_find(f, end, ':') + 1].match;
        fmt_line(f, margin + FMT_INDENT);
        fmt_measure(f, close + 1);
        fmt_lay(f, close + 1, 1);
        while (kind(f) == ';')
            fmt_put(f);
    }
}

/* The fields of a record, on lines of their own. */
static void fields(FmtText *f, uint32_t end, uint32_t margin) {
    while (f->next < end)
        if (kind(f) == ';') {
            fmt_put(f);
        } else if (kind(f) == T_CASE) {
            variants(f, end, margin);
        } else {
            part(f, fmt_find(f, end, ';'), margin);
        }
}

/* Names and their type. A record that is spread, or has no room on this line,
 * has lines of its own. */
static void typed(FmtText *f, uint32_t end, uint32_t margin) {
    const uint32_t record = fmt_find(f, end, T_RECORD);
    fmt_measure(f, end);
    if (record >= end || (!is_spread(f, end) && fmt_room(f, end, 1))) {
        fmt_lay(f, end, 1);
        return;
    }
    const uint32_t close = f->item[record].match;
    fmt_lay(f, record + 1, 0);
    fields(f, close, margin + FMT_INDENT);
    fmt_close(f, margin + FMT_INDENT, margin);
    fmt_put(f);
}

/* ---- Sections ---- */

/* `beside`: behind the word of the section. */
static void definition(FmtText *f, uint32_t margin, bool beside) {
    const uint32_t end = fmt_find(f, f->items, ';');
    if (f->item[f->next + 1].kind == '=')
        f->item[f->next + 1].rank = FMT_INSIDE;
    if (beside)
        typed(f, end, margin);
    else
        part(f, end, margin);
    fmt_put(f);
}

/* const, type or var. What begins on the line of its word stands below what is
 * behind this. */
static void section(FmtText *f, uint32_t margin) {
    const FmtItem *word = &f->item[f->next];
    fmt_line(f, margin);
    fmt_put(f);
    bool beside = fmt_joined(f);
    margin += beside ? word->end - word->start + 1 : FMT_INDENT;
    for (; kind(f) == T_IDENT; beside = false)
        definition(f, margin, beside);
}

/* ---- Procedures ---- */

/* True if the heading that comes is followed by forward. */
static bool is_forward(const FmtText *f) {
    const uint32_t end = fmt_find(f, f->items, ';');
    return f->item[end + 1].kind == T_IDENT && f->item[end + 2].kind == ';';
}

static void routine(FmtText *f, uint32_t margin) {
    const bool forward = is_forward(f);
    if (forward)
        fmt_line(f, margin);
    else
        fmt_apart(f, margin);
    if (f->item[f->next + 2].kind == '-')
        fmt_hyphen(f, f->next + 1);
    unit(f);
    if (forward) {
        fmt_measure(f, f->next + 1);
        if (!fmt_room(f, f->next + 1, 1))
            fmt_line(f, margin + FMT_INDENT);
        unit(f);
        return;
    }
    while (kind(f) == T_IDENT) { /* native NAME; */
        fmt_line(f, margin);
        unit(f);
    }
    declarations(f, margin, margin + FMT_INDENT);
    fmt_line(f, margin);
    fmt_compound(f, margin);
    fmt_put(f);
    f->apart = true;
}

/* `inner` is the margin of procedures. */
static void declarations(FmtText *f, uint32_t margin, uint32_t inner) {
    for (;;)
        switch (kind(f)) {
        case T_PROGRAM:
        case T_USES:
        case T_LABEL:
            fmt_line(f, margin);
            unit(f);
            break;
        case T_CONST:
        case T_TYPE:
        case T_VAR: section(f, margin); break;
        case T_PROCEDURE:
        case T_FUNCTION: routine(f, inner); break;
        default: return;
        }
}

void fmt_file(FmtText *f) {
    declarations(f, 0, 0);
    if (kind(f) == T_BEGIN) {
        fmt_line(f, 0);
        fmt_compound(f, 0);
        fmt_put(f);
    }
}
