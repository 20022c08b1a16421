/* SPDX-License-Identifier: MIT */
#include "backend/cuda_internal.h"

#include <string.h>

#include "kernels/search.h"
#include "kernels/tables.h"

enum { STAGE_BYTES = 8 << 20 };

/* ---- The table of copies ---- */

/* The entry of a block, or NULL. */
static Mirror *lookup(const Cuda *cuda, const uint64_t *host) {
    return star_blocks_find(&cuda->memory.mirrors, host);
}

/* The entry of a block, made if there is none; NULL without memory. */
static Mirror *insert(Cuda *cuda, uint64_t *host, int64_t words) {
    Mirror *m = star_blocks_insert(&cuda->memory.mirrors, cuda->be->mem, host);
    if (m == NULL) {
        cuda->refused = true;
        return NULL;
    }
    if (m->words != words && m->words > 0) { /* see forget_constants */
        gpu_free(&cuda->gpu, &m->device);
        m->most = 0;
    }
    m->host_valid |= m->words == 0;
    m->words = words;
    return m;
}

static int is_resident(const Mirror *m) {
    return m->device_valid || (m->vacant && m->host_valid);
}

/* Sets which of the two copies are valid and whether the host has no memory,
 * and counts resident blocks. */
static void set(Cuda *cuda, Mirror *m, bool host_valid, bool device_valid,
                bool vacant) {
    const int before = is_resident(m);
    m->host_valid = host_valid;
    m->device_valid = device_valid;
    m->vacant = vacant;
    cuda->be->resident += is_resident(m) - before;
}

static void set_valid(Cuda *cuda, Mirror *m, bool host_valid,
                      bool device_valid) {
    set(cuda, m, host_valid, device_valid, m->vacant);
}

bool cuda_is_dirty(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL && !m->host_valid;
}

uint64_t *cuda_copy_of(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL && m->device_valid ? m->device.at : NULL;
}

bool cuda_is_resident(const Cuda *cuda, const uint64_t *block) {
    return cuda_copy_of(cuda, block) != NULL;
}

static int64_t bytes_of(const Mirror *m) {
    return m->words * (int64_t)sizeof *m->host;
}

/* ---- The host's memory ----
 *
 * What only the device has costs none, where a block is pages of its own. */

/* Counts a block as the host has it, before the host frees it. */
static void forget_vacancy(Cuda *cuda, Mirror *m) {
    if (m->vacant)
        star_mem_taken(cuda->be->mem, (size_t)bytes_of(m));
    set(cuda, m, m->host_valid, m->device_valid, false);
}

static void vacate(Cuda *cuda, Mirror *m) {
    forget_vacancy(cuda, m);
    if (star_mem_vacate(cuda->be->mem, m->host, (size_t)bytes_of(m)))
        set(cuda, m, m->host_valid, m->device_valid, true);
}

/* False with STAR_MEMORY raised if the host has no memory for the block. */
static bool occupy(Cuda *cuda, Mirror *m) {
    if (m->vacant && star_mem_take(cuda->be->mem, (size_t)bytes_of(m)))
        set(cuda, m, m->host_valid, m->device_valid, false);
    return !m->vacant;
}

bool cuda_is_vacant(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL && m->vacant;
}

uint64_t *cuda_reserve(Cuda *cuda, size_t words) {
    size_t bytes;
    uint64_t *block = star_size_mul(words, sizeof *block, &bytes)
                          ? star_mem_reserve(cuda->be->mem, bytes)
                          : NULL;
    Mirror *m = block != NULL ? insert(cuda, block, (int64_t)words) : NULL;
    if (m != NULL) {
        set(cuda, m, true, false, true);
    } else if (block != NULL) {
        star_mem_taken(cuda->be->mem, bytes);
        star_mem_free(cuda->be->mem, block, words, sizeof *block);
        block = NULL;
    }
    return block;
}

bool cuda_occupy(Cuda *cuda, const uint64_t *block) {
    Mirror *m = lookup(cuda, block);
    return m == NULL || occupy(cuda, m);
}

/* ---- Transfers ----
 *
 * Two page-locked buffers alternate: while the device copies one, the
 * processor's threads fill or empty the other. One thread moves some 10
 * GB/s, half of what four do. */

typedef struct Copy {
    char *to;
    const char *from;
    size_t bytes;
} Copy;

static void copy_part(void *context, int part, int parts) {
    const Copy *c = context;
    const size_t one = (c->bytes / (size_t)parts / 64 + 1) * 64;
    const size_t at = one * (size_t)part;
    if (at < c->bytes)
        memcpy(c->to + at, c->from + at,
               c->bytes - at < one ? c->bytes - at : one);
}

static void copy(Cuda *cuda, void *to, const void *from, size_t bytes) {
    Copy c = {to, from, bytes};
    star_parallel(&cuda->be->threads, copy_part, &c, (int64_t)(bytes / 8));
}

static int64_t piece(int64_t left) {
    return left < STAGE_BYTES ? left : STAGE_BYTES;
}

cudaError_t cuda_upload(Cuda *cuda, void *to, const void *from, int64_t bytes) {
    Gpu *gpu = &cuda->gpu;
    int buffer = 0;
    for (int64_t at = 0; at < bytes; at += STAGE_BYTES, buffer ^= 1) {
        const size_t n = (size_t)piece(bytes - at);
        GPU_TRY(gpu, cudaEventSynchronize(cuda->memory.staged[buffer]));
        copy(cuda, cuda->memory.staging[buffer], (const char *)from + at, n);
        GPU_TRY(gpu,
                cudaMemcpyAsync((char *)to + at, cuda->memory.staging[buffer],
                                n, cudaMemcpyHostToDevice, gpu->stream));
        GPU_TRY(gpu, cudaEventRecord(cuda->memory.staged[buffer], gpu->stream));
    }
    return cudaSuccess;
}

/* Starts the piece of a download at `at`, if there is one. */
static cudaError_t start(Cuda *cuda, const char *from, int64_t at,
                         int64_t bytes, int buffer) {
    Gpu *gpu = &cuda->gpu;
    if (at >= bytes)
        return cudaSuccess;
    GPU_TRY(gpu, cudaMemcpyAsync(cuda->memory.staging[buffer], from + at,
                                 (size_t)piece(bytes - at),
                                 cudaMemcpyDeviceToHost, gpu->stream));
    GPU_TRY(gpu, cudaEventRecord(cuda->memory.staged[buffer], gpu->stream));
    return cudaSuccess;
}

cudaError_t cuda_download(Cuda *cuda, void *to, const void *from,
                          int64_t bytes) {
    Gpu *gpu = &cuda->gpu;
    int buffer = 0;
    CUDA_TRY(start(cuda, from, 0, bytes, 0));
    for (int64_t at = 0; at < bytes; at += STAGE_BYTES, buffer ^= 1) {
        CUDA_TRY(start(cuda, from, at + STAGE_BYTES, bytes, buffer ^ 1));
        GPU_TRY(gpu, cudaEventSynchronize(cuda->memory.staged[buffer]));
        copy(cuda, (char *)to + at, cuda->memory.staging[buffer],
             (size_t)piece(bytes - at));
    }
    return cudaSuccess;
}

/* ---- Eviction ----
 *
 * When device memory is full, copies that the current primitive does not use
 * are evicted: first those that the host has too, then dirty ones, which are
 * downloaded; of either the least recently used first. */

static bool may_evict(const Cuda *cuda, const Mirror *m, bool dirty) {
    return m->host != NULL && m->device.at != NULL &&
           m->used < cuda->memory.clock && dirty == !m->host_valid;
}

/* The last use of the least recently used copy that may be evicted; `clock`
 * if there is none. */
static int64_t oldest(const Cuda *cuda, bool dirty) {
    int64_t min = cuda->memory.clock;
    for (int64_t k = 0; k < cuda->memory.mirrors.places; k++) {
        const Mirror *m = star_blocks_at(&cuda->memory.mirrors, k);
        if (m != NULL && may_evict(cuda, m, dirty) && m->used < min)
            min = m->used;
    }
    return min;
}

/* Evicts a copy; its bytes, or 0 if it cannot be downloaded. */
static int64_t evict(Cuda *cuda, Mirror *m) {
    const int64_t bytes = m->device.bytes;
    const StarError before = *cuda->be->mem->error;
    if (m->vacant && m->host_valid) {
        set_valid(cuda, m, true, false);
        gpu_free(&cuda->gpu, &m->device);
        return bytes;
    }
    if (!occupy(cuda, m)) {
        *cuda->be->mem->error = before;
        return 0;
    }
    if (cuda_sync_to_host(cuda, m->host, STAR_CHANGE) != cudaSuccess)
        return 0;
    gpu_free(&cuda->gpu, &m->device);
    return bytes;
}

/* Frees at least `bytes` bytes if it can. A pass over the table evicts the
 * oldest sixteenth by age, so that many copies need few passes. */
static bool make_room(void *context, int64_t bytes) {
    Cuda *cuda = context;
    int64_t got = 0, first;
    for (int dirty = 0; dirty < 2; dirty++)
        while (got < bytes &&
               (first = oldest(cuda, dirty)) < cuda->memory.clock) {
            const int64_t last = first + (cuda->memory.clock - first) / 16;
            for (int64_t k = 0; k < cuda->memory.mirrors.places && got < bytes;
                 k++) {
                Mirror *m = star_blocks_at(&cuda->memory.mirrors, k);
                if (m == NULL || !may_evict(cuda, m, dirty) || m->used > last)
                    continue;
                const int64_t one = evict(cuda, m);
                if (one == 0)
                    return got > 0;
                got += one;
            }
        }
    return got > 0;
}

/* ---- Use by the backend ---- */

/* The entry of a block that the current primitive uses; NULL without memory. */
static Mirror *use(Cuda *cuda, uint64_t *block, int64_t words) {
    Mirror *m = insert(cuda, block, words);
    if (m != NULL)
        m->used = cuda->memory.clock;
    return m;
}

cudaError_t cuda_use(Cuda *cuda, uint64_t *block, int64_t words, int64_t vector,
                     StarAccess access, uint64_t **at) {
    Mirror *m = use(cuda, block, words);
    cudaError_t error = cudaSuccess;
    if (m == NULL)
        return cudaErrorMemoryAllocation;
    if (m->device.at == NULL) {
        error =
            gpu_alloc_vectors(&cuda->gpu, &m->device, words * 8, vector * 8);
        m->clean = false;
    }
    if (error == cudaSuccess && access != STAR_OVERWRITE && !m->device_valid) {
        error = cuda_upload(cuda, m->device.at, m->host, bytes_of(m));
        m->clean = error == cudaSuccess;
        m->most = 0;
        set_valid(cuda, m, m->host_valid, error == cudaSuccess);
    }
    if (error == cudaSuccess && access != STAR_READ) {
        cuda->memory.written[cuda->memory.writes++] = block;
        m->most = 0;
    }
    *at = m->device.at;
    return error;
}

cudaError_t cuda_apart(Cuda *cuda, uint64_t *block, int64_t words,
                       int64_t vector, uint64_t **at) {
    Mirror *m = use(cuda, block, words);
    if (m == NULL)
        return cudaErrorMemoryAllocation;
    CUDA_TRY(gpu_alloc_vectors(&cuda->gpu, &m->next, words * 8, vector * 8));
    m->most = 0;
    cuda->memory.written[cuda->memory.writes++] = block;
    *at = m->next.at;
    return cudaSuccess;
}

cudaError_t cuda_clean(Cuda *cuda, const uint64_t *block) {
    Mirror *m = lookup(cuda, block);
    const GpuBlock *to = m->next.at != NULL ? &m->next : &m->device;
    const int64_t words = to->vector > 0 ? to->vector / 8 : m->words;
    if (m->clean && m->next.at == NULL)
        return cudaSuccess;
    CUDA_TRY(gpu_clear(&cuda->gpu, to->at, words, m->words / words));
    m->clean = true;
    return cudaSuccess;
}

void cuda_numbers_note(Cuda *cuda, const uint64_t *block, int64_t most) {
    Mirror *m = lookup(cuda, block);
    if (m != NULL)
        m->most = most;
}

int64_t cuda_numbers_known(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL ? m->most : 0;
}

void cuda_settle(Cuda *cuda) {
    Mirror *m = lookup(cuda, cuda->memory.written[--cuda->memory.writes]);
    if (m->next.at != NULL) {
        gpu_free(&cuda->gpu, &m->device);
        m->device = m->next;
        m->next = (GpuBlock){.at = NULL};
    }
    const bool had = m->host_valid;
    set_valid(cuda, m, false, true);
    if (had)
        vacate(cuda, m);
}

void cuda_commit(Cuda *cuda) {
    while (cuda->memory.writes > 0)
        cuda_settle(cuda);
}

/* A block may be half written: if its host copy is valid it stays so. A
 * block without a valid host copy is intact, because kernels let no call
 * fail after the launch that changes an operand. */
void cuda_forget(Cuda *cuda) {
    for (int k = 0; k < cuda->memory.writes; k++) {
        Mirror *m = lookup(cuda, cuda->memory.written[k]);
        if (m->next.at != NULL)
            gpu_free(&cuda->gpu, &m->next);
        else
            set_valid(cuda, m, m->host_valid, !m->host_valid);
    }
    cuda->memory.writes = 0;
}

cudaError_t cuda_sync_to_host(Cuda *cuda, uint64_t *block, StarAccess access) {
    Mirror *m = lookup(cuda, block);
    cudaError_t error = cudaSuccess;
    if (m == NULL)
        return error;
    if (!occupy(cuda, m))
        return cudaErrorMemoryAllocation;
    if (!m->host_valid && access != STAR_OVERWRITE)
        error = cuda_download(cuda, m->host, m->device.at, bytes_of(m));
    if (error == cudaSuccess)
        set_valid(cuda, m, true, m->device_valid && access == STAR_READ);
    return error;
}

cudaError_t cuda_sync_all(Cuda *cuda) {
    cudaError_t error = cudaSuccess;
    for (int64_t k = 0; k < cuda->memory.mirrors.places; k++) {
        const Mirror *m = star_blocks_at(&cuda->memory.mirrors, k);
        const cudaError_t one =
            m != NULL ? cuda_sync_to_host(cuda, m->host, STAR_CHANGE)
                      : cudaSuccess;
        error = error == cudaSuccess ? one : error;
    }
    return error;
}

void cuda_drop(Cuda *cuda, const uint64_t *block) {
    Mirror *m = lookup(cuda, block);
    if (m == NULL)
        return;
    forget_vacancy(cuda, m);
    set_valid(cuda, m, true, false);
    gpu_free(&cuda->gpu, &m->device);
    star_blocks_erase(&cuda->memory.mirrors, m);
}

/* The processor then takes the operation, which stops at once. */
static bool stopped(void *context) {
    Cuda *cuda = context;
    const bool stops = star_stopped(cuda->be->mem) != STAR_OK;
    cuda->refused |= stops;
    return stops;
}

cudaError_t cuda_memory_open(Cuda *cuda) {
    Gpu *gpu = &cuda->gpu;
    gpu->limit = cuda->options.limit;
    gpu->room = make_room;
    gpu->stopped = stopped;
    gpu->context = cuda;
    for (int k = 0; k < 2; k++) {
        GPU_TRY(gpu, cudaMallocHost(&cuda->memory.staging[k], STAGE_BYTES));
        GPU_TRY(gpu, cudaEventCreateWithFlags(&cuda->memory.staged[k],
                                              cudaEventDisableTiming));
    }
    return gpu_scalar_result_open(gpu, &cuda->scalar_result);
}

void cuda_memory_close(Cuda *cuda) {
    cuda_region_close(cuda);
    gpu_free(&cuda->gpu, &cuda->scalar_result);
    for (int64_t k = 0; k < cuda->memory.mirrors.places; k++) {
        Mirror *m = star_blocks_at(&cuda->memory.mirrors, k);
        if (m == NULL)
            continue;
        forget_vacancy(cuda, m);
        gpu_free(&cuda->gpu, &m->device);
    }
    for (int k = 0; k < 2; k++) {
        if (cuda->memory.staging[k] != NULL)
            cudaFreeHost(cuda->memory.staging[k]);
        if (cuda->memory.staged[k] != NULL)
            cudaEventDestroy(cuda->memory.staged[k]);
    }
    star_blocks_free(&cuda->memory.mirrors, cuda->be->mem);
}
