/* SPDX-License-Identifier: MIT */

#include "report/escape.h"
#include "report/report_out.h"

/* The length of the UTF-8 character at the beginning of a text, 0 if there
 * is none: overlong forms, surrogates and what lies beyond U+10FFFF are
 * none. */
static int utf8(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    int length = c[0] < 0x80   ? 1
                 : c[0] < 0xc2 ? 0
                 : c[0] < 0xe0 ? 2
                 : c[0] < 0xf0 ? 3
                 : c[0] < 0xf5 ? 4
                               : 0;
    for (int i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f))
        return 0;
    return length;
}

/* The code of a character of `length` bytes. */
static uint32_t code_of(const char *text, int length) {
    const unsigned mask = length > 1 ? 0x7fu >> length : 0x7f;
    uint32_t code = (unsigned char)*text & mask;
    for (int i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

void report_string(const Out *out, const char *text) {
    if (text == NULL) {
        report_put(out, "null");
        return;
    }
    report_put(out, "\"");
    for (int length; *text != '\0'; text += length ? length : 1) {
        length = utf8(text);
        if (length == 0)
            report_put(out, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            report_put(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' ||
                 star_escape_controls(code_of(text, length)))
            report_put(out, "\\u%04x", (unsigned)code_of(text, length));
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
