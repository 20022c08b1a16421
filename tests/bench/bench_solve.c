/* SPDX-License-Identifier: MIT */
/* bench solve: solvers of star.h on memory of C's own, beside the same through
 * a program of the handle, whose variables are set and got. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "star.h"

/* What is given, by both ways made, and the result of the last. */
typedef struct Job {
    Star *star;
    int64_t n;
    size_t bytes, stride;
    void *given, *direct, *by_program;
} Job;

/* ---- The closure ---- */

/* Two arcs a vertex. */
static void draw_graph(Job *j) {
    uint64_t state = BENCH_SEED;
    unsigned char *bits = j->given;
    for (int64_t k = 0; k < 2 * j->n; k++) {
        const uint64_t row = bench_random(&state) % (uint64_t)j->n;
        const uint64_t column = bench_random(&state) % (uint64_t)j->n;
        bits[row * j->stride + column / 8] |= (unsigned char)(1 << column % 8);
    }
}

static StarCode closure(Job *j) {
    return star_solve_closure(j->star, j->n, j->direct, j->stride);
}

static StarCode closure_by_program(Job *j) {
    StarValue argument[] = {star_integer(j->n), star_variable("P")};
    StarCode code =
        star_set_bits(j->star, "P", j->n, j->n, j->given, j->stride);
    if (code == STAR_CODE_OK)
        code = star_call(j->star, "CLOSE", argument, 2);
    return code != STAR_CODE_OK ? code
                                : star_get_bits(j->star, "P", j->n, j->n,
                                                j->by_program, j->stride);
}

/* ---- The Kleene star ---- */

/* Ways of 0 to 99, one of four possible. */
static void draw_ways(Job *j) {
    uint64_t state = BENCH_SEED;
    int64_t *way = j->given;
    for (int64_t k = 0; k < j->n * j->n; k++)
        way[k] = bench_random(&state) % 4 == 0
                     ? (int64_t)(bench_random(&state) % 100)
                     : STAR_INFINITY64;
}

static StarCode kleene(Job *j) {
    return star_solve_kleene(j->star, STAR_SEMIRING_MINPLUS, STAR_WEIGHTS_INT64,
                             j->n, j->direct, j->stride);
}

static StarCode kleene_by_program(Job *j) {
    StarValue argument[] = {star_integer(j->n), star_variable("A")};
    const size_t count = (size_t)(j->n * j->n);
    StarCode code = star_set_integers(j->star, "A", j->given, count);
    if (code == STAR_CODE_OK)
        code = star_call(j->star, "WAYS", argument, 2);
    return code != STAR_CODE_OK
               ? code
               : star_get_integers(j->star, "A", j->by_program, count);
}

/* ---- Both ways ---- */

static const char text[] =
    "uses closure, maxplus;\n"
    "var P: table; A: array[1..%lld, 1..%lld] of integer;\n"
    "proc CLOSE(n: integer; var P: table); begin CLOSURE(n, P) end;\n"
    "proc WAYS(n: integer; var A: array[l..u: integer; k..v: integer] of "
    "integer);\n"
    "begin KLEENE(n, A, minplus) end;\n";

typedef struct Case {
    const char *what;
    int64_t n;
    size_t each; /* bits of an element */
    void (*draw)(Job *j);
    StarCode (*direct)(Job *j), (*by_program)(Job *j);
    const Job *job;
} Case;

static double run_direct(void *context, int64_t times) {
    const Case *c = context;
    Job j = *c->job;
    double sum = 0;
    for (; times > 0; times--) {
        memcpy(j.direct, j.given, j.bytes);
        const double start = bench_now();
        if (c->direct(&j) != STAR_CODE_OK)
            return -1;
        sum += bench_now() - start;
    }
    return sum;
}

static double run_program(void *context, int64_t times) {
    const Case *c = context;
    Job j = *c->job;
    const double start = bench_now();
    for (; times > 0; times--)
        if (c->by_program(&j) != STAR_CODE_OK)
            return -1;
    return bench_now() - start;
}

static bool open_job(Job *j, const Case *c) {
    char entry[sizeof text + 40];
    const size_t n = (size_t)c->n;
    *j = (Job){.star = star_open(NULL), .n = c->n};
    j->stride = (n * c->each + 7) / 8;
    j->bytes = n * j->stride;
    j->given = calloc(j->bytes, 1);
    j->direct = malloc(j->bytes);
    j->by_program = malloc(j->bytes);
    snprintf(entry, sizeof entry, text, (long long)c->n, (long long)c->n);
    return j->given != NULL && j->direct != NULL && j->by_program != NULL &&
           star_enter(j->star, "bench", entry, 0) == STAR_CODE_OK;
}

static void close_job(Job *j) {
    free(j->given);
    free(j->direct);
    free(j->by_program);
    star_close(j->star);
}

static int measure(const BenchOptions *o, Case *c) {
    Job j;
    BenchSide side[] = {{.run = run_direct, .context = c},
                        {.run = run_program, .context = c}};
    char what[40];
    c->job = &j;
    if (!open_job(&j, c)) {
        const int status = bench_fail(BENCH_MEMORY, "%s", star_message(j.star));
        close_job(&j);
        return status;
    }
    c->draw(&j);
    const bool right = bench_measure(o, side, 2, 21, 1e-2) &&
                       memcmp(j.direct, j.by_program, j.bytes) == 0;
    close_job(&j);
    if (!right)
        return bench_fail(BENCH_DIFFERS, "%s: the ways differ", c->what);
    snprintf(what, sizeof what, "%s, n = %lld", c->what, (long long)c->n);
    bench_print(o, &(BenchRow){.what = what,
                               .ours = side[0].time,
                               .peer = side[1].time,
                               .most = 1.1});
    return 0;
}

int bench_solve(const BenchOptions *o) {
    Case cases[] = {
        {"closure", 64, 1, draw_graph, closure, closure_by_program, NULL},
        {"closure", 1000, 1, draw_graph, closure, closure_by_program, NULL},
        {"closure", 1024, 1, draw_graph, closure, closure_by_program, NULL},
        {"Kleene star", 64, 64, draw_ways, kleene, kleene_by_program, NULL},
        {"Kleene star", 512, 64, draw_ways, kleene, kleene_by_program, NULL}};
    int status = 0;
    bench_head(o, "solve: functions of star.h, beside a call of a procedure",
               "call", "");
    for (size_t k = 0; k < sizeof cases / sizeof *cases && status == 0; k++) {
        cases[k].n = bench_size(o, cases[k].n, 8);
        status = measure(o, &cases[k]);
    }
    return status;
}
