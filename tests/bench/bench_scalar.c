/* SPDX-License-Identifier: MIT */
/* bench scalar: programs without slices, interpreted and built, beside the same
 * in Lua and C, as processes. What counts is the processor's time, less that of
 * an empty program. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "bench_process.h"
#include "bench_programs.h"

enum { STAR, BUILT, LUA, C, SIDES };

/* The executables of a side, made anew for each program. */
typedef struct Binary {
    char path[SIDES][sizeof "/tmp/star-bench-XXXXXX"];
} Binary;

/* Whether there is a C compiler and it compiles the text; what star build makes
 * of it. */
static bool compile(BenchProcess cc, const char *text, const char *size) {
    bool good = bench_process_input(&cc, text, size) && bench_process_run(&cc);
    bench_process_close(&cc);
    return good;
}

/* Whether the side can be run. */
static bool prepare(const BenchOptions *o, const BenchProgram *program,
                    Binary *binary, int side, BenchProcess *process) {
    const char *size = program->size[o->quick];
    const char *path = binary->path[side];
    const BenchProcess cc = {.argv = {"cc", "-O3", "-x", "c", "-", "-o", path},
                             .output = ""},
                       build = {.argv = {o->star, "build", "-", "-o", path},
                                .output = ""};
    return side == STAR    ? true
           : side == BUILT ? compile(build, program->star, size)
           : side == C     ? compile(cc, program->c, size)
                           : bench_process_run(process);
}

/* Times of all sides for one program; 0 where there is no such language. */
static int measure(const BenchOptions *o, const BenchProgram *program,
                   Binary *binary, int repetitions, double time[SIDES]) {
    BenchProcess p[SIDES] = {bench_process_star(o->star),
                             {.argv = {binary->path[BUILT]}},
                             {.argv = {"lua5.4", "-"}},
                             {.argv = {binary->path[C]}}};
    const char *text[SIDES] = {program->star, "", program->lua, ""};
    const char *size = program->size[o->quick];
    BenchSide side[SIDES];
    int sides = 0, at[SIDES], status = 0;
    for (int s = 0; s < SIDES; s++) {
        p[s].output = program->output[o->quick];
        time[s] = 0;
        if (!bench_process_input(&p[s], text[s], size))
            status = bench_fail(BENCH_FILE, "no temporary file");
        else if (prepare(o, program, binary, s, &p[s])) {
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

/* Sets what the interpreter and the built program take, divided by C's time;
 * false without C. */
static bool print(const BenchOptions *o, const BenchProgram *program,
                  const double time[SIDES], const double empty[SIDES],
                  double ratio[2]) {
    const double ours = net(time[STAR], empty[STAR]);
    const double built = net(time[BUILT], empty[BUILT]);
    const double c = net(time[C], empty[C]);
    char more[64] = "       -      -       -      -";
    ratio[0] = c > 0 ? ours / c : 0;
    ratio[1] = c > 0 ? built / c : 0;
    if (c > 0)
        snprintf(more, sizeof more, "%8s%7.1f%8s%7.2f", bench_time(c).text,
                 ratio[0], bench_time(built).text, ratio[1]);
    bench_print(o, &(BenchRow){.what = program->name,
                               .ours = ours,
                               .peer = net(time[LUA], empty[LUA]),
                               .most = program->target ? 1 : 0,
                               .more = more});
    return ratio[0] > 0 && ratio[1] > 0;
}

static void print_mean(const BenchOptions *o, const char *what, double most,
                       double logarithms, int programs) {
    const double mean = exp(logarithms / programs);
    printf("%s: geometric mean of %d ratios to C: %.2f", what, programs, mean);
    if (!o->quick)
        printf(", target %.1f, met: %s", most, mean <= most ? "yes" : "no");
    printf("\n");
}

static int measure_all(const BenchOptions *o, Binary *binary) {
    enum { REPETITIONS = 9, EMPTY_REPETITIONS = 51 };
    double empty[SIDES], time[SIDES], ratio[2], logarithms[2] = {0, 0};
    int ratios = 0,
        status = measure(o, &bench_empty, binary, EMPTY_REPETITIONS, empty);
    bench_head(o, "scalar: processor time, less that of an empty program",
               "Lua 5.4", "  cc -O3  ratio   built  ratio");
    for (int k = 0; k < BENCH_PROGRAMS && status == 0; k++) {
        status = measure(o, &bench_programs[k], binary, REPETITIONS, time);
        if (status != 0 || !print(o, &bench_programs[k], time, empty, ratio))
            continue;
        logarithms[0] += log(ratio[0]);
        logarithms[1] += log(ratio[1]);
        ratios++;
    }
    if (ratios > 0) {
        print_mean(o, "interpreted", 13, logarithms[0], ratios);
        print_mean(o, "built", 1.8, logarithms[1], ratios);
    }
    return status;
}

int bench_scalar(const BenchOptions *o) {
    Binary binary;
    int status = 0;
    for (int s = 0; s < SIDES; s++) {
        strcpy(binary.path[s], "/tmp/star-bench-XXXXXX");
        const int file = mkstemp(binary.path[s]);
        if (file < 0)
            status = bench_fail(BENCH_FILE, "no temporary file");
        else
            close(file);
    }
    if (status == 0)
        status = measure_all(o, &binary);
    for (int s = 0; s < SIDES; s++)
        unlink(binary.path[s]);
    return status;
}
