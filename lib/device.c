/* SPDX-License-Identifier: MIT */
#include "device.h"

StarStatus device_always(StarBackend *be, void *context) {
    (void)context;
    return device_only(be, 0, 0);
}

#if STAR_GPU
#include "backend/cuda_backend.h"

bool device_built(void) {
    return true;
}

StarStatus device_only(StarBackend *be, int device, size_t limit) {
    const StarCudaOptions options = {.always = true,
                                     .required = true,
                                     .device = device,
                                     .fail_at = -1,
                                     .limit = (int64_t)limit};
    return star_cuda_attach(be, &options);
}

StarStatus device_all(StarBackend *be, size_t limit) {
    const StarCudaOptions options = {.always = true,
                                     .required = true,
                                     .devices = STAR_CUDA_DEVICES,
                                     .fail_at = -1,
                                     .limit = (int64_t)limit};
    return star_cuda_attach(be, &options);
}

StarStatus device_auto(StarBackend *be, size_t limit, const char *rates) {
    const StarCudaOptions options = {
        .fail_at = -1, .rates = rates, .limit = (int64_t)limit};
    return star_cuda_attach(be, &options);
}

bool device_opening(const StarBackend *be) {
    return be->device != NULL && star_cuda_opening(be);
}

int device_count(void) {
    return star_cuda_count();
}

bool device_describe(int device, DeviceInfo *out) {
    *out = (DeviceInfo){.name = ""};
    const bool there = device < star_cuda_count() &&
                       star_cuda_describe(device, out->name,
                                          &out->multiprocessors, &out->bytes);
    for (int k = 0; there && k < star_cuda_count() && k < STAR_CUDA_DEVICES;
         k++)
        out->links |= (unsigned)star_cuda_linked(device, k) << k;
    return there;
}

bool device_rates(int device, const char *path, DeviceRates *out) {
    StarCudaRates r;
    if (!star_cuda_rates(device, path, &r))
        return false;
    *out = (DeviceRates){r.open, r.launch, r.scalar, r.up, r.down, r.memory};
    return true;
}

#else

bool device_built(void) {
    return false;
}

StarStatus device_only(StarBackend *be, int device, size_t limit) {
    (void)device, (void)limit;
    return star_raise(be->mem->error, MSG_NO_GPU_PART());
}

StarStatus device_all(StarBackend *be, size_t limit) {
    return device_only(be, 0, limit);
}

StarStatus device_auto(StarBackend *be, size_t limit, const char *rates) {
    (void)be, (void)limit, (void)rates;
    return STAR_OK;
}

bool device_opening(const StarBackend *be) {
    (void)be;
    return false;
}

int device_count(void) {
    return 0;
}

bool device_describe(int device, DeviceInfo *out) {
    (void)device;
    *out = (DeviceInfo){.name = ""};
    return false;
}

bool device_rates(int device, const char *path, DeviceRates *out) {
    (void)device, (void)path, (void)out;
    return false;
}

#endif
