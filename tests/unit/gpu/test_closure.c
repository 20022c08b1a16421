/* SPDX-License-Identifier: MIT */
/* Closures of bit matrices, against WARSHALL's loop in plain C. */
#include "solvers/closure/gpu_closure.h"
#include "gpu_test.h"
#include "kernels/search.h"
#include "star_test.h"

static Gpu gpu;

typedef struct Matrix {
    int64_t n, words, stride;
    uint64_t *arcs, *closure, *found; /* on the host */
    GpuBlock on_device;
} Matrix;

enum { BEYOND = 0x5a }; /* what is behind the words of a row */

static size_t bytes(const Matrix *m) {
    return (size_t)(m->n * m->stride) * 8;
}

static void open_matrix(Matrix *m, int64_t n) {
    *m = (Matrix){.n = n, .words = (n + 63) / 64, .stride = (n + 63) / 64 + 1};
    m->arcs = calloc(1, bytes(m) + 8);
    m->closure = malloc(bytes(m) + 8);
    m->found = malloc(bytes(m) + 8);
    assert_true(m->arcs && m->closure && m->found);
    gpu_must(&gpu, gpu_alloc(&gpu, &m->on_device, (int64_t)bytes(m)));
    for (int64_t i = 0; i < n; i++)
        m->arcs[i * m->stride + m->words] = BEYOND;
}

static void close_matrix(Matrix *m) {
    gpu_free(&gpu, &m->on_device);
    free(m->arcs);
    free(m->closure);
    free(m->found);
}

static void add(Matrix *m, int64_t i, int64_t j) {
    m->arcs[i * m->stride + j / 64] |= UINT64_C(1) << j % 64;
}

/* ---- Graphs, most with their vertices in random order ---- */

typedef enum Kind {
    NONE,
    CIRCUIT,
    PATH,
    SPARSE,
    ACYCLIC,
    FORWARD, /* the same, vertices in order */
    DENSE,
    KINDS
} Kind;

static int64_t *random_order(int64_t n, uint64_t *seed) {
    int64_t *order = malloc((size_t)n * sizeof *order + 8);
    assert_non_null(order);
    for (int64_t i = 0; i < n; i++) {
        const int64_t j = (int64_t)(gpu_random(seed) % (uint64_t)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

static void draw(Matrix *m, Kind kind, uint64_t seed) {
    const int64_t n = m->n, arcs = kind == DENSE ? n / 10 + 1 : 2;
    int64_t *order = random_order(n, &seed);
    for (int64_t i = 0; i < n; i++)
        switch (kind) {
        case NONE: break;
        case CIRCUIT: add(m, order[i], order[(i + 1) % n]); break;
        case PATH:
            if (i + 1 < n)
                add(m, order[i], order[i + 1]);
            break;
        default:
            for (int64_t k = 0; k < arcs; k++) {
                const int64_t j = (int64_t)(gpu_random(&seed) % (uint64_t)n);
                if (kind == FORWARD && j > i)
                    add(m, i, j);
                else if (kind != FORWARD && (kind != ACYCLIC || j > i))
                    add(m, order[i], order[j]);
            }
        }
    free(order);
}

/* ---- The two sides ---- */

static void close_plainly(Matrix *m, int64_t first, int64_t last) {
    memcpy(m->closure, m->arcs, bytes(m));
    for (int64_t k = first; k < last; k++)
        for (int64_t i = 0; i < m->n; i++)
            if (m->closure[i * m->stride + k / 64] >> k % 64 & 1)
                for (int64_t w = 0; w < m->words; w++)
                    m->closure[i * m->stride + w] |=
                        m->closure[k * m->stride + w];
}

static void upload(Matrix *m) {
    gpu_must(&gpu, cudaMemcpyAsync(m->on_device.at, m->arcs, bytes(m),
                                   cudaMemcpyHostToDevice, gpu.stream));
}

static void assert_closed(Matrix *m) {
    gpu_must(&gpu, gpu_sync(&gpu));
    gpu_must(&gpu, cudaMemcpy(m->found, m->on_device.at, bytes(m),
                              cudaMemcpyDeviceToHost));
    assert_memory_equal(m->found, m->closure, bytes(m));
}

static void check(int64_t n, Kind kind, int64_t first, int64_t last) {
    Matrix m;
    if (!gpu_takes(n, 2600))
        return;
    open_matrix(&m, n);
    draw(&m, kind, (uint64_t)n);
    close_plainly(&m, first, last);
    upload(&m);
    gpu_must(&gpu, first == 0 && last == n
                       ? gpu_closure(&gpu, m.on_device.at, m.stride, n)
                       : gpu_warshall(&gpu, m.on_device.at, m.stride, n, first,
                                      last));
    assert_closed(&m);
    close_matrix(&m);
}

/* ---- Tests ---- */

TEST(test_sizes) {
    static const int64_t n[] = {0,   1,   2,   31,  32,  33,   63,   64,
                                65,  127, 128, 129, 255, 256,  257,  511,
                                512, 513, 700, 767, 769, 1000, 1024, 1025};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (Kind kind = 0; kind < KINDS; kind++)
            check(n[i], kind, 0, n[i]);
}

/* Around the block of pivots, and more than one. */
TEST(test_large) {
    static const int64_t n[] = {2047, 2048, 2049, 4700};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (Kind kind = CIRCUIT; kind < KINDS; kind++)
            check(n[i], kind, 0, n[i]);
    check(8200, ACYCLIC, 0, 8200); /* larger blocks */
}

/* A device of capability 9.0 has a product of its own; here it takes that of
 * all others. */
TEST(test_portable) {
    const int capability = gpu.capability;
    gpu.capability = capability < 80 ? capability : 80;
    test_sizes(state);
    check(2600, SPARSE, 100, 2500);
    check(4700, ACYCLIC, 0, 4700);
    gpu.capability = capability;
}

TEST(test_ranges) {
    static const int64_t range[][2] = {{0, 0},     {5, 5},      {0, 1},
                                       {63, 65},   {500, 520},  {511, 512},
                                       {512, 513}, {100, 2600}, {2599, 2600},
                                       {30, 2570}, {0, 2048}};
    for (size_t i = 0; i < sizeof range / sizeof *range; i++)
        for (Kind kind = CIRCUIT; kind < KINDS; kind++)
            check(2600, kind, range[i][0], range[i][1]);
}

/* A circuit and a path of more than 2^32 pairs: all are joined, or half. */
TEST(test_huge) {
    enum { N = 65600 };
    for (int path = 0; path < 2 && !gpu_small(); path++) {
        GpuBlock answer;
        Matrix m;
        int64_t ones;
        open_matrix(&m, N);
        for (int64_t i = 0; i < N - path; i++)
            add(&m, i, (i + 1) % N);
        for (int64_t i = 0; i < N; i++)
            m.arcs[i * m.stride + m.words] = 0;
        upload(&m);
        gpu_must(&gpu, gpu_scalar_result_open(&gpu, &answer));
        gpu_must(&gpu, gpu_closure(&gpu, m.on_device.at, m.stride, N));
        gpu_must(&gpu, gpu_count(&gpu, answer, m.on_device.at, N * m.stride));
        gpu_must(&gpu, gpu_scalar_result(&gpu, &ones));
        assert_int_equal(ones,
                         path ? N * (N - INT64_C(1)) / 2 : N * (int64_t)N);
        gpu_free(&gpu, &answer);
        close_matrix(&m);
    }
}

static void repeat(void) {
    const int times = gpu_small() ? 1 : 100;
    Matrix m;
    open_matrix(&m, gpu_small() ? 1300 : 2500);
    draw(&m, PATH, 1);
    close_plainly(&m, 0, m.n);
    for (int k = 0; k < times; k++) {
        upload(&m);
        gpu_must(&gpu, gpu_closure(&gpu, m.on_device.at, m.stride, m.n));
        assert_closed(&m);
    }
    close_matrix(&m);
}

TEST(test_repeated) {
    const int capability = gpu.capability;
    repeat();
    gpu.capability = capability < 80 ? capability : 80;
    repeat();
    gpu.capability = capability;
}

TEST(test_failing_calls) {
    Matrix m;
    int64_t failures = 0;
    if (gpu_small())
        return;
    open_matrix(&m, 3000);
    draw(&m, SPARSE, 1);
    close_plainly(&m, 0, m.n);
    upload(&m);
    gpu.fail_at = gpu.calls;
    while (gpu_closure(&gpu, m.on_device.at, m.stride, m.n) != cudaSuccess) {
        assert_non_null(gpu.what);
        gpu.what = NULL;
        failures++;
        gpu.fail_at = gpu.calls + failures;
    }
    gpu.fail_at = -1;
    assert_true(failures > 10);
    assert_closed(&m);
    close_matrix(&m);
}

int main(void) {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
