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
    int64_t limit;   /* for tests: bytes of device memory; 0: all there is */
} StarCudaOptions;

/* Lets the device's kernels stand in for those of an open CPU backend, which
 * keeps all memory and runs what has none. The device itself is opened at
 * once if it is required, else when something is to run there: STAR_DEVICE is
 * raised in be->mem->error if that fails. */
StarStatus star_cuda_attach(StarBackend *be, const StarCudaOptions *options);

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
