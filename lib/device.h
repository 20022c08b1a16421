/* SPDX-License-Identifier: MIT */
/* NVIDIA devices, for star.h and for front ends: device.c alone knows gpu/, and
 * device_part/ where it is. `folder` is that of libstar-cuda, an absolute path,
 * or NULL: beside libstar's code, else where libraries are installed. */
#ifndef STAR_LIB_DEVICE_H
#define STAR_LIB_DEVICE_H

#include "backend.h"

/* True if the GPU part was built. */
bool device_built(void);

/* Why no device will be used though there is the driver of one: raises
 * STAR_GPUPART. STAR_OK: there is nothing to say. */
StarStatus device_missed(const char *folder, StarError *why);

/* The type of StarOptions.attach; NULL is the processor alone. */
typedef StarStatus DeviceAttach(StarBackend *be, void *context);

/* Opens the device with a number, from 0, at once, for all that it has kernels
 * for. STAR_DEVICE is raised in the backend's account if there is none, it
 * fails, or there is no GPU part. It may use `limit` bytes of its memory, 0:
 * all that it has. */
StarStatus device_only(StarBackend *be, const char *folder, int device,
                       size_t limit);

/* The same of all devices, whose memory is one: vectors that are long are
 * spread over them, and each computes its part. They need links between each
 * two. */
StarStatus device_all(StarBackend *be, const char *folder, size_t limit);

/* device_only of the first device, no folder; the context is not used. */
DeviceAttach device_always;

/* Lets a device run what gains by it, as soon as something does; without one,
 * nothing happens. `rates` is a file, which may be missing, that keeps how fast
 * the device is, until the backend is closed; NULL: it is measured. */
StarStatus device_auto(StarBackend *be, const char *folder, size_t limit,
                       const char *rates);

/* True if a thread is opening a device: closing the backend waits for it. Here
 * and below there is no folder. */
bool device_opening(const StarBackend *be);

typedef struct DeviceInfo {
    char name[256];
    int multiprocessors;
    size_t bytes;   /* of its memory */
    unsigned links; /* bit k: it reaches the memory of device k directly */
} DeviceInfo;

/* How many devices there are; what one is, by its number from 0. False, with
 * an empty name: there is no such device. */
int device_count(void);
bool device_describe(int device, DeviceInfo *out);

/* How fast a device is: seconds to open it, to launch a kernel, to have one's
 * scalar result; bytes in a second to the device, back, and through its memory.
 */
typedef struct DeviceRates {
    double open, launch, scalar, up, down, memory;
} DeviceRates;

/* The rates that a file has; false if it has none that hold now. */
bool device_rates(int device, const char *path, DeviceRates *out);

#endif
