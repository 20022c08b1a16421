/* SPDX-License-Identifier: MIT */
/* bench start: what an empty program costs. */
#include "bench_process.h"

#include "bench.h"

enum { STAR, LUA, SIDES };

static double run(void *context, int64_t times) {
    BenchProcess *p = context;
    double sum = 0;
    for (; times > 0; times--) {
        if (!bench_process_run(p))
            return -1;
        sum += p->wall;
    }
    return sum;
}

static int measure(const BenchOptions *o, BenchProcess p[SIDES]) {
    enum { REPETITIONS = 101 };
    BenchSide side[SIDES] = {{.run = run, .context = &p[STAR]},
                             {.run = run, .context = &p[LUA]}};
    int sides = bench_process_run(&p[LUA]) ? 2 : 1;
    if (!bench_measure(o, side, sides, REPETITIONS, 0))
        return bench_fail(BENCH_DIFFERS, "the empty program does not run");
    bench_head(o, "start: an empty program as a process", "Lua 5.4", "");
    bench_print(o, &(BenchRow){.what = "wall time",
                               .ours = side[STAR].time,
                               .peer = side[LUA].time,
                               .limit = 3e-3});
    bench_print(o, &(BenchRow){.what = "peak memory",
                               .ours = p[STAR].memory,
                               .peer = p[LUA].memory,
                               .bytes = true,
                               .limit = 8e6});
    return 0;
}

int bench_start(const BenchOptions *o) {
    BenchProcess p[SIDES] = {bench_process_star(o->star),
                             {.argv = {"lua5.4", "-"}, .output = ""}};
    int status;
    if (bench_process_input(&p[STAR], "program empty; begin end.\n", "") &&
        bench_process_input(&p[LUA], "", ""))
        status = measure(o, p);
    else
        status = bench_fail(BENCH_FILE, "no temporary file");
    bench_process_close(&p[STAR]);
    bench_process_close(&p[LUA]);
    return status;
}
