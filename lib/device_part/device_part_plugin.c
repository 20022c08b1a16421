/* SPDX-License-Identifier: MIT */
/* libstar-cuda is opened by an absolute path. It is not closed: a device may
 * use it until the process ends, and to open it again finds what is there. */
#define _GNU_SOURCE
#include "device_part/device_part.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const bool device_part_built = true;

/* The folder of the file that this code is in, as the system has mapped it: the
 * name that it was loaded by may begin in a folder that has been left since.
 * false: it is not known. */
static bool beside(char folder[PATH_MAX]) {
    const uintptr_t own = (uintptr_t)&device_part_built;
    char map[PATH_MAX + 100];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps != NULL && !found && fgets(map, sizeof map, maps) != NULL) {
        uintptr_t from = 0, end = 0;
        int name = 0;
        map[strcspn(map, "\n")] = '\0';
        sscanf(map, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n", &from, &end,
               &name);
        found = from <= own && own < end && map[name] == '/' &&
                realpath(map + name, folder) != NULL;
    }
    if (maps != NULL)
        fclose(maps);
    if (found)
        *strrchr(folder, '/') = '\0';
    return found;
}

enum { PART_PATH = PATH_MAX + sizeof STAR_PART_FILE };

static bool is_in(const char *folder, char path[PART_PATH]) {
    const int length = snprintf(path, PART_PATH, "%s/" STAR_PART_FILE, folder);
    return length < PART_PATH && access(path, F_OK) == 0;
}

static const StarCudaFunctions *opened(const char *path, StarError *error) {
    void *file = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const StarCudaPart *part = file ? dlsym(file, "star_cuda_part") : NULL;
    if (file == NULL)
        star_raise(error, MSG_PART_BROKEN(dlerror()));
    else if (part == NULL || part->build == NULL)
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
    char own[PATH_MAX], path[PART_PATH];
    const char *first = folder != NULL ? folder
                        : beside(own)  ? own
                                       : STAR_PART_FOLDER;
    const char *other = folder == NULL && strcmp(first, STAR_PART_FOLDER) != 0
                            ? STAR_PART_FOLDER
                            : NULL;
    if (folder != NULL && folder[0] != '/')
        star_raise(error, MSG_PART_RELATIVE(folder));
    else if (is_in(first, path) || (other != NULL && is_in(other, path)))
        return opened(path, error);
    else
        star_raise(error, MSG_PART_MISSING(STAR_PART_FILE, first, other));
    return NULL;
}

/* The driver is where CUDA looks for it. */
bool device_part_is_missed(void) {
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    return driver != NULL && dlclose(driver) == 0;
}
