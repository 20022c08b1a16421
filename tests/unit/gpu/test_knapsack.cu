/* SPDX-License-Identifier: MIT */
/* The greatest value on a device is that of the plain table, and so are the sums of subsets. */
#include <algorithm>
#include <vector>

#include "test.h"
#include "gpu_test.h"
#include "solvers/knapsack/knapsack.h"

static Gpu gpu;

typedef std::vector<int64_t> Numbers;

static int64_t best_of(const Numbers &w, const Numbers &v, int64_t capacity) {
    Numbers best(capacity + 1, 0);
    for (size_t i = 0; i < w.size(); i++)
        for (int64_t j = capacity; j >= w[i]; j--)
            best[j] = std::max(best[j], best[j - w[i]] + v[i]);
    return best[capacity];
}

static Numbers draw(size_t n, int64_t low, int64_t high, uint64_t *seed) {
    Numbers all(n);
    for (int64_t &one : all)
        one = low + (int64_t)(gpu_random(seed) % (uint64_t)(high - low + 1));
    return all;
}

static void expect_best(const Numbers &w, const Numbers &v, int64_t capacity) {
    int64_t best = -1;
    bool done = false;
    std::vector<GpuItem> room(w.size());
    assert_int_equal(gpu_knapsack(&gpu, w.data(), v.data(), (int64_t)w.size(), capacity,
                                  room.data(), &best, NULL, &done),
                     cudaSuccess);
    assert_true(done);
    assert_int_equal(best, best_of(w, v, capacity));
}

/* The choice as the body in stdlib/pipeline.star makes it. */
static Numbers choice_of(const Numbers &w, const Numbers &v, int64_t capacity) {
    const size_t n = w.size(), row = (size_t)capacity + 1;
    Numbers best(row, 0), chosen(n, 0);
    std::vector<bool> took(n * row, false);
    for (size_t i = 0; i < n; i++)
        for (int64_t j = capacity; j >= w[i]; j--)
            if (best[j - w[i]] + v[i] > best[j]) {
                best[j] = best[j - w[i]] + v[i];
                took[i * row + j] = true;
            }
    int64_t j = capacity;
    for (size_t i = n; i-- > 0;)
        if (took[i * row + j]) {
            chosen[i] = 1;
            j -= w[i];
        }
    return chosen;
}

static void expect_choice(const Numbers &w, const Numbers &v, int64_t capacity) {
    const Numbers right = choice_of(w, v, capacity);
    std::vector<GpuItem> room(w.size());
    std::vector<uint8_t> chosen(w.size(), 7);
    int64_t best = -1;
    bool done = false;
    assert_int_equal(gpu_knapsack(&gpu, w.data(), v.data(), (int64_t)w.size(), capacity,
                                  room.data(), &best, chosen.data(), &done),
                     cudaSuccess);
    assert_true(done);
    assert_int_equal(best, best_of(w, v, capacity));
    for (size_t i = 0; i < w.size(); i++)
        if (chosen[i] != right[i])
            fail_msg("item %zu of %zu, capacity %ld: %d", i, w.size(), (long)capacity, chosen[i]);
}

/* Light items in one pass, and heavy ones in pairs. */
TEST(test_weights) {
    static const int64_t heaviest[] = {1, 3, 40, 500, 3000, 9000, 40000};
    for (int64_t most : heaviest)
        for (int64_t capacity : {0, 1, 63, 1024, 8191, 8192, 8193, 40000, 100000})
            for (size_t items : {0, 1, 2, 3, 17, 65, 130}) {
                if (!gpu_takes(capacity, 40000))
                    continue;
                uint64_t seed = (uint64_t)(most + capacity) + items;
                const Numbers w = draw(items, 0, most, &seed), v = draw(items, -5, 1000, &seed);
                expect_best(w, v, capacity);
                expect_choice(w, v, capacity);
            }
}

/* With much to do for a multiprocessor, passes have larger tiles: by the first of these the
 * largest, and all with a choice by the others. */
TEST(test_large_tiles) {
    static const struct {
        int multiprocessors;
        size_t items;
        int64_t low, high, value, capacity;
    } tiles[] = {{8, 1000, 600, 620, 1000, 183000},
                 {1, 1000, 1, 400, 1000, 60000},
                 {1, 500, 1, 250, INT64_C(1) << 50, 20000}};
    const int all = gpu.multiprocessors;
    for (const auto &t : tiles) {
        uint64_t seed = (uint64_t)t.high;
        const Numbers w = draw(t.items, t.low, t.high, &seed), v = draw(t.items, 1, t.value, &seed);
        gpu.multiprocessors = t.multiprocessors;
        expect_best(w, v, t.capacity);
        if (&t > tiles || !gpu_small())
            expect_choice(w, v, t.capacity);
    }
    gpu.multiprocessors = all;
}

/* Few values and weights, so that many choices are as good. */
TEST(test_ties) {
    for (int64_t most : {2, 9, 12000})
        for (int64_t capacity : {7, 100, 33333})
            for (uint64_t seed = 1; seed < 20; seed++) {
                uint64_t from = seed;
                const Numbers w = draw(40, 0, most, &from), v = draw(40, 1, 3, &from);
                if (gpu_takes(0, 0))
                    expect_choice(w, v, capacity);
            }
}

/* Capacities around what all items weigh. */
TEST(test_capacities) {
    uint64_t seed = 1;
    const Numbers w = draw(30, 1, 900, &seed), v = draw(30, 1, 1000, &seed);
    int64_t all = 0;
    for (int64_t one : w)
        all += one;
    for (int64_t d = -3; d <= 3; d++) {
        expect_best(w, v, all + d);
        expect_choice(w, v, all + d);
    }
    for (int64_t capacity = 0; capacity < 70; capacity++)
        if (gpu_takes(0, 0))
            expect_best(w, v, capacity);
}

TEST(test_large_values) {
    uint64_t seed = 2;
    for (int64_t most : {60, 700, 20000}) {
        const Numbers w = draw(90, 0, most, &seed);
        const Numbers v = draw(90, 1, INT64_C(1) << 56, &seed);
        expect_best(w, v, gpu_small() ? 20000 : 50000);
        expect_choice(w, v, gpu_small() ? 20000 : 50000);
    }
    expect_best({5, 6, 7}, {INT32_MAX - 5, 3, 2}, 17);
    expect_best({5, 6, 7}, {INT32_MAX - 5, 3, 3}, 17);
}

TEST(test_too_large) {
    const int64_t w[] = {1, 2}, v[] = {INT64_MAX, 1};
    GpuItem room[2];
    int64_t best;
    bool done = true;
    assert_int_equal(gpu_knapsack(&gpu, w, v, 2, 2, room, &best, NULL, &done), cudaSuccess);
    assert_false(done);
    assert_int_equal(gpu_knapsack(&gpu, w, v, 2, GPU_KNAPSACK_MOST + 1, room, &best, NULL, &done),
                     cudaSuccess);
    assert_false(done);
}

/* ---- Sums ---- */

typedef std::vector<uint32_t> Words;

static Words marks_of(int64_t length, uint64_t *seed) {
    Words marks((size_t)(length + 31) / 32, 0);
    for (int64_t k = 0; k < length; k = 2 * k + 1 + (int64_t)(gpu_random(seed) % 9))
        marks[(size_t)k / 32] |= 1u << k % 32;
    return marks;
}

static Words sums_of(Words marks, int64_t length, const Numbers &w) {
    for (int64_t one : w)
        for (int64_t j = length - 1; j >= one; j--)
            if (marks[(size_t)(j - one) / 32] >> (j - one) % 32 & 1)
                marks[(size_t)j / 32] |= 1u << j % 32;
    return marks;
}

static cudaError_t run(Words &marks, int64_t length, const Numbers &w) {
    const size_t bytes = marks.size() * sizeof marks[0];
    uint32_t *at = NULL;
    gpu_must(&gpu, cudaMalloc(&at, bytes + 1));
    gpu_must(&gpu, cudaMemcpy(at, marks.data(), bytes, cudaMemcpyHostToDevice));
    gpu_must(&gpu, cudaDeviceSynchronize());
    std::vector<int64_t> room(w.size());
    const cudaError_t error =
        gpu_subset_sums(&gpu, at, length, w.data(), (int64_t)w.size(), room.data());
    gpu_must(&gpu, cudaStreamSynchronize(gpu.stream));
    gpu_must(&gpu, cudaMemcpy(marks.data(), at, bytes, cudaMemcpyDeviceToHost));
    gpu_must(&gpu, cudaFree(at));
    return error;
}

TEST(test_sums) {
    for (int64_t heaviest : {1, 31, 33, 64, 900, 30000, 90000})
        for (int64_t length : {0, 1, 31, 32, 33, 57343, 57344, 57345, 130000})
            for (size_t items : {0, 1, 2, 5, 70}) {
                if (!gpu_takes(length, 60000))
                    continue;
                uint64_t seed = (uint64_t)(heaviest + length) + items;
                const Numbers w = draw(items, 0, heaviest, &seed);
                Words marks = marks_of(length, &seed);
                const Words expected = sums_of(marks, length, w);
                assert_int_equal(run(marks, length, w), cudaSuccess);
                for (size_t k = 0; k < marks.size(); k++)
                    assert_int_equal(marks[k], expected[k]);
            }
}

TEST(test_failing_sums) {
    uint64_t seed = 4;
    const Numbers w = draw(3, 1, 9000, &seed);
    const Words from = marks_of(50000, &seed);
    cudaError_t error = cudaErrorUnknown;
    int64_t k = 0;
    for (; error != cudaSuccess; k++) {
        Words marks = from;
        assert_int_equal(gpu_trim(&gpu), cudaSuccess);
        gpu.fail_at = gpu.calls + k;
        gpu.what = NULL;
        error = run(marks, 50000, w);
        gpu.fail_at = -1;
        assert_true((error == cudaSuccess) == (gpu.what == NULL));
        assert_int_equal(gpu_trim(&gpu), cudaSuccess);
        assert_int_equal(gpu.held, 0);
    }
    assert_int_equal(k, 4);
}

TEST(test_failing_call) {
    uint64_t seed = 4;
    const Numbers w = draw(40, 1, 9000, &seed), v = draw(40, 1, 100, &seed);
    for (bool items : {false, true}) {
        std::vector<GpuItem> room(40);
        std::vector<uint8_t> chosen(40);
        cudaError_t error = cudaErrorUnknown;
        int64_t k = 0, best = 0;
        for (; error != cudaSuccess; k++) {
            bool done = false;
            assert_int_equal(gpu_trim(&gpu), cudaSuccess);
            gpu.fail_at = gpu.calls + k;
            gpu.what = NULL;
            error = gpu_knapsack(&gpu, w.data(), v.data(), 40, 70000, room.data(), &best,
                                 items ? chosen.data() : NULL, &done);
            gpu.fail_at = -1;
            assert_true((error == cudaSuccess) == (gpu.what == NULL));
            assert_int_equal(gpu_trim(&gpu), cudaSuccess);
            assert_int_equal(gpu.held, 0);
        }
        assert_true(k > 4);
        assert_int_equal(best, best_of(w, v, 70000));
    }
}

/* The greatest value of all sets of a few items. */
static int64_t best_of_few(const Numbers &w, const Numbers &v, int64_t capacity) {
    int64_t best = 0;
    for (unsigned set = 0; set < 1u << w.size(); set++) {
        int64_t weight = 0, value = 0;
        for (size_t i = 0; i < w.size(); i++) {
            weight += set >> i & 1 ? w[i] : 0;
            value += set >> i & 1 ? v[i] : 0;
        }
        best = weight <= capacity ? std::max(best, value) : best;
    }
    return best;
}

/* Cells beyond 2^31, on devices that have the memory. */
TEST(test_huge) {
    const int64_t capacity = (INT64_C(1) << 31) + 77, half = capacity / 2;
    const Numbers w = {half, half - 3, half + 2, 5, capacity, 70}, v = {50, 50, 51, 4, 100, 3};
    std::vector<GpuItem> room(w.size());
    std::vector<uint8_t> chosen(w.size());
    int64_t best = -1, weight = 0, value = 0;
    bool done = false;
    if (gpu_small())
        return;
    const cudaError_t error = gpu_knapsack(&gpu, w.data(), v.data(), (int64_t)w.size(), capacity,
                                           room.data(), &best, chosen.data(), &done);
    if (error == cudaErrorMemoryAllocation)
        return;
    assert_int_equal(error, cudaSuccess);
    for (size_t i = 0; i < w.size(); i++) {
        weight += chosen[i] * w[i];
        value += chosen[i] * v[i];
    }
    assert_true(done && weight <= capacity);
    assert_int_equal(best, best_of_few(w, v, capacity));
    assert_int_equal(value, best);
}

/* Marks beyond 2^31. */
TEST(test_huge_sums) {
    const int64_t length = (INT64_C(1) << 31) + 77, half = INT64_C(1) << 30;
    const Numbers w = {half, half - 1, 70},
                  sums = {0, 70, half - 1, half, half + 69, half + 70, 2 * half - 1, 2 * half + 69};
    Words marks((size_t)(length + 31) / 32, 0), expected = marks;
    if (gpu_small())
        return;
    marks[0] = 1;
    for (int64_t one : sums)
        expected[one / 32] |= 1u << one % 32;
    assert_int_equal(run(marks, length, w), cudaSuccess);
    assert_true(marks == expected);
}

TEST(test_repeats) {
    uint64_t seed = 6;
    const Numbers w = draw(60, 0, 1500, &seed), v = draw(60, 1, 50, &seed);
    const Numbers right = choice_of(w, v, 20000);
    const Words from = marks_of(60000, &seed), sums = sums_of(from, 60000, w);
    for (int k = 0; k < (gpu_small() ? 3 : 100); k++) {
        std::vector<GpuItem> room(w.size());
        std::vector<uint8_t> chosen(w.size(), 7);
        Words marks = from;
        int64_t best;
        bool done;
        assert_int_equal(gpu_knapsack(&gpu, w.data(), v.data(), (int64_t)w.size(), 20000,
                                      room.data(), &best, chosen.data(), &done),
                         cudaSuccess);
        assert_true(std::equal(right.begin(), right.end(), chosen.begin()));
        assert_int_equal(run(marks, 60000, w), cudaSuccess);
        assert_true(marks == sums);
    }
}

int main() {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
