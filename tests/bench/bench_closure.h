/* SPDX-License-Identifier: MIT */
/* The published closures beside plain C, for more than one benchmark. */
#ifndef STAR_BENCH_CLOSURE_H
#define STAR_BENCH_CLOSURE_H

#include "bench.h"

/* The published closure. */
#define BENCH_WARSHALL                              \
    "proc WARSHALL(n: integer; var P: table);\n"    \
    "var X: slice(P); v, w: word; i, k: integer;\n" \
    "begin\n"                                       \
    "  for k := 1 to n do begin\n"                  \
    "    X := COL(k, P);\n"                         \
    "    w := ROW(k, P);\n"                         \
    "    while SOME(X) do begin\n"                  \
    "      i := STEP(X);\n"                         \
    "      v := ROW(i, P);\n"                       \
    "      v := v or w;\n"                          \
    "      ROW(i, P) := v\n"                        \
    "    end\n"                                     \
    "  end\n"                                       \
    "end;\n"

/* Who computes it: C with vectors and STAR's sweeps on one thread and on two,
 * STAR with its loops unfused, as the closure that the sweeps are, C a word
 * at a time. */
typedef enum BenchCloser {
    BENCH_C,
    BENCH_STAR,
    BENCH_C_2,
    BENCH_STAR_2,
    BENCH_UNFUSED,
    BENCH_KERNEL,
    BENCH_WORDS,
    BENCH_CLOSERS
} BenchCloser;

/* Some of them, as a set: BENCH_C is always one, BENCH_SIDES at most. */
enum {
    BENCH_BASIC = 1 << BENCH_C | 1 << BENCH_STAR | 1 << BENCH_UNFUSED,
    BENCH_FULL = BENCH_BASIC | 1 << BENCH_WORDS,
    BENCH_SHARED =
        1 << BENCH_C | 1 << BENCH_STAR | 1 << BENCH_C_2 | 1 << BENCH_STAR_2
};

/* Measures WARSHALL on a table kept as rows (dir is STAR_ROWS), or WARSHALL-1
 * on one kept as columns, with n vertices and each arc with probability 0.1,
 * by the closers of a set; each closure of STAR's is compared with C's. Sets
 * their times and returns an exit status. */
int bench_closure(const BenchOptions *options, int dir, int64_t n,
                  int repetitions, unsigned closers,
                  double time[BENCH_CLOSERS]);

#endif
