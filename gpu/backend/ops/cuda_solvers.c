/* SPDX-License-Identifier: MIT */
/* The solvers. Arrays are uploaded and downloaded at each call; tables stay
 * resident. */
#include "backend/cuda_internal.h"

#include <string.h>

#include "solvers/matrix_chain/gpu_chain.h"
#include "solvers/closure/gpu_closure.h"
#include "cpu/cpu.h"
#include "cpu/solvers/kleene.h"
#include "solvers/kleene/gpu_kleene.h"
#include "solvers/knapsack/knapsack.h"
#include "solvers/pipeline/pipeline.h"
#include "kernels/tables.h"

double cuda_work(StarPrim prim, const StarCell *arg) {
    double n;
    switch (prim) {
    case STAR_PRIM_CLOSURE: n = (double)arg[0].i; return n * n * n;
    case STAR_PRIM_KLEENE: n = (double)arg[0].i; return n * n * n / 6;
    case STAR_PRIM_MATCHAIN:
        n = (double)arg[0].array->count;
        return n * n * n / 6;
    case STAR_PRIM_SDP:
    case STAR_PRIM_SDP32:
        return (double)arg[0].array->count * (double)arg[1].array->count;
    case STAR_PRIM_KNAPSACK:
    case STAR_PRIM_KNAPSACK_ITEMS:
        return (double)arg[0].array->count * (double)arg[2].i;
    default: return 0;
    }
}

CUDA_PRIM(closure) {
    StarTable *p = arg[1].table;
    const int dir = cuda_direction(cuda, p);
    GpuTable g;
    if (p->rows != arg[0].i || p->cols != arg[0].i)
        return cuda_decline(status);
    CUDA_TRY(cuda_image(cuda, p, dir, STAR_CHANGE, &g));
    return gpu_closure(&cuda->gpu, g.word, g.stride, p->rows);
}

/* ---- Arrays ---- */

/* Uploads an array of numbers. */
static cudaError_t send(Cuda *cuda, const StarArray *a, size_t size,
                        GpuBlock *block) {
    const int64_t bytes = a->count * (int64_t)size;
    CUDA_TRY(gpu_alloc(&cuda->gpu, block, bytes));
    return cuda_upload(cuda, block->at, a->data, bytes);
}

/* Downloads an array. A failed download is repeated: a part of the array may
 * have been overwritten already. */
static cudaError_t fetch(Cuda *cuda, StarArray *a, size_t size,
                         const GpuBlock *block) {
    const int64_t bytes = a->count * (int64_t)size;
    const cudaError_t error = cuda_download(cuda, a->data, block->at, bytes);
    return error == cudaSuccess
               ? error
               : cuda_download(cuda, a->data, block->at, bytes);
}

/* See star_cpu_KLEENE. A divergent matrix is left to the processor, which
 * explains it. */
CUDA_PRIM(kleene) {
    static const struct Number {
        StarElement element;
        GpuNumber number;
        size_t size;
    } numbers[] = {{STAR_ELEM_INT, GPU_INT, 8},
                   {STAR_ELEM_REAL, GPU_REAL, 8},
                   {STAR_ELEM_LONG, GPU_LONG, 4},
                   {STAR_ELEM_SINGLE, GPU_SINGLE, 4}};
    StarArray *a = arg[1].array;
    const int64_t n = arg[0].i;
    const StarRing ring = (StarRing)arg[2].i;
    const struct Number *number = numbers;
    const struct Number *end = numbers + sizeof numbers / sizeof *numbers;
    GpuBlock block = {.at = NULL};
    bool done = false;
    while (number < end && number->element != a->element)
        number++;
    if (a->dims != 2 || a->dim[0].count != n || a->dim[1].count != n ||
        a->dim[1].low != a->dim[0].low || number == end || ring == STAR_BOOLEAN)
        return cuda_decline(status);
    cudaError_t error = send(cuda, a, number->size, &block);
    if (error == cudaSuccess)
        error = gpu_kleene(&cuda->gpu, block.at, n, number->number,
                           (GpuRing)ring, &done);
    if (error == cudaSuccess && done)
        error = fetch(cuda, a, number->size, &block);
    gpu_free(&cuda->gpu, &block);
    return error == cudaSuccess && !done ? cuda_decline(status) : error;
}

/* True if the arrays are those of a chain, as star_cpu_MATCHAIN requires. */
static bool is_chain(const StarArray *p, const StarArray *m,
                     const StarArray *s) {
    const int64_t n = p->count - 1;
    bool fits = n >= 2 && m->data != s->data;
    for (int64_t i = 0; i <= n && fits; i++)
        fits = p->ints[i] >= 1;
    for (int d = 0; d < 2; d++)
        fits = fits && m->dim[d].low == 1 && m->dim[d].count == n &&
               s->dim[d].low == 1 && s->dim[d].count == n;
    return fits;
}

/* Both tables are uploaded, because the elements below their diagonals stay
 * as they are. */
CUDA_PRIM(matchain) {
    const StarArray *p = arg[0].array;
    StarArray *m = arg[1].array, *s = arg[2].array;
    GpuBlock costs = {.at = NULL}, splits = {.at = NULL};
    int32_t over = 0;
    if (!is_chain(p, m, s))
        return cuda_decline(status);
    cudaError_t error = send(cuda, m, sizeof(int64_t), &costs);
    if (error == cudaSuccess)
        error = send(cuda, s, sizeof(int64_t), &splits);
    if (error == cudaSuccess)
        error = gpu_chain(&cuda->gpu, p->ints, p->count - 1, costs.at,
                          splits.at, cuda->scalar_result.at);
    if (error == cudaSuccess)
        error =
            gpu_read(&cuda->gpu, &over, cuda->scalar_result.at, sizeof over);
    if (error == cudaSuccess && over == 0)
        error = fetch(cuda, m, sizeof(int64_t), &costs);
    if (error == cudaSuccess && over == 0)
        error = fetch(cuda, s, sizeof(int64_t), &splits);
    gpu_free(&cuda->gpu, &costs);
    gpu_free(&cuda->gpu, &splits);
    return error == cudaSuccess && over != 0 ? cuda_decline(status) : error;
}

static cudaError_t fill(Cuda *cuda, StarCell *arg, StarElement element,
                        StarStatus *status) {
    const StarArray *a = arg[1].array;
    StarArray *st = arg[0].array;
    const size_t size = element == STAR_ELEM_LONG ? 4 : 8;
    GpuBlock block = {.at = NULL};
    bool done = false;
    int64_t count;
    if (!star_sdp_takes(cuda->be, arg, element, &count))
        return cuda_decline(status);
    cudaError_t error = send(cuda, st, size, &block);
    const GpuSdp p = {.table = block.at,
                      .n = st->count,
                      .wide = size == 8,
                      .a = a->ints,
                      .k = a->count,
                      .op = (GpuSdpOp)arg[2].i};
    if (error == cudaSuccess)
        error = gpu_sdp(&cuda->gpu, &p, &done);
    if (error == cudaSuccess && done)
        error = fetch(cuda, st, size, &block);
    gpu_free(&cuda->gpu, &block);
    if (error != cudaSuccess || !done)
        return error != cudaSuccess ? error : cuda_decline(status);
    arg[5].ref->i = count;
    return cudaSuccess;
}

CUDA_CALL(sdp, fill(cuda, arg, STAR_ELEM_INT, status))
CUDA_CALL(sdp32, fill(cuda, arg, STAR_ELEM_LONG, status))

/* Host memory for `count` elements of an array. */
static cudaError_t host_room(Cuda *cuda, int64_t count, size_t size,
                             void **room) {
    *room = star_mem_alloc_raw(cuda->be->mem, (size_t)count, size);
    cuda->refused = *room == NULL;
    return cuda->refused ? cudaErrorMemoryAllocation : cudaSuccess;
}

/* True if arrays and capacity are as the body of the procedure requires. */
static bool is_knapsack(const StarCell *arg) {
    const StarArray *w = arg[0].array, *v = arg[1].array;
    bool fits = w->dim[0].low == v->dim[0].low && arg[2].i >= 0;
    for (int64_t i = 0; i < w->count && fits; i++)
        fits = w->ints[i] >= 0 && v->ints[i] != STAR_UNDEFINED_INT;
    return fits;
}

static cudaError_t mark_chosen(Cuda *cuda, StarBits *x, const uint8_t *chosen) {
    CUDA_TRY(cuda_sync_to_host(cuda, x->word, STAR_OVERWRITE));
    memset(x->word, 0, (size_t)star_words(x->length) * sizeof *x->word);
    x->first = 0;
    for (int64_t i = 0; i < x->length; i++)
        x->word[i / 64] |= (uint64_t)chosen[i] << i % 64;
    return cudaSuccess;
}

/* Finds the best value and, if x is not NULL, marks the chosen items in x:
 * then each item has a byte behind the items in the host memory. */
static cudaError_t pack(Cuda *cuda, StarCell *arg, StarBits *x,
                        StarStatus *status) {
    const StarArray *w = arg[0].array, *v = arg[1].array;
    const size_t each = sizeof(GpuItem) + (x != NULL);
    bool done = false;
    int64_t best;
    void *room;
    if (!is_knapsack(arg))
        return cuda_decline(status);
    CUDA_TRY(host_room(cuda, w->count, each, &room));
    uint8_t *chosen =
        x != NULL ? (uint8_t *)((GpuItem *)room + w->count) : NULL;
    cudaError_t error = gpu_knapsack(&cuda->gpu, w->ints, v->ints, w->count,
                                     arg[2].i, room, &best, chosen, &done);
    if (error == cudaSuccess && done && x != NULL)
        error = mark_chosen(cuda, x, chosen);
    star_mem_free(cuda->be->mem, room, (size_t)w->count, each);
    if (error != cudaSuccess || !done)
        return error != cudaSuccess ? error : cuda_decline(status);
    arg[3].ref->i = best;
    return cudaSuccess;
}

/* See star_cpu_KNAPSACK and star_cpu_KNAPSACK_ITEMS. */
CUDA_CALL(knapsack, pack(cuda, arg, NULL, status))
CUDA_CALL(knapsack_items, pack(cuda, arg, arg[4].bits, status))

/* Makes the sums apart from the marks: after a failure the marks must be
 * what they were. */
CUDA_PRIM(subsets) {
    const StarArray *w = arg[0].array;
    StarBits *bits = arg[1].bits;
    uint64_t *marks, *before;
    void *room;
    for (int64_t i = 0; i < w->count; i++)
        if (w->ints[i] < 0)
            return cuda_decline(status);
    CUDA_TRY(cuda_bits_sync(cuda, bits, STAR_READ, &before));
    CUDA_TRY(cuda_apart(cuda, bits->word, (int64_t)bits->capacity,
                        (int64_t)bits->capacity, &marks));
    CUDA_TRY(gpu_copy(&cuda->gpu, marks, before, star_words(bits->length), 1));
    CUDA_TRY(host_room(cuda, w->count, sizeof *w->ints, &room));
    const cudaError_t error = gpu_subset_sums(
        &cuda->gpu, (uint32_t *)marks, bits->length, w->ints, w->count, room);
    star_mem_free(cuda->be->mem, room, (size_t)w->count, sizeof *w->ints);
    return error;
}
