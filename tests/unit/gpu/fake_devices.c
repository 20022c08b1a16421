/* SPDX-License-Identifier: MIT */
/* Several fake devices: the memory of all of them is the host's, too. */
#include "fake.h"

#include <cuda.h>
#include <stdlib.h>
#include <string.h>

#include "device/spread.h"

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags) {
    (void)stream, (void)event, (void)flags;
    return fake_call();
}

cudaError_t cudaDeviceCanAccessPeer(int *reaches, int a, int b) {
    *reaches = a != b;
    return fake_call();
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr what,
                                      int a, int b) {
    (void)what, (void)a, (void)b;
    *value = !fake.apart;
    return fake_call();
}

cudaError_t cudaDeviceEnablePeerAccess(int device, unsigned flags) {
    (void)device, (void)flags;
    fake.linked = true;
    return fake_call();
}

static CUresult reserve(CUdeviceptr *at, size_t bytes, size_t align,
                        CUdeviceptr wanted, unsigned long long flags) {
    (void)align, (void)wanted, (void)flags;
    fake.used += (int64_t)bytes;
    *at = (uintptr_t)aligned_alloc(GPU_PAGE, bytes);
    return *at != 0 ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult leave(CUdeviceptr at, size_t bytes) {
    fake.used -= (int64_t)bytes;
    free((void *)(uintptr_t)at);
    return CUDA_SUCCESS;
}

static CUresult create(CUmemGenericAllocationHandle *memory, size_t bytes,
                       const CUmemAllocationProp *how,
                       unsigned long long flags) {
    (void)bytes, (void)flags;
    *memory = (CUmemGenericAllocationHandle)how->location.id;
    fake.pieces++;
    return CUDA_SUCCESS;
}

static CUresult release(CUmemGenericAllocationHandle memory) {
    (void)memory;
    return CUDA_SUCCESS;
}

/* Notes whose each page is. */
static CUresult map(CUdeviceptr at, size_t bytes, size_t offset,
                    CUmemGenericAllocationHandle memory,
                    unsigned long long flags) {
    (void)offset, (void)flags;
    for (size_t k = 0; k < bytes; k += GPU_PAGE)
        memset((char *)(uintptr_t)at + k, (int)memory, 1);
    return CUDA_SUCCESS;
}

static CUresult unmap(CUdeviceptr at, size_t bytes) {
    (void)at, (void)bytes;
    return CUDA_SUCCESS;
}

static CUresult set_access(CUdeviceptr at, size_t bytes,
                           const CUmemAccessDesc *access, size_t count) {
    (void)at, (void)bytes, (void)access;
    return count == FAKE_DEVICES ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *name, void **at, unsigned version,
                                 unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *found) {
    typedef void Function(void);
    const struct {
        const char *name;
        Function *at;
    } calls[] = {{"cuMemAddressReserve", (Function *)reserve},
                 {"cuMemAddressFree", (Function *)leave},
                 {"cuMemCreate", (Function *)create},
                 {"cuMemRelease", (Function *)release},
                 {"cuMemMap", (Function *)map},
                 {"cuMemUnmap", (Function *)unmap},
                 {"cuMemSetAccess", (Function *)set_access}};
    (void)version, (void)flags;
    *found = cudaDriverEntryPointSymbolNotFound;
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (strcmp(calls[k].name, name) == 0) {
            memcpy(at, &calls[k].at, sizeof *at);
            *found = cudaDriverEntryPointSuccess;
        }
    return fake_call();
}
