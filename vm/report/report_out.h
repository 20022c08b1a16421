/* What those share that write reports, listings, profiles and traces. */
#ifndef STAR_REPORT_OUT_H
#define STAR_REPORT_OUT_H

#include "report/report.h"

typedef struct Out {
    StarSink *sink;
    void *context;
} Out;

void report_put(const Out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A string of JSON, null for NULL. */
void report_string(const Out *out, const char *text);

const char *report_severity(StarSeverity severity);

void report_json(const Out *out, const StarReport *report,
                 const StarSources *sources);

#endif
