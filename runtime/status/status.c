/* SPDX-License-Identifier: MIT */
#include "status/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <strings.h>

static const struct {
    const char *name;
    int exit;
    const char *sentence, *explanation, *mistake, *correction;
} statuses[] = {
#define STATUS(id, name, exit, sentence, explanation, mistake, correction) \
    {name, exit, sentence, explanation, mistake, correction},
#include "status/status.def"
#undef STATUS
};

const char *star_status_name(StarStatus status) {
    return statuses[status].name;
}

int star_status_exit(StarStatus status) {
    return statuses[status].exit;
}

const char *star_status_sentence(StarStatus status) {
    return statuses[status].sentence;
}

const char *star_status_explanation(StarStatus status) {
    return statuses[status].explanation;
}

const char *star_status_mistake(StarStatus status) {
    return statuses[status].mistake;
}

const char *star_status_correction(StarStatus status) {
    return statuses[status].correction;
}

StarStatus star_status_find(const char *name) {
    int status = STAR_STATUS_COUNT - 1;
    while (status > STAR_OK && strcasecmp(statuses[status].name, name) != 0)
        status--;
    return (StarStatus)status;
}

StarStatus star_raise(StarError *error, StarStatus status, const char *format,
                      ...) {
    va_list args;
    *error = (StarError){.status = status};
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return status;
}

StarStatus star_expected(StarError *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->expected, sizeof error->expected, format, args);
    va_end(args);
    return error->status;
}

StarStatus star_found(StarError *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->found, sizeof error->found, format, args);
    va_end(args);
    return error->status;
}

StarStatus star_hint(StarError *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->hint, sizeof error->hint, format, args);
    va_end(args);
    return error->status;
}

StarStatus star_subject(StarError *error, const char *name, const char *other) {
    error->subject[0] = name;
    error->subject[1] = other;
    return error->status;
}
