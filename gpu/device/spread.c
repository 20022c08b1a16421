/* SPDX-License-Identifier: MIT */
#include "device/spread.h"

#include <cudaTypedefs.h>

#define GPU_FAILED(gpu, error, what) \
    gpu_failed(gpu, error, what, __FILE__, __LINE__)

/* ---- Parts ---- */

enum { UNIT = 8 }; /* words: 64 bytes */

int64_t gpu_chunk(const Gpu *gpu, int64_t words) {
    const int64_t devices = gpu->others + 1;
    return (words + devices * UNIT - 1) / (devices * UNIT) * UNIT;
}

int gpu_parts(const Gpu *gpu, int64_t words) {
    if (gpu->others == 0 || words * 8 < gpu->spread_from || words == 0)
        return 1;
    const int64_t chunk = gpu_chunk(gpu, words);
    return (int)((words + chunk - 1) / chunk);
}

cudaStream_t gpu_stream(const Gpu *gpu, int k) {
    return k == 0 ? gpu->stream : gpu->other[k - 1].stream;
}

GpuPart gpu_part(const Gpu *gpu, int64_t words, int k) {
    const int parts = gpu_parts(gpu, words);
    const int64_t chunk = parts == 1 ? words : gpu_chunk(gpu, words);
    const int64_t rest = words - k * chunk;
    return (GpuPart){.device = k,
                     .from = k * chunk,
                     .words = rest < chunk ? rest : chunk,
                     .stream = gpu_stream(gpu, k)};
}

static int number_of(const Gpu *gpu, int k) {
    return k == 0 ? gpu->device : gpu->other[k - 1].device;
}

cudaError_t gpu_enter_device(Gpu *gpu, int k) {
    GPU_TRY(gpu, cudaSetDevice(number_of(gpu, k)));
    return cudaSuccess;
}

cudaError_t gpu_fork(Gpu *gpu, int parts) {
    GPU_TRY(gpu, cudaEventRecord(gpu->begun, gpu->stream));
    for (int k = 0; k < parts - 1; k++)
        GPU_TRY(gpu, cudaStreamWaitEvent(gpu->other[k].stream, gpu->begun, 0));
    return cudaSuccess;
}

cudaError_t gpu_join(Gpu *gpu, int parts) {
    for (int k = 0; k < parts - 1; k++) {
        GpuOther *o = &gpu->other[k];
        GPU_TRY(gpu, cudaSetDevice(o->device));
        GPU_TRY(gpu, cudaEventRecord(o->ended, o->stream));
    }
    GPU_TRY(gpu, cudaSetDevice(gpu->device));
    for (int k = 0; k < parts - 1; k++)
        GPU_TRY(gpu, cudaStreamWaitEvent(gpu->stream, gpu->other[k].ended, 0));
    return cudaSuccess;
}

void gpu_quiet(Gpu *gpu) {
    for (int k = 0; k <= gpu->others; k++)
        cudaStreamSynchronize(gpu_stream(gpu, k));
    cudaSetDevice(gpu->device);
}

/* ---- Devices ---- */

bool gpu_linked(int a, int b) {
    int reaches = 0, counts = 0;
    return cudaDeviceCanAccessPeer(&reaches, a, b) == cudaSuccess && reaches &&
           cudaDeviceGetP2PAttribute(&counts,
                                     cudaDevP2PAttrNativeAtomicSupported, a,
                                     b) == cudaSuccess &&
           counts;
}

static cudaError_t link(Gpu *gpu, int a, int b) {
    if (!gpu_linked(a, b))
        return GPU_FAILED(gpu, cudaErrorPeerAccessUnsupported,
                          "a link between each two devices");
    GPU_TRY(gpu, cudaSetDevice(a));
    const cudaError_t error = cudaDeviceEnablePeerAccess(b, 0);
    if (error == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError();
    else if (error != cudaSuccess)
        return GPU_FAILED(gpu, error, "cudaDeviceEnablePeerAccess");
    return cudaSuccess;
}

/* True if a device is of the first one's kind: kernels are launched alike. */
static bool is_alike(const Gpu *gpu, int device) {
    int processors = 0, major = 0, minor = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    return processors == gpu->multiprocessors &&
           10 * major + minor == gpu->capability;
}

static cudaError_t open_other(Gpu *gpu, int device) {
    GpuOther *o = &gpu->other[gpu->others++];
    o->device = device;
    if (!is_alike(gpu, device))
        return GPU_FAILED(gpu, cudaErrorPeerAccessUnsupported,
                          "devices of one kind");
    GPU_TRY(gpu, cudaSetDevice(device));
    GPU_TRY(gpu, cudaStreamCreateWithFlags(&o->stream, cudaStreamNonBlocking));
    GPU_TRY(gpu, cudaEventCreateWithFlags(&o->ended, cudaEventDisableTiming));
    return cudaSuccess;
}

static cudaError_t open_all(Gpu *gpu, int devices) {
    cudaError_t error = cudaSuccess;
    GPU_TRY(gpu, cudaEventCreateWithFlags(&gpu->begun, cudaEventDisableTiming));
    for (int k = 1; k < devices && error == cudaSuccess; k++)
        error = open_other(gpu, k);
    for (int a = 0; a < devices; a++)
        for (int b = 0; b < devices && error == cudaSuccess; b++)
            if (a != b)
                error = link(gpu, a, b);
    if (error == cudaSuccess)
        GPU_TRY(gpu, cudaSetDevice(gpu->device));
    return error;
}

cudaError_t gpu_open_others(Gpu *gpu, int devices) {
    int there = 1;
    if (devices > 1)
        GPU_TRY(gpu, cudaGetDeviceCount(&there));
    devices = devices < there ? devices : there;
    devices = devices < GPU_DEVICES ? devices : GPU_DEVICES;
    if (devices < 2)
        return cudaSuccess;
    gpu->spread_from = (int64_t)devices * GPU_PAGE;
    const cudaError_t error = open_all(gpu, devices);
    if (error != cudaSuccess)
        gpu_quiet(gpu);
    return error;
}

void gpu_close_others(Gpu *gpu) {
    for (int k = 0; k < gpu->others; k++) {
        if (gpu->other[k].ended != NULL)
            cudaEventDestroy(gpu->other[k].ended);
        if (gpu->other[k].stream != NULL)
            cudaStreamDestroy(gpu->other[k].stream);
    }
    if (gpu->begun != NULL)
        cudaEventDestroy(gpu->begun);
    gpu->begun = NULL;
    gpu->others = 0;
}

/* ---- Memory of several devices at one address ---- */

typedef struct Driver {
    PFN_cuMemAddressReserve_v10020 reserve;
    PFN_cuMemAddressFree_v10020 leave;
    PFN_cuMemCreate_v10020 create;
    PFN_cuMemRelease_v10020 release;
    PFN_cuMemMap_v10020 map;
    PFN_cuMemUnmap_v10020 unmap;
    PFN_cuMemSetAccess_v10020 set_access;
} Driver;

/* The runtime has no calls for this; they are the driver's. */
static bool find_driver(Driver *d) {
    const struct {
        const char *name;
        void **at;
    } call[] = {{"cuMemAddressReserve", (void **)&d->reserve},
                {"cuMemAddressFree", (void **)&d->leave},
                {"cuMemCreate", (void **)&d->create},
                {"cuMemRelease", (void **)&d->release},
                {"cuMemMap", (void **)&d->map},
                {"cuMemUnmap", (void **)&d->unmap},
                {"cuMemSetAccess", (void **)&d->set_access}};
    enum { SINCE = 10020 };
    enum cudaDriverEntryPointQueryResult found;
    for (unsigned k = 0; k < sizeof call / sizeof *call; k++)
        if (cudaGetDriverEntryPointByVersion(call[k].name, call[k].at, SINCE,
                                             cudaEnableDefault,
                                             &found) != cudaSuccess ||
            found != cudaDriverEntryPointSuccess)
            return false;
    return true;
}

static cudaError_t error_of(CUresult result) {
    return result == CUDA_SUCCESS               ? cudaSuccess
           : result == CUDA_ERROR_OUT_OF_MEMORY ? cudaErrorMemoryAllocation
                                                : cudaErrorUnknown;
}

/* The device that has the middle of page k. */
static int owner(const Gpu *gpu, const GpuBlock *block, int64_t k) {
    const int64_t middle = (k * GPU_PAGE + GPU_PAGE / 2) % block->vector;
    const int64_t d = middle / 8 / gpu_chunk(gpu, block->vector / 8);
    return (int)(d < gpu->others ? d : gpu->others);
}

/* Maps pages from..to-1, which one device has. */
static CUresult map_run(const Gpu *gpu, const Driver *d, CUdeviceptr at,
                        int64_t from, int64_t to, int device) {
    const CUmemAllocationProp how = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE,
                     .id = number_of(gpu, device)}};
    const size_t bytes = (size_t)(to - from) * GPU_PAGE;
    CUmemGenericAllocationHandle memory;
    CUresult result = d->create(&memory, bytes, &how, 0);
    if (result != CUDA_SUCCESS)
        return result;
    result = d->map(at + (CUdeviceptr)(from * GPU_PAGE), bytes, 0, memory, 0);
    d->release(memory); /* the mapping keeps it */
    return result;
}

static CUresult give_access(const Gpu *gpu, const Driver *d, CUdeviceptr at,
                            size_t bytes) {
    CUmemAccessDesc access[GPU_DEVICES] = {0};
    for (int k = 0; k <= gpu->others; k++)
        access[k] =
            (CUmemAccessDesc){.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE,
                                           .id = number_of(gpu, k)},
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    return d->set_access(at, bytes, access, (size_t)gpu->others + 1);
}

cudaError_t gpu_map_vectors(Gpu *gpu, GpuBlock *block) {
    const int64_t pages = block->bytes / GPU_PAGE;
    CUdeviceptr at = 0;
    int64_t mapped = 0;
    Driver d;
    if (!find_driver(&d))
        return cudaErrorNotSupported;
    CUresult result = d.reserve(&at, (size_t)block->bytes, 0, 0, 0);
    if (result != CUDA_SUCCESS)
        return error_of(result);
    while (result == CUDA_SUCCESS && mapped < pages) {
        int64_t to = mapped + 1;
        while (to < pages && owner(gpu, block, to) == owner(gpu, block, mapped))
            to++;
        result = map_run(gpu, &d, at, mapped, to, owner(gpu, block, mapped));
        mapped = result == CUDA_SUCCESS ? to : mapped;
    }
    if (result == CUDA_SUCCESS)
        result = give_access(gpu, &d, at, (size_t)block->bytes);
    if (result == CUDA_SUCCESS) {
        block->at = (void *)(uintptr_t)at;
        return cudaSuccess;
    }
    if (mapped > 0)
        d.unmap(at, (size_t)mapped * GPU_PAGE);
    d.leave(at, (size_t)block->bytes);
    return error_of(result);
}

cudaError_t gpu_unmap_vectors(void *at, int64_t bytes) {
    Driver d;
    if (!find_driver(&d))
        return cudaErrorNotSupported;
    const cudaError_t error =
        error_of(d.unmap((CUdeviceptr)(uintptr_t)at, (size_t)bytes));
    d.leave((CUdeviceptr)(uintptr_t)at, (size_t)bytes);
    return error;
}

/* A vector of whole pages for each device. */
cudaError_t gpu_alloc_each(Gpu *gpu, GpuBlock *block, int64_t bytes,
                           int devices, int64_t *each) {
    *each = devices == 1 ? bytes : (bytes + GPU_PAGE - 1) / GPU_PAGE * GPU_PAGE;
    return gpu_alloc_vectors(gpu, block, devices * *each,
                             devices == 1 ? 0 : (gpu->others + 1) * *each);
}
