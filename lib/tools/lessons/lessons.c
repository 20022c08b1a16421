/* SPDX-License-Identifier: MIT */
#include "tools/lessons/lessons.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "debug/profile.h"
#include "library.h"

/* Sizes of inputs, each with so many seeds. */
enum { SIZES = 8, SEEDS = 40, FEW_SEEDS = 5 };

static const int64_t large[] = {20, 70};

enum {
    SMALL = SIZES * SEEDS,
    INPUTS = SMALL + FEW_SEEDS * (int)(sizeof large / sizeof *large)
};

/* ---- The exercises ---- */

/* The units are in the order of their names; what has no number is used by
 * those that have. */
bool lesson_at(int k, Lesson *out) {
    for (const StarUnit *u = star_exercises; u->name != NULL; u++)
        if (isdigit((unsigned char)u->name[0]) && k-- == 0) {
            lesson_read(u->name, u->text, u->length, out);
            out->number = atoi(u->name);
            return true;
        }
    return false;
}

bool lesson_find(const char *word, Lesson *out) {
    const bool digits = strspn(word, "0123456789") == strlen(word);
    for (int k = 0; lesson_at(k, out); k++)
        if (digits ? out->number == atoi(word)
                   : strcasecmp(out->name, word) == 0)
            return true;
    return false;
}

/* True if "proc NAME" or "procedure NAME" begins there. */
static bool declares(const char *at, const char *name) {
    if (strncasecmp(at, "proc", 4) != 0)
        return false;
    at += strncasecmp(at, "procedure", 9) == 0 ? 9 : 4;
    const size_t blanks = strspn(at, " \t"), length = strlen(name);
    const char *behind = at + blanks + length;
    return blanks > 0 && strncasecmp(at + blanks, name, length) == 0 &&
           !isalnum((unsigned char)*behind) && *behind != '_';
}

bool lesson_of(const char *text, Lesson *out) {
    for (const char *at = text; *at != '\0'; at += strcspn(at, "\n")) {
        at += strspn(at, "\n");
        for (int k = 0; lesson_at(k, out); k++)
            if (declares(at, out->name))
                return true;
    }
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
    options.whole = options.plain = options.profiled = true;
    return star_compile(star_machine_backend(g->machine)->mem, &options, path,
                        text, length);
}

static bool known_kind(const StarParam *p) {
    const StarTypeKind kind = (StarTypeKind)p->type->kind;
    return kind == STAR_TYPE_INTEGER || kind == STAR_TYPE_SLICE ||
           kind == STAR_TYPE_WORD || kind == STAR_TYPE_TABLE;
}

/* True if a procedure has the parameters of `wanted`, from number `first` on,
 * and `more` in all. */
static bool has_params(const StarProc *p, const StarProc *wanted,
                       unsigned first, unsigned more) {
    if (p == NULL || p->function || p->params != wanted->params + more)
        return false;
    for (unsigned k = 0; k < wanted->params; k++)
        if (p->param[first + k].type->kind != wanted->param[k].type->kind)
            return false;
    return true;
}

static bool is_input(const StarProc *p, const StarProc *wanted) {
    if (!has_params(p, wanted, 2, 2) ||
        p->param[0].type->kind != STAR_TYPE_INTEGER || p->param[0].var ||
        p->param[1].type->kind != STAR_TYPE_INTEGER || p->param[1].var)
        return false;
    for (unsigned k = 0; k < wanted->params; k++)
        if (!p->param[k + 2].var)
            return false;
    return true;
}

static bool is_bound(const StarProc *p, const StarProc *wanted) {
    if (!has_params(p, wanted, 0, 1))
        return false;
    for (unsigned k = 0; k < wanted->params; k++)
        if (p->param[k].var != wanted->param[k].var)
            return false;
    const StarParam *most = &p->param[wanted->params];
    return most->var && most->type->kind == STAR_TYPE_INTEGER;
}

/* What the exercise lacks, or NULL. */
static const char *lack(Trial *t, const char *name) {
    t->wanted = star_program_find(t->model, name);
    t->input = star_program_find(t->model, "input");
    t->bound = star_program_find(t->model, "bound");
    bool known = t->wanted != NULL && t->wanted->params <= TRIAL_PARAMS;
    for (unsigned k = 0; known && k < t->wanted->params; k++)
        known = known_kind(&t->wanted->param[k]);
    if (!known || t->wanted->function)
        return "a reference of at most 8 integers, slices, words and tables";
    if (!is_input(t->input, t->wanted))
        return "INPUT(size, seed: integer; var ...) with the parameters of the "
               "reference";
    if (t->bound != NULL && !is_bound(t->bound, t->wanted))
        return "a BOUND with the parameters of the reference and then "
               "var most: integer";
    return NULL;
}

static GradeEnd open_model(Grade *g) {
    g->model = compile(g, &(StarCompileOptions){.find = find_random},
                       g->lesson.path, g->lesson.unit, g->lesson.length);
    if (g->model == NULL)
        return broken(g);
    g->trial.model = g->model;
    if (g->model->errors > 0)
        return GRADE_UNFIT;
    g->unfit = lack(&g->trial, g->lesson.name);
    return g->unfit != NULL ? GRADE_UNFIT : GRADE_RIGHT;
}

void grade_open(Grade *g, const Lesson *l, const StarOptions *limits) {
    StarOptions options = *limits;
    *g = (Grade){.lesson = *l, .end = GRADE_BROKEN};
    options.may_open = no_files;
    if (options.max_steps == 0)
        options.max_steps = LESSON_STEPS;
    g->machine = star_machine_new(&options, &g->error);
    if (g->machine == NULL)
        return;
    g->trial.machine = g->machine;
    g->end = star_machine_profile(g->machine, true) == STAR_OK ? open_model(g)
                                                               : broken(g);
}

static GradeEnd compare_headings(const StarProc *wanted,
                                 const StarProc *found) {
    if (found == NULL)
        return GRADE_MISSING;
    if (found->function)
        return GRADE_FUNCTION;
    if (!has_params(found, wanted, 0, 0))
        return GRADE_HEADING;
    for (unsigned k = 0; k < wanted->params; k++)
        if (found->param[k].var != wanted->param[k].var)
            return GRADE_HEADING;
    return GRADE_RIGHT;
}

void grade_take(Grade *g, const StarCompileOptions *how, const char *path,
                const char *text, size_t length) {
    StarCompileOptions options = *how;
    if (g->end != GRADE_RIGHT)
        return;
    options.count = true;
    g->own = compile(g, &options, path, text, length);
    if (g->own == NULL) {
        g->end = broken(g);
    } else if (g->own->errors > 0) {
        g->end = GRADE_REFUSED;
    } else {
        star_machine_unoptimised(g->machine, true, how->bodies);
        g->trial.own = g->own;
        g->trial.found = star_program_find(g->own, g->lesson.name);
        g->end = compare_headings(g->trial.wanted, g->trial.found);
    }
}

/* ---- The trials ---- */

/* Of the inputs on which it takes more than is asked for, if there are any,
 * the last one on which it takes most. */
static void count(Grade *g, int64_t size) {
    const int64_t *n = g->trial.operations;
    const bool over = g->trial.bound != NULL && n[TRIAL_FOUND] > n[TRIAL_BOUND];
    if (g->over ? !over || n[TRIAL_FOUND] < g->count.found
                : !over && n[TRIAL_FOUND] < g->count.found)
        return;
    g->over = over;
    g->count =
        (GradeCount){n[TRIAL_FOUND], n[TRIAL_WANTED], n[TRIAL_BOUND], size};
}

/* Of the inputs of a size on which it gives another result, tried from a seed
 * on, the one of the fewest bits. */
static TrialEnd smallest(Trial *t, int64_t size, int64_t seed) {
    int64_t bits = trial_bits(t), best = seed;
    for (int64_t k = seed + 1; k <= SEEDS; k++) {
        trial_free(t);
        const TrialEnd end = trial_run(t, size, k);
        if (end == TRIAL_BROKEN)
            return end;
        if (end == TRIAL_DIFFERENT && trial_bits(t) < bits) {
            bits = trial_bits(t);
            best = k;
        }
    }
    trial_free(t);
    return trial_run(t, size, best);
}

/* Values that are not right stay, to be inspected. */
static GradeEnd try(Grade *g, int64_t size, int64_t seed) {
    static const GradeEnd ends[] = {[TRIAL_DIFFERENT] = GRADE_DIFFERENT,
                                    [TRIAL_FAILED] = GRADE_FAILED,
                                    [TRIAL_UNFIT] = GRADE_UNFIT};
    TrialEnd end = trial_run(&g->trial, size, seed);
    g->open = true;
    if (end == TRIAL_DIFFERENT && size <= SIZES)
        end = smallest(&g->trial, size, seed);
    if (end == TRIAL_BROKEN)
        return broken(g);
    if (end != TRIAL_SAME)
        return ends[end];
    count(g, size);
    trial_free(&g->trial);
    g->open = false;
    g->inputs++;
    return GRADE_RIGHT;
}

bool grade_advance(Grade *g) {
    const int k = g->inputs, more = k - SMALL;
    if (g->end != GRADE_RIGHT || k == INPUTS)
        return false;
    g->end = k < SMALL ? try(g, k / SEEDS + 1, k % SEEDS + 1)
                       : try(g, large[more / FEW_SEEDS], more % FEW_SEEDS + 1);
    if (g->inputs == INPUTS && g->over)
        g->end = GRADE_OVER;
    return g->end == GRADE_RIGHT && g->inputs < INPUTS;
}

void grade_close(Grade *g) {
    if (g->open)
        trial_free(&g->trial);
    star_program_free(g->own);
    star_program_free(g->model);
    if (g->machine != NULL)
        star_machine_free(g->machine);
}
