/* SPDX-License-Identifier: MIT */
/* The common part of the tests of units on graphs: random graphs of many kinds,
 * or one from a file, the layouts of a graph, and how results are read. */
#ifndef STAR_GRAPH_TEST_H
#define STAR_GRAPH_TEST_H

#include "machine_test.h"

#include <stdio.h>

#include "values/table.h"

enum { MAX_VERTICES = 1005, LARGE_GRAPH = 200, NONE = 0 };

/* arc[i][j]: whether there is an arc i -> j, vertices from 1; weight[i][j]:
 * its weight. */
typedef struct Graph {
    int64_t n;
    bool arc[MAX_VERTICES + 1][MAX_VERTICES + 1];
    int64_t weight[MAX_VERTICES + 1][MAX_VERTICES + 1];
} Graph;

typedef enum Kind {
    EMPTY,
    SPARSE,
    DENSE,
    COMPLETE,
    PATH,
    CIRCUIT,
    ACYCLIC,
    PARTS, /* that no arcs join */
    HUB,
    LOOPS,
    KINDS,
    LISTED /* in a file */
} Kind;

static const int16_t graph_sizes[] = {0, 1, 2, 3, 9, 63, 64, 65, LARGE_GRAPH};
static const char *graph_file; /* or NULL */
enum { GRAPH_SIZES = sizeof graph_sizes / sizeof *graph_sizes };

static inline void graph_start(StarTestRun *f, const StarCompileOptions *how) {
    static const char text[] =
        "uses graph, paths, trees, arcs, branchings, search, sparse; "
        "proc NOTHING; begin end;";
    const StarOptions options = {.threads = 1};
    f->t = (StarTest){.seed = 7};
    star_test_start(f, &options, how, text);
}

/* A graph without arcs; it is too large to be made on a stack. */
static inline void graph_clear(Graph *g, int64_t n) {
    memset(g, 0, sizeof *g);
    g->n = n;
}

/* The graph of the file: a list of arcs with numbers from 0, or a symmetric
 * .mtx, whose only line of three numbers is that of its sizes. */
static inline void graph_read(Graph *g) {
    FILE *file = fopen(graph_file, "r");
    char line[200];
    bool matrix = false;
    graph_clear(g, 0);
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        int i, j, m;
        const int numbers = sscanf(line, "%d %d %d", &i, &j, &m);
        matrix |= numbers == 3;
        if (numbers != 2)
            continue;
        i += !matrix;
        j += !matrix;
        assert_in_range(i, 1, MAX_VERTICES);
        assert_in_range(j, 1, MAX_VERTICES);
        g->arc[i][j] = true;
        g->arc[j][i] |= matrix;
        g->n = i > g->n ? i : g->n;
        g->n = j > g->n ? j : g->n;
    }
    fclose(file);
}

static inline bool wants_arc(StarTestRun *f, Kind kind, int64_t n, int64_t i,
                             int64_t j) {
    switch (kind) {
    case EMPTY: return false;
    case SPARSE: return star_random(&f->t, n) < 2;
    case DENSE: return star_random(&f->t, 3) == 0;
    case COMPLETE: return i != j;
    case PATH: return j == i + 1;
    case CIRCUIT: return j == i % n + 1;
    case ACYCLIC: return i < j && star_random(&f->t, n) < 8;
    case PARTS: return i % 3 == j % 3 && star_random(&f->t, n) < 6;
    case HUB: return i == 1 || j == 1;
    case LOOPS: return i == j || star_random(&f->t, n) < 1;
    default: return false;
    }
}

/* A graph whose vertices have random numbers and whose arcs weights below
 * `most`; with `edges` each arc has one back of the same weight. */
static inline void graph_random(StarTestRun *f, Graph *g, int64_t n, Kind kind,
                                int64_t most, bool edges) {
    static int64_t name[MAX_VERTICES + 1];
    graph_clear(g, n);
    for (int64_t i = 1; i <= n; i++) {
        const int64_t k = 1 + star_random(&f->t, i);
        name[i] = name[k];
        name[k] = i;
    }
    if (kind == LISTED)
        graph_read(g);
    else
        for (int64_t i = 1; i <= n; i++)
            for (int64_t j = 1; j <= n; j++)
                g->arc[name[i]][name[j]] = wants_arc(f, kind, n, i, j);
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++) {
            g->arc[i][j] |= edges && g->arc[j][i];
            if (g->arc[i][j])
                g->weight[i][j] =
                    edges && j < i ? g->weight[j][i] : star_random(&f->t, most);
        }
}

/* ---- Layouts ---- */

static inline int graph_bits(int64_t k) {
    int bits = 0;
    while (k >> bits > 0)
        bits++;
    return bits;
}

static inline StarTable *table_new(StarTestRun *f) {
    return star_table_new(f->be, STAR_UNSIZED);
}

static inline StarBits *line_new(StarTestRun *f) {
    return star_bits_new(f->be, STAR_UNSIZED);
}

static inline void table_free(StarTestRun *f, StarTable *t) {
    assert_true(star_object_valid(&t->head));
    star_object_free(f->be, &t->head);
}

static inline void line_free(StarTestRun *f, StarBits *x) {
    assert_true(star_object_valid(&x->head));
    star_object_free(f->be, &x->head);
}

static inline StarTable *table_zero(StarTestRun *f, int64_t rows,
                                    int64_t cols) {
    StarTable *t = table_new(f);
    assert_int_equal(star_table_size(f->be, t, rows, cols), STAR_OK);
    assert_int_equal(star_table_own(f->be, t, STAR_ROWS), STAR_OK);
    return t;
}

/* Columns from + 1..from + h of a row := value in binary. */
static inline void table_put(StarTestRun *f, StarTable *t, int64_t row,
                             int64_t from, int h, int64_t value) {
    uint64_t *w = star_table_vector(f->be, t, STAR_ROWS, row - 1);
    for (int64_t j = 0; j < h; j++)
        w[(from + j) / 64] |= (uint64_t)(value >> (h - 1 - j) & 1)
                              << (from + j) % 64;
}

/* The number in columns from + 1..from + h of a row. */
static inline int64_t table_get(StarTestRun *f, StarTable *t, int64_t row,
                                int64_t from, int64_t h) {
    int64_t value = 0;
    assert_int_equal(star_table_need(f->be, t, STAR_ROWS), STAR_OK);
    const uint64_t *w = star_table_vector(f->be, t, STAR_ROWS, row - 1);
    for (int64_t j = from; j < from + h; j++)
        value = 2 * value + (int64_t)(w[j / 64] >> j % 64 & 1);
    return value;
}

/* The number in a row of a table of numbers. */
static inline int64_t table_row(StarTestRun *f, StarTable *t, int64_t row) {
    return table_get(f, t, row, 0, t->cols);
}

static inline StarTable *graph_adjacency(StarTestRun *f, const Graph *g) {
    StarTable *p = table_zero(f, g->n, g->n);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            table_put(f, p, i, j - 1, 1, g->arc[i][j]);
    return p;
}

/* Strips of h columns; the weight x is x + bias there. */
static inline StarTable *graph_weights(StarTestRun *f, const Graph *g, int h,
                                       int64_t bias) {
    StarTable *w = table_zero(f, g->n, g->n * h);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            table_put(f, w, j, (i - 1) * h, h,
                      g->arc[i][j] ? g->weight[i][j] + bias : -1);
    return w;
}

/* ---- Calls ---- */

/* Calls `check` with graphs of all sizes and kinds: with the kernels `graphs`
 * of each, one of the greatest; with the bodies one of the smaller ones. If
 * there is a file, with its graph only. */
static inline void
graph_all(void (*check)(StarTestRun *f, int64_t n, Kind kind), int graphs) {
    for (int bodies = 0; bodies < 2; bodies++) {
        StarTestRun f;
        graph_start(&f, &(StarCompileOptions){.bodies = bodies});
        if (graph_file != NULL) {
            static Graph g;
            graph_read(&g);
            if (!bodies || g.n < LARGE_GRAPH)
                check(&f, g.n, LISTED);
        }
        for (size_t k = 0; k < GRAPH_SIZES && graph_file == NULL; k++)
            for (Kind kind = EMPTY; kind < KINDS; kind++)
                for (int r = graph_sizes[k] < LARGE_GRAPH ? 0 : graphs - 1;
                     r < (bodies ? 1 : graphs); r++)
                    check(&f, graph_sizes[k], kind);
        star_test_end(&f);
    }
}

#endif
