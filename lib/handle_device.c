/* star.h: the device. */
#include "handle.h"

#if STAR_GPU
#include "backend/cuda_backend.h"

static StarStatus attach(StarBackend *be, bool required) {
    const StarCudaOptions options = {
        .always = required, .required = required, .fail_at = -1};
    return star_cuda_attach(be, &options);
}

#else

static StarStatus attach(StarBackend *be, bool required) {
    return required ? star_raise(be->mem->error, STAR_DEVICE,
                                 "this libstar was built without the GPU part")
                    : STAR_OK;
}

#endif

StarCode star_device(Star *s, StarDevice device) {
    HANDLE_BEGIN(s, true);
    StarBackend *be = handle_backend(s);
    if ((unsigned)device > STAR_DEVICE_CUDA)
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_MISUSE,
                             "%s: %d is no device", __func__, (int)device);
    if (be->device != NULL)
        return handle_refuse(s, STAR_CODE_MISUSED, STAR_MISUSE,
                             "%s: the handle has a device already", __func__);
    return device == STAR_DEVICE_CPU
               ? STAR_CODE_OK
               : handle_take(s, attach(be, device == STAR_DEVICE_CUDA));
}
