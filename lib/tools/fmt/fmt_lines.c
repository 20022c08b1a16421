/* SPDX-License-Identifier: MIT */
/* Where lines begin and end. */
#include "tools/fmt/fmt_parts.h"

#include <ctype.h>

#include "syntax/lexer.h"

/* Of these, the last three keep an empty line. */
typedef enum Place {
    SAME_LINE,
    WRAPPED,
    NEW_LINE,
    BEHIND_EMPTY_LINE,
    CLOSING
} Place;

static bool has_empty_line(const FmtText *f, const FmtItem *t) {
    for (uint32_t k = 0; k < t->comments; k++)
        if (f->comment[t->comment + k].lines > 1)
            return true;
    return t->lines > 1;
}

/* A new line, behind an empty one if that is wanted and can be; the text
 * begins with neither. */
static void break_line(FmtText *f, uint32_t margin, bool empty) {
    if (f->length == 0)
        return;
    fmt_byte(f, '\n');
    if (empty && !f->opened)
        fmt_byte(f, '\n');
    f->opened = false;
    fmt_blanks(f, margin);
}

static void space(FmtText *f) {
    if (f->length > 0 && f->out[f->length - 1] != '(' &&
        f->out[f->length - 1] != '[' && f->column > 0)
        fmt_byte(f, ' ');
}

static bool is_glued(int kind) {
    return kind == ')' || kind == ']' || kind == ',' || kind == ';' ||
           kind == ':' || kind == '.' || kind == T_DOTDOT || kind == 0;
}

bool fmt_is_spaced(const FmtItem *t) {
    return t->comments > 0 ? !is_glued(t->kind) : t->spaced;
}

/* Writes what stands before the next item: comments, which end lines where
 * they did, and the end of a line if there is to be one. */
static void before(FmtText *f, Place place, uint32_t inner, uint32_t margin) {
    const FmtItem *t = &f->item[f->next];
    const bool keep = place >= NEW_LINE;
    bool wanted = place == BEHIND_EMPTY_LINE && !has_empty_line(f, t);
    bool broken = false;
    for (uint32_t k = 0; k < t->comments; k++) {
        const FmtComment *c = &f->comment[t->comment + k];
        if (c->lines > 0) {
            break_line(f, inner, (keep && c->lines > 1) || wanted);
            wanted = false;
            broken = true;
        } else {
            space(f);
        }
        broken = !fmt_comment(f, c) && broken;
    }
    if ((t->comments > 0 && t->lines > 0) || (place != SAME_LINE && !broken))
        break_line(f, margin,
                   (keep && place != CLOSING && t->lines > 1) || wanted);
    else if (fmt_is_spaced(t))
        space(f);
    f->placed = true;
}

static void begin_line(FmtText *f, Place place, uint32_t inner,
                       uint32_t margin) {
    before(f, f->apart && place == NEW_LINE ? BEHIND_EMPTY_LINE : place, inner,
           margin);
    f->apart = false;
    f->margin = margin;
    f->wrap = margin + 2 * FMT_INDENT;
}

void fmt_same_line(FmtText *f) {
    before(f, SAME_LINE, f->wrap, f->wrap);
}

void fmt_wrapped(FmtText *f) {
    before(f, WRAPPED, f->wrap, f->wrap);
}

void fmt_line(FmtText *f, uint32_t margin) {
    begin_line(f, NEW_LINE, margin, margin);
}

void fmt_apart(FmtText *f, uint32_t margin) {
    begin_line(f, BEHIND_EMPTY_LINE, margin, margin);
}

void fmt_close(FmtText *f, uint32_t inner, uint32_t margin) {
    begin_line(f, CLOSING, inner, margin);
}

/* True if an empty line behind the token would be one too many. */
static bool opens_lines(int kind) {
    switch (kind) {
    case T_BEGIN:
    case T_REPEAT:
    case T_THEN:
    case T_ELSE:
    case T_DO:
    case T_OF:
    case T_OTHERWISE:
    case T_RECORD:
    case T_CONST:
    case T_TYPE:
    case T_VAR:
    case ':': return true;
    default: return false;
    }
}

void fmt_put(FmtText *f) {
    const FmtItem *t = &f->item[f->next];
    if (!f->placed)
        fmt_same_line(f);
    for (uint32_t k = t->start; k < t->end; k++)
        fmt_byte(f, t->word ? (char)tolower((unsigned char)f->text[k])
                            : f->text[k]);
    f->opened = opens_lines(t->kind);
    f->placed = false;
    f->next++;
}

void fmt_end(FmtText *f) {
    before(f, CLOSING, 0, 0);
    if (f->length > 0 && f->column > 0)
        fmt_byte(f, '\n');
    fmt_byte(f, '\0');
    f->length--;
}
