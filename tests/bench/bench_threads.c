/* SPDX-License-Identifier: MIT */
/* bench threads, bench huge: STAR on one thread and on two, beside C on as
 * many: long slices, which the memory's bandwidth bounds, and closures. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_closure.h"
#include "peers/bench_peers.h"

/* STAR and C on one thread, then both on two, as in a row of the table. */
enum { STAR_1, C_1, STAR_2, C_2, SIDES };

#define HEAD "   GB/s   gain"

/* The most that each ratio may be; the bytes that pass through the memory, or
 * 0. */
static void print(const BenchOptions *o, const char *what,
                  const double time[SIDES], double most, double bytes) {
    for (int threads = 1; threads <= 2; threads++) {
        const double ours = time[threads == 1 ? STAR_1 : STAR_2];
        char name[32], more[32], speed[16] = "-", gain[16] = "-";
        snprintf(name, sizeof name, "%s, on %d", what, threads);
        if (bytes > 0)
            snprintf(speed, sizeof speed, "%.1f", bytes / ours * 1e-9);
        if (threads == 2)
            snprintf(gain, sizeof gain, "%.2f", time[STAR_1] / ours);
        snprintf(more, sizeof more, "%7s%7s", speed, gain);
        bench_print(o, &(BenchRow){.what = name,
                                   .ours = ours,
                                   .peer = time[threads == 1 ? C_1 : C_2],
                                   .most = most,
                                   .more = more});
    }
}

/* ---- Slices ---- */

#define PROC(name, statement)                              \
    "proc " name "(times: integer; var Z, X, Y: slice);\n" \
    "var i: integer;\n"                                    \
    "begin for i := 1 to times do " statement " end;\n"

static const char text[] = PROC("BAND", "Z := X and Y")
    PROC("BOR", "Z := X or Y") PROC("BXOR", "Z := X xor Y");

static const struct {
    const char *name, *proc;
    size_t peer; /* offset in BenchPeers */
} rows[] = {
    {"and", "BAND", offsetof(BenchPeers, far_and)},
    {"or", "BOR", offsetof(BenchPeers, far_or)},
    {"xor", "BXOR", offsetof(BenchPeers, far_xor)},
};

enum { ROWS = sizeof rows / sizeof *rows, BITS = 1000000000, QUICK = 625 };

typedef struct Work {
    BenchMachine machine;
    const BenchOptions *options;
    BenchTeam team; /* for C */
    const char *proc;
    BenchPeer *peer;
    StarBits *z, *x, *y, *own; /* C's z */
    int64_t times;
} Work;

static double run_star(Work *w, int64_t times, int threads) {
    const StarCell args[] = {
        {.i = times}, {.bits = w->z}, {.bits = w->x}, {.bits = w->y}};
    w->machine.be->threads.count = threads;
    return bench_call(&w->machine, w->machine.plain, w->proc, args);
}

static void peer_part(void *context, int part) {
    const Work *w = context;
    const int64_t words = star_words(w->z->length);
    const int64_t at = bench_begin(&w->team, words, part);
    const int64_t n = bench_begin(&w->team, words, part + 1) - at;
    for (int64_t k = 0; k < w->times; k++)
        w->peer(w->own->word + at, w->x->word + at, w->y->word + at, n);
}

static double run_peer(Work *w, int64_t times, int threads) {
    const double start = bench_now();
    w->times = times;
    w->team.threads = threads;
    return bench_team(&w->team, peer_part, w) ? bench_now() - start : -1;
}

static double run_star_1(void *context, int64_t times) {
    return run_star(context, times, 1);
}

static double run_star_2(void *context, int64_t times) {
    return run_star(context, times, 2);
}

static double run_peer_1(void *context, int64_t times) {
    return run_peer(context, times, 1);
}

static double run_peer_2(void *context, int64_t times) {
    return run_peer(context, times, 2);
}

static int measure_row(Work *w, int row) {
    enum { REPETITIONS = 11, OPERANDS = 3 };
    BenchSide side[SIDES] = {[STAR_1] = {.run = run_star_1, .context = w},
                             [C_1] = {.run = run_peer_1, .context = w},
                             [STAR_2] = {.run = run_star_2, .context = w},
                             [C_2] = {.run = run_peer_2, .context = w}};
    const size_t bytes = (size_t)w->z->length / 8;
    const BenchOptions *o = w->options;
    double time[SIDES];
    w->proc = rows[row].proc;
    memcpy(&w->peer, (const char *)bench_peers() + rows[row].peer,
           sizeof w->peer);
    if (!bench_measure(o, side, SIDES, REPETITIONS, 2e-2) ||
        memcmp(w->z->word, w->own->word, bytes) != 0)
        return bench_fail(BENCH_DIFFERS,
                          "%s fails or gives another result than C",
                          rows[row].name);
    for (int k = 0; k < SIDES; k++)
        time[k] = side[k].time;
    print(o, rows[row].name, time, 1 / 0.9, OPERANDS * (double)bytes);
    return 0;
}

static int measure_slices(Work *w) {
    StarBackend *be = w->machine.be;
    const int64_t bits = bench_size(w->options, BITS, QUICK);
    int status = 0;
    w->z = bench_line(be, bits);
    w->x = bench_line(be, bits);
    w->y = bench_line(be, bits);
    w->own = bench_line(be, bits);
    if (w->z == NULL || w->x == NULL || w->y == NULL || w->own == NULL)
        status = bench_fail(BENCH_MEMORY, "no memory");
    else {
        memset(w->x->word, 0x33, (size_t)bits / 8);
        memset(w->y->word, 0x55, (size_t)bits / 8);
    }
    for (int r = 0; r < ROWS && status == 0; r++)
        status = measure_row(w, r);
    star_object_free(be, (StarObject *)w->z);
    star_object_free(be, (StarObject *)w->x);
    star_object_free(be, (StarObject *)w->y);
    star_object_free(be, (StarObject *)w->own);
    return status;
}

/* ---- Closures ---- */

static int measure_closure(const BenchOptions *o, int dir, const char *name,
                           int64_t n, int repetitions) {
    double time[BENCH_CLOSERS];
    const int status =
        bench_closure(o, dir, n, repetitions, BENCH_SHARED, time);
    if (status != 0)
        return status;
    print(o, name,
          (double[SIDES]){time[BENCH_STAR], time[BENCH_C], time[BENCH_STAR_2],
                          time[BENCH_C_2]},
          1.15, 0);
    return 0;
}

static int measure_closures(const BenchOptions *o, int64_t size,
                            int repetitions) {
    const int64_t n = bench_size(o, size, 16);
    const int status =
        measure_closure(o, STAR_ROWS, "WARSHALL", n, repetitions);
    return status == 0
               ? measure_closure(o, STAR_COLUMNS, "WARSHALL-1", n, repetitions)
               : status;
}

int bench_threads(const BenchOptions *o) {
    Work w = {.options = o};
    int status = bench_open(&w.machine, text)
                     ? 0
                     : bench_fail(BENCH_DIFFERS, "no machine");
    bench_head(o, "threads: slices of 10^9 bits, closures of 4096 vertices",
               "C", HEAD);
    if (status == 0)
        status = measure_slices(&w);
    bench_close(&w.machine);
    return status == 0 ? measure_closures(o, 4096, 5) : status;
}

int bench_huge(const BenchOptions *o) {
    bench_head(o, "huge: closures of 16384 vertices", "C", HEAD);
    return measure_closures(o, 16384, 3);
}
