/* Programs on an NVIDIA device: what an embedder needs. */
#ifndef STAR_CUDA_BACKEND_H
#define STAR_CUDA_BACKEND_H

#include "backend.h"

typedef struct StarCudaOptions {
    bool always;     /* whatever the device has a kernel for runs there, not
                        only what is large enough to gain by it */
    bool required;   /* a device that is missing or fails is an error; else the
                        processor goes on alone */
    int device;      /* its number */
    int64_t fail_at; /* for tests: the CUDA call, from 0, that fails; -1 */
    const char *rates; /* NULL, or the file that keeps how fast the device is;
                          it is read until the backend is closed */
    int64_t limit;     /* for tests: bytes of device memory; 0: all there is */
} StarCudaOptions;

/* What the choice of a side goes by: seconds for the opening, a kernel in a row
 * of them, a kernel and an answer of it; bytes in a second to the device, back,
 * and through its memory. */
typedef struct StarCudaRates {
    double open, launch, answer, up, down, memory;
} StarCudaRates;

/* The rates that a file has for a device, its driver and this version of star.
 * They are measured, in some 20 ms, when a device that is not required is
 * opened and there is no such file, it is of another time or cannot be read;
 * what cannot be kept is measured again. */
bool star_cuda_rates(int device, const char *path, StarCudaRates *rates);

/* Lets the device's kernels stand in for those of an open CPU backend, which
 * keeps all memory and runs what has none. The device itself is opened at
 * once if it is required: STAR_DEVICE is raised in be->mem->error if that
 * fails, and the backend is as it was. Else a thread opens it as soon as that
 * might pay, and the processor goes on meanwhile; closing the backend waits for
 * it. */
StarStatus star_cuda_attach(StarBackend *be, const StarCudaOptions *options);

/* Whether a thread is opening the device. Who ends the process need not wait
 * for it: leaves the backend open and calls _exit. */
bool star_cuda_opening(const StarBackend *be);

/* How many devices there are, and the name, multiprocessors and bytes of
 * memory of one. */
int star_cuda_count(void);
bool star_cuda_describe(int device, char name[256], int *multiprocessors,
                        size_t *bytes);

/* Bytes of device memory in use, and the most there were. */
void star_cuda_memory(const StarBackend *be, int64_t *held, int64_t *peak);

/* How many CUDA calls there were. */
int64_t star_cuda_calls(const StarBackend *be);

#endif
