/* SPDX-License-Identifier: MIT */
/* The transitive closure, both ways, on every instruction set, with one to
 * three threads, against Warshall's three loops over bits. */
#include "star_test.h"

#include <stdlib.h>

#include "cpu/solvers/closure.h"
#include "cpu/simd/simd.h"

typedef enum Graph {
    EMPTY,
    COMPLETE,
    SPARSE, /* one arc a vertex on average */
    SOME,   /* two, which makes a large component */
    MANY,   /* one of ten possible */
    ACYCLIC,
    LAYERS, /* three, with half of the possible arcs between them */
    RING,
    PATH,  /* to vertices with lower and lower numbers */
    PAIRS, /* components of two, each with an arc to the one before */
    GRAPHS
} Graph;

enum { MAX_VERTICES = 700 };

static uint32_t
    name[MAX_VERTICES]; /* of each vertex: the graphs above, relabelled */

static bool is_arc(StarTest *t, Graph graph, int64_t n, int64_t i, int64_t j) {
    switch (graph) {
    case COMPLETE: return true;
    case SPARSE: return star_random(t, n) == 0;
    case SOME: return star_random(t, n) < 2;
    case MANY: return star_random(t, 10) == 0;
    case ACYCLIC: return i < j && star_random(t, 4) == 0;
    case LAYERS: return 3 * j / n - 3 * i / n == 1 && star_random(t, 2) == 0;
    case RING: return j == (i + 1) % n;
    case PATH: return j == i - 1;
    case PAIRS: return j == (i ^ 1) || (i % 2 == 0 && j == i - 1);
    default: return false;
    }
}

static bool has(const uint64_t *p, int64_t stride, int64_t i, int64_t j) {
    return p[i * stride + j / 64] >> j % 64 & 1;
}

static void draw(StarTest *t, uint64_t *p, int64_t stride, int64_t n,
                 Graph graph) {
    for (int64_t i = 0; i < n; i++)
        name[i] = (uint32_t)i;
    for (int64_t i = n - 1; i > 0 && graph != PATH; i--) {
        const int64_t j = star_random(t, i + 1);
        const uint32_t other = name[i];
        name[i] = name[j];
        name[j] = other;
    }
    memset(p, 0, (size_t)(n * stride) * sizeof *p);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            if (is_arc(t, graph, n, i, j))
                p[name[i] * stride + name[j] / 64] |= UINT64_C(1)
                                                      << name[j] % 64;
}

static void warshall(uint64_t *p, int64_t stride, int64_t n) {
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t w = 0; w < stride && has(p, stride, i, k); w++)
                p[i * stride + w] |= p[k * stride + w];
}

static void check(StarTest *t, int64_t n, int64_t stride, Graph graph) {
    const size_t words = (size_t)(n * stride);
    uint64_t *p = malloc((words + 1) * sizeof *p);
    uint64_t *found = malloc((words + 1) * sizeof *p);
    uint64_t *wanted = malloc((words + 1) * sizeof *p);
    assert_true(p != NULL && found != NULL && wanted != NULL);
    draw(t, p, stride, n, graph);
    memcpy(wanted, p, words * sizeof *p);
    warshall(wanted, stride, n);
    for (int way = STAR_CLOSURE_BEST; way <= STAR_CLOSURE_STRIPS; way++) {
        memcpy(found, p, words * sizeof *p);
        assert_ok(
            t, star_closure_by(&t->be, found, stride, n, (StarClosureWay)way));
        if (n > 0)
            assert_worked(&t->mem);
        if (memcmp(found, wanted, words * sizeof *p) != 0)
            fail_msg("graph %d of %d vertices, way %d, %s", (int)graph, (int)n,
                     way, t->be.isa->name);
    }
    free(p);
    free(found);
    free(wanted);
}

static void run(StarIsaLevel level, int threads) {
    static const int16_t sizes[] = {0,   1,   2,   3,   5,           6,
                                    7,   63,  64,  65,  127,         128,
                                    129, 200, 511, 513, MAX_VERTICES};
    StarTest t;
    if (!star_isa_available(level))
        skip();
    star_test_open(&t, level);
    t.be.threads.count = threads;
    t.be.threads.grain = 16;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int graph = 0; graph < GRAPHS; graph++)
            check(&t, sizes[k], star_words(sizes[k]) + graph % 3, (Graph)graph);
    star_test_close(&t);
}

#define RUN(test, level, threads) \
    TEST(test) {                  \
        run(level, threads);      \
    }

RUN(in_plain_c, STAR_ISA_PORTABLE, 1)
RUN(with_neon, STAR_ISA_NEON, 1)
RUN(with_avx2, STAR_ISA_AVX2, 1)
RUN(with_avx512, STAR_ISA_AVX512, 1)
RUN(on_two_threads, STAR_ISA_BEST, 2)
RUN(on_three_threads, STAR_ISA_BEST, 3)

/* The table then still has the closure that it had. */
TEST(without_memory_or_stopped) {
    enum { N = 200, STRIDE = 4 };
    uint64_t p[N * STRIDE], wanted[N * STRIDE];
    int64_t at = 0;
    StarStatus status = STAR_MEMORY;
    star_test(t);
    draw(&t, p, STRIDE, N, LAYERS);
    memcpy(wanted, p, sizeof p);
    warshall(wanted, STRIDE, N);
    while (status == STAR_MEMORY) {
        t.mem.fail_at = t.mem.count + ++at;
        status = star_closure_by(&t.be, p, STRIDE, N, STAR_CLOSURE_STRIPS);
    }
    assert_int_equal(status, STAR_OK);
    assert_true(at > 3);
    t.mem.fail_at = 0;
    assert_memory_equal(p, wanted, sizeof p);
    for (int way = STAR_CLOSURE_BEST; way <= STAR_CLOSURE_STRIPS; way++) {
        star_stop(&t.mem, STAR_TIME);
        draw(&t, p, STRIDE, N, LAYERS);
        assert_int_equal(
            star_closure_by(&t.be, p, STRIDE, N, (StarClosureWay)way),
            STAR_TIME);
    }
}

TEST_MAIN
