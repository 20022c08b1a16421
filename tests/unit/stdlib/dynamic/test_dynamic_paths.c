/* SPDX-License-Identifier: MIT */
/* The unit dynamic_paths: after each of thousands of random changes the
 * distances beside passes over all arcs in C, the tree as what it claims to be,
 * and the operations that were counted beside those that are said. */
#include "dynamic_test.h"

enum { MOST = 64 };

/* A graph in numbers and as strips, and what is kept of it. */
typedef struct Paths {
    StarTestRun f;
    Bounds bounds;
    bool bodies;        /* whose operations are others */
    int64_t n, s, none; /* all ones: no arc, no path */
    int h;
    Graph g;
    int64_t d[MOST + 1], before[MOST + 1]; /* D and F as they were */
    StarTable *w, *v, *distance, *father;
} Paths;

/* ---- What is kept ---- */

/* Passes over all arcs until nothing gets nearer. */
static void measure(Paths *p, int64_t *d) {
    bool nearer = true;
    for (int64_t i = 1; i <= p->n; i++)
        d[i] = p->none;
    d[p->s] = 0;
    while (nearer) {
        nearer = false;
        for (int64_t i = 1; i <= p->n; i++)
            for (int64_t j = 1; j <= p->n; j++)
                if (p->g.arc[i][j] && d[i] + p->g.weight[i][j] < d[j]) {
                    d[j] = d[i] + p->g.weight[i][j];
                    nearer = true;
                }
    }
}

static void assert_kept(Paths *p) {
    int64_t d[MOST + 1];
    measure(p, d);
    for (int64_t i = 1; i <= p->n; i++) {
        const int64_t before = table_row(&p->f, p->father, i);
        p->d[i] = table_row(&p->f, p->distance, i);
        p->before[i] = before;
        assert_int_equal(p->d[i], d[i]);
        assert_int_equal(before == NONE, i == p->s || d[i] == p->none);
        if (before != NONE) {
            assert_true(p->g.arc[before][i]);
            assert_int_equal(d[before] + p->g.weight[before][i], d[i]);
        }
    }
    for (int64_t i = 1; i <= p->n; i++) { /* all the way to the root */
        int64_t k = i, steps = 0;
        for (; p->before[k] != NONE; k = p->before[k])
            assert_in_range(++steps, 1, p->n);
        assert_true(d[i] == p->none || k == p->s);
    }
    for (int64_t i = 1; i <= p->n; i++)
        for (int64_t j = 1; j <= p->n; j++) {
            const int64_t w = p->g.arc[i][j] ? p->g.weight[i][j] : p->none;
            assert_int_equal(table_get(&p->f, p->w, j, (i - 1) * p->h, p->h),
                             w);
            assert_int_equal(table_get(&p->f, p->v, i, (j - 1) * p->h, p->h),
                             w);
        }
}

/* ---- What is counted ---- */

static void hold(Paths *p, const char *name, int64_t counted, const Values v) {
    if (!p->bodies)
        bounds_hold(&p->bounds, p->n == MOST, name, counted, v);
}

/* True if the tree, as it was, comes through i on its way to k. */
static bool hangs(const Paths *p, int64_t k, int64_t i) {
    while (k != i && k != NONE)
        k = p->before[k];
    return k == i;
}

/* ---- Changes ---- */

/* The arc i -> j comes, with a weight, or goes. Returns how many vertices
 * change their paths. */
static int64_t arc(Paths *p, int64_t i, int64_t j, bool in) {
    const char *name = in ? "SPT_INSERT_ARC" : "SPT_DELETE_ARC";
    Values v = {['n'] = p->n, ['c'] = graph_bits(p->n), ['h'] = p->h};
    StarCell arg[9] = {{.i = p->n}, {.i = p->h}, {.i = i}, {.i = j}};
    StarBits *weight = bits_zero(&p->f, p->h);
    int64_t old[MOST + 1];
    int args = 4;
    memcpy(old, p->d, sizeof old);
    p->g.arc[i][j] = in;
    for (int k = 0; k < p->h; k++)
        bits_put(weight, k + 1, p->g.weight[i][j] >> (p->h - 1 - k) & 1);
    if (in)
        arg[args++].bits = weight;
    arg[args++].table = p->w;
    arg[args++].table = p->v;
    arg[args++].table = p->distance;
    arg[args++].table = p->father;
    const int64_t counted = bounds_count(&p->f, name, arg);
    for (int64_t k = 1; k <= p->n && !in && p->before[j] == i; k++)
        v['k'] += hangs(p, k, j);
    assert_kept(p);
    for (int64_t k = 1; k <= p->n && in; k++)
        v['k'] += p->d[k] != old[k];
    hold(p, name, counted, v);
    line_free(&p->f, weight);
    return v['k'];
}

/* Row i of a table of weights := that number, or none. */
static void put(Paths *p, StarTable *t, int64_t i, int64_t weight) {
    table_set(&p->f, t, i, 0, p->h, weight);
}

static StarTable *copy_of(Paths *p, const StarTable *t) {
    StarTable *copy = table_new(&p->f);
    assert_int_equal(star_object_copy(p->f.be, &copy->head, &t->head), STAR_OK);
    return copy;
}

static void assert_same(Paths *p, StarTable *a, StarTable *b, int64_t strip) {
    for (int64_t i = 1; i <= p->n; i++)
        for (int64_t j = 0; j < a->cols; j += strip)
            assert_int_equal(table_get(&p->f, a, i, j, strip),
                             table_get(&p->f, b, i, j, strip));
    table_free(&p->f, b);
}

/* True if the arc between vertex u and another one, which leaves u or not,
 * comes or goes. */
static bool takes(Paths *p, int64_t u, int64_t i, bool leaves, bool in) {
    const bool is = leaves ? p->g.arc[u][i] : p->g.arc[i][u];
    return in ? !is && i != u && star_random(&p->f.t, 4) == 0 : is;
}

/* Vertex u gets arcs, or loses all: at once in copies of what is kept, which
 * then has the same after one change of an arc after the other. */
static void vertex(Paths *p, int64_t u, bool in) {
    const char *name = in ? "SPT_INSERT_VERTEX" : "SPT_DELETE_VERTEX";
    bool changes[2][MOST + 1];
    Values v = {['n'] = p->n, ['c'] = graph_bits(p->n), ['h'] = p->h};
    StarTable *arcs[2],
        *copy[4] = {copy_of(p, p->w), copy_of(p, p->v), copy_of(p, p->distance),
                    copy_of(p, p->father)};
    StarCell arg[9] = {{.i = p->n}, {.i = p->h}, {.i = u}};
    int args = 3;
    for (int leaves = 0; leaves < 2; leaves++) {
        arcs[leaves] = table_zero(&p->f, p->n, p->h);
        for (int64_t i = 1; i <= p->n; i++) {
            const bool now = takes(p, u, i, leaves, in);
            int64_t *weight = leaves ? &p->g.weight[u][i] : &p->g.weight[i][u];
            if (in && now)
                *weight = star_random(&p->f.t, 5);
            put(p, arcs[leaves], i, now ? *weight : p->none);
            changes[leaves][i] = now;
        }
    }
    for (int k = 1; k >= 0 && in; k--)
        arg[args++].table = arcs[k];
    for (int k = 0; k < 4; k++)
        arg[args++].table = copy[k];
    const int64_t counted = bounds_count(&p->f, name, arg);
    for (int k = 0; k < 2; k++) /* those that leave come last, go first */
        for (int64_t i = 1; i <= p->n; i++) {
            const bool leaves = k == in;
            if (!changes[leaves][i] || (i == u && k == 1))
                continue;
            const int64_t moved = leaves ? arc(p, u, i, in) : arc(p, i, u, in);
            v['k'] = moved > v['k'] ? moved : v['k'];
            v['d']++;
        }
    hold(p, name, counted, v);
    assert_same(p, p->w, copy[0], p->h);
    assert_same(p, p->v, copy[1], p->h);
    assert_same(p, p->distance, copy[2], p->h);
    assert_same(p, p->father, copy[3], p->father->cols);
    for (int k = 0; k < 2; k++)
        table_free(&p->f, arcs[k]);
}

/* The vertices on the way to j, as the tree has them. */
static void path(Paths *p, int64_t j) {
    bool on[MOST + 1] = {false};
    Values v = {['n'] = p->n, ['c'] = graph_bits(p->n)};
    StarBits *x = line_new(&p->f);
    const int64_t counted = bounds_count(&p->f, "SPT_PATH",
                                         (StarCell[]){{.i = p->n},
                                                      {.i = j},
                                                      {.table = p->distance},
                                                      {.table = p->father},
                                                      {.bits = x}});
    for (int64_t k = p->d[j] == p->none ? NONE : j; k != NONE;
         k = p->before[k]) {
        on[k] = true;
        v['m']++;
    }
    for (int64_t i = 1; i <= p->n; i++)
        assert_int_equal(star_bits_get(x, i), on[i]);
    hold(p, "SPT_PATH", counted, v);
    line_free(&p->f, x);
}

/* The distances made anew, from a random root. */
static void make(Paths *p) {
    p->s = 1 + star_random(&p->f.t, p->n);
    p->distance = table_new(&p->f);
    p->father = table_new(&p->f);
    assert_calls(&p->f, "DIJKSTRA",
                 (StarCell[]){{.i = p->n},
                              {.i = p->h},
                              {.i = p->s},
                              {.table = p->w},
                              {.table = p->distance},
                              {.table = p->father}});
    assert_kept(p);
}

static void drop(Paths *p) {
    table_free(&p->f, p->distance);
    table_free(&p->f, p->father);
}

static void run(Paths *p, int64_t n, Kind kind, int times) {
    static const int16_t most[] = {2, 5, 50};
    const int64_t w = most[star_random(&p->f.t, 3)];
    p->n = n;
    p->h = w < 50 ? 9 : 12; /* there is room for all paths */
    p->none = (1 << p->h) - 1;
    graph_random(&p->f, &p->g, n, kind, w, false);
    p->w = graph_weights(&p->f, &p->g, p->h, 0);
    p->v = table_new(&p->f);
    assert_calls(
        &p->f, "ENTERING",
        (StarCell[]){{.i = n}, {.i = p->h}, {.table = p->w}, {.table = p->v}});
    make(p);
    for (int k = 0; k < times; k++) {
        int64_t i = 1 + star_random(&p->f.t, n),
                j = 1 + star_random(&p->f.t, n);
        if (star_random(&p->f.t, 2) == 0)
            for (int64_t t = 0; t < n * n && !p->g.arc[i][j]; t++) {
                i = t % 2 == 0 ? i % n + 1 : i;
                j = 1 + star_random(&p->f.t, n);
            }
        if (!p->g.arc[i][j])
            p->g.weight[i][j] = star_random(&p->f.t, w);
        if (star_random(&p->f.t, 8) == 0)
            vertex(p, i, star_random(&p->f.t, 2) == 0);
        else
            arc(p, i, j, !p->g.arc[i][j]);
        path(p, 1 + star_random(&p->f.t, n));
    }
    drop(p);
    make(p);
    drop(p);
    table_free(&p->f, p->w);
    table_free(&p->f, p->v);
}

TEST(paths_change) {
    static const int16_t size[] = {1, 2, 3, 9, 33, MOST};
    static Paths p;
    for (int bodies = 0; bodies < 2; bodies++) {
        p = (Paths){.bodies = bodies};
        dynamic_start(&p.f, 13,
                      &(StarCompileOptions){.plain = true, .bodies = bodies});
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            for (Kind kind = EMPTY; kind < KINDS; kind++)
                run(&p, size[k], kind, bodies ? 10 : 60);
        if (!bodies)
            bounds_close(&p.bounds);
        star_test_end(&p.f);
    }
}

TEST_MAIN
