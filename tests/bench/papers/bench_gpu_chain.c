/* SPDX-License-Identifier: MIT */
/* bench chain on a device: the three kernels of Nishida, Ito and Nakano,
 * Accelerating the Dynamic Programming for the Matrix Chain Product on the
 * GPU, 2011, with their times beside, and ours. */
#include <stdlib.h>
#include <string.h>

#include "papers/bench_gpu.h"
#include "papers/bench_gpu_device.h"
#include "papers/chain_paper.h"

enum { RUNS = 5, BUCKETS = 64, KERNELS = 3, SETTINGS = 24, SHOWN = 16 };

/* Times in ms for 16384 matrices, from Table I. */
static const struct Setting {
    GpuChainKernel kernel;
    int threads, blocks;
    double paper;
} settings[SETTINGS] = {
    {GPU_CHAIN_THREAD, 32, 1, 729428},   {GPU_CHAIN_THREAD, 64, 1, 977575},
    {GPU_CHAIN_THREAD, 128, 1, 1017610}, {GPU_CHAIN_THREAD, 256, 1, 1112098},
    {GPU_CHAIN_BLOCK, 32, 1, 912642},    {GPU_CHAIN_BLOCK, 64, 1, 1111794},
    {GPU_CHAIN_BLOCK, 128, 1, 1137166},  {GPU_CHAIN_BLOCK, 256, 1, 1056523},
    {GPU_CHAIN_BLOCKS, 32, 2, 1571230},  {GPU_CHAIN_BLOCKS, 32, 4, 1561411},
    {GPU_CHAIN_BLOCKS, 32, 8, 1493823},  {GPU_CHAIN_BLOCKS, 32, 16, 1338796},
    {GPU_CHAIN_BLOCKS, 64, 2, 1251733},  {GPU_CHAIN_BLOCKS, 64, 4, 1221975},
    {GPU_CHAIN_BLOCKS, 64, 8, 1115941},  {GPU_CHAIN_BLOCKS, 64, 16, 1001370},
    {GPU_CHAIN_BLOCKS, 128, 2, 1215875}, {GPU_CHAIN_BLOCKS, 128, 4, 1059025},
    {GPU_CHAIN_BLOCKS, 128, 8, 970862},  {GPU_CHAIN_BLOCKS, 128, 16, 1038715},
    {GPU_CHAIN_BLOCKS, 256, 2, 1128318}, {GPU_CHAIN_BLOCKS, 256, 4, 989715},
    {GPU_CHAIN_BLOCKS, 256, 8, 1095406}, {GPU_CHAIN_BLOCKS, 256, 16, 1447205},
};

static const struct {
    const char *name, *variant;
} kernels[KERNELS] = {[GPU_CHAIN_THREAD] = {"OneThreadPerOneEntry", "thread"},
                      [GPU_CHAIN_BLOCK] = {"OneBlockPerOneEntry", "block"},
                      [GPU_CHAIN_BLOCKS] = {"BlocksPerOneEntry", "blocks"}};

typedef struct Work {
    const BenchOptions *options;
    BenchGpu gpu;
    int64_t n, *p;
    GpuBlock m, s, over, own_m, own_s; /* of the kernels, and ours */
    cudaEvent_t start;
    GpuChainStep step[BUCKETS];
    float ms[SETTINGS][BUCKETS];
    int best[KERNELS][BUCKETS]; /* setting */
    double ours;                /* seconds */
} Work;

static Gpu *gpu(Work *w) {
    return &w->gpu.gpu;
}

static bool wanted(const Work *w, int kernel) {
    return w->options->variant == NULL ||
           strcmp(w->options->variant, kernels[kernel].variant) == 0;
}

static double us(const Work *w, int setting, int b) {
    const int64_t from = b == 0 ? 0 : w->step[b - 1].last;
    return w->ms[setting][b] * 1e3 / (double)(w->step[b].last - from);
}

/* ---- Runs ---- */

static bool run_ours(Work *w) {
    double sample[RUNS];
    for (int k = -1; k < RUNS; k++) {
        float ms = 0;
        if (!bench_gpu_ok(&w->gpu, cudaEventRecord(w->start, gpu(w)->stream)) ||
            !bench_gpu_ok(&w->gpu, gpu_chain(gpu(w), w->p, w->n, w->own_m.at,
                                             w->own_s.at, w->over.at)) ||
            !bench_gpu_ok(&w->gpu,
                          cudaEventRecord(w->step[0].done, gpu(w)->stream)) ||
            !bench_gpu_ok(&w->gpu, gpu_sync(gpu(w))) ||
            !bench_gpu_ok(&w->gpu,
                          cudaEventElapsedTime(&ms, w->start, w->step[0].done)))
            return false;
        if (k >= 0)
            sample[k] = ms * 1e-3;
    }
    w->ours = bench_median(sample, RUNS);
    return true;
}

static void set_step(Work *w, int bucket, int setting) {
    w->step[bucket].kernel = settings[setting].kernel;
    w->step[bucket].threads = settings[setting].threads;
    w->step[bucket].blocks = settings[setting].blocks;
}

/* Runs the steps; the time of each into ms; a negative number after a
 * message. */
static double run_steps(Work *w, float ms[BUCKETS]) {
    float all = 0;
    bool same = false;
    bool good =
        bench_gpu_ok(&w->gpu, cudaEventRecord(w->start, gpu(w)->stream)) &&
        bench_gpu_ok(&w->gpu,
                     gpu_chain_variant(gpu(w), w->p, w->n, w->m.at, w->s.at,
                                       w->over.at, w->step, BUCKETS)) &&
        bench_gpu_ok(&w->gpu, gpu_sync(gpu(w)));
    for (int b = 0; b < BUCKETS && good; b++) {
        good = bench_gpu_ok(&w->gpu,
                            cudaEventElapsedTime(
                                &ms[b], b == 0 ? w->start : w->step[b - 1].done,
                                w->step[b].done));
        all += ms[b];
    }
    good = good && bench_gpu_ok(&w->gpu, gpu_chain_same(gpu(w), w->n, w->m.at,
                                                        w->s.at, w->own_m.at,
                                                        w->own_s.at, &same));
    if (good && !same)
        bench_fail(BENCH_DIFFERS, "a kernel gives other tables than ours");
    return good && same ? all * 1e-3 : -1;
}

/* ---- The paper's tables ---- */

static bool table_one(Work *w) {
    printf("Table I: one kernel for all entries          %8lld   the paper's\n"
           "%-24s%8s%8s%12s%12s\n",
           (long long)w->n, "", "threads", "blocks", "matrices", "16384, s");
    for (int k = 0; k < SETTINGS; k++) {
        const struct Setting *s = &settings[k];
        if (!wanted(w, s->kernel))
            continue;
        for (int b = 0; b < BUCKETS; b++)
            set_step(w, b, k);
        const double time = run_steps(w, w->ms[k]);
        if (time < 0)
            return false;
        printf("%-24s%8d%8d%12s%12.1f\n", kernels[s->kernel].name, s->threads,
               s->blocks, bench_time(time).text, s->paper * 1e-3);
        fflush(stdout);
    }
    return true;
}

/* The fastest setting of each kernel for each l. */
static void choose(Work *w) {
    for (int kernel = 0; kernel < KERNELS; kernel++)
        for (int b = 0; b < BUCKETS; b++) {
            int best = -1;
            for (int k = 0; k < SETTINGS; k++)
                if (settings[k].kernel == (GpuChainKernel)kernel &&
                    (best < 0 || w->ms[k][b] < w->ms[best][b]))
                    best = k;
            w->best[kernel][b] = best;
        }
}

/* Our kernel goes by tiles, not by l: its time as it would be shared by the
 * iterations of each l, which Figure 5 has. */
static double ours_at(const Work *w, int b) {
    const double n = (double)w->n;
    const double l = (double)w->step[b].last * (b + 0.5) / (b + 1);
    return w->ours * 1e6 * (l - 1) * (n - l + 1) / (n * (n * n - 1) / 6);
}

static void figure_seven(const Work *w) {
    Plot *plot = w->options->plot;
    plot_begin(plot, "l, matrices",
               "Figure 7: products of l of %lld matrices, %s", (long long)w->n,
               w->gpu.name);
    printf("\nFigure 7: us a diagonal, products of l matrices, each kernel "
           "with its fastest setting\n%-10s",
           "l to");
    for (int k = 0; k < KERNELS; k++)
        if (wanted(w, k))
            printf("%22s", kernels[k].name);
    printf("%12s\n", "ours, mean");
    for (int b = BUCKETS / SHOWN - 1; b < BUCKETS; b += BUCKETS / SHOWN) {
        printf("%-10lld", (long long)w->step[b].last);
        for (int k = 0; k < KERNELS; k++)
            if (wanted(w, k))
                printf("%22.2f", us(w, w->best[k][b], b));
        printf("%12.2f\n", ours_at(w, b));
    }
    PlotSeries *ours = plot_series(plot, PLOT_OURS, "ours, by work");
    for (int b = 0; b < BUCKETS; b++)
        plot_point(ours, (double)w->step[b].last, ours_at(w, b) * 1e-6);
    for (int k = 0; k < KERNELS; k++) {
        if (!wanted(w, k))
            continue;
        PlotSeries *s = plot_series(plot, PLOT_PAPER, kernels[k].name);
        for (int b = 0; b < BUCKETS; b++)
            plot_point(s, (double)w->step[b].last,
                       us(w, w->best[k][b], b) * 1e-6);
    }
}

static void table_two(Work *w) {
    for (int b = 0; b < BUCKETS; b++) {
        int best = w->best[0][b];
        for (int kernel = 1; kernel < KERNELS; kernel++)
            if (w->ms[w->best[kernel][b]][b] < w->ms[best][b])
                best = w->best[kernel][b];
        set_step(w, b, best);
    }
    printf("\nTable II: the fastest kernel, products of l matrices\n"
           "the paper, n = 16384:   l to  3668  OneBlockPerOneEntry\n"
           "                        l to 15406  OneThreadPerOneEntry\n"
           "                        l to 15662  OneBlockPerOneEntry\n"
           "                        l to 16384  BlocksPerOneEntry\n");
    for (int b = 0, lines = 0; b < BUCKETS; b++)
        if (b + 1 == BUCKETS || w->step[b + 1].kernel != w->step[b].kernel)
            printf("%-24sl to %5lld  %s\n", lines++ == 0 ? "here:" : "",
                   (long long)w->step[b].last, kernels[w->step[b].kernel].name);
}

static bool table_three(Work *w, double cpu) {
    double sample[RUNS];
    float ms[BUCKETS];
    for (int k = 0; k < RUNS; k++) {
        sample[k] = run_steps(w, ms);
        if (sample[k] < 0)
            return false;
    }
    const double all = bench_median(sample, RUNS);
    printf("\nTable III: the combination\n%-24s%10s%10s%10s\n"
           "%-24s%10s%10s%10.1f\n"
           "kernels of Table II%15s%10s",
           "", "GPU", "CPU", "speed-up", "the paper, n = 16384", "701.6 s",
           "29282 s", 29282 / 701.6, bench_time(all).text,
           cpu > 0 ? bench_time(cpu).text : "-");
    if (cpu > 0)
        printf("%10.1f", cpu / all);
    printf("\nour kernel%24s%10s", bench_time(w->ours).text,
           cpu > 0 ? bench_time(cpu).text : "-");
    if (cpu > 0)
        printf("%10.1f", cpu / w->ours);
    printf("\n");
    return true;
}

/* ---- Room ---- */

static bool make(Work *w) {
    GpuBlock *block[] = {&w->m, &w->s, &w->own_m, &w->own_s};
    const size_t bytes = (size_t)(w->n * w->n) * sizeof(int64_t);
    uint64_t state = BENCH_SEED;
    w->p = malloc((size_t)(w->n + 1) * sizeof *w->p);
    bool good =
        w->p != NULL &&
        bench_gpu_ok(&w->gpu, gpu_alloc(gpu(w), &w->over, sizeof(int32_t))) &&
        bench_gpu_ok(&w->gpu, cudaEventCreate(&w->start));
    for (int64_t i = 0; good && i <= w->n; i++)
        w->p[i] = 1 + (int64_t)(bench_random(&state) % 1000);
    for (int k = 0; k < 4 && good; k++)
        good = bench_gpu_ok(&w->gpu,
                            gpu_alloc(gpu(w), block[k], (int64_t)bytes)) &&
               bench_gpu_ok(&w->gpu, cudaMemsetAsync(block[k]->at, 0, bytes,
                                                     gpu(w)->stream));
    for (int b = 0; b < BUCKETS && good; b++) {
        w->step[b].last = w->n * (b + 1) / BUCKETS;
        good = bench_gpu_ok(&w->gpu, cudaEventCreate(&w->step[b].done));
    }
    return good;
}

static void drop(Work *w) {
    GpuBlock *block[] = {&w->m, &w->s, &w->over, &w->own_m, &w->own_s};
    for (int b = 0; b < BUCKETS; b++)
        if (w->step[b].done != NULL)
            cudaEventDestroy(w->step[b].done);
    if (w->start != NULL)
        cudaEventDestroy(w->start);
    for (int k = 0; k < 5; k++)
        gpu_free(gpu(w), block[k]);
    free(w->p);
    gpu_close(gpu(w));
}

int bench_gpu_chain(const BenchOptions *o, int64_t n, double cpu) {
    static Work w;
    w = (Work){.options = o, .n = n};
    bool good = bench_gpu_start(&w.gpu) && make(&w) && run_ours(&w);
    if (good) {
        printf("\nthe paper's kernels on %s, n = %lld\n", w.gpu.name,
               (long long)n);
        good = table_one(&w);
    }
    if (good) {
        choose(&w);
        figure_seven(&w);
    }
    if (good && o->variant == NULL) {
        table_two(&w);
        good = table_three(&w, cpu);
    }
    drop(&w);
    return good ? 0 : star_status_exit(STAR_DEVICE);
}
