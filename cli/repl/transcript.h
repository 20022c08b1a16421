/* SPDX-License-Identifier: MIT */
/* A session as text, for people and for :load:
 *
 *     star session, no program: entry 2 failed while it ran
 *     : entry 1
 *     > var n: integer; readln(n)
 *     < 34
 *     : entry 2
 *     > repeat
 *     >   n := n div 0
 *     > until false
 *     : entry 3
 *     > repeat n := n + 1 until false
 *     ! stopped after 120 steps
 *
 * The first line says why it is no program; then each entry has its name, its
 * text and the input that it read. Behind its mark and a blank a line may have
 * any bytes; a line `\` says that the one before it had no end. */
#ifndef STAR_CLI_TRANSCRIPT_H
#define STAR_CLI_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRANSCRIPT_HEADING "star session"

/* Text that grows; NULL is none. */
typedef struct Transcript {
    char *text;
    size_t length, room;
    bool lost; /* for lack of memory something is missing */
} Transcript;

typedef struct TranscriptEntry {
    char *name, *text, *input; /* name and text with a NUL behind */
    size_t name_length, length, input_length;
    int64_t steps; /* after which it was stopped; 0: it was not */
} TranscriptEntry;

/* Appends bytes as they are. */
void transcript_put(Transcript *to, const char *text, size_t length);

/* Appends an entry. */
void transcript_add(Transcript *to, const TranscriptEntry *entry);

/* True if a text is a session. */
bool transcript_is(const char *text, size_t length);

/* Reads the entry at *at, whose texts replace what stands there, and goes on
 * behind it; false at the end, or at a line that is none of a session, which
 * is then at *at. Begins with *at at the beginning of a session. */
bool transcript_next(char **at, char *end, TranscriptEntry *entry);

#endif
