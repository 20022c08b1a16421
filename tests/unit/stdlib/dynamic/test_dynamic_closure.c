/* SPDX-License-Identifier: MIT */
/* The unit dynamic_closure: after each of thousands of random changes the
 * closure beside searches in C, the trees as what they claim to be, and the
 * operations that were counted beside those that are said. */
#include "dynamic_test.h"

enum { MOST = 64, ROWS = 4 * MOST };

/* A graph in numbers and as an arc list, and what is kept of it. */
typedef struct Closure {
    StarTestRun f;
    Bounds bounds;
    bool bodies; /* whose operations are others */
    int64_t n, rows, from[ROWS + 1], to[ROWS + 1];
    bool in[ROWS + 1];
    bool tree[ROWS + 1][MOST + 1]; /* as T was before a change */
    bool reach[MOST + 1][MOST + 1];
    StarTable *left, *right, *t, *r;
    StarBits *s;
} Closure;

/* ---- What is kept ---- */

static void search(Closure *g, int64_t root, int64_t i) {
    g->reach[root][i] = true;
    for (int64_t e = 1; e <= g->rows; e++)
        if (g->in[e] && g->from[e] == i && !g->reach[root][g->to[e]])
            search(g, root, g->to[e]);
}

static void read_trees(Closure *g) {
    for (int64_t e = 1; e <= g->rows; e++)
        for (int64_t i = 1; i <= g->n; i++)
            g->tree[e][i] = table_bit(&g->f, g->t, e, i);
}

/* The vertices that i reaches by arcs of the tree of root, which has no vertex
 * twice. */
static int64_t tree_size(const Closure *g, int64_t root, int64_t i) {
    int64_t size = 1;
    for (int64_t e = 1; e <= g->rows; e++)
        if (g->tree[e][root] && g->from[e] == i) {
            assert_true(g->in[e]);
            size += tree_size(g, root, g->to[e]);
        }
    assert_in_range(size, 1, g->n);
    return size;
}

static void assert_kept(Closure *g) {
    memset(g->reach, 0, sizeof g->reach);
    read_trees(g);
    for (int64_t i = 1; i <= g->n; i++) {
        int64_t arcs = 0, reached = 0;
        search(g, i, i);
        for (int64_t j = 1; j <= g->n; j++) {
            reached += g->reach[i][j];
            assert_int_equal(table_bit(&g->f, g->r, i, j), g->reach[i][j]);
        }
        for (int64_t e = 1; e <= g->rows; e++)
            arcs += g->tree[e][i];
        assert_int_equal(arcs, reached - 1);
        assert_int_equal(tree_size(g, i, i), reached);
    }
    for (int64_t e = 1; e <= g->rows; e++)
        assert_int_equal(star_bits_get(g->s, e), g->in[e]);
}

/* ---- What is counted ---- */

/* What CLOSURE_DELETE_ARC goes through, one root after the other: the letters
 * of its bound. */
typedef struct Fall {
    bool lost[MOST + 1][MOST + 1],
        next[MOST + 1][MOST + 1]; /* [root][vertex] */
    bool front[MOST + 1], fallen[MOST + 1];
    int64_t p, t, q;
} Fall;

static int64_t next_of(const bool *set, int64_t n) {
    int64_t i = 1;
    while (i <= n && !set[i])
        i++;
    return i;
}

/* Arc e is tried for all roots: `up` if it may hold what has fallen, from what
 * is `new` there or from all that there is. */
static void try_arc(Closure *g, Fall *l, int64_t e, bool up, const bool *new) {
    bool some = false;
    for (int64_t u = 1; u <= g->n; u++) {
        const int64_t i = g->from[e], k = g->to[e];
        const bool from =
            new != NULL ? new[u] : g->reach[u][i] && !l->lost[u][i];
        const bool now = from && (up ? l->lost[u][k] : g->tree[e][u]);
        if (!now)
            continue;
        some = true;
        g->tree[e][u] ^= true;
        l->lost[u][k] ^= true;
        l->next[u][k] = true;
        l->front[k] = true;
    }
    l->q += some;
}

static void spread(Closure *g, Fall *l, bool up) {
    for (int64_t i; (i = next_of(l->front, g->n)) <= g->n;) {
        bool new[MOST + 1];
        l->front[i] = false;
        l->fallen[i] = true;
        l->p++;
        for (int64_t u = 1; u <= g->n; u++) {
            new[u] = l->next[u][i];
            l->next[u][i] = false;
        }
        for (int64_t e = 1; e <= g->rows; e++)
            if (g->in[e] && g->from[e] == i) {
                l->t++;
                try_arc(g, l, e, up, new);
            }
    }
}

/* After arc e has gone, with the trees and the closure from before. */
static void fall(Closure *g, int64_t e, Values v) {
    static Fall l;
    l = (Fall){.p = 0};
    try_arc(g, &l, e, false, g->tree[e]);
    spread(g, &l, false);
    for (int64_t k = 1; k <= g->n; k++) {
        if (!l.fallen[k])
            continue;
        l.p++;
        for (int64_t a = 1; a <= g->rows; a++)
            if (g->in[a] && g->to[a] == k) {
                l.t++;
                try_arc(g, &l, a, true, NULL);
            }
    }
    spread(g, &l, true);
    v['p'] = l.p;
    v['t'] = l.t;
    v['q'] = l.q;
}

static void hold(Closure *g, const char *name, int64_t counted,
                 const Values v) {
    if (!g->bodies)
        bounds_hold(&g->bounds, g->n == MOST, name, counted, v);
}

/* ---- Changes ---- */

/* True if some vertex reaches k by arc e that did not before. */
static bool is_new(const Closure *g, int64_t e, int64_t k) {
    bool some = false;
    for (int64_t u = 1; u <= g->n; u++)
        some |= g->reach[u][g->from[e]] && !g->reach[u][k];
    return some;
}

/* Arc e comes or goes. */
static void arc(Closure *g, int64_t e, bool in) {
    const char *name = in ? "CLOSURE_INSERT_ARC" : "CLOSURE_DELETE_ARC";
    Values v = {['n'] = g->n, ['c'] = graph_bits(g->n)};
    for (int64_t k = 1; k <= g->n; k++) {
        v['d'] += g->reach[g->to[e]][k];
        v['k'] += g->reach[g->to[e]][k] && is_new(g, e, k);
    }
    const int64_t counted = bounds_count(&g->f, name,
                                         (StarCell[]){{.i = g->n},
                                                      {.i = e},
                                                      {.table = g->left},
                                                      {.table = g->right},
                                                      {.bits = g->s},
                                                      {.table = g->t},
                                                      {.table = g->r}});
    g->in[e] = in;
    if (!in)
        fall(g, e, v);
    hold(g, name, counted, v);
    assert_kept(g);
}

static void write_row(Closure *g, int64_t e, int64_t from, int64_t to) {
    const int c = graph_bits(g->n);
    g->from[e] = from;
    g->to[e] = to;
    table_set(&g->f, g->left, e, 0, c, from);
    table_set(&g->f, g->right, e, 0, c, to);
}

static void random_row(Closure *g, int64_t e, bool acyclic) {
    const int64_t i = 1 + star_random(&g->f.t, g->n),
                  j = 1 + star_random(&g->f.t, g->n);
    const bool swap = acyclic && i > j;
    write_row(g, e, swap ? j : i, swap ? i : j);
}

/* R and T of all arcs, made anew. */
static void make(Closure *g) {
    g->t = table_new(&g->f);
    g->r = table_new(&g->f);
    assert_calls(&g->f, "DESCENDANTS",
                 (StarCell[]){{.i = g->n},
                              {.table = g->left},
                              {.table = g->right},
                              {.bits = g->s},
                              {.table = g->t},
                              {.table = g->r}});
    assert_kept(g);
}

static void drop(Closure *g) {
    table_free(&g->f, g->t);
    table_free(&g->f, g->r);
}

/* Random arcs, or with `path` first those of a path, backward: each has all
 * behind it to add. */
static void run(Closure *g, int64_t n, int64_t rows, bool acyclic, bool path,
                int times) {
    const int c = graph_bits(n);
    g->n = n;
    g->rows = rows;
    g->left = table_zero(&g->f, rows, c);
    g->right = table_zero(&g->f, rows, c);
    g->s = bits_zero(&g->f, rows);
    for (int64_t e = 1; e <= rows; e++) {
        random_row(g, e, acyclic);
        if (path && e < n)
            write_row(g, e, n - e, n - e + 1);
        g->in[e] = path ? e < n : star_random(&g->f.t, 2) == 0;
        bits_put(g->s, e, g->in[e]);
    }
    make(g);
    for (int k = 0; k < times; k++) {
        const int64_t e = 1 + star_random(&g->f.t, rows);
        if (!g->in[e])
            random_row(g, e, acyclic);
        arc(g, e, !g->in[e]);
    }
    drop(g);
    make(g);
    drop(g);
    table_free(&g->f, g->left);
    table_free(&g->f, g->right);
    line_free(&g->f, g->s);
}

TEST(closures_change) {
    static const int16_t size[] = {1, 2, 3, 9, 33, MOST};
    static Closure g;
    for (int bodies = 0; bodies < 2; bodies++) {
        g = (Closure){.bodies = bodies};
        dynamic_start(&g.f, 12,
                      &(StarCompileOptions){.plain = true, .bodies = bodies});
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            for (int kind = 0; kind < 6; kind++)
                run(&g, size[k], (kind < 4 ? 2 : 4) * size[k], kind % 2,
                    kind == 2, bodies ? 15 : 120);
        if (!bodies)
            bounds_close(&g.bounds);
        star_test_end(&g.f);
    }
}

TEST_MAIN
