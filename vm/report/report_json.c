/* SPDX-License-Identifier: MIT */

#include <string.h>

#include "report/escape.h"
#include "report/report_out.h"

void report_string(const Out *out, const char *text) {
    if (text == NULL) {
        report_put(out, "null");
        return;
    }
    report_put(out, "\"");
    for (int length; *text != '\0'; text += length ? length : 1) {
        uint32_t code = 0;
        length = star_escape_character(text, strnlen(text, 4), &code);
        if (length == 0)
            report_put(out, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            report_put(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || star_escape_controls(code))
            report_put(out, "\\u%04x", (unsigned)code);
        else
            report_put(out, "%.*s", length, text);
    }
    report_put(out, "\"");
}

static void member(const Out *out, const char *name, const char *text) {
    report_put(out, ", \"%s\": ", name);
    report_string(out, text);
}

static void place(const Out *out, const StarSources *sources,
                  const StarSpan *span) {
    if (span == NULL) {
        report_put(out, "\"file\": null, \"line\": null, \"column\": null, "
                        "\"end_line\": null, \"end_column\": null");
        return;
    }
    StarPlace from = star_source_place(sources, *span);
    StarPlace to = star_source_place(
        sources, (StarSpan){span->file, span->end, span->end});
    report_put(out, "\"file\": ");
    report_string(out, from.path);
    report_put(out,
               ", \"line\": %d, \"column\": %d, \"end_line\": %d, "
               "\"end_column\": %d",
               from.row, from.column, to.row, to.column);
}

void report_json(const Out *out, const StarReport *r,
                 const StarSources *sources) {
    report_put(out, "{");
    place(out, sources, r->placed ? &r->span : NULL);
    member(out, "severity", report_severity(r->severity));
    member(out, "code",
           r->status != STAR_OK ? star_status_name(r->status) : NULL);
    member(out, "message", r->text);
    member(out, "expected", r->expected);
    member(out, "found", r->found);
    member(out, "suggestion", r->suggestion);
    member(out, "hint", r->hint);
    report_put(out, ", \"labels\": [");
    for (int i = 0; i < r->notes; i++) {
        report_put(out, "%s{", i > 0 ? ", " : "");
        place(out, sources, &r->note[i].span);
        member(out, "message", r->note[i].text);
        report_put(out, "}");
    }
    report_put(out, "]}\n");
}
