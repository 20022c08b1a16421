/* exercise: shows what stdlib/exercises asks for, and tries a procedure on
 * random inputs beside the one that stands there. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands/command.h"
#include "files.h"
#include "library.h"
#include "message.h"
#include "report/value_format.h"
#include "tools/similar.h"
#include "stop.h"
#include "tools/trial.h"

/* An exercise is a unit NN_NAME that begins with a comment, title and text,
 * and has the procedures NAME and INPUT. */
typedef struct Exercise {
    int number; /* 0: there is none */
    const StarUnit *unit;
    const char *name; /* of the procedure, in lower case */
    const char *title, *text;
    int title_length, text_length;
} Exercise;

/* Sizes of inputs, each with so many seeds; a call may take so many steps. */
enum { SIZES = 8, SEEDS = 40, STEPS = 1000000 };

enum { NOT_PASSED = 1 };

static const int64_t large[] = {20, 70};

typedef struct Check {
    const Options *options;
    Exercise exercise;
    Files files;
    StarProgram *model, *own;
    Trial trial;
} Check;

/* ---- The exercises ---- */

static Exercise describe(const StarUnit *u) {
    Exercise e = {.number = atoi(u->name), .unit = u};
    e.name = strchr(u->name, '_') + 1;
    e.title = u->text + strlen("{ ");
    e.title_length = (int)strcspn(e.title, "\n");
    e.text = e.title + e.title_length + 1;
    e.text_length = (int)(strstr(e.text, " }") - e.text);
    return e;
}

/* The units are in the order of their names; what has no number is used by
 * those that have. */
static Exercise find(const char *number) {
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (isdigit((unsigned char)u->name[0]) &&
            strspn(number, "0123456789") == strlen(number) &&
            atoi(u->name) == atoi(number))
            return describe(u);
    return (Exercise){.number = 0};
}

/* From "proc" up to the ';' behind the parameters. */
static int heading(const Exercise *e, const char **begin) {
    int length = 0, depth = 0;
    const char *at = e->unit->text;
    do
        at = strstr(at, "\nproc ") + strlen("\nproc ");
    while (strncasecmp(at, e->name, strlen(e->name)) != 0);
    *begin = at - strlen("proc ");
    for (; depth > 0 || (*begin)[length] != ';'; length++)
        depth += ((*begin)[length] == '(') - ((*begin)[length] == ')');
    return length + 1;
}

static void show_model(FILE *to, const Exercise *e) {
    const char *begin;
    const int length = heading(e, &begin);
    fprintf(to, "  %.*s\n", length, begin);
}

static int list(void) {
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (isdigit((unsigned char)u->name[0])) {
            const Exercise e = describe(u);
            printf("%3d  %.*s\n", e.number, e.title_length, e.title);
        }
    printf("star exercise N explains one, star exercise N FILE tries what you "
           "wrote\n");
    return 0;
}

static int explain(const Exercise *e) {
    printf("%d  %.*s\n\n%.*s\n\nWrite this procedure:\n\n", e->number,
           e->title_length, e->title, e->text_length, e->text);
    show_model(stdout, e);
    printf("\nand try it: star exercise %d FILE\n", e->number);
    return 0;
}

/* ---- The two programs ---- */

static StarStatus find_random(void *context, const char *name, const char *from,
                              StarUnitText *out) {
    (void)context, (void)from;
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (strcmp(u->name, name) == 0) {
            *out = (StarUnitText){u->name, u->text, u->length, NULL};
            return STAR_OK;
        }
    return STAR_OPEN;
}

/* Exercises work on their parameters. */
static StarPermit no_files(void *context, const char *path) {
    (void)context, (void)path;
    return STAR_PERMIT_NONE;
}

static int compile(const Check *c, const StarCompileOptions *how,
                   const StarUnitText *text, StarProgram **out) {
    StarBackend *be = star_machine_backend(c->trial.machine);
    *out = star_compile(be, how, text->path, text->text, text->length);
    if (*out == NULL)
        return message_error(c->options->style, be->mem->error);
    message_reports(c->options->style, *out);
    return (*out)->errors > 0 ? star_status_exit(STAR_SYNTAX) : 0;
}

static int open_all(Check *c, const char *path) {
    const Options *o = c->options;
    const StarUnit *u = c->exercise.unit;
    const StarOptions machine = {
        .max_memory = o->max_memory > 0 ? o->max_memory : SAFE_MEMORY,
        .max_steps = o->max_steps > 0 ? o->max_steps : STEPS,
        .max_depth = o->max_depth,
        .may_open = no_files};
    const StarCompileOptions mine = {.find = find_random, .whole = true};
    const StarCompileOptions theirs = {.find = files_find,
                                       .context = &c->files,
                                       .plain = o->plain,
                                       .bodies = o->bodies,
                                       .whole = true,
                                       .count = true};
    StarError error;
    c->trial.machine = star_machine_new(&machine, &error);
    if (c->trial.machine == NULL)
        return message_error(o->style, &error);
    c->files.mem = star_machine_backend(c->trial.machine)->mem;
    const File *file = files_read(&c->files, path, NULL);
    if (file == NULL)
        return message_error(o->style, c->files.mem->error);
    const int status =
        compile(c, &mine, &(StarUnitText){u->name, u->text, u->length, NULL},
                &c->model);
    return status != 0 ? status
                       : compile(c, &theirs,
                                 &(StarUnitText){file->path, file->text,
                                                 file->length, NULL},
                                 &c->own);
}

/* Says what the heading is to be; returns the exit status. */
static int expect_heading(const Check *c) {
    if (message_for_people())
        show_model(stderr, &c->exercise);
    return NOT_PASSED;
}

static int other_heading(const Check *c) {
    const StarProc *found = c->trial.found;
    if (found->function)
        message_usage("exercise",
                      "%s is a function; this is asked for:", found->name);
    else
        message_usage("exercise",
                      "%s has another heading than this, which is asked for:",
                      found->name);
    return expect_heading(c);
}

static int find_procs(Check *c) {
    Trial *t = &c->trial;
    const char *name = c->exercise.name;
    Similar similar = similar_to(name, strlen(name));
    t->model = c->model;
    t->own = c->own;
    t->input = star_program_find(c->model, "input");
    t->wanted = star_program_find(c->model, name);
    t->found = star_program_find(c->own, name);
    if (t->found == NULL) {
        for (uint32_t k = 0; k < c->own->procs; k++)
            if (c->own->proc[k].level == 1 && c->own->proc[k].span.file == 0)
                similar_consider(&similar, c->own->proc[k].name);
        message_usage("exercise", "%s has no procedure %s%s",
                      c->own->sources.file[0].path, t->wanted->name,
                      similar_text(&similar, ""));
        return expect_heading(c);
    }
    if (t->found->function || t->found->params != t->wanted->params)
        return other_heading(c);
    for (unsigned k = 0; k < t->wanted->params; k++)
        if (t->found->param[k].type->kind != t->wanted->param[k].type->kind ||
            t->found->param[k].var != t->wanted->param[k].var)
            return other_heading(c);
    return 0;
}

/* ---- What is shown ---- */

static const StarPicture plain = {.colour = false};

static bool is_panel(const StarParam *p) {
    return p->type->kind == STAR_TYPE_SLICE || p->type->kind == STAR_TYPE_TABLE;
}

static void show_line(Check *c, const char *name, const StarParam *p,
                      StarCell value) {
    printf("  %s = ", name);
    star_picture_short(star_machine_backend(c->trial.machine), &plain, p->type,
                       value, message_sink, stdout);
    printf("\n");
}

/* Slices and tables side by side, then what has one line. */
static void show_values(Check *c, const StarPanel *panel, int panels) {
    star_picture_memory(star_machine_backend(c->trial.machine), &plain, panel,
                        panels, message_sink, stdout);
}

/* What is given: of var parameters only those that have a value. */
static void show_input(Check *c) {
    const Trial *t = &c->trial;
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
    const Trial *t = &c->trial;
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
static int show_end(Check *c, TrialEnd end) {
    const StarReport *report = star_machine_report(c->trial.machine);
    printf("%.*s: %s %s\n\n", c->exercise.title_length, c->exercise.title,
           c->trial.wanted->name,
           end == TRIAL_FAILED ? "ends with an error on this input:"
                               : "gives another result on this input:");
    show_input(c);
    if (end == TRIAL_FAILED) {
        printf("\n");
        fflush(stdout);
        message_report(c->options->style, report, &c->own->sources);
    } else {
        show_results(c);
    }
    return NOT_PASSED;
}

/* ---- The trials ---- */

/* 0 where both agree. */
static int try(Check *c, int64_t size, int64_t seed) {
    Trial *t = &c->trial;
    const TrialEnd end = trial_run(t, size, seed);
    int status = 0;
    if (end == TRIAL_BROKEN) {
        const StarBackend *be = star_machine_backend(t->machine);
        status = message_error(c->options->style, be->mem->error);
    } else if (end != TRIAL_SAME)
        status = show_end(c, end);
    trial_free(t);
    return status;
}

static int try_all(Check *c) {
    int64_t inputs = 0;
    int status = 0;
    for (int64_t size = 1; size <= SIZES && status == 0; size++)
        for (int seed = 1; seed <= SEEDS && status == 0; seed++, inputs++)
            status = try(c, size, seed);
    for (size_t k = 0; k < sizeof large / sizeof *large && status == 0; k++)
        for (int seed = 1; seed <= SEEDS / 8 && status == 0; seed++, inputs++)
            status = try(c, large[k], seed);
    if (status == 0)
        printf("%.*s: %s is right on %" PRId64 " inputs\n",
               c->exercise.title_length, c->exercise.title,
               c->trial.wanted->name, inputs);
    return status;
}

int cmd_exercise(const Options *o) {
    if (o->operands == 0)
        return list();
    Check c = {.options = o, .exercise = find(o->operand[0])};
    if (c.exercise.number == 0)
        return message_usage("exercise",
                             "there is no exercise '%s': star exercise lists "
                             "them",
                             o->operand[0]);
    if (o->operands == 1)
        return explain(&c.exercise);
    stop_after(o->timeout);
    int status = open_all(&c, o->operand[1]);
    if (status == 0)
        status = find_procs(&c);
    if (status == 0)
        status = try_all(&c);
    star_program_free(c.own);
    star_program_free(c.model);
    files_free(&c.files);
    star_machine_free(c.trial.machine);
    return status;
}
