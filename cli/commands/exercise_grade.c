/* SPDX-License-Identifier: MIT */
/* For asprintf, open_memstream, scandir. */
#define _GNU_SOURCE
/* Solutions are tried: a file, the same one again, a folder. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/exercise.h"
#include "debugger/step.h"
#include "files.h"
#include "message.h"
#include "report/escape.h"
#include "stop.h"
#include "commands/watch.h"

/* A solution of a folder has less than a program under --safe: it runs some
 * hundred times. */
enum { NOT_PASSED = 1, FOLDER_MEMORY = 1 << 28, FOLDER_SECONDS = 10 };

typedef struct Check {
    const Options *options;
    const char *path;
    bool strange; /* of a folder: uses no other files */
    Files files;
    Grade grade;
} Check;

/* ---- The trials ---- */

static StarStatus find_none(void *unused, const char *name, const char *from,
                            StarUnitText *out) {
    (void)unused, (void)name, (void)from, (void)out;
    return STAR_OPEN;
}

static void open_grade(Check *c, const Lesson *l) {
    const Options *o = c->options;
    const size_t memory = c->strange ? (size_t)FOLDER_MEMORY : SAFE_MEMORY;
    const StarOptions limits = {.max_memory =
                                    o->max_memory > 0 ? o->max_memory : memory,
                                .max_steps = o->max_steps,
                                .max_depth = o->max_depth};
    grade_open(&c->grade, l, &limits);
}

static void compile(Check *c) {
    Grade *g = &c->grade;
    c->files.mem = star_machine_backend(g->machine)->mem;
    const char *slash = strrchr(c->path, '/');
    const char *name = slash != NULL ? slash + 1 : c->path;
    const File *file = files_read(&c->files, c->path, c->strange ? name : NULL);
    if (file == NULL) {
        g->error = *c->files.mem->error;
        g->end = GRADE_BROKEN;
        return;
    }
    const StarCompileOptions options = {
        .find = c->strange ? find_none : files_find, .context = &c->files};
    grade_take(g, &options, c->path, file->text, file->length);
}

/* Within so many seconds, unless they are 0; false: Ctrl-C was pressed. */
static bool run(Check *c, const Lesson *l, double seconds) {
    Grade *g = &c->grade;
    bool interrupted = false;
    open_grade(c, l);
    const bool bounded = seconds > 0 && g->machine != NULL;
    if (bounded) {
        stop_begin(g->machine);
        stop_after(seconds);
    }
    if (g->end == GRADE_RIGHT)
        compile(c);
    while (grade_advance(g))
        ;
    if (bounded) {
        interrupted = stop_again();
        stop_end();
    }
    return !interrupted;
}

static void release(Check *c) {
    files_free(&c->files);
    grade_close(&c->grade);
}

/* ---- What is printed ---- */

static void report(void *check, const StarReport *r,
                   const StarSources *sources) {
    const Check *c = check;
    message_report(c->options->style, r, sources);
}

/* Text for people, without control characters of strangers. */
static void show(Check *c) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    grade_feedback(&c->grade, star_escape, &out);
    if (c->grade.open && c->grade.end == GRADE_FAILED)
        printf("\n");
    fflush(stdout);
    grade_reports(&c->grade, report, c);
}

typedef struct List {
    const Out *out;
    int count;
} List;

/* An object is a line: in strings newlines are escaped. */
static void put_unbroken(void *to, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++)
        if (text[k] != '\n')
            putc(text[k], to);
}

static void list_report(void *list, const StarReport *r,
                        const StarSources *sources) {
    List *l = list;
    report_put(l->out, l->count++ > 0 ? ", " : "");
    report_json(l->out, r, sources);
}

static void put_feedback(const Grade *g, const Out *out) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to != NULL) {
        grade_feedback(g, message_sink, to);
        fclose(to);
    }
    report_string(out, text);
    free(text);
}

static void show_json(const Check *c) {
    const Out out = {put_unbroken, stdout};
    List list = {&out, 0};
    printf("{\"file\": ");
    report_string(&out, c->path);
    printf(", ");
    grade_json(&c->grade, &out);
    printf(", \"feedback\": ");
    put_feedback(&c->grade, &out);
    printf(", \"messages\": [");
    if (c->grade.end == GRADE_BROKEN) {
        const StarReport r = check_error(STAR_ERROR, &c->grade.error);
        list_report(&list, &r, NULL);
    } else {
        grade_reports(&c->grade, list_report, &list);
    }
    printf("]}\n");
}

static int status_of(const Grade *g) {
    switch (g->end) {
    case GRADE_RIGHT: return 0;
    case GRADE_REFUSED: return star_status_exit(STAR_SYNTAX);
    case GRADE_BROKEN: return star_status_exit(g->error.status);
    default: return NOT_PASSED;
    }
}

static void succeed(const Lesson *l) {
    if (l->read.length > 0)
        printf("\nRead next: %.*s\n", l->read.length, l->read.at);
    record_solve(l);
}

/* Goes through the solution on the input on which it goes wrong. Its warnings
 * were printed. */
static void step(const Check *c) {
    Options quiet = *c->options;
    char *text = NULL;
    size_t length = 0;
    Loaded l = {0};
    bool ended;
    quiet.quiet = true;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL)
        return;
    const StarStatus status = grade_program(&c->grade, message_sink, to);
    if (fclose(to) == 0 && status == STAR_OK) {
        if (load_open_text(&l, &quiet, "step", c->path, text) == 0)
            step_through(&l, NULL, NULL, &ended);
        load_close(&l);
    }
    free(text);
}

int exercise_try(const Options *o, const Lesson *l, const char *path) {
    Check c = {.options = o, .path = path};
    run(&c, l, o->timeout);
    const int status = status_of(&c.grade);
    if (o->given & OPTION(JSON)) {
        show_json(&c);
    } else if (c.grade.end == GRADE_BROKEN) {
        message_error(o->style, &c.grade.error);
    } else {
        show(&c);
        if (status == 0)
            succeed(l);
        if (o->given & OPTION(STEP) && c.grade.open)
            step(&c);
    }
    release(&c);
    return status;
}

/* ---- A file that changes ---- */

int exercise_watch(const Options *o, const Lesson *l, const char *path) {
    for (;;) {
        Watch w = {0};
        watch_file(&w, path);
        printf("---- %s\n", path);
        exercise_try(o, l, path);
        fflush(stdout);
        watch_wait(&w);
        watch_free(&w);
    }
}

/* ---- A folder ---- */

static int is_solution(const struct dirent *d) {
    const size_t length = strlen(d->d_name);
    return d->d_name[0] != '.' && length > strlen(".star") &&
           strcmp(d->d_name + length - strlen(".star"), ".star") == 0;
}

/* A line for each: what came of it, and its operations. */
static void show_line(const Check *c) {
    const GradeCount *n = &c->grade.count;
    StarEscape out = {.sink = message_sink, .context = stdout};
    star_escape(&out, c->path, strlen(c->path));
    printf(": %s", grade_word(c->grade.end));
    if (c->grade.end <= GRADE_OVER)
        printf(", %lld operations", (long long)n->found);
    if (c->grade.end <= GRADE_OVER && n->most > 0)
        printf(", at most %lld", (long long)n->most);
    printf("\n");
}

/* False: Ctrl-C was pressed. */
static bool try_strange(const Options *o, const Lesson *l, const char *path,
                        bool *right) {
    Check c = {.options = o, .path = path, .strange = true};
    const bool go_on = run(&c, l, o->timeout > 0 ? o->timeout : FOLDER_SECONDS);
    if (o->given & OPTION(JSON))
        show_json(&c);
    else
        show_line(&c);
    fflush(stdout);
    *right &= c.grade.end == GRADE_RIGHT;
    release(&c);
    return go_on;
}

int exercise_folder(const Options *o, const Lesson *l, const char *path) {
    struct dirent **file = NULL;
    const int files = scandir(path, &file, is_solution, alphasort);
    bool right = true, go_on = true;
    if (files <= 0) {
        free(file);
        return message_usage("exercise", MSG_NO_SOLUTIONS(path));
    }
    for (int k = 0; k < files; k++) {
        char *whole = NULL;
        if (go_on && asprintf(&whole, "%s%s%s", path,
                              path[strlen(path) - 1] == '/' ? "" : "/",
                              file[k]->d_name) > 0)
            go_on = try_strange(o, l, whole, &right);
        free(whole);
        free(file[k]);
    }
    free(file);
    return !go_on ? star_status_exit(STAR_INTERRUPTED) : right ? 0 : NOT_PASSED;
}
