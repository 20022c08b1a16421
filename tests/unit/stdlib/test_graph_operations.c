/* SPDX-License-Identifier: MIT */
/* The operations on graphs of the unit search, beside loops over all pairs of
 * vertices, and their operations beside those that are said. */
#include "counts_test.h"

static Graph g, part;

static void random_set(Counts *t, StarBits **x, bool *in) {
    const int64_t of = 1 + star_random(&t->f.t, 3);
    *x = line_new(&t->f);
    assert_int_equal(star_bits_size(t->f.be, *x, t->n), STAR_OK);
    for (int64_t i = 1; i <= t->n; i++) {
        in[i] = star_random(&t->f.t, 3) < of;
        if (in[i])
            (*x)->word[(i - 1) / 64] |= UINT64_C(1) << (i - 1) % 64;
    }
}

static int64_t members(const Counts *t, const bool *in) {
    int64_t n = 0;
    for (int64_t i = 1; i <= t->n; i++)
        n += in[i];
    return n;
}

static void assert_graph(Counts *t, StarTable *p, const Graph *of) {
    for (int64_t i = 1; i <= t->n; i++)
        for (int64_t j = 1; j <= t->n; j++)
            assert_int_equal(table_get(&t->f, p, i, j - 1, 1), of->arc[i][j]);
}

static void check_neighbours(Counts *t, StarTable *p, StarBits *x,
                             const bool *in) {
    StarBits *some = line_new(&t->f), *each = line_new(&t->f);
    const Values v = {['x'] = members(t, in), ['n'] = t->n};
    const int64_t counted = count(t, "NEIGHBOURS",
                                  (StarCell[]){{.i = t->n},
                                               {.bits = x},
                                               {.table = p},
                                               {.bits = some},
                                               {.bits = each}});
    hold(t, "NEIGHBOURS", counted, v);
    for (int64_t j = 1; j <= t->n; j++) {
        bool any = false, all = true;
        for (int64_t i = 1; i <= t->n; i++) {
            any |= in[i] && g.arc[i][j];
            all &= !in[i] || g.arc[i][j];
        }
        assert_int_equal(star_bits_get(some, j), any);
        assert_int_equal(star_bits_get(each, j), all);
    }
    line_free(&t->f, some);
    line_free(&t->f, each);
}

static void check_degrees(Counts *t, StarTable *p) {
    StarTable *leaving = table_new(&t->f), *entering = table_new(&t->f);
    const Values v = {['n'] = t->n, ['c'] = graph_bits(t->n)};
    const int64_t counted = count(t, "DEGREES",
                                  (StarCell[]){{.i = t->n},
                                               {.table = p},
                                               {.table = leaving},
                                               {.table = entering}});
    hold(t, "DEGREES", counted, v);
    for (int64_t i = 1; i <= t->n; i++) {
        int64_t from = 0, to = 0;
        for (int64_t j = 1; j <= t->n; j++) {
            from += g.arc[i][j];
            to += g.arc[j][i];
        }
        assert_int_equal(table_row(&t->f, leaving, i), from);
        assert_int_equal(table_row(&t->f, entering, i), to);
    }
    table_free(&t->f, leaving);
    table_free(&t->f, entering);
}

/* Arcs as a list, half of them marked. */
static void check_incident(Counts *t, StarBits *x, const bool *in) {
    enum { ARCS = 90 };
    int64_t end[2][ARCS + 1];
    bool marked[ARCS + 1];
    const int64_t m = star_random(&t->f.t, ARCS + 1);
    const int c = graph_bits(t->n);
    StarTable *list[2] = {table_zero(&t->f, m, c), table_zero(&t->f, m, c)};
    StarBits *s = line_new(&t->f), *y = line_new(&t->f), *z = line_new(&t->f);
    assert_int_equal(star_bits_size(t->f.be, s, m), STAR_OK);
    for (int64_t e = 1; e <= m; e++) {
        for (int side = 0; side < 2; side++) {
            end[side][e] = 1 + star_random(&t->f.t, t->n);
            table_put(&t->f, list[side], e, 0, c, end[side][e]);
        }
        marked[e] = star_random(&t->f.t, 2) == 0;
        if (marked[e])
            s->word[(e - 1) / 64] |= UINT64_C(1) << (e - 1) % 64;
    }
    const Values v = {['m'] = m, ['c'] = c};
    const int64_t counted = count(t, "INCIDENT",
                                  (StarCell[]){{.bits = x},
                                               {.table = list[0]},
                                               {.table = list[1]},
                                               {.bits = s},
                                               {.bits = y},
                                               {.bits = z}});
    hold(t, "INCIDENT", counted, v);
    for (int64_t e = 1; e <= m; e++) {
        const int ends = in[end[0][e]] + in[end[1][e]];
        assert_int_equal(star_bits_get(y, e), marked[e] && ends == 1);
        assert_int_equal(star_bits_get(z, e), marked[e] && ends == 2);
    }
    for (int side = 0; side < 2; side++)
        table_free(&t->f, list[side]);
    line_free(&t->f, s);
    line_free(&t->f, y);
    line_free(&t->f, z);
}

/* The part on a set; then two vertices of it become one. */
static void check_parts(Counts *t, StarTable *p, StarBits *x, const bool *in) {
    const int64_t i = 1 + star_random(&t->f.t, t->n),
                  j = 1 + star_random(&t->f.t, t->n);
    const Values v = {['n'] = t->n};
    part = g;
    for (int64_t a = 1; a <= t->n; a++)
        for (int64_t b = 1; b <= t->n; b++)
            part.arc[a][b] &= in[a] && in[b];
    hold(t, "INDUCED",
         count(t, "INDUCED",
               (StarCell[]){{.i = t->n}, {.bits = x}, {.table = p}}),
         v);
    assert_graph(t, p, &part);
    for (int64_t a = 1; a <= t->n; a++) {
        part.arc[i][a] |= part.arc[j][a];
        part.arc[a][i] |= part.arc[a][j];
    }
    for (int64_t a = 1; a <= t->n && i != j; a++)
        part.arc[j][a] = part.arc[a][j] = false;
    part.arc[i][i] = false;
    hold(t, "CONTRACT",
         count(t, "CONTRACT",
               (StarCell[]){{.i = t->n}, {.i = i}, {.i = j}, {.table = p}}),
         v);
    assert_graph(t, p, &part);
}

static void check(Counts *t, Graph *drawn, Kind kind, int h) {
    bool in[GREAT + 1];
    StarBits *x;
    (void)drawn, (void)h;
    graph_random(&t->f, &g, t->n, kind, 2, false);
    StarTable *p = graph_adjacency(&t->f, &g);
    random_set(t, &x, in);
    check_neighbours(t, p, x, in);
    check_degrees(t, p);
    check_incident(t, x, in);
    check_parts(t, p, x, in);
    line_free(&t->f, x);
    table_free(&t->f, p);
}

TEST(operations) {
    for (int k = 0; k < 3; k++) /* 540 graphs */
        counts_all(check);
}

TEST_MAIN
