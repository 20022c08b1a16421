/* SPDX-License-Identifier: MIT */
/* exercise: shows what stdlib/exercises asks for, and tries a procedure on
 * random inputs beside the one that stands there. */
#include <inttypes.h>
#include <string.h>

#include "commands/command.h"
#include "files.h"
#include "message.h"
#include "report/value_format.h"
#include "stop.h"
#include "tools/lessons.h"
#include "tools/similar.h"

enum { NOT_PASSED = 1 };

typedef struct Check {
    const Options *options;
    Files files;
    Grade grade;
} Check;

/* ---- The exercises ---- */

static void show_model(FILE *to, const Lesson *l) {
    fprintf(to, "  %.*s\n", l->heading_length, l->heading);
}

static int list(void) {
    Lesson l;
    for (int k = 0; lesson_at(k, &l); k++)
        printf("%3d  %.*s\n", l.number, l.title_length, l.title);
    printf("star exercise N explains one, star exercise N FILE tries what you "
           "wrote\n");
    return 0;
}

static int explain(const Lesson *l) {
    printf("%d  %.*s\n\n%.*s\n\nWrite this procedure:\n\n", l->number,
           l->title_length, l->title, l->text_length, l->text);
    show_model(stdout, l);
    printf("\nand try it: star exercise %d FILE\n", l->number);
    return 0;
}

/* ---- Solutions that are not tried ---- */

static void missing(const Check *c) {
    const StarProgram *own = c->grade.own;
    const char *name = c->grade.lesson.name;
    Similar similar = similar_to(name, strlen(name));
    for (uint32_t k = 0; k < own->procs; k++)
        if (own->proc[k].level == 1 && own->proc[k].span.file == 0)
            similar_consider(&similar, own->proc[k].name);
    message_usage("exercise",
                  MSG_EXERCISE_PROCEDURE(own->sources.file[0].path,
                                         c->grade.trial.wanted->name,
                                         similar_text(&similar, "")));
}

/* Says what the heading is to be; returns the exit status. */
static int other_heading(const Check *c, GradeEnd end) {
    const StarProc *found = c->grade.trial.found;
    if (end == GRADE_MISSING)
        missing(c);
    else if (end == GRADE_FUNCTION)
        message_usage("exercise", MSG_EXERCISE_FUNCTION(found->name));
    else
        message_usage("exercise", MSG_EXERCISE_HEADING(found->name));
    if (message_for_people())
        show_model(stderr, &c->grade.lesson);
    return NOT_PASSED;
}

/* ---- What is shown ---- */

static const StarValueFormat plain = {.colour = false};

static bool is_panel(const StarParam *p) {
    return p->type->kind == STAR_TYPE_SLICE || p->type->kind == STAR_TYPE_TABLE;
}

static void show_line(Check *c, const char *name, const StarParam *p,
                      StarCell value) {
    printf("  %s = ", name);
    star_value_format_short(star_machine_backend(c->grade.machine), &plain,
                            p->type, value, message_sink, stdout);
    printf("\n");
}

/* Slices and tables side by side, then what has one line. */
static void show_values(Check *c, const StarPanel *panel, int panels) {
    star_value_format_memory(star_machine_backend(c->grade.machine), &plain,
                             panel, panels, message_sink, stdout);
}

/* Shows the arguments: of var parameters only those that have a value. */
static void show_input(Check *c) {
    const Trial *t = &c->grade.trial;
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
        show_values(c, panel, panels);
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        if (!is_panel(p) && !p->var)
            show_line(c, p->name, p, value[k]);
    }
}

static void show_results(Check *c) {
    const Trial *t = &c->grade.trial;
    char name[2][80];
    for (unsigned k = 0; k < t->wanted->params; k++) {
        const StarParam *p = &t->wanted->param[k];
        const StarCell wanted = t->value[TRIAL_WANTED][k];
        const StarCell found = t->value[TRIAL_FOUND][k];
        if (!p->var || trial_same(t, k))
            continue;
        snprintf(name[0], sizeof name[0], "%.40s expected", p->name);
        snprintf(name[1], sizeof name[1], "%.40s found", p->name);
        printf("\n");
        if (is_panel(p)) {
            const StarPanel panel[] = {{name[0], p->type, wanted, NULL},
                                       {name[1], p->type, found, &wanted}};
            show_values(c, panel, 2);
        } else {
            show_line(c, name[0], p, wanted);
            show_line(c, name[1], p, found);
        }
    }
}

/* Returns the exit status. */
static int show_trial(Check *c, GradeEnd end) {
    const Grade *g = &c->grade;
    printf("%.*s: %s %s\n\n", g->lesson.title_length, g->lesson.title,
           g->trial.wanted->name,
           end == GRADE_FAILED ? "ends with an error on this input:"
                               : "gives another result on this input:");
    show_input(c);
    if (end == GRADE_FAILED) {
        printf("\n");
        fflush(stdout);
        message_report(c->options->style, star_machine_report(g->machine),
                       &g->own->sources);
    } else {
        show_results(c);
    }
    return NOT_PASSED;
}

static int show_end(Check *c, GradeEnd end) {
    const Grade *g = &c->grade;
    switch (end) {
    case GRADE_RIGHT:
        printf("%.*s: %s is right on %" PRId64 " inputs\n",
               g->lesson.title_length, g->lesson.title, g->trial.wanted->name,
               g->inputs);
        return 0;
    case GRADE_DIFFERENT:
    case GRADE_FAILED: return show_trial(c, end);
    case GRADE_REFUSED: return star_status_exit(STAR_SYNTAX);
    case GRADE_BROKEN: return message_error(c->options->style, &g->error);
    default: return other_heading(c, end);
    }
}

/* ---- The trials ---- */

static GradeEnd compile(Check *c, const File *file) {
    const Options *o = c->options;
    const StarCompileOptions options = {.find = files_find,
                                        .context = &c->files,
                                        .plain = o->plain,
                                        .bodies = o->bodies};
    const GradeEnd end =
        grade_take(&c->grade, &options, file->path, file->text, file->length);
    if (c->grade.own != NULL)
        message_reports(o->style, c->grade.own);
    return end;
}

static int grade(Check *c, const Lesson *l, const char *path) {
    const Options *o = c->options;
    const StarOptions limits = {.max_memory = o->max_memory > 0 ? o->max_memory
                                                                : SAFE_MEMORY,
                                .max_steps = o->max_steps,
                                .max_depth = o->max_depth};
    GradeEnd end = grade_open(&c->grade, l, &limits);
    if (end == GRADE_RIGHT) {
        c->files.mem = star_machine_backend(c->grade.machine)->mem;
        const File *file = files_read(&c->files, path, NULL);
        if (file == NULL)
            return message_error(o->style, c->files.mem->error);
        end = compile(c, file);
    }
    if (end == GRADE_RIGHT)
        end = grade_run(&c->grade);
    return show_end(c, end);
}

int cmd_exercise(const Options *o) {
    Lesson lesson;
    if (o->operands == 0)
        return list();
    if (!lesson_find(o->operand[0], &lesson))
        return message_usage("exercise", MSG_NO_EXERCISE(o->operand[0]));
    if (o->operands == 1)
        return explain(&lesson);
    stop_after(o->timeout);
    Check c = {.options = o};
    const int status = grade(&c, &lesson, o->operand[1]);
    files_free(&c.files);
    grade_close(&c.grade);
    return status;
}
