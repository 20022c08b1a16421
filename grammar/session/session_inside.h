/* The inside of a session, shared by its files. */
#ifndef STAR_SESSION_INSIDE_H
#define STAR_SESSION_INSIDE_H

#include "compiler.h"
#include "session/session.h"

/* How far the program's lists reach. */
typedef struct Extent {
    uint32_t length, constants, fuses, loops, notes;
} Extent;

/* What an entry that fails goes back to. */
typedef struct Before {
    Extent extent;
    uint32_t procs, files, units, entries, block, namings;
} Before;

/* An entry that has begun to run, or may have changed something before. */
typedef struct SessionEntry {
    uint32_t file;
    const Module *module;
    const Expr *value;             /* behind its statements, or NULL, */
    bool known;                    /* and whether it is one, not a '?' */
    uint32_t namings, namings_end; /* of its text, in the Sema */
    bool begun;
    StarStatus status;
    StarSpan stopped; /* where it failed, if it did */
} SessionEntry;

struct StarSession {
    StarMachine *machine;
    Compiler c;
    Routine globals;
    uint32_t cells, owned; /* of the globals, that stay, */
    uint32_t more_cells;   /* and that will if the entry is kept */
    Extent extent;         /* of what stays; behind it, the last entry */
    Before before;
    uint32_t collection; /* how many there were, */
    size_t collected;    /* and how much memory was in use then */
    bool ran;            /* the last entry did, perhaps not to its end */
    bool wants_room;     /* it could perhaps be compiled after a collection */
    bool saved;          /* it may be */
    bool stays;          /* the tree of the last entry, which stands from */
    ArenaMark from;      /* here on in: */
    Arena trees;
    Arena scratch;      /* for what is read twice, and answers */
    int value;          /* its cell, or -1 */
    SessionEntry entry; /* the last one; and all that stay: */
    SessionEntry *entries;
    uint32_t count, room;
};

/* session_gc.c: frees what nobody can name or reach any more; between
 * entries. */
void session_collect(StarSession *session);

/* session_effects.c: whether a size that declarations compute may change
 * something. */
bool session_sizes_change(const Block *block);

/* session_save.c: notes the sizes that declarations have computed, whose cells
 * may be gone when the session is saved. */
void session_note_sizes(StarSession *session, const Block *block);

/* From now on, memory that is lacking leads there. */
void session_guard(StarSession *session, jmp_buf *jump);

#endif
