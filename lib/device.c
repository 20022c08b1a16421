/* SPDX-License-Identifier: MIT */
#include "device.h"

#include "device_part/device_part.h"

bool device_built(void) {
    return device_part_built;
}

StarStatus device_missed(const char *folder, StarError *why) {
    StarError error;
    if (device_part(folder, &error) != NULL || !device_part_is_missed())
        return STAR_OK;
    return star_raise(why, MSG_NO_DEVICE_USED(error.text));
}

/* ---- Opening ---- */

/* `devices`: so many at most, or 0 for the one with number `device`. */
static StarStatus attach(StarBackend *be, const char *folder, int device,
                         int devices, size_t limit) {
    const StarCudaFunctions *part = device_part(folder, be->mem->error);
    const StarCudaOptions options = {.always = true,
                                     .required = true,
                                     .device = device,
                                     .devices = devices,
                                     .fail_at = -1,
                                     .limit = (int64_t)limit};
    return part != NULL ? part->attach(be, &options) : STAR_DEVICE;
}

StarStatus device_only(StarBackend *be, const char *folder, int device,
                       size_t limit) {
    return attach(be, folder, device, 0, limit);
}

StarStatus device_all(StarBackend *be, const char *folder, size_t limit) {
    return attach(be, folder, 0, STAR_CUDA_DEVICES, limit);
}

StarStatus device_always(StarBackend *be, void *context) {
    (void)context;
    return device_only(be, NULL, 0, 0);
}

StarStatus device_auto(StarBackend *be, const char *folder, size_t limit,
                       const char *rates) {
    StarError none;
    const StarCudaFunctions *part = device_part(folder, &none);
    const StarCudaOptions options = {
        .fail_at = -1, .rates = rates, .limit = (int64_t)limit};
    return part != NULL ? part->attach(be, &options) : STAR_OK;
}

bool device_opening(const StarBackend *be) {
    StarError none;
    const StarCudaFunctions *part =
        be->device ? device_part(NULL, &none) : NULL;
    return part != NULL && part->opening(be);
}

/* ---- What there is ---- */

int device_count(void) {
    StarError none;
    const StarCudaFunctions *part = device_part(NULL, &none);
    return part != NULL ? part->count() : 0;
}

bool device_describe(int device, DeviceInfo *out) {
    StarError none;
    const StarCudaFunctions *part = device_part(NULL, &none);
    const int count = part != NULL ? part->count() : 0;
    *out = (DeviceInfo){.name = ""};
    const bool there =
        device < count &&
        part->describe(device, out->name, &out->multiprocessors, &out->bytes);
    for (int k = 0; there && k < count && k < STAR_CUDA_DEVICES; k++)
        out->links |= (unsigned)part->linked(device, k) << k;
    return there;
}

bool device_rates(int device, const char *path, DeviceRates *out) {
    StarError none;
    const StarCudaFunctions *part = device_part(NULL, &none);
    StarCudaRates r;
    if (part == NULL || !part->rates(device, path, &r))
        return false;
    *out = (DeviceRates){r.open, r.launch, r.scalar, r.up, r.down, r.memory};
    return true;
}
