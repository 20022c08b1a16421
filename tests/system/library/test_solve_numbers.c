/* SPDX-License-Identifier: MIT */
/* The Kleene star and the matrix chain of star.h beside plain loops. */
#include "solve_test.h"

#include <math.h>
#include <stdio.h>

/* ---- The Kleene star ---- */

static const size_t sizes[] = {sizeof(int64_t), sizeof(int32_t), sizeof(double),
                               sizeof(float)};

/* A number with the infinities of its type. */
static void put(void *to, StarWeights type, double v) {
    const bool infinite = isinf(v);
    const int64_t far = v > 0 ? STAR_INFINITY64 : -STAR_INFINITY64;
    const int32_t near = v > 0 ? STAR_INFINITY32 : -STAR_INFINITY32;
    switch (type) {
    case STAR_WEIGHTS_INT64:
        *(int64_t *)to = infinite ? far : (int64_t)v;
        break;
    case STAR_WEIGHTS_INT32:
        *(int32_t *)to = infinite ? near : (int32_t)v;
        break;
    case STAR_WEIGHTS_DOUBLE: *(double *)to = v; break;
    default: *(float *)to = (float)v;
    }
}

static double none_of(StarSemiring ring) {
    return ring == STAR_SEMIRING_BOOLEAN   ? 0
           : ring == STAR_SEMIRING_MINPLUS ? INFINITY
                                           : -INFINITY;
}

static double unit_of(StarSemiring ring) {
    return ring == STAR_SEMIRING_BOOLEAN  ? 1
           : ring == STAR_SEMIRING_MAXMIN ? INFINITY
                                          : 0;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double times(StarSemiring ring, double a, double b) {
    if (a == none_of(ring) || b == none_of(ring))
        return none_of(ring);
    return ring >= STAR_SEMIRING_MAXMIN ? smaller(a, b) : a + b;
}

static void floyd(StarSemiring ring, double *w, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        w[i * n + i] = unit_of(ring);
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) {
                const double v = times(ring, w[i * n + k], w[k * n + j]);
                double *to = &w[i * n + j];
                if (ring == STAR_SEMIRING_MINPLUS ? v < *to : v > *to)
                    *to = v;
            }
}

/* Weights that no circuit is better with than the unit; if acyclic, arcs lead
 * from greater vertices to smaller ones. */
static double any_weight(StarSemiring ring, bool arc) {
    const double w = (double)below(100);
    if (!arc)
        return none_of(ring);
    return ring == STAR_SEMIRING_BOOLEAN   ? 1
           : ring == STAR_SEMIRING_MAXPLUS ? -w
                                           : w;
}

static void check_kleene(Star *s, StarSemiring ring, StarWeights type,
                         int64_t n, bool acyclic, size_t more) {
    const size_t size = sizes[type], stride = (size_t)n * size + more * size;
    char *a = malloc((size_t)n * stride + 1);
    char *expected = malloc((size_t)n * stride + 1);
    double *w = malloc((size_t)(n * n) * sizeof *w + 1);
    memset(a, BYTE_AROUND, (size_t)n * stride);
    memset(expected, BYTE_AROUND, (size_t)n * stride);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            const bool arc = i != j && (!acyclic || i < j) && below(4) == 0;
            w[i * n + j] = any_weight(ring, arc);
            put(a + (size_t)i * stride + (size_t)j * size, type, w[i * n + j]);
        }
    floyd(ring, w, n);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            put(expected + (size_t)i * stride + (size_t)j * size, type,
                w[i * n + j] + 0.0);
    assert_done(s, star_solve_kleene(s, ring, type, n, a, stride));
    if (type < STAR_WEIGHTS_DOUBLE)
        assert_memory_equal(a, expected, (size_t)n * stride);
    for (int64_t i = 0; i < n && type >= STAR_WEIGHTS_DOUBLE; i++)
        for (int64_t j = 0; j < n; j++) {
            const char *at = a + (size_t)i * stride + (size_t)j * size;
            assert_true((type == STAR_WEIGHTS_FLOAT
                             ? *(const float *)at
                             : *(const double *)at) == w[i * n + j]);
        }
    free(a);
    free(expected);
    free(w);
}

TEST(test_kleene) {
    const StarConfig several = {.threads = 3};
    Star *s[] = {star_open(NULL), star_open(&several)};
    for (int k = 0; k < EDGES; k++)
        for (int way = 0; way < 32; way++)
            check_kleene(s[k % 2], (StarSemiring)(way / 4 % 4),
                         (StarWeights)(way % 4), edges[k] < 140 ? edges[k] : 70,
                         way / 16, (size_t)(k % 3));
    star_close(s[0]);
    star_close(s[1]);
}

/* A matrix of 3 vertices with the arcs 0 -> 1 -> 2 and back. */
static StarCode chain_of(Star *s, StarSemiring ring, int64_t first,
                         int64_t second, int64_t back) {
    const int64_t none =
        ring == STAR_SEMIRING_MINPLUS ? STAR_INFINITY64 : -STAR_INFINITY64;
    int64_t a[9] = {none, none, back, first, none, none, none, second, none};
    const int64_t before[9] = {a[0], a[1], a[2], a[3], a[4],
                               a[5], a[6], a[7], a[8]};
    const StarCode code =
        star_solve_kleene(s, ring, STAR_WEIGHTS_INT64, 3, a, 24);
    if (code == STAR_CODE_OK)
        assert_int_equal(a[6], first + second);
    else
        assert_memory_equal(a, before, sizeof a);
    return code;
}

#define POWER(k) (INT64_C(1) << (k))

TEST(test_sums_at_their_bounds) {
    static const StarSemiring rings[] = {STAR_SEMIRING_MAXPLUS,
                                         STAR_SEMIRING_MINPLUS};
    const int64_t far = STAR_INFINITY64;
    HANDLE(s);
    for (int k = 0; k < 2; k++) {
        const int64_t sign = k == 0 ? 1 : -1;
        const int64_t w = POWER(62) * sign;
        assert_done(s, chain_of(s, rings[k], w, w - sign, -sign * far));
        assert_fails(s, chain_of(s, rings[k], w, w, -sign * far),
                     STAR_CODE_FAILED, "overflow", "along a path");
        assert_done(s, chain_of(s, rings[k], -w, -w + 2 * sign, -sign * far));
        assert_fails(s, chain_of(s, rings[k], -w, -w + sign, -sign * far),
                     STAR_CODE_FAILED, "overflow", "outside their type");
        assert_fails(s, chain_of(s, rings[k], w, -w, sign), STAR_CODE_FAILED,
                     "divergence", "circuit 2 -> 0 -> 1 -> 2");
    }
    int32_t b[9];
    for (int over = 0; over < 2; over++) {
        for (int i = 0; i < 9; i++)
            b[i] = -STAR_INFINITY32;
        b[3] = STAR_INFINITY32 - 10;
        b[7] = 10 + over;
        const StarCode code = star_solve_kleene(s, STAR_SEMIRING_MAXPLUS,
                                                STAR_WEIGHTS_INT32, 3, b, 12);
        assert_int_equal(code, over ? STAR_CODE_FAILED : STAR_CODE_OK);
        if (!over)
            assert_int_equal(b[6], STAR_INFINITY32);
    }
    for (int over = 0; over < 2; over++) {
        double r[9] = {-INFINITY, -INFINITY, -INFINITY, 1e308,    -INFINITY,
                       -INFINITY, -INFINITY, -0.0,      -INFINITY};
        if (over)
            r[7] = 1e308;
        const StarCode code = star_solve_kleene(s, STAR_SEMIRING_MAXPLUS,
                                                STAR_WEIGHTS_DOUBLE, 3, r, 24);
        assert_string_equal(star_error(s), over ? "overflow" : "");
        assert_true(r[6] == (code == STAR_CODE_OK ? 1e308 : -INFINITY));
        assert_true(signbit(r[7]) == 0);
    }
}

/* ---- As in a program ---- */

/* A weight of one of the four types, often near its bounds. */
static double great_weight(StarSemiring ring, StarWeights type, bool arc) {
    static const double most[] = {0x1.9p62, 0x1.9p30, 0x1.9p1023, 0x1.9p127};
    const double near = (double)(below(9) - 4), sign = below(3) ? -1 : 1;
    const double w =
        below(3) ? near : sign * most[type] / (double)(1 + below(4));
    if (!arc)
        return none_of(ring);
    return ring == STAR_SEMIRING_MAXPLUS ? w : -w;
}

static double get(const void *from, StarWeights type, int64_t k) {
    switch (type) {
    case STAR_WEIGHTS_INT32: return ((const int32_t *)from)[k];
    case STAR_WEIGHTS_FLOAT: return (double)((const float *)from)[k];
    default: return ((const double *)from)[k];
    }
}

/* The same star, or the same error, as that of the procedure. */
static StarCode check_program(Star *s, StarWeights type) {
    enum { N = 4 };
    static const char *const names[] = {"i", "l", "r", "f"};
    const StarSemiring ring = (StarSemiring)below(2);
    const bool acyclic = below(2), integers = type < STAR_WEIGHTS_DOUBLE;
    int64_t a[N * N], integer[N * N];
    double real[N * N];
    char message[1000];
    for (int k = 0; k < N * N; k++) {
        const bool arc = below(2) && (!acyclic || k / N < k % N);
        const double w = great_weight(ring, type, arc && k % (N + 1) != 0);
        put((char *)a + (size_t)k * sizes[type], type, w);
        integer[k] = type == STAR_WEIGHTS_INT64 ? a[k] : 0;
        if (type != STAR_WEIGHTS_INT64)
            real[k] = get(a, type, k);
        if (type == STAR_WEIGHTS_INT32)
            integer[k] = (int64_t)real[k];
    }
    assert_done(s, integers ? star_set_integers(s, names[type], integer, N * N)
                            : star_set_reals(s, names[type], real, N * N));
    snprintf(message, sizeof message, "KLEENE(4, %s, %s)", names[type],
             ring == STAR_SEMIRING_MAXPLUS ? "maxplus" : "minplus");
    const StarCode code = star_enter(s, "e", message, 0);
    const bool over = strstr(star_error(s), "overflow") != NULL ||
                      strstr(star_message(s), "outside the singles") != NULL;
    snprintf(message, sizeof message, "%s", star_message(s));
    assert_int_equal(star_solve_kleene(s, ring, type, N, a, N * sizes[type]),
                     code);
    if (over) {
        assert_string_equal(star_error(s), "overflow");
    } else if (code != STAR_CODE_OK) {
        assert_string_equal(star_error(s), "divergence");
        const char *said = strstr(star_message(s), "the star diverges");
        assert_non_null(said);
        assert_non_null(strstr(message, said));
    } else if (integers) {
        assert_done(s, star_get_integers(s, names[type], integer, N * N));
        for (int k = 0; k < N * N; k++)
            assert_true(
                integer[k] ==
                (type == STAR_WEIGHTS_INT64 ? a[k] : (int64_t)get(a, type, k)));
    } else {
        assert_done(s, star_get_reals(s, names[type], real, N * N));
        for (int k = 0; k < N * N; k++)
            assert_true(real[k] == get(a, type, k));
    }
    return code != STAR_CODE_OK && over ? STAR_CODE_LIMIT : code;
}

TEST(test_as_in_a_program) {
    int done[STAR_CODE_LIMIT + 1] = {0};
    HANDLE(s);
    enter(s, "uses maxplus; type int32 = -2147483647..2147483647;"
             "var i: array [0..3, 0..3] of integer;"
             "l: array [0..3, 0..3] of int32;"
             "r: array [0..3, 0..3] of real;"
             "f: array [0..3, 0..3] of single;");
    for (int k = 0; k < 4000; k++)
        done[check_program(s, (StarWeights)(k % 4))]++;
    assert_true(done[STAR_CODE_OK] > 100 && done[STAR_CODE_FAILED] > 100 &&
                done[STAR_CODE_LIMIT] > 100);
}

TEST(test_no_star) {
    HANDLE(s);
    assert_fails(s, chain_of(s, STAR_SEMIRING_MAXPLUS, 1, 1, -1),
                 STAR_CODE_FAILED, "divergence", "the circuit ");
    assert_fails(s, chain_of(s, STAR_SEMIRING_MINPLUS, 1, -3, 1),
                 STAR_CODE_FAILED, "divergence", "2");
    assert_fails(s, chain_of(s, STAR_SEMIRING_MAXPLUS, INT64_MIN, 0, 0),
                 STAR_CODE_FAILED, "value-range", "row 1, column 0");
    int64_t loop[4] = {0, 0, 0, 5};
    assert_fails(s,
                 star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_INT64,
                                   2, loop, 16),
                 STAR_CODE_FAILED, "divergence", "circuit 1 -> 1");
    float f[4] = {0, NAN, 0, 0};
    assert_fails(
        s,
        star_solve_kleene(s, STAR_SEMIRING_MAXMIN, STAR_WEIGHTS_FLOAT, 2, f, 8),
        STAR_CODE_FAILED, "value-range", "row 0, column 1");
    f[1] = 0.5F;
    assert_fails(s,
                 star_solve_kleene(s, STAR_SEMIRING_BOOLEAN, STAR_WEIGHTS_FLOAT,
                                   2, f, 8),
                 STAR_CODE_FAILED, "value-range", "no weight of the ring");
    f[1] = INFINITY;
    assert_fails(s,
                 star_solve_kleene(s, STAR_SEMIRING_MAXPLUS, STAR_WEIGHTS_FLOAT,
                                   2, f, 8),
                 STAR_CODE_FAILED, "value-range", "row 0, column 1");
}

/* Of so many vertices the kernel of the library finds the circuit itself. */
TEST(test_a_long_circuit) {
    enum { N = 250 };
    HANDLE(s);
    int32_t *a = malloc(N * N * sizeof *a);
    for (int i = 0; i < N * N; i++)
        a[i] = STAR_INFINITY32;
    for (int i = 0; i < N; i++)
        a[(i + 1) % N * N + i] = i == 7 ? -N : 1;
    assert_fails(s,
                 star_solve_kleene(s, STAR_SEMIRING_MINPLUS, STAR_WEIGHTS_INT32,
                                   N, a, N * sizeof *a),
                 STAR_CODE_FAILED, "divergence", " -> 1 -> 2 -> 3");
    a[8 * N + 7] = 1;
    assert_done(s, star_solve_kleene(s, STAR_SEMIRING_MINPLUS,
                                     STAR_WEIGHTS_INT32, N, a, N * sizeof *a));
    assert_int_equal(a[6 * N + 7], N - 1);
    free(a);
}

/* ---- Matrix chains ---- */

static void expect_chain(const int64_t *p, int64_t n, int64_t *m, int64_t *k) {
    for (int64_t d = 0; d < n; d++)
        for (int64_t i = 0; i + d < n; i++) {
            int64_t *cost = &m[i * n + i + d], *split = &k[i * n + i + d];
            *cost = d == 0 ? 0 : INT64_MAX;
            *split = 0;
            for (int64_t c = i + 1; c <= i + d; c++) {
                const int64_t sum = m[i * n + c - 1] + m[c * n + i + d] +
                                    p[i] * p[c] * p[i + d + 1];
                *split = sum < *cost ? c : *split;
                *cost = sum < *cost ? sum : *cost;
            }
        }
}

/* The cost of an order, whose products must make one of all matrices. */
static int64_t cost_of(const int64_t *p, int64_t n, const int64_t *first,
                       const int64_t *last) {
    int64_t sum = 0, whole = 0;
    for (int64_t k = 1; k < n; k++) {
        assert_in_range(first[k], 0, k - 1);
        assert_in_range(last[k], k, n - 1);
        sum += p[first[k]] * p[k] * p[last[k] + 1];
        whole += first[k] == 0 && last[k] == n - 1;
    }
    assert_int_equal(whole, n > 1);
    return sum;
}

static void check_chain(Star *s, int64_t n, size_t more, bool wide) {
    const int64_t row = n + (int64_t)more;
    const size_t cells = (size_t)(n * row) + 1, size = sizeof(int64_t);
    int64_t *p = malloc(((size_t)n + 1) * size), cost = -1;
    int64_t *m = malloc(cells * size), *k = malloc(cells * size);
    int64_t *first = malloc(((size_t)n + 1) * size);
    int64_t *last = malloc(((size_t)n + 1) * size);
    int64_t *expected = malloc((size_t)(2 * n * n + 1) * size);
    for (int64_t i = 0; i <= n; i++)
        p[i] = 1 + below(wide ? 1 << 17 : 50);
    for (size_t i = 0; i < cells; i++)
        m[i] = k[i] = -7;
    expect_chain(p, n, expected, expected + n * n);
    assert_done(s, star_solve_chain(s, n, p, m, k, (size_t)row * size));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < row; j++) {
            const bool set = i <= j && j < n;
            assert_int_equal(m[i * row + j], set ? expected[i * n + j] : -7);
            assert_int_equal(k[i * row + j],
                             set ? expected[n * n + i * n + j] : -7);
        }
    if (n > 0) {
        assert_done(s, star_solve_chain_order(s, n, p, &cost, first, last));
        assert_int_equal(cost, expected[n - 1]);
        assert_int_equal(cost_of(p, n, first, last), cost);
    }
    free(p);
    free(m);
    free(k);
    free(first);
    free(last);
    free(expected);
}

TEST(test_chain) {
    const StarConfig several = {.threads = 3};
    Star *s[] = {star_open(NULL), star_open(&several)};
    for (int k = 0; k < EDGES; k++)
        for (int way = 0; way < 4; way++)
            check_chain(s[way % 2], edges[k], (size_t)(way * way), way > 1);
    star_close(s[0]);
    star_close(s[1]);
}

TEST(test_no_chain) {
    HANDLE(s);
    int64_t p[4] = {INT64_C(1) << 21, 1 << 21, 1 << 21, 1}, m[9], k[9], cost;
    assert_fails(s, star_solve_chain(s, 2, p, m, k, 16), STAR_CODE_FAILED,
                 "overflow", "chain of 2 matrices is over maxint");
    assert_fails(s, star_solve_chain_order(s, 2, p, &cost, m, k),
                 STAR_CODE_FAILED, "overflow",
                 "chain of 2 matrices are too great");
    p[1] = 0;
    assert_fails(s, star_solve_chain(s, 3, p, m, k, 24), STAR_CODE_FAILED,
                 "value-range", "p[1]: 0 lies outside 1..");
    assert_fails(s, star_solve_chain_order(s, 3, p, &cost, m, k),
                 STAR_CODE_FAILED, "value-range", "p[1]");
}

TEST_MAIN
