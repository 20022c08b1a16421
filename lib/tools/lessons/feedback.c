/* SPDX-License-Identifier: MIT */
/* What there is to say about a solution. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/value_format.h"
#include "tools/lessons/lessons.h"
#include "tools/similar.h"

static const StarValueFormat plain = {.colour = false};

/* ---- Values ---- */

static bool is_panel(const StarParam *p) {
    return p->type->kind == STAR_TYPE_SLICE || p->type->kind == STAR_TYPE_TABLE;
}

static void put_line(const Grade *g, const Out *out, const char *name,
                     const StarParam *p, StarCell value) {
    report_put(out, "  %s = ", name);
    star_value_format_short(star_machine_backend(g->machine), &plain, p->type,
                            value, out->sink, out->context);
    report_put(out, "\n");
}

/* Slices and tables side by side. */
static void put_panels(const Grade *g, const Out *out, const StarPanel *panel,
                       int panels) {
    star_value_format_memory(star_machine_backend(g->machine), &plain, panel,
                             panels, out->sink, out->context);
}

/* The arguments: of var parameters only those that have a value. */
static void put_input(const Grade *g, const Out *out) {
    const Trial *t = &g->trial;
    const StarCell *value = t->value[TRIAL_GIVEN];
    StarPanel panel[TRIAL_PARAMS];
    int panels = 0;
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        const StarObject *object = value[k].object;
        if (is_panel(p) && object->sizing != STAR_UNSIZED)
            panel[panels++] = (StarPanel){p->name, p->type, value[k], NULL};
    }
    if (panels > 0)
        put_panels(g, out, panel, panels);
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        if (!is_panel(p) && !p->var)
            put_line(g, out, p->name, p, value[k]);
    }
}

/* ---- Results ---- */

static void put_many(const Out *out, int64_t n, const char *what) {
    report_put(out, "%" PRId64 " %s%s", n, what, n == 1 ? "" : "s");
}

static void put_size(const Out *out, const StarParam *p, StarCell value) {
    if (p->type->kind != STAR_TYPE_TABLE) {
        put_many(out, value.bits->length, "component");
        return;
    }
    put_many(out, value.table->rows, "row");
    report_put(out, " of ");
    put_many(out, value.table->cols, "column");
}

/* In words, what is wrong with result k. */
static void put_difference(const Grade *g, const Out *out, unsigned k) {
    const Trial *t = &g->trial;
    const StarParam *p = &t->wanted->param[k];
    const StarCell wanted = t->value[TRIAL_WANTED][k];
    const StarCell found = t->value[TRIAL_FOUND][k];
    const StarObject *object = found.object;
    int64_t column;
    const int64_t place = trial_place(t, k, &column);
    report_put(out, "%s ", p->name);
    if (p->type->kind == STAR_TYPE_INTEGER && found.i == STAR_UNDEFINED_INT)
        report_put(out, "has no value");
    else if (p->type->kind == STAR_TYPE_INTEGER)
        report_put(out, "is %" PRId64 "; expected %" PRId64, found.i, wanted.i);
    else if (object->sizing == STAR_UNSIZED)
        report_put(out, "has no value");
    else if (place == 0) {
        report_put(out, "has ");
        put_size(out, p, found);
        report_put(out, "; expected ");
        put_size(out, p, wanted);
    } else if (column == 0)
        report_put(out, "is wrong in component %" PRId64, place);
    else
        report_put(out, "is wrong in row %" PRId64 ", column %" PRId64, place,
                   column);
    report_put(out, ":\n");
}

static void put_results(const Grade *g, const Out *out) {
    const Trial *t = &g->trial;
    char name[2][80];
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        const StarCell wanted = t->value[TRIAL_WANTED][k];
        const StarCell found = t->value[TRIAL_FOUND][k];
        if (!p->var || trial_same(t, k))
            continue;
        snprintf(name[0], sizeof name[0], "%.40s expected", p->name);
        snprintf(name[1], sizeof name[1], "%.40s found", p->name);
        report_put(out, "\n");
        put_difference(g, out, k);
        report_put(out, "\n");
        if (is_panel(p)) {
            const StarPanel panel[] = {{name[0], p->type, wanted, NULL},
                                       {name[1], p->type, found, &wanted}};
            put_panels(g, out, panel, 2);
        } else {
            put_line(g, out, name[0], p, wanted);
            put_line(g, out, name[1], p, found);
        }
    }
}

static void put_trial(const Grade *g, const Out *out) {
    report_put(out, "%s %s this input:\n\n", g->trial.wanted->name,
               g->end == GRADE_FAILED ? "ends with an error on"
                                      : "gives another result on");
    put_input(g, out);
    if (g->end == GRADE_DIFFERENT)
        put_results(g, out);
}

/* ---- Headings ---- */

static void put_missing(const Grade *g, const Out *out) {
    const char *name = g->lesson.name;
    Similar similar = similar_to(name, strlen(name));
    for (uint32_t k = 0; k < g->own->procs; k++)
        if (g->own->proc[k].level == 1 && g->own->proc[k].span.file == 0)
            similar_consider(&similar, g->own->proc[k].name);
    report_put(out, "%s has no procedure %s%s\n", g->own->sources.file[0].path,
               g->trial.wanted->name, similar_text(&similar, ""));
}

static void put_heading(const Grade *g, const Out *out) {
    const StarProc *found = g->trial.found;
    if (g->end == GRADE_MISSING)
        put_missing(g, out);
    else if (g->end == GRADE_FUNCTION)
        report_put(out, "%s is a function; this is asked for:\n", found->name);
    else
        report_put(out,
                   "%s has another heading than this, which is asked "
                   "for:\n",
                   found->name);
    report_put(out, "\n  %.*s\n", g->lesson.heading.length,
               g->lesson.heading.at);
}

/* ---- Counts ---- */

static void put_counts(const Grade *g, const Out *out) {
    const GradeCount *c = &g->count;
    const LessonText formula = g->lesson.formula;
    report_put(out, "  on an input of size %" PRId64 ":\n", c->size);
    report_put(out, "%8" PRId64 " operations in your solution\n", c->found);
    report_put(out, "%8" PRId64 " in the reference\n", c->wanted);
    if (g->trial.bound == NULL)
        return;
    report_put(out, "%8" PRId64 " at most", c->most);
    if (strcspn(formula.at, " \n") < (size_t)formula.length)
        report_put(out, ": %.*s", formula.length, formula.at);
    report_put(out, "\n");
}

static void put_right(const Grade *g, const Out *out) {
    const Lesson *l = &g->lesson;
    report_put(out, "%s is right on %d inputs\n\n", g->trial.wanted->name,
               g->inputs);
    put_counts(g, out);
    report_put(out, "\nThe reference:\n\n%.*s%s%.*s\n", l->uses.length,
               l->uses.at, l->uses.length > 0 ? ";\n\n" : "",
               l->solution.length, l->solution.at);
}

static void put_over(const Grade *g, const Out *out) {
    report_put(out,
               "correct, %" PRId64 " operations; the exercise asks for at most "
               "%" PRId64 "\n\n",
               g->count.found, g->count.most);
    put_counts(g, out);
}

static void put_unfit(const Grade *g, const Out *out) {
    if (g->unfit != NULL)
        report_put(out, "%s is no exercise: it has not %s\n", g->lesson.path,
                   g->unfit);
    else
        report_put(out, "%s is no exercise: it has an error\n", g->lesson.path);
}

void grade_feedback(const Grade *g, StarSink *sink, void *context) {
    const Out out = {sink, context};
    if (g->end < GRADE_REFUSED)
        report_put(&out, "%.*s: ", g->lesson.title.length, g->lesson.title.at);
    switch (g->end) {
    case GRADE_RIGHT: put_right(g, &out); break;
    case GRADE_OVER: put_over(g, &out); break;
    case GRADE_DIFFERENT:
    case GRADE_FAILED: put_trial(g, &out); break;
    case GRADE_MISSING:
    case GRADE_FUNCTION:
    case GRADE_HEADING: put_heading(g, &out); break;
    case GRADE_UNFIT: put_unfit(g, &out); break;
    default: break;
    }
}

/* ---- For programs ---- */

void grade_reports(const Grade *g, CheckTake *take, void *context) {
    const bool unfit = g->end == GRADE_UNFIT;
    const StarProgram *p = unfit ? g->model : g->own;
    if (p != NULL)
        check_messages(p, take, context);
    if (g->open && (g->end == GRADE_FAILED || unfit))
        take(context, star_machine_report(g->machine), &p->sources);
}

const char *grade_word(GradeEnd end) {
    static const char *const words[GRADE_ENDS] = {
        "right",   "over",     "different", "failed", "refused",
        "missing", "function", "heading",   "unfit",  "broken"};
    return words[end];
}

static void put_number(const Out *out, const char *name, bool known,
                       int64_t n) {
    report_put(out, ", \"%s\": ", name);
    if (known)
        report_put(out, "%" PRId64, n);
    else
        report_put(out, "null");
}

void grade_json(const Grade *g, const Out *out) {
    const GradeCount *c = &g->count;
    const bool counted = g->inputs > 0;
    const bool bound = counted && g->trial.bound != NULL;
    report_put(out, "\"exercise\": ");
    report_string(out, g->lesson.name);
    report_put(out, ", \"end\": \"%s\", \"solved\": %s, \"inputs\": %d",
               grade_word(g->end), g->end == GRADE_RIGHT ? "true" : "false",
               g->inputs);
    put_number(out, "operations", counted, c->found);
    put_number(out, "reference", counted, c->wanted);
    put_number(out, "most", bound, c->most);
    put_number(out, "size", counted, c->size);
}
