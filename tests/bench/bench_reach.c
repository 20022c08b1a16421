/* SPDX-License-Identifier: MIT */
/* bench closure: CLOSURE of the library on four kinds of graphs, beside
 * WARSHALL in plain C with vectors, and GraphBLAS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peers/bench_graphblas.h"
#include "peers/bench_peers.h"
#include "values/table.h"

static const char text[] = "uses closure;\nproc NONE; begin end;\n";

typedef enum Kind { SPARSE, DENSE, ACYCLIC, LAYERS } Kind;

static const char *const names[] = {
    [SPARSE] = "sparse",
    [DENSE] = "dense",
    [ACYCLIC] = "acyclic",
    [LAYERS] = "layers",
};

typedef struct Graph {
    BenchMachine machine;
    int64_t n, words;
    uint64_t *arcs;    /* rows to begin with */
    uint64_t *closure; /* what C, or STAR on one thread, makes of them */
    uint32_t *label;
    StarTable *table;
    BenchGraphBLAS *graphblas; /* NULL: it is not there */
} Graph;

/* ---- Graphs ---- */

static void add(Graph *g, int64_t i, int64_t j) {
    g->arcs[g->label[i] * g->words + g->label[j] / 64] |= UINT64_C(1)
                                                          << g->label[j] % 64;
}

/* Two arcs a vertex; one of ten possible; without circuits, ten a vertex; in
 * eight layers, one of ten possible to the next. Vertices are relabelled. */
static void draw(Graph *g, Kind kind) {
    const int64_t n = g->n, layer = n / 8;
    uint64_t state = BENCH_SEED;
    memset(g->arcs, 0, (size_t)(n * g->words) * sizeof *g->arcs);
    for (int64_t i = 0; i < n; i++)
        g->label[i] = (uint32_t)i;
    for (int64_t i = n - 1; i > 0; i--) {
        const uint64_t j = bench_random(&state) % (uint64_t)(i + 1);
        const uint32_t other = g->label[i];
        g->label[i] = g->label[j];
        g->label[j] = other;
    }
    for (int64_t i = 0; i < n; i++)
        switch (kind) {
        case SPARSE:
            for (int k = 0; k < 2; k++)
                add(g, i, (int64_t)(bench_random(&state) % (uint64_t)n));
            break;
        case ACYCLIC:
            for (int k = 0; k < 20; k++) {
                const int64_t j = (int64_t)(bench_random(&state) % (uint64_t)n);
                if (j > i)
                    add(g, i, j);
            }
            break;
        default:
            for (int64_t j = 0; j < n; j++)
                if ((kind == DENSE || j / layer == i / layer + 1) &&
                    bench_random(&state) % 10 == 0)
                    add(g, i, j);
        }
}

/* ---- The sides ---- */

static bool is_same(const Graph *g) {
    if (star_table_need(g->machine.be, g->table, STAR_ROWS) != STAR_OK)
        return false;
    for (int64_t i = 0; i < g->n; i++)
        if (memcmp(star_table_vector(g->machine.be, g->table, STAR_ROWS, i),
                   g->closure + i * g->words,
                   (size_t)g->words * sizeof *g->arcs) != 0)
            return false;
    return true;
}

static double run_star(Graph *g, int64_t times, int threads) {
    StarBackend *be = g->machine.be;
    const StarCell arg[] = {{.i = g->n}, {.table = g->table}};
    double sum = 0;
    be->threads.count = threads;
    for (; times > 0; times--) {
        if (star_table_fresh(be, g->table, STAR_ROWS) != STAR_OK)
            return -1;
        for (int64_t i = 0; i < g->n; i++)
            memcpy(star_table_vector(be, g->table, STAR_ROWS, i),
                   g->arcs + i * g->words, (size_t)g->words * sizeof *g->arcs);
        const double time =
            bench_call(&g->machine, g->machine.program, "CLOSURE", arg);
        if (time < 0 || !is_same(g))
            return -1;
        sum += time;
    }
    return sum;
}

BENCH_ONE_AND_TWO(run_star)

static double run_c(void *context, int64_t times) {
    Graph *g = context;
    BenchTeam team = {.threads = 1};
    double sum = 0;
    for (; times > 0; times--) {
        memcpy(g->closure, g->arcs,
               (size_t)(g->n * g->words) * sizeof *g->arcs);
        const double start = bench_now();
        bench_peers()->warshall(g->closure, g->n, g->words, &team, 0);
        sum += bench_now() - start;
    }
    return sum;
}

static double run_graphblas(void *context, int64_t times) {
    Graph *g = context;
    double sum = 0;
    for (; times > 0; times--) {
        const double time = bench_graphblas_closure(
            g->graphblas, 1, g->n, g->words, g->arcs, g->closure);
        if (time < 0)
            return -1;
        sum += time;
    }
    return sum;
}

/* ---- The table ---- */

/* Two columns, of a few repetitions on one thread of each: it takes seconds. */
static bool add_graphblas(const BenchOptions *o, Graph *g, char *more,
                          size_t size) {
    BenchSide side[] = {{.run = run_one, .context = g},
                        {.run = run_graphblas, .context = g}};
    if (g->graphblas == NULL) {
        snprintf(more, size, "%11s %7s", "-", "-");
        return true;
    }
    if (!bench_measure(o, side, 2, 3, 1e-3))
        return false;
    snprintf(more, size, "%11s %7.4f", bench_time(side[1].time).text,
             side[0].time / side[1].time);
    return true;
}

static int measure(const BenchOptions *o, Graph *g, Kind kind,
                   int repetitions) {
    BenchSide side[] = {{.run = run_c, .context = g},
                        {.run = run_one, .context = g},
                        {.run = run_two, .context = g}};
    char what[32], beside[32], more[48];
    draw(g, kind);
    if (!bench_measure(o, side, 3, repetitions, 1e-3) ||
        !add_graphblas(o, g, beside, sizeof beside))
        return bench_fail(BENCH_DIFFERS, "CLOSURE or GraphBLAS fails or gives "
                                         "another closure than C");
    snprintf(what, sizeof what, "%s, n = %lld", names[kind], (long long)g->n);
    snprintf(more, sizeof more, "%9s%s", bench_time(side[2].time).text, beside);
    bench_print(o, &(BenchRow){.what = what,
                               .ours = side[1].time,
                               .peer = side[0].time,
                               .most = 1,
                               .more = more});
    return 0;
}

static int measure_all(const BenchOptions *o, int64_t size, int repetitions,
                       BenchGraphBLAS *graphblas) {
    const int64_t n = bench_size(o, size, 8);
    Graph g = {.n = n, .words = star_words(n), .graphblas = graphblas};
    const size_t words = (size_t)(n * g.words);
    int status = 0;
    const bool opened = bench_open(&g.machine, text);
    if (opened) {
        StarBackend *be = g.machine.be;
        g.arcs = be->ops.alloc(be, words, true);
        g.closure = be->ops.alloc(be, words, true);
        g.label = malloc((size_t)n * sizeof *g.label);
        g.table = bench_table(be, n, n);
    }
    if (g.arcs == NULL || g.closure == NULL || g.label == NULL ||
        g.table == NULL)
        status = bench_fail(BENCH_MEMORY, "no memory");
    for (int kind = SPARSE; kind <= LAYERS && status == 0; kind++)
        status = measure(o, &g, (Kind)kind, repetitions);
    if (opened) {
        StarBackend *be = g.machine.be;
        star_object_free(be, (StarObject *)g.table);
        free(g.label);
        be->ops.release(be, g.closure, words);
        be->ops.release(be, g.arcs, words);
    }
    bench_close(&g.machine);
    return status;
}

int bench_reach(const BenchOptions *o) {
    BenchGraphBLAS *graphblas = bench_graphblas_open();
    int status;
    bench_head(o, "closure: of n vertices, WARSHALL in C", "C",
               "     on 2  GraphBLAS   ratio");
    status = measure_all(o, 1000, 21, graphblas);
    if (status == 0)
        status = measure_all(o, 4096, 5, graphblas);
    bench_graphblas_close(graphblas);
    return status;
}
