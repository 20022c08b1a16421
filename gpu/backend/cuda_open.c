/* SPDX-License-Identifier: MIT */
/* Opening the device may take as long as the whole program. A device that is
 * not required is therefore opened by a thread while the program goes on.
 * Until the thread has ended, the program's thread reads nothing that it
 * fills. */
#include <signal.h>

#include "backend/cuda_internal.h"
#include "device/spread.h"

StarStatus cuda_failure(Cuda *cuda, const char *what, cudaError_t error) {
    const char *call = cuda->gpu.what;
    cuda->failed = true;
    return star_raise(cuda->be->mem->error,
                      MSG_DEVICE_FAILED(what, cudaGetErrorString(error), call));
}

static cudaError_t take(Cuda *cuda) {
    _Static_assert((int)STAR_CUDA_DEVICES == (int)GPU_DEVICES, "one limit");
    const double from = cuda_now();
    cuda->gpu.fail_at = cuda->options.fail_at;
    CUDA_TRY(gpu_open(&cuda->gpu, cuda->options.device));
    CUDA_TRY(gpu_open_others(&cuda->gpu, cuda->options.devices));
    if (cuda->options.spread_from > 0)
        cuda->gpu.spread_from = cuda->options.spread_from;
    CUDA_TRY(cuda_memory_open(cuda));
    cuda->start.seconds = cuda_now() - from;
    return cudaSuccess;
}

static StarStatus taken(Cuda *cuda, cudaError_t error) {
    if (error == cudaSuccess)
        error = gpu_enter(&cuda->gpu);
    if (error != cudaSuccess)
        return cuda_failure(cuda, "the device cannot be used", error);
    cuda->open = true;
    if (!cuda->options.always)
        cuda_rates_find(cuda);
    return STAR_OK;
}

/* ---- The thread ---- */

static void *work(void *context) {
    Cuda *cuda = context;
    cuda->start.error = take(cuda);
    __atomic_store_n(&cuda->start.opening, CUDA_READY, __ATOMIC_RELEASE);
    return NULL;
}

static void ended(Cuda *cuda) {
    cuda->start.opening = CUDA_CLOSED;
    cuda->be->threads.count = cuda->start.threads;
}

static StarStatus join(Cuda *cuda) {
    pthread_join(cuda->start.thread, NULL);
    ended(cuda);
    return taken(cuda, cuda->start.error);
}

/* Signals are delivered to the program's thread alone. If no thread can be
 * created the device is opened when it is needed. From MIN_THREADS threads
 * on, half of them leave the processor to the opening: operations that are
 * large enough for a device wait for memory, not for threads. */
void cuda_open_soon(Cuda *cuda) {
    enum { MIN_THREADS = 4 };
    sigset_t all, old;
    if (cuda->open || cuda->failed || cuda->start.opening != CUDA_CLOSED)
        return;
    cuda->start.opening = CUDA_OPENING;
    cuda->start.threads = cuda->be->threads.count;
    cuda->be->threads.count /= cuda->start.threads >= MIN_THREADS ? 2 : 1;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    if (pthread_create(&cuda->start.thread, NULL, work, cuda) != 0)
        ended(cuda);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void cuda_open_poll(Cuda *cuda) {
    if (__atomic_load_n(&cuda->start.opening, __ATOMIC_ACQUIRE) == CUDA_READY &&
        join(cuda) != STAR_OK)
        *cuda->be->mem->error = (StarError){.status = STAR_OK};
}

StarStatus cuda_open(Cuda *cuda) {
    if (__atomic_load_n(&cuda->start.opening, __ATOMIC_ACQUIRE) != CUDA_CLOSED)
        return join(cuda);
    if (cuda->open && !cuda->failed)
        return STAR_OK;
    return cuda->failed ? STAR_DEVICE : taken(cuda, take(cuda));
}

void cuda_close(Cuda *cuda) {
    if (__atomic_load_n(&cuda->start.opening, __ATOMIC_ACQUIRE) != CUDA_CLOSED)
        join(cuda);
    if (cuda->open)
        gpu_enter(&cuda->gpu);
    cuda_memory_close(cuda);
    gpu_close(&cuda->gpu);
    cuda->open = false;
}
