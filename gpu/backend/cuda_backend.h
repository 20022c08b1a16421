/* SPDX-License-Identifier: MIT */
/* The CUDA backend, as an embedder uses it. */
#ifndef STAR_CUDA_BACKEND_H
#define STAR_CUDA_BACKEND_H

#include "backend.h"

enum { STAR_CUDA_DEVICES = 8 };

typedef struct StarCudaOptions {
    bool always; /* every operation that the device has a kernel for runs there,
                    not only one that gains by it */
    bool required;   /* a missing or failing device is an error; else the
                        processor goes on alone */
    int device;      /* its number */
    int devices;     /* above 1: `device` is 0, and so many are used, as far as
                        there are, at most STAR_CUDA_DEVICES; they are
                        required */
    int64_t fail_at; /* for tests: the CUDA call, from 0, that fails; -1 */
    const char *rates; /* NULL, or the file that keeps the device's rates; read
                          until the backend is closed */
    int64_t region;    /* for tests: instructions that a region runs at most;
                          0: all; -1: there are no regions */
    int64_t spread_from; /* for tests: bytes from which on vectors are spread */
    int64_t limit;       /* bytes of device memory; 0: all there is */
} StarCudaOptions;

/* The measured rates of the cost model. Seconds: to open the device, to
 * launch one of many kernels, to launch a kernel and read its scalar result.
 * Bytes per second: uploads, downloads, and through the device's memory. */
typedef struct StarCudaRates {
    double open, launch, scalar, up, down, memory;
} StarCudaRates;

/* *rates := those that the file has for a device, its driver and this
 * version of star; false if it has none. When a device that is not required
 * is opened, and the file is missing, cannot be read or is of another
 * device, driver or version, the rates are measured, in some 20 ms, and
 * written to the file. If they cannot be written they are measured again
 * next time. */
bool star_cuda_rates(int device, const char *path, StarCudaRates *rates);

/* Puts the device's kernels before those of an open CPU backend, which keeps
 * all host memory and runs what has no device kernel. A required device is
 * opened at once: STAR_DEVICE is raised in be->mem->error if that fails, and
 * the backend is as it was. Otherwise a thread opens the device as soon as
 * that might pay, and the processor goes on meanwhile; closing the backend
 * waits for that thread. */
StarStatus star_cuda_attach(StarBackend *be, const StarCudaOptions *options);

/* True while a thread is opening the device. A process that ends need not
 * wait for it: it leaves the backend open and calls _exit. */
bool star_cuda_opening(const StarBackend *be);

/* The number of devices; and the name, multiprocessors and bytes of memory
 * of one, false if it does not exist. */
int star_cuda_count(void);
bool star_cuda_describe(int device, char name[256], int *multiprocessors,
                        size_t *bytes);

/* True if a device addresses another one's memory, and counts there. */
bool star_cuda_linked(int device, int other);

/* The functions that libstar calls; all of this may be a file of its own:
 * lib/device_part. */
typedef struct StarCudaFunctions {
    StarStatus (*attach)(StarBackend *be, const StarCudaOptions *options);
    bool (*opening)(const StarBackend *be);
    int (*count)(void);
    bool (*describe)(int device, char name[256], int *multiprocessors,
                     size_t *bytes);
    bool (*linked)(int device, int other);
    bool (*rates)(int device, const char *path, StarCudaRates *rates);
} StarCudaFunctions;

extern const StarCudaFunctions star_cuda_functions;

/* Bytes of device memory allocated now, and their maximum so far. */
void star_cuda_memory(const StarBackend *be, int64_t *held, int64_t *peak);

/* The number of CUDA calls so far. */
int64_t star_cuda_calls(const StarBackend *be);

#endif
