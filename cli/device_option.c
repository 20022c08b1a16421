#include "device_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if STAR_GPU
#include "backend/cuda_backend.h"

/* The file of the device's rates: in $XDG_CACHE_HOME/star or ~/.cache/star;
 * NULL if there is no such place. */
static const char *rates_path(void) {
    static char path[FILENAME_MAX];
    const char *cache = getenv("XDG_CACHE_HOME"), *user = getenv("HOME");
    int length = 0;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(path, sizeof path, "%s/star/cuda", cache);
    else if (user != NULL && user[0] == '/')
        length = snprintf(path, sizeof path, "%s/.cache/star/cuda", user);
    return length > 0 && (size_t)length < sizeof path ? path : NULL;
}

static StarStatus always(StarBackend *be, void *context) {
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &options);
}

static StarStatus where_it_pays(StarBackend *be, void *context) {
    const StarCudaOptions options = {.fail_at = -1, .rates = rates_path()};
    (void)context;
    return star_cuda_attach(be, &options);
}

/* Without files. */
static StarStatus safely(StarBackend *be, void *context) {
    const StarCudaOptions options = {.fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &options);
}

DeviceAttach *device_attach(const Options *o) {
    return o->device == DEVICE_CUDA  ? always
           : o->device == DEVICE_CPU ? NULL
           : o->safe                 ? safely
                                     : where_it_pays;
}

static bool opening; /* a thread opens the device, and goes on */

void device_free(StarMachine *machine) {
    StarBackend *be = machine != NULL ? star_machine_backend(machine) : NULL;
    opening = be != NULL && be->device != NULL && star_cuda_opening(be);
    if (!opening)
        star_machine_free(machine);
}

void device_end(int status) {
    if (opening)
        _exit(status);
}

bool device_built(void) {
    return true;
}

static void list_rates(int device) {
    const char *path = rates_path();
    StarCudaRates r;
    if (star_cuda_rates(device, path, &r))
        printf("cuda: %d: opened in %.2f s; a launch %.1f us, an answer %.1f "
               "us; to the device %.1f GB/s, back %.1f, its memory %.0f; %s\n",
               device, r.open, r.launch * 1e6, r.answer * 1e6, r.up / 1e9,
               r.down / 1e9, r.memory / 1e9, path);
    else
        printf("cuda: %d: its rates will be measured when it is first of use\n",
               device);
}

void device_list(void) {
    const int count = star_cuda_count();
    for (int k = 0; k < count; k++) {
        char name[256];
        int multiprocessors;
        size_t bytes;
        if (star_cuda_describe(k, name, &multiprocessors, &bytes))
            printf("cuda: %d: %s, %d multiprocessors, %.1f GiB%s\n", k, name,
                   multiprocessors, (double)bytes / (1 << 30),
                   k == 0 ? "; chosen" : "");
    }
    if (count > 0)
        list_rates(0);
    if (count == 0)
        puts("cuda: no device");
}

#else

void device_free(StarMachine *machine) {
    star_machine_free(machine);
}

void device_end(int status) {
    (void)status;
}

DeviceAttach *device_attach(const Options *o) {
    (void)o;
    return NULL;
}

bool device_built(void) {
    return false;
}

void device_list(void) {
    puts("cuda: not built");
}

#endif
