/* SPDX-License-Identifier: MIT */
#include "tools/lessons.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "library.h"

/* Sizes of inputs, each with so many seeds. */
enum { SIZES = 8, SEEDS = 40 };

static const int64_t large[] = {20, 70};

/* ---- The exercises ---- */

/* From "proc" up to the ';' behind the parameters. */
static void heading(Lesson *l) {
    int length = 0, depth = 0;
    const char *at = l->unit;
    do
        at = strstr(at, "\nproc ") + strlen("\nproc ");
    while (strncasecmp(at, l->name, strlen(l->name)) != 0);
    l->heading = at - strlen("proc ");
    for (; depth > 0 || l->heading[length] != ';'; length++)
        depth += (l->heading[length] == '(') - (l->heading[length] == ')');
    l->heading_length = length + 1;
}

static void describe(const StarUnit *u, Lesson *l) {
    *l = (Lesson){.number = atoi(u->name),
                  .name = strchr(u->name, '_') + 1,
                  .title = u->text + strlen("{ "),
                  .path = u->name,
                  .unit = u->text,
                  .length = u->length};
    l->title_length = (int)strcspn(l->title, "\n");
    l->text = l->title + l->title_length + 1;
    l->text_length = (int)(strstr(l->text, " }") - l->text);
    heading(l);
}

/* The units are in the order of their names; what has no number is used by
 * those that have. */
bool lesson_at(int k, Lesson *out) {
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (isdigit((unsigned char)u->name[0]) && k-- == 0) {
            describe(u, out);
            return true;
        }
    return false;
}

bool lesson_find(const char *number, Lesson *out) {
    if (strspn(number, "0123456789") < strlen(number))
        return false;
    for (int k = 0; lesson_at(k, out); k++)
        if (out->number == atoi(number))
            return true;
    return false;
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

/* Takes over the error of the machine's account. */
static GradeEnd broken(Grade *g) {
    g->error = *star_machine_backend(g->machine)->mem->error;
    return GRADE_BROKEN;
}

static StarProgram *compile(Grade *g, const StarCompileOptions *how,
                            const char *path, const char *text, size_t length) {
    StarCompileOptions options = *how;
    options.whole = true;
    return star_compile(star_machine_backend(g->machine)->mem, &options, path,
                        text, length);
}

GradeEnd grade_open(Grade *g, const Lesson *l, const StarOptions *limits) {
    StarOptions options = *limits;
    *g = (Grade){.lesson = *l};
    options.may_open = no_files;
    if (options.max_steps == 0)
        options.max_steps = LESSON_STEPS;
    g->machine = star_machine_new(&options, &g->error);
    if (g->machine == NULL)
        return GRADE_BROKEN;
    g->trial.machine = g->machine;
    g->model = compile(g, &(StarCompileOptions){.find = find_random}, l->path,
                       l->unit, l->length);
    g->trial.model = g->model;
    if (g->model == NULL)
        return broken(g);
    g->trial.input = star_program_find(g->model, "input");
    g->trial.wanted = star_program_find(g->model, l->name);
    return GRADE_RIGHT;
}

static GradeEnd compare_headings(const StarProc *wanted,
                                 const StarProc *found) {
    if (found == NULL)
        return GRADE_MISSING;
    if (found->function)
        return GRADE_FUNCTION;
    if (found->params != wanted->params)
        return GRADE_HEADING;
    for (unsigned k = 0; k < wanted->params; k++)
        if (found->param[k].type->kind != wanted->param[k].type->kind ||
            found->param[k].var != wanted->param[k].var)
            return GRADE_HEADING;
    return GRADE_RIGHT;
}

GradeEnd grade_take(Grade *g, const StarCompileOptions *how, const char *path,
                    const char *text, size_t length) {
    StarCompileOptions options = *how;
    options.count = true;
    g->own = compile(g, &options, path, text, length);
    if (g->own == NULL)
        return broken(g);
    if (g->own->errors > 0)
        return GRADE_REFUSED;
    g->trial.own = g->own;
    g->trial.found = star_program_find(g->own, g->lesson.name);
    return compare_headings(g->trial.wanted, g->trial.found);
}

/* ---- The trials ---- */

/* Values that are not right stay, to be inspected. */
static GradeEnd try(Grade *g, int64_t size, int64_t seed) {
    const TrialEnd end = trial_run(&g->trial, size, seed);
    g->open = true;
    if (end == TRIAL_BROKEN)
        return broken(g);
    if (end != TRIAL_SAME)
        return end == TRIAL_FAILED ? GRADE_FAILED : GRADE_DIFFERENT;
    trial_free(&g->trial);
    g->open = false;
    g->inputs++;
    return GRADE_RIGHT;
}

GradeEnd grade_run(Grade *g) {
    GradeEnd end = GRADE_RIGHT;
    for (int64_t size = 1; size <= SIZES && end == GRADE_RIGHT; size++)
        for (int seed = 1; seed <= SEEDS && end == GRADE_RIGHT; seed++)
            end = try(g, size, seed);
    for (size_t k = 0; k < sizeof large / sizeof *large; k++)
        for (int seed = 1; seed <= SEEDS / 8 && end == GRADE_RIGHT; seed++)
            end = try(g, large[k], seed);
    return end;
}

void grade_close(Grade *g) {
    if (g->open)
        trial_free(&g->trial);
    star_program_free(g->own);
    star_program_free(g->model);
    star_machine_free(g->machine);
}
