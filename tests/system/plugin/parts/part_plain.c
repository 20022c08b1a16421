/* SPDX-License-Identifier: MIT */
/* libstar-cuda of the same build, whose device is the processor. */
#include <stdio.h>

#include "device_part/device_part.h"

static StarStatus attach(StarBackend *be, const StarCudaOptions *options) {
    (void)be, (void)options;
    return STAR_OK;
}

static bool opening(const StarBackend *be) {
    (void)be;
    return false;
}

static int count(void) {
    return 1;
}

static bool describe(int device, char name[256], int *multiprocessors,
                     size_t *bytes) {
    *multiprocessors = 1;
    *bytes = 1 << 30;
    return snprintf(name, 256, "plain %d", device) > 0;
}

static bool linked(int device, int other) {
    return device != other;
}

static bool rates(int device, const char *path, StarCudaRates *out) {
    (void)device, (void)path, (void)out;
    return false;
}

static const StarCudaFunctions functions = {attach,   opening, count,
                                            describe, linked,  rates};

extern const StarCudaPart star_cuda_part __attribute__((visibility("default")));

const StarCudaPart star_cuda_part = {device_part_build, &functions};
