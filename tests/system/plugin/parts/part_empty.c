/* SPDX-License-Identifier: MIT */
/* A library with the name of what libstar-cuda exports, and nothing in it. */
#include <stddef.h>

extern const void *const star_cuda_part[2]
    __attribute__((visibility("default")));
const void *const star_cuda_part[2] = {NULL, NULL};
