/* SPDX-License-Identifier: MIT */
/* DISTANCES_INSERT_ARC and DISTANCES_DELETE_ARC: after each of thousands of
 * random arcs that come or go all distances beside the loops of Floyd on
 * numbers, the operations beside those that are said, and an error where a
 * distance does not fit. */
#include "dynamic_test.h"

enum { MOST = 64, FAR = 1 << 20 };

typedef struct All {
    StarTestRun f;
    Bounds bounds;
    bool bodies; /* whose operations are others */
    int64_t n;
    int h;
    int64_t w[MOST + 1][MOST + 1]; /* weights; FAR: no arc */
    int64_t d[MOST + 1][MOST + 1];
    StarTable *leaving, *entering, *from, *to;
} All;

static int64_t none_of(const All *a) {
    return (INT64_C(1) << a->h) - 1;
}

/* All distances anew; true if they fit. */
static bool find(All *a) {
    bool fits = true;
    for (int64_t x = 1; x <= a->n; x++)
        for (int64_t y = 1; y <= a->n; y++)
            a->d[x][y] = x == y ? 0 : a->w[x][y];
    for (int64_t k = 1; k <= a->n; k++)
        for (int64_t x = 1; x <= a->n; x++)
            for (int64_t y = 1; y <= a->n; y++)
                if (a->d[x][k] + a->d[k][y] < a->d[x][y])
                    a->d[x][y] = a->d[x][k] + a->d[k][y];
    for (int64_t x = 1; x <= a->n; x++)
        for (int64_t y = 1; y <= a->n; y++)
            fits &= a->d[x][y] >= FAR || a->d[x][y] < none_of(a);
    return fits;
}

static int64_t shown(const All *a, int64_t distance) {
    return distance >= FAR ? none_of(a) : distance;
}

static void weigh(All *a, int64_t i, int64_t j, int64_t weight) {
    a->w[i][j] = weight;
    table_set(&a->f, a->leaving, j, (i - 1) * a->h, a->h, shown(a, weight));
    table_set(&a->f, a->entering, i, (j - 1) * a->h, a->h, shown(a, weight));
}

static void assert_distances(All *a) {
    for (int64_t x = 1; x <= a->n; x++)
        for (int64_t y = 1; y <= a->n; y++) {
            const int64_t d = shown(a, a->d[x][y]), w = shown(a, a->w[x][y]);
            const int64_t at = (x - 1) * a->h, back = (y - 1) * a->h;
            assert_int_equal(table_get(&a->f, a->from, y, at, a->h), d);
            assert_int_equal(table_get(&a->f, a->to, x, back, a->h), d);
            assert_int_equal(table_get(&a->f, a->leaving, y, at, a->h), w);
            assert_int_equal(table_get(&a->f, a->entering, x, back, a->h), w);
        }
}

/* Calls; false if that was an error, as it must be if a distance does not fit.
 */
static bool change(All *a, const char *name, const StarCell *arg, Values v) {
    const bool fits = find(a);
    assert_int_equal(star_test_call(&a->f, name, arg) == STAR_OK, fits);
    const int64_t counted = star_machine_count(a->f.machine).operations;
    if (fits)
        assert_distances(a);
    if (fits && !a->bodies)
        bounds_hold(&a->bounds, a->n == MOST, name, counted, v);
    return fits;
}

/* The arc i -> j comes, or gets less weight. */
static bool comes(All *a, int64_t i, int64_t j, int64_t weight) {
    Values v = {['h'] = a->h};
    StarBits *w = bits_zero(&a->f, a->h);
    for (int k = 0; k < a->h; k++)
        bits_put(w, k + 1, weight >> (a->h - 1 - k) & 1);
    for (int64_t x = 1; x <= a->n; x++) {
        v['a'] += a->d[x][i] + weight < a->d[x][j];
        v['b'] += weight + a->d[j][x] < a->d[i][x];
    }
    weigh(a, i, j, weight);
    const bool fits = change(a, "DISTANCES_INSERT_ARC",
                             (StarCell[]){{.i = a->n},
                                          {.i = a->h},
                                          {.i = i},
                                          {.i = j},
                                          {.bits = w},
                                          {.table = a->from},
                                          {.table = a->to}},
                             v);
    line_free(&a->f, w);
    return fits;
}

static bool goes(All *a, int64_t i, int64_t j) {
    Values v = {['h'] = a->h};
    const int64_t weight = a->w[i][j];
    for (int64_t x = 1; x <= a->n; x++) {
        if (x == j || a->d[x][j] >= FAR || a->d[x][i] + weight != a->d[x][j])
            continue;
        v['a']++;
        for (int64_t y = 1; y <= a->n; y++)
            v['p'] += y != x && a->d[x][y] < FAR &&
                      a->d[x][j] + a->d[j][y] == a->d[x][y];
    }
    a->w[i][j] = FAR;
    return change(a, "DISTANCES_DELETE_ARC",
                  (StarCell[]){{.i = a->n},
                               {.i = a->h},
                               {.i = i},
                               {.i = j},
                               {.table = a->leaving},
                               {.table = a->entering},
                               {.table = a->from},
                               {.table = a->to}},
                  v);
}

/* A random change. */
static bool any(All *a, int64_t most) {
    const int64_t i = 1 + star_random(&a->f.t, a->n),
                  j = 1 + star_random(&a->f.t, a->n);
    int64_t weight = star_random(&a->f.t, most + 1);
    if (weight >= none_of(a))
        weight = 0;
    if (a->w[i][j] < FAR && star_random(&a->f.t, 4) > 0)
        return goes(a, i, j);
    return weight > a->w[i][j] || comes(a, i, j, weight);
}

/* From no arcs on, with columns for all distances or for few; in the end all
 * arcs go. */
static void run(All *a, int64_t n, int times) {
    static const int8_t columns[] = {2, 4, 9, 12};
    static const int16_t most[] = {1, 3, 50};
    const int64_t weights = most[star_random(&a->f.t, 3)];
    bool fits = true;
    a->n = n;
    a->h = columns[star_random(&a->f.t, 4)];
    StarTable **const table[] = {&a->leaving, &a->entering, &a->from, &a->to};
    for (int k = 0; k < 4; k++)
        *table[k] = table_zero(&a->f, n, n * a->h);
    for (int64_t x = 1; x <= n; x++)
        for (int64_t y = 1; y <= n; y++)
            weigh(a, x, y, FAR);
    find(a);
    for (int64_t x = 1; x <= n; x++)
        for (int64_t y = 1; y <= n; y++) {
            const int64_t d = shown(a, a->d[x][y]);
            table_put(&a->f, a->from, y, (x - 1) * a->h, a->h, d);
            table_put(&a->f, a->to, x, (y - 1) * a->h, a->h, d);
        }
    for (int k = 0; k < times && fits; k++)
        fits = any(a, weights);
    for (int64_t x = 1; x <= n && fits; x++)
        for (int64_t y = 1; y <= n && fits; y++)
            if (a->w[x][y] < FAR)
                fits = goes(a, x, y);
    for (int k = 0; k < 4; k++)
        table_free(&a->f, *table[k]);
}

TEST(arcs_change) {
    static const int16_t size[] = {1, 2, 3, 9, 33, MOST};
    static All a;
    for (int bodies = 0; bodies < 2; bodies++) {
        a = (All){.bodies = bodies};
        dynamic_start(&a.f, 17,
                      &(StarCompileOptions){.plain = true, .bodies = bodies});
        for (size_t k = 0; k < sizeof size / sizeof *size; k++)
            for (int graph = 0; graph < (bodies ? 3 : 12); graph++)
                run(&a, size[k], bodies ? 20 : 3 * size[k] + 20);
        if (!bodies)
            bounds_close(&a.bounds);
        star_test_end(&a.f);
    }
}

TEST_MAIN
