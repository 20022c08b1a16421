/* SPDX-License-Identifier: MIT */
/* The Kleene star on a device has the bits that its definition in stdlib/maxplus.star gives. */
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "test.h"
#include "gpu_test.h"

#include "solvers/kleene/gpu_kleene.h"

static Gpu gpu;

/* ---- The definition ---- */

template <class T> static T greatest() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::max();
}

template <class T> static T epsilon_of(GpuRing ring) {
    return ring == GPU_MINPLUS ? greatest<T>() : -greatest<T>();
}

template <class T> static T times(T a, T b, GpuRing ring) {
    const T none = epsilon_of<T>(ring);
    if (a == none || b == none)
        return none;
    return ring == GPU_MAXMIN ? std::min(a, b) : a + b;
}

template <class T> static T plus(T a, T b, GpuRing ring) {
    return ring == GPU_MINPLUS ? std::min(a, b) : std::max(a, b);
}

/* The star of a, whose arcs all lead up in the order; rows in that order from those before. */
template <class T>
static std::vector<T> star_of(const std::vector<T> &a, const std::vector<int> &order,
                              GpuRing ring) {
    const size_t n = order.size();
    std::vector<T> w(n * n, epsilon_of<T>(ring));
    for (size_t p = 0; p < n; p++) {
        T *row = &w[order[p] * n];
        for (size_t q = 0; q < p; q++) {
            const T x = a[order[p] * n + order[q]];
            for (size_t j = 0; x != epsilon_of<T>(ring) && j < n; j++)
                row[j] = plus(row[j], times(x, w[order[q] * n + j], ring), ring);
        }
        row[order[p]] = ring == GPU_MAXMIN ? greatest<T>() : 0;
    }
    for (T &v : w)
        v = v == 0 ? 0 : v;
    return w;
}

template <class T> static bool is_better(T a, T b, GpuRing ring) {
    return ring == GPU_MINPLUS ? a < b : a > b;
}

/* The star by n iterations; false if it diverges. */
template <class T> static bool star_by_iterations(std::vector<T> &a, int n, GpuRing ring) {
    const T none = epsilon_of<T>(ring), unit = ring == GPU_MAXMIN ? greatest<T>() : 0;
    for (int i = 0; i < n; i++)
        a[i * n + i] = unit;
    for (T &v : a)
        v = v == 0 ? 0 : v;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; i != k && a[i * n + k] != none && j < n; j++)
                if (j != k) {
                    const T w = times(a[i * n + k], a[k * n + j], ring);
                    if (i == j && is_better(w, unit, ring))
                        return false;
                    a[i * n + j] = plus(a[i * n + j], w, ring);
                }
    return true;
}

/* ---- Graphs ---- */

static std::vector<int> shuffled(int n, uint64_t *seed) {
    std::vector<int> order(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--)
        std::swap(order[i], order[gpu_random(seed) % (i + 1)]);
    return order;
}

template <class T> static T weight(uint64_t *seed) {
    const int64_t v = (int64_t)(gpu_random(seed) % 2001) - 1000;
    const bool whole = std::numeric_limits<T>::is_integer || v % 10 == 0;
    return whole ? (T)v : (T)v / (T)7;
}

/* An arc from each vertex to the next, and `dense` of 100 of the others, zeros of both signs. */
template <class T>
static std::vector<T> graph(const std::vector<int> &order, int dense, GpuRing ring,
                            uint64_t *seed) {
    const size_t n = order.size();
    std::vector<T> a(n * n, epsilon_of<T>(ring));
    for (size_t p = 0; p < n; p++)
        for (size_t q = 0; q < p; q++)
            if ((dense > 0 && q + 1 == p) || gpu_random(seed) % 100 < (uint64_t)dense)
                a[order[p] * n + order[q]] = gpu_random(seed) % 16 == 0 ? (T)-0.0 : weight<T>(seed);
    for (size_t p = 0; p < n; p += 3)
        a[p * n + p] = ring == GPU_MINPLUS ? 1 : ring == GPU_MAXPLUS ? -1 : 5;
    return a;
}

/* ---- On the device ---- */

template <class T> static constexpr GpuNumber number();
template <> constexpr GpuNumber number<float>() {
    return GPU_SINGLE;
}
template <> constexpr GpuNumber number<double>() {
    return GPU_REAL;
}
template <> constexpr GpuNumber number<int32_t>() {
    return GPU_LONG;
}
template <> constexpr GpuNumber number<int64_t>() {
    return GPU_INT;
}

template <class T> static cudaError_t run(std::vector<T> &a, int n, GpuRing ring, bool *done) {
    const int64_t bytes = (int64_t)(a.size() * sizeof(T));
    GpuBlock block = {};
    gpu_must(&gpu, cudaMalloc(&block.at, (size_t)bytes + 1));
    gpu_must(&gpu, cudaMemcpy(block.at, a.data(), (size_t)bytes, cudaMemcpyHostToDevice));
    gpu_must(&gpu, cudaDeviceSynchronize());
    const cudaError_t error = gpu_kleene(&gpu, block.at, n, number<T>(), ring, done);
    gpu_must(&gpu, cudaStreamSynchronize(gpu.stream));
    gpu_must(&gpu, cudaMemcpy(a.data(), block.at, (size_t)bytes, cudaMemcpyDeviceToHost));
    gpu_must(&gpu, cudaFree(block.at));
    return error;
}

template <class T> static void expect_same(const std::vector<T> &a, const std::vector<T> &b) {
    for (size_t k = 0; k < a.size(); k++)
        if (memcmp(&a[k], &b[k], sizeof(T)) != 0)
            fail_msg("number %zu of %zu is %.9g, not %.9g", k, a.size(), (double)a[k],
                     (double)b[k]);
}

template <class T> static void expect_star(int n, int dense, GpuRing ring, uint64_t seed) {
    if (!gpu_takes(n, 130))
        return;
    const std::vector<int> order = shuffled(n, &seed);
    std::vector<T> a = graph<T>(order, dense, ring, &seed);
    const std::vector<T> expected = star_of(a, order, ring);
    bool done = false;
    assert_int_equal(run(a, n, ring, &done), cudaSuccess);
    assert_true(done);
    expect_same(a, expected);
}

template <class T> static void expect_left(std::vector<T> a, int n, GpuRing ring) {
    const std::vector<T> was = a;
    bool done = true;
    assert_int_equal(run(a, n, ring, &done), cudaSuccess);
    assert_false(done);
    expect_same(a, was);
}

/* ---- Tests ---- */

TEST(test_sizes) {
    static const int size[] = {0,  1,  2,   3,   15,  16,  17,  31,  32,  33,  63, 64,
                               65, 95, 127, 128, 129, 255, 256, 257, 300, 385, 520};
    for (int n : size)
        for (int dense : {0, 2, 50})
            expect_star<float>(n, dense, GPU_MAXPLUS, (uint64_t)(n + dense));
}

template <class T> static void expect_rings(void) {
    static const int size[] = {1, 33, 64, 65, 129, 300};
    for (int n : size)
        for (GpuRing ring : {GPU_MAXPLUS, GPU_MINPLUS, GPU_MAXMIN})
            expect_star<T>(n, 40, ring, (uint64_t)n);
}

TEST(test_rings) {
    expect_rings<float>();
    expect_rings<double>();
    expect_rings<int32_t>();
    expect_rings<int64_t>();
}

/* More vertices than a block has threads, in one level and in as many levels as vertices. */
TEST(test_order) {
    expect_star<int32_t>(1500, 0, GPU_MAXPLUS, 1);
    expect_star<int32_t>(1500, 1, GPU_MAXPLUS, 2);
}

/* Circuits that are no better than the unit. */
template <class T> static void expect_iterations(int n, int dense, GpuRing ring) {
    if (!gpu_takes(n, 130))
        return;
    uint64_t seed = (uint64_t)(n + dense);
    std::vector<T> a((size_t)n * n, epsilon_of<T>(ring));
    for (T &v : a)
        if (gpu_random(&seed) % 100 < (uint64_t)dense) {
            v = weight<T>(&seed);
            v = ring == GPU_MAXPLUS ? -std::abs(v) : ring == GPU_MINPLUS ? std::abs(v) : v;
        }
    a[1] = a[n] = ring == GPU_MAXPLUS ? -2 : 2;
    std::vector<T> expected = a;
    bool done = false;
    assert_true(star_by_iterations(expected, n, ring));
    assert_int_equal(run(a, n, ring, &done), cudaSuccess);
    assert_true(done);
    expect_same(a, expected);
}

template <class T> static void expect_circuits(void) {
    static const int size[] = {2, 3, 33, 64, 65, 127, 128, 129, 300};
    for (int n : size)
        for (GpuRing ring : {GPU_MAXPLUS, GPU_MINPLUS, GPU_MAXMIN})
            for (int dense : {3, 60})
                expect_iterations<T>(n, dense, ring);
}

TEST(test_circuits) {
    expect_circuits<float>();
    expect_circuits<double>();
    expect_circuits<int32_t>();
    expect_circuits<int64_t>();
}

TEST(test_divergence) {
    for (int n : {2, 40, 200, 300}) {
        uint64_t seed = 7;
        std::vector<float> a = graph<float>(shuffled(n, &seed), 30, GPU_MAXPLUS, &seed);
        a[1] = a[n] = 1;
        expect_left(a, n, GPU_MAXPLUS);
    }
}

template <class T> static void expect_odd(T v, bool on_diagonal, GpuRing ring) {
    enum { N = 70 };
    std::vector<T> a(N * N, epsilon_of<T>(ring));
    a[on_diagonal ? 66 * N + 66 : 69 * N + 1] = v;
    expect_left(a, N, ring);
}

TEST(test_odd) {
    expect_odd(NAN, false, GPU_MAXPLUS);
    expect_odd((double)NAN, false, GPU_MAXMIN);
    expect_odd(INFINITY, false, GPU_MAXPLUS);
    expect_odd((double)-INFINITY, false, GPU_MINPLUS);
    expect_odd(1e37f, false, GPU_MAXPLUS);
    expect_odd(INT32_C(1) << 23, false, GPU_MAXPLUS);
    expect_odd(INT64_C(1) << 55, false, GPU_MINPLUS);
    expect_odd(INT32_MIN, false, GPU_MAXMIN);
    expect_odd(INT64_MIN, false, GPU_MAXPLUS);
    expect_odd(0.5f, true, GPU_MAXPLUS);
    expect_odd(-1, true, GPU_MINPLUS);
}

TEST(test_too_many) {
    bool done = true;
    assert_int_equal(gpu_kleene(&gpu, NULL, GPU_KLEENE_MOST + 1, GPU_SINGLE, GPU_MAXPLUS, &done),
                     cudaSuccess);
    assert_false(done);
}

static void expect_each_time(const std::vector<float> &a, const std::vector<float> &expected,
                             int n) {
    for (int k = 0; k < (gpu_small() ? 1 : 100); k++) {
        std::vector<float> own = a;
        bool done = false;
        assert_int_equal(run(own, n, GPU_MAXPLUS, &done), cudaSuccess);
        assert_true(done);
        expect_same(own, expected);
    }
}

TEST(test_repeats) {
    const int n = gpu_small() ? 140 : 700;
    uint64_t seed = 3;
    const std::vector<int> order = shuffled(n, &seed);
    std::vector<float> a = graph<float>(order, 50, GPU_MAXPLUS, &seed), expected;
    expect_each_time(a, star_of(a, order, GPU_MAXPLUS), n);
    for (float &v : a)
        v = -std::abs(v);
    a[1] = a[n] = -2;
    expected = a;
    assert_true(star_by_iterations(expected, n, GPU_MAXPLUS));
    expect_each_time(a, expected, n);
}

static void expect_failures(const std::vector<float> &a, int n) {
    cudaError_t error = cudaErrorUnknown;
    int64_t k = 0;
    for (; error != cudaSuccess; k++) {
        std::vector<float> own = a;
        bool done = false;
        assert_int_equal(gpu_trim(&gpu), cudaSuccess);
        gpu.fail_at = gpu.calls + k;
        gpu.what = NULL;
        error = run(own, n, GPU_MAXPLUS, &done);
        gpu.fail_at = -1;
        assert_true((error == cudaSuccess) == (gpu.what == NULL));
        assert_int_equal(gpu_trim(&gpu), cudaSuccess);
        assert_int_equal(gpu.held, 0);
    }
    assert_true(k > 10);
}

TEST(test_failing_call) {
    uint64_t seed = 5;
    std::vector<float> a = graph<float>(shuffled(150, &seed), 50, GPU_MAXPLUS, &seed);
    if (gpu_small())
        return;
    expect_failures(a, 150);
    a[1] = a[150] = -9999;
    expect_failures(a, 150);
}

int main() {
    gpu.fail_at = -1;
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
