/* SPDX-License-Identifier: MIT */
/* bench warshall on a device: the operations of the paper on the STAR-machine
 * as our kernels, a launch for each. */
#include <math.h>

#include "papers/bench_gpu.h"
#include "papers/bench_gpu_device.h"
#include "kernels/bitwise.h"
#include "kernels/search.h"
#include "kernels/tables.h"

enum { REPETITIONS = 5 };

typedef struct Work {
    BenchGpu gpu;
    int operation;
    int64_t n, words;
    GpuBlock table, x, z, answer; /* the table as columns */
} Work;

enum { FIND = 2, ANSWER };

static cudaError_t find(Work *w) {
    return gpu_find(&w->gpu.gpu, w->answer, w->x.at, 0, w->words, false);
}

static cudaError_t ask(Work *w) {
    int64_t value;
    const cudaError_t error = find(w);
    return error == cudaSuccess ? gpu_scalar_result(&w->gpu.gpu, &value)
                                : error;
}

static cudaError_t launch(Work *w) {
    Gpu *gpu = &w->gpu.gpu;
    uint64_t *table = w->table.at, *x = w->x.at, *z = w->z.at;
    const int64_t n = w->n;
    switch (w->operation) {
    case 0: return gpu_gather(gpu, z, table, w->words, n, n / 2);
    case 1: return gpu_scatter(gpu, table, w->words, n, n / 2, z);
    case FIND: return find(w);
    case ANSWER: return ask(w);
    case 4: return gpu_only(gpu, x, w->answer.at, n);
    default: return gpu_bits(gpu, STAR_FUSE_OR, z, z, x, n);
    }
}

static double run(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--)
        if (!bench_gpu_ok(&w->gpu, launch(w)))
            return -1;
    return bench_gpu_ok(&w->gpu, gpu_sync(&w->gpu.gpu)) ? bench_now() - start
                                                        : -1;
}

static bool make(Work *w) {
    Gpu *gpu = &w->gpu.gpu;
    const int64_t bytes = w->words * (int64_t)sizeof(uint64_t);
    return bench_gpu_ok(&w->gpu, gpu_alloc(gpu, &w->table, w->n * bytes)) &&
           bench_gpu_ok(&w->gpu, gpu_alloc(gpu, &w->x, bytes)) &&
           bench_gpu_ok(&w->gpu, gpu_alloc(gpu, &w->z, bytes)) &&
           bench_gpu_ok(&w->gpu, gpu_scalar_result_open(gpu, &w->answer)) &&
           bench_gpu_ok(&w->gpu,
                        gpu_fill(gpu, w->table.at, 0, w->n * w->words * 64)) &&
           bench_gpu_ok(&w->gpu,
                        gpu_mask(gpu, w->x.at, w->n / 2, w->n / 2, w->n)) &&
           bench_gpu_ok(&w->gpu, gpu_fill(gpu, w->z.at, 0, w->n));
}

bool bench_gpu_machine(const BenchOptions *o, int64_t n,
                       double time[BENCH_GPU_OPERATIONS]) {
    Work w = {.n = n, .words = star_words(n)};
    bool good = bench_gpu_start(&w.gpu) && make(&w);
    for (int k = 0; k < BENCH_GPU_OPERATIONS && good; k++) {
        BenchSide side = {.run = run, .context = &w};
        w.operation = k;
        good = bench_measure(o, &side, 1, REPETITIONS, 5e-3);
        time[k] = side.time;
    }
    if (good)
        time[ANSWER] = fmax(time[ANSWER] - time[FIND], 0);
    GpuBlock *block[] = {&w.table, &w.x, &w.z, &w.answer};
    for (int k = 0; k < 4; k++)
        gpu_free(&w.gpu.gpu, block[k]);
    gpu_close(&w.gpu.gpu);
    return good;
}
