/* SPDX-License-Identifier: MIT */
#include "device_part/device_part.h"

const bool device_part_built = true;

const StarCudaFunctions *device_part(const char *folder, StarError *error) {
    (void)folder, (void)error;
    return &star_cuda_functions;
}

bool device_part_is_missed(void) {
    return false;
}
