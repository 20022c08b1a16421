/* SPDX-License-Identifier: MIT */
#include "report/report_out.h"

#include <stdarg.h>
#include <stdio.h>

#include "report/columns.h"
#include "report/escape.h"

/* The longest piece of a source line that is shown. */
enum { SHOWN = 100 };

void report_put(const Out *out, const char *format, ...) {
    char text[STAR_ERROR_TEXT + 512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        out->sink(out->context, text,
                  (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

const char *report_severity(StarSeverity severity) {
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}

/* The escape sequences of a severity and of their end; empty without
 * colour. */
static const char *colour(StarStyle style, StarSeverity severity) {
    static const char *const colours[] = {"\033[1;31m", "\033[1;35m",
                                          "\033[1;36m"};
    return style.colour ? colours[severity] : "";
}

static const char *plain(StarStyle style) {
    return style.colour ? "\033[0m" : "";
}

/* True if a byte goes on with a character of UTF-8. */
static bool goes_on(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The bytes of a line from `skip` on that are shown. It is cut between two
 * characters. */
static int bytes_shown(const StarPlace *p, int skip) {
    int shown = p->length - skip;
    if (shown <= SHOWN)
        return shown > 0 ? shown : 0;
    for (shown = SHOWN; shown > SHOWN - 3 && goes_on(p->line[skip + shown]);)
        shown--;
    return shown;
}

/* Draws the line below the `shown` bytes of a source line: a mark for each
 * column of the bytes from..to-1. No character has more columns than bytes; a
 * place behind the line has one. Returns its length. */
static int underline(const char *line, int shown, int from, int to,
                     char mark[SHOWN + 1]) {
    int marks = 0, columns, n;
    for (int i = 0; i <= shown && (i <= from || i < to); i += n) {
        n = columns = 1;
        if (i < shown)
            n = columns_next(line + i, (size_t)(shown - i), &columns);
        const bool first = i <= from && from < i + n;
        for (int k = 0; k < columns || (first && k == 0); k++)
            mark[marks++] = i + n <= from ? ' ' : first && k == 0 ? '^' : '~';
    }
    return marks;
}

/* Shows the source line with the span underlined. A long line is cut so
 * that the span's beginning is seen. */
static void excerpt(const Out *out, const StarSources *sources, StarSpan span,
                    StarStyle style, StarSeverity severity) {
    StarPlace p = star_source_place(sources, span);
    const StarSource *f = &sources->file[span.file];
    const int at = (int)(f->text + span.start - p.line);
    int skip = at > SHOWN - 20 ? at - 20 : 0;
    while (skip > 0 && skip < at && goes_on(p.line[skip]))
        skip++;
    const int shown = bytes_shown(&p, skip);
    const int from = at - skip;
    char line[SHOWN], mark[SHOWN + 1];
    for (int i = 0; i < shown; i++) {
        unsigned char c = (unsigned char)p.line[skip + i];
        line[i] = c == '\t' ? ' ' : c < 32 || c == 127 ? '?' : (char)c;
    }
    const int marks =
        underline(line, shown, from, from + (int)(span.end - span.start), mark);
    report_put(out, "%6d | %.*s\n", p.row, shown, line);
    report_put(out, "       | %s%.*s%s\n", colour(style, severity), marks, mark,
               plain(style));
}

/* FILE:LINE:COLUMN: KIND: TEXT, for a place or, without one, star. */
static void headline(const Out *out, const StarSources *sources,
                     const StarSpan *span, StarStyle style,
                     StarSeverity severity, const char *text) {
    if (span != NULL) {
        StarPlace p = star_source_place(sources, *span);
        report_put(out, "%s:%d:%d: ", p.path, p.row, p.column);
    } else {
        report_put(out, "star: ");
    }
    report_put(out, "%s%s:%s %s", colour(style, severity),
               report_severity(severity), plain(style), text);
}

static bool same(StarSpan a, StarSpan b) {
    return a.file == b.file && a.start == b.start && a.end == b.end;
}

/* Writes the lines below the first one. */
static void details(const Out *out, const StarReport *r,
                    const StarSources *sources, StarStyle style) {
    if (r->placed)
        excerpt(out, sources, r->span, style, r->severity);
    if (r->suggestion != NULL)
        report_put(out, "       hint: did you mean '%s'?\n", r->suggestion);
    if (r->hint != NULL)
        report_put(out, "       hint: %s\n", r->hint);
    for (int i = 0; i < r->notes; i++) {
        const StarNote *note = &r->note[i];
        headline(out, sources, &note->span, style, STAR_NOTE, note->text);
        report_put(out, "\n");
        if (i > 0 && same(note->span, note[-1].span))
            continue;
        excerpt(out, sources, note->span, style, STAR_NOTE);
    }
}

void star_report_write(const StarReport *r, const StarSources *sources,
                       StarStyle style, StarSink *sink, void *context) {
    StarEscape escape = {.sink = sink, .context = context};
    Out out = {sink, context};
    if (style.form == STAR_JSON) {
        report_json(&out, r, sources);
        return;
    }
    if (style.escape && !style.colour)
        out = (Out){star_escape, &escape};
    headline(&out, sources, r->placed ? &r->span : NULL, style, r->severity,
             r->text);
    if (r->status != STAR_OK)
        report_put(&out, " [%s]", star_status_name(r->status));
    report_put(&out, "\n");
    if (style.form == STAR_FULL)
        details(&out, r, sources, style);
}
