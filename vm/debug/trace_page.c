/* SPDX-License-Identifier: MIT */
/* The page of a trace: its data, which trace.c describes, between what is
 * made of the files in page/. */
#include <inttypes.h>
#include <string.h>

#include "debug/page.h"
#include "debug/trace_parts.h"

static void put(const Out *out, const TraceText *text) {
    if (text->length > 0)
        out->sink(out->context, text->bytes, text->length);
}

static const StarSources *sources(const StarTrace *t) {
    return &star_history_program(t->history)->sources;
}

static void put_sources(const StarTrace *t, const Out *out) {
    const StarSources *s = sources(t);
    report_put(out, "\"files\":[");
    for (uint32_t k = 0; k < s->count; k++) {
        bool shown = k == 0;
        for (size_t j = 0; j < t->spans; j++)
            shown |= t->span[j].file == k;
        report_put(out, k > 0 ? ",\n{\"path\":" : "\n{\"path\":");
        report_string(out, s->file[k].path);
        report_put(out, ",\"text\":");
        report_string(out, shown ? s->file[k].text : "");
        report_put(out, "}");
    }
    report_put(out, "],\n\"spans\":[");
    for (size_t j = 0; j < t->spans; j++) {
        const StarSpan x = t->span[j];
        const StarPlace from = star_source_place(s, x);
        const StarPlace to =
            star_source_place(s, (StarSpan){x.file, x.end, x.end});
        report_put(out, "%s[%u,%d,%d,%d,%d]", j > 0 ? "," : "", x.file,
                   from.row, from.column, to.row, to.column);
    }
    report_put(out, "]");
}

/* One of the program itself hides the library's. */
static void put_formulas(const StarTrace *t, const Out *out) {
    const StarProgram *p = star_history_program(t->history);
    const char *before = "";
    report_put(out, ",\n\"formulas\":{");
    for (uint32_t k = 0; k < p->procs && t->formula != NULL; k++) {
        const StarProc *proc = &p->proc[k];
        char room[STAR_FORMULA_ROOM];
        const char *text =
            proc->level == 1 && star_program_find(p, proc->name) == proc
                ? t->formula(proc->name, p->sources.file[proc->span.file].text,
                             room)
                : NULL;
        if (text == NULL)
            continue;
        report_put(out, "%s", before);
        report_string(out, proc->name);
        report_put(out, ":");
        report_string(out, text);
        before = ",";
    }
    report_put(out, "}");
}

static void put_end(const StarTrace *t, const Out *out) {
    static const char *const when[] = {"paused", "cut", "failed", "ended"};
    const StarReport *r = star_machine_report(star_history_machine(t->history));
    report_put(out, ",\n\"first\":%" PRId64 ",\"end\":{\"when\":\"%s\"",
               t->first, when[t->last.when]);
    report_put(out, ",\"text\":");
    report_string(out, t->last.when == STAR_FAILED ? r->text : NULL);
    report_put(out, "}}\n");
}

void trace_write_data(const StarTrace *t, const Out *out) {
    const struct {
        const char *name;
        const TraceText *text;
    } list[] = {{"at", &t->at},           {"steps", &t->steps},
                {"calls", &t->ended},     {"active", &t->active.values},
                {"touched", &t->touched}, {"output", &t->output}};
    report_put(out, "{");
    put_sources(t, out);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        report_put(out, ",\n\"%s\":[", list[k].name);
        put(out, list[k].text);
        report_put(out, "]");
    }
    put_formulas(t, out);
    put_end(t, out);
}

/* Nothing in a string may look like the end of the script. */
static void hide_tags(void *out, const char *text, size_t length) {
    const Out *to = out;
    for (size_t k = 0, n; k < length; k += n) {
        const char *tag = memchr(text + k, '<', length - k);
        n = tag == NULL ? length - k : (size_t)(tag - text) - k;
        to->sink(to->context, text + k, n);
        if (tag != NULL) {
            to->sink(to->context, "\\u003c", 6);
            n++;
        }
    }
}

void trace_write(const StarTrace *t, const Out *out) {
    const Out data = {hide_tags, (void *)out};
    out->sink(out->context, star_page_head, strlen(star_page_head));
    trace_write_data(t, &data);
    out->sink(out->context, star_page_tail, strlen(star_page_tail));
}
