#include "backend/cuda_internal.h"

#include <string.h>

#include "kernels/search.h"

enum { PLACES = 64, STAGE = 8 << 20 };

/* ---- The table of copies ---- */

static int64_t place_of(const Cuda *cuda, const uint64_t *host) {
    const uint64_t key = ((uintptr_t)host >> 6) * UINT64_C(0x9e3779b97f4a7c15);
    return (int64_t)(key >> 32) & (cuda->memory.places - 1);
}

/* The place of a block, or the empty one where it belongs. */
static Mirror *find(const Cuda *cuda, const uint64_t *host) {
    int64_t k = place_of(cuda, host);
    while (cuda->memory.mirror[k].host != NULL &&
           cuda->memory.mirror[k].host != host)
        k = (k + 1) & (cuda->memory.places - 1);
    return &cuda->memory.mirror[k];
}

static bool grow(Cuda *cuda) {
    StarMem *mem = cuda->be->mem;
    Mirror *old = cuda->memory.mirror;
    const int64_t had = cuda->memory.places;
    const int64_t places = had == 0 ? PLACES : 2 * had;
    Mirror *more = star_mem_alloc(mem, (size_t)places, sizeof *more);
    if (more == NULL)
        return false;
    cuda->memory.mirror = more;
    cuda->memory.places = places;
    for (int64_t k = 0; k < had; k++)
        if (old[k].host != NULL)
            *find(cuda, old[k].host) = old[k];
    star_mem_free(mem, old, (size_t)had, sizeof *old);
    return true;
}

/* Takes a place away, and moves up those that had to go past it. */
static void erase(Cuda *cuda, Mirror *m) {
    const int64_t mask = cuda->memory.places - 1;
    int64_t hole = m - cuda->memory.mirror;
    for (int64_t k = (hole + 1) & mask; cuda->memory.mirror[k].host != NULL;
         k = (k + 1) & mask) {
        const int64_t wants = place_of(cuda, cuda->memory.mirror[k].host);
        if (((k - wants) & mask) >= ((k - hole) & mask)) {
            cuda->memory.mirror[hole] = cuda->memory.mirror[k];
            hole = k;
        }
    }
    cuda->memory.mirror[hole] = (Mirror){.host = NULL};
    cuda->memory.mirrors--;
}

/* NULL if there is none. */
static Mirror *lookup(const Cuda *cuda, const uint64_t *host) {
    Mirror *m =
        cuda->memory.places > 0 && host != NULL ? find(cuda, host) : NULL;
    return m != NULL && m->host != NULL ? m : NULL;
}

/* NULL without memory. */
static Mirror *insert(Cuda *cuda, uint64_t *host, int64_t words) {
    Mirror *m;
    if (2 * (cuda->memory.mirrors + 1) > cuda->memory.places && !grow(cuda)) {
        cuda->refused = true;
        return NULL;
    }
    m = find(cuda, host);
    if (m->host != NULL && m->words != words) { /* see forget_constants */
        gpu_free(&cuda->gpu, &m->device);
        m->words = words;
    }
    if (m->host == NULL) {
        *m = (Mirror){.host = host, .words = words, .here = true};
        cuda->memory.mirrors++;
    }
    return m;
}

/* Which of the two copies are valid from now on. */
static void set_valid(Cuda *cuda, Mirror *m, bool here, bool there) {
    cuda->be->resident += (int)there - (int)m->there;
    m->here = here;
    m->there = there;
}

bool cuda_is_away(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL && !m->here;
}

bool cuda_is_there(const Cuda *cuda, const uint64_t *block) {
    const Mirror *m = lookup(cuda, block);
    return m != NULL && m->there;
}

/* ---- Copying ----
 *
 * Through two page-locked buffers in turn: while one is on its way, the
 * processor's threads fill or empty the other. One thread moves some 10 GB/s,
 * half of what four do. */

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
    star_parallel(cuda->be, copy_part, &c, (int64_t)(bytes / 8));
}

static int64_t piece(int64_t left) {
    return left < STAGE ? left : STAGE;
}

cudaError_t cuda_upload(Cuda *cuda, void *to, const void *from, int64_t bytes) {
    Gpu *gpu = &cuda->gpu;
    int turn = 0;
    for (int64_t at = 0; at < bytes; at += STAGE, turn ^= 1) {
        const size_t n = (size_t)piece(bytes - at);
        GPU_TRY(gpu, cudaEventSynchronize(cuda->memory.staged[turn]));
        copy(cuda, cuda->memory.staging[turn], (const char *)from + at, n);
        GPU_TRY(gpu,
                cudaMemcpyAsync((char *)to + at, cuda->memory.staging[turn], n,
                                cudaMemcpyHostToDevice, gpu->stream));
        GPU_TRY(gpu, cudaEventRecord(cuda->memory.staged[turn], gpu->stream));
    }
    return cudaSuccess;
}

/* Starts the piece of a download that begins at `at`, if there is one. */
static cudaError_t start(Cuda *cuda, const char *from, int64_t at,
                         int64_t bytes, int turn) {
    Gpu *gpu = &cuda->gpu;
    if (at >= bytes)
        return cudaSuccess;
    GPU_TRY(gpu, cudaMemcpyAsync(cuda->memory.staging[turn], from + at,
                                 (size_t)piece(bytes - at),
                                 cudaMemcpyDeviceToHost, gpu->stream));
    GPU_TRY(gpu, cudaEventRecord(cuda->memory.staged[turn], gpu->stream));
    return cudaSuccess;
}

cudaError_t cuda_download(Cuda *cuda, void *to, const void *from,
                          int64_t bytes) {
    Gpu *gpu = &cuda->gpu;
    int turn = 0;
    CUDA_TRY(start(cuda, from, 0, bytes, 0));
    for (int64_t at = 0; at < bytes; at += STAGE, turn ^= 1) {
        CUDA_TRY(start(cuda, from, at + STAGE, bytes, turn ^ 1));
        GPU_TRY(gpu, cudaEventSynchronize(cuda->memory.staged[turn]));
        copy(cuda, (char *)to + at, cuda->memory.staging[turn],
             (size_t)piece(bytes - at));
    }
    return cudaSuccess;
}

static int64_t bytes_of(const Mirror *m) {
    return m->words * (int64_t)sizeof *m->host;
}

/* ---- Memory that is full ----
 *
 * What the primitive of now does not need leaves the device: first what the
 * host has too, then what must come home, each from the one that was used
 * longest ago. */

static bool may_leave(const Cuda *cuda, const Mirror *m, bool away) {
    return m->host != NULL && m->device.at != NULL &&
           m->used < cuda->memory.clock && away == !m->here;
}

/* When that was used which was used longest ago; `clock` if there is none. */
static int64_t oldest(const Cuda *cuda, bool away) {
    int64_t least = cuda->memory.clock;
    for (int64_t k = 0; k < cuda->memory.places; k++) {
        const Mirror *m = &cuda->memory.mirror[k];
        if (may_leave(cuda, m, away) && m->used < least)
            least = m->used;
    }
    return least;
}

/* The bytes that a copy leaves; 0 if it cannot come home. */
static int64_t leave(Cuda *cuda, Mirror *m) {
    const int64_t bytes = m->device.bytes;
    if (cuda_home(cuda, m->host, STAR_CHANGE) != cudaSuccess)
        return 0;
    gpu_free(&cuda->gpu, &m->device);
    return bytes;
}

/* A pass over the table frees the oldest sixteenth, by age: with many copies
 * there are few passes. */
static bool make_room(void *context, int64_t bytes) {
    Cuda *cuda = context;
    int64_t got = 0, first;
    for (int away = 0; away < 2; away++)
        while (got < bytes &&
               (first = oldest(cuda, away)) < cuda->memory.clock) {
            const int64_t last = first + (cuda->memory.clock - first) / 16;
            for (int64_t k = 0; k < cuda->memory.places && got < bytes; k++) {
                Mirror *m = &cuda->memory.mirror[k];
                if (!may_leave(cuda, m, away) || m->used > last)
                    continue;
                const int64_t one = leave(cuda, m);
                if (one == 0)
                    return got > 0;
                got += one;
            }
        }
    return got > 0;
}

/* ---- What the backend asks for ---- */

/* The copy of a block, which the primitive of now uses; NULL without memory.
 */
static Mirror *use(Cuda *cuda, uint64_t *block, int64_t words) {
    Mirror *m = insert(cuda, block, words);
    if (m != NULL)
        m->used = cuda->memory.clock;
    return m;
}

cudaError_t cuda_use(Cuda *cuda, uint64_t *block, int64_t words,
                     StarAccess access, uint64_t **at) {
    Mirror *m = use(cuda, block, words);
    cudaError_t error = cudaSuccess;
    if (m == NULL)
        return cudaErrorMemoryAllocation;
    if (m->device.at == NULL) {
        error =
            gpu_alloc(&cuda->gpu, &m->device, words * (int64_t)sizeof *block);
        m->clean = false;
    }
    if (error == cudaSuccess && access != STAR_OVERWRITE && !m->there) {
        error = cuda_upload(cuda, m->device.at, m->host, bytes_of(m));
        m->clean = error == cudaSuccess;
        set_valid(cuda, m, m->here, error == cudaSuccess);
    }
    if (error == cudaSuccess && access != STAR_READ)
        cuda->memory.written[cuda->memory.writes++] = block;
    *at = m->device.at;
    return error;
}

cudaError_t cuda_apart(Cuda *cuda, uint64_t *block, int64_t words,
                       uint64_t **at) {
    Mirror *m = use(cuda, block, words);
    if (m == NULL)
        return cudaErrorMemoryAllocation;
    CUDA_TRY(gpu_alloc(&cuda->gpu, &m->next, words * (int64_t)sizeof *block));
    cuda->memory.written[cuda->memory.writes++] = block;
    *at = m->next.at;
    return cudaSuccess;
}

cudaError_t cuda_clean(Cuda *cuda, const uint64_t *block) {
    Mirror *m = lookup(cuda, block);
    void *at = m->next.at != NULL ? m->next.at : m->device.at;
    if (m->clean && m->next.at == NULL)
        return cudaSuccess;
    GPU_TRY(&cuda->gpu,
            cudaMemsetAsync(at, 0, (size_t)bytes_of(m), cuda->gpu.stream));
    m->clean = true;
    return cudaSuccess;
}

void cuda_settle(Cuda *cuda) {
    Mirror *m = lookup(cuda, cuda->memory.written[--cuda->memory.writes]);
    if (m->next.at != NULL) {
        gpu_free(&cuda->gpu, &m->device);
        m->device = m->next;
        m->next = (GpuBlock){.at = NULL};
    }
    set_valid(cuda, m, false, true);
}

void cuda_commit(Cuda *cuda) {
    while (cuda->memory.writes > 0)
        cuda_settle(cuda);
}

/* What was to be written may be half written: the host's copy stays. Where
 * there was none, kernels see to it that nothing fails behind the launch that
 * changes an operand. */
void cuda_forget(Cuda *cuda) {
    for (int k = 0; k < cuda->memory.writes; k++) {
        Mirror *m = lookup(cuda, cuda->memory.written[k]);
        if (m->next.at != NULL)
            gpu_free(&cuda->gpu, &m->next);
        else
            set_valid(cuda, m, m->here, !m->here);
    }
    cuda->memory.writes = 0;
}

cudaError_t cuda_home(Cuda *cuda, uint64_t *block, StarAccess access) {
    Mirror *m = lookup(cuda, block);
    cudaError_t error = cudaSuccess;
    if (m == NULL)
        return error;
    if (!m->here && access != STAR_OVERWRITE)
        error = cuda_download(cuda, m->host, m->device.at, bytes_of(m));
    if (error == cudaSuccess)
        set_valid(cuda, m, true, m->there && access == STAR_READ);
    return error;
}

cudaError_t cuda_all_home(Cuda *cuda) {
    cudaError_t error = cudaSuccess;
    for (int64_t k = 0; k < cuda->memory.places; k++)
        if (cuda->memory.mirror[k].host != NULL) {
            const cudaError_t one =
                cuda_home(cuda, cuda->memory.mirror[k].host, STAR_CHANGE);
            error = error == cudaSuccess ? one : error;
        }
    return error;
}

void cuda_drop(Cuda *cuda, const uint64_t *block) {
    Mirror *m = lookup(cuda, block);
    if (m == NULL)
        return;
    set_valid(cuda, m, true, false);
    gpu_free(&cuda->gpu, &m->device);
    erase(cuda, m);
}

cudaError_t cuda_memory_open(Cuda *cuda) {
    Gpu *gpu = &cuda->gpu;
    gpu->limit = cuda->options.limit;
    gpu->room = make_room;
    gpu->context = cuda;
    for (int k = 0; k < 2; k++) {
        GPU_TRY(gpu, cudaMallocHost(&cuda->memory.staging[k], STAGE));
        GPU_TRY(gpu, cudaEventCreateWithFlags(&cuda->memory.staged[k],
                                              cudaEventDisableTiming));
    }
    return gpu_answer_open(gpu, &cuda->answer);
}

void cuda_memory_close(Cuda *cuda) {
    gpu_free(&cuda->gpu, &cuda->answer);
    for (int64_t k = 0; k < cuda->memory.places; k++)
        gpu_free(&cuda->gpu, &cuda->memory.mirror[k].device);
    for (int k = 0; k < 2; k++) {
        if (cuda->memory.staging[k] != NULL)
            cudaFreeHost(cuda->memory.staging[k]);
        if (cuda->memory.staged[k] != NULL)
            cudaEventDestroy(cuda->memory.staged[k]);
    }
    star_mem_free(cuda->be->mem, cuda->memory.mirror,
                  (size_t)cuda->memory.places, sizeof *cuda->memory.mirror);
    cuda->memory.mirror = NULL;
    cuda->memory.places = cuda->memory.mirrors = 0;
}
