/* SPDX-License-Identifier: MIT */
/* bench pipeline on a device. */
#include <stdlib.h>
#include <string.h>

#include "papers/bench_gpu.h"
#include "papers/bench_gpu_device.h"
#include "backend/cuda_backend.h"
#include "papers/pipeline_paper.h"

enum { RUNS = 3 };

bool bench_gpu_ok(const BenchGpu *g, cudaError_t error) {
    if (error != cudaSuccess)
        bench_fail(BENCH_DEVICE, "%s: %s",
                   g->gpu.what != NULL ? g->gpu.what : "a call of CUDA",
                   cudaGetErrorString(error));
    return error == cudaSuccess;
}

bool bench_gpu_start(BenchGpu *g) {
    int multiprocessors;
    size_t bytes;
    *g = (BenchGpu){.gpu = {.fail_at = -1}};
    star_cuda_describe(0, g->name, &multiprocessors, &bytes);
    return bench_gpu_ok(g, gpu_open(&g->gpu, 0));
}

BenchGpu *bench_gpu_open(void) {
    BenchGpu *g = malloc(sizeof *g);
    if (g == NULL)
        bench_fail(BENCH_MEMORY, "no memory");
    else if (!bench_gpu_start(g)) {
        free(g);
        g = NULL;
    }
    return g;
}

void bench_gpu_close(BenchGpu *g) {
    if (g != NULL)
        gpu_close(&g->gpu);
    free(g);
}

static cudaError_t run(BenchGpu *g, const GpuSdp *p, BenchMethod method,
                       int64_t fold) {
    static const GpuSdpMethod methods[] = {
        [BENCH_SEQUENTIAL] = GPU_SDP_SEQUENTIAL,
        [BENCH_TOURNAMENT] = GPU_SDP_TOURNAMENT,
        [BENCH_PIPELINE] = GPU_SDP_PFOLD,
        [BENCH_PFOLD] = GPU_SDP_PFOLD,
        [BENCH_TWO] = GPU_SDP_TWO};
    bool done;
    return method == BENCH_OURS
               ? gpu_sdp(&g->gpu, p, &done)
               : gpu_sdp_paper(&g->gpu, p, methods[method], fold);
}

/* One run, after which the table is `got`. */
static bool once(BenchGpu *g, const BenchSdp *s, const GpuSdp *p,
                 BenchMethod method, int64_t fold, cudaEvent_t event[2],
                 double *time) {
    const size_t bytes = (size_t)s->n * sizeof *s->given;
    cudaStream_t stream = g->gpu.stream;
    float ms;
    if (!bench_gpu_ok(g, cudaMemcpyAsync(p->table, s->given, bytes,
                                         cudaMemcpyHostToDevice, stream)) ||
        !bench_gpu_ok(g, cudaEventRecord(event[0], stream)) ||
        !bench_gpu_ok(g, run(g, p, method, fold)) ||
        !bench_gpu_ok(g, cudaEventRecord(event[1], stream)) ||
        !bench_gpu_ok(g, gpu_sync(&g->gpu)) ||
        !bench_gpu_ok(g, cudaEventElapsedTime(&ms, event[0], event[1])))
        return false;
    *time = ms * 1e-3;
    return true;
}

static bool same(BenchGpu *g, const BenchSdp *s, const void *table) {
    const size_t bytes = (size_t)s->n * sizeof *s->given;
    int32_t *got = malloc(bytes);
    bool good =
        got != NULL &&
        bench_gpu_ok(g, cudaMemcpy(got, table, bytes, cudaMemcpyDeviceToHost));
    if (good && memcmp(got, s->expected, bytes) != 0) {
        bench_fail(BENCH_DIFFERS, "the device gives another table than C");
        good = false;
    }
    free(got);
    return good;
}

double bench_gpu_sdp(BenchGpu *g, const BenchSdp *s, BenchMethod method,
                     int64_t fold) {
    GpuBlock block = {.at = NULL};
    cudaEvent_t event[2] = {NULL, NULL};
    double sample[RUNS + 1];
    bool good = bench_gpu_ok(g, gpu_alloc(&g->gpu, &block,
                                          s->n * (int64_t)sizeof *s->given)) &&
                bench_gpu_ok(g, cudaEventCreate(&event[0])) &&
                bench_gpu_ok(g, cudaEventCreate(&event[1]));
    const GpuSdp p = {
        .table = block.at, .n = s->n, .a = s->a, .k = s->k, .op = GPU_SDP_MIN};
    for (int k = 0; k <= RUNS && good; k++)
        good = once(g, s, &p, method, fold, event, &sample[k]);
    good = good && same(g, s, block.at);
    for (int k = 0; k < 2; k++)
        if (event[k] != NULL)
            cudaEventDestroy(event[k]);
    gpu_free(&g->gpu, &block);
    return good ? bench_median(sample + 1, RUNS) : -1;
}
