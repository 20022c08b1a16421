/* SPDX-License-Identifier: MIT */
/* Compile-time messages: collected, at most so many, in source order of
 * their discovery. */
#ifndef STAR_DIAG_H
#define STAR_DIAG_H

#include "memory/arena.h"
#include "report/report.h"

enum { DIAG_MAX = 30 };

typedef struct Diag {
    Arena *arena;
    StarReport *report; /* room for DIAG_MAX; errors before warnings go */
    int count;
    StarReport *last;     /* that was added */
    int errors, warnings; /* all, also those beyond DIAG_MAX */
    bool strict;          /* extensions of ISO 7185 are errors, */
    int extensions;       /* which do not keep a text from being understood */
} Diag;

/* Adds an error or a warning and returns it for a hint or a note; never
 * NULL. */
StarReport *diag_error(Diag *diag, StarSpan span, StarStatus status,
                       const char *format, ...)
    __attribute__((format(printf, 4, 5)));
StarReport *diag_warn(Diag *diag, StarSpan span, StarStatus status,
                      const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds a report that was made elsewhere. */
void diag_add(Diag *diag, const StarReport *report);

/* Puts the messages about a file in the order of their places. */
void diag_sort(Diag *diag, uint32_t file);

/* Adds a remark with a place of its own to a report. */
void diag_note(Diag *diag, StarReport *report, StarSpan span,
               const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Says apart what the message says was needed and was there; the texts are
 * not copied. */
void diag_expected(StarReport *report, const char *expected, const char *found);

/* Sets the similar name that is meant, which is the correction too. */
void diag_suggest(StarReport *report, const char *name);

/* Sets the correction: a text in place of a span, which is not copied. */
void diag_fix(StarReport *report, StarSpan span, const char *text);

/* Sets the hint of a report. */
void diag_hint(Diag *diag, StarReport *report, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
