/* SPDX-License-Identifier: MIT */
/* bench warshall: the published transitive closure on random matrices, by its
 * sweeps and as the closure that they are, beside plain C with the same row
 * operations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bench_closure.h"
#include "papers/bench_star_machine.h"

static void print(const BenchOptions *o, int64_t n, const char *name,
                  const double *time, BenchCloser ours, BenchCloser peer,
                  double most) {
    char what[32];
    snprintf(what, sizeof what, "n = %lld, %s", (long long)n, name);
    bench_print_loop(o, what, time[ours], time[BENCH_UNFUSED], time[peer],
                     most);
}

/* The series of the plot, and of whom they are. */
static const struct {
    const char *name;
    BenchCloser closer;
} series[] = {{"star, unfused", BENCH_UNFUSED},
              {"star, its sweeps", BENCH_STAR},
              {"star, closure", BENCH_KERNEL},
              {"C, vectors", BENCH_C}};

enum { SERIES = sizeof series / sizeof *series };

static PlotSeries *begin_plot(Plot *plot) {
    PlotSeries *first = plot->series;
    plot_begin(plot, "n, vertices", "warshall: the closure of n vertices");
    for (int k = 0; k < SERIES; k++)
        plot_series(plot, PLOT_OURS, series[k].name);
    plot_series(plot, PLOT_BOUND, "a copy of the table");
    return first;
}

static double run_copy(void *context, int64_t times) {
    uint64_t **block = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        memcpy(block[0], block[1], block[2][0]);
        __asm__("" ::: "memory");
    }
    return bench_now() - start;
}

/* The time to copy a table of n rows; 0 without memory. */
static double copy(const BenchOptions *o, int64_t n) {
    uint64_t bytes = (uint64_t)(n * star_words(n)) * sizeof bytes;
    uint64_t *block[] = {malloc(bytes), calloc(1, bytes), &bytes};
    BenchSide side = {.run = run_copy, .context = block};
    if (block[0] != NULL && block[1] != NULL)
        bench_measure(o, &side, 1, 5, 1e-3);
    free(block[0]);
    free(block[1]);
    return side.time;
}

int bench_warshall(const BenchOptions *o) {
    static const struct {
        int64_t n;
        int repetitions;
        double most;
        unsigned closers; /* below 512 vertices the sweeps run */
    } sizes[] = {{100, 51, 12, BENCH_FULL},
                 {1000, 21, 6, BENCH_FULL | 1 << BENCH_KERNEL},
                 {4096, 5, 3, BENCH_FULL | 1 << BENCH_KERNEL}};
    PlotSeries *plot = begin_plot(o->plot);
    int status = 0;
    bench_head(o, "warshall: n vertices, each arc with probability 0.1", "C",
               BENCH_PLAIN);
    for (int k = 0; k < 3 && status == 0; k++) {
        const int64_t n = bench_size(o, sizes[k].n, 8);
        double time[BENCH_CLOSERS];
        status = bench_closure(o, STAR_ROWS, n, sizes[k].repetitions,
                               sizes[k].closers, time);
        if (status != 0)
            break;
        print(o, n, "C words", time, BENCH_STAR, BENCH_WORDS, sizes[k].most);
        print(o, n, "C vectors", time, BENCH_STAR, BENCH_C, sizes[k].most);
        if (sizes[k].closers >> BENCH_KERNEL & 1)
            print(o, n, "closure", time, BENCH_KERNEL, BENCH_C, 0);
        for (int s = 0; s < SERIES; s++)
            if (sizes[k].closers >> series[s].closer & 1)
                plot_point(&plot[s], (double)n, time[series[s].closer]);
        plot_point(&plot[SERIES], (double)n, copy(o, n));
    }
    return status == 0 ? bench_star_machine(o) : status;
}
