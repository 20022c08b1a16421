/* SPDX-License-Identifier: MIT */
/* What the variables of a session mean: a procedure of the library tells it of
 * its parameters (roles.def), and it holds of the variables that an entry
 * passed it until another entry may change them.
 *
 *     meanings_forget(&m, session);               behind an entry that ran
 *     meanings_note(&m, session);                 if it ended well
 *     const Meaning *what = meanings_find(&m, session, cell);
 *     if (what != NULL)
 *         value_show(what->argument, what->argument, MEANING_ARGUMENTS, ...);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_MEANINGS_H
#define STAR_TOOLS_MEANINGS_H

#include "session/session.h"
#include "tools/values/values.h"

/* The variable, where arcs begin and end, and the bias of numbers. */
enum { MEANING_ARGUMENTS = 4 };

typedef struct Meaning {
    Argument argument[MEANING_ARGUMENTS];
    StarParam param[MEANING_ARGUMENTS];
    int cell[MEANING_ARGUMENTS]; /* of the variable in the session */
} Meaning;

typedef struct Meanings {
    Meaning *meaning;
    int count, room;
} Meanings;

/* Forgets what the last entry, whose statements ran, may have changed: what it
 * writes or passes to a var parameter; all if it calls a procedure that is not
 * the library's. */
void meanings_forget(Meanings *meanings, const StarSession *session);

/* Notes what the last entry, which ended well, has made. It does where an entry
 * has no branches, calls nothing else, and does nothing else to the variable.
 * Without memory nothing is noted. */
void meanings_note(Meanings *meanings, StarSession *session);

/* The meaning of a variable by its cell, or NULL. */
const Meaning *meanings_find(const Meanings *meanings, StarSession *session,
                             int cell);

/* Frees what was noted. */
void meanings_free(Meanings *meanings);

#endif
