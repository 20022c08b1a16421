/* SPDX-License-Identifier: MIT */
/* The unit sparse against a queue, union and find, trees made edge by edge, and
 * Dijkstra's algorithm. */
#include "list_test.h"

/* Arguments that all procedures begin with behind their numbers. */
#define LEFT \
    { .table = l.tables[0] }
#define RIGHT \
    { .table = l.tables[1] }
#define WEIGHT \
    { .table = l.tables[2] }

static void draw(StarTestRun *f, List *l, int64_t n, Kind kind, int64_t most) {
    static Graph g;
    graph_random(f, &g, n, kind, 1, false);
    list_random(f, l, &g, most);
}

/* ---- Levels ---- */

/* Level of each vertex, -1 for none, by a queue. */
static void levels(const List *l, int64_t s, int64_t *level) {
    int64_t queue[MAX_VERTICES], first = 0, behind = 1;
    for (int64_t i = 1; i <= l->n; i++)
        level[i] = -1;
    level[s] = 0;
    queue[0] = s;
    for (; first < behind; first++)
        for (int64_t k = 1; k <= l->m; k++)
            if (l->left[k] == queue[first] && level[l->right[k]] < 0) {
                level[l->right[k]] = level[queue[first]] + 1;
                queue[behind++] = l->right[k];
            }
}

static void check_levels(StarTestRun *f, int64_t n, Kind kind) {
    static List l;
    int64_t level[MAX_VERTICES + 1];
    if (n == 0)
        return;
    draw(f, &l, n, kind, 2);
    const int64_t s = 1 + star_random(&f->t, n);
    StarTable *d = table_new(f);
    assert_calls(f, "ARC_LEVELS",
                 (StarCell[]){{.i = n}, {.i = s}, LEFT, RIGHT, {.table = d}});
    levels(&l, s, level);
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(table_row(f, d, i),
                         level[i] < 0 ? (INT64_C(1) << graph_bits(n)) - 1
                                      : level[i]);
    table_free(f, d);
    list_free(f, &l);
}

TEST(arc_levels) {
    graph_all(check_levels, 3);
}

/* ---- Components ---- */

static void check_components(StarTestRun *f, int64_t n, Kind kind) {
    static List l;
    Names name;
    StarCell k = {.i = -1};
    int64_t parts = n;
    draw(f, &l, n, kind, 2);
    StarTable *least = table_new(f);
    assert_calls(
        f, "ARC_COMPONENTS",
        (StarCell[]){{.i = n}, LEFT, RIGHT, {.table = least}, {.ref = &k}});
    singles(name, n);
    for (int64_t e = 1; e <= l.m; e++)
        parts -= unite(name, l.left[e], l.right[e]);
    assert_int_equal(k.i, parts);
    for (int64_t i = 1; i <= n; i++) {
        int64_t first = 1;
        while (find(name, first) != find(name, i))
            first++;
        assert_int_equal(table_row(f, least, i), first);
    }
    table_free(f, least);
    list_free(f, &l);
}

TEST(arc_components) {
    graph_all(check_components, 3);
}

/* ---- Least spanning trees ---- */

static void check_boruvka(StarTestRun *f, int64_t n, Kind kind) {
    static const int16_t most[] = {2, 5, 1000};
    static List l;
    static bool best[EDGES + 1], in[EDGES + 1];
    int64_t edges, wanted;
    draw(f, &l, n, kind, most[star_random(&f->t, 3)]);
    StarBits *z = line_new(f);
    assert_calls(f, "BORUVKA",
                 (StarCell[]){{.i = n}, LEFT, RIGHT, WEIGHT, {.bits = z}});
    for (int64_t k = 1; k <= l.m; k++)
        in[k] = star_bits_get(z, k);
    span(&l, true, best);
    assert_true(forest(&l, best, &wanted));
    assert_true(forest(&l, in, &edges));
    assert_int_equal(edges, wanted);
    assert_int_equal(weight_of(&l, in), weight_of(&l, best));
    line_free(f, z);
    list_free(f, &l);
}

TEST(boruvka) {
    graph_all(check_boruvka, 2);
}

/* ---- Shortest paths ---- */

enum { FAR = INT32_MAX };

/* Distances from s, the nearest vertex that is left at a time. */
static void distances(const List *l, int64_t s, int64_t *d) {
    bool done[MAX_VERTICES + 1] = {false};
    for (int64_t i = 1; i <= l->n; i++)
        d[i] = FAR;
    d[s] = 0;
    for (;;) {
        int64_t i = 0;
        for (int64_t j = 1; j <= l->n; j++)
            if (!done[j] && d[j] < FAR && (i == 0 || d[j] < d[i]))
                i = j;
        if (i == 0)
            return;
        done[i] = true;
        for (int64_t k = 1; k <= l->m; k++)
            if (l->left[k] == i && d[i] + l->weight[k] < d[l->right[k]])
                d[l->right[k]] = d[i] + l->weight[k];
    }
}

/* The vertices before others are on shortest paths, and lead to s. */
static void assert_before(StarTestRun *f, const List *l, int64_t s,
                          const int64_t *d, StarTable *before) {
    for (int64_t i = 1; i <= l->n; i++) {
        int64_t j = table_row(f, before, i), steps = 0;
        bool found = false;
        assert_int_equal(j != NONE, i != s && d[i] < FAR);
        for (int64_t k = 1; k <= l->m; k++)
            found |= l->right[k] == i && l->left[k] == j &&
                     d[j] + l->weight[k] == d[i];
        assert_int_equal(found, j != NONE);
        for (; j != NONE && j != s; j = table_row(f, before, j))
            assert_true(++steps < l->n);
    }
}

static void check_bellman_ford(StarTestRun *f, int64_t n, Kind kind) {
    static List l;
    int64_t d[MAX_VERTICES + 1];
    const int64_t most = 1 + star_random(&f->t, 9);
    const int h = graph_bits(n * most);
    if (n == 0)
        return;
    draw(f, &l, n, kind, most);
    const int64_t s = 1 + star_random(&f->t, n);
    StarTable *far = table_new(f), *before = table_new(f);
    assert_calls(f, "ARC_BELLMAN_FORD",
                 (StarCell[]){{.i = n},
                              {.i = h},
                              {.i = s},
                              LEFT,
                              RIGHT,
                              WEIGHT,
                              {.table = far},
                              {.table = before}});
    distances(&l, s, d);
    for (int64_t i = 1; i <= n; i++)
        assert_int_equal(table_row(f, far, i),
                         d[i] < FAR ? d[i] : (INT64_C(1) << h) - 1);
    assert_before(f, &l, s, d, before);
    table_free(f, far);
    table_free(f, before);
    list_free(f, &l);
}

TEST(arc_bellman_ford) {
    graph_all(check_bellman_ford, 2);
}

/* With an argument, on the graph of that file. */
int main(int argc, char **argv) {
    graph_file = argc > 1 ? argv[1] : NULL;
    return tests_run(NULL, NULL);
}
