/* SPDX-License-Identifier: MIT */
/* Messages about a text, as star check words them, and their corrections. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_parts.h"

/* ---- Diagnostics ---- */

typedef struct Told {
    Document *document;
    json_t *all;
} Told;

/* The first name of a unit by which the text comes to a file: a mistake there
 * is shown here, or at the beginning. */
static StarSpan unit_in_text(const Symbols *s, uint32_t file) {
    uint32_t count;
    const SymbolUse *use = symbols_uses(s, &count);
    StarSpan first = {0, 0, 0};
    for (uint32_t k = count; k > 0; k--)
        if (use[k - 1].unit == file)
            return use[k - 1].span;
        else if (use[k - 1].unit > 0)
            first = use[k - 1].span;
    return first;
}

static json_t *related(Document *d, StarSpan span, const char *text) {
    json_t *location = document_location(d, span);
    return location == NULL ? NULL
                            : json_pack("{soso}", "location", location,
                                        "message", lsp_text(text));
}

static json_t *all_related(Document *d, const StarReport *r) {
    json_t *all = json_array();
    if (r->placed && r->span.file > 0)
        json_append(all, related(d, r->span, r->text));
    for (int k = 0; k < r->notes; k++)
        json_append(all, related(d, r->note[k].span, r->note[k].text));
    return all;
}

/* The text of a message with what it advises. */
static json_t *worded(const StarReport *r) {
    char advice[1000] = "";
    if (r->suggestion != NULL)
        snprintf(advice, sizeof advice, "\ndid you mean '%s'?", r->suggestion);
    else if (r->hint != NULL)
        snprintf(advice, sizeof advice, "\n%s", r->hint);
    const size_t length = strlen(r->text) + strlen(advice) + 1;
    char *text = malloc(length);
    if (text == NULL)
        return NULL;
    snprintf(text, length, "%s%s", r->text, advice);
    json_t *string = lsp_text(text);
    free(text);
    return string;
}

static bool is_unused(StarStatus status) {
    return status == STAR_UNUSEDCONSTANT || status == STAR_UNUSEDTYPE ||
           status == STAR_UNUSEDVARIABLE || status == STAR_UNUSEDPARAMETER ||
           status == STAR_UNUSEDPROCEDURE || status == STAR_UNUSEDLABEL;
}

/* Severities of the protocol: error 1, warning 2, information 3. */
static json_t *diagnostic(Document *d, const StarReport *r) {
    const StarSpan none = {0, 0, 0};
    const StarSpan span = !r->placed ? none
                          : r->span.file == 0
                              ? r->span
                              : unit_in_text(d->symbols, r->span.file);
    json_t *j =
        json_pack("{sosisssoso}", "range", lines_range(&d->lines, span),
                  "severity", 1 + (int)r->severity, "source", "star", "message",
                  worded(r), "relatedInformation", all_related(d, r));
    if (r->status != STAR_OK)
        json_set(j, "code", json_string(star_status_name(r->status)));
    if (is_unused(r->status))
        json_set(j, "tags", json_pack("[i]", 1)); /* is faded */
    return j;
}

static void take(void *told, const StarReport *r, const StarSources *sources) {
    const Told *t = told;
    (void)sources;
    json_append(t->all, diagnostic(t->document, r));
}

json_t *lsp_diagnostics(Document *d) {
    Told told = {d, json_array()};
    if (document_symbols(d) != NULL) {
        check_messages(symbols_program(d->symbols), take, &told);
    } else {
        const StarReport r = check_error(STAR_ERROR, &d->error);
        take(&told, &r, NULL);
    }
    return json_pack("{sssIso}", "uri", d->uri, "version", d->version,
                     "diagnostics", told.all);
}

/* ---- Quick fixes ---- */

static json_t *fix(Document *d, const StarReport *r) {
    const StarSpan span = r->fix.span;
    const char *text = r->fix.text;
    char title[200];
    if (text == NULL || span.file != 0)
        return NULL;
    const int length = (int)(span.end - span.start);
    const char *old = d->text + span.start;
    if (length == 0)
        snprintf(title, sizeof title, "write '%s' here",
                 text + strspn(text, " \n"));
    else if (*text == '\0')
        snprintf(title, sizeof title, "leave out '%.*s'", length, old);
    else
        snprintf(title, sizeof title, "write '%s' for '%.*s'", text, length,
                 old);
    json_t *edit = json_pack("{soso}", "range", lines_range(&d->lines, span),
                             "newText", lsp_text(text));
    return json_pack("{sosss[o]sbs{s{s[o]}}}", "title", lsp_text(title), "kind",
                     "quickfix", "diagnostics", diagnostic(d, r), "isPreferred",
                     1, "edit", "changes", d->uri, edit);
}

json_t *lsp_fixes(Request *q) {
    Document *d = q->document;
    const StarProgram *p = symbols_program(q->symbols);
    const json_t *range = json_get(q->params, "range");
    const uint32_t start = lines_offset(&d->lines, json_get(range, "start"));
    const uint32_t end = lines_offset(&d->lines, json_get(range, "end"));
    json_t *all = json_array();
    for (int k = 0; k < p->reports; k++) {
        const StarReport *r = &p->report[k];
        if (!r->placed || r->span.file != 0 || r->span.start > end ||
            r->span.end < start)
            continue;
        json_t *action = fix(d, r);
        if (action != NULL)
            json_append(all, action);
    }
    return all;
}
