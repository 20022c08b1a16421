/* bench warshall: the published transitive closure on random matrices,
 * beside plain C with the same row operations. */
#include <stdio.h>

#include "bench.h"
#include "bench_closure.h"

static void print(int64_t n, const char *peer, const double *time, double c,
                  double most) {
    char what[32];
    snprintf(what, sizeof what, "n = %lld, C %s", (long long)n, peer);
    bench_print_loop(what, time[BENCH_STAR], time[BENCH_UNFUSED], c, most);
}

int bench_warshall(void) {
    static const struct {
        int64_t n;
        int rounds;
        double most;
    } sizes[] = {{100, 51, 12}, {1000, 21, 6}, {4096, 5, 3}};
    int status = 0;
    bench_head("warshall: n vertices, each arc with probability 0.1", "C",
               BENCH_PLAIN);
    for (int k = 0; k < 3 && status == 0; k++) {
        double time[BENCH_CLOSERS];
        status = bench_closure(STAR_ROWS, sizes[k].n, sizes[k].rounds,
                               BENCH_FULL, time);
        if (status != 0)
            break;
        print(sizes[k].n, "words", time, time[BENCH_WORDS], sizes[k].most);
        print(sizes[k].n, "vectors", time, time[BENCH_C], sizes[k].most);
    }
    return status;
}
