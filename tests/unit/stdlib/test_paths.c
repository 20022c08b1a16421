/* SPDX-License-Identifier: MIT */
/* The unit paths against the loops of Floyd on numbers. */
#include "graph_test.h"

enum { FAR = INT32_MAX };

typedef int64_t Distances[MAX_VERTICES + 1][MAX_VERTICES + 1];

/* The distances; of a vertex from itself below 0 on a negative circuit. Stays
 * far above the least number: what is less than -FAR is -FAR. */
static void measure(const Graph *g, Distances d) {
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            d[i][j] = i == j ? 0 : g->arc[i][j] ? g->weight[i][j] : FAR;
    for (int64_t i = 1; i <= g->n; i++)
        if (g->arc[i][i] && g->weight[i][i] < 0)
            d[i][i] = g->weight[i][i];
    for (int64_t k = 1; k <= g->n; k++)
        for (int64_t i = 1; i <= g->n; i++)
            for (int64_t j = 1; d[i][k] < FAR && j <= g->n; j++)
                if (d[k][j] < FAR && d[i][k] + d[k][j] < d[i][j])
                    d[i][j] =
                        d[i][k] + d[k][j] < -FAR ? -FAR : d[i][k] + d[k][j];
}

/* The number that h columns hold: all ones if there is no path. */
static int64_t shown(int64_t distance, int h, int64_t bias) {
    return distance == FAR ? (INT64_C(1) << h) - 1 : distance + bias;
}

/* The distances d from s, and vertices before that make them. */
static void assert_paths(StarTestRun *f, const Graph *g, int64_t s,
                         const int64_t *d, int64_t bias, StarTable *distance,
                         StarTable *before) {
    const int h = (int)distance->cols;
    for (int64_t j = 1; j <= g->n; j++) {
        const int64_t i = table_row(f, before, j);
        assert_int_equal(table_row(f, distance, j), shown(d[j], h, bias));
        if (j == s || d[j] == FAR) {
            assert_int_equal(i, NONE);
        } else {
            assert_in_range(i, 1, g->n);
            assert_true(g->arc[i][j]);
            assert_int_equal(d[i] + g->weight[i][j], d[j]);
        }
    }
}

/* Columns for all distances of a graph, and all ones. */
static int columns(const Graph *g, Distances d) {
    int64_t most = 0;
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (d[i][j] < FAR && d[i][j] > most)
                most = d[i][j];
    return graph_bits(most + 1);
}

/* True if the arcs have room in h columns. */
static bool room(const Graph *g, int h) {
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            if (g->arc[i][j] && g->weight[i][j] >= (1 << h) - 1)
                return false;
    return true;
}

static const int16_t weights[] = {1, 3, 20, 1000};

/* ---- No negative weights ---- */

static void check_distances(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static Distances d;
    graph_random(f, &g, n, kind, weights[star_random(&f->t, 4)], false);
    if (n == 0)
        return;
    measure(&g, d);
    const int64_t s = 1 + star_random(&f->t, n);
    int h = columns(&g, d);
    while (!room(&g, h))
        h++;
    StarTable *w = graph_weights(f, &g, h, 0), *distance = table_new(f),
              *before = table_new(f);
    for (int second = 0; second < 2; second++) {
        assert_calls(f, second ? "DIJKSTRA2" : "DIJKSTRA",
                     (StarCell[]){{.i = n},
                                  {.i = h},
                                  {.i = s},
                                  {.table = w},
                                  {.table = distance},
                                  {.table = before}});
        assert_paths(f, &g, s, d[s], 0, distance, before);
    }
    assert_calls(f, "FLOYD", (StarCell[]){{.i = n}, {.i = h}, {.table = w}});
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = 1; j <= n; j++)
            assert_int_equal(table_get(f, w, j, (i - 1) * h, h),
                             shown(d[i][j], h, 0));
    table_free(f, w);
    table_free(f, distance);
    table_free(f, before);
}

TEST(distances) {
    graph_all(check_distances, 3);
}

/* With one column less all distances that are too long are errors. */
static void check_room(StarTestRun *f, int64_t n, Kind kind) {
    static Graph g;
    static Distances d;
    graph_random(f, &g, n, kind, weights[star_random(&f->t, 4)], false);
    if (n == 0)
        return;
    measure(&g, d);
    const int64_t s = 1 + star_random(&f->t, n);
    const int h = columns(&g, d) - 1;
    if (h == 0 || !room(&g, h))
        return;
    bool fits = true;
    for (int64_t j = 1; j <= n; j++)
        fits &= d[s][j] == FAR || d[s][j] < (1 << h) - 1;
    StarTable *w = graph_weights(f, &g, h, 0), *distance = table_new(f),
              *before = table_new(f);
    StarBits *z = line_new(f);
    const StarCell arg[] = {
        {.i = n},         {.i = h}, {.i = s}, {.table = w}, {.table = distance},
        {.table = before}};
    const StarCell with_bias[] = {{.i = n},          {.i = h},
                                  {.i = s},          {.i = 0},
                                  {.table = w},      {.table = distance},
                                  {.table = before}, {.bits = z}};
    const StarStatus expected = fits ? STAR_OK : STAR_OVERFLOW;
    assert_int_equal(star_test_call(f, "DIJKSTRA", arg), expected);
    assert_int_equal(star_test_call(f, "DIJKSTRA2", arg), expected);
    assert_int_equal(star_test_call(f, "BELLMAN_FORD", with_bias), expected);
    if (fits)
        assert_paths(f, &g, s, d[s], 0, distance, before);
    assert_int_equal(
        star_test_call(f, "FLOYD",
                       (StarCell[]){{.i = n}, {.i = h}, {.table = w}}),
        STAR_OVERFLOW);
    table_free(f, w);
    table_free(f, distance);
    table_free(f, before);
    line_free(f, z);
}

TEST(no_room) {
    graph_all(check_room, 3);
}

/* ---- Negative weights ---- */

/* Weights that differ by potentials: every circuit weighs as much as before. */
static void tilt(StarTestRun *f, Graph *g) {
    int64_t p[MAX_VERTICES + 1];
    for (int64_t i = 1; i <= g->n; i++)
        p[i] = star_random(&f->t, 30);
    for (int64_t i = 1; i <= g->n; i++)
        for (int64_t j = 1; j <= g->n; j++)
            g->weight[i][j] += p[j] - p[i];
}

/* A circuit of negative weight: each vertex of z has one before it in z. */
static void assert_negative(StarTestRun *f, const Graph *g, const StarBits *z,
                            StarTable *before) {
    int64_t weight = 0, marked = 0, i = 1;
    for (int64_t j = 1; j <= g->n; j++)
        marked += star_bits_get(z, j);
    while (!star_bits_get(z, i))
        i++;
    const int64_t first = i;
    do {
        const int64_t from = table_row(f, before, i);
        assert_true(star_bits_get(z, from) && g->arc[from][i]);
        weight += g->weight[from][i];
        i = from;
        marked--;
    } while (i != first);
    assert_int_equal(marked, 0);
    assert_true(weight < 0);
}

static void check_negative(StarTestRun *f, int64_t n, Kind kind) {
    enum { H = 16, BIAS = 1 << 13 };
    static Graph g;
    static Distances d;
    graph_random(f, &g, n, kind, weights[star_random(&f->t, 3)], false);
    if (n == 0)
        return;
    tilt(f, &g);
    const int64_t wrong = star_random(&f->t, 3);
    for (int64_t k = 0; k < wrong * n; k++) {
        const int64_t i = 1 + star_random(&f->t, n),
                      j = 1 + star_random(&f->t, n);
        if (wrong == 2 || k == 0)
            g.weight[i][j] -= 1 + star_random(&f->t, 4);
    }
    measure(&g, d);
    const int64_t s = 1 + star_random(&f->t, n);
    bool negative = false;
    for (int64_t j = 1; j <= n; j++)
        negative |= d[j][j] < 0 && d[s][j] < FAR;
    StarTable *w = graph_weights(f, &g, H, BIAS), *distance = table_new(f),
              *before = table_new(f);
    StarBits *z = line_new(f);
    assert_calls(f, "BELLMAN_FORD",
                 (StarCell[]){{.i = n},
                              {.i = H},
                              {.i = s},
                              {.i = BIAS},
                              {.table = w},
                              {.table = distance},
                              {.table = before},
                              {.bits = z}});
    int64_t marked = 0;
    for (int64_t j = 1; j <= n; j++)
        marked += star_bits_get(z, j);
    assert_int_equal(marked > 0, negative);
    if (negative)
        assert_negative(f, &g, z, before);
    else
        assert_paths(f, &g, s, d[s], BIAS, distance, before);
    table_free(f, w);
    table_free(f, distance);
    table_free(f, before);
    line_free(f, z);
}

TEST(negative_weights) {
    graph_all(check_negative, 4);
}

/* The least number is 0, which stands for -bias: below it there is a circuit
 * or no room. */
TEST(below_the_least) {
    StarTestRun f;
    static Graph g;
    graph_start(&f, &(StarCompileOptions){0});
    for (int circuit = 0; circuit < 2; circuit++) {
        const int64_t n = circuit ? 3 : 4;
        graph_clear(&g, n);
        for (int64_t i = 1; i < n; i++) {
            g.arc[i][i + 1] = true;
            g.weight[i][i + 1] = -3;
        }
        g.arc[3][2] = circuit == 1;
        g.weight[3][2] = 1;
        StarTable *w = graph_weights(&f, &g, 5, 8), *distance = table_new(&f),
                  *before = table_new(&f);
        StarBits *z = line_new(&f);
        const StarCell arg[] = {{.i = n},          {.i = 5},
                                {.i = 1},          {.i = 8},
                                {.table = w},      {.table = distance},
                                {.table = before}, {.bits = z}};
        assert_int_equal(star_test_call(&f, "BELLMAN_FORD", arg),
                         circuit ? STAR_OK : STAR_OVERFLOW);
        if (circuit)
            assert_negative(&f, &g, z, before);
        table_free(&f, w);
        table_free(&f, distance);
        table_free(&f, before);
        line_free(&f, z);
    }
    star_test_end(&f);
}

/* With an argument, on the graph of that file. */
int main(int argc, char **argv) {
    graph_file = argc > 1 ? argv[1] : NULL;
    return tests_run(NULL, NULL);
}
