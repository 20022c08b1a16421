/* SPDX-License-Identifier: MIT */
/* The text as items, the lines that are made of them, and who decides where
 * these begin: what fmt*.c share.
 *
 *     text ──> fmt_items.c     tokens, the comments before each,
 *                                 what they are to their neighbours
 *          ──> fmt_declarations.c, fmt_statements.c
 *                                 which token begins a line, and where
 *          ──> fmt_lines.c     where lines begin and end
 *              fmt_wrap.c      lines that are full
 *              fmt_write.c     characters and comments
 */
#ifndef STAR_TOOLS_FMT_PARTS_H
#define STAR_TOOLS_FMT_PARTS_H

#include "memory/arena.h"

enum { FMT_WIDTH = 80, FMT_INDENT = 2 };

/* Where a full line may be broken: behind a token with a rank, behind one of
 * the least rank first. FMT_INSIDE: only what stands to its right is. */
typedef enum FmtRank {
    FMT_SEMICOLON,
    FMT_COMMA,
    FMT_INSIDE,
    FMT_RELATION,
    FMT_ADDITION,
    FMT_MULTIPLICATION,
    FMT_NOWHERE
} FmtRank;

typedef struct FmtComment {
    uint32_t start, end;
    int lines; /* ends of lines between it and what stands before it */
} FmtComment;

typedef struct FmtItem {
    int kind; /* the parser's number of the token; 0 behind the last one */
    uint32_t start, end;
    int lines;                  /* as those of comments */
    uint32_t comment, comments; /* the first one before it, and how many */
    uint32_t match;             /* of ( [ and record what closes it; else 0 */
    FmtRank rank;
    bool word;   /* its letters become small */
    bool spaced; /* a blank stands before it within a line */

    /* Since the last fmt_measure, on one line without an end: its first
     * column, that behind it, and the lines that comments end before it. */
    uint32_t from, to, breaks;
} FmtItem;

typedef struct FmtText {
    Arena *arena;
    const char *text;
    bool crlf;     /* its lines end so; so will those that are written */
    FmtItem *item; /* the last one is of kind 0 */
    uint32_t items;
    FmtComment *comment;
    uint32_t comments;
    uint32_t next; /* the item to be written next */
    bool placed;   /* the line goes on where it begins */
    char *out;
    uint32_t length, room;
    uint32_t column; /* of the line that is being written */
    uint32_t margin; /* where this line began, */
    uint32_t wrap;   /* and where it goes on if a comment ends it */
    bool opened;     /* behind begin, then and the like: no empty line */
    bool apart;      /* behind a procedure: an empty line */
} FmtText;

/* Reads all items; the arena jumps if there is not enough memory. */
StarStatus fmt_items(FmtText *f, size_t length);

/* ---- Characters and comments ---- */

/* Appends a character; what becomes of a text must be one that can be compiled,
 * or the arena jumps with STAR_SOURCE raised. */
void fmt_byte(FmtText *f, char c);
void fmt_blanks(FmtText *f, uint32_t count);

/* The columns of bytes `start` to `end` - 1 of the text. */
uint32_t fmt_width(const FmtText *f, uint32_t start, uint32_t end);

/* Writes a comment, whose lines move together; true if it has several. */
bool fmt_comment(FmtText *f, const FmtComment *c);

/* The first line of a comment ends there, without the blanks at its end. */
uint32_t fmt_first_line(const FmtText *f, const FmtComment *c);

/* ---- Lines ---- */

/* True if a blank stands before an item within a line. */
bool fmt_is_spaced(const FmtItem *item);

/* Writes what stands before the next item, which stays on the line, or goes to
 * a new one, at the margin for wrapped lines. */
void fmt_same_line(FmtText *f);
void fmt_wrapped(FmtText *f);

/* The next item begins a line with so many blanks; an empty line before it
 * stays, and of several one. `apart`: there is one in any case. */
void fmt_line(FmtText *f, uint32_t margin);
void fmt_apart(FmtText *f, uint32_t margin);

/* The next item closes what began with this margin: comments before it have
 * `inner`, and no empty line stands before it. */
void fmt_close(FmtText *f, uint32_t inner, uint32_t margin);

/* Writes the next item, on the same line unless it begins one. */
void fmt_put(FmtText *f);

/* Writes what stands behind the last item, and a 0. */
void fmt_end(FmtText *f);

/* Measures the items from the next one to item `end` - 1; what follows asks
 * for items among them only. */
void fmt_measure(FmtText *f, uint32_t end);

/* True if the items up to `end` - 1, and `tail` columns more, have room on the
 * line. */
bool fmt_room(const FmtText *f, uint32_t end, uint32_t tail);

/* The columns of items `first` to `end` - 1 behind the item before them, as far
 * as no comment ends the line. */
uint32_t fmt_tail(const FmtText *f, uint32_t first, uint32_t end);

/* Writes the items up to `end` - 1, with breaks where there is no room for them
 * and `tail` columns more. */
void fmt_lay(FmtText *f, uint32_t end, uint32_t tail);

/* ---- What there is to write ---- */

/* The first item of a kind from the next one on, outside of brackets and before
 * `end`, which it is if there is none. */
uint32_t fmt_find(const FmtText *f, uint32_t end, int kind);

/* True if the next item stands on the line of the one before, without a
 * comment between them. */
bool fmt_joined(const FmtText *f);

/* A name with a hyphen begins with item `at`. */
void fmt_hyphen(FmtText *f, uint32_t at);

/* begin to end, whose begin stands on a line with this margin. */
void fmt_compound(FmtText *f, uint32_t margin);

/* A program or a unit, to its last item. */
void fmt_file(FmtText *f);

#endif
