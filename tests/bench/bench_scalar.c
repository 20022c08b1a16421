/* SPDX-License-Identifier: MIT */
/* bench scalar: programs without slices beside the same in Lua and C, as
 * processes. What counts is the processor's time, less that of an empty
 * program. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "bench_process.h"
#include "bench_programs.h"

enum { STAR, LUA, C, SIDES };

/* The compiler's output, compiled anew for each program. */
typedef struct Binary {
    char path[sizeof "/tmp/star-bench-XXXXXX"];
} Binary;

/* Whether there is a C compiler and it compiles the text. */
static bool compile(const char *text, const char *size, Binary *binary) {
    BenchProcess cc = {
        .argv = {"cc", "-O3", "-x", "c", "-", "-o", binary->path},
        .output = ""};
    bool good = bench_process_input(&cc, text, size) && bench_process_run(&cc);
    bench_process_close(&cc);
    return good;
}

/* Times of all sides for one program; 0 where there is no such language. */
static int measure(const BenchOptions *o, const BenchProgram *program,
                   Binary *binary, int repetitions, double time[SIDES]) {
    BenchProcess p[SIDES] = {bench_process_star(o->star),
                             {.argv = {"lua5.4", "-"}},
                             {.argv = {binary->path}}};
    const char *text[SIDES] = {program->star, program->lua, ""};
    const char *size = program->size[o->quick];
    BenchSide side[SIDES];
    int sides = 0, at[SIDES], status = 0;
    for (int s = 0; s < SIDES; s++) {
        p[s].output = program->output[o->quick];
        time[s] = 0;
        if (!bench_process_input(&p[s], text[s], size))
            status = bench_fail(BENCH_FILE, "no temporary file");
        else if (s == STAR || (s == C ? compile(program->c, size, binary)
                                      : bench_process_run(&p[s]))) {
            at[sides] = s;
            side[sides++] =
                (BenchSide){.run = bench_process_cpu, .context = &p[s]};
        }
    }
    if (status == 0 && !bench_measure(o, side, sides, repetitions, 0))
        status = bench_fail(BENCH_DIFFERS, "%s fails or prints something else",
                            program->name);
    for (int k = 0; k < sides; k++)
        time[at[k]] = side[k].time;
    for (int s = 0; s < SIDES; s++)
        bench_process_close(&p[s]);
    return status;
}

static double net(double time, double empty) {
    return time > empty ? time - empty : 0;
}

/* Returns our time divided by C's, or 0. */
static double print(const BenchOptions *o, const BenchProgram *program,
                    const double time[SIDES], const double empty[SIDES]) {
    const double ours = net(time[STAR], empty[STAR]);
    const double c = net(time[C], empty[C]);
    char more[32] = "       -      -";
    if (c > 0)
        snprintf(more, sizeof more, "%8s%7.1f", bench_time(c).text, ours / c);
    bench_print(o, &(BenchRow){.what = program->name,
                               .ours = ours,
                               .peer = net(time[LUA], empty[LUA]),
                               .most = program->target ? 1 : 0,
                               .more = more});
    return c > 0 ? ours / c : 0;
}

static void print_mean(const BenchOptions *o, double logarithms, int programs) {
    const double mean = exp(logarithms / programs), most = 13;
    printf("geometric mean of %d ratios to C: %.1f", programs, mean);
    if (!o->quick)
        printf(", target %.0f, met: %s", most, mean <= most ? "yes" : "no");
    printf("\n");
}

static int measure_all(const BenchOptions *o, Binary *binary) {
    enum { REPETITIONS = 9, EMPTY_REPETITIONS = 51 };
    double empty[SIDES], time[SIDES], logarithms = 0;
    int ratios = 0,
        status = measure(o, &bench_empty, binary, EMPTY_REPETITIONS, empty);
    bench_head(o, "scalar: processor time, less that of an empty program",
               "Lua 5.4", "  cc -O3  ratio");
    for (int k = 0; k < BENCH_PROGRAMS && status == 0; k++) {
        status = measure(o, &bench_programs[k], binary, REPETITIONS, time);
        const double ratio =
            status == 0 ? print(o, &bench_programs[k], time, empty) : 0;
        if (ratio > 0) {
            logarithms += log(ratio);
            ratios++;
        }
    }
    if (ratios > 0)
        print_mean(o, logarithms, ratios);
    return status;
}

int bench_scalar(const BenchOptions *o) {
    Binary binary = {"/tmp/star-bench-XXXXXX"};
    int file = mkstemp(binary.path), status;
    if (file < 0)
        return bench_fail(BENCH_FILE, "no temporary file");
    close(file);
    status = measure_all(o, &binary);
    unlink(binary.path);
    return status;
}
