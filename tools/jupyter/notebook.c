/* SPDX-License-Identifier: MIT */
#include "notebook.h"

#include <stdio.h>
#include <string.h>

#include "handle.h"
#include "report/value_format.h"
#include "tools/docs/docs.h"
#include "tools/json.h"
#include "tools/plot/plot.h"
#include "tools/symbols/complete.h"

/* ---- Values ---- */

StarCode notebook_text(Star *s, const char *name, int columns, int rows,
                       NotebookWrite *write, void *context) {
    const StarValueFormat how = {
        .width = columns, .height = rows, .utf8 = true};
    Place p;
    HANDLE_BEGIN(s, name != NULL && write != NULL);
    HANDLE_TRY(handle_find(s, name, false, &p));
    return handle_take(s, star_value_format(handle_backend(s), &how, p.type,
                                            *p.cell, NULL, write, context));
}

/* A value as a parameter, as far as plot.h needs it. */
static StarParam parameter(const Place *p, const char *title) {
    StarParam param = {.name = title, .type = p->type, .of = p->type};
    for (; param.of->kind == STAR_TYPE_ARRAY; param.dims++)
        param.of = param.of->element;
    return param;
}

static StarCode draw(Star *s, const Argument *a, PlotKind kind,
                     NotebookWrite *write, void *context) {
    Plot plot;
    HANDLE_TRY(handle_take(s, plot_open(&plot, a, handle_backend(s), kind)));
    plot_write(&plot, write, context);
    plot_close(&plot);
    return STAR_CODE_OK;
}

StarCode notebook_draw(Star *s, const char *name, const char *title,
                       NotebookPicture picture, NotebookWrite *write,
                       void *context) {
    static const PlotKind kinds[] = {[NOTEBOOK_MATRIX] = PLOT_MATRIX,
                                     [NOTEBOOK_GRAPH] = PLOT_GRAPH,
                                     [NOTEBOOK_BARS] = PLOT_BARS};
    PlotKind kind;
    Place p;
    HANDLE_BEGIN(s, name != NULL && title != NULL && write != NULL);
    HANDLE_TRY(handle_find(s, name, false, &p));
    const StarParam param = parameter(&p, title);
    const Argument argument = {.param = &param, .value = *p.cell};
    if (picture == NOTEBOOK_USUAL)
        plot_parse("usual.svg", &param, &kind);
    else
        kind = kinds[picture];
    if (!plot_fits(&param, kind))
        return STAR_CODE_MISUSED;
    return draw(s, &argument, kind, write, context);
}

int64_t notebook_shared(int64_t elements) {
    return elements > PLOT_SQUARES
               ? elements / PLOT_SQUARES + (elements % PLOT_SQUARES > 0)
               : 1;
}

int64_t notebook_vertices(void) {
    return PLOT_VERTICES;
}

void notebook_show(Star *s) {
    star_machine_show(s->machine);
}

/* ---- Names ---- */

static void offer(void *context, const char *name, const char *kind) {
    const Out *out = context;
    report_put(out, "%s %s\n", name, kind);
}

StarCode notebook_complete(Star *s, const char *text, size_t begin,
                           NotebookWrite *write, void *context) {
    Out out = {write, context};
    HANDLE_BEGIN(s, text != NULL && write != NULL);
    complete_entry(s->session, text, begin, offer, &out);
    return STAR_CODE_OK;
}

/* The text of a table has no 0 behind it. */
static void put_text(const Out *out, const Docs *d) {
    char piece[2] = "";
    report_put(out, "\"");
    for (int k = 0; k < d->length; k++) {
        piece[0] = d->text[k];
        if (strchr("\"\\\n", piece[0]) != NULL)
            report_put(out, piece[0] == '\n' ? "\\n" : "\\%s", piece);
        else
            report_put(out, "%s", piece);
    }
    report_put(out, "\"");
}

void notebook_explain(const char *name, NotebookWrite *write, void *context) {
    const Out out = {write, context};
    unsigned at = 0;
    Docs d;
    while (docs_next(name, &at, &d)) {
        report_put(&out, "{\"name\":");
        report_string(&out, d.name);
        report_put(&out, ",\"heading\":");
        report_string(&out, d.heading);
        report_put(&out, ",\"text\":");
        put_text(&out, &d);
        report_put(&out, ",\"unit\":");
        report_string(&out, d.unit);
        report_put(&out, ",\"formula\":");
        report_string(&out, d.formula);
        report_put(&out, "}\n");
    }
}

/* ---- Counts ---- */

StarCode notebook_count(Star *s, bool bodies) {
    HANDLE_BEGIN(s, true);
    HANDLE_TRY(handle_take(s, star_machine_profile(s->machine, true)));
    star_machine_unoptimised(s->machine, true, bodies);
    return STAR_CODE_OK;
}

typedef struct Formulas {
    char text[4000];
    size_t length;
} Formulas;

static void add_formulas(void *formulas, const char *text, size_t length) {
    Formulas *f = formulas;
    const size_t room = sizeof f->text - 1 - f->length;
    length = length < room ? length : room;
    memcpy(f->text + f->length, text, length);
    f->length += length;
}

void notebook_counted(Star *s, NotebookWrite *write, void *context) {
    const Out out = {write, context};
    const StarCount count = star_machine_count(s->machine);
    Formulas formulas = {.length = 0};
    star_machine_unoptimised(s->machine, false, false);
    star_profile_write(s->machine, STAR_PROFILE_FORMULAS, docs_formula_in,
                       add_formulas, &formulas);
    report_put(&out, "{\"steps\":%lld,\"operations\":%lld,\"bits\":%lld,",
               (long long)star_machine_steps(s->machine),
               (long long)count.operations, (long long)count.bits);
    report_put(&out, "\"formulas\":");
    report_string(&out, formulas.text);
    report_put(&out, "}\n");
    star_machine_profile(s->machine, false);
}
