/* SPDX-License-Identifier: MIT */
/* The matrix chain: the tables by tiles. The kernels of Nishida, Ito and Nakano, and the tables and
 * the figure of their paper: star-bench chain.
 *
 *     bench_gpu_chain [--quick] [--n N] [--check]
 *
 * --n: that size only; --check: compares tables of every size with those of the paper's kernels,
 * not only of sizes to 4096. */
#include "papers/chain_paper.h"
#include "gpu_test.h"

#include <string.h>

namespace {

enum { RUNS = 5 };

Gpu gpu;
GpuBlock m, s, over, other_m, other_s;

float sorted_middle(float *ms, int count) {
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++)
            if (ms[b] < ms[a]) {
                const float x = ms[a];
                ms[a] = ms[b];
                ms[b] = x;
            }
    return ms[count / 2];
}

cudaEvent_t new_event() {
    cudaEvent_t event;
    gpu_must(&gpu, cudaEventCreate(&event));
    return event;
}

float between(cudaEvent_t a, cudaEvent_t b) {
    float ms;
    gpu_must(&gpu, cudaEventElapsedTime(&ms, a, b));
    return ms;
}

/* Dimensions 1..most times unit. */
int64_t *chain_of(int64_t n, int64_t most, int64_t unit) {
    uint64_t seed = (uint64_t)n;
    int64_t *p = (int64_t *)malloc((size_t)(n + 1) * sizeof *p);
    if (p == NULL)
        exit(1);
    for (int64_t i = 0; i <= n; i++)
        p[i] = (1 + (int64_t)(gpu_random(&seed) % (uint64_t)most)) * unit;
    return p;
}

/* ---- Checks ---- */

void make_room(int64_t n) {
    for (GpuBlock *block : {&m, &s, &other_m, &other_s})
        gpu_must(&gpu, gpu_alloc(&gpu, block, n * n * 8));
    gpu_must(&gpu, gpu_alloc(&gpu, &over, 4));
}

void free_room() {
    for (GpuBlock *block : {&m, &s, &other_m, &other_s, &over})
        gpu_free(&gpu, block);
}

/* The tables of the paper's kernels into other_m and other_s. */
void make_others(const int64_t *p, int64_t n) {
    const GpuChainStep step = {n, GPU_CHAIN_BLOCK, 64, 1, NULL};
    gpu_must(&gpu, gpu_chain_variant(&gpu, p, n, (int64_t *)other_m.at, (int64_t *)other_s.at,
                                     (int32_t *)over.at, &step, 1));
}

const char *compare(int64_t n) {
    int32_t is_over;
    bool same;
    gpu_must(&gpu, gpu_read(&gpu, &is_over, over.at, sizeof is_over));
    gpu_must(&gpu, gpu_chain_same(&gpu, n, (int64_t *)m.at, (int64_t *)s.at, (int64_t *)other_m.at,
                                  (int64_t *)other_s.at, &same));
    return is_over ? "OVERFLOW" : same ? "right" : "WRONG";
}

void spoil(int64_t n) {
    for (GpuBlock *block : {&m, &s, &other_m, &other_s})
        gpu_must(&gpu, cudaMemsetAsync(block->at, 0xa5, (size_t)(n * n * 8), gpu.stream));
}

/* ---- By tiles ---- */

void measure(const char *name, int64_t n, int64_t most, int64_t unit, bool check) {
    int64_t *p = chain_of(n, most, unit);
    float ms[RUNS];
    const cudaEvent_t a = new_event(), b = new_event();
    make_room(n);
    spoil(n);
    for (int k = -1; k < RUNS; k++) {
        gpu_must(&gpu, cudaEventRecord(a, gpu.stream));
        gpu_must(&gpu, gpu_chain(&gpu, p, n, (int64_t *)m.at, (int64_t *)s.at, (int32_t *)over.at));
        gpu_must(&gpu, cudaEventRecord(b, gpu.stream));
        gpu_must(&gpu, gpu_sync(&gpu));
        if (k >= 0)
            ms[k] = between(a, b);
    }
    const double rate = (double)n * (double)n * (double)n / 6 / sorted_middle(ms, RUNS) * 1e-9;
    const char *found = "not checked";
    if (check) {
        make_others(p, n);
        found = compare(n);
    }
    printf("%-22s n %6d %10.3f ms (%.3f..%.3f) %6.3f T/s  %s", name, (int)n, ms[RUNS / 2], ms[0],
           ms[RUNS - 1], rate, found);
    printf(n == 16384 ? "  target 450 ms\n" : "\n");
    fflush(stdout);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    free_room();
    free(p);
}

} // namespace

int main(int argc, char **argv) {
    int64_t only = 0, most = 16384;
    bool check = false;
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--quick") == 0)
            most = 2048;
        else if (strcmp(argv[k], "--check") == 0)
            check = true;
        else if (strcmp(argv[k], "--n") == 0 && k + 1 < argc)
            only = atoll(argv[++k]);
        else {
            fprintf(stderr, "usage: %s [--quick] [--n N] [--check]\n", argv[0]);
            return 2;
        }
    gpu_test_open(&gpu);
    for (int64_t n = only ? only : 1024; n <= (only ? only : most); n *= 2) {
        measure("chain, double", n, 1000, 1, check || n <= 4096);
        measure("chain, int64", n, 1000, 100, check || n <= 4096);
        measure("chain, double, ties", n, 1, 7, check || n <= 4096);
    }
    gpu_close(&gpu);
    return 0;
}
