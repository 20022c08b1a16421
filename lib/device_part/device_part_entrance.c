/* SPDX-License-Identifier: MIT */
/* The only symbol of libstar-cuda that is visible. */
#include "device_part/device_part.h"

extern const StarCudaPart star_cuda_part __attribute__((visibility("default")));

const StarCudaPart star_cuda_part = {.build = device_part_build,
                                     .functions = &star_cuda_functions};
