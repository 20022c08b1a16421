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
    switch (device) {
    case STAR_DEVICE_CUDA: return handle_take(s, device_always(be, NULL));
    case STAR_DEVICE_AUTO: return handle_take(s, device_auto(be, 0, NULL));
    default: return STAR_CODE_OK;
    }
}
