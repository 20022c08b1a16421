/* SPDX-License-Identifier: MIT */
/* The operations that the units graph, paths and trees say they take, in the
 * words of their comments, beside those that the machine counts: never more,
 * and on a great graph of some kind at least four fifths. */
#include "graph_test.h"

#include "bounds_test.h"

enum { GREAT = 64 };

typedef struct Counts {
    StarTestRun f;
    int64_t n;
    Bounds bounds;
} Counts;

/* ---- What is counted ---- */

static int64_t count(Counts *t, const char *name, const StarCell *arg) {
    return bounds_count(&t->f, name, arg);
}

static void hold(Counts *t, const char *name, int64_t counted, const Names v) {
    bounds_hold(&t->bounds, t->n == GREAT, name, counted, v);
}

static int64_t most_row(StarTestRun *f, StarTable *t) {
    int64_t most = 0;
    for (int64_t i = 1; i <= t->rows; i++) {
        const int64_t row = table_row(f, t, i);
        if (row > most && row < (INT64_C(1) << t->cols) - 1)
            most = row;
    }
    return most;
}

/* Pairs of different vertices with an edge. */
static int64_t edges_of(const Graph *g) {
    int64_t m = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j < i; j++)
            m += g->arc[i][j] || g->arc[j][i];
    return m;
}

static void count_graph(Counts *t, const Graph *g) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n;
    Names v = {['n'] = n, ['c'] = graph_bits(n)};
    StarTable *p = graph_adjacency(f, g), *r[3];
    StarBits *z = line_new(f);
    StarCell k = {.i = 0};
    for (int i = 0; i < 3; i++)
        r[i] = table_new(f);
    const StarCell N = {.i = n}, P = {.table = p}, A = {.table = r[0]},
                   B = {.table = r[1]}, C = {.table = r[2]}, Z = {.bits = z},
                   K = {.ref = &k};
    int64_t ops = count(t, "LEVELS", (StarCell[]){N, {.i = n}, P, A});
    v['l'] = most_row(f, r[0]) + 1;
    hold(t, "LEVELS", ops, v);
    ops = count(t, "DFS", (StarCell[]){N, P, A, B, C});
    hold(t, "DFS", ops, v);
    ops = count(t, "TOPOLOGICAL", (StarCell[]){N, P, A, Z});
    hold(t, "TOPOLOGICAL", ops, v);
    ops = count(t, "COMPONENTS", (StarCell[]){N, P, A, K});
    v['k'] = k.i;
    hold(t, "COMPONENTS", ops, v);
    ops = count(t, "STRONG", (StarCell[]){N, P, A, K});
    v['k'] = k.i;
    hold(t, "STRONG", ops, v);
    ops = count(t, "TRIANGLES", (StarCell[]){N, P, K});
    v['m'] = edges_of(g);
    hold(t, "TRIANGLES", ops, v);
    for (int i = 0; i < 3; i++)
        table_free(f, r[i]);
    table_free(f, p);
    line_free(f, z);
}

/* Tries of BELLMAN_FORD without negative weights, and pairs of vertices with a
 * way between. */
static int64_t tries(const Graph *g, int64_t s) {
    int64_t d[MAX_VERTICES + 1], tried = 0;
    bool now[MAX_VERTICES + 1] = {false}, next[MAX_VERTICES + 1] = {false},
                            any = true;
    for (int64_t i = 1; i <= g->n; i++)
        d[i] = INT32_MAX;
    d[s] = 0;
    next[s] = true;
    while (any) {
        any = false;
        memcpy(now, next, sizeof now);
        for (int64_t i = 1; i <= g->n; i++) {
            if (!now[i])
                continue;
            next[i] = false;
            tried++;
            for (int64_t j = 1; j <= g->n; j++)
                if (g->arc[i][j] && d[i] + g->weight[i][j] < d[j]) {
                    d[j] = d[i] + g->weight[i][j];
                    next[j] = true;
                }
        }
        for (int64_t i = 1; i <= g->n; i++)
            any |= next[i];
    }
    return tried;
}

static void count_paths(Counts *t, const Graph *g, int h) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n, s = n;
    Names v = {['n'] = n, ['c'] = graph_bits(n), ['h'] = h};
    StarTable *w = graph_weights(f, g, h, 0), *d = table_new(f),
              *before = table_new(f);
    StarBits *z = line_new(f);
    const StarCell N = {.i = n}, H = {.i = h}, S = {.i = s}, W = {.table = w},
                   D = {.table = d}, F = {.table = before};
    int64_t ops = count(t, "DIJKSTRA", (StarCell[]){N, H, S, W, D, F});
    for (int64_t i = 1; i <= n; i++)
        v['r'] += table_row(f, d, i) < (1 << h) - 1;
    hold(t, "DIJKSTRA", ops, v);
    ops = count(t, "BELLMAN_FORD",
                (StarCell[]){N, H, S, {.i = 0}, W, D, F, {.bits = z}});
    v['t'] = tries(g, s);
    hold(t, "BELLMAN_FORD", ops, v);
    ops = count(t, "FLOYD", (StarCell[]){N, H, W});
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            v['p'] +=
                i != j && table_get(f, w, i, (j - 1) * h, h) < (1 << h) - 1;
    hold(t, "FLOYD", ops, v);
    table_free(f, w);
    table_free(f, d);
    table_free(f, before);
    line_free(f, z);
}

static void count_trees(Counts *t, const Graph *g, int h) {
    StarTestRun *f = &t->f;
    const int64_t n = g->n, m = edges_of(g), c = graph_bits(n);
    StarTable *w = graph_weights(f, g, h, 0), *r[2],
              *list[] = {table_zero(f, m, c), table_zero(f, m, c),
                         table_zero(f, m, h)};
    StarBits *z = line_new(f), *y = line_new(f);
    Names v = {['n'] = n, ['c'] = c, ['h'] = h};
    int64_t row = 0;
    for (int i = 0; i < 2; i++)
        r[i] = table_new(f);
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j < i; j++)
            if (g->arc[i][j]) {
                table_put(f, list[0], ++row, 0, (int)c, i);
                table_put(f, list[1], row, 0, (int)c, j);
                table_put(f, list[2], row, 0, h, g->weight[i][j]);
            }
    const StarCell N = {.i = n}, H = {.i = h}, W = {.table = w},
                   A = {.table = r[0]}, B = {.table = r[1]},
                   Left = {.table = list[0]}, Right = {.table = list[1]},
                   Weight = {.table = list[2]}, Z = {.bits = z},
                   Y = {.bits = y};
    StarCell e = {.i = 0};
    int64_t ops = count(t, "PRIM", (StarCell[]){N, H, W, A, B});
    for (int64_t i = 1; i <= n; i++)
        v['r'] += table_row(f, r[0], i) == NONE;
    hold(t, "PRIM", ops, v);
    ops = count(t, "KRUSKAL", (StarCell[]){Left, Right, Weight, Z});
    for (int64_t i = 1; i <= m; i++)
        v['e'] += star_bits_get(z, i);
    hold(t, "KRUSKAL", ops, v);
    for (int i = 0; i < 2; i++) {
        table_free(f, r[i]);
        r[i] = table_new(f);
    }
    ops = count(
        t, "TREEPATHS",
        (StarCell[]){N, Left, Right, Z, {.table = r[0]}, {.table = r[1]}, Y});
    hold(t, "TREEPATHS", ops, v);
    line_free(f, y);
    y = line_new(f);
    ops = count(
        t, "OPTIMAL",
        (StarCell[]){N, Left, Right, Weight, Z, {.ref = &e}, {.bits = y}});
    v['d'] = m - v['e'];
    hold(t, "OPTIMAL", ops, v);
    for (int i = 0; i < 3; i++)
        table_free(f, list[i]);
    for (int i = 0; i < 2; i++)
        table_free(f, r[i]);
    table_free(f, w);
    line_free(f, z);
    line_free(f, y);
}

static void counts(void **state) {
    static Graph g;
    static const int8_t sizes[] = {1, 2, 5, 9, 33, GREAT};
    Counts t = {.n = 0};
    (void)state;
    graph_file = NULL;
    graph_start(&t.f, &(StarCompileOptions){.plain = true});
    assert_int_equal(star_machine_profile(t.f.machine, true), STAR_OK);
    for (size_t s = 0; s < sizeof sizes; s++)
        for (Kind kind = EMPTY; kind < KINDS; kind++)
            for (int h = 4; h <= 12; h += 4) {
                t.n = sizes[s];
                graph_random(&t.f, &g, t.n, kind, 5, false);
                count_graph(&t, &g);
                graph_random(&t.f, &g, t.n, kind, 5, true);
                if (h > 4) /* there is room for all paths */
                    count_paths(&t, &g, h);
                count_trees(&t, &g, h);
            }
    bounds_close(&t.bounds);
    star_test_end(&t.f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
