/* SPDX-License-Identifier: MIT */
/* bench tables: a column of an n x n table that is kept as rows, read
 * across them or after a transposition, beside plain C. */
#include <stdio.h>

#include "bench.h"
#include "peers/bench_peers.h"
#include "cpu/simd/simd.h"
#include "values/table.h"

typedef struct Work {
    StarBackend *be;
    StarTable *table;
    StarBits *line; /* a column */
    int64_t column; /* the next one, from 0 */
} Work;

static const StarImage *image(const Work *w, int dir) {
    return &w->table->image[dir];
}

/* Each time another column. */
static int64_t next(Work *w) {
    w->column = (w->column + 1) % w->table->cols;
    return w->column;
}

static double run_gather(void *context, int64_t times) {
    Work *w = context;
    const StarImage *rows = image(w, STAR_ROWS);
    const double start = bench_now();
    for (; times > 0; times--) {
        const int64_t j = next(w);
        w->be->isa->gather(w->line->word, rows->word, w->table->rows,
                           rows->stride, j / 64, (int)(j % 64));
    }
    return bench_now() - start;
}

static double run_peer_gather(void *context, int64_t times) {
    Work *w = context;
    const BenchPeers *peers = bench_peers();
    const StarImage *rows = image(w, STAR_ROWS);
    const double start = bench_now();
    for (; times > 0; times--)
        peers->gather(w->line->word, rows->word, w->table->rows, rows->stride,
                      next(w));
    return bench_now() - start;
}

static double run_transpose(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        w->table->image[STAR_COLUMNS].valid = false;
        if (star_table_need(w->be, w->table, STAR_COLUMNS) != STAR_OK)
            return -1;
    }
    return bench_now() - start;
}

static double run_peer_transpose(void *context, int64_t times) {
    Work *w = context;
    const BenchPeers *peers = bench_peers();
    const StarImage *rows = image(w, STAR_ROWS);
    const StarImage *columns = image(w, STAR_COLUMNS);
    const double start = bench_now();
    for (; times > 0; times--)
        peers->transpose(columns->word, columns->stride, rows->word,
                         rows->stride, w->table->rows, w->table->cols);
    return bench_now() - start;
}

static double run_block(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--)
        w->be->isa->transpose(image(w, STAR_COLUMNS)->word, 1,
                              image(w, STAR_ROWS)->word, 1, 64, 64);
    return bench_now() - start;
}

static void print(const BenchOptions *o, int64_t n, const char *what,
                  double ours, double peer, double gather) {
    char name[32], more[32] = "";
    snprintf(name, sizeof name, "n = %lld, %s", (long long)n, what);
    if (gather > 0)
        snprintf(more, sizeof more, "%11.0f", ours / gather);
    bench_print(
        o, &(BenchRow){.what = name, .ours = ours, .peer = peer, .more = more});
}

static bool measure(const BenchOptions *o, Work *w, int64_t n) {
    enum { REPETITIONS = 21 };
    BenchSide side[] = {{.run = run_gather, .context = w},
                        {.run = run_peer_gather, .context = w},
                        {.run = run_transpose, .context = w},
                        {.run = run_peer_transpose, .context = w}};
    if (w->table == NULL || w->line == NULL ||
        star_table_need(w->be, w->table, STAR_ROWS) != STAR_OK ||
        !bench_measure(o, side, 4, REPETITIONS, 5e-4))
        return false;
    print(o, n, "column", side[0].time, side[1].time, 0);
    print(o, n, "transpose", side[2].time, side[3].time, side[0].time);
    return true;
}

/* The part of the kernel alone, of which larger tables are made. */
static bool measure_block(const BenchOptions *o, Work *w) {
    enum { REPETITIONS = 21 };
    BenchSide side[] = {{.run = run_block, .context = w},
                        {.run = run_peer_transpose, .context = w}};
    if (w->table == NULL ||
        star_table_need(w->be, w->table, STAR_ROWS) != STAR_OK ||
        star_table_need(w->be, w->table, STAR_COLUMNS) != STAR_OK ||
        !bench_measure(o, side, 2, REPETITIONS, 5e-4))
        return false;
    bench_print(o, &(BenchRow){.what = "block of 64 x 64",
                               .ours = side[0].time,
                               .peer = side[1].time,
                               .limit = 1.15 * 10e-9,
                               .more = ""});
    return true;
}

int bench_tables(const BenchOptions *o) {
    static const int64_t sizes[] = {64, 1000, 16384};
    BenchMachine m;
    bool good = bench_open(&m, "");
    bench_head(o, "tables: columns of n x n bits kept as rows", "C",
               " break-even");
    for (int k = 0; k < 3 && good; k++) {
        const int64_t n = k == 0 ? sizes[k] : bench_size(o, sizes[k], 8);
        Work w = {m.be, bench_table(m.be, n, n), bench_line(m.be, n), 0};
        good = k == 0 ? measure_block(o, &w) : measure(o, &w, n);
        star_object_free(m.be, (StarObject *)w.table);
        star_object_free(m.be, (StarObject *)w.line);
    }
    bench_close(&m);
    return good ? 0 : bench_fail(BENCH_DIFFERS, "a table failed");
}
