/* SPDX-License-Identifier: MIT */
/* beside_static PLOT: random arcs come and go in sparse graphs, and a procedure
 * of the dynamic units runs beside one that finds all again. Results are equal
 * after each of them. Writes the means of both counts of operations, as a table
 * to standard output and as a plot to the file. */
#include "dynamic_test.h"

#include "papers/plot.h"

enum {
    MOST = 256,
    ARCS = 4,
    ROWS = ARCS * MOST,
    UPDATES = 400,
    ROOTS = 20,
    H = 12
};

/* Pairs of vertices in rows, half of them arcs of the graph, and its layouts.
 */
typedef struct Beside {
    StarTestRun f;
    int64_t n, rows, from[ROWS + 1], to[ROWS + 1], weight[ROWS + 1];
    bool in[ROWS + 1];
    int64_t fixed,
        moving; /* sums of operations: all again, and by the change */
} Beside;

typedef void Compare(Beside *b);

/* ---- Random graphs ---- */

static bool is_pair(const Beside *b, int64_t rows, int64_t i, int64_t j) {
    for (int64_t e = 1; e <= rows; e++)
        if (b->from[e] == i && b->to[e] == j)
            return true;
    return i == j;
}

static void graph(Beside *b) {
    for (int64_t e = 1; e <= b->rows; e++) {
        int64_t i, j;
        do {
            i = 1 + star_random(&b->f.t, b->n);
            j = 1 + star_random(&b->f.t, b->n);
        } while (is_pair(b, e - 1, i, j));
        b->from[e] = i;
        b->to[e] = j;
        b->weight[e] = 1 + star_random(&b->f.t, 50);
        b->in[e] = e % 2 == 0;
    }
}

/* A row that comes or goes. */
static int64_t flip(Beside *b) {
    const int64_t e = 1 + star_random(&b->f.t, b->rows);
    b->in[e] ^= true;
    return e;
}

/* A table of a row of h columns for each row. */
static StarTable *list(Beside *b, const int64_t *numbers, int h) {
    StarTable *t = table_zero(&b->f, b->rows, h);
    for (int64_t e = 1; e <= b->rows; e++)
        table_put(&b->f, t, e, 0, h, numbers[e]);
    return t;
}

static StarBits *marks(Beside *b) {
    StarBits *s = bits_zero(&b->f, b->rows);
    for (int64_t e = 1; e <= b->rows; e++)
        bits_put(s, e, b->in[e]);
    return s;
}

/* Strips of arcs that leave, or that enter. */
static StarTable *strips(Beside *b, bool enter) {
    StarTable *w = table_zero(&b->f, b->n, b->n * H);
    for (int64_t i = 1; i <= b->n; i++)
        for (int64_t j = 1; j <= b->n; j++)
            table_put(&b->f, w, i, (j - 1) * H, H, (1 << H) - 1);
    for (int64_t e = 1; e <= b->rows; e++)
        if (b->in[e])
            table_set(&b->f, w, enter ? b->from[e] : b->to[e],
                      ((enter ? b->to[e] : b->from[e]) - 1) * H, H,
                      b->weight[e]);
    return w;
}

/* ---- Trees ---- */

/* The graph is what KRUSKAL sees of the rows that are in it. */
static int64_t kruskal(Beside *b, int64_t *edges) {
    Beside *g = calloc(1, sizeof *g);
    int64_t sum = 0;
    assert_non_null(g);
    g->f = b->f;
    for (int64_t e = 1; e <= b->rows; e++)
        if (b->in[e]) {
            g->from[++g->rows] = b->from[e];
            g->to[g->rows] = b->to[e];
            g->weight[g->rows] = b->weight[e];
        }
    const int c = graph_bits(b->n);
    StarTable *t[] = {list(g, g->from, c), list(g, g->to, c),
                      list(g, g->weight, H)};
    StarBits *z = line_new(&b->f);
    b->fixed += bounds_count(
        &b->f, "KRUSKAL",
        (StarCell[]){
            {.table = t[0]}, {.table = t[1]}, {.table = t[2]}, {.bits = z}});
    *edges = 0;
    for (int64_t e = 1; e <= g->rows; e++)
        if (star_bits_get(z, e)) {
            sum += g->weight[e];
            ++*edges;
        }
    for (int k = 0; k < 3; k++)
        table_free(&b->f, t[k]);
    line_free(&b->f, z);
    free(g);
    return sum;
}

static void trees(Beside *b) {
    const int c = graph_bits(b->n);
    StarTable *t[] = {list(b, b->from, c), list(b, b->to, c),
                      list(b, b->weight, H)};
    StarTable *code = table_zero(&b->f, b->n, c), *m = table_new(&b->f),
              *l = table_new(&b->f);
    StarBits *s = marks(b), *tree = line_new(&b->f);
    for (int64_t i = 1; i <= b->n; i++)
        table_put(&b->f, code, i, 0, c, i);
    assert_calls(&b->f, "MSTPATHS",
                 (StarCell[]){{.table = t[0]},
                              {.table = t[1]},
                              {.table = t[2]},
                              {.table = code},
                              {.bits = s},
                              {.bits = tree},
                              {.table = m},
                              {.table = l}});
    for (int k = 0; k < UPDATES; k++) {
        const int64_t e = flip(b);
        int64_t sum = 0, edges = 0, wanted;
        b->moving += bounds_count(
            &b->f, b->in[e] ? "MST_INSERT_EDGE" : "MST_DELETE_EDGE",
            (StarCell[]){{.i = b->n},
                         {.i = e},
                         {.table = t[0]},
                         {.table = t[1]},
                         {.table = t[2]},
                         {.bits = s},
                         {.bits = tree},
                         {.table = m},
                         {.table = l}});
        for (int64_t i = 1; i <= b->rows; i++)
            if (star_bits_get(tree, i)) {
                sum += b->weight[i];
                edges++;
            }
        assert_int_equal(sum, kruskal(b, &wanted));
        assert_int_equal(edges, wanted);
    }
    for (int k = 0; k < 3; k++)
        table_free(&b->f, t[k]);
    table_free(&b->f, code);
    table_free(&b->f, m);
    table_free(&b->f, l);
    line_free(&b->f, s);
    line_free(&b->f, tree);
}

/* ---- Closures ---- */

static void assert_closure(Beside *b, StarTable *r) {
    StarTable *p = table_zero(&b->f, b->n, b->n);
    for (int64_t e = 1; e <= b->rows; e++)
        if (b->in[e])
            table_put(&b->f, p, b->from[e], b->to[e] - 1, 1, 1);
    b->fixed +=
        bounds_count(&b->f, "CLOSURE", (StarCell[]){{.i = b->n}, {.table = p}});
    assert_int_equal(star_table_need(b->f.be, p, STAR_ROWS), STAR_OK);
    assert_int_equal(star_table_need(b->f.be, r, STAR_ROWS), STAR_OK);
    for (int64_t i = 0; i < b->n; i++) {
        uint64_t *row = star_table_vector(b->f.be, p, STAR_ROWS, i);
        row[i / 64] |= UINT64_C(1) << i % 64;
        assert_memory_equal(row, star_table_vector(b->f.be, r, STAR_ROWS, i),
                            8 * (size_t)star_words(b->n));
    }
    table_free(&b->f, p);
}

static void closures(Beside *b) {
    const int c = graph_bits(b->n);
    StarTable *left = list(b, b->from, c), *right = list(b, b->to, c),
              *t = table_new(&b->f), *r = table_new(&b->f);
    StarBits *s = marks(b);
    assert_calls(&b->f, "DESCENDANTS",
                 (StarCell[]){{.i = b->n},
                              {.table = left},
                              {.table = right},
                              {.bits = s},
                              {.table = t},
                              {.table = r}});
    for (int k = 0; k < UPDATES; k++) {
        const int64_t e = flip(b);
        b->moving += bounds_count(
            &b->f, b->in[e] ? "CLOSURE_INSERT_ARC" : "CLOSURE_DELETE_ARC",
            (StarCell[]){{.i = b->n},
                         {.i = e},
                         {.table = left},
                         {.table = right},
                         {.bits = s},
                         {.table = t},
                         {.table = r}});
        assert_closure(b, r);
    }
    table_free(&b->f, left);
    table_free(&b->f, right);
    table_free(&b->f, t);
    table_free(&b->f, r);
    line_free(&b->f, s);
}

/* ---- Paths ---- */

/* DIJKSTRA from s along strips; the distances are those of d. */
static void assert_distances(Beside *b, int64_t s, StarTable *w, StarTable *d) {
    StarTable *distance = table_new(&b->f), *father = table_new(&b->f);
    b->fixed += bounds_count(&b->f, "DIJKSTRA",
                             (StarCell[]){{.i = b->n},
                                          {.i = H},
                                          {.i = s},
                                          {.table = w},
                                          {.table = distance},
                                          {.table = father}});
    for (int64_t i = 1; i <= b->n; i++)
        assert_int_equal(table_row(&b->f, d, i), table_row(&b->f, distance, i));
    table_free(&b->f, distance);
    table_free(&b->f, father);
}

/* A tree from a vertex, or all paths to it as a sink; now and then another. */
static void paths(Beside *b, bool sink) {
    static const char *const name[2][2] = {
        {"SPT_DELETE_ARC", "SPT_INSERT_ARC"},
        {"SINK_DELETE_ARC", "SINK_INSERT_ARC"}};
    StarTable *w = strips(b, false), *v = strips(b, true),
              *d = table_new(&b->f), *kept = table_new(&b->f);
    StarBits *weight = bits_zero(&b->f, H);
    int64_t s = 1;
    for (int k = 0; k < UPDATES; k++) {
        if (k % (UPDATES / ROOTS) == 0) {
            s = 1 + star_random(&b->f.t, b->n);
            assert_calls(&b->f, sink ? "SINKPATHS" : "DIJKSTRA",
                         (StarCell[]){{.i = b->n},
                                      {.i = H},
                                      {.i = s},
                                      {.table = sink ? v : w},
                                      {.table = d},
                                      {.table = kept}});
        }
        const int64_t e = flip(b);
        StarCell arg[9] = {
            {.i = b->n}, {.i = H}, {.i = b->from[e]}, {.i = b->to[e]}};
        int args = 4;
        for (int j = 0; j < H; j++)
            bits_put(weight, j + 1, b->weight[e] >> (H - 1 - j) & 1);
        if (b->in[e])
            arg[args++].bits = weight;
        arg[args++].table = w;
        arg[args++].table = v;
        arg[args++].table = d;
        arg[args++].table = kept;
        b->moving += bounds_count(&b->f, name[sink][b->in[e]], arg);
        assert_distances(b, s, sink ? v : w, d);
    }
    table_free(&b->f, w);
    table_free(&b->f, v);
    table_free(&b->f, d);
    table_free(&b->f, kept);
    line_free(&b->f, weight);
}

static void tree_paths(Beside *b) {
    paths(b, false);
}

static void sink_paths(Beside *b) {
    paths(b, true);
}

/* ---- The table and the plot ---- */

typedef struct Row {
    Compare *compare;
    const char *fixed, *moving; /* what runs; NULL: as in the row before */
} Row;

static const Row row[] = {{trees, "KRUSKAL", "edges of a tree"},
                          {closures, "CLOSURE", "arcs of a closure"},
                          {tree_paths, "DIJKSTRA", "arcs of paths"},
                          {sink_paths, NULL, "arcs to a sink"}};

static void compare(const Row *r, Plot *p) {
    static Beside b;
    PlotSeries *fixed =
        r->fixed != NULL ? plot_series(p, PLOT_PAPER, r->fixed) : NULL;
    PlotSeries *moving = plot_series(p, PLOT_OURS, r->moving);
    for (int64_t n = 16; n <= MOST; n *= 2) {
        b = (Beside){.n = n, .rows = ARCS * n};
        dynamic_start(&b.f, 15, &(StarCompileOptions){.plain = true});
        graph(&b);
        r->compare(&b);
        star_test_end(&b.f);
        if (fixed != NULL)
            plot_point(fixed, (double)n, (double)b.fixed / UPDATES);
        plot_point(moving, (double)n, (double)b.moving / UPDATES);
        printf("| %s | %lld | %lld | %lld | %.1f |\n", r->moving, (long long)n,
               (long long)b.fixed / UPDATES, (long long)b.moving / UPDATES,
               (double)b.fixed / (double)b.moving);
    }
}

static void plot(const char *path) {
    static Plot p;
    plot_begin(&p, "n, vertices", "operations after a change");
    p.number = true;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        compare(&row[k], &p);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    plot_write(&p, to);
    assert_int_equal(fclose(to), 0);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    plot(argv[1]);
    return 0;
}
