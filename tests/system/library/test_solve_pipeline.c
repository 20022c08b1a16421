/* SPDX-License-Identifier: MIT */
/* The simplified problem and the knapsack of star.h beside plain loops. */
#include "solve_test.h"

/* ---- The simplified problem ---- */

/* False if 64 bits do not hold x op y. */
static bool combine(StarReduction op, int64_t *x, int64_t y) {
    switch (op) {
    case STAR_REDUCTION_MIN: *x = y < *x ? y : *x; return true;
    case STAR_REDUCTION_MAX: *x = y > *x ? y : *x; return true;
    case STAR_REDUCTION_ADD: return !__builtin_add_overflow(*x, y, x);
    case STAR_REDUCTION_MUL: return !__builtin_mul_overflow(*x, y, x);
    case STAR_REDUCTION_AND: *x &= y; return true;
    case STAR_REDUCTION_OR: *x |= y; return true;
    case STAR_REDUCTION_XOR: *x ^= y; return true;
    default: break;
    }
    while (y != 0) {
        const int64_t rest = *x % y;
        *x = y;
        y = rest;
    }
    *x = *x < 0 ? -*x : *x;
    return true;
}

/* The first element that does not fit; n if all do. */
static int64_t fill(StarReduction op, int64_t most, int64_t n, int64_t *table,
                    int64_t k, const int64_t *a) {
    for (int64_t i = a[0]; i < n; i++) {
        int64_t x = table[i - a[0]];
        bool fits = true;
        for (int64_t j = 1; j < k && fits; j++)
            fits = combine(op, &x, table[i - a[j]]);
        if (!fits || x > most || x < -most)
            return i;
        table[i] = x;
    }
    return n;
}

static void check_sdp(Star *s, StarReduction op, StarWeights type, int64_t n,
                      int64_t k, const int64_t *a, int64_t great) {
    const bool narrow = type == STAR_WEIGHTS_INT32;
    int64_t *wide = malloc((size_t)n * sizeof *wide);
    int32_t *table = malloc((size_t)n * sizeof *table);
    int64_t *expected = malloc((size_t)n * sizeof *expected);
    const bool bits = op >= STAR_REDUCTION_AND && op <= STAR_REDUCTION_XOR;
    for (int64_t i = 0; i < n; i++) {
        wide[i] = expected[i] = below(great) - (bits ? 0 : great / 2);
        table[i] = (int32_t)wide[i];
    }
    const int64_t end =
        fill(op, narrow ? INT32_MAX : INT64_MAX, n, expected, k, a);
    const StarCode code =
        star_solve_sdp(s, op, type, n, narrow ? (void *)table : wide, k, a);
    if (end < n)
        assert_fails(s, code, STAR_CODE_FAILED, "overflow",
                     "does not fit its type");
    else
        assert_done(s, code);
    for (int64_t i = 0; i < (end < n ? a[0] : n); i++)
        assert_int_equal(narrow ? table[i] : wide[i], expected[i]);
    free(wide);
    free(table);
    free(expected);
}

TEST(test_sdp) {
    static const int64_t offsets[][6] = {
        {1},          {2, 1},       {17, 5},
        {64, 33, 16}, {65, 64, 63}, {130, 100, 70, 40, 20, 16}};
    static const int64_t counts[] = {1, 2, 2, 3, 3, 6};
    HANDLE(s);
    for (int op = STAR_REDUCTION_MIN; op <= STAR_REDUCTION_GCD; op++)
        for (int way = 0; way < 6; way++)
            for (int k = 0; k < EDGES; k++)
                for (int type = 0; type < 2; type++)
                    if (edges[k] >= offsets[way][0])
                        check_sdp(s, (StarReduction)op, (StarWeights)type,
                                  edges[k], counts[way], offsets[way],
                                  k % 3 == 0 ? 4 : 1 << 20);
}

/* Sums within the type whose parts are not, and the first that is not. */
TEST(test_parts) {
    const int64_t most = INT32_MAX, offset[] = {3, 2, 1};
    HANDLE(s);
    int32_t table[5] = {INT32_MAX, 1, -5};
    assert_done(s, star_solve_sdp(s, STAR_REDUCTION_ADD, STAR_WEIGHTS_INT32, 4,
                                  table, 3, offset));
    assert_int_equal(table[3], most - 4);
    table[2] = 5;
    assert_fails(s,
                 star_solve_sdp(s, STAR_REDUCTION_ADD, STAR_WEIGHTS_INT32, 5,
                                table, 3, offset),
                 STAR_CODE_FAILED, "overflow", "element 3");
    int64_t wide[4] = {INT64_MAX, 1, -5};
    assert_fails(s,
                 star_solve_sdp(s, STAR_REDUCTION_ADD, STAR_WEIGHTS_INT64, 4,
                                wide, 3, offset),
                 STAR_CODE_FAILED, "overflow", "element 3");
}

TEST(test_no_problem) {
    HANDLE(s);
    int64_t table[4] = {1, -1, 0, 7}, equal[] = {2, 2}, far[] = {5, 1};
    int64_t none[] = {2, 0};
#define SDP(op, offset) \
    star_solve_sdp(s, op, STAR_WEIGHTS_INT64, 4, table, 2, offset)
    assert_fails(s, SDP(STAR_REDUCTION_MIN, equal), STAR_CODE_FAILED,
                 "value-range", "offset[1]: 2 lies outside 1..1");
    assert_fails(s, SDP(STAR_REDUCTION_MIN, far), STAR_CODE_FAILED,
                 "value-range", "offset[0]: 5 lies outside 1..4");
    assert_fails(s, SDP(STAR_REDUCTION_MIN, none), STAR_CODE_FAILED,
                 "value-range", "offset[1]: 0");
    equal[1] = 1;
    assert_fails(s, SDP(STAR_REDUCTION_XOR, equal), STAR_CODE_FAILED,
                 "value-range", "table[1]: -1 lies outside 0..");
    table[1] = INT64_MIN;
    assert_fails(s, SDP(STAR_REDUCTION_MIN, equal), STAR_CODE_FAILED,
                 "value-range", "table[1]");
    assert_int_equal(table[3], 7);
}

/* ---- Knapsacks ---- */

/* The best value of each capacity, an item after the other, and which. */
static int64_t pack(int64_t n, const int64_t *w, const int64_t *v, int64_t c,
                    bool *chosen) {
    int64_t *best = calloc((size_t)c + 1, sizeof *best);
    bool *took = calloc((size_t)(n * (c + 1)) + 1, 1);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = c; j >= w[i]; j--)
            if (best[j - w[i]] + v[i] > best[j]) {
                best[j] = best[j - w[i]] + v[i];
                took[i * (c + 1) + j] = true;
            }
    const int64_t value = best[c];
    for (int64_t i = n, j = c; i-- > 0;) {
        chosen[i] = took[i * (c + 1) + j];
        j -= chosen[i] ? w[i] : 0;
    }
    free(best);
    free(took);
    return value;
}

static void check_knapsack(Star *s, int64_t n, int64_t c, int64_t great) {
    int64_t *w = malloc((size_t)(n + 1) * sizeof *w), value = -1, alone = -1;
    int64_t *v = malloc((size_t)(n + 1) * sizeof *v);
    bool *chosen = malloc((size_t)n + 1);
    Bits x = bits_new(1, n, (size_t)(n % 3), 0);
    for (int64_t i = 0; i < n; i++) {
        w[i] = below(c / 2 + 2);
        v[i] = below(great) - great / 8;
    }
    const int64_t expected = pack(n, w, v, c, chosen);
    assert_done(s, star_solve_knapsack(s, n, w, v, c, &value, x.at));
    assert_done(s, star_solve_knapsack(s, n, w, v, c, &alone, NULL));
    assert_int_equal(value, expected);
    assert_int_equal(alone, expected);
    if (n > 0)
        bits_assert(&x, (unsigned char *)chosen);
    free(w);
    free(v);
    free(chosen);
    free(x.memory);
}

TEST(test_knapsack) {
    const StarConfig several = {.threads = 3};
    Star *s[] = {star_open(NULL), star_open(&several)};
    for (int k = 0; k < EDGES; k++)
        for (int i = 0; i < EDGES; i++)
            check_knapsack(s[k % 2], edges[k], edges[i],
                           i % 2 ? 1000 : INT64_C(1) << 40);
    check_knapsack(s[1], 40, 100000, 1000);
    star_close(s[0]);
    star_close(s[1]);
}

TEST(test_no_knapsack) {
    const int64_t w[3] = {1, 2, 3}, bad[3] = {1, -2, 3};
    const int64_t v[3] = {INT64_MAX, 1, 1}, none[3] = {1, INT64_MIN, 1};
    HANDLE(s);
    int64_t best = 7;
    assert_fails(s, star_solve_knapsack(s, 3, w, v, 2, &best, NULL),
                 STAR_CODE_FAILED, "overflow", "sum of the values");
    assert_fails(s, star_solve_knapsack(s, 3, bad, v, 2, &best, NULL),
                 STAR_CODE_FAILED, "value-range", "weight[1]: -2 lies");
    assert_fails(s, star_solve_knapsack(s, 3, w, none, 2, &best, NULL),
                 STAR_CODE_FAILED, "value-range", "value[1]");
    assert_fails(s, star_solve_knapsack(s, 3, w, v, -1, &best, NULL),
                 STAR_CODE_FAILED, "value-range", "capacity: -1 lies outside");
    assert_int_equal(best, 7);
    assert_done(s, star_solve_knapsack(s, 3, w, v, 1, &best, NULL));
    assert_true(best == INT64_MAX);
}

TEST_MAIN
