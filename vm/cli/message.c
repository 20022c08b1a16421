#include "message.h"

#include <stdarg.h>
#include <stdio.h>

int message_usage(const char *command, const char *format, ...) {
    va_list args;
    fprintf(stderr, "star%s%s: ", command ? " " : "", command ? command : "");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

void message_sink(void *context, const char *text, size_t length) {
    fwrite(text, 1, length, context);
}

void message_report(const StarReport *report, const StarSources *sources) {
    star_report_write(report, sources, message_sink, stderr);
}

int message_error(const StarError *error) {
    StarReport report = {.status = error->status, .text = error->text};
    message_report(&report, NULL);
    return star_status_exit(error->status);
}

int message_memory(void) {
    StarError error;
    star_raise(&error, STAR_MEMORY, "no memory");
    return message_error(&error);
}

void message_reports(const StarProgram *p) {
    int errors = 0;
    for (int i = 0; i < p->reports; i++) {
        message_report(&p->report[i], &p->sources);
        errors += p->report[i].severity == STAR_ERROR;
    }
    if (errors < p->errors)
        fprintf(stderr, "star: and %d more error%s\n", p->errors - errors,
                p->errors - errors == 1 ? "" : "s");
}
