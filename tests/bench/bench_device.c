#include "bench.h"

#if STAR_GPU
#include "backend/cuda_backend.h"

static StarStatus always(StarBackend *be, void *context) {
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    (void)context;
    return star_cuda_attach(be, &options);
}

DeviceAttach *device_always(void) {
    return always;
}

DeviceName device_name(void) {
    DeviceName name = {""};
    int multiprocessors;
    size_t bytes;
    if (star_cuda_count() == 0 ||
        !star_cuda_describe(0, name.text, &multiprocessors, &bytes))
        name.text[0] = '\0';
    return name;
}

#else

DeviceAttach *device_always(void) {
    return NULL;
}

DeviceName device_name(void) {
    return (DeviceName){""};
}

#endif
