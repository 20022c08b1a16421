/* SPDX-License-Identifier: MIT */
#include "device_part/device_part.h"

const bool device_part_built = false;

const StarCudaFunctions *device_part(const char *folder, StarError *error) {
    (void)folder;
    star_raise(error, MSG_NO_GPU_PART());
    return NULL;
}

bool device_part_is_missed(void) {
    return false;
}
