/* bench warshall: the published transitive closure on random matrices, by its
 * sweeps and as the closure that they are, beside plain C with the same row
 * operations. */
#include <stdio.h>

#include "bench.h"
#include "bench_closure.h"

static void print(const BenchOptions *o, int64_t n, const char *name,
                  const double *time, BenchCloser ours, BenchCloser peer,
                  double most) {
    char what[32];
    snprintf(what, sizeof what, "n = %lld, %s", (long long)n, name);
    bench_print_loop(o, what, time[ours], time[BENCH_UNFUSED], time[peer],
                     most);
}

int bench_warshall(const BenchOptions *o) {
    static const struct {
        int64_t n;
        int rounds;
        double most;
        unsigned closers; /* below 512 vertices the sweeps run */
    } sizes[] = {{100, 51, 12, BENCH_FULL},
                 {1000, 21, 6, BENCH_FULL | 1 << BENCH_KERNEL},
                 {4096, 5, 3, BENCH_FULL | 1 << BENCH_KERNEL}};
    int status = 0;
    bench_head(o, "warshall: n vertices, each arc with probability 0.1", "C",
               BENCH_PLAIN);
    for (int k = 0; k < 3 && status == 0; k++) {
        const int64_t n = bench_size(o, sizes[k].n, 8);
        double time[BENCH_CLOSERS];
        status = bench_closure(o, STAR_ROWS, n, sizes[k].rounds,
                               sizes[k].closers, time);
        if (status != 0)
            break;
        print(o, n, "C words", time, BENCH_STAR, BENCH_WORDS, sizes[k].most);
        print(o, n, "C vectors", time, BENCH_STAR, BENCH_C, sizes[k].most);
        if (sizes[k].closers >> BENCH_KERNEL & 1)
            print(o, n, "closure", time, BENCH_KERNEL, BENCH_C, 0);
    }
    return status;
}
