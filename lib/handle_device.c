/* SPDX-License-Identifier: MIT */
/* star.h: the device. */
#include "device.h"
#include "handle.h"

StarCode star_device(Star *s, StarDevice device) {
    HANDLE_BEGIN(s, true);
    StarBackend *be = handle_backend(s);
    if ((unsigned)device > STAR_DEVICE_CUDA)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_NO_DEVICE(__func__, device));
    if (be->device != NULL)
        return handle_refuse(s, STAR_CODE_MISUSED, MSG_SECOND_DEVICE(__func__));
    const char *folder = s->config.cuda_folder;
    switch (device) {
    case STAR_DEVICE_CUDA: return handle_take(s, device_only(be, folder, 0, 0));
    case STAR_DEVICE_AUTO:
        if (device_missed(folder, &s->error) != STAR_OK)
            handle_warn(s, &s->error);
        return handle_take(s, device_auto(be, folder, 0, NULL));
    default: return STAR_CODE_OK;
    }
}
