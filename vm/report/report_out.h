/* SPDX-License-Identifier: MIT */
/* Shared by the writers of reports, listings, profiles and traces. */
#ifndef STAR_REPORT_OUT_H
#define STAR_REPORT_OUT_H

#include "report/report.h"

typedef struct Out {
    StarSink *sink;
    void *context;
} Out;

/* Sends a formatted text to the sink; what is longer than a report can be is
 * cut. */
void report_put(const Out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A string of JSON, null for NULL. */
void report_string(const Out *out, const char *text);

/* The word for a severity; a static text. */
const char *report_severity(StarSeverity severity);

/* Writes a report as one object of JSON, with the places that it names in the
 * sources. */
void report_json(const Out *out, const StarReport *report,
                 const StarSources *sources);

#endif
