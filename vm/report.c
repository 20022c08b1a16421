#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The longest piece of a source line that is shown. */
enum { SHOWN = 100 };

typedef struct Out {
    StarSink *sink;
    void *context;
} Out;

static void put(const Out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(const Out *out, const char *format, ...) {
    char text[STAR_ERROR_TEXT + 512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        out->sink(out->context, text,
                  (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* Shows the source line with the span underlined. A long line is cut so
 * that the span's beginning is seen. */
static void excerpt(const Out *out, const StarSources *sources,
                    StarSpan span) {
    StarPlace p = star_source_place(sources, span);
    const StarSource *f = &sources->file[span.file];
    int at = (int)(f->text + span.start - p.line);
    int skip = at > SHOWN - 20 ? at - 20 : 0;
    int shown = p.length - skip < SHOWN ? p.length - skip : SHOWN;
    int width = (int)(span.end - span.start);
    char line[SHOWN], mark[SHOWN + 1];
    int marks = 0;
    if (shown < 0)
        shown = 0;
    for (int i = 0; i < shown; i++) {
        unsigned char c = (unsigned char)p.line[skip + i];
        line[i] = c == '\t' ? ' ' : c < 32 || c == 127 ? '?' : (char)c;
    }
    for (int i = 0; i <= shown && i < SHOWN; i++) {
        int byte = skip + i;
        if (byte > at && byte >= at + width)
            break;
        if (i < shown && ((unsigned char)p.line[byte] & 0xc0) == 0x80)
            continue;
        mark[marks++] = byte < at ? ' ' : byte == at ? '^' : '~';
    }
    put(out, "%6d | %.*s\n", p.row, shown, line);
    put(out, "       | %.*s\n", marks, mark);
}

static void headline(const Out *out, const StarSources *sources,
                     StarSpan span, const char *kind, const char *text) {
    StarPlace p = star_source_place(sources, span);
    put(out, "%s:%d:%d: %s: %s", p.path, p.row, p.column, kind, text);
}

void star_report_write(const StarReport *r, const StarSources *sources,
                       StarSink *sink, void *context) {
    const Out out = {sink, context};
    const char *kind = r->severity == STAR_ERROR ? "error" : "warning";
    if (r->placed)
        headline(&out, sources, r->span, kind, r->text);
    else
        put(&out, "star: %s: %s", kind, r->text);
    put(&out, " [%s]\n", star_status_name(r->status));
    if (r->placed)
        excerpt(&out, sources, r->span);
    if (r->hint != NULL)
        put(&out, "       hint: %s\n", r->hint);
    for (int i = 0; i < r->notes; i++) {
        headline(&out, sources, r->note[i].span, "note", r->note[i].text);
        put(&out, "\n");
    }
}
