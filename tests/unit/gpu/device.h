/* SPDX-License-Identifier: MIT */
/* Kernels of the CPU's backend that do their work on the device: operands go
 * there and results come back, so that the walk over primitives.def tests
 * what is there. */
#ifndef STAR_GPU_DEVICE_H
#define STAR_GPU_DEVICE_H

#include "walk.h"

#include "gpu_test.h"

enum { LENT = 32, CANARY = 4 };

/* A device, and the memory that a kernel uses there: each piece has guard
 * words behind it, which no kernel may write. */
typedef struct Device {
    Gpu gpu;
    struct Lent {
        const void *host;
        GpuBlock block;
        int64_t words;
    } lent[LENT];
    int count;
} Device;

static const uint64_t canary[CANARY] = {
    UINT64_C(0xa5a5a5a5a5a5a5a5), UINT64_C(0xa5a5a5a5a5a5a5a5),
    UINT64_C(0xa5a5a5a5a5a5a5a5), UINT64_C(0xa5a5a5a5a5a5a5a5)};

#define assert_gpu(device, call) gpu_must(&(device)->gpu, call)

static inline void to_device(Device *d, void *to, const void *from,
                             int64_t words) {
    if (words > 0)
        assert_int_equal(cudaMemcpyAsync(to, from, (size_t)words * 8,
                                         cudaMemcpyHostToDevice, d->gpu.stream),
                         cudaSuccess);
}

static inline void from_device(Device *d, void *to, const void *from,
                               int64_t words) {
    if (words > 0)
        assert_int_equal(cudaMemcpyAsync(to, from, (size_t)words * 8,
                                         cudaMemcpyDeviceToHost, d->gpu.stream),
                         cudaSuccess);
    assert_gpu(d, gpu_sync(&d->gpu));
}

/* Room on the device. */
static inline uint64_t *lend_room(Device *d, int64_t words) {
    struct Lent *lent = &d->lent[d->count++];
    assert_true(d->count <= LENT);
    *lent = (struct Lent){.words = words};
    assert_gpu(d, gpu_alloc(&d->gpu, &lent->block, (words + CANARY) * 8));
    assert_int_equal(cudaMemsetAsync(lent->block.at, 0xa5,
                                     (size_t)(words + CANARY) * 8,
                                     d->gpu.stream),
                     cudaSuccess);
    return lent->block.at;
}

/* The host's words on the device; the same ones once. */
static inline uint64_t *lend(Device *d, const uint64_t *host, int64_t words) {
    for (int k = 0; k < d->count; k++)
        if (words > 0 && d->lent[k].host == host)
            return d->lent[k].block.at;
    uint64_t *at = lend_room(d, words);
    d->lent[d->count - 1].host = host;
    to_device(d, at, host, words);
    return at;
}

static inline uint64_t *lend_line(Device *d, const StarBits *line) {
    return lend(d, line->word, star_words(line->length));
}

/* Downloads a bit vector. */
static inline void fetch_line(Device *d, StarBits *line, const uint64_t *at) {
    from_device(d, line->word, at, star_words(line->length));
    line->first = 0;
}

/* Gives everything back. */
static inline StarStatus settle(Device *d) {
    for (int k = 0; k < d->count; k++) {
        struct Lent *lent = &d->lent[k];
        uint64_t behind[CANARY];
        from_device(d, behind, (uint64_t *)lent->block.at + lent->words,
                    CANARY);
        assert_memory_equal(behind, canary, sizeof canary);
        gpu_free(&d->gpu, &lent->block);
    }
    d->count = 0;
    return STAR_OK;
}

/* ---- Bit vectors ----
 *
 * Lengths at the edges of words, warps, blocks and tiles. */
static const int64_t edges[] = {0,     1,     2,     31,    32,     33,
                                63,    64,    65,    127,   128,    129,
                                2047,  2048,  2049,  16383, 16384,  16385,
                                65535, 65536, 65537, 98304, 262144, 262145};

enum { EDGES = sizeof edges / sizeof *edges };

/* A backend whose kernels, where there are any, do their work on the device,
 * and the reference. */
static inline void walk_open(StarTest *t, StarTest *reference,
                             StarKernel *const kernel[STAR_PRIM_COUNT]) {
    star_test_open(t, STAR_ISA_BEST);
    star_test_open(reference, STAR_ISA_BEST);
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        if (kernel[p] != NULL)
            t->be.ops.kernel[p] = kernel[p];
        if (star_prims[p].kind < STAR_NATIVE)
            reference->be.ops.kernel[p] = NULL;
    }
}

static inline void walk_close(StarTest *t, StarTest *reference) {
    star_test_close(t);
    star_test_close(reference);
}

static inline void walk_lines(StarTest *t, StarTest *reference,
                              StarKernel *const kernel[STAR_PRIM_COUNT]) {
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        if (kernel[p] == NULL || p == STAR_PRIM_FUSE)
            continue;
        for (int i = 0; i < EDGES; i++)
            if (gpu_takes(edges[i], 70000))
                walk_size(t, reference, (StarPrim)p, edges[i], 0, 0);
        for (int i = 0; i < 10; i++)
            if (gpu_takes(0, 0))
                walk_size(t, reference, (StarPrim)p, star_random(t, 5000), 0,
                          0);
    }
}

/* ---- Failing calls ---- */

/* Bytes of device memory that are in use. */
static inline int64_t device_used(const Gpu *gpu) {
    int64_t used = gpu->held;
    for (int k = 0; k < gpu->spares; k++)
        used -= gpu->spare[k].bytes;
    return used;
}

/* From the k-th call on all fail, for every k: each is reported, and no
 * device memory is kept. */
#define assert_fails(gpu, call)                       \
    do {                                              \
        const int64_t used = device_used(gpu);        \
        int64_t k = 0;                                \
        (gpu)->fail_at = (gpu)->calls;                \
        for (; (call) != cudaSuccess; k++) {          \
            assert_non_null((gpu)->what);             \
            assert_int_equal(device_used(gpu), used); \
            (gpu)->what = NULL;                       \
            (gpu)->fail_at = (gpu)->calls + k + 1;    \
        }                                             \
        (gpu)->fail_at = -1;                          \
        assert_true(k > 0);                           \
    } while (0)

static inline void device_open(Device *d) {
    gpu_test_open(&d->gpu);
}

static inline void device_close(Device *d) {
    gpu_close(&d->gpu);
}

#endif
