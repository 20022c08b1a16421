/* SPDX-License-Identifier: MIT */
/* libstar-cuda is opened by an absolute path. It is not closed: a device may
 * use it until the process ends, and to open it again finds what is there. */
#define _GNU_SOURCE
#include "device_part/device_part.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const bool device_part_built = true;

/* The folder of the file that this code is in; false: it is not known. A
 * program has no name in its list of libraries. */
static bool beside(char folder[PATH_MAX]) {
    Dl_info symbol;
    struct link_map *map;
    if (dladdr1(&device_part_built, &symbol, (void **)&map, RTLD_DL_LINKMAP) ==
        0)
        return false;
    const char *name = map->l_name[0] ? map->l_name : "/proc/self/exe";
    if (name[0] != '/' || realpath(name, folder) == NULL)
        return false;
    *strrchr(folder, '/') = '\0';
    return true;
}

static bool is_in(const char *folder) {
    char path[PATH_MAX];
    const int length =
        snprintf(path, sizeof path, "%s/" STAR_PART_FILE, folder);
    return length < PATH_MAX && access(path, F_OK) == 0;
}

static const StarCudaFunctions *opened(const char *folder, StarError *error) {
    char path[PATH_MAX + sizeof STAR_PART_FILE];
    snprintf(path, sizeof path, "%s/" STAR_PART_FILE, folder);
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const StarCudaPart *part = file ? dlsym(file, "star_cuda_part") : NULL;
    if (file == NULL)
        star_raise(error, MSG_PART_BROKEN(dlerror()));
    else if (part == NULL)
        star_raise(error, MSG_PART_FOREIGN(path));
    else if (strcmp(part->build, device_part_build) != 0)
        star_raise(error,
                   MSG_PART_OF_ANOTHER(path, part->build, device_part_build));
    else
        return part->functions;
    if (file != NULL)
        dlclose(file);
    return NULL;
}

const StarCudaFunctions *device_part(const char *folder, StarError *error) {
    char own[PATH_MAX];
    const char *first = folder != NULL ? folder
                        : beside(own)  ? own
                                       : STAR_PART_FOLDER;
    const char *other = folder == NULL && strcmp(first, STAR_PART_FOLDER) != 0
                            ? STAR_PART_FOLDER
                            : NULL;
    if (first[0] != '/')
        star_raise(error, MSG_PART_RELATIVE(first));
    else if (is_in(first))
        return opened(first, error);
    else if (other != NULL && is_in(other))
        return opened(other, error);
    else
        star_raise(error, MSG_PART_MISSING(STAR_PART_FILE, first, other));
    return NULL;
}

/* The driver is where CUDA looks for it. */
bool device_part_is_missed(void) {
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    return driver != NULL && dlclose(driver) == 0;
}
