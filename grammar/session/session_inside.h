/* SPDX-License-Identifier: MIT */
/* The inside of a session, shared by its files. */
#ifndef STAR_SESSION_INSIDE_H
#define STAR_SESSION_INSIDE_H

#include "compiler.h"
#include "session/session.h"

/* How far the program's lists reach. */
typedef struct Extent {
    uint32_t length, constants, plans, notes;
} Extent;

/* The state to which an entry that fails returns. */
typedef struct Before {
    Extent extent;
    uint32_t procs, files, units, entries, block;
} Before;

/* The entry that is read, checked and run. */
typedef struct SessionEntry {
    uint32_t file;
    const Module *module;
    const Expr *value; /* behind its statements, or NULL */
} SessionEntry;

/* Text of a program, and the name of the entry that it comes from. */
typedef struct Piece {
    struct Piece *next;
    const char *entry, *text;
} Piece;

typedef struct Pieces {
    Piece *first, *last;
} Pieces;

/* The parts of a saved session. The statement that writes the value of an
 * entry is a part of its own. */
enum { PART_USES, PART_DECLARATIONS, PART_STATEMENTS, PART_VALUE, PARTS };

typedef struct Notes {
    Pieces part[PARTS];
    const char *why;   /* there is none, or NULL; */
    const char *entry; /* and the entry that is to blame */
} Notes;

struct StarSession {
    StarMachine *machine;
    Compiler c;
    Routine globals;
    uint32_t cells, owned; /* of the globals, that stay, */
    uint32_t more_cells;   /* and that will if the entry is kept */
    Extent extent;         /* of what stays; behind it, the last entry */
    Before before;
    uint32_t collection; /* the number of garbage collections, */
    size_t collected;    /* and the bytes in use after the last one */
    bool ran;            /* the last entry did, perhaps not to its end */
    bool wants_room;     /* it could perhaps be compiled after a collection */
    bool saved;          /* it may be */
    bool stays;          /* the tree of the last entry, which stands from */
    ArenaMark from;      /* here on in: */
    Arena trees;
    Arena scratch;      /* for texts that are read twice, and results */
    int row;            /* in which the texts of entries begin */
    int value;          /* its cell, or -1 */
    const Block *last;  /* the block of it that runs */
    SessionEntry entry; /* the last one */
    Notes noted, notes; /* of that, and of all; if the session may be saved */
};

/* session_read.c: reads and checks a text; the block that runs, NULL after
 * errors, and the expression behind its statements, if there is one. */
const Block *session_read(StarSession *session, const char *name,
                          const char *text, size_t length, Expr **value);

/* session_unended.c: true if a text with a mistake, to judge by its words
 * alone, begins a program, procedure or compound statement that does not end in
 * it. */
bool session_unended(Arena *arena, const char *text, StarSpan part);

/* Reads and checks an expression; NULL if it is none. */
Expr *session_expression(StarSession *session, const char *text, size_t length);

/* session_gc.c: frees unreachable declarations; between entries. */
void session_gc(StarSession *session);

/* session_save.c: session_note notes an entry that is about to run,
 * session_noted its status; `known`: its value, if it has one, is known. */
void session_note(StarSession *session);
void session_noted(StarSession *session, StarStatus status, bool known);

/* From now on, a lack of memory jumps there. */
void session_guard(StarSession *session, jmp_buf *jump);

#endif
