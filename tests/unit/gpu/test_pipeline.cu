/* SPDX-License-Identifier: MIT */
/* The simplified problem on a device: the table that one operation after the other gives. */
#include <algorithm>
#include <cstring>
#include <vector>

#include "test.h"
#include "gpu_test.h"
#include "papers/pipeline_paper.h"
#include "solvers/pipeline/pipeline_op.cuh"

static Gpu gpu;

typedef std::vector<int64_t> Offsets;

/* ---- One after the other ---- */

/* Sets *bad if the sum or product does not fit. */
template <class T> static T combined(int op, T x, T y, bool *bad) {
    T z = 0;
    switch (op) {
    case GPU_SDP_MIN: return std::min(x, y);
    case GPU_SDP_MAX: return std::max(x, y);
    case GPU_SDP_ADD: *bad |= __builtin_add_overflow(x, y, &z); return z;
    case GPU_SDP_MUL: *bad |= __builtin_mul_overflow(x, y, &z); return z;
    case GPU_SDP_AND: return x & y;
    case GPU_SDP_OR: return x | y;
    case GPU_SDP_XOR: return x ^ y;
    default:
        while (y != 0) {
            z = x % y;
            x = y;
            y = z;
        }
        return x < 0 ? -x : x;
    }
}

template <class T> static bool fill_table(std::vector<T> &table, const Offsets &a, int op) {
    bool bad = false;
    for (size_t i = (size_t)a[0]; i < table.size(); i++) {
        T v = table[i - (size_t)a[0]];
        for (size_t j = 1; j < a.size(); j++)
            v = combined(op, v, table[i - (size_t)a[j]], &bad);
        table[i] = v;
    }
    return !bad;
}

/* ---- On the device ---- */

/* fold 0: by gpu_sdp; -1 - method: another one of the paper. */
template <class T>
static cudaError_t run(std::vector<T> &table, const Offsets &a, int op, int64_t fold, bool *done) {
    const size_t bytes = table.size() * sizeof(T);
    GpuSdp p = {NULL,     (int64_t)table.size(), sizeof(T) == 8,
                a.data(), (int64_t)a.size(),     (GpuSdpOp)op};
    gpu_must(&gpu, cudaMalloc(&p.table, bytes));
    gpu_must(&gpu, cudaMemcpy(p.table, table.data(), bytes, cudaMemcpyHostToDevice));
    gpu_must(&gpu, cudaDeviceSynchronize());
    const cudaError_t error = fold == 0  ? gpu_sdp(&gpu, &p, done)
                              : fold > 0 ? gpu_sdp_paper(&gpu, &p, GPU_SDP_PFOLD, fold)
                                         : gpu_sdp_paper(&gpu, &p, (GpuSdpMethod)(-1 - fold), 1);
    gpu_must(&gpu, cudaStreamSynchronize(gpu.stream));
    gpu_must(&gpu, cudaMemcpy(table.data(), p.table, bytes, cudaMemcpyDeviceToHost));
    gpu_must(&gpu, cudaFree(p.table));
    return error;
}

/* Small enough for sums and products. */
template <class T> static std::vector<T> given(size_t n, const Offsets &a, int op, uint64_t *seed) {
    std::vector<T> table(n);
    for (size_t i = 0; i < (size_t)a[0]; i++) {
        const int64_t v = (int64_t)(gpu_random(seed) >> 33);
        if (op == GPU_SDP_ADD)
            table[i] = (T)(v % 64 == 0 ? v % 3 - 1 : 0);
        else if (op == GPU_SDP_MUL)
            table[i] = (T)(v % 64 == 0 ? -1 : 1);
        else if (op == GPU_SDP_GCD)
            table[i] = (T)(v % 1000 * 720720 - 360360000);
        else
            table[i] = (T)(op >= GPU_SDP_AND && op <= GPU_SDP_XOR ? v : v - (INT64_C(1) << 30));
    }
    return table;
}

static int sums; /* that were made */

template <class T> static void expect_table(size_t n, const Offsets &a, int op, int64_t fold) {
    if (fold == 0 && !gpu_takes((int64_t)n, 3000))
        return;
    uint64_t seed = n + (uint64_t)op;
    std::vector<T> table = given<T>(n, a, op, &seed), expected = table;
    const bool fits = fill_table(expected, a, op);
    bool done = fold != 0;
    assert_int_equal(run(table, a, op, fold, &done), cudaSuccess);
    if (!done && op == GPU_SDP_ADD) /* it may say no before a sum does not fit */
        return;
    sums += op == GPU_SDP_ADD;
    assert_int_equal(done, fits);
    for (size_t i = 0; fits && i < n; i++)
        if (table[i] != expected[i])
            fail_msg("op %d, n %zu, k %zu, fold %d: number %zu is %ld, not %ld", op, n, a.size(),
                     (int)fold, i, (long)table[i], (long)expected[i]);
}

static Offsets offsets(size_t k, int64_t least, int64_t most, uint64_t *seed) {
    Offsets a = {least};
    while (a.size() < k) {
        const int64_t one = least + 1 + (int64_t)(gpu_random(seed) % (uint64_t)(most - least));
        if (std::find(a.begin(), a.end(), one) == a.end())
            a.push_back(one);
    }
    std::sort(a.rbegin(), a.rend());
    return a;
}

static Offsets consecutive(int64_t k) {
    Offsets a;
    for (int64_t j = k; j > 0; j--)
        a.push_back(j);
    return a;
}

/* By the paper, with a barrier or more for each cell: of these there are few in a small test. */
template <class T> static void expect_paper(size_t n, const Offsets &a, int op, int64_t fold) {
    expect_table<T>(gpu_small() ? (size_t)a[0] + 100 : n, a, op, fold);
}

/* ---- Tests ---- */

TEST(test_offsets) {
    static const int64_t least[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 500, 1023, 1024, 1500, 9000};
    for (int64_t from : least)
        for (size_t k : {1, 2, 3, 16, 50})
            for (int64_t range : {60, 3000, 50000}) {
                uint64_t seed = (uint64_t)(from + range) + k;
                const Offsets a = offsets(k, from, from + range, &seed);
                for (size_t more : {0, 1, 31, 32, 33, 700, 30001})
                    expect_table<int32_t>((size_t)a[0] + more, a, GPU_SDP_MIN, 0);
            }
}

TEST(test_operations) {
    const size_t more = gpu_small() ? 500 : 50000;
    const int64_t range = gpu_small() ? 400 : 4000;
    for (int op = GPU_SDP_MIN; op <= GPU_SDP_GCD; op++)
        for (int64_t from : {1, 5, 40, 1000, 20000})
            for (size_t k : {1, 2, 9, 60}) {
                uint64_t seed = (uint64_t)from + k;
                const Offsets a = offsets(k, from, from + range, &seed);
                expect_table<int32_t>((size_t)a[0] + more, a, op, 0);
                expect_table<int64_t>((size_t)a[0] + more, a, op, 0);
            }
    assert_true(sums > 10 || gpu_small());
}

TEST(test_consecutive) {
    for (int op = GPU_SDP_MIN; op <= GPU_SDP_GCD; op++)
        for (int64_t k : {1, 2, 3, 31, 32, 33, 64, 256, 1024})
            expect_table<int64_t>((size_t)k + (gpu_small() ? 300 : 5000), consecutive(k), op, 0);
}

TEST(test_pfold) {
    uint64_t seed = 9;
    expect_paper<int32_t>(3000, consecutive(16), GPU_SDP_MIN, 1);
    expect_paper<int64_t>(3000, offsets(40, 80, 900, &seed), GPU_SDP_MAX, 1);
    expect_paper<int32_t>(9000, offsets(16, 100, 900, &seed), GPU_SDP_XOR, 4);
    expect_paper<int64_t>(60000, offsets(16, 5000, 9000, &seed), GPU_SDP_MIN, 300);
}

TEST(test_paper) {
    uint64_t seed = 11;
    for (int64_t method : {GPU_SDP_SEQUENTIAL, GPU_SDP_TOURNAMENT, GPU_SDP_TWO})
        for (size_t k : {1, 2, 3, 16, 37, 256}) {
            expect_paper<int32_t>(3000, consecutive((int64_t)k), GPU_SDP_MIN, -1 - method);
            expect_paper<int64_t>(3000, offsets(k, 3, 900, &seed), GPU_SDP_XOR, -1 - method);
        }
}

template <class T> static void expect_no(const Offsets &a, int op, T v) {
    std::vector<T> table((size_t)a[0] + 100, 1);
    bool done = true;
    table[(size_t)a[0] - 1] = v;
    assert_int_equal(run(table, a, op, 0, &done), cudaSuccess);
    assert_false(done);
}

TEST(test_odd) {
    for (const Offsets &a : {Offsets{3, 1}, Offsets{20000, 10000}}) {
        expect_no<int32_t>(a, GPU_SDP_MIN, INT32_MIN);
        expect_no<int64_t>(a, GPU_SDP_MAX, INT64_MIN);
        expect_no<int32_t>(a, GPU_SDP_AND, -1);
        expect_no<int64_t>(a, GPU_SDP_XOR, -1);
        expect_no<int32_t>(a, GPU_SDP_ADD, INT32_MAX / 2 + 1);
        expect_no<int64_t>(a, GPU_SDP_ADD, INT64_MIN / 2 - 1);
    }
    expect_no<int32_t>({2, 1}, GPU_SDP_MUL, 3);
    expect_no<int64_t>({2, 1}, GPU_SDP_MUL, 1 << 30);
    expect_no<int32_t>({2, 1}, GPU_SDP_ADD, 1);
    expect_no<int32_t>(consecutive(GPU_SDP_OFFSETS + 1), GPU_SDP_MIN, 1);
}

TEST(test_failing_call) {
    for (const Offsets &a : {Offsets{30, 2}, Offsets{20000, 10000}})
        for (int64_t fold : {0, 1}) {
            cudaError_t error = cudaErrorUnknown;
            int64_t k = 0;
            for (; error != cudaSuccess; k++) {
                std::vector<int32_t> table(gpu_small() ? (size_t)a[0] + 100 : 30000, 5);
                bool done = false;
                assert_int_equal(gpu_trim(&gpu), cudaSuccess);
                gpu.fail_at = gpu.calls + k;
                gpu.what = NULL;
                error = run(table, a, GPU_SDP_MIN, fold, &done);
                gpu.fail_at = -1;
                assert_true((error == cudaSuccess) == (gpu.what == NULL));
                assert_int_equal(gpu_trim(&gpu), cudaSuccess);
                assert_int_equal(gpu.held, 0);
            }
            assert_true(k > 3);
        }
}

/* A block writes the number of each barrier it has passed, and sees no lesser number of another
 * block behind it. */
static __global__ void meet(unsigned *count, unsigned target, volatile int *passed, int *wrong) {
    for (int k = 1; k <= 50; k++) {
        if (threadIdx.x == 0)
            passed[blockIdx.x] = k;
        barrier(count, target += gridDim.x);
        for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x)
            if (passed[block] < k)
                *wrong = 1;
    }
}

/* So many batches that the count goes past 2^31, or past 2^32. */
TEST(test_many_steps) {
    const int blocks = gpu.multiprocessors;
    GpuBlock room;
    for (unsigned from : {0u, INT32_MAX - 200u, UINT32_MAX - 200u}) {
        std::vector<int> ints(2 + blocks, 0);
        ints[0] = (int)from;
        const int64_t bytes = (int64_t)ints.size() * 4;
        gpu_must(&gpu, gpu_alloc(&gpu, &room, bytes));
        unsigned *count = (unsigned *)room.at;
        int *wrong = (int *)count + 1, *passed = wrong + 1;
        void *arg[] = {&count, &from, &passed, &wrong};
        gpu_must(&gpu, cudaMemcpyAsync(room.at, ints.data(), (size_t)bytes, cudaMemcpyHostToDevice,
                                       gpu.stream));
        gpu_must(&gpu, cudaLaunchCooperativeKernel((void *)meet, blocks, 64, arg, 0, gpu.stream));
        gpu_must(&gpu, gpu_read(&gpu, ints.data(), room.at, bytes));
        gpu_free(&gpu, &room);
        assert_int_equal(ints[0], (int)(from + 50u * (unsigned)blocks));
        assert_int_equal(ints[1], 0);
    }
}

TEST(test_repeats) {
    for (int k = 0; k < (gpu_small() ? 7 : 100); k++) {
        uint64_t seed = (uint64_t)k;
        expect_table<int32_t>(40000, offsets(8, 64, 900, &seed), GPU_SDP_MAX, 0);
        expect_table<int32_t>(90000, offsets(8, 9000, 19000, &seed), GPU_SDP_XOR, 0);
    }
}

int main() {
    gpu_test_open(&gpu);
    const int failed = tests_run(NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
