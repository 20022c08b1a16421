/* SPDX-License-Identifier: MIT */
/* Messages for people and for programs: one engine for those of the compiler
 * and of a run. */
#ifndef STAR_REPORT_H
#define STAR_REPORT_H

#include "report/source.h"

typedef enum StarSeverity { STAR_ERROR, STAR_WARNING, STAR_NOTE } StarSeverity;

/* A remark below a message, with a place of its own. */
typedef struct StarNote {
    StarSpan span;
    const char *text;
} StarNote;

enum { STAR_MAX_NOTES = 24 };

/* One message. The maker of the report owns the texts; any but `text` may be
 * NULL. */
typedef struct StarReport {
    StarSeverity severity;
    StarStatus status; /* STAR_OK: a remark without a code */
    bool placed;       /* span is set */
    StarSpan span;
    const char *text;
    const char *expected, *found; /* the parts of `text` that say so */
    const char *suggestion;       /* a similar name */
    const char *hint;             /* a way to correct it */
    StarNote fix;                 /* its text, in place of its span, is the
                                     correction; NULL: none is that sure */
    int notes;
    StarNote note[STAR_MAX_NOTES];
} StarReport;

typedef enum StarReportForm { STAR_FULL, STAR_SHORT, STAR_JSON } StarReportForm;

/* The form of messages. */
typedef struct StarStyle {
    StarReportForm form;
    bool colour; /* full only: with a terminal's colours */
    bool escape; /* without colour, not JSON, which does so itself: control
                    characters as escape.h shows them */
} StarStyle;

/* Takes a text, one piece at a time. */
typedef void StarSink(void *context, const char *text, size_t length);

/* Writes the report. In full:
 *
 *     FILE:LINE:COLUMN: error: TEXT [CODE]
 *        12 |   X := Y + 1;
 *           |        ^~~~~
 *           hint: HINT
 *     FILE:LINE:COLUMN: note: TEXT
 *         3 | var X: slice;
 *           |     ^
 *
 * with control characters of the source shown as '?'; short, the first of
 * these lines; as JSON, one line with an object that has every member, null
 * where there is nothing to say (docs/reference/errors.md). */
void star_report_write(const StarReport *report, const StarSources *sources,
                       StarStyle style, StarSink *sink, void *context);

#endif
