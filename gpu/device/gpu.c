/* SPDX-License-Identifier: MIT */
#include "device/gpu.h"

#include <string.h>

#include "device/spread.h"

bool gpu_fails(Gpu *gpu) {
    return gpu->calls++ == gpu->fail_at;
}

cudaError_t gpu_failed(Gpu *gpu, cudaError_t error, const char *what,
                       const char *file, int source_line) {
    cudaGetLastError(); /* an error that is not sticky shall not be reported
                           again */
    if (gpu->what == NULL) {
        gpu->what = what;
        gpu->file = file;
        gpu->source_line = source_line;
    }
    return error;
}

static cudaError_t attribute(Gpu *gpu, int *value, enum cudaDeviceAttr what,
                             int device) {
    GPU_TRY(gpu, cudaDeviceGetAttribute(value, what, device));
    return cudaSuccess;
}

static cudaError_t read_attributes(Gpu *gpu, int device) {
    static const enum cudaDeviceAttr what[] = {
        cudaDevAttrMultiProcessorCount, cudaDevAttrMaxSharedMemoryPerBlockOptin,
        cudaDevAttrL2CacheSize, cudaDevAttrComputeCapabilityMajor,
        cudaDevAttrComputeCapabilityMinor};
    int value[5];
    for (int k = 0; k < 5; k++) {
        cudaError_t error = attribute(gpu, &value[k], what[k], device);
        if (error != cudaSuccess)
            return error;
    }
    gpu->multiprocessors = value[0];
    gpu->shared = value[1];
    gpu->l2 = value[2];
    gpu->capability = 10 * value[3] + value[4];
    return cudaSuccess;
}

static cudaError_t take(Gpu *gpu, int device) {
    cudaError_t error;
    GPU_TRY(gpu, cudaSetDevice(device));
    error = read_attributes(gpu, device);
    if (error != cudaSuccess)
        return error;
    GPU_TRY(gpu,
            cudaStreamCreateWithFlags(&gpu->stream, cudaStreamNonBlocking));
    for (int k = 0; k < 2; k++)
        GPU_TRY(gpu, cudaEventCreateWithFlags(&gpu->behind[k],
                                              cudaEventDisableTiming));
    GPU_TRY(gpu, cudaMallocHost(&gpu->pinned, GPU_PINNED));
    return cudaSuccess;
}

cudaError_t gpu_open(Gpu *gpu, int device) {
    cudaError_t error;
    const int64_t fail_at = gpu->fail_at;
    *gpu = (Gpu){.device = device, .fail_at = fail_at};
    error = take(gpu, device);
    if (error != cudaSuccess)
        gpu_close(gpu);
    return error;
}

cudaError_t gpu_enter(Gpu *gpu) {
    int now;
    gpu->what = NULL;
    if (cudaGetDevice(&now) != cudaSuccess || now != gpu->device)
        GPU_TRY(gpu, cudaSetDevice(gpu->device));
    return cudaSuccess;
}

/* ---- Memory ---- */

/* cudaMalloc waits for the device, so freed blocks are kept. A spare block
 * serves a request of at least half its size. */
static int64_t rounded(int64_t bytes, int64_t unit) {
    return bytes <= 0 ? unit : (bytes + unit - 1) / unit * unit;
}

static cudaError_t drop(Gpu *gpu, int k) {
    const GpuBlock spare = gpu->spare[k];
    gpu->spare[k] = gpu->spare[--gpu->spares];
    gpu->held -= spare.bytes;
    if (gpu->others > 0)
        gpu_quiet(gpu); /* others may read it: CUDA waits for its owner alone */
    return spare.vector > 0 ? gpu_unmap_vectors(spare.at, spare.bytes)
                            : cudaFree(spare.at);
}

cudaError_t gpu_trim(Gpu *gpu) {
    cudaError_t error = cudaSuccess;
    while (gpu->spares > 0) {
        const cudaError_t one = drop(gpu, 0);
        error = error == cudaSuccess ? one : error;
    }
    return error;
}

/* Running out of memory is not a sticky error: it is cleared. */
static cudaError_t get(Gpu *gpu, GpuBlock *block) {
    if (gpu->limit > 0 && block->bytes > gpu->limit - gpu->held)
        return cudaErrorMemoryAllocation;
    const cudaError_t error =
        block->vector > 0 ? gpu_map_vectors(gpu, block)
                          : cudaMalloc(&block->at, (size_t)block->bytes);
    if (error == cudaErrorMemoryAllocation)
        cudaGetLastError();
    return error;
}

static cudaError_t obtain(Gpu *gpu, GpuBlock *block) {
    const int64_t bytes = block->bytes;
    if (gpu_fails(gpu))
        return gpu_failed(gpu, cudaErrorMemoryAllocation, "cudaMalloc",
                          __FILE__, __LINE__);
    cudaError_t error = get(gpu, block);
    while (error == cudaErrorMemoryAllocation &&
           (gpu->spares > 0 ||
            (gpu->room != NULL && gpu->room(gpu->context, bytes)))) {
        gpu_trim(gpu);
        error = get(gpu, block);
    }
    if (error != cudaSuccess) {
        block->at = NULL;
        return gpu_failed(gpu, error, "cudaMalloc", __FILE__, __LINE__);
    }
    gpu->held += bytes;
    gpu->peak = gpu->held > gpu->peak ? gpu->held : gpu->peak;
    return cudaSuccess;
}

cudaError_t gpu_alloc_vectors(Gpu *gpu, GpuBlock *block, int64_t bytes,
                              int64_t vector) {
    const bool spread =
        gpu->others > 0 && vector >= gpu->spread_from && vector >= GPU_PAGE;
    int best = -1;
    *block = (GpuBlock){.bytes = rounded(bytes, spread ? GPU_PAGE : 256),
                        .vector = spread ? vector : 0};
    for (int k = 0; k < gpu->spares; k++) {
        const int64_t has = gpu->spare[k].bytes;
        if (gpu->spare[k].vector == block->vector && has >= block->bytes &&
            has / 2 <= block->bytes &&
            (best < 0 || has < gpu->spare[best].bytes))
            best = k;
    }
    if (best < 0)
        return obtain(gpu, block);
    *block = gpu->spare[best];
    gpu->spare[best] = gpu->spare[--gpu->spares];
    return cudaSuccess;
}

cudaError_t gpu_alloc(Gpu *gpu, GpuBlock *block, int64_t bytes) {
    return gpu_alloc_vectors(gpu, block, bytes, 0);
}

void gpu_free(Gpu *gpu, GpuBlock *block) {
    if (block->at == NULL)
        return;
    if (gpu->spares == GPU_SPARES)
        drop(gpu, 0);
    gpu->spare[gpu->spares++] = *block;
    *block = (GpuBlock){.at = NULL};
}

cudaError_t gpu_sync(Gpu *gpu) {
    GPU_TRY(gpu, cudaStreamSynchronize(gpu->stream));
    return cudaSuccess;
}

cudaError_t gpu_read(Gpu *gpu, void *to, const void *from, int64_t bytes) {
    GPU_TRY(gpu, cudaMemcpyAsync(gpu->pinned, from, (size_t)bytes,
                                 cudaMemcpyDeviceToHost, gpu->stream));
    GPU_TRY(gpu, cudaStreamSynchronize(gpu->stream));
    memcpy(to, gpu->pinned, (size_t)bytes);
    return cudaSuccess;
}

/* Of the two events one is recorded here, and waited for at the next call that
 * gets so far. What fails, the launch tells. */
bool gpu_go_on(Gpu *gpu) {
    if (++gpu->launches % GPU_QUEUE != 0)
        return true;
    const int64_t now = gpu->launches / GPU_QUEUE % 2;
    bool waits = cudaEventRecord(gpu->behind[now], gpu->stream) == cudaSuccess;
    while (waits) {
        waits = cudaEventQuery(gpu->behind[!now]) == cudaErrorNotReady;
        if (gpu->stopped != NULL && gpu->stopped(gpu->context))
            return false;
        if (waits)
            cudaGetLastError();
    }
    return true;
}

void gpu_close(Gpu *gpu) {
    if (gpu->stream != NULL)
        cudaStreamSynchronize(gpu->stream);
    gpu_trim(gpu);
    gpu_close_others(gpu);
    for (int k = 0; k < 2; k++)
        if (gpu->behind[k] != NULL)
            cudaEventDestroy(gpu->behind[k]);
    if (gpu->pinned != NULL)
        cudaFreeHost(gpu->pinned);
    if (gpu->stream != NULL)
        cudaStreamDestroy(gpu->stream);
    gpu->pinned = NULL;
    gpu->stream = NULL;
    gpu->behind[0] = gpu->behind[1] = NULL;
}
