/* SPDX-License-Identifier: MIT */
/* The matrix chain against the algorithm as it is printed and against the
 * recursion that defines it: bodies, and kernels of every instruction set, on
 * one thread and on several, at the edges of tiles, with ties and at the
 * greatest costs; the order of Hu and Shing against the tables.
 *
 *     test_matchain CHAINS
 *
 * compares so many orders instead of 600. */
#include "machine_test.h"

#include <stdlib.h>

#include "cpu/solvers/matrix_chain.h"
#include "cpu/solvers/hu_shing.h"

enum { MAX_MATRICES = 260, GRAIN = 16 };

static int chains = 600;

typedef struct Fixture {
    StarTestRun run;
    int64_t n;
    int64_t p[MAX_MATRICES + 1];
    int64_t m[MAX_MATRICES + 1][MAX_MATRICES + 1],
        s[MAX_MATRICES + 1][MAX_MATRICES + 1]; /* expected */
    bool fits;
} Fixture;

/* ---- What is expected ---- */

/* The algorithm of the paper. */
static void print_algorithm(Fixture *f) {
    const int64_t *p = f->p;
    f->fits = true;
    for (int64_t i = 1; i <= f->n; i++)
        f->m[i][i] = f->s[i][i] = 0;
    for (int64_t l = 2; l <= f->n; l++)
        for (int64_t i = 1; i <= f->n - l + 1; i++) {
            const int64_t j = i + l - 1;
            for (int64_t k = i; k < j; k++) {
                int64_t q;
                if (__builtin_mul_overflow(p[i - 1], p[k], &q) ||
                    __builtin_mul_overflow(q, p[j], &q) ||
                    __builtin_add_overflow(q, f->m[i][k], &q) ||
                    __builtin_add_overflow(q, f->m[k + 1][j], &q)) {
                    f->fits = false;
                    return;
                }
                if (k == i || q < f->m[i][j]) {
                    f->m[i][j] = q;
                    f->s[i][j] = k;
                }
            }
        }
}

/* The least cost over all orders. */
static int64_t least(const int64_t *p, int i, int j) {
    int64_t best = i == j ? 0 : INT64_MAX;
    for (int k = i; k < j; k++) {
        const int64_t q =
            least(p, i, k) + least(p, k + 1, j) + p[i - 1] * p[k] * p[j];
        best = q < best ? q : best;
    }
    return best;
}

/* ---- Machines ---- */

static void start(Fixture *f, StarIsaLevel isa, int threads,
                  StarCompileOptions how) {
    static const char text[] = "uses matchain; proc NOTHING; begin end;";
    const StarOptions options = {.isa = isa, .threads = (uint32_t)threads};
    *f = (Fixture){.run.t = {.seed = 1}};
    star_test_start(&f->run, &options, &how, text);
    f->run.be->threads.grain = GRAIN;
}

static StarArray *array_of(Fixture *f, int dims, int64_t low, int64_t count) {
    const StarDim dim[] = {{low, count}, {low, count}};
    StarArray *a;
    assert_int_equal(
        star_array_new(f->run.be, STAR_ELEM_INT, dims, dim, NULL, &a), STAR_OK);
    return a;
}

/* Dimensions, with bounds that are none of the others'. */
static StarArray *dimensions_of(Fixture *f) {
    StarArray *p = array_of(f, 1, -3, f->n + 1);
    for (int64_t i = 0; i <= f->n; i++)
        p->ints[i] = f->p[i];
    return p;
}

/* n matrices of 1..most rows, times `unit`. */
static void fill(Fixture *f, int64_t n, int64_t most, int64_t unit) {
    f->n = n;
    for (int64_t i = 0; i <= n; i++)
        f->p[i] = (1 + star_random(&f->run.t, most)) * unit;
}

/* ---- Tables ---- */

static void check_tables(Fixture *f) {
    StarArray *p = dimensions_of(f), *m = array_of(f, 2, 1, f->n);
    StarArray *s = array_of(f, 2, 1, f->n);
    const StarStatus status =
        star_test_call(&f->run, "MATCHAIN",
                       (StarCell[]){{.array = p}, {.array = m}, {.array = s}});
    print_algorithm(f);
    assert_int_equal(status, f->fits ? STAR_OK : STAR_OVERFLOW);
    for (int64_t i = 1; i <= f->n && f->fits; i++)
        for (int64_t j = 1; j <= f->n; j++) {
            const int64_t at = (i - 1) * f->n + j - 1;
            const int64_t none = STAR_UNDEFINED_INT;
            if (m->ints[at] != (i <= j ? f->m[i][j] : none) ||
                s->ints[at] != (i <= j ? f->s[i][j] : none))
                fail_msg("%d matrices: entry %d, %d is %lld, %lld", (int)f->n,
                         (int)i, (int)j, (long long)m->ints[at],
                         (long long)s->ints[at]);
        }
    star_object_free(f->run.be, &p->head);
    star_object_free(f->run.be, &m->head);
    star_object_free(f->run.be, &s->head);
}

/* At the greatest integer, which is 454279 * 31252369 * 649657. The rest of a
 * chain are dimensions of 1. */
static void check_greatest(Fixture *f) {
    const int64_t a = 454279, b = 31252369, c = 649657, d = 1 << 21;
    const struct {
        int64_t n, p[4];
        bool fits;
    } chain[] = {
        {1, {INT64_MAX, INT64_MAX}, true},
        {2, {a, b, c}, true},
        {2, {a, b + 1, c}, false},
        {2, {INT64_MAX, 1, 1}, true},
        {2, {INT64_MAX, 1, 2}, false},
        {3, {1, a, b, c}, false},
        {3, {1, a, b, c - 1}, true},
        {3, {d, d, d / 2, d / 2}, true},
        {3, {d, d, d / 2, d}, false},
        {5, {a, 1, b, c - 1}, true}, /* a split that is not the best: */
        {5, {a, 1, b, c}, false},    /* A1A2 costs a * b */
        {66, {d / 2, d / 2, d / 2, 2}, true},
    };
    for (size_t k = 0; k < sizeof chain / sizeof *chain; k++) {
        f->n = chain[k].n;
        for (int64_t i = 0; i <= f->n; i++)
            f->p[i] = i < 4 && i <= chain[k].n && chain[k].p[i] > 0
                          ? chain[k].p[i]
                          : 1;
        check_tables(f);
        if (f->fits != chain[k].fits)
            fail_msg("chain %d", (int)k);
    }
}

static void run_tables(StarIsaLevel isa, int threads) {
    static const int16_t sizes[] = {1,   2,   3,   7,   8,   16,  61,
                                    62,  63,  64,  65,  126, 127, 128,
                                    129, 191, 192, 200, 258};
    static Fixture f;
    if (!star_isa_available(isa))
        skip();
    start(&f, isa, threads, (StarCompileOptions){0});
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        fill(&f, sizes[k], 1000, 1); /* double */
        check_tables(&f);
        fill(&f, sizes[k], 1000, 500); /* int64_t */
        check_tables(&f);
        fill(&f, sizes[k], 3, 1); /* ties */
        check_tables(&f);
        fill(&f, sizes[k], 2, 200000);
        check_tables(&f);
    }
    for (int k = 0; k < 60; k++) { /* some fit */
        fill(&f, 2 + (int64_t)star_random(&f.run.t, 200), 1 + k, 400000);
        check_tables(&f);
    }
    check_greatest(&f);
    star_test_end(&f.run);
}

static void run_bodies(bool plain) {
    static const int8_t sizes[] = {0, 1, 2, 3, 4, 5, 9, 17};
    static Fixture f;
    start(&f, STAR_ISA_BEST, 1,
          (StarCompileOptions){.bodies = true, .plain = plain});
    for (size_t k = 0; k < sizeof sizes; k++) {
        fill(&f, sizes[k], 1000, 1);
        check_tables(&f);
        fill(&f, sizes[k], 3, 1);
        check_tables(&f);
    }
    if (!plain)
        check_greatest(&f);
    star_test_end(&f.run);
}

TEST(printed_algorithm_is_the_recursion) {
    static Fixture f;
    for (int k = 0; k < 200; k++) {
        fill(&f, (int64_t)star_random(&f.run.t, 9), k % 2 ? 4 : 100, 1);
        print_algorithm(&f);
        for (int i = 1; i <= f.n; i++)
            assert_true(f.m[i][f.n] == least(f.p, i, (int)f.n));
    }
}

/* ---- Orders ---- */

/* Checks that first and last are an order: both sides of each product are a
 * matrix or a product. */
static void check_order(const Fixture *f, const int64_t *first,
                        const int64_t *last, int64_t cost) {
    static bool spans[MAX_MATRICES + 1][MAX_MATRICES + 1];
    int64_t sum = 0;
    memset(spans, 0, sizeof spans);
    for (int64_t i = 1; i <= f->n; i++)
        spans[i][i] = true;
    for (int64_t k = 1; k < f->n; k++) {
        const int64_t i = first[k - 1], j = last[k - 1];
        assert_true(1 <= i && i <= k && k < j && j <= f->n);
        assert_false(spans[i][j]);
        spans[i][j] = true;
        sum += f->p[i - 1] * f->p[k] * f->p[j];
    }
    assert_true(spans[1][f->n]);
    for (int64_t k = 1; k < f->n; k++)
        assert_true(spans[first[k - 1]][k] && spans[k + 1][last[k - 1]]);
    assert_true(sum == cost);
}

static StarStatus run_order(Fixture *f, StarArray *first, StarArray *last,
                            StarCell *cost) {
    StarArray *p = dimensions_of(f);
    const StarStatus status = star_test_call(
        &f->run, "MATCHAIN_COST",
        (StarCell[]){
            {.array = p}, {.ref = cost}, {.array = first}, {.array = last}});
    star_object_free(f->run.be, &p->head);
    return status;
}

/* By the kernel, or by the body of g too. */
static void compare_order(Fixture *f, Fixture *g) {
    StarArray *first = array_of(f, 1, 1, f->n), *last = array_of(f, 1, 1, f->n);
    StarCell cost = {.i = -1};
    assert_int_equal(run_order(f, first, last, &cost), STAR_OK);
    print_algorithm(f);
    if (cost.i != f->m[1][f->n])
        fail_msg("%d matrices cost %lld, not %lld", (int)f->n,
                 (long long)f->m[1][f->n], (long long)cost.i);
    check_order(f, first->ints, last->ints, cost.i);
    if (g != NULL) {
        StarArray *also = array_of(g, 1, 1, f->n);
        StarArray *too = array_of(g, 1, 1, f->n);
        const size_t size = (size_t)f->n * sizeof *first->ints;
        StarCell again = {.i = -1};
        g->n = f->n;
        memcpy(g->p, f->p, sizeof f->p);
        assert_int_equal(run_order(g, also, too, &again), STAR_OK);
        assert_true(again.i == cost.i);
        assert_memory_equal(also->ints, first->ints, size);
        assert_memory_equal(too->ints, last->ints, size);
        star_object_free(g->run.be, &also->head);
        star_object_free(g->run.be, &too->head);
    }
    star_object_free(f->run.be, &first->head);
    star_object_free(f->run.be, &last->head);
}

TEST(orders) {
    static const int64_t most[] = {1, 2, 3, 5, 10, 50, 1000, 100000};
    static Fixture f, g;
    start(&f, STAR_ISA_BEST, 1, (StarCompileOptions){0});
    start(&g, STAR_ISA_BEST, 1, (StarCompileOptions){.bodies = true});
    for (int k = 0; k < chains; k++) {
        const int64_t n =
            2 + (int64_t)star_random(&f.run.t, k % 4 == 0 ? 248 : 30);
        fill(&f, n, most[star_random(&f.run.t, 8)], 1);
        compare_order(&f, k % 8 == 0 ? &g : NULL);
    }
    star_test_end(&f.run);
    star_test_end(&g.run);
}

/* One matrix, sums that the kernel leaves to the body, and too large ones. */
TEST(orders_at_the_edges) {
    static const int64_t large[] = {1 << 20, 1 << 21, 1 << 21, 1 << 22};
    static Fixture f;
    start(&f, STAR_ISA_BEST, 1, (StarCompileOptions){0});
    StarArray *first = array_of(&f, 1, 1, 3), *last = array_of(&f, 1, 1, 3);
    StarArray *one = array_of(&f, 1, 1, 1), *none = array_of(&f, 1, 1, 0);
    StarCell cost = {.i = -1};
    f.p[0] = 5;
    assert_int_equal(run_order(&f, none, none, &cost), STAR_OK);
    assert_int_equal(cost.i, 0);
    f.n = 1;
    f.p[1] = 7;
    cost.i = -1;
    assert_int_equal(run_order(&f, one, one, &cost), STAR_OK);
    assert_int_equal(cost.i, 0);
    f.n = 3;
    for (int i = 0; i <= 3; i++)
        f.p[i] = large[i] / 2;
    assert_int_equal(run_order(&f, first, last, &cost), STAR_OK);
    print_algorithm(&f);
    assert_true(cost.i == f.m[1][3]);
    check_order(&f, first->ints, last->ints, cost.i);
    memcpy(f.p, large, sizeof large);
    assert_int_equal(run_order(&f, first, last, &cost), STAR_OVERFLOW);
    star_object_free(f.run.be, &first->head);
    star_object_free(f.run.be, &last->head);
    star_object_free(f.run.be, &one->head);
    star_object_free(f.run.be, &none->head);
    star_test_end(&f.run);
}

/* A chain that is told to stop, or finds no memory for its tiles. */
TEST(tables_that_end_early) {
    enum { N = 200 };
    static int64_t p[N + 1], m[N * N], s[N * N];
    star_test(t);
    t.be.threads.count = 2;
    t.be.threads.grain = GRAIN;
    for (int i = 0; i <= N; i++)
        p[i] = 1 + i;
    star_stop(&t.mem, STAR_INTERRUPTED);
    assert_int_equal(star_chain(&t.be, p, N, m, s), STAR_INTERRUPTED);
    star_stop(&t.mem, STAR_OK);
    t.mem.limit = t.mem.used + 10 * sizeof(int64_t[STAR_CHAIN_TILE]);
    assert_int_equal(star_chain(&t.be, p, N, m, s), STAR_MEMORY);
    t.mem.limit *= 2;
    assert_ok(&t, star_chain(&t.be, p, N, m, s));
    assert_worked(&t.mem);
}

TEST(orders_that_end_early) {
    enum { N = 5000 };
    static int64_t p[N + 1], first[N], last[N];
    int64_t cost = -1;
    star_test(t);
    for (int i = 0; i <= N; i++)
        p[i] = 1 + i;
    star_stop(&t.mem, STAR_INTERRUPTED);
    assert_int_equal(star_hu_shing(&t.be, p, N, &cost, first, last),
                     STAR_INTERRUPTED);
    assert_int_equal(cost, -1);
    star_stop(&t.mem, STAR_OK);
    assert_ok(&t, star_hu_shing(&t.be, p, N, &cost, first, last));
    assert_true(cost > 0);
}

#define RUN(name, call) \
    TEST(name) {        \
        call;           \
    }

RUN(bodies_fused, run_bodies(false))
RUN(bodies_unfused, run_bodies(true))
RUN(tables_in_plain_c, run_tables(STAR_ISA_PORTABLE, 1))
RUN(tables_with_neon, run_tables(STAR_ISA_NEON, 1))
RUN(tables_with_avx2, run_tables(STAR_ISA_AVX2, 1))
RUN(tables_with_avx512, run_tables(STAR_ISA_AVX512, 1))
RUN(tables_on_two_threads, run_tables(STAR_ISA_BEST, 2))
RUN(tables_on_three_threads, run_tables(STAR_ISA_BEST, 3))

int main(int argc, char **argv) {
    if (argc > 1)
        chains = atoi(argv[1]);
    return tests_run(NULL, NULL);
}
