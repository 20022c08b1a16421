#include "device.h"

#include <stdio.h>

#if STAR_GPU
#include "cuda_backend.h"

static StarStatus always(StarBackend *be, void *context) {
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &options);
}

static StarStatus where_it_pays(StarBackend *be, void *context) {
    const StarCudaOptions options = {.fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &options);
}

DeviceAttach *device_attach(const Options *o) {
    return o->device == DEVICE_CUDA   ? always
           : o->device == DEVICE_AUTO ? where_it_pays
                                      : NULL;
}

bool device_built(void) {
    return true;
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
    if (count == 0)
        puts("cuda: no device");
}

#else

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
