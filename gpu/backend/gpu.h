/* What all kernels of this folder share: the device, its memory, and one way
 * to call CUDA. Functions here and in the headers beside it work on device
 * memory, in the order of one stream, and return before the work is done. */
#ifndef STAR_GPU_H
#define STAR_GPU_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GPU_SPARES = 64, GPU_PINNED = 1 << 16 };

/* A piece of device memory; `at` is NULL if there is none. */
typedef struct GpuBlock {
    void *at;
    int64_t bytes;
} GpuBlock;

typedef struct Gpu {
    cudaStream_t stream;
    int device; /* its number */
    int multiprocessors;
    int shared;      /* bytes of shared memory that a block may ask for */
    int capability;  /* 90 for 9.0 */
    int64_t l2;      /* bytes */
    int64_t calls;   /* CUDA calls so far */
    int64_t fail_at; /* for tests: the call, from 0, that fails; -1: none */
    int64_t limit;   /* for tests: bytes of device memory; 0: all there is */
    /* NULL, or what frees blocks when memory is short, so many bytes of them
     * if it can; false if there is nothing left to free. */
    bool (*room)(void *context, int64_t bytes);
    void *context;
    const char *what; /* the call that failed first, as it is written */
    const char *file;
    int line;
    int64_t held, peak; /* bytes of device memory, spare blocks included */
    GpuBlock spare[GPU_SPARES]; /* that were freed, to be given out again */
    int spares;
    void *pinned; /* GPU_PINNED bytes of page-locked memory, for what comes back
                   */
} Gpu;

/* Takes the device with this number; the caller has set fail_at. What fails is
 * in gpu->what; nothing is held then. */
cudaError_t gpu_open(Gpu *gpu, int device);

/* Before other calls, by any thread: the runtime keeps a device for each. What
 * fails first from now on is in gpu->what. */
cudaError_t gpu_enter(Gpu *gpu);

/* Waits for all work, then gives everything back. */
void gpu_close(Gpu *gpu);

/* Device memory of at least so many bytes, aligned to 256; contents are
 * unspecified. A block that is freed may be given out again at once: the stream
 * keeps the order. */
cudaError_t gpu_alloc(Gpu *gpu, GpuBlock *block, int64_t bytes);
void gpu_free(Gpu *gpu, GpuBlock *block);

/* Gives freed blocks back to the device. */
cudaError_t gpu_trim(Gpu *gpu);

/* Waits until the stream is empty. */
cudaError_t gpu_sync(Gpu *gpu);

/* Reads at most GPU_PINNED bytes of device memory; waits for all work before.
 */
cudaError_t gpu_read(Gpu *gpu, void *to, const void *from, int64_t bytes);

/* Whether the next call is to fail; counts it. */
bool gpu_fails(Gpu *gpu);

/* Notes which call failed, if it is the first, for who reports it; returns the
 * error. */
cudaError_t gpu_failed(Gpu *gpu, cudaError_t error, const char *what,
                       const char *file, int line);

#ifdef __cplusplus
}
#endif

/* The blocks of so many threads that a multiprocessor shall have at a time, for
 * __launch_bounds__: before Ampere it has at most 1024 threads. */
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
 * nothing is done twice if the work is done in another way. */
#define GPU_LAUNCH(gpu, ...)                                                  \
    do {                                                                      \
        cudaError_t error_ = cudaErrorUnknown;                                \
        if (!gpu_fails(gpu)) {                                                \
            __VA_ARGS__;                                                      \
            error_ = cudaGetLastError();                                      \
        }                                                                     \
        if (error_ != cudaSuccess)                                            \
            return gpu_failed(gpu, error_, #__VA_ARGS__, __FILE__, __LINE__); \
    } while (0)

#endif
