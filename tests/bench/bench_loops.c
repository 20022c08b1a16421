/* SPDX-License-Identifier: MIT */
/* bench loops: algorithms written with loops over the ones of a slice or
 * over the columns of a table, beside the same loops in plain C. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_closure.h"
#include "peers/bench_peers.h"
#include "values/table.h"

/* All have the same parameters and set Z, c or both. */
#define PARAMETERS \
    "(var T: table; var w: word; var X, Z: slice; var c: integer);\n"

static const char text[] =
    "proc TRIANGLES" PARAMETERS "var v, y: word; i, j: integer;\n"
    "begin\n"
    "  c := 0;\n"
    "  for i := 1 to LENGTH(T) do begin\n"
    "    v := ROW(i, T);\n"
    "    y := v;\n"
    "    while SOME(y) do begin\n"
    "      j := STEP(y);\n"
    "      c := c + NUMB(v and ROW(j, T))\n"
    "    end\n"
    "  end\n"
    "end;\n"
    "proc SEARCH" PARAMETERS
    "var now, left: slice(T); next: word(T); i: integer;\n"
    "begin\n"
    "  now := X;\n"
    "  Z := now;\n"
    "  c := 0;\n"
    "  while SOME(now) do begin\n"
    "    c := c + 1;\n"
    "    CLR(next);\n"
    "    left := now;\n"
    "    while SOME(left) do begin\n"
    "      i := STEP(left);\n"
    "      next := next or ROW(i, T)\n"
    "    end;\n"
    "    now := CONVERT(next) and not Z;\n"
    "    Z := Z or now\n"
    "  end\n"
    "end;\n"
    "proc SUM" PARAMETERS "var Y: slice(T); i: integer;\n"
    "begin\n"
    "  c := 0;\n"
    "  Y := X;\n"
    "  while SOME(Y) do begin\n"
    "    i := STEP(Y);\n"
    "    c := c + i\n"
    "  end\n"
    "end;\n"
    "proc EQUAL" PARAMETERS "var Y: slice(T); j: integer;\n"
    "begin\n"
    "  Z := X;\n"
    "  for j := 1 to SIZE(T) do begin\n"
    "    Y := COL(j, T);\n"
    "    if w(j) = 1 then Z := Z and Y else Z := Z and not Y\n"
    "  end\n"
    "end;\n"
    "proc LEAST" PARAMETERS "var Y: slice(T); j: integer;\n"
    "begin\n"
    "  Z := X;\n"
    "  for j := 1 to SIZE(T) do begin\n"
    "    Y := COL(j, T);\n"
    "    Y := Z and not Y;\n"
    "    if SOME(Y) then Z := Y\n"
    "  end\n"
    "end;\n";

typedef struct Loop {
    const char *name, *proc;
    size_t peer; /* offset in BenchPeers */
    bool graph;  /* on the rows of a graph, not on columns */
} Loop;

#define PEER(name) offsetof(BenchPeers, name)

static const Loop loops[] = {
    {"triangles", "TRIANGLES", PEER(triangles), true},
    {"search", "SEARCH", PEER(search), true},
    {"sum", "SUM", PEER(sum), false},
    {"MATCH", "EQUAL", PEER(match), false},
    {"MIN", "LEAST", PEER(min), false},
};

enum { LOOPS = sizeof loops / sizeof *loops, QUICK = 8 };

/* Lines of C's own: its result, and where it works. */
enum { RESULT, ROOM, LINES = ROOM + 2 };

typedef struct Work {
    BenchMachine machine;
    const char *proc;
    BenchLoop *peer;
    StarTable *table;
    StarBits *key, *x, *z, *own[LINES];
    BenchLines lines;
    StarCell number;
    int64_t peer_number;
} Work;

/* ---- The sides ---- */

static double run_star(Work *w, int64_t times, const StarProgram *program) {
    double sum = 0;
    for (; times > 0; times--) {
        const StarCell args[] = {{.table = w->table},
                                 {.bits = w->key},
                                 {.bits = w->x},
                                 {.bits = w->z},
                                 {.ref = &w->number}};
        const double time = bench_call(&w->machine, program, w->proc, args);
        if (time < 0)
            return time;
        sum += time;
    }
    return sum;
}

static double run_fused(void *context, int64_t times) {
    Work *w = context;
    return run_star(w, times, w->machine.program);
}

static double run_plain(void *context, int64_t times) {
    Work *w = context;
    return run_star(w, times, w->machine.plain);
}

static double run_peer(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--)
        w->peer_number = w->peer(&w->lines);
    return bench_now() - start;
}

/* Whether one of the two of STAR gives the same results as C; a loop leaves
 * alone what it does not set. */
static bool is_same_by(Work *w, BenchRun *run) {
    const size_t size = (size_t)w->lines.words * sizeof *w->lines.z;
    w->number.i = 0;
    memset(w->z->word, 0, size);
    memset(w->lines.z, 0, size);
    return run(w, 1) >= 0 && run_peer(w, 1) >= 0 &&
           w->number.i == w->peer_number &&
           memcmp(w->z->word, w->lines.z, size) == 0;
}

static int measure(const BenchOptions *o, Work *w, const Loop *loop,
                   int64_t n) {
    enum { REPETITIONS = 21 };
    BenchSide side[] = {{.run = run_fused, .context = w},
                        {.run = run_plain, .context = w},
                        {.run = run_peer, .context = w}};
    char what[32];
    w->proc = loop->proc;
    memcpy(&w->peer, (const char *)bench_peers() + loop->peer, sizeof w->peer);
    for (int k = 0; k < 2; k++)
        if (!is_same_by(w, side[k].run))
            return bench_fail(BENCH_DIFFERS,
                              "%s fails or gives another result than C",
                              loop->proc);
    if (!bench_measure(o, side, 3, REPETITIONS, 1e-3))
        return bench_fail(BENCH_DIFFERS, "%s failed", loop->proc);
    snprintf(what, sizeof what, "%s, n = %lld", loop->name, (long long)n);
    bench_print_loop(o, what, side[0].time, side[1].time, side[2].time, 1.5);
    return 0;
}

/* ---- Data ---- */

/* A graph has two arcs from each vertex on average; the search starts from
 * eight vertices, so that it goes far. */
static void random_graph(Work *w, uint64_t *rows) {
    const int64_t n = w->table->rows;
    uint64_t state = BENCH_SEED;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            if (bench_random(&state) % (uint64_t)n < 2)
                rows[i * w->lines.stride + j / 64] |= UINT64_C(1) << j % 64;
    w->x->word[0] = 255;
}

static void random_line(uint64_t *line, int64_t length, uint64_t *state) {
    for (int64_t k = 0; k < star_words(length); k++)
        line[k] = bench_random(state);
    line[star_words(length) - 1] &= star_last_mask(length);
}

/* Half of the rows are in x, and one of them is the key. */
static void random_columns(Work *w, uint64_t *columns) {
    const int64_t n = w->table->rows, middle = w->lines.words / 2;
    uint64_t state = BENCH_SEED;
    random_line(w->x->word, n, &state);
    w->x->word[middle] |= 1;
    for (int64_t j = 0; j < w->table->cols; j++) {
        uint64_t *column = columns + j * w->lines.stride;
        random_line(column, n, &state);
        w->key->word[j / 64] |= (column[middle] & 1) << j % 64;
    }
}

static bool make(Work *w, int64_t rows, int64_t cols, int dir) {
    StarBackend *be = w->machine.be;
    const StarImage *image;
    bool good;
    w->table = bench_table(be, rows, cols);
    w->key = bench_line(be, cols);
    w->x = bench_line(be, rows);
    w->z = bench_line(be, rows);
    good = w->table != NULL && w->key != NULL && w->x != NULL && w->z != NULL;
    for (int k = 0; k < LINES; k++) {
        w->own[k] = bench_line(be, rows);
        good &= w->own[k] != NULL;
    }
    if (!good || star_table_own(be, w->table, dir) != STAR_OK)
        return false;
    image = &w->table->image[dir];
    w->lines = (BenchLines){image->word,
                            star_table_vectors(w->table, dir),
                            image->stride,
                            star_words(rows),
                            w->key->word,
                            w->x->word,
                            w->own[RESULT]->word,
                            {w->own[ROOM]->word, w->own[ROOM + 1]->word},
                            NULL,
                            NULL,
                            0};
    if (dir == STAR_ROWS)
        random_graph(w, image->word);
    else
        random_columns(w, image->word);
    return true;
}

static void drop(Work *w) {
    StarBackend *be = w->machine.be;
    for (int k = 0; k < LINES; k++)
        star_object_free(be, (StarObject *)w->own[k]);
    star_object_free(be, (StarObject *)w->z);
    star_object_free(be, (StarObject *)w->x);
    star_object_free(be, (StarObject *)w->key);
    star_object_free(be, (StarObject *)w->table);
}

/* ---- The table ---- */

static int measure_data(const BenchOptions *o, Work *w, int64_t rows,
                        int64_t cols, bool graph) {
    int status = 0;
    if (!make(w, rows, cols, graph ? STAR_ROWS : STAR_COLUMNS))
        status = bench_fail(BENCH_MEMORY, "no memory");
    for (int k = 0; k < LOOPS && status == 0; k++)
        if (loops[k].graph == graph)
            status = measure(o, w, &loops[k], rows);
    drop(w);
    return status;
}

static int measure_closures(const BenchOptions *o, int dir, const char *name) {
    static const struct {
        int64_t n;
        int repetitions;
    } sizes[] = {{1000, 21}, {4096, 5}};
    int status = 0;
    for (int k = 0; k < 2 && status == 0; k++) {
        const int64_t n = bench_size(o, sizes[k].n, QUICK);
        double time[BENCH_CLOSERS];
        char what[32];
        status =
            bench_closure(o, dir, n, sizes[k].repetitions, BENCH_BASIC, time);
        if (status != 0)
            break;
        snprintf(what, sizeof what, "%s, n = %lld", name, (long long)n);
        bench_print_loop(o, what, time[BENCH_STAR], time[BENCH_UNFUSED],
                         time[BENCH_C], 1.15);
    }
    return status;
}

int bench_loops(const BenchOptions *o) {
    static const struct {
        int64_t rows, cols;
        bool graph;
    } data[] = {{1000, 1000, true}, {4096, 4096, true}, {1000000, 32, false}};
    Work w;
    int status = bench_open(&w.machine, text)
                     ? 0
                     : bench_fail(BENCH_DIFFERS, "no machine");
    bench_head(o, "loops: over the ones of a slice, the columns of a table",
               "C", BENCH_PLAIN);
    for (int k = 0; k < 3 && status == 0; k++)
        status = measure_data(o, &w, bench_size(o, data[k].rows, QUICK),
                              data[k].graph ? bench_size(o, data[k].cols, QUICK)
                                            : data[k].cols,
                              data[k].graph);
    bench_close(&w.machine);
    if (status == 0)
        status = measure_closures(o, STAR_ROWS, "WARSHALL");
    if (status == 0)
        status = measure_closures(o, STAR_COLUMNS, "WARSHALL-1");
    return status;
}
