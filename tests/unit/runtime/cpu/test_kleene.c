/* SPDX-License-Identifier: MIT */
/* The Kleene star of every type of numbers in every algebra, on every
 * instruction set, with one to three threads, bit for bit. */
#include "star_test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "cpu/solvers/kleene.h"

typedef enum Graph {
    EMPTY,
    CHAIN,
    ACYCLIC,
    SPARSE, /* acyclic with few arcs */
    CIRCUITS,
    TIES, /* with circuits, small numbers */
    COMPLETE,
    GRAPHS
} Graph;

enum { MAX_VERTICES = 200 };

static int64_t label[MAX_VERTICES];

static void draw_labels(StarTest *t, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        label[i] = i;
    for (int64_t i = n - 1; i > 0; i--) {
        const int64_t j = star_random(t, i + 1), other = label[i];
        label[i] = label[j];
        label[j] = other;
    }
}

static bool is_acyclic(Graph graph) {
    return graph < CIRCUITS;
}

/* True if the l-th vertex has an arc to the k-th. */
static bool has_arc(StarTest *t, Graph graph, int64_t n, int64_t k, int64_t l) {
    switch (graph) {
    case CHAIN: return k == l + 1;
    case ACYCLIC: return k > l && star_random(t, 2) == 0;
    case SPARSE: return k > l && star_random(t, n) < 3;
    case CIRCUITS: return k != l && star_random(t, n) < 3;
    case TIES: return star_random(t, 4) == 0;
    case COMPLETE: return k != l;
    default: return false;
    }
}

/* Every instruction set, and threads. */
static const struct {
    StarIsaLevel level;
    int threads;
} ways[] = {{STAR_ISA_PORTABLE, 1}, {STAR_ISA_NEON, 1}, {STAR_ISA_AVX2, 1},
            {STAR_ISA_AVX512, 1},   {STAR_ISA_BEST, 2}, {STAR_ISA_BEST, 3}};

enum { WAYS = sizeof ways / sizeof *ways };

#define NAME(name) name##_single
#define TYPE float
#define NUMBER STAR_NUMBER_SINGLE
#define EPSILON ((float)INFINITY)
#include "kleene_checks.h"
#undef NAME
#undef TYPE
#undef NUMBER
#undef EPSILON

#define NAME(name) name##_real
#define TYPE double
#define NUMBER STAR_NUMBER_REAL
#define EPSILON ((double)INFINITY)
#include "kleene_checks.h"
#undef NAME
#undef TYPE
#undef NUMBER
#undef EPSILON

#define NAME(name) name##_long
#define TYPE int32_t
#define NUMBER STAR_NUMBER_LONG
#define EPSILON INT32_MAX
#define CHECKED INT32_MAX
#include "kleene_checks.h"
#include "kleene_great.h"
#undef NAME
#undef TYPE
#undef NUMBER
#undef EPSILON
#undef CHECKED

#define NAME(name) name##_int
#define TYPE int64_t
#define NUMBER STAR_NUMBER_INT
#define EPSILON INT64_MAX
#define CHECKED (INT64_MAX / 8)
#include "kleene_checks.h"
#include "kleene_great.h"

#define TYPE_TEST(type)                    \
    TEST(type##_test) {                    \
        StarTest t;                        \
        star_test_open(&t, STAR_ISA_BEST); \
        check_all_##type(&t);              \
        star_test_close(&t);               \
    }

TYPE_TEST(single)
TYPE_TEST(real)
TYPE_TEST(long)
TYPE_TEST(int)

/* On every way to compute. */
TEST(sums_that_may_overflow) {
    for (int way = 0; way < WAYS; way++) {
        StarTest t;
        if (!star_isa_available(ways[way].level))
            continue;
        star_test_open(&t, ways[way].level);
        t.be.threads.count = ways[way].threads;
        t.be.threads.grain = 16;
        great_numbers_long(&t);
        great_numbers_int(&t);
        star_test_close(&t);
    }
}

/* Two arcs that do not meet: no path may seem to lead from one to the other,
 * however great they are. */
TEST(epsilon_stays_epsilon) {
    enum { N = 4 };
    star_test(t);
    for (int bit = 57; bit <= 60; bit++) {
        int64_t a[N * N], star[N * N];
        for (int k = 0; k < N * N; k++)
            a[k] = -INT64_MAX;
        a[1 * N + 0] = a[3 * N + 2] = INT64_C(1) << bit;
        memcpy(star, a, sizeof a);
        for (int k = 0; k < N; k++)
            star[k * N + k] = 0;
        const StarStatus status =
            star_kleene(&t.be, a, N, STAR_NUMBER_INT, STAR_MAXPLUS);
        assert_int_equal(status, bit < 60 ? STAR_OK : STAR_DECLINED);
        if (status == STAR_OK)
            assert_memory_equal(a, star, sizeof a);
    }
}

TEST(what_the_body_must_see) {
    star_test(t);
    for (int ring = STAR_MAXPLUS; ring <= STAR_BOOLEAN; ring++) {
        declines_single(&t, (StarRing)ring, 0, 1, NAN, STAR_DECLINED);
        declines_real(&t, (StarRing)ring, 0, 1, NAN, STAR_DECLINED);
        declines_long(&t, (StarRing)ring, 0, 1, INT32_MIN, STAR_DECLINED);
        declines_int(&t, (StarRing)ring, 0, 1, INT64_MIN, STAR_DECLINED);
    }
    declines_single(&t, STAR_MAXPLUS, 2, 0, INFINITY,
                    STAR_DECLINED); /* illegal */
    declines_real(&t, STAR_MINPLUS, 2, 0, -INFINITY, STAR_DECLINED);
    declines_single(&t, STAR_BOOLEAN, 2, 0, 2, STAR_DECLINED);
    declines_int(&t, STAR_BOOLEAN, 2, 0, -1, STAR_DECLINED);
    declines_single(&t, STAR_MAXPLUS, 1, 1, 1,
                    STAR_DECLINED); /* circuits of one and two */
    declines_single(&t, STAR_MAXPLUS, 0, 1, -0.5f, STAR_DIVERGENCE);
    declines_real(&t, STAR_MINPLUS, 2, 2, -1, STAR_DECLINED);
    declines_long(&t, STAR_MINPLUS, 0, 1, -2, STAR_DIVERGENCE);
    declines_int(&t, STAR_MAXPLUS, 0, 1, 0, STAR_DIVERGENCE);
    declines_single(&t, STAR_MAXPLUS, 2, 0, FLT_MAX / 2,
                    STAR_DECLINED); /* sums */
    declines_real(&t, STAR_MINPLUS, 2, 0, -DBL_MAX / 2, STAR_DECLINED);
    declines_long(&t, STAR_MAXPLUS, 2, 1, INT32_MAX, STAR_DECLINED);
    declines_int(&t, STAR_MINPLUS, 2, 0, INT64_MIN / 2, STAR_DECLINED);
}

TEST(without_memory_or_stopped) {
    enum { N = 20 };
    float a[N * N], before[N * N];
    star_test(t);
    for (int graph = ACYCLIC; graph <= CIRCUITS; graph += CIRCUITS - ACYCLIC)
        for (int ring = STAR_MAXPLUS; ring <= STAR_BOOLEAN; ring++) {
            StarStatus status = STAR_MEMORY;
            draw_labels(&t, N);
            draw_single(&t, a, N, (StarRing)ring, (Graph)graph);
            memcpy(before, a, sizeof a);
            for (int at = 1; status == STAR_MEMORY; at++) {
                assert_memory_equal(a, before, sizeof a);
                t.mem.fail_at = t.mem.count + at;
                status = star_kleene(&t.be, a, N, STAR_NUMBER_SINGLE,
                                     (StarRing)ring);
            }
            assert_int_equal(status, STAR_OK);
            t.mem.fail_at = 0;
            star_stop(&t.mem, STAR_TIME);
            assert_int_equal(star_kleene(&t.be, before, N, STAR_NUMBER_SINGLE,
                                         (StarRing)ring),
                             STAR_TIME);
            star_stop(&t.mem, STAR_OK);
        }
}

TEST_MAIN
