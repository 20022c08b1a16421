/* SPDX-License-Identifier: MIT */
/* libstar-cuda that needs what nothing has. */
#include "device_part/device_part.h"

extern const StarCudaFunctions lacking_functions;

extern const StarCudaPart star_cuda_part __attribute__((visibility("default")));

const StarCudaPart star_cuda_part = {device_part_build, &lacking_functions};
