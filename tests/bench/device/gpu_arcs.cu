/* SPDX-License-Identifier: MIT */
/* What passes over arcs take on a device, data there.
 *
 *     bench_gpu_arcs [ROWS [LENGTH]]
 *
 * 2^24 rows of odd random numbers in 21 columns, of 2^20 components: the numbers are decoded alone,
 * checked, and used by GATHER and SCATTER, where one of 1, 16 or 256 rows takes part. A line of
 * output has the median of the device's times and the rate at which the columns were read. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "gpu_test.h"

#include "kernels/basic.h"
#include "kernels/bitwise.h"
#include "kernels/numbers.cuh"
#include "kernels/search.h"

enum { BLOCK = 256, RUNS = 21 };

static Gpu gpu;

static void must(cudaError_t error) {
    gpu_must(&gpu, error);
}

static uint64_t *room(int64_t words) {
    GpuBlock block;
    must(gpu_alloc(&gpu, &block, words * 8));
    return (uint64_t *)block.at;
}

/* Random words, of which about one bit of 2^(ands - 1) is 1. */
static __global__ void scramble(uint64_t *z, int64_t words, uint64_t seed, int ands) {
    const int64_t w = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (w >= words)
        return;
    uint64_t all = ~UINT64_C(0);
    for (int k = 1; k < ands; k++) {
        uint64_t x = seed + ((uint64_t)w * 16 + (uint64_t)k) * UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        all &= x ^ x >> 31;
    }
    z[w] = all;
}

static __global__ void __launch_bounds__(BLOCK)
    decode(uint32_t *z, const GpuTable t, int64_t halves) {
    const int64_t at = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    uint32_t number[32], all = 0;
    if (at >= halves)
        return;
    numbers_of(number, t.word + at / 2, t.stride, t.cols, (int)(at % 2));
    UNROLLED
    for (int k = 0; k < 32; k++)
        all = (all ^ number[k]) * 0x9e3779b1u;
    z[at] = all;
}

static unsigned blocks_for(int64_t threads) {
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

static void row(const char *what, double bytes, const std::function<void()> &work) {
    std::vector<float> ms;
    cudaEvent_t from, to;
    must(cudaEventCreate(&from));
    must(cudaEventCreate(&to));
    for (int k = 0; k < RUNS + 3; k++) {
        float time;
        must(cudaEventRecord(from, gpu.stream));
        work();
        must(cudaEventRecord(to, gpu.stream));
        must(cudaEventSynchronize(to));
        must(cudaEventElapsedTime(&time, from, to));
        if (k >= 3)
            ms.push_back(time);
    }
    std::sort(ms.begin(), ms.end());
    printf("%-28s%10.1f us%10.2f TB/s\n", what, 1e3 * ms[RUNS / 2], bytes / ms[RUNS / 2] / 1e9);
}

int main(int argc, char **argv) {
    const int64_t rows = argc > 1 ? atoll(argv[1]) : 1 << 24;
    const int64_t length = argc > 2 ? atoll(argv[2]) : 1 << 20;
    const int64_t words = star_words(rows);
    int cols = 0;
    GpuBlock answer;
    gpu_test_open(&gpu);
    must(gpu_scalar_result_open(&gpu, &answer));
    while (length >> cols > 0)
        cols++;
    const GpuTable t = {room(cols * words), words, rows, cols};
    uint64_t *x = room(star_words(length)), *y = room(words), *z = room(star_words(length));
    const double bytes = (double)rows * cols / 8;
    for (int j = 0; j < cols; j++)
        scramble<<<blocks_for(words), BLOCK, 0, gpu.stream>>>(t.word + j * words, words,
                                                              (uint64_t)j << 40, 2);
    must(gpu_fill(&gpu, t.word, 0, rows));
    must(gpu_fill(&gpu, t.word + (cols - 1) * words, 1, rows));
    scramble<<<blocks_for(star_words(length)), BLOCK, 0, gpu.stream>>>(x, star_words(length), 1, 2);
    must(cudaGetLastError());
    printf("%lld rows of %d columns\n", (long long)rows, cols);
    row("numbers decoded", bytes, [&] {
        decode<<<blocks_for(2 * words), BLOCK, 0, gpu.stream>>>((uint32_t *)y, t, 2 * words);
    });
    row("numbers checked", bytes, [&] { must(gpu_numbers_check(&gpu, answer, &t, NULL, length)); });
    row("GATHER", bytes, [&] { must(gpu_numbers_gather(&gpu, y, &t, x, length)); });
    for (int ands = 1; ands <= 9; ands += 4) {
        char what[32];
        scramble<<<blocks_for(words), BLOCK, 0, gpu.stream>>>(y, words, 2, ands);
        must(cudaGetLastError());
        snprintf(what, sizeof what, "SCATTER, 1 of %d", 1 << (ands - 1));
        row(what, bytes, [&] {
            must(gpu_fill(&gpu, z, 0, length));
            must(gpu_numbers_scatter(&gpu, z, &t, y));
        });
    }
    return 0;
}
