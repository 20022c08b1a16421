/* SPDX-License-Identifier: MIT */
/* star_lang_runner STAR... FILE: runs one program with each `STAR run FILE` and
 * compares what happens with the comments of the program:
 *
 *     { expect: text }          one line of standard output each, in order
 *     { input: text }           one line of standard input each
 *     { error: 3:7 text }       an error at that place whose message has
 *                               text; in text, ` ... ` stands for anything
 *     { warning: 3:7 text }     the same for a warning
 *     { status: 3 }             the exit status; 0 without this
 *
 * Every error and warning must be expected. A place may begin with the name
 * of a unit, as in unit_a.star:3:7; of one of the library it is this name
 * alone, and text may have some of the line that the message shows. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner.h"

enum { MAX_DIAGNOSTICS = 64 };

/* An expected error or warning; `kind` is "error" or "warning". */
typedef struct Diagnostic {
    const char *kind;
    char *place;
    char *text;
    bool seen;
} Diagnostic;

typedef struct Expectation {
    FILE *output;
    FILE *input;
    Diagnostic diagnostic[MAX_DIAGNOSTICS];
    int diagnostics;
    int status;
} Expectation;

static void die(const char *what, const char *name) {
    fprintf(stderr, "%s: %s\n", name, what);
    exit(2);
}

/* The body of a comment { name:body}, without the blanks next to the colon
 * and the brace, if the comment at `at` has this name; else NULL. */
static char *body(const char *at, const char *name) {
    size_t n = strlen(name);
    if (strncmp(at, "{ ", 2) != 0 || strncmp(at + 2, name, n) != 0 ||
        at[2 + n] != ':')
        return NULL;
    at += n + 3;
    if (*at == ' ')
        at++;
    n = strcspn(at, "}\n");
    return runner_check(strndup(at, n > 0 && at[n - 1] == ' ' ? n - 1 : n));
}

static void add_diagnostic(Expectation *e, const char *kind, char *place) {
    char *blank = strchr(place, ' ');
    if (e->diagnostics == MAX_DIAGNOSTICS || blank == NULL)
        die("too many diagnostics, or one without text", place);
    *blank = '\0';
    e->diagnostic[e->diagnostics++] =
        (Diagnostic){kind, place, blank + 1, false};
}

static void read_expectation(Expectation *e, const char *program) {
    bool status = false;
    for (const char *at = program; (at = strchr(at, '{')) != NULL; at++) {
        char *text;
        if ((text = body(at, "expect")) != NULL) {
            fprintf(e->output, "%s\n", text);
        } else if ((text = body(at, "input")) != NULL) {
            fprintf(e->input, "%s\n", text);
        } else if ((text = body(at, "error")) != NULL) {
            add_diagnostic(e, "error", text);
            continue;
        } else if ((text = body(at, "warning")) != NULL) {
            add_diagnostic(e, "warning", text);
            continue;
        } else if ((text = body(at, "status")) != NULL) {
            e->status = atoi(text);
            status = true;
        }
        free(text);
    }
    for (int i = 0; i < e->diagnostics && !status; i++)
        if (strcmp(e->diagnostic[i].kind, "error") == 0)
            die("an error is expected, but no status", "star_lang_runner");
}

/* Runs the program; returns its exit status, or 1000 + the signal. */
static int run(const char *star, const char *path, FILE *in, FILE *out,
               FILE *err) {
    int status = 0;
    fflush(NULL);
    rewind(in);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(in), 0);
        dup2(fileno(out), 1);
        dup2(fileno(err), 2);
        execl(star, star, "run", path, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        die("cannot be run", star);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

/* Where `: kind: message` starts in a line FILE:LINE:COL: kind: message, or
 * in one without a place, or NULL. */
static const char *kind_of(const char *line) {
    for (const char *at = line; *at != '\n' && *at != '\0'; at++) {
        const char *p = at;
        for (int field = 0; field < 2 && *p == ':'; field++)
            for (p++; isdigit((unsigned char)*p); p++)
                ;
        if (strncmp(p, ": error: ", 9) == 0 ||
            strncmp(p, ": warning: ", 11) == 0)
            return p;
    }
    return NULL;
}

static const char *next_line(const char *at) {
    at += strcspn(at, "\n");
    return *at == '\n' ? at + 1 : at;
}

/* The first line from `at` on that begins a message, or the end. */
static const char *next_message(const char *at) {
    while (*at != '\0' && kind_of(at) == NULL)
        at = next_line(at);
    return at;
}

/* Whether the place that ends at `end` is the expected one: 3:7 is the end
 * of a/b.star:3:7, and so is b.star:3:7; b.star is that without the numbers. */
static bool same_place(const char *line, const char *end, const char *place) {
    size_t n = strlen(place);
    for (int numbers = strchr(place, ':') ? 0 : 2; numbers > 0; numbers--)
        while (end > line && *--end != ':')
            ;
    return (size_t)(end - line) > n && strncmp(end - n, place, n) == 0 &&
           (end[-(long)n - 1] == ':' || end[-(long)n - 1] == '/');
}

/* Whether the pieces of text between ` ... ` follow each other in the
 * message. */
static bool has(const char *message, const char *text) {
    for (;;) {
        const char *gap = strstr(text, " ... ");
        size_t n = gap != NULL ? (size_t)(gap - text) : strlen(text);
        while (*message != '\0' && strncmp(message, text, n) != 0)
            message++;
        if (*message == '\0' || gap == NULL)
            return *message != '\0';
        message += n;
        text = gap + 5;
    }
}

/* Takes the comments of the program out of a message that shows its lines: they
 * would meet themselves. */
static void drop_comments(char *message) {
    static const char *const word[] = {"{ error:", "{ warning:"};
    for (int k = 0; k < 2; k++)
        for (char *at; (at = strstr(message, word[k])) != NULL;) {
            const char *rest = at + strcspn(at, "\n");
            memmove(at, rest, strlen(rest) + 1);
        }
}

/* Marks the expectation that a message meets; the message goes on up to
 * `end`, where the next one begins. */
static bool expected(Expectation *e, const char *line, const char *end) {
    const char *kind = kind_of(line);
    char *message = runner_check(strndup(kind, (size_t)(end - kind)));
    bool found = false;
    drop_comments(message);
    for (int i = 0; i < e->diagnostics && !found; i++) {
        Diagnostic *d = &e->diagnostic[i];
        found = !d->seen && same_place(line, kind, d->place) &&
                strncmp(kind + 2, d->kind, strlen(d->kind)) == 0 &&
                has(message, d->text);
        d->seen |= found;
    }
    free(message);
    return found;
}

/* Whether standard error has the expected messages and no others. */
static bool compare_messages(Expectation *e, const char *err) {
    bool right = e->diagnostics > 0 || *err == '\0';
    const char *message = next_message(err);
    while (*message != '\0') {
        const char *next = next_message(next_line(message));
        right &= expected(e, message, next);
        message = next;
    }
    for (int i = 0; i < e->diagnostics; i++)
        right &= e->diagnostic[i].seen;
    return right;
}

static void report(const Expectation *e, const char *star, const char *path,
                   int status, const char *output, const char *found,
                   const char *err) {
    printf("%s run %s\n--- expected, status %d\n%s", star, path, e->status,
           output);
    for (int i = 0; i < e->diagnostics; i++)
        printf("%s: %s: %s\n", e->diagnostic[i].place, e->diagnostic[i].kind,
               e->diagnostic[i].text);
    printf("--- found, status %d\n%s%s", status, found, err);
}

static bool test(Expectation *e, const char *star, const char *path) {
    FILE *out = runner_check(tmpfile()), *err = runner_check(tmpfile());
    int status = run(star, path, e->input, out, err);
    for (int i = 0; i < e->diagnostics; i++)
        e->diagnostic[i].seen = false;
    char *output = runner_contents(e->output);
    char *found = runner_contents(out), *messages = runner_contents(err);
    bool right = compare_messages(e, messages);
    right &= strcmp(output, found) == 0 && status == e->status;
    if (!right)
        report(e, star, path, status, output, found, messages);
    free(output);
    free(found);
    free(messages);
    fclose(out);
    fclose(err);
    return right;
}

int main(int argc, char **argv) {
    const char *path = argv[argc - 1];
    FILE *file = argc > 2 ? fopen(path, "rb") : NULL;
    if (file == NULL)
        die("expected STAR... FILE", argv[0]);
    Expectation e = {.output = runner_check(tmpfile()),
                     .input = runner_check(tmpfile())};
    char *program = runner_contents(file);
    read_expectation(&e, program);
    bool right = true;
    for (int k = 1; k < argc - 1; k++)
        right &= test(&e, argv[k], path);
    for (int i = 0; i < e.diagnostics; i++)
        free(e.diagnostic[i].place);
    free(program);
    fclose(e.output);
    fclose(e.input);
    fclose(file);
    return right ? 0 : 1;
}
