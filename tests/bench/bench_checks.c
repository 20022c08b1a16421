/* SPDX-License-Identifier: MIT */
/* bench checks: the programs of bench scalar with the checks of a program
 * that runs, beside a build without them. */
#include <math.h>

#include "bench.h"
#include "bench_process.h"
#include "bench_programs.h"

enum { CHECKED, UNCHECKED, SIDES, REPETITIONS = 25 };

static int measure(const BenchOptions *o, const BenchProgram *program,
                   double time[SIDES]) {
    BenchProcess p[SIDES] = {{.argv = {o->star, "run", "--jit", "off", "-"}},
                             {.argv = {o->file, "run", "--jit", "off", "-"}}};
    BenchSide side[SIDES];
    int status = 0;
    for (int s = 0; s < SIDES; s++) {
        p[s].output = program->output[o->quick];
        side[s] = (BenchSide){.run = bench_process_cpu, .context = &p[s]};
        if (!bench_process_input(&p[s], program->star, program->size[o->quick]))
            status = bench_fail(BENCH_FILE, "no temporary file");
    }
    if (status == 0 && !bench_measure(o, side, SIDES, REPETITIONS, 0))
        status = bench_fail(BENCH_DIFFERS, "%s fails or prints something else",
                            program->name);
    for (int s = 0; s < SIDES; s++) {
        time[s] = side[s].time;
        bench_process_close(&p[s]);
    }
    return status;
}

int bench_checks(const BenchOptions *o) {
    double empty[SIDES], time[SIDES], logarithms = 0;
    int status = measure(o, &bench_empty, empty);
    bench_head(o, "checks: processor time, less that of an empty program",
               "without", "");
    for (int k = 0; k < BENCH_PROGRAMS && status == 0; k++) {
        status = measure(o, &bench_programs[k], time);
        for (int s = 0; s < SIDES; s++)
            time[s] -= empty[s];
        if (status == 0)
            bench_print(o, &(BenchRow){.what = bench_programs[k].name,
                                       .ours = time[CHECKED],
                                       .peer = time[UNCHECKED],
                                       .most = 1.15});
        logarithms += log(time[CHECKED] / time[UNCHECKED]);
    }
    if (status == 0)
        printf("geometric mean of %d ratios: %.2f\n", BENCH_PROGRAMS,
               exp(logarithms / BENCH_PROGRAMS));
    return status;
}
