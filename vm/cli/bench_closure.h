/* The published closures beside plain C, for more than one benchmark. */
#ifndef STAR_CLI_BENCH_CLOSURE_H
#define STAR_CLI_BENCH_CLOSURE_H

#include "bench.h"

/* Of C, with vectors and a word at a time, 0 if not asked for. */
typedef struct BenchClosure {
    double fused, plain, vectors, words;
} BenchClosure;

/* Measures WARSHALL on a table kept as rows (dir is STAR_ROWS), or WARSHALL-1
 * on one kept as columns, with n vertices and each arc with probability 0.1;
 * the closures are compared with C's. Returns an exit status. */
int bench_closure(int dir, int64_t n, int rounds, bool words,
                  BenchClosure *time);

#endif
