/* SPDX-License-Identifier: MIT */
/* The CPU backend with a device beside it. Every primitive enters here and
 * runs on the device if it has a kernel and the cost model says that it
 * pays. */
#include "backend/cuda_internal.h"
#include "device/spread.h"

#include <string.h>
#include <sys/resource.h>

/* ---- Memory ---- */

/* Where a device is required its kernels are likely to write the block. */
static uint64_t *alloc(StarBackend *be, size_t words, bool zero) {
    Cuda *cuda = be->device;
    const bool reserves = cuda->open && cuda->options.required && !cuda->failed;
    uint64_t *block = reserves ? cuda_reserve(cuda, words) : NULL;
    return block != NULL ? block : cuda->overlay.ops.alloc(be, words, zero);
}

static void forget(StarBackend *be, uint64_t *block) {
    Cuda *cuda = be->device;
    if (cuda->memory.mirrors.count == 0)
        return;
    gpu_enter(&cuda->gpu);
    cuda_drop(cuda, block);
}

static void release(StarBackend *be, uint64_t *block, size_t words) {
    Cuda *cuda = be->device;
    forget(be, block);
    cuda->overlay.ops.release(be, block, words);
}

/* A device that is not required gets a second attempt: the block may be the
 * only valid copy. */
static StarStatus sync_to_host(StarBackend *be, uint64_t *block,
                               StarAccess access) {
    Cuda *cuda = be->device;
    cudaError_t error = cudaSuccess;
    access = access == STAR_FORGET ? STAR_OVERWRITE : access;
    if (cuda->overwrites && cuda_is_vacant(cuda, block))
        return STAR_OK; /* and it will stay vacant */
    if (!cuda_occupy(cuda, block))
        return STAR_MEMORY;
    for (int tries = cuda->memory.mirrors.count == 0 ? 0
                     : cuda->options.required        ? 1
                                                     : 2;
         tries > 0; tries--) {
        error = gpu_enter(&cuda->gpu);
        if (error == cudaSuccess)
            error = cuda_sync_to_host(cuda, block, access);
        if (error == cudaSuccess)
            break;
    }
    if (error == cudaSuccess)
        return STAR_OK;
    return cuda_failure(cuda, "what the device has cannot be read", error);
}

/* ---- Primitives ---- */

/* Page faults so far: memory touched for the first time takes them. */
static int64_t page_faults(void) {
    struct rusage usage = {.ru_minflt = 0};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static StarStatus on_host(Cuda *cuda, StarPrim prim, StarCell *arg) {
    enum { MIN_FRESH_FAULTS = 16 };
    if (cuda->options.required && cuda->failed)
        return cuda_failure(cuda, star_prims[prim].name, cudaErrorUnknown);
    STAR_TRY(star_overlay_sync(cuda->be, &cuda->overlay, prim, arg));
    if (cuda->cost.host == 0)
        return cuda->overlay.ops.kernel[prim](cuda->be, arg);
    const int64_t faults = page_faults();
    const double from = cuda_now();
    const StarStatus status = cuda->overlay.ops.kernel[prim](cuda->be, arg);
    cuda_took(cuda, prim, cuda_now() - from,
              page_faults() > faults + MIN_FRESH_FAULTS);
    return status;
}

/* After a failure: downloads everything; the device is not used again. */
static StarStatus give_up(Cuda *cuda, const char *what, cudaError_t error) {
    cuda_forget(cuda);
    if (!cuda->options.required) {
        cuda->failed = true;
        if (cuda_sync_all(cuda) == cudaSuccess ||
            cuda_sync_all(cuda) == cudaSuccess)
            return STAR_OK;
    }
    return cuda_failure(cuda, what, error);
}

/* Begins a primitive on the device. */
static cudaError_t enter(Cuda *cuda) {
    cuda->memory.clock++;
    cuda->refused = false;
    return gpu_enter(&cuda->gpu);
}

/* Undoes what the device has begun, before the processor runs the operation.
 * A required device that failed is an error. */
static StarStatus leave_device(Cuda *cuda, const char *what,
                               cudaError_t error) {
    if (error != cudaSuccess && !cuda->refused)
        return give_up(cuda, what, error);
    cuda_forget(cuda);
    *cuda->be->mem->error = (StarError){.status = STAR_OK};
    return STAR_OK;
}

/* Follows a choice: true if the operation is to run on the device, which is
 * open then. */
static bool goes(Cuda *cuda, CudaChoice choice) {
    if (choice == CUDA_SOON)
        cuda_open_soon(cuda);
    if (choice != CUDA_GOES)
        return false;
    if (cuda_open(cuda) == STAR_OK)
        return true;
    *cuda->be->mem->error = (StarError){.status = STAR_OK};
    return false;
}

static StarStatus run(StarBackend *be, StarPrim prim, StarCell *arg) {
    Cuda *cuda = be->device;
    StarStatus status = STAR_OK;
    cuda_open_poll(cuda);
    if (!goes(cuda, cuda_choose(cuda, prim, arg)))
        return on_host(cuda, prim, arg);
    cudaError_t error = enter(cuda);
    if (error == cudaSuccess)
        error = cuda_kernel[prim](cuda, arg, &status);
    if (error == cudaSuccess && status == STAR_OK) {
        cuda_commit(cuda);
        return STAR_OK;
    }
    STAR_TRY(leave_device(cuda, star_prims[prim].name, error));
    return on_host(cuda, prim, arg);
}

#include "overlay/overlay_entries.h"

/* ---- Responder loops ---- */

static StarStatus loop_on_host(Cuda *cuda, const StarPlan *loop, StarCell *R,
                               const uint64_t *mask, int64_t words,
                               int64_t *fuel) {
    STAR_TRY(star_overlay_sync_loop(cuda->be, loop, R));
    return cuda->overlay.ops.run_loop(cuda->be, loop, R, mask, words, fuel);
}

static StarStatus run_loop(StarBackend *be, const StarPlan *loop, StarCell *R,
                           const uint64_t *mask, int64_t words, int64_t *fuel) {
    Cuda *cuda = be->device;
    cuda_open_poll(cuda);
    if (cuda_loop_is_spread(cuda, loop, R))
        return STAR_DECLINED;
    if (!goes(cuda, cuda_choose_loop(cuda, loop, R, mask, words)))
        return loop_on_host(cuda, loop, R, mask, words, fuel);
    cudaError_t error = enter(cuda);
    if (error == cudaSuccess)
        error = cuda_loop(cuda, loop, R, mask, words, fuel);
    if (error == cudaSuccess) {
        cuda_commit(cuda);
        return STAR_OK;
    }
    STAR_TRY(leave_device(cuda, "a responder loop", error));
    return loop_on_host(cuda, loop, R, mask, words, fuel);
}

static StarStatus pairs_on_host(Cuda *cuda, const StarPlan *loop,
                                const StarCell *R, const StarPairArea *area) {
    STAR_TRY(star_overlay_sync_loop(cuda->be, loop, R));
    return cuda->overlay.ops.run_pairs(cuda->be, loop, R, area);
}

static StarStatus run_pairs(StarBackend *be, const StarPlan *loop,
                            const StarCell *R, const StarPairArea *area) {
    Cuda *cuda = be->device;
    StarStatus status = STAR_DECLINED;
    cuda_open_poll(cuda);
    if (!goes(cuda, cuda_choose_pairs(cuda, loop, R, area)))
        return pairs_on_host(cuda, loop, R, area);
    cudaError_t error = enter(cuda);
    if (error == cudaSuccess)
        error = cuda_pairs(cuda, loop, R, area, &status);
    if (error == cudaSuccess) {
        cuda_commit(cuda);
        return status;
    }
    STAR_TRY(leave_device(cuda, "a pair loop", error));
    return pairs_on_host(cuda, loop, R, area);
}

/* ---- Regions ---- */

static StarStatus run_region(StarBackend *be, struct StarRegion *region) {
    Cuda *cuda = be->device;
    StarStatus status = STAR_DECLINED;
    if (!cuda->open || cuda->failed)
        return status;
    cudaError_t error = enter(cuda);
    if (error == cudaSuccess)
        error = cuda_region(cuda, region, &status);
    if (error != cudaSuccess)
        STAR_TRY(leave_device(cuda, "a region of the program", error));
    return status;
}

/* ---- Attaching ---- */

/* Makes the backend the processor's alone again. */
static void detach(StarBackend *be) {
    Cuda *cuda = be->device;
    cuda_close(cuda);
    star_overlay_detach(be, &cuda->overlay);
    be->device = NULL;
    star_mem_free(be->mem, cuda, 1, sizeof *cuda);
}

static void close(StarBackend *be) {
    detach(be);
    be->ops.close(be);
}

static CudaShape shape_of(const StarOperand o[STAR_MAX_OPERANDS]) {
    CudaShape shape = {0};
    for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
        const bool object =
            star_sig_has_bits(o[k].kind) || o[k].kind == STAR_SIG_ARRAY;
        shape.objects |= object << k;
        shape.results |= (object && o[k].access == STAR_OVERWRITE) << k;
        /* A kernel gives a result without a size its memory. */
        shape.bits |= (o[k].kind == STAR_SIG_BITS && o[k].size[0] != 0) << k;
        shape.tables |= (o[k].kind == STAR_SIG_TABLE) << k;
    }
    return shape;
}

static void attach(StarBackend *be, Cuda *cuda) {
    star_overlay_attach(be, &cuda->overlay, entry);
    be->device = cuda;
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        cuda->shape[p] = shape_of(cuda->overlay.operand[p]);
    be->ops.close = close;
    be->ops.alloc = alloc;
    be->ops.release = release;
    be->ops.forget = forget;
    be->ops.sync_to_host = sync_to_host;
    be->ops.transpose = cuda_transpose;
    be->ops.run_loop = run_loop;
    be->ops.run_pairs = run_pairs;
    be->ops.run_region = cuda->options.region < 0 ? NULL : run_region;
}

StarStatus star_cuda_attach(StarBackend *be, const StarCudaOptions *options) {
    Cuda *cuda = star_mem_alloc(be->mem, 1, sizeof *cuda);
    if (cuda == NULL)
        return STAR_MEMORY;
    cuda->be = be;
    cuda->memory.mirrors.size = sizeof(Mirror);
    cuda->options = *options;
    attach(be, cuda);
    cuda->cost.rates = cuda_usual;
    if (!options->required || cuda_open(cuda) == STAR_OK)
        return STAR_OK;
    detach(be);
    return STAR_DEVICE;
}

bool star_cuda_opening(const StarBackend *be) {
    const Cuda *cuda = be->device;
    return __atomic_load_n(&cuda->start.opening, __ATOMIC_ACQUIRE) ==
           CUDA_OPENING;
}

int star_cuda_count(void) {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

bool star_cuda_describe(int device, char name[256], int *multiprocessors,
                        size_t *bytes) {
    struct cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess)
        return false;
    memcpy(name, properties.name, 256);
    *multiprocessors = properties.multiProcessorCount;
    *bytes = properties.totalGlobalMem;
    return true;
}

bool star_cuda_linked(int device, int other) {
    return device != other && gpu_linked(device, other);
}

const StarCudaFunctions star_cuda_functions = {.attach = star_cuda_attach,
                                               .opening = star_cuda_opening,
                                               .count = star_cuda_count,
                                               .describe = star_cuda_describe,
                                               .linked = star_cuda_linked,
                                               .rates = star_cuda_rates};

/* The device, or an empty one while it is not open or a thread is opening
 * it. */
static const Gpu *gpu_of(const StarBackend *be) {
    static const Gpu none;
    const Cuda *cuda = be->device;
    return cuda->open ? &cuda->gpu : &none;
}

void star_cuda_memory(const StarBackend *be, int64_t *held, int64_t *peak) {
    *held = gpu_of(be)->held;
    *peak = gpu_of(be)->peak;
}

int64_t star_cuda_calls(const StarBackend *be) {
    return gpu_of(be)->calls;
}
