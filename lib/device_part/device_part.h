/* SPDX-License-Identifier: MIT */
/* Where gpu/ is: linked with libstar, in a file of its own, or nowhere. The
 * build takes one of device_part_linked.c, device_part_plugin.c,
 * device_part_none.c. */
#ifndef STAR_LIB_DEVICE_PART_H
#define STAR_LIB_DEVICE_PART_H

#include "backend/cuda_backend.h"

/* False if the build left the GPU part out. */
extern const bool device_part_built;

/* The GPU part; NULL if there is none, and STAR_DEVICE is raised. `folder` is
 * where its file is, an absolute path; NULL: beside the file that has libstar's
 * code, else where libraries are installed. */
const StarCudaFunctions *device_part(const char *folder, StarError *error);

/* True if the GPU part may be missing where there is the driver of a device. */
bool device_part_is_missed(void);

/* Changes with the sources of either side and with the compiler:
 * tools/build/build_id.cmake. */
extern const char device_part_build[];

/* What the file of its own exports as star_cuda_part. Whatever else changes,
 * the build is the first member: nothing is used before the two are found to be
 * equal. */
typedef struct StarCudaPart {
    const char *build;
    const StarCudaFunctions *functions;
} StarCudaPart;

#endif
