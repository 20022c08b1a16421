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

/* Behind the first pass, whose runs are cold, so many are timed; none begins
 * when they have taken so long. */
enum { PASSES = 5 };

static const double most_seconds = 1;

/* The first run of a way, which has ended, and the least time of the later
 * ones. */
typedef struct Run {
    const Way *way;
    FILE *out; /* what the program has written */
    StarStatus status;
    char text[STAR_ERROR_TEXT]; /* of its message */
    double seconds;
} Run;

typedef struct Compare {
    const Options *options;
    FILE *input; /* what the first run of all has read */
    int pass;    /* from 0 */
    Run run[WAYS];
    int runs;
} Compare;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Keeps what a first run shows; returns whether its message is shown. */
static bool keep(const Compare *c, Run *r, const StarReport *report) {
    if (c->pass > 0)
        return false;
    r->status = report->status;
    snprintf(r->text, sizeof r->text, "%s",
             report->status == STAR_OK ? "" : report->text);
    return r->status != STAR_OK && r == c->run;
}

/* Returns an exit status after a message where it is not the program's. */
static int run_loaded(const Compare *c, Loaded *l, Run *r, FILE *out) {
    if (!load_takes(l, "compare"))
        return EXIT_USAGE;
    rewind(c->input);
    l->input = c->input;
    l->out = fileno(out);
    stop_begin(l->machine);
    const double from = now();
    star_machine_run(l->machine, l->program);
    const double seconds = now() - from;
    stop_end();
    if (c->pass <= 1 || seconds < r->seconds)
        r->seconds = seconds;
    const StarReport *report = star_machine_report(l->machine);
    const bool shown = keep(c, r, report);
    if (l->fault != 0)
        message_usage(NULL, MSG_OUTPUT_FAILED(strerror(l->fault)));
    else if (shown)
        message_report(c->options->style, report, &l->program->sources);
    return l->fault != 0 ? star_status_exit(STAR_WRITE)
           : report->status == STAR_INTERRUPTED
               ? star_status_exit(report->status)
               : 0;
}

static int run(const Compare *c, Run *r, FILE *out) {
    Options o = *c->options;
    Loaded l;
    o.device = r->way->device;
    o.bodies = r->way->bodies;
    o.plain = r->way->plain;
    o.quiet = c->pass > 0 || r != c->run;
    int status = load_open(&l, &o, "compare", o.operand[0]);
    if (status == 0)
        status = run_loaded(c, &l, r, out);
    load_close(&l);
    return status;
}

/* Runs the program with an output of its own, which is `*kept` or
 * deleted. */
static int run_once(const Compare *c, Run *r, FILE **kept) {
    FILE *out = tmpfile();
    if (out == NULL)
        return message_usage("compare", MSG_NO_TEMPORARY(strerror(errno)));
    const int status = run(c, r, out);
    if (kept != NULL)
        *kept = out;
    else
        fclose(out);
    return status;
}

/* The first pass: every way, once. */
static int run_first(Compare *c) {
    int status = 0;
    for (int k = 0; k < WAYS && status == 0; k++) {
        if (ways[k].device == DEVICE_CUDA && device_count() == 0)
            continue;
        Run *r = &c->run[c->runs++];
        r->way = &ways[k];
        status = run_once(c, r, &r->out);
    }
    return status;
}

/* The others: the ways in turn, so that what slows the machine for a while
 * slows all. */
static int run_timed(Compare *c) {
    const double from = now();
    int status = 0;
    for (c->pass = 1; c->pass <= PASSES && status == 0; c->pass++) {
        if (c->pass > 1 && now() - from > most_seconds)
            break;
        for (int k = 0; k < c->runs && status == 0; k++)
            status = run_once(c, &c->run[k], NULL);
    }
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
static bool tell(const Compare *c, const Run *r) {
    const bool first = r == c->run;
    printf("%-14s  %10.3f ms", r->way->name, r->seconds * 1e3);
    printf(first ? "" : "  ");
    const bool same = first || (same_output(c->run, r) && same_end(c->run, r));
    printf(same && !first ? "equal\n" : "\n");
    return same;
}

static int compare(Compare *c) {
    bool same = true;
    int status = run_first(c);
    if (status == 0)
        status = run_timed(c);
    for (int k = 0; k < c->runs && status == 0; k++)
        same &= tell(c, &c->run[k]);
    return status != 0 ? status
           : same      ? star_status_exit(c->run[0].status)
                       : DIFFERENT;
}

int cmd_compare(const Options *o) {
    Compare c = {.options = o, .input = tmpfile()};
    if (c.input == NULL)
        return message_usage("compare", MSG_NO_TEMPORARY(strerror(errno)));
    const int status = compare(&c);
    fclose(c.input);
    for (int k = 0; k < c.runs; k++)
        if (c.run[k].out != NULL)
            fclose(c.run[k].out);
    return status;
}
