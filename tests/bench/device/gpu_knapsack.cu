/* SPDX-License-Identifier: MIT */
/* gpu_knapsack [--quick] [items capacity heaviest]: the greatest value of items with weights up to
 * the heaviest and values up to 1000, drawn at random. The time is from the items in the memory of
 * the host to the value there. Cells: capacity x items, those that are not made counted too.
 * Bounds: 12 bytes a cell if each item were a pass over rows in L2 (5.5 TB/s) or memory (4.3 TB/s),
 * and 8 bytes of shared memory if all items were one pass (132 x 128 bytes x 1.98 GHz). */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "solvers/knapsack/knapsack.h"

static Gpu gpu;

static double now_ms() {
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static int64_t plain(const std::vector<int64_t> &w, const std::vector<int64_t> &v,
                     int64_t capacity) {
    std::vector<int32_t> best(capacity + 1, 0);
    for (size_t i = 0; i < w.size(); i++)
        for (int64_t j = capacity; j >= w[i]; j--)
            best[j] = std::max(best[j], best[j - w[i]] + (int32_t)v[i]);
    return best[capacity];
}

/* With a choice, which items they are too: their weight and value are as they should be. */
static int measure(int64_t items, int64_t capacity, int64_t heaviest, bool choice) {
    enum { TIMES = 9 };
    std::vector<int64_t> w(items), v(items);
    std::vector<GpuItem> room(items);
    std::vector<uint8_t> chosen(items);
    std::vector<double> all;
    int64_t best = 0;
    bool done = false;
    srand(5);
    for (int64_t i = 0; i < items; i++) {
        w[i] = 1 + rand() % heaviest;
        v[i] = 1 + rand() % 1000;
    }
    for (int k = 0; k <= TIMES; k++) {
        const double from = now_ms();
        const cudaError_t error =
            gpu_knapsack(&gpu, w.data(), v.data(), items, capacity, room.data(), &best,
                         choice ? chosen.data() : NULL, &done);
        if (error != cudaSuccess) {
            fprintf(stderr, "%s: %s\n", gpu.what, cudaGetErrorString(cudaGetLastError()));
            return 1;
        }
        if (k > 0)
            all.push_back(now_ms() - from);
    }
    std::sort(all.begin(), all.end());
    const double ms = all[TIMES / 2], cells = (double)items * (double)capacity;
    const double rows = 12 * cells / (capacity < 4000000 ? 5.5e9 : 4.3e9);
    printf("%s items %-6ld capacity %-9ld heaviest %-6ld %9.3f ms  %7.0f G cells/s"
           "  (bounds: a pass an item %.2f ms, shared %.2f ms)\n",
           choice ? "choice  " : "knapsack", (long)items, (long)capacity, (long)heaviest, ms,
           cells / ms / 1e6, rows, 8 * cells / (132 * 128 * 1.98e6));
    int64_t weight = 0, worth = 0;
    for (int64_t i = 0; choice && i < items; i++) {
        weight += chosen[i] ? w[i] : 0;
        worth += chosen[i] ? v[i] : 0;
    }
    if (choice && (weight > capacity || worth != best))
        done = false;
    if (!done || (cells < 2e9 && best != plain(w, v, capacity))) {
        puts("  WRONG");
        return 1;
    }
    return 0;
}

/* Bits at a time: 2.14 accesses to shared memory for 32 cells. */
static int measure_sums(int64_t items, int64_t length, int64_t heaviest) {
    enum { TIMES = 9 };
    std::vector<int64_t> w(items), room(items);
    std::vector<double> all;
    const size_t words = (size_t)(length + 31) / 32;
    std::vector<uint32_t> got(words);
    uint32_t *marks;
    const uint32_t one = 1;
    int bad = 0;
    for (int64_t i = 0; i < items; i++)
        w[i] = 1 + rand() % heaviest;
    bad |= cudaMalloc(&marks, words * 4) != cudaSuccess;
    for (int k = 0; k <= TIMES; k++) {
        bad |= cudaMemset(marks, 0, words * 4) != cudaSuccess;
        bad |= cudaMemcpy(marks, &one, 4, cudaMemcpyHostToDevice) != cudaSuccess;
        bad |= cudaDeviceSynchronize() != cudaSuccess;
        const double from = now_ms();
        bad |= gpu_subset_sums(&gpu, marks, length, w.data(), items, room.data()) != cudaSuccess;
        bad |= gpu_sync(&gpu) != cudaSuccess;
        if (k > 0)
            all.push_back(now_ms() - from);
    }
    bad |= cudaMemcpy(got.data(), marks, words * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
    bad |= cudaFree(marks) != cudaSuccess;
    std::sort(all.begin(), all.end());
    const double ms = all[TIMES / 2], cells = (double)items * (double)length;
    printf("subsets  items %-6ld length   %-9ld heaviest %-6ld %9.3f ms  %7.0f G cells/s"
           "  (bound: shared %.2f ms)\n",
           (long)items, (long)length, (long)heaviest, ms, cells / ms / 1e6,
           2.14 * cells / 32 / (132 * 32 * 1.98e6));
    std::vector<uint64_t> x(words / 2 + 2, 0);
    x[0] = 1;
    for (int64_t i = 0; i < items && cells < 2e9; i++)
        for (int64_t q = (int64_t)x.size() - 1; q >= w[i] / 64; q--) {
            const int bits = (int)(w[i] % 64);
            uint64_t v = x[q - w[i] / 64] << bits;
            if (bits > 0 && q - w[i] / 64 > 0)
                v |= x[q - w[i] / 64 - 1] >> (64 - bits);
            x[q] |= v;
        }
    for (int64_t j = 0; j < length && cells < 2e9; j++)
        bad |= (x[j / 64] >> j % 64 & 1) != (got[j / 32] >> j % 32 & 1);
    if (bad)
        puts("  WRONG");
    return bad;
}

int main(int argc, char **argv) {
    int bad = 0;
    gpu.fail_at = -1;
    if (gpu_open(&gpu, 0) != cudaSuccess)
        return 1;
    if (argc == 4)
        for (bool choice : {false, true})
            bad |= measure(atol(argv[1]), atol(argv[2]), atol(argv[3]), choice);
    else if (argc > 1 && strcmp(argv[1], "--quick") == 0)
        bad = measure(200, 100000, 1000, false) | measure(200, 100000, 1000, true) |
              measure_sums(200, 100000, 1000);
    else
        for (int64_t heaviest : {1000, 4000, 40000}) {
            for (bool choice : {false, true}) {
                bad |= measure(1000, 1000000, heaviest, choice);
                bad |= measure(10000, 10000000, heaviest, choice);
            }
            bad |= measure_sums(1000, 1000000, heaviest);
            bad |= measure_sums(10000, 10000000, heaviest);
        }
    gpu_close(&gpu);
    return bad;
}
