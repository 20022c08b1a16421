/* SPDX-License-Identifier: MIT */
/* The device, its memory, and one way to call CUDA, which all kernels share.
 * Functions here and in the kernels' headers take device memory, run in the
 * order of one stream, and return before the work is done. With several devices
 * see spread.h. */
#ifndef STAR_GPU_H
#define STAR_GPU_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

/* Around what C and C++ share. */
#ifdef __cplusplus
#define GPU_C_BEGIN extern "C" {
#define GPU_C_END }
#else
#define GPU_C_BEGIN
#define GPU_C_END
#endif

GPU_C_BEGIN

enum { GPU_SPARES = 64, GPU_PINNED = 1 << 16, GPU_DEVICES = 8 };

/* A piece of device memory; `at` is NULL if there is none. `vector`: bytes of
 * the vectors that are spread over several devices, see spread.h; 0: it is the
 * first device's. */
typedef struct GpuBlock {
    void *at;
    int64_t bytes, vector;
} GpuBlock;

/* A device beside the first one. */
typedef struct GpuOther {
    int device; /* its number */
    cudaStream_t stream;
    cudaEvent_t ended; /* its part of the last operation */
} GpuOther;

typedef struct Gpu {
    cudaStream_t stream;
    int device; /* its number */
    int multiprocessors;
    int shared;     /* bytes of shared memory that a block may ask for */
    int capability; /* 90 for 9.0 */
    int64_t l2;     /* bytes */
    GpuOther other[GPU_DEVICES - 1];
    int others;
    cudaEvent_t begun;   /* the work before that operation */
    int64_t spread_from; /* bytes from which on vectors are spread */
    int64_t calls;       /* CUDA calls so far */
    int64_t fail_at;     /* for tests: the call, from 0, that fails; -1: none */
    int64_t limit;       /* bytes of device memory; 0: all there is */
    /* NULL, or a function that frees about this many bytes of blocks when
     * memory is short; false if there is nothing left to free. */
    bool (*room)(void *context, int64_t bytes);
    /* NULL, or a function that says whether the program shall stop. */
    bool (*stopped)(void *context);
    void *context;
    int64_t launches;
    cudaEvent_t behind[2]; /* each second GPU_QUEUE launches, see gpu_go_on */
    const char *what;      /* source text of the call that failed first */
    const char *file;
    int source_line;
    int64_t held, peak; /* bytes of device memory, spare blocks included, and
                           their maximum */
    GpuBlock spare[GPU_SPARES]; /* freed blocks, to be allocated again */
    int spares;
    void *
        pinned; /* GPU_PINNED bytes of page-locked memory, for scalar results */
} Gpu;

/* Opens the device with this number; the caller has set fail_at. On failure
 * gpu->what names the call and nothing is allocated. */
cudaError_t gpu_open(Gpu *gpu, int device);

/* Makes the device current for the calling thread, before other calls: CUDA
 * keeps a device for each thread. Clears gpu->what, which names the first
 * call that fails from now on. */
cudaError_t gpu_enter(Gpu *gpu);

/* Waits for all work, then frees all memory. */
void gpu_close(Gpu *gpu);

/* gpu_alloc provides device memory of at least `bytes` bytes, aligned to
 * 256, with unspecified contents. gpu_alloc_vectors spreads vectors of so many
 * bytes over several devices, if there are several and the vectors are long.
 * gpu_free keeps the block for the next allocation, which may be at once: the
 * stream keeps the order. */
cudaError_t gpu_alloc(Gpu *gpu, GpuBlock *block, int64_t bytes);
cudaError_t gpu_alloc_vectors(Gpu *gpu, GpuBlock *block, int64_t bytes,
                              int64_t vector);
void gpu_free(Gpu *gpu, GpuBlock *block);

/* Returns the spare blocks to CUDA. */
cudaError_t gpu_trim(Gpu *gpu);

/* Waits until the stream is empty. */
cudaError_t gpu_sync(Gpu *gpu);

/* Reads at most GPU_PINNED bytes of device memory; waits for all work before.
 */
cudaError_t gpu_read(Gpu *gpu, void *to, const void *from, int64_t bytes);

/* Counts a call; true if it is the one that shall fail. */
bool gpu_fails(Gpu *gpu);

/* Before a launch: lets the device come up until fewer than 2 GPU_QUEUE
 * launches are before it, so that a program that is stopped ends with what
 * those take. False if it shall stop. */
enum { GPU_QUEUE = 8 };
bool gpu_go_on(Gpu *gpu);

/* Notes the first failed call, with its source text and place, and gives the
 * error back. */
cudaError_t gpu_failed(Gpu *gpu, cudaError_t error, const char *what,
                       const char *file, int source_line);

GPU_C_END

/* Blocks of `threads` threads that a multiprocessor shall hold at a time,
 * for __launch_bounds__: before Ampere it holds at most 1024 threads. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define GPU_BLOCKS(threads, blocks) \
    ((threads) * (blocks) > 1024 ? 1024 / (threads) : (blocks))
#else
#define GPU_BLOCKS(threads, blocks) (blocks)
#endif

/* Makes a CUDA call, or returns its error from this function. */
#define GPU_TRY(gpu, call)                                               \
    do {                                                                 \
        cudaError_t error_ = gpu_fails(gpu) ? cudaErrorUnknown : (call); \
        if (error_ != cudaSuccess)                                       \
            return gpu_failed(gpu, error_, #call, __FILE__, __LINE__);   \
    } while (0)

/* Launches a kernel, or returns the error: then it was not launched, so that
 * falling back repeats nothing. */
#define GPU_LAUNCH(gpu, ...)                                                  \
    do {                                                                      \
        cudaError_t error_ = cudaErrorUnknown;                                \
        if (!gpu_fails(gpu) && gpu_go_on(gpu)) {                              \
            __VA_ARGS__;                                                      \
            error_ = cudaGetLastError();                                      \
        }                                                                     \
        if (error_ != cudaSuccess)                                            \
            return gpu_failed(gpu, error_, #__VA_ARGS__, __FILE__, __LINE__); \
    } while (0)

#endif
