/* SPDX-License-Identifier: MIT */
/* Regions: where they begin, how the host waits for their end, and whether they
 * were worth it. */
#include <string.h>
#include <time.h>

#include "plan/cost.h"
#include "resident/region_state.h"

enum {
    MAX_EXCHANGES = 1 << 30 /* before the slots are cleared */
};

/* The job of a device among several: with its own copy of the program, its
 * slots and its words. */
static ResidentJob job_of(const Region *g, const GpuPart *part) {
    const struct CudaRegion *own = g->own;
    const int k = part->device;
    ResidentJob job = own->job;
    region_program_at(&job, own->program,
                      (char *)own->copy.at + k * own->copy_each);
    for (int i = 0; i < g->parts; i++)
        job.spread.slot[i] =
            (ResidentSlot *)((char *)own->slots.at + i * own->slots_each);
    job.slot = job.spread.slot[k];
    job.spread.flags = job.flags;
    job.spread.launch = own->launches;
    job.spread.chunk = gpu_part(&g->cuda->gpu, star_words(g->longest), 0).words;
    job.spread.device = k;
    job.spread.devices = g->parts;
    job.spread.first = part->from;
    job.spread.behind =
        k == g->parts - 1 ? INT64_MAX : part->from + part->words;
    return job;
}

static cudaError_t launch_part(const Region *g, int k) {
    Gpu *gpu = &g->cuda->gpu;
    const GpuPart part = gpu_part(gpu, star_words(g->longest), k);
    const ResidentJob job = job_of(g, &part);
    CUDA_TRY(gpu_enter_device(gpu, k));
    return gpu_resident_spread(gpu, &job, part.stream);
}

/* Launches on all devices, which wait for each other: if one cannot begin, or
 * has given up, the others end at once. */
static cudaError_t launch_all(const Region *g) {
    Gpu *gpu = &g->cuda->gpu;
    volatile int64_t *flags = g->own->flags;
    g->own->launches++;
    CUDA_TRY(gpu_fork(gpu, g->parts));
    cudaError_t error = cudaSuccess;
    for (int k = 0; k < g->parts && error == cudaSuccess; k++)
        error = launch_part(g, k);
    if (error == cudaSuccess && flags[3] == g->own->launches)
        error = cudaErrorLaunchTimeout;
    __atomic_store_n(&flags[error == cudaSuccess ? 2 : 3], g->own->launches,
                     __ATOMIC_RELEASE);
    if (error == cudaSuccess)
        error = gpu_join(gpu, g->parts);
    if (error != cudaSuccess)
        gpu_quiet(gpu);
    return error;
}

static cudaError_t launch(const Region *g) {
    Gpu *gpu = &g->cuda->gpu;
    ResidentJob *job = &g->own->job;
    if (job->exchanges > MAX_EXCHANGES) {
        GPU_TRY(gpu, cudaMemsetAsync(g->own->slots.at, 0,
                                     (size_t)g->own->slots.bytes, gpu->stream));
        job->exchanges = 0;
    }
    GPU_TRY(gpu, cudaMemcpyAsync(g->own->state.at, g->own->in, g->bytes,
                                 cudaMemcpyHostToDevice, gpu->stream));
    g->own->flags[0] = g->own->flags[1] = 0;
    return g->parts > 1 ? launch_all(g) : gpu_resident(gpu, job, gpu->stream);
}

/* How the devices are: an error of one, or whether all have ended. */
static cudaError_t ask_all(const Region *g) {
    cudaError_t error = cudaSuccess;
    for (int k = 0; k < g->parts; k++) {
        const cudaError_t one = cudaStreamQuery(gpu_stream(&g->cuda->gpu, k));
        if (error == cudaSuccess ||
            (one != cudaSuccess && one != cudaErrorNotReady))
            error = one;
    }
    return error;
}

/* Waits for the end, which the kernel tells in the host's memory: sooner than
 * CUDA does. While a region takes long, the processor rests. */
static cudaError_t wait(const Region *g) {
    enum { SPINS = 1 << 18 };
    const struct timespec rest = {.tv_nsec = 50000};
    volatile int64_t *flags = g->own->flags;
    for (int64_t spins = 0; flags[0] == 0; spins++) {
        if (star_stopped(g->cuda->be->mem) != STAR_OK)
            flags[1] = 1;
        if (spins < SPINS)
            continue;
        const cudaError_t error = ask_all(g);
        if (error != cudaErrorNotReady && flags[0] == 0) {
            flags[3] = g->own->launches;
            return error != cudaSuccess ? error : cudaErrorLaunchFailure;
        }
        nanosleep(&rest, NULL);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return cudaSuccess;
}

/* The image that the kernel lacked is made on the device. */
static void want(const Region *g) {
    const ResidentState *s = g->own->out;
    GpuTable image;
    if (s->end != RESIDENT_IMAGE)
        return;
    StarTable *t = (StarTable *)g->object[s->wanted[0]];
    cuda_image(g->cuda, t, (int)s->wanted[1], STAR_READ, &image);
    *g->cuda->be->mem->error = (StarError){.status = STAR_OK};
}

/* ---- When ---- */

/* Prepares what all regions of a machine share. */
static cudaError_t open(Cuda *cuda, struct CudaRegion *own) {
    Gpu *gpu = &cuda->gpu;
    const int64_t bytes = sizeof(ResidentState) + REGION_CELLS * 8 +
                          REGION_OBJECTS * sizeof(ResidentObject);
    if (own->flags != NULL)
        return cudaSuccess;
    CUDA_TRY(gpu_alloc(gpu, &own->state, bytes));
    CUDA_TRY(gpu_alloc_each(gpu, &own->slots,
                            2 * RESIDENT_BLOCKS * (int64_t)sizeof(ResidentSlot),
                            gpu->others + 1, &own->slots_each));
    GPU_TRY(gpu, cudaMemsetAsync(own->slots.at, 0, (size_t)own->slots.bytes,
                                 gpu->stream));
    GPU_TRY(gpu, cudaMallocHost((void **)&own->in, (size_t)bytes));
    GPU_TRY(gpu, cudaMallocHost((void **)&own->out, (size_t)bytes));
    GPU_TRY(gpu, cudaMallocHost((void **)&own->flags, 64));
    memset(own->flags, 0, 64);
    own->job.state = own->state.at;
    own->job.slot = own->slots.at;
    own->job.out = own->out;
    own->job.flags = own->flags;
    return cudaSuccess;
}

/* The memory that the regions of a machine share, for this run of its program;
 * NULL without memory, which is not the program's. */
static struct CudaRegion *prepare(Cuda *cuda, const StarRegion *r) {
    StarError ignored;
    StarMem mem = star_mem_beside(cuda->be->mem, &ignored);
    if (cuda->region == NULL)
        cuda->region = star_mem_alloc(&mem, 1, sizeof *cuda->region);
    struct CudaRegion *own = cuda->region;
    if (own == NULL || own->run == r->run)
        return own;
    star_mem_free(&mem, own->skip, 2 * (size_t)own->skips, 1);
    own->skips = r->program->length;
    own->skip = star_mem_alloc(&mem, 2 * (size_t)own->skips, 1);
    own->run = own->skip != NULL ? r->run : 0;
    own->program = NULL;
    own->left = NULL;
    return own->skip != NULL ? own : NULL;
}

void cuda_region_close(Cuda *cuda) {
    struct CudaRegion *own = cuda->region;
    StarMem mem = star_mem_beside(cuda->be->mem, NULL);
    if (own == NULL)
        return;
    gpu_quiet(&cuda->gpu);
    gpu_free(&cuda->gpu, &own->copy);
    gpu_free(&cuda->gpu, &own->state);
    gpu_free(&cuda->gpu, &own->slots);
    if (own->in != NULL)
        cudaFreeHost(own->in);
    if (own->out != NULL)
        cudaFreeHost(own->out);
    if (own->flags != NULL)
        cudaFreeHost(own->flags);
    star_mem_free(&mem, own->skip, 2 * (size_t)own->skips, 1);
    star_mem_free(&mem, own, 1, sizeof *own);
    cuda->region = NULL;
}

/* True if a region shall begin: not at an instruction that the last one left,
 * nor, for a while, at one where regions took longer than they saved. */
static bool begins(const Cuda *cuda, struct CudaRegion *own,
                   const StarRegion *r) {
    uint8_t *skip = &own->skip[r->at - r->program->code];
    const bool again = own->left == r->at;
    own->left = NULL;
    if (again || cuda->options.region > 0 || *skip == 0)
        return !again;
    --*skip;
    return false;
}

/* Notes whether a region paid, or could begin at all. If not, none begins at
 * that instruction for a while, longer each time. */
static void note(struct CudaRegion *own, const StarRegion *r, bool paid) {
    enum { MAX_SKIP = 255 };
    uint8_t *skip = &own->skip[r->at - r->program->code];
    const int next = paid ? 0 : 2 * skip[own->skips] + 1;
    skip[0] = skip[own->skips] = (uint8_t)(next < MAX_SKIP ? next : MAX_SKIP);
}

/* Compares the launches and scalar results that a region saved with its cost,
 * about three results. */
static void judge(Cuda *cuda, struct CudaRegion *own, const StarRegion *r,
                  int32_t results) {
    const StarCudaRates *rates = &cuda->cost.rates;
    const double saved = (double)own->out->vectors * rates->launch +
                         results * (rates->scalar - rates->launch);
    cuda->cost.regions = saved >= 3 * rates->scalar;
    note(own, r, cuda->cost.regions);
}

static cudaError_t start(Region *g, bool *begun) {
    struct CudaRegion *own = g->own;
    CUDA_TRY(open(g->cuda, own));
    if (own->program != g->r->program) {
        CUDA_TRY(region_program(g->cuda, g->r->program, &own->copy,
                                &own->copy_each));
        own->program = g->r->program;
        region_program_at(&own->job, own->program, own->copy.at);
    }
    *begun = region_describe(g) &&
             (g->cuda->options.always || g->longest >= STAR_COST_REGION_BITS);
    return *begun ? launch(g) : cudaSuccess;
}

/* True if the device has little memory, which its blocks need. */
static bool is_small(const Gpu *gpu) {
    enum { MIN_MEMORY = 1 << 24 };
    return gpu->limit > 0 && gpu->limit < MIN_MEMORY;
}

cudaError_t cuda_region(Cuda *cuda, StarRegion *r, StarStatus *status) {
    struct CudaRegion *own = prepare(cuda, r);
    Region g = {.cuda = cuda, .own = own, .r = r};
    bool begun;
    *status = STAR_DECLINED;
    if (own == NULL || is_small(&cuda->gpu) || !begins(cuda, own, r))
        return cudaSuccess;
    CUDA_TRY(start(&g, &begun));
    if (!begun) {
        note(own, r, false);
        return cudaSuccess;
    }
    cudaError_t error = wait(&g);
    const int32_t results = (int32_t)own->out->results - own->job.exchanges;
    const bool ran = error == cudaSuccess && own->out->ran > 0;
    if (error == cudaSuccess) {
        own->job.exchanges += results;
        judge(cuda, own, r, results);
    }
    if (ran && region_take(&g) != cudaSuccess)
        error = region_take(&g); /* a call that failed once is made again */
    if (error != cudaSuccess) {
        *status = cuda_failure(cuda, "a region of the program", error);
        return cudaSuccess;
    }
    want(&g);
    own->left = own->out->end == RESIDENT_LEFT ? r->at : NULL;
    *status = ran ? STAR_OK : STAR_DECLINED;
    return cudaSuccess;
}
