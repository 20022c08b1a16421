/* SPDX-License-Identifier: MIT */
/* The time of the loop operations of responder loops on a device, beside a
 * processor.
 *
 *     bench_gpu_loop_ops [--cpu] [vertices ...]
 *
 * Tables have as many rows as columns, a half of their components 1; all
 * rows respond. A line of output names the operation, the median of the
 * device's times, the rate at which the operands pass through memory and,
 * with --cpu, the time of the processor's kernels, on all threads where a
 * loop has them. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gpu_test.h"

#include "kernels/bitwise.h"
#include "kernels/loops/loop_ops.h"
#include "solvers/pairs/gpu_pairs.h"
#include "cpu/simd/parallel.h"

/* A table of n rows and columns, on both sides. */
typedef struct Bits {
    uint64_t *host, *device;
} Bits;

typedef struct Work {
    Gpu gpu;
    StarBackend be;
    int64_t n, words;
    Bits t, s, z;
    uint64_t *all, *none,
        *some;            /* bit vectors; `all` is the mask of the iterations */
    uint64_t *ones, *row; /* on the host; `ones` is all ones */
    GpuFound *found;
    void *room;
    int64_t total; /* what the processor found */
} Work;

static void must(Work *w, cudaError_t error) {
    gpu_must(&w->gpu, error);
}

static uint64_t *room(Work *w, int64_t words) {
    GpuBlock block;
    must(w, gpu_alloc(&w->gpu, &block, words * 8));
    return block.at;
}

static void *memory(int64_t words) {
    void *at = aligned_alloc(64, (size_t)words * 8);
    if (at == NULL)
        exit(1);
    return at;
}

static Bits bits(Work *w, uint64_t seed) {
    const int64_t words = w->n * w->words;
    Bits b = {memory(words), room(w, words)};
    for (int64_t k = 0; k < words; k++)
        b.host[k] = gpu_random(&seed);
    must(w, cudaMemcpy(b.device, b.host, (size_t)words * 8,
                       cudaMemcpyHostToDevice));
    return b;
}

static void drop(Work *w, uint64_t *at, int64_t words) {
    GpuBlock block = {.at = at, .bytes = (words * 8 + 255) / 256 * 256};
    gpu_free(&w->gpu, &block);
}

static void clear(Work *w, void *at, int64_t words) {
    must(w, cudaMemsetAsync(at, 0, (size_t)words * 8, w->gpu.stream));
}

/* ---- Expressions ---- */

static const uint8_t code[] = {STAR_FUSE_OPERAND, STAR_FUSE_OPERAND + 1,
                               STAR_FUSE_AND};

static GpuLoop all_iterations(const Work *w) {
    return (GpuLoop){w->all, 1, w->words};
}

/* The expression ROW(i, T), or ROW(i, T) and `other`, which is S or a bit
 * vector. */
static GpuExpression rows(const Work *w, const uint64_t *other,
                          int64_t stride) {
    GpuExpression e = {
        .fuse = {.length = 1, .operands = 1, .depth = 1, .code = code},
        .length = w->n};
    e.operand[0] = (GpuOperand){w->t.device, 0, w->words};
    if (other == NULL)
        return e;
    e.fuse.length = 3;
    e.fuse.operands = e.fuse.depth = 2;
    e.operand[1] = (GpuOperand){other, 0, stride};
    return e;
}

/* ---- Loop operations, on either side ---- */

static void sum_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuScalar s = {STAR_PLAN_ONES, 1, rows(w, NULL, 0)};
    clear(w, w->found, 4);
    must(w, gpu_loop_sum(&w->gpu, &r, &s, w->found));
}

static void sum_host(Work *w) {
    w->total = star_parallel_count_vectors(&w->be, w->t.host, w->words, w->ones,
                                           w->words, NULL, w->words);
}

static void common_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuScalar s = {STAR_PLAN_ONES, 1, rows(w, w->s.device, w->words)};
    clear(w, w->found, 4);
    must(w, gpu_loop_sum(&w->gpu, &r, &s, w->found));
}

static void common_host(Work *w) {
    const StarIsa *isa = w->be.isa;
    w->total = 0;
    for (int64_t i = 0; i < w->n; i++) {
        isa->and (w->row, w->t.host + i * w->words, w->s.host + i * w->words,
                  w->words);
        w->total += isa->count(w->row, w->words);
    }
}

static void reduce_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuExpression e = rows(w, NULL, 0);
    must(w, gpu_loop_reduce(&w->gpu, &r, &e, w->some, STAR_FUSE_XOR));
}

static void reduce_host(Work *w) {
    star_parallel_reduce(&w->be, w->row, w->t.host, w->words, w->ones, w->words,
                         w->words, STAR_FUSE_XOR);
}

static void max_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuScalar s = {STAR_PLAN_ONES, 1, rows(w, NULL, 0)};
    clear(w, w->found, 4);
    must(w, gpu_loop_best(&w->gpu, &r, &s, true, false, w->found, w->room));
}

static void max_host(Work *w) {
    w->total = 0;
    for (int64_t i = 0; i < w->n; i++) {
        const int64_t x = w->be.isa->count(w->t.host + i * w->words, w->words);
        w->total = x > w->total ? x : w->total;
    }
}

/* No row has a one there. */
static void zero_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuExpression e = rows(w, w->none, 0);
    clear(w, w->some, w->words);
    must(w, gpu_loop_some(&w->gpu, &r, &e, w->some));
}

static void zero_host(Work *w) {
    const StarIsa *isa = w->be.isa;
    memset(w->row, 0, (size_t)w->words * 8);
    for (int64_t i = 0; i < w->n; i++)
        isa->common(w->t.host + i * w->words, w->row, 0, w->words);
}

static void store_device(Work *w) {
    const GpuLoop r = all_iterations(w);
    const GpuExpression e = rows(w, w->s.device, w->words);
    must(w, gpu_loop_store(&w->gpu, &r, &e, w->z.device, w->words, w->n,
                           w->t.device));
}

static void store_host(Work *w) {
    for (int64_t i = 0; i < w->n; i++)
        w->be.isa->and (w->z.host + i * w->words, w->t.host + i * w->words,
                        w->s.host + i * w->words, w->words);
}

static void store_bit_device(Work *w) {
    const uint64_t *x[] = {w->all, w->none};
    const StarFuse and = {3, 2, 2, code};
    must(w, gpu_fuse(&w->gpu, w->some, x, &and, w->n));
}

static void store_bit_host(Work *w) {
    w->be.isa->and (w->row, w->ones, w->t.host, w->words);
}

/* Counts the common ones of row i and the rows j of T for which S(i, j) = 1. */
static void triangles_device(Work *w) {
    StarPairsFound *sum = w->room;
    const StarPairs pairs = {.rows = {0, w->n},
                             .columns = {0, w->n},
                             .low = INT64_MIN,
                             .high = INT64_MAX,
                             .products = 1,
                             .product = {{w->t.device, w->t.device, w->words,
                                          w->words, w->words, 1}},
                             .relation = STAR_PAIR_ANY,
                             .mask = w->s.device,
                             .mask_stride = w->words};
    clear(w, sum, 2);
    must(w, gpu_pairs(&w->gpu, &pairs, sum));
    must(w, cudaMemcpyAsync(&w->found->value, &sum->sum, sizeof sum->sum,
                            cudaMemcpyDeviceToDevice, w->gpu.stream));
}

static void triangles_host(Work *w) {
    w->total = 0;
    for (int64_t i = 0; i < w->n; i++)
        w->total += w->be.isa->count_vectors(
            w->t.host, w->words, w->s.host + i * w->words, w->words,
            w->t.host + i * w->words, w->words);
}

static const struct Row {
    const char *name;
    void (*device)(Work *w), (*host)(Work *w);
    double tables; /* tables read or written */
    bool found;    /* both sides find a number */
} operations[] = {
    {"c + NUMB(ROW(i, T))", sum_device, sum_host, 1, true},
    {"c + NUMB(ROW(i, T) and ROW(i, S))", common_device, common_host, 2, true},
    {"v xor ROW(i, T)", reduce_device, reduce_host, 1, false},
    {"if NUMB(ROW(i, T)) > c then ...", max_device, max_host, 1, true},
    {"if ZERO(ROW(i, T) and w) ...", zero_device, zero_host, 1, false},
    {"ROW(i, Z) := ROW(i, T) and ROW(i, S)", store_device, store_host, 3,
     false},
    {"Z(i) := X(i) and Y(i)", store_bit_device, store_bit_host, 0, false},
};

static const struct Row triangles = {"triangles, half of all arcs",
                                     triangles_device, triangles_host, 0, true};

/* ---- Time ---- */

static int before(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double on_device(Work *w, const struct Row *row) {
    enum { RUNS = 9 };
    double ms[RUNS];
    cudaEvent_t from, to;
    must(w, cudaEventCreate(&from));
    must(w, cudaEventCreate(&to));
    for (int k = -2; k < RUNS; k++) {
        float time;
        must(w, cudaEventRecord(from, w->gpu.stream));
        row->device(w);
        must(w, cudaEventRecord(to, w->gpu.stream));
        must(w, cudaEventSynchronize(to));
        must(w, cudaEventElapsedTime(&time, from, to));
        if (k >= 0)
            ms[k] = time;
    }
    qsort(ms, RUNS, sizeof *ms, before);
    return ms[RUNS / 2];
}

static double on_processor(Work *w, const struct Row *row, int runs) {
    double min = 0;
    for (int k = 0; k < runs; k++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        row->host(w);
        clock_gettime(CLOCK_MONOTONIC, &to);
        const double ms = 1e3 * (double)(to.tv_sec - from.tv_sec) +
                          1e-6 * (double)(to.tv_nsec - from.tv_nsec);
        min = k == 0 || ms < min ? ms : min;
    }
    return min;
}

/* Measures a row; true if both sides found the same. */
static bool run(Work *w, const struct Row *row, double bytes, int runs) {
    const double ms = on_device(w, row);
    GpuFound found;
    printf("%-38s %6lld %9.4f ms %8.1f GB/s", row->name, (long long)w->n, ms,
           bytes / ms / 1e6);
    must(w, gpu_read(&w->gpu, &found, w->found, sizeof found));
    if (runs > 0)
        printf(" %10.3f ms", on_processor(w, row, runs));
    const bool right = runs == 0 || !row->found || found.value == w->total;
    puts(right ? "" : "  WRONG");
    fflush(stdout);
    return right;
}

static bool measure(Work *w, int64_t n, bool cpu) {
    const double bytes = (double)n * (double)n / 8;
    bool right = true;
    w->n = n;
    w->words = n / 64;
    w->t = bits(w, 1);
    w->s = bits(w, 2);
    w->z = bits(w, 3);
    w->all = room(w, w->words);
    w->none = room(w, w->words);
    w->some = room(w, w->words);
    w->ones = memory(w->words);
    w->row = memory(w->words);
    memset(w->ones, 0xff, (size_t)w->words * 8);
    must(w, gpu_fill(&w->gpu, w->all, 1, n));
    must(w, gpu_fill(&w->gpu, w->none, 0, n));
    clear(w, w->some, w->words);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        right &= run(w, &operations[k],
                     operations[k].tables > 0 ? operations[k].tables * bytes
                                              : 3 * (double)n / 8,
                     cpu ? 5 : 0);
    if (n <= 16384)
        right &= run(w, &triangles, bytes * (double)n / 2, cpu ? 1 : 0);
    free(w->t.host), free(w->s.host), free(w->z.host);
    free(w->ones), free(w->row);
    drop(w, w->t.device, n * w->words);
    drop(w, w->s.device, n * w->words);
    drop(w, w->z.device, n * w->words);
    return right;
}

int main(int argc, char **argv) {
    static const int64_t usual[] = {16384, 65536};
    static StarError failure;
    static StarMem mem;
    Work w = {.n = 0};
    bool cpu = false, right = true;
    int sides = 0;
    gpu_test_open(&w.gpu);
    star_mem_init(&mem, &failure, SIZE_MAX);
    if (star_cpu_open(&w.be, &mem, STAR_ISA_BEST) != STAR_OK)
        return 1;
    const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    w.be.threads.count = cores < STAR_MAX_THREADS ? cores : STAR_MAX_THREADS;
    w.found = (GpuFound *)room(&w, 4);
    w.room = room(&w, GPU_LOOP_ROOM / 8);
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--cpu") == 0)
            cpu = true;
        else
            right &= measure(&w, atoll(argv[k]), cpu), sides++;
    for (int k = 0; k < 2 && sides == 0; k++)
        right &= measure(&w, usual[k], cpu);
    w.be.ops.close(&w.be);
    gpu_close(&w.gpu);
    return !right;
}
