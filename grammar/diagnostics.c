/* SPDX-License-Identifier: MIT */
#include "diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *format_text(Arena *arena, const char *format, va_list args) {
    char text[STAR_ERROR_TEXT];
    int n = vsnprintf(text, sizeof text, format, args);
    size_t length = n < 0 ? 0 : (size_t)n;
    return arena_text(arena, text,
                      length < sizeof text ? length : sizeof text - 1);
}

/* A warning gives way to an error when there is no more room. */
static void drop_warning(Diag *d) {
    for (int i = d->count; i-- > 0;)
        if (d->report[i].severity == STAR_WARNING) {
            memmove(&d->report[i], &d->report[i + 1],
                    (size_t)(--d->count - i) * sizeof *d->report);
            return;
        }
}

/* Beyond the most that are kept, the last one is written over. */
static StarReport *add(Diag *d, StarSeverity severity, StarStatus status,
                       StarSpan span, const char *text) {
    if (d->report == NULL)
        d->report = arena_alloc(d->arena, DIAG_MAX + 1, sizeof *d->report);
    if (d->count == DIAG_MAX && severity == STAR_ERROR)
        drop_warning(d);
    StarReport *r = &d->report[d->count];
    if (d->count < DIAG_MAX)
        d->count++;
    d->errors += severity == STAR_ERROR;
    d->warnings += severity == STAR_WARNING;
    *r = (StarReport){.severity = severity,
                      .status = status,
                      .placed = true,
                      .span = span,
                      .text = text};
    d->last = r;
    return r;
}

StarReport *diag_error(Diag *d, StarSpan span, StarStatus status,
                       const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = format_text(d->arena, format, args);
    va_end(args);
    return add(d, STAR_ERROR, status, span, text);
}

StarReport *diag_warn(Diag *d, StarSpan span, StarStatus status,
                      const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = format_text(d->arena, format, args);
    va_end(args);
    return add(d, STAR_WARNING, status, span, text);
}

void diag_add(Diag *d, const StarReport *r) {
    StarReport *to = add(d, r->severity, r->status, r->span, r->text);
    *to = *r;
}

void diag_sort(Diag *diag, uint32_t file) {
    StarReport *r = diag->report;
    for (int i = 1; i < diag->count; i++)
        for (int k = i;
             k > 0 && r[k].span.file == file && r[k - 1].span.file == file &&
             r[k].span.start < r[k - 1].span.start;
             k--) {
            const StarReport later = r[k - 1];
            r[k - 1] = r[k];
            r[k] = later;
        }
}

void diag_note(Diag *d, StarReport *r, StarSpan span, const char *format, ...) {
    va_list args;
    if (r->notes == STAR_MAX_NOTES)
        return;
    va_start(args, format);
    r->note[r->notes++] = (StarNote){span, format_text(d->arena, format, args)};
    va_end(args);
}

void diag_expected(StarReport *r, const char *expected, const char *found) {
    r->expected = expected;
    r->found = found;
}

void diag_suggest(StarReport *r, const char *name) {
    r->suggestion = name;
    if (name != NULL)
        diag_fix(r, r->span, name);
}

void diag_fix(StarReport *r, StarSpan span, const char *text) {
    r->fix = (StarNote){span, text};
}

void diag_hint(Diag *d, StarReport *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    r->hint = format_text(d->arena, format, args);
    va_end(args);
}
