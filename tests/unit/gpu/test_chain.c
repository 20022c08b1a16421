/* SPDX-License-Identifier: MIT */
/* The tables of the matrix chain against the algorithm as it is printed, by
 * tiles and by the kernels of the paper: at the edges of tiles and of units of
 * work, with ties, at the greatest costs and over them. */
#include "papers/chain_paper.h"
#include "gpu_test.h"
#include "star_test.h"

#include <string.h>

enum { MAX_N = 1100, STEPS = 3, RUNS = 100 };

static Gpu gpu;

/* ---- What is expected ---- */

typedef struct Tables {
    int64_t n;
    int64_t p[MAX_N + 1];
    int64_t *m, *s; /* what is not set is -1 */
    bool over;
} Tables;

static void open_tables(Tables *t, int64_t n) {
    const size_t bytes = (size_t)(n * n) * sizeof *t->m;
    *t = (Tables){.n = n, .m = malloc(bytes), .s = malloc(bytes)};
    assert_non_null(t->m);
    assert_non_null(t->s);
    memset(t->m, 0xff, bytes);
    memset(t->s, 0xff, bytes);
}

static void close_tables(Tables *t) {
    free(t->m);
    free(t->s);
}

/* m[i, j] and s[i, j], by all k. */
static void print_entry(Tables *t, int64_t i, int64_t j) {
    const int64_t at = (i - 1) * t->n + j - 1, *p = t->p;
    t->m[at] = INT64_MAX;
    for (int64_t k = i; k < j; k++) {
        int64_t q;
        if (__builtin_mul_overflow(p[i - 1], p[k], &q) ||
            __builtin_mul_overflow(q, p[j], &q) ||
            __builtin_add_overflow(q, t->m[(i - 1) * t->n + k - 1], &q) ||
            __builtin_add_overflow(q, t->m[k * t->n + j - 1], &q)) {
            t->over = true;
        } else if (k == i || q < t->m[at]) {
            t->m[at] = q;
            t->s[at] = k;
        }
    }
}

static void print_algorithm(Tables *t) {
    for (int64_t i = 1; i <= t->n; i++)
        t->m[(i - 1) * t->n + i - 1] = t->s[(i - 1) * t->n + i - 1] = 0;
    for (int64_t l = 2; l <= t->n; l++)
        for (int64_t i = 1; i <= t->n - l + 1; i++)
            print_entry(t, i, i + l - 1);
}

/* ---- What is found ---- */

static GpuBlock m, s, over;

static cudaError_t run(const Tables *t, const GpuChainStep *steps, int count) {
    return count == 0 ? gpu_chain(&gpu, t->p, t->n, m.at, s.at, over.at)
                      : gpu_chain_variant(&gpu, t->p, t->n, m.at, s.at, over.at,
                                          steps, count);
}

static void make_room(int64_t n) {
    const int64_t bytes = n * n * 8;
    gpu_must(&gpu, gpu_alloc(&gpu, &m, bytes));
    gpu_must(&gpu, gpu_alloc(&gpu, &s, bytes));
    gpu_must(&gpu, gpu_alloc(&gpu, &over, 4));
    gpu_must(&gpu, cudaMemsetAsync(m.at, 0xff, (size_t)bytes, gpu.stream));
    gpu_must(&gpu, cudaMemsetAsync(s.at, 0xff, (size_t)bytes, gpu.stream));
}

static void free_room(void) {
    gpu_free(&gpu, &m);
    gpu_free(&gpu, &s);
    gpu_free(&gpu, &over);
}

static void check_table(const Tables *t, const int64_t *expected,
                        const void *device, char name) {
    const size_t bytes = (size_t)(t->n * t->n) * 8;
    int64_t *found = malloc(bytes);
    assert_non_null(found);
    gpu_must(&gpu, cudaMemcpy(found, device, bytes, cudaMemcpyDeviceToHost));
    for (int64_t at = 0; at < t->n * t->n; at++)
        if (found[at] != expected[at])
            fail_msg("%d matrices: %c[%d, %d] is %lld, not %lld", (int)t->n,
                     name, (int)(at / t->n) + 1, (int)(at % t->n) + 1,
                     (long long)found[at], (long long)expected[at]);
    free(found);
}

static void check_found(const Tables *t) {
    int32_t is_over;
    gpu_must(&gpu, gpu_read(&gpu, &is_over, over.at, sizeof is_over));
    assert_int_equal(is_over != 0, t->over);
    if (t->over)
        return;
    check_table(t, t->m, m.at, 'm');
    check_table(t, t->s, s.at, 's');
}

static void check(const Tables *t, const GpuChainStep *steps, int count) {
    make_room(t->n);
    gpu_must(&gpu, run(t, steps, count));
    check_found(t);
    free_room();
}

/* By tiles, by each kernel of the paper, and by all of them: of a small test
 * the paper's, which have blocks for each entry, do short chains. */
static void check_all(Tables *t) {
    const int64_t n = t->n;
    const GpuChainStep one[] = {
        {.last = n, .kernel = GPU_CHAIN_THREAD, .threads = 32},
        {.last = n, .kernel = GPU_CHAIN_BLOCK, .threads = 256},
        {.last = n, .kernel = GPU_CHAIN_BLOCKS, .threads = 32, .blocks = 16}};
    const GpuChainStep all[STEPS] = {
        {.last = n / 3, .kernel = GPU_CHAIN_BLOCKS, .threads = 64, .blocks = 3},
        {.last = n / 2, .kernel = GPU_CHAIN_THREAD, .threads = 256},
        {.last = n, .kernel = GPU_CHAIN_BLOCK, .threads = 32}};
    print_algorithm(t);
    check(t, NULL, 0);
    if (n <= 33 || !gpu_small()) {
        for (int k = 0; k < STEPS; k++)
            check(t, &one[k], 1);
        check(t, all, STEPS);
    }
    close_tables(t);
}

/* n matrices of 1..most rows, times `unit`. */
static void check_random(int64_t n, int64_t max, int64_t unit) {
    uint64_t seed = (uint64_t)(n * max);
    Tables t;
    if (!gpu_takes(n, 130))
        return;
    open_tables(&t, n);
    for (int64_t i = 0; i <= n; i++)
        t.p[i] = (1 + (int64_t)(gpu_random(&seed) % (uint64_t)max)) * unit;
    check_all(&t);
}

static const int edges[] = {1,   2,   3,   31,  32,  33,  62,  63,  64, 65,
                            127, 128, 129, 191, 192, 193, 639, 640, 641};

TEST(test_edges) {
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        check_random(edges[k], 1000, 1);
}

/* The same where double is not exact. */
TEST(test_whole) {
    for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
        check_random(edges[k], 1000, 240);
}

TEST(test_ties) {
    check_random(300, 2, 1);
    check_random(300, 1, 7);
    check_random(300, 2, 100000);
    check_random(700, 3, 1);
}

TEST(test_long) {
    check_random(MAX_N, 100, 1);
    check_random(MAX_N, 1000, 200);
}

/* Costs of n - 1 products of equal dimensions that are at most INT64_MAX, and
 * the next ones. */
TEST(test_greatest) {
    static const struct {
        int n, p;
    } greatest[] = {{2, 2097151}, {3, 1664510}, {66, 521585}, {130, 415049}};
    for (size_t k = 0; k < sizeof greatest / sizeof *greatest; k++) {
        check_random(greatest[k].n, 1, greatest[k].p);
        check_random(greatest[k].n, 1, greatest[k].p + 1);
    }
}

/* A product alone that is INT64_MAX, and ones that have no place. */
TEST(test_great_product) {
    static const int64_t p[] = {3577, 42799, INT64_C(60247241209)};
    Tables t;
    open_tables(&t, 2);
    memcpy(t.p, p, sizeof p);
    check_all(&t);
    check_random(2, 1, INT64_C(1) << 40);
    check_random(100, 1, INT64_MAX);
}

/* Where blocks have too little shared memory for tiles. */
TEST(test_little_shared_memory) {
    const int shared = gpu.shared;
    gpu.shared = 48 << 10;
    check_random(130, 1000, 1);
    gpu.shared = shared;
}

TEST(test_same) {
    enum { N = 70, AT = 10 * N + 50 }; /* in the triangle that is used */
    const int64_t one = 1;
    bool same;
    make_room(N); /* all entries of m and s are -1 */
    gpu_must(&gpu, gpu_chain_same(&gpu, N, m.at, s.at, s.at, m.at, &same));
    assert_true(same);
    gpu_must(&gpu, cudaMemcpyAsync((int64_t *)s.at + AT, &one, sizeof one,
                                   cudaMemcpyHostToDevice, gpu.stream));
    gpu_must(&gpu, gpu_chain_same(&gpu, N, m.at, s.at, m.at, s.at, &same));
    assert_true(same);
    gpu_must(&gpu, gpu_chain_same(&gpu, N, m.at, s.at, m.at, m.at, &same));
    assert_false(same);
    free_room();
}

TEST(test_failing_calls) {
    for (int variant = 0; variant < 2; variant++) {
        const int64_t n = variant && gpu_small() ? 12 : 70;
        const GpuChainStep steps[] = {
            {.last = 5, .kernel = GPU_CHAIN_BLOCKS, .threads = 32, .blocks = 2},
            {.last = n, .kernel = GPU_CHAIN_THREAD, .threads = 32}};
        Tables t;
        int k = 0;
        open_tables(&t, n);
        for (int64_t i = 0; i <= n; i++)
            t.p[i] = 1 + i * i % 10;
        print_algorithm(&t);
        make_room(n);
        for (;; k++) {
            gpu_must(&gpu, gpu_trim(&gpu));
            gpu.fail_at = gpu.calls + k;
            const cudaError_t error = run(&t, steps, 2 * variant);
            gpu.fail_at = -1;
            if (error == cudaSuccess)
                break;
            assert_non_null(gpu.what);
            gpu.what = NULL;
        }
        assert_true(k > 5);
        check_found(&t);
        free_room();
        close_tables(&t);
    }
}

/* The order in which units of work come is not the same in all runs: of
 * doubles, and of whole numbers. */
TEST(test_repeated) {
    const int n = gpu_small() ? 140 : 700, times = gpu_small() ? 1 : RUNS;
    for (int64_t unit = 1; unit <= 2000; unit += 1999) {
        Tables t;
        open_tables(&t, n);
        for (int64_t i = 0; i <= n; i++)
            t.p[i] = (1 + i * i % 30) * unit;
        print_algorithm(&t);
        for (int k = 0; k < times; k++)
            check(&t, NULL, 0);
        close_tables(&t);
    }
}

int main(void) {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
