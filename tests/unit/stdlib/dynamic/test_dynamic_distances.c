/* SPDX-License-Identifier: MIT */
/* DISTANCES_INSERT_ARC: after each of thousands of random arcs all distances
 * beside the loops of Floyd on numbers, the operations beside those that are
 * said, and an error where a distance does not fit. */
#include "dynamic_test.h"

enum { MOST = 64, FAR = 1 << 20 };

typedef struct All {
    StarTestRun f;
    Bounds bounds;
    bool bodies; /* whose operations are others */
    int64_t n;
    int h;
    int64_t d[MOST + 1][MOST + 1];
    StarTable *from, *to;
} All;

static int64_t none_of(const All *a) {
    return (INT64_C(1) << a->h) - 1;
}

/* The arc i -> j of that weight, in numbers; true if all distances fit. */
static bool insert(All *a, int64_t i, int64_t j, int64_t weight) {
    bool fits = true;
    for (int64_t x = 1; x <= a->n; x++)
        for (int64_t y = 1; y <= a->n; y++) {
            const int64_t by = a->d[x][i] + weight + a->d[j][y];
            if (by < a->d[x][y])
                a->d[x][y] = by;
            fits &= a->d[x][y] >= FAR || a->d[x][y] < none_of(a);
        }
    return fits;
}

static int64_t shown(const All *a, int64_t distance) {
    return distance >= FAR ? none_of(a) : distance;
}

static void assert_distances(All *a) {
    for (int64_t x = 1; x <= a->n; x++)
        for (int64_t y = 1; y <= a->n; y++) {
            const int64_t d = shown(a, a->d[x][y]);
            assert_int_equal(table_get(&a->f, a->from, y, (x - 1) * a->h, a->h),
                             d);
            assert_int_equal(table_get(&a->f, a->to, x, (y - 1) * a->h, a->h),
                             d);
        }
}

/* False if that was an error, as a distance does not fit. */
static bool arc(All *a, int64_t i, int64_t j, int64_t weight) {
    Values v = {['h'] = a->h};
    StarBits *w = bits_zero(&a->f, a->h);
    for (int k = 0; k < a->h; k++)
        bits_put(w, k + 1, weight >> (a->h - 1 - k) & 1);
    for (int64_t x = 1; x <= a->n; x++) {
        v['a'] += a->d[x][i] + weight < a->d[x][j];
        v['b'] += weight + a->d[j][x] < a->d[i][x];
    }
    const StarCell arg[] = {{.i = a->n},     {.i = a->h}, {.i = i},
                            {.i = j},        {.bits = w}, {.table = a->from},
                            {.table = a->to}};
    const bool fits = insert(a, i, j, weight);
    assert_int_equal(
        star_test_call(&a->f, "DISTANCES_INSERT_ARC", arg) == STAR_OK, fits);
    const int64_t counted = star_machine_count(a->f.machine).operations;
    if (fits)
        assert_distances(a);
    if (fits && !a->bodies)
        bounds_hold(&a->bounds, a->n == MOST, "DISTANCES_INSERT_ARC", counted,
                    v);
    line_free(&a->f, w);
    return fits;
}

/* From no arcs on, with columns for all distances or for few. */
static void run(All *a, int64_t n, int times) {
    static const int8_t columns[] = {2, 4, 9, 12};
    static const int16_t most[] = {1, 3, 50};
    const int64_t weights = most[star_random(&a->f.t, 3)];
    a->n = n;
    a->h = columns[star_random(&a->f.t, 4)];
    a->from = table_zero(&a->f, n, n * a->h);
    a->to = table_zero(&a->f, n, n * a->h);
    for (int64_t x = 1; x <= n; x++)
        for (int64_t y = 1; y <= n; y++) {
            a->d[x][y] = x == y ? 0 : FAR;
            table_put(&a->f, a->from, y, (x - 1) * a->h, a->h,
                      shown(a, a->d[x][y]));
            table_put(&a->f, a->to, x, (y - 1) * a->h, a->h,
                      shown(a, a->d[x][y]));
        }
    for (int k = 0; k < times; k++) {
        int64_t weight = star_random(&a->f.t, weights + 1);
        if (weight >= none_of(a))
            weight = 0;
        if (!arc(a, 1 + star_random(&a->f.t, n), 1 + star_random(&a->f.t, n),
                 weight))
            break;
    }
    table_free(&a->f, a->from);
    table_free(&a->f, a->to);
}

TEST(arcs_come) {
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
