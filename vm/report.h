/* What went wrong, for people: one engine for compile-time and run-time
 * messages. */
#ifndef STAR_REPORT_H
#define STAR_REPORT_H

#include "source.h"

typedef enum StarSeverity { STAR_ERROR, STAR_WARNING } StarSeverity;

/* A remark below a message, with a place of its own. */
typedef struct StarNote {
    StarSpan span;
    const char *text;
} StarNote;

enum { STAR_MAX_NOTES = 24 };

/* One message. Texts belong to whoever made the report. */
typedef struct StarReport {
    StarSeverity severity;
    StarStatus status;
    bool placed; /* whether span means anything */
    StarSpan span;
    const char *text;
    const char *hint; /* what to do about it, or NULL */
    int notes;
    StarNote note[STAR_MAX_NOTES];
} StarReport;

/* Where text goes, a piece at a time. */
typedef void StarSink(void *context, const char *text, size_t length);

/* Writes the report as
 *
 *     FILE:LINE:COLUMN: error: TEXT [CODE]
 *        12 |   X := Y + 1;
 *           |        ^~~~~
 *        hint: HINT
 *     FILE:LINE:COLUMN: note: TEXT
 *
 * with control characters of the source shown as '?'. */
void star_report_write(const StarReport *report, const StarSources *sources,
                       StarSink *sink, void *context);

#endif
