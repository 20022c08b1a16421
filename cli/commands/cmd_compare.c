/* SPDX-License-Identifier: MIT */
/* compare: one program in several ways, which should make no difference. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "commands/command.h"
#include "device.h"
#include "load.h"
#include "message.h"
#include "stop.h"

typedef struct Way {
    const char *name;
    Device device;
    bool bodies, plain;
} Way;

/* The others are compared with the first. */
static const Way ways[] = {{"cpu", DEVICE_CPU, false, false},
                           {"cuda", DEVICE_CUDA, false, false},
                           {"--native off", DEVICE_CPU, true, false},
                           {"--optimize off", DEVICE_CPU, false, true}};

enum { WAYS = sizeof ways / sizeof *ways, DIFFERENT = 1, SHOWN = 24 };

/* A run that has ended. */
typedef struct Run {
    FILE *out; /* what the program has written */
    StarStatus status;
    char text[STAR_ERROR_TEXT]; /* of its message */
    double seconds;
} Run;

typedef struct Compare {
    const Options *options;
    FILE *input; /* what the first run has read */
    Run first;
} Compare;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns an exit status after a message where it is not the program's. */
static int run_loaded(Compare *c, Loaded *l, Run *r) {
    if (!load_takes(l, "compare"))
        return EXIT_USAGE;
    rewind(c->input);
    l->input = c->input;
    l->out = fileno(r->out);
    stop_begin(l->machine);
    const double from = now();
    star_machine_run(l->machine, l->program);
    r->seconds = now() - from;
    stop_end();
    const StarReport *report = star_machine_report(l->machine);
    r->status = report->status;
    snprintf(r->text, sizeof r->text, "%s",
             report->status == STAR_OK ? "" : report->text);
    if (l->fault != 0)
        message_usage(NULL, MSG_OUTPUT_FAILED(strerror(l->fault)));
    else if (r->status != STAR_OK && r == &c->first)
        message_report(c->options->style, report, &l->program->sources);
    return l->fault != 0                   ? star_status_exit(STAR_WRITE)
           : r->status == STAR_INTERRUPTED ? star_status_exit(r->status)
                                           : 0;
}

static int run(Compare *c, const Way *w, Run *r) {
    Options o = *c->options;
    Loaded l;
    o.device = w->device;
    o.bodies = w->bodies;
    o.plain = w->plain;
    o.quiet = r != &c->first;
    r->out = tmpfile();
    if (r->out == NULL)
        return message_usage("compare", MSG_NO_TEMPORARY(strerror(errno)));
    int status = load_open(&l, &o, "compare", o.operand[0]);
    if (status == 0)
        status = run_loaded(c, &l, r);
    load_close(&l);
    return status;
}

/* ---- What is printed ---- */

/* What is left of a line, or that nothing is. */
static void show_rest(FILE *from, int c) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    char text[SHOWN];
    size_t n = 0;
    for (; n < SHOWN && c != EOF && c != '\n'; c = getc(from))
        text[n++] = (char)c;
    if (n == 0) {
        printf(c == EOF ? "the end" : "the end of the line");
        return;
    }
    putchar('\'');
    star_escape(&out, text, n);
    printf(n == SHOWN && c != EOF && c != '\n' ? "...'" : "'");
}

/* True if both wrote the same; else says where they differ first. */
static bool same_output(const Run *a, const Run *b) {
    long line = 1, column = 1;
    int x, y;
    rewind(a->out);
    rewind(b->out);
    while ((x = getc(a->out)) == (y = getc(b->out)) && x != EOF) {
        column = x == '\n' ? 1 : column + 1;
        line += x == '\n';
    }
    if (x == y)
        return true;
    printf("line %ld, column %ld: ", line, column);
    show_rest(b->out, y);
    printf(" instead of ");
    show_rest(a->out, x);
    return false;
}

static bool same_end(const Run *a, const Run *b) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    if (a->status == b->status && strcmp(a->text, b->text) == 0)
        return true;
    if (b->status == STAR_OK)
        printf("ends well");
    else
        star_escape(&out, b->text, strlen(b->text));
    return false;
}

/* True if it is like the first. */
static bool tell(const Compare *c, const Way *w, const Run *r) {
    const bool first = r == &c->first;
    printf("%-14s  %10.3f ms", w->name, r->seconds * 1e3);
    printf(first ? "" : "  ");
    const bool same =
        first || (same_output(&c->first, r) && same_end(&c->first, r));
    printf(same && !first ? "equal\n" : "\n");
    fflush(stdout);
    return same;
}

static int compare(Compare *c) {
    bool same = true;
    int status = run(c, &ways[0], &c->first);
    if (status == 0)
        tell(c, &ways[0], &c->first);
    for (int k = 1; k < WAYS && status == 0; k++) {
        Run r = {0};
        if (ways[k].device == DEVICE_CUDA && device_count() == 0)
            continue;
        status = run(c, &ways[k], &r);
        if (status == 0)
            same &= tell(c, &ways[k], &r);
        if (r.out != NULL)
            fclose(r.out);
    }
    return status != 0 ? status
           : same      ? star_status_exit(c->first.status)
                       : DIFFERENT;
}

int cmd_compare(const Options *o) {
    Compare c = {.options = o, .input = tmpfile()};
    if (c.input == NULL)
        return message_usage("compare", MSG_NO_TEMPORARY(strerror(errno)));
    const int status = compare(&c);
    fclose(c.input);
    if (c.first.out != NULL)
        fclose(c.first.out);
    return status;
}
