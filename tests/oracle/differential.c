/* SPDX-License-Identifier: MIT */
/* star_differential STAR ORACLE GENERATE FROM COUNT OPTIONS...
 *
 * Generates the programs of COUNT seeds from FROM on and runs each with
 * `STAR run OPTIONS`, once for every list of options, one argument each, and
 * with ORACLE. In a list with `--max-steps ?` the number is derived from the
 * seed, and ORACLE gets it too. A list may begin with the path of a command,
 * which then runs in STAR's place. Standard output, exit status, and the place
 * and code of an error must agree. At the first program where they do not, it
 * is made shorter as long as they do not, and shown.
 *
 * Options that this processor cannot follow are left out. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner.h"
#include "temporary.h"

enum { MOST_OPTIONS = 16, MOST_WORDS = 16, MOST_LINES = 4000, SECONDS = 10 };

/* The outcome of a run. `error` is LINE:COLUMN code, or empty. */
typedef struct Run {
    int status; /* 1000 + the signal that ended it */
    char *output;
    char error[80];
} Run;

typedef struct Tools {
    const char *star, *oracle, *generate;
    const char *options[MOST_OPTIONS];
    int sets;
    char path[TEMPORARY_PATH]; /* of the program */
    char steps[24];
} Tools;

static _Noreturn void die(const char *what, const char *name) {
    fprintf(stderr, "star_differential: %s: %s\n", name, what);
    exit(2);
}

/* ---- Running ---- */

/* Runs a command; its output and messages go to the files. */
static int execute(char *const *words, FILE *out, FILE *err) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {SECONDS, SECONDS + 1};
        setrlimit(RLIMIT_CPU, &limit);
        if (freopen("/dev/null", "r", stdin) == NULL ||
            dup2(fileno(out), 1) < 0 || dup2(fileno(err), 2) < 0)
            _exit(127);
        execv(words[0], words);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        die(strerror(errno), words[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* The error is all that the oracle prints; star prints, after warnings,
 * FILE:LINE:COLUMN: error: ... [code]. */
static void find_error(Run *r, char *messages, const char *path) {
    char *at = strstr(messages, ": error: ");
    char *end = at != NULL ? strchr(at, '\n') : NULL;
    if (at == NULL && r->status != 0) {
        messages[strcspn(messages, "\n")] = '\0';
        snprintf(r->error, sizeof r->error, "%s", messages);
    }
    if (at == NULL)
        return;
    char *line = at;
    while (line > messages && line[-1] != '\n')
        line--;
    if (end != NULL)
        *end = '\0';
    const char *code = strrchr(at, '[');
    *at = '\0';
    size_t skip = strlen(path) + 1;
    if (code != NULL && strlen(line) > skip)
        snprintf(r->error, sizeof r->error, "%s %.*s", line + skip,
                 (int)strcspn(code + 1, "]"), code + 1);
}

static Run run(char *const *words, const char *path) {
    FILE *out = runner_check(tmpfile()), *err = runner_check(tmpfile());
    Run r = {.status = execute(words, out, err)};
    char *messages = runner_contents(err);
    r.output = runner_contents(out);
    find_error(&r, messages, path);
    free(messages);
    fclose(out);
    fclose(err);
    return r;
}

static bool limited(const char *options) {
    return strstr(options, "--max-steps ?") != NULL;
}

static Run run_oracle(const Tools *t, const char *options) {
    char *words[] = {(char *)t->oracle, (char *)t->path, NULL, NULL};
    if (limited(options))
        words[2] = (char *)t->steps;
    return run(words, t->path);
}

static Run run_star(const Tools *t, const char *options) {
    char copy[1024], *words[MOST_WORDS] = {(char *)t->star, "run"};
    int n = 2;
    snprintf(copy, sizeof copy, "%s", options);
    for (char *w = strtok(copy, " "); w != NULL && n < MOST_WORDS - 2;
         w = strtok(NULL, " "))
        if (w == copy && w[0] == '/')
            words[0] = w;
        else
            words[n++] = strcmp(w, "?") == 0 ? (char *)t->steps : w;
    words[n++] = (char *)t->path;
    return run(words, t->path);
}

static bool same(const Run *a, const Run *b) {
    return a->status == b->status && strcmp(a->output, b->output) == 0 &&
           strcmp(a->error, b->error) == 0;
}

/* The oracle's status 3: it has not the memory. */
static bool too_long(const Run *r) {
    return r->status == 1000 + SIGXCPU || r->status == 1000 + SIGKILL;
}

static bool gave_up(const Run *oracle) {
    return oracle->status == 3 || too_long(oracle);
}

/* ---- Making a program shorter ---- */

typedef struct Program {
    char *text;
    char *line[MOST_LINES];
    bool gone[MOST_LINES];
    int lines;
} Program;

static void load(Program *p, const char *path) {
    FILE *file = runner_check(fopen(path, "r"));
    p->text = runner_contents(file);
    fclose(file);
    for (char *at = strtok(p->text, "\n"); at != NULL && p->lines < MOST_LINES;
         at = strtok(NULL, "\n"))
        p->line[p->lines++] = at;
}

static void store(const Program *p, const char *path) {
    FILE *file = runner_check(fopen(path, "w"));
    for (int k = 0; k < p->lines; k++)
        if (!p->gone[k])
            fprintf(file, "%s\n", p->line[k]);
    fclose(file);
}

static size_t indent(const char *line) {
    return strspn(line, " ");
}

/* The last line of what begins at line k: up to the line that ends it. */
static int last_of(const Program *p, int k) {
    size_t depth = indent(p->line[k]);
    int last = k;
    for (int n = k + 1; n < p->lines; n++) {
        const char *text = p->line[n] + indent(p->line[n]);
        if (p->gone[n])
            continue;
        if (indent(p->line[n]) > depth) {
            last = n;
            continue;
        }
        if (indent(p->line[n]) < depth)
            return last;
        if (strncmp(text, "end", 3) != 0 && strncmp(text, "until", 5) != 0 &&
            strncmp(text, "begin", 5) != 0 &&
            strncmp(text, "otherwise", 9) != 0)
            return last;
        last = n;
        if (strcmp(text, "end;") == 0 || text[0] == 'u')
            return last;
    }
    return last;
}

/* True if star and oracle take the program and still differ. */
static bool differs(const Tools *t, const char *options) {
    Run a = run_star(t, options), b = run_oracle(t, options);
    bool result = a.status != 3 && b.status != 2 && !too_long(&a) &&
                  !gave_up(&b) && !same(&a, &b);
    free(a.output);
    free(b.output);
    return result;
}

/* Deletes lines first..last, or only these two, if the difference stays. */
static bool try_without(Program *p, int first, int last, bool inner,
                        const Tools *t, const char *options) {
    bool before[MOST_LINES];
    memcpy(before, p->gone, sizeof before);
    for (int k = first; k <= last; k++)
        if (inner || k == first || k == last)
            p->gone[k] = true;
    store(p, t->path);
    if (differs(t, options))
        return true;
    memcpy(p->gone, before, sizeof before);
    return false;
}

static void shorten(const Tools *t, const char *options) {
    Program *p = runner_check(calloc(1, sizeof *p));
    bool again = true;
    load(p, t->path);
    while (again) {
        again = false;
        for (int k = p->lines - 1; k >= 0; k--) {
            if (p->gone[k])
                continue;
            int last = last_of(p, k);
            again |= try_without(p, k, last, true, t, options) ||
                     try_without(p, k, k, true, t, options) ||
                     (last > k && try_without(p, k, last, false, t, options));
        }
    }
    store(p, t->path);
    free(p->text);
    free(p);
}

/* ---- Comparing ---- */

/* How two runs ended, and the first lines of output that differ. */
static void show(const Run *star, const Run *oracle) {
    const char *a = star->output, *b = oracle->output;
    int line = 1;
    while (*a != '\0' && strcspn(a, "\n") == strcspn(b, "\n") &&
           strncmp(a, b, strcspn(a, "\n") + 1) == 0) {
        a += strcspn(a, "\n") + 1;
        b += strcspn(b, "\n") + 1;
        line++;
    }
    printf("star:   status %d %s\noracle: status %d %s\n", star->status,
           star->error, oracle->status, oracle->error);
    if (strcmp(a, b) != 0)
        printf("line %d of the output\nstar:   %.*s\noracle: %.*s\n", line,
               (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

static void report(const Tools *t, const char *options, long seed) {
    FILE *file;
    char *text;
    printf("seed %ld: star run %s and the oracle differ, ? being %s\n", seed,
           options, t->steps);
    fflush(stdout);
    if (differs(t, options))
        shorten(t, options);
    Run a = run_star(t, options), b = run_oracle(t, options);
    file = runner_check(fopen(t->path, "r"));
    text = runner_contents(file);
    fclose(file);
    printf("%s", text);
    show(&a, &b);
    free(a.output);
    free(b.output);
    free(text);
}

static void generate(const Tools *t, long seed) {
    char number[24], *words[] = {(char *)t->generate, number, NULL};
    FILE *file = runner_check(fopen(t->path, "w+"));
    FILE *err = runner_check(tmpfile());
    snprintf(number, sizeof number, "%ld", seed);
    if (execute(words, file, err) != 0)
        die("failed", t->generate);
    fclose(file);
    fclose(err);
}

typedef struct Count {
    long same, errors, limits, skipped;
} Count;

/* From 1 to some 60,000, each magnitude as often as another. */
static void derive_steps(Tools *t, long seed) {
    unsigned long hash = (unsigned long)seed * 2654435761u >> 7;
    snprintf(t->steps, sizeof t->steps, "%lu",
             (hash % 100 + 1) * (10 << hash / 100 % 10) / 16 + 1);
}

/* True if star ends as the oracle did. */
static bool agrees(Tools *t, long seed, const char *options,
                   const Run *wanted) {
    Run found = run_star(t, options);
    bool right = same(&found, wanted);
    free(found.output);
    if (!right)
        report(t, options, seed);
    return right;
}

/* True if all runs of a seed agree with the oracle: first those without a
 * limit, then the others. */
static bool compare(Tools *t, long seed, Count *count) {
    bool right = true;
    generate(t, seed);
    derive_steps(t, seed);
    for (int with = 0; with < 2 && right; with++) {
        Run wanted = {0};
        for (int k = 0; k < t->sets && right; k++) {
            if (limited(t->options[k]) != with)
                continue;
            if (wanted.output == NULL)
                wanted = run_oracle(t, t->options[k]);
            if (gave_up(&wanted))
                break;
            right = agrees(t, seed, t->options[k], &wanted);
        }
        count->skipped += gave_up(&wanted);
        count->errors += wanted.status == 1;
        count->limits += wanted.status == 4;
        count->same += right && wanted.output != NULL && !gave_up(&wanted);
        free(wanted.output);
    }
    return right;
}

/* Leaves out what this processor cannot follow. */
static void drop_options(Tools *t) {
    strcpy(t->steps, "1");
    generate(t, 1);
    for (int k = 0; k < t->sets; k++) {
        Run found = run_star(t, t->options[k]);
        free(found.output);
        if (found.status != 2)
            continue;
        printf("left out: %s\n", t->options[k]);
        t->options[k--] = t->options[--t->sets];
    }
}

int main(int argc, char **argv) {
    Tools t = {0};
    Count count = {0};
    if (argc < 7 || argc > 6 + MOST_OPTIONS)
        die("STAR ORACLE GENERATE FROM COUNT OPTIONS...", "expected");
    t.star = argv[1];
    t.oracle = argv[2];
    t.generate = argv[3];
    long from = atol(argv[4]), seeds = atol(argv[5]);
    for (int k = 6; k < argc; k++)
        t.options[t.sets++] = argv[k];
    temporary_path(t.path, "program.XXXXXX.star");
    int file = mkstemps(t.path, 5);
    if (file < 0)
        die(strerror(errno), t.path);
    close(file);
    bool right = true;
    drop_options(&t);
    for (long seed = from; seed < from + seeds && right; seed++)
        right = compare(&t, seed, &count);
    unlink(t.path);
    printf("%ld programs agree, %ld of them end with an error, %ld at a "
           "limit of steps, %ld took too long\n",
           count.same, count.errors, count.limits, count.skipped);
    return right && t.sets > 0 ? 0 : 1;
}
