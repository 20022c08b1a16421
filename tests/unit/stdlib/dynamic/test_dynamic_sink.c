/* SPDX-License-Identifier: MIT */
/* The unit dynamic_sink: after each of thousands of random changes the
 * distances beside passes over all arcs in C, the arcs of shortest paths beside
 * their definition, and the operations that were counted beside those that are
 * said. */
#include "dynamic_test.h"

enum { MOST = 64 };

/* A graph in numbers and as strips, and what is kept of it. */
typedef struct Sink {
    StarTestRun f;
    Bounds bounds;
    bool bodies;        /* whose operations are others */
    int64_t n, s, none; /* all ones: no arc, no path */
    int h;
    Graph g;
    int64_t d[MOST + 1]; /* D and P as they were */
    bool on[MOST + 1][MOST + 1];
    StarTable *w, *v, *distance, *p;
} Sink;

/* ---- What is kept ---- */

/* Passes over all arcs until nothing gets nearer. */
static void measure(Sink *k, int64_t *d) {
    bool nearer = true;
    for (int64_t i = 1; i <= k->n; i++)
        d[i] = k->none;
    d[k->s] = 0;
    while (nearer) {
        nearer = false;
        for (int64_t i = 1; i <= k->n; i++)
            for (int64_t j = 1; j <= k->n; j++)
                if (k->g.arc[i][j] && d[j] + k->g.weight[i][j] < d[i]) {
                    d[i] = d[j] + k->g.weight[i][j];
                    nearer = true;
                }
    }
}

static void assert_kept(Sink *k) {
    const int h = k->h;
    measure(k, k->d);
    for (int64_t i = 1; i <= k->n; i++) {
        assert_int_equal(table_row(&k->f, k->distance, i), k->d[i]);
        for (int64_t j = 1; j <= k->n; j++) {
            const int64_t w = k->g.arc[i][j] ? k->g.weight[i][j] : k->none;
            k->on[i][j] =
                k->d[i] < k->none && k->g.arc[i][j] && k->d[i] == k->d[j] + w;
            assert_int_equal(table_bit(&k->f, k->p, i, j), k->on[i][j]);
            assert_int_equal(table_get(&k->f, k->w, j, (i - 1) * h, h), w);
            assert_int_equal(table_get(&k->f, k->v, i, (j - 1) * h, h), w);
        }
    }
}

/* ---- What is counted ---- */

/* What loses its distance if the arc i -> j goes, and the arcs of shortest
 * paths that lead there: k and a of the bound. */
static void fall(const Sink *s, int64_t i, int64_t j, Values v) {
    bool fallen[MOST + 1] = {false}, more = true;
    while (more) {
        more = false;
        for (int64_t k = 1; k <= s->n; k++) {
            bool had = false, has = false;
            for (int64_t l = 1; l <= s->n; l++) {
                had |= s->on[k][l];
                has |= s->on[k][l] && !fallen[l] && (k != i || l != j);
            }
            more |= had && !has && !fallen[k];
            fallen[k] |= had && !has;
        }
    }
    for (int64_t k = 1; k <= s->n; k++) {
        v['k'] += fallen[k];
        for (int64_t l = 1; l <= s->n; l++)
            v['a'] += fallen[k] && s->on[l][k];
    }
}

static void hold(Sink *k, const char *name, int64_t counted, const Values v) {
    if (!k->bodies)
        bounds_hold(&k->bounds, k->n == MOST, name, counted, v);
}

/* ---- Changes ---- */

/* The arc i -> j comes, with a weight, or goes. */
static void arc(Sink *s, int64_t i, int64_t j, bool in) {
    const char *name = in ? "SINK_INSERT_ARC" : "SINK_DELETE_ARC";
    Values v = {['n'] = s->n, ['c'] = graph_bits(s->n), ['h'] = s->h};
    StarCell arg[9] = {{.i = s->n}, {.i = s->h}, {.i = i}, {.i = j}};
    StarBits *weight = bits_zero(&s->f, s->h);
    int64_t old[MOST + 1];
    int args = 4;
    memcpy(old, s->d, sizeof old);
    if (!in)
        fall(s, i, j, v);
    s->g.arc[i][j] = in;
    for (int k = 0; k < s->h; k++)
        bits_put(weight, k + 1, s->g.weight[i][j] >> (s->h - 1 - k) & 1);
    if (in)
        arg[args++].bits = weight;
    arg[args++].table = s->w;
    arg[args++].table = s->v;
    arg[args++].table = s->distance;
    arg[args++].table = s->p;
    const int64_t counted = bounds_count(&s->f, name, arg);
    assert_kept(s);
    for (int64_t k = 1; k <= s->n && in; k++)
        v['k'] += s->d[k] != old[k];
    hold(s, name, counted, v);
    line_free(&s->f, weight);
}

/* All paths anew, to a random sink. */
static void make(Sink *s) {
    Values v = {['n'] = s->n, ['c'] = graph_bits(s->n), ['h'] = s->h};
    s->s = 1 + star_random(&s->f.t, s->n);
    s->distance = table_new(&s->f);
    s->p = table_new(&s->f);
    const int64_t counted = bounds_count(&s->f, "SINKPATHS",
                                         (StarCell[]){{.i = s->n},
                                                      {.i = s->h},
                                                      {.i = s->s},
                                                      {.table = s->v},
                                                      {.table = s->distance},
                                                      {.table = s->p}});
    assert_kept(s);
    for (int64_t i = 1; i <= s->n; i++)
        v['r'] += s->d[i] < s->none;
    hold(s, "SINKPATHS", counted, v);
}

static void drop(Sink *s) {
    table_free(&s->f, s->distance);
    table_free(&s->f, s->p);
}

static void run(Sink *s, int64_t n, Kind kind, int times) {
    static const int16_t most[] = {2, 5, 50};
    const int64_t w = most[star_random(&s->f.t, 3)];
    s->n = n;
    s->h = w < 50 ? 9 : 12; /* there is room for all paths */
    s->none = (1 << s->h) - 1;
    graph_random(&s->f, &s->g, n, kind, w, false);
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            s->g.weight[i][j]++;
    s->w = graph_weights(&s->f, &s->g, s->h, 0);
    s->v = table_new(&s->f);
    assert_calls(
        &s->f, "ENTERING",
        (StarCell[]){{.i = n}, {.i = s->h}, {.table = s->w}, {.table = s->v}});
    make(s);
    for (int k = 0; k < times; k++) {
        int64_t i = 1 + star_random(&s->f.t, n),
                j = 1 + star_random(&s->f.t, n);
        if (star_random(&s->f.t, 2) == 0)
            for (int64_t t = 0; t < n * n && !s->on[i][j]; t++) {
                i = t % n + 1;
                j = 1 + star_random(&s->f.t, n);
            }
        if (!s->g.arc[i][j])
            s->g.weight[i][j] = 1 + star_random(&s->f.t, w);
        arc(s, i, j, !s->g.arc[i][j]);
    }
    drop(s);
    make(s);
    drop(s);
    table_free(&s->f, s->w);
    table_free(&s->f, s->v);
}

TEST(sinks_change) {
    static const int16_t size[] = {1, 2, 3, 9, 33, MOST};
    static Sink s;
    for (int bodies = 0; bodies < 2; bodies++) {
        s = (Sink){.bodies = bodies};
        dynamic_start(&s.f, 14,
                      &(StarCompileOptions){.plain = true, .bodies = bodies});
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            for (Kind kind = EMPTY; kind < KINDS; kind++)
                run(&s, size[k], kind, bodies ? 10 : 60);
        if (!bodies)
            bounds_close(&s.bounds);
        star_test_end(&s.f);
    }
}

TEST_MAIN
