/* The matrix chain: the tables by tiles, and the tables and the figure of
 * Nishida, Ito and Nakano, Accelerating the Dynamic Programming for the Matrix
 * Chain Product on the GPU, 2011, with their times beside.
 *
 *     bench_gpu_chain [--quick] [--n N] [--paper N] [--check]
 *
 * --n: that size only; --paper: the size for the kernels of the paper, 0: none;
 * --check: compares tables of every size with those of these kernels, not only
 * of sizes to 4096. */
#include "chain.h"
#include "gpu_test.h"

#include <string.h>

namespace {

enum { RUNS = 5, BUCKETS = 64, SETTINGS = 24 };

Gpu gpu;
GpuBlock m, s, over, other_m, other_s, wrong;

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

__global__ void differ(const int64_t *m, const int64_t *s, const int64_t *other_m,
                       const int64_t *other_s, int n, int32_t *count) {
    const int i = blockIdx.y;
    for (int j = i + blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) {
        const int64_t at = (int64_t)i * n + j;
        if (m[at] != other_m[at] || s[at] != other_s[at])
            atomicAdd(count, 1);
    }
}

void make_room(int64_t n) {
    for (GpuBlock *block : {&m, &s, &other_m, &other_s})
        gpu_must(&gpu, gpu_alloc(&gpu, block, n * n * 8));
    gpu_must(&gpu, gpu_alloc(&gpu, &over, 4));
    gpu_must(&gpu, gpu_alloc(&gpu, &wrong, 4));
}

void free_room() {
    for (GpuBlock *block : {&m, &s, &other_m, &other_s, &over, &wrong})
        gpu_free(&gpu, block);
}

/* The tables of the paper's kernels into other_m and other_s. */
void make_others(const int64_t *p, int64_t n) {
    const GpuChainStep step = {n, GPU_CHAIN_BLOCK, 64, 1, NULL};
    gpu_must(&gpu, gpu_chain_variant(&gpu, p, n, (int64_t *)other_m.at, (int64_t *)other_s.at,
                                     (int32_t *)over.at, &step, 1));
}

const char *compare(int64_t n) {
    int32_t is_over, count;
    gpu_must(&gpu, gpu_read(&gpu, &is_over, over.at, sizeof is_over));
    gpu_must(&gpu, cudaMemsetAsync(wrong.at, 0, 4, gpu.stream));
    differ<<<dim3(8, (unsigned)n), 256, 0, gpu.stream>>>(
        (int64_t *)m.at, (int64_t *)s.at, (int64_t *)other_m.at, (int64_t *)other_s.at, (int)n,
        (int32_t *)wrong.at);
    gpu_must(&gpu, cudaGetLastError());
    gpu_must(&gpu, gpu_read(&gpu, &count, wrong.at, sizeof count));
    return is_over ? "OVERFLOW" : count > 0 ? "WRONG" : "right";
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
        gpu_must(&gpu, gpu_chain(&gpu, p, n, (int64_t *)m.at, (int64_t *)s.at,
                                 (int32_t *)over.at));
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

/* ---- The paper ---- */

struct Setting {
    GpuChainKernel kernel;
    int threads, blocks;
    double paper; /* ms, n = 16384 */
};

const Setting settings[SETTINGS] = {
    {GPU_CHAIN_THREAD, 32, 1, 729428},    {GPU_CHAIN_THREAD, 64, 1, 977575},
    {GPU_CHAIN_THREAD, 128, 1, 1017610},  {GPU_CHAIN_THREAD, 256, 1, 1112098},
    {GPU_CHAIN_BLOCK, 32, 1, 912642},     {GPU_CHAIN_BLOCK, 64, 1, 1111794},
    {GPU_CHAIN_BLOCK, 128, 1, 1137166},   {GPU_CHAIN_BLOCK, 256, 1, 1056523},
    {GPU_CHAIN_BLOCKS, 32, 2, 1571230},   {GPU_CHAIN_BLOCKS, 32, 4, 1561411},
    {GPU_CHAIN_BLOCKS, 32, 8, 1493823},   {GPU_CHAIN_BLOCKS, 32, 16, 1338796},
    {GPU_CHAIN_BLOCKS, 64, 2, 1251733},   {GPU_CHAIN_BLOCKS, 64, 4, 1221975},
    {GPU_CHAIN_BLOCKS, 64, 8, 1115941},   {GPU_CHAIN_BLOCKS, 64, 16, 1001370},
    {GPU_CHAIN_BLOCKS, 128, 2, 1215875},  {GPU_CHAIN_BLOCKS, 128, 4, 1059025},
    {GPU_CHAIN_BLOCKS, 128, 8, 970862},   {GPU_CHAIN_BLOCKS, 128, 16, 1038715},
    {GPU_CHAIN_BLOCKS, 256, 2, 1128318},  {GPU_CHAIN_BLOCKS, 256, 4, 989715},
    {GPU_CHAIN_BLOCKS, 256, 8, 1095406},  {GPU_CHAIN_BLOCKS, 256, 16, 1447205},
};

const char *const names[] = {"OneThreadPerOneEntry", "OneBlockPerOneEntry",
                             "BlocksPerOneEntry"};

struct Paper {
    int64_t n;
    int64_t *p;
    GpuChainStep steps[BUCKETS];
    cudaEvent_t start;
    float ms[SETTINGS][BUCKETS];
    int best[3][BUCKETS]; /* setting */
};

/* Runs the steps; the time of each into ms, and of all. */
float run_steps(Paper *x, float *ms) {
    gpu_must(&gpu, cudaEventRecord(x->start, gpu.stream));
    gpu_must(&gpu, gpu_chain_variant(&gpu, x->p, x->n, (int64_t *)other_m.at,
                                     (int64_t *)other_s.at, (int32_t *)over.at, x->steps,
                                     BUCKETS));
    gpu_must(&gpu, gpu_sync(&gpu));
    for (int b = 0; b < BUCKETS; b++)
        ms[b] = between(b == 0 ? x->start : x->steps[b - 1].done, x->steps[b].done);
    return between(x->start, x->steps[BUCKETS - 1].done);
}

void set_step(Paper *x, int bucket, const Setting *setting) {
    x->steps[bucket].kernel = setting->kernel;
    x->steps[bucket].threads = setting->threads;
    x->steps[bucket].blocks = setting->blocks;
}

void table_one(Paper *x) {
    printf("Table I: time of each kernel, n = %d; in the paper n = 16384\n", (int)x->n);
    for (int k = 0; k < SETTINGS; k++) {
        for (int b = 0; b < BUCKETS; b++)
            set_step(x, b, &settings[k]);
        const float all = run_steps(x, x->ms[k]);
        printf("%-22s threads %3d blocks %2d %10.2f ms  %s  paper %8.0f ms\n",
               names[settings[k].kernel], settings[k].threads, settings[k].blocks, all,
               compare(x->n), settings[k].paper);
        fflush(stdout);
    }
}

/* The fastest setting of each kernel. */
void figure_seven(Paper *x) {
    printf("Figure 7: us a diagonal to l, each kernel with its fastest setting\n");
    for (int b = 0; b < BUCKETS; b++) {
        const int64_t from = b == 0 ? 0 : x->steps[b - 1].last;
        printf("%6d", (int)x->steps[b].last);
        for (int kernel = 0; kernel < 3; kernel++) {
            int best = -1;
            for (int k = 0; k < SETTINGS; k++)
                if (settings[k].kernel == kernel && (best < 0 || x->ms[k][b] < x->ms[best][b]))
                    best = k;
            x->best[kernel][b] = best;
            printf(" %9.2f", x->ms[best][b] * 1e3 / (double)(x->steps[b].last - from));
        }
        printf("\n");
    }
}

void table_two(Paper *x) {
    printf("Table II: fastest kernel; in the paper, n = 16384: OneBlockPerOneEntry to 3668, "
           "OneThreadPerOneEntry to 15406, OneBlockPerOneEntry to 15662, BlocksPerOneEntry\n");
    for (int b = 0; b < BUCKETS; b++) {
        int best = x->best[0][b];
        for (int kernel = 1; kernel < 3; kernel++)
            if (x->ms[x->best[kernel][b]][b] < x->ms[best][b])
                best = x->best[kernel][b];
        set_step(x, b, &settings[best]);
    }
    for (int b = 0; b < BUCKETS; b++)
        if (b + 1 == BUCKETS || x->steps[b + 1].kernel != x->steps[b].kernel)
            printf("l to %6d %s\n", (int)x->steps[b].last, names[x->steps[b].kernel]);
}

void table_three(Paper *x) {
    float all[RUNS], ms[BUCKETS];
    for (int k = 0; k < RUNS; k++)
        all[k] = run_steps(x, ms);
    printf("Table III: combination, n %d: %.2f ms  %s; paper, n 16384: 701600 ms\n", (int)x->n,
           sorted_middle(all, RUNS), compare(x->n));
}

void paper(int64_t n) {
    static Paper x;
    x.n = n;
    x.p = chain_of(n, 1000, 1);
    x.start = new_event();
    make_room(n);
    spoil(n);
    gpu_must(&gpu, gpu_chain(&gpu, x.p, n, (int64_t *)m.at, (int64_t *)s.at, (int32_t *)over.at));
    for (int b = 0; b < BUCKETS; b++) {
        x.steps[b].last = n * (b + 1) / BUCKETS;
        x.steps[b].done = new_event();
    }
    table_one(&x);
    figure_seven(&x);
    table_two(&x);
    table_three(&x);
    for (int b = 0; b < BUCKETS; b++)
        cudaEventDestroy(x.steps[b].done);
    cudaEventDestroy(x.start);
    free_room();
    free(x.p);
}

} // namespace

int main(int argc, char **argv) {
    int64_t only = 0, most = 16384, of_paper = 4096;
    bool check = false;
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--quick") == 0)
            most = 2048, of_paper = 512;
        else if (strcmp(argv[k], "--check") == 0)
            check = true;
        else if (strcmp(argv[k], "--n") == 0 && k + 1 < argc)
            only = atoll(argv[++k]);
        else if (strcmp(argv[k], "--paper") == 0 && k + 1 < argc)
            of_paper = atoll(argv[++k]);
        else {
            fprintf(stderr, "usage: %s [--quick] [--n N] [--paper N] [--check]\n", argv[0]);
            return 2;
        }
    gpu_test_open(&gpu);
    for (int64_t n = only ? only : 1024; n <= (only ? only : most); n *= 2) {
        measure("chain, double", n, 1000, 1, check || n <= 4096);
        measure("chain, int64", n, 1000, 100, check || n <= 4096);
        measure("chain, double, ties", n, 1, 7, check || n <= 4096);
    }
    if (of_paper > 0)
        paper(of_paper);
    gpu_close(&gpu);
    return 0;
}
