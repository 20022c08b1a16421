/* SPDX-License-Identifier: MIT */
/* bench scalar: programs without slices, as star run has them, interpreted and
 * built, beside the same in Lua and C, as processes. What counts is the
 * processor's time, less that of an empty program. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "bench_process.h"
#include "bench_programs.h"

enum { STAR, INTERPRETED, BUILT, LUA, C, SIDES };

/* Those of STAR, which have a ratio to C. */
enum { OURS = LUA };

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
    return side < BUILT    ? true
           : side == BUILT ? compile(build, program->star, size)
           : side == C     ? compile(cc, program->c, size)
                           : bench_process_run(process);
}

/* Times of all sides for one program; 0 where there is no such language. */
static int measure(const BenchOptions *o, const BenchProgram *program,
                   Binary *binary, int repetitions, double time[SIDES]) {
    BenchProcess p[SIDES] = {bench_process_star(o->star),
                             {.argv = {o->star, "run", "--jit", "off", "-"}},
                             {.argv = {binary->path[BUILT]}},
                             {.argv = {"lua5.4", "-"}},
                             {.argv = {binary->path[C]}}};
    const char *text[SIDES] = {program->star, program->star, "", program->lua,
                               ""};
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

/* Sets what the sides of STAR take, divided by C's time; false without C. */
static bool print(const BenchOptions *o, const BenchProgram *program,
                  const double time[SIDES], const double empty[SIDES],
                  double ratio[OURS]) {
    const double c = net(time[C], empty[C]);
    double ours[OURS];
    char more[64] = "       -      -      -      -";
    for (int s = 0; s < OURS; s++) {
        ours[s] = net(time[s], empty[s]);
        ratio[s] = c > 0 ? ours[s] / c : 0;
    }
    if (c > 0)
        snprintf(more, sizeof more, "%8s%7.2f%7.2f%7.2f", bench_time(c).text,
                 ratio[STAR], ratio[INTERPRETED], ratio[BUILT]);
    bench_print(o, &(BenchRow){.what = program->name,
                               .ours = ours[STAR],
                               .peer = net(time[LUA], empty[LUA]),
                               .most = program->target ? 1 : 0,
                               .more = more});
    return ratio[STAR] > 0 && ratio[INTERPRETED] > 0 && ratio[BUILT] > 0;
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
    static const char *const what[OURS] = {"run", "interpreted", "built"};
    static const double most[OURS] = {3.3, 13, 1.8};
    double empty[SIDES], time[SIDES], ratio[OURS], logarithms[OURS] = {0};
    int ratios = 0,
        status = measure(o, &bench_empty, binary, EMPTY_REPETITIONS, empty);
    bench_head(o, "scalar: processor time, less that of an empty program",
               "Lua 5.4", "  cc -O3    run interp  built");
    for (int k = 0; k < BENCH_PROGRAMS && status == 0; k++) {
        status = measure(o, &bench_programs[k], binary, REPETITIONS, time);
        if (status != 0 || !print(o, &bench_programs[k], time, empty, ratio))
            continue;
        for (int s = 0; s < OURS; s++)
            logarithms[s] += log(ratio[s]);
        ratios++;
    }
    for (int s = 0; s < OURS && ratios > 0; s++)
        print_mean(o, what[s], most[s], logarithms[s], ratios);
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
