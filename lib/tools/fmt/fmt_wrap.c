/* SPDX-License-Identifier: MIT */
/* Lines that are full. */
#include "tools/fmt/fmt_parts.h"

/* The columns of the comments before an item within a line, each behind a
 * blank; true if one of them ends the line. */
static bool measure_comments(const FmtText *f, const FmtItem *t,
                             uint32_t *column) {
    bool breaks = t->comments > 0 && t->lines > 0;
    for (uint32_t k = 0; k < t->comments; k++) {
        const FmtComment *c = &f->comment[t->comment + k];
        const uint32_t end = fmt_first_line(f, c);
        *column += 1 + fmt_width(f, c->start, end);
        breaks = breaks || c->lines > 0 || end < c->end;
    }
    return breaks;
}

void fmt_measure(FmtText *f, uint32_t end) {
    uint32_t column = 0, breaks = 0;
    for (uint32_t k = f->next; k < end; k++) {
        FmtItem *t = &f->item[k];
        if (k > f->next) {
            breaks += measure_comments(f, t, &column);
            column += fmt_is_spaced(t);
        }
        t->from = column;
        column += fmt_width(f, t->start, t->end);
        t->to = column;
        t->breaks = breaks;
    }
}

bool fmt_room(const FmtText *f, uint32_t end, uint32_t tail) {
    const FmtItem *first = &f->item[f->next], *last = &f->item[end - 1];
    const uint32_t blank = f->placed ? 0 : 1;
    return last->breaks == first->breaks &&
           f->column + blank + last->to - first->from + tail <= FMT_WIDTH;
}

/* The next item with this rank that is in no brackets, or `end`. */
static uint32_t separator(const FmtText *f, uint32_t end, FmtRank rank) {
    for (uint32_t k = f->next; k < end; k++)
        if (f->item[k].match > 0)
            k = f->item[k].match;
        else if (f->item[k].rank == rank)
            return k;
    return end;
}

static FmtRank least_rank(const FmtText *f, uint32_t end) {
    FmtRank least = FMT_NOWHERE;
    for (uint32_t k = f->next; k < end; k++)
        if (f->item[k].match > 0)
            k = f->item[k].match;
        else if (f->item[k].rank < least)
            least = f->item[k].rank;
    return least;
}

/* Where a line goes on that is broken: below this place, unless little room is
 * left there. */
static uint32_t below(const FmtText *f) {
    return f->column <= FMT_WIDTH / 2 ? f->column : f->margin + 2 * FMT_INDENT;
}

/* True if the items up to `next` - 1, and what stands before them, have room
 * behind the item before; or, being an operand, none on a line of their own
 * either. */
static bool goes_on(const FmtText *f, uint32_t next, uint32_t tail,
                    FmtRank rank) {
    const FmtItem *first = &f->item[f->next], *last = &f->item[next - 1];
    const bool whole = last->breaks == first->breaks;
    return rank == FMT_INSIDE ||
           (whole && f->column + last->to - first[-1].to + tail <= FMT_WIDTH) ||
           (rank > FMT_INSIDE &&
            (!whole || f->wrap + last->to - first->from + tail > FMT_WIDTH));
}

uint32_t fmt_tail(const FmtText *f, uint32_t first, uint32_t end) {
    const FmtItem *before = &f->item[first - 1];
    uint32_t k = end - 1;
    while (f->item[k].breaks > before->breaks)
        k--;
    return f->item[k].to - before->to;
}

/* True for names before their type, which otherwise would look like others. */
static bool hangs(const FmtText *f, uint32_t end) {
    return f->item[f->next - 1].match == 0 && fmt_find(f, end, ':') < end;
}

/* As many pieces on a line as there is room for; each ends with a token of this
 * rank, the last one does not. */
static void lay_pieces(FmtText *f, uint32_t end, uint32_t tail, FmtRank rank) {
    const uint32_t first = f->next, wrap = f->wrap;
    f->wrap = below(f) + (rank == FMT_COMMA && hangs(f, end) ? FMT_INDENT : 0);
    while (f->next < end) {
        const uint32_t at = separator(f, end, rank);
        const uint32_t next = at < end ? at + 1 : end;
        if (f->next > first && goes_on(f, next, next == end ? tail : 0, rank))
            fmt_same_line(f);
        else if (f->next > first)
            fmt_wrapped(f);
        fmt_lay(f, at, at < end ? fmt_tail(f, at, next) : tail);
        if (at < end)
            fmt_put(f);
    }
    f->wrap = wrap;
}

/* The columns from what closes a bracket on to the next place for a break. */
static uint32_t columns_behind(const FmtText *f, uint32_t close, uint32_t end,
                               uint32_t tail) {
    uint32_t k = close;
    while (k < end && f->item[k].match == 0)
        k++;
    return k < end ? fmt_tail(f, close, k + 1) : fmt_tail(f, close, end) + tail;
}

/* Breaks within brackets only. */
static void lay_brackets(FmtText *f, uint32_t end, uint32_t tail) {
    while (f->next < end) {
        const uint32_t close = f->item[f->next].match;
        fmt_put(f);
        if (f->next < close && close < end)
            fmt_lay(f, close, columns_behind(f, close, end, tail));
    }
}

void fmt_lay(FmtText *f, uint32_t end, uint32_t tail) {
    if (f->next == end)
        return;
    if (!f->placed)
        fmt_same_line(f);
    const bool room = fmt_room(f, end, tail);
    const FmtRank rank = room ? FMT_NOWHERE : least_rank(f, end);
    while (room && f->next < end)
        fmt_put(f);
    if (rank != FMT_NOWHERE)
        lay_pieces(f, end, tail, rank);
    else
        lay_brackets(f, end, tail);
}
