/* SPDX-License-Identifier: MIT */
/* Entries of a session as they come, line by line, and their values: for a
 * prompt, a console, a notebook.
 *
 *     Entry e = {0};
 *     if (entry_add(&e, line, length) && !entry_is_open(&e, e.text, session)) {
 *         star_session_enter(session, "entry 1", e.text, e.length);
 *         entry_clear(&e);
 *     }
 *     ...
 *     entry_free(&e);
 *
 * session.h is part of this: it runs entries and has their messages, names and
 * the program that they make.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_ENTRIES_H
#define STAR_TOOLS_ENTRIES_H

#include "session/session.h"

/* Lines, each with its end, and a 0 behind them; the memory is C's. Of zeros
 * it has none. */
typedef struct Entry {
    char *text;
    size_t length, room;
    size_t last; /* bytes of the last line without its end */
    int lines;
} Entry;

/* Appends a line, whose end is not in its `length` bytes; false without memory,
 * and the entry is as it was. */
bool entry_add(Entry *entry, const char *line, size_t length);

/* True if what stands from `from` on, in the entry's text, lacks something that
 * a next line could bring, as star_session_open says. It takes time for the
 * whole text: of long ones it is asked only where the last line has a word that
 * may end them, and else true. */
bool entry_is_open(const Entry *entry, const char *from, StarSession *session);

/* Forgets the lines; frees their memory too. */
void entry_clear(Entry *entry);
void entry_free(Entry *entry);

/* The value of the session's last entry, which is the session's until the next
 * one; false if that was no expression or did not end well. */
bool entry_value(StarSession *session, const StarType **type, StarCell *value);

#endif
