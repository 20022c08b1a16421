/* SPDX-License-Identifier: MIT */
/* Characters and comments. */
#include "tools/fmt/fmt_parts.h"

#include <ctype.h>

#include "report/source.h"

static void put(FmtText *f, char c) {
    if (f->length == STAR_MAX_SOURCE) {
        star_raise(f->arena->mem->error, MSG_TEXT_BYTES((size_t)f->length + 1));
        longjmp(*f->arena->exhausted, 1);
    }
    f->out = arena_grow(f->arena, f->out, f->length, &f->room, 1);
    f->out[f->length++] = c;
}

void fmt_byte(FmtText *f, char c) {
    if (c == '\n' && f->crlf)
        put(f, '\r');
    put(f, c);
    f->column += ((unsigned char)c & 0xc0) != 0x80;
    if (c == '\n')
        f->column = 0;
}

void fmt_blanks(FmtText *f, uint32_t count) {
    while (count-- > 0)
        fmt_byte(f, ' ');
}

uint32_t fmt_width(const FmtText *f, uint32_t start, uint32_t end) {
    uint32_t columns = 0;
    for (; start < end; start++)
        columns += ((unsigned char)f->text[start] & 0xc0) != 0x80;
    return columns;
}

/* ---- Comments ---- */

/* The column behind a character in another one. */
static uint32_t advance(uint32_t column, char c) {
    return c == '\t' ? column - column % 8 + 8
                     : column + (((unsigned char)c & 0xc0) != 0x80);
}

static bool ends_line(char c) {
    return c == '\n' || c == '\r';
}

/* The column of an offset in the text as it was. */
static uint32_t column_of(const FmtText *f, uint32_t offset) {
    uint32_t start = offset, column = 0;
    while (start > 0 && !ends_line(f->text[start - 1]))
        start--;
    for (; start < offset; start++)
        column = advance(column, f->text[start]);
    return column;
}

/* Behind the blanks at the beginning of a line, as if the line were moved. */
static uint32_t move_blanks(FmtText *f, uint32_t at, uint32_t end,
                            uint32_t from, uint32_t to) {
    const uint32_t start = at;
    uint32_t column = 0;
    for (; at < end && (f->text[at] == ' ' || f->text[at] == '\t'); at++)
        column = advance(column, f->text[at]);
    if (at == end || ends_line(f->text[at]))
        return at;
    if (from == to)
        for (uint32_t k = start; k < at; k++)
            fmt_byte(f, f->text[k]);
    else
        fmt_blanks(f, column + to > from ? column + to - from : 0);
    return at;
}

/* The rest of a line without the blanks at its end. */
static uint32_t write_rest(FmtText *f, uint32_t at, uint32_t end) {
    uint32_t stop = at, last = at;
    for (; stop < end && !ends_line(f->text[stop]); stop++)
        if (!isspace((unsigned char)f->text[stop]))
            last = stop + 1;
    for (; at < last; at++)
        fmt_byte(f, f->text[at]);
    return stop;
}

/* A comment of one line may be one of thousands there. */
bool fmt_comment(FmtText *f, const FmtComment *c) {
    const uint32_t to = f->column;
    uint32_t at = write_rest(f, c->start, c->end);
    if (at == c->end)
        return false;
    const uint32_t from = column_of(f, c->start);
    while (at < c->end) {
        at += f->text[at] == '\r' && f->text[at + 1] == '\n' ? 2 : 1;
        fmt_byte(f, '\n');
        at = move_blanks(f, at, c->end, from, to);
        at = write_rest(f, at, c->end);
    }
    return true;
}

uint32_t fmt_first_line(const FmtText *f, const FmtComment *c) {
    uint32_t end = c->start;
    while (end < c->end && !ends_line(f->text[end]))
        end++;
    while (isspace((unsigned char)f->text[end - 1]))
        end--;
    return end;
}
