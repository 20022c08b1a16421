/* SPDX-License-Identifier: MIT */
/* The rates of a device: measured once and kept in a file. The head of the file
 * names the version of star, the device and the driver; the rates follow. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "backend/cuda_internal.h"
#include "kernels/bitwise.h"

double cuda_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Measuring ---- */

enum {
    WORDS = 1 << 24, /* of a bit vector: more than caches hold */
    PASSES = 4,
    LAUNCHES = 200,
    SCALARS = 20,
    COPY = 4 << 20 /* words */
};

/* Seconds of `times` copies on the device, each `words` long. */
static cudaError_t passes(Cuda *cuda, uint64_t *z, const uint64_t *x,
                          int64_t words, int times, double *seconds) {
    Gpu *gpu = &cuda->gpu;
    CUDA_TRY(gpu_bits(gpu, STAR_FUSE_OPERAND, z, x, NULL, 64 * words));
    CUDA_TRY(gpu_sync(gpu));
    const double from = cuda_now();
    for (int k = 0; k < times; k++)
        CUDA_TRY(gpu_bits(gpu, STAR_FUSE_OPERAND, z, x, NULL, 64 * words));
    CUDA_TRY(gpu_sync(gpu));
    *seconds = cuda_now() - from;
    return cudaSuccess;
}

static cudaError_t scalar_results(Cuda *cuda, const uint64_t *x,
                                  double *seconds) {
    Gpu *gpu = &cuda->gpu;
    double from = 0;
    int64_t count;
    for (int k = 0; k <= SCALARS; k++) {
        CUDA_TRY(gpu_count(gpu, cuda->scalar_result, x, 1));
        CUDA_TRY(gpu_scalar_result(gpu, &count));
        from = k == 0 ? cuda_now() : from;
    }
    *seconds = cuda_now() - from;
    return cudaSuccess;
}

/* Measures the second of two transfers, when all pages are mapped. */
static cudaError_t transfers(Cuda *cuda, uint64_t *x, void *host, double *up,
                             double *down) {
    const int64_t bytes = COPY * (int64_t)sizeof *x;
    for (int k = 0; k < 2; k++) {
        double from = cuda_now();
        CUDA_TRY(cuda_upload(cuda, x, host, bytes));
        CUDA_TRY(gpu_sync(&cuda->gpu));
        *up = cuda_now() - from;
        from = cuda_now();
        CUDA_TRY(cuda_download(cuda, host, x, bytes));
        *down = cuda_now() - from;
    }
    return cudaSuccess;
}

static cudaError_t measure(Cuda *cuda, uint64_t *x, uint64_t *z, void *host,
                           StarCudaRates *r) {
    double launch, scalar, pass, up, down;
    CUDA_TRY(cudaMemsetAsync(x, 0x5a, WORDS * sizeof *x, cuda->gpu.stream));
    CUDA_TRY(transfers(cuda, x, host, &up, &down));
    CUDA_TRY(scalar_results(cuda, x, &scalar));
    CUDA_TRY(passes(cuda, z, x, 1, LAUNCHES, &launch));
    CUDA_TRY(passes(cuda, z, x, WORDS, PASSES, &pass));
    r->launch = launch / LAUNCHES;
    r->scalar = scalar / SCALARS;
    r->up = COPY * sizeof *x / up;
    r->down = COPY * sizeof *x / down;
    r->memory = 2.0 * WORDS * PASSES * sizeof *x / pass;
    return cudaSuccess;
}

/* Its host memory is not charged to the program's account. */
static bool measure_all(Cuda *cuda, StarCudaRates *rates) {
    StarError error;
    StarMem own = {.error = &error, .limit = SIZE_MAX};
    GpuBlock x = {.at = NULL}, z = {.at = NULL};
    void *host = star_mem_alloc(&own, COPY, sizeof(uint64_t));
    bool found = false;
    if (host != NULL) {
        memset(host, 0x5a, COPY * sizeof(uint64_t));
        found = gpu_alloc(&cuda->gpu, &x, WORDS * sizeof(uint64_t)) ==
                    cudaSuccess &&
                gpu_alloc(&cuda->gpu, &z, WORDS * sizeof(uint64_t)) ==
                    cudaSuccess &&
                measure(cuda, x.at, z.at, host, rates) == cudaSuccess;
    }
    gpu_free(&cuda->gpu, &x);
    gpu_free(&cuda->gpu, &z);
    gpu_trim(&cuda->gpu);
    star_mem_free(&own, host, COPY, sizeof(uint64_t));
    return found;
}

/* ---- The file ---- */

enum { TEXT = 1024 };

/* The text of a device's file before its rates; false if the device is not
 * known. */
static bool head(int device, char text[TEXT]) {
    struct cudaDeviceProp p;
    int driver;
    if (cudaGetDeviceProperties(&p, device) != cudaSuccess ||
        cudaDriverGetVersion(&driver) != cudaSuccess)
        return false;
    snprintf(text, TEXT, "star %s\ndevice %s\ndriver %d\n", STAR_VERSION,
             p.name, driver);
    return true;
}

/* Rates are written as integers, which no locale changes: nanoseconds, and
 * bytes per second. */
static const struct Rate {
    const char *name;
    size_t at;
    double unit, min, max;
} rate[] = {
    {"open", offsetof(StarCudaRates, open), 1e-9, 1e-6, 100},
    {"launch", offsetof(StarCudaRates, launch), 1e-9, 1e-9, 1},
    {"scalar", offsetof(StarCudaRates, scalar), 1e-9, 1e-9, 1},
    {"up", offsetof(StarCudaRates, up), 1, 1e6, 1e15},
    {"down", offsetof(StarCudaRates, down), 1, 1e6, 1e15},
    {"memory", offsetof(StarCudaRates, memory), 1, 1e6, 1e15},
};
enum { RATES = sizeof rate / sizeof *rate };

static double *rate_of(StarCudaRates *r, int k) {
    return (double *)(void *)((char *)r + rate[k].at);
}

/* Reads all rates after the head `begin`; false if one is missing or not
 * plausible. `begin` NULL accepts any head. */
static bool parse(const char *text, const char *begin, StarCudaRates *rates) {
    StarCudaRates r;
    if (begin == NULL)
        text = strstr(text, rate[0].name);
    else
        text = strncmp(text, begin, strlen(begin)) == 0 ? text + strlen(begin)
                                                        : NULL;
    for (int k = 0; k < RATES && text != NULL; k++) {
        char name[16];
        long long value;
        int read = 0;
        if (sscanf(text, "%15s %18lld\n%n", name, &value, &read) != 2 ||
            read == 0 || strcmp(name, rate[k].name) != 0)
            return false;
        *rate_of(&r, k) = (double)value * rate[k].unit;
        if (*rate_of(&r, k) < rate[k].min || *rate_of(&r, k) > rate[k].max)
            return false;
        text += read;
    }
    if (text == NULL || *text != '\0')
        return false;
    *rates = r;
    return true;
}

/* Reads a file of rates; `begin` NULL: those of any device. */
static bool load(const char *path, const char *begin, StarCudaRates *rates) {
    char text[TEXT];
    FILE *file = path != NULL ? fopen(path, "re") : NULL;
    if (file == NULL)
        return false;
    const size_t length = fread(text, 1, TEXT - 1, file);
    fclose(file);
    text[length] = '\0';
    return parse(text, begin, rates);
}

bool star_cuda_rates(int device, const char *path, StarCudaRates *rates) {
    char begin[TEXT];
    return head(device, begin) && load(path, begin, rates);
}

/* Creates the folders of a path. */
static void make_folders(const char *path) {
    char folder[FILENAME_MAX];
    for (size_t k = 1; path[k] != '\0' && k < sizeof folder; k++)
        if (path[k] == '/') {
            memcpy(folder, path, k);
            folder[k] = '\0';
            mkdir(folder, 0777);
        }
}

/* Writes a temporary file and renames it, so that no process reads half of
 * one. On any failure the rates are measured again next time. */
static void keep(int device, const char *path, StarCudaRates *rates) {
    char other[FILENAME_MAX], begin[TEXT];
    const int length = snprintf(other, sizeof other, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof other || !head(device, begin))
        return;
    make_folders(path);
    const int open = mkostemp(other, O_CLOEXEC);
    FILE *file = open >= 0 ? fdopen(open, "w") : NULL;
    if (file == NULL) {
        if (open >= 0)
            close(open);
        return;
    }
    fputs(begin, file);
    for (int k = 0; k < RATES; k++)
        fprintf(file, "%s %lld\n", rate[k].name,
                (long long)(*rate_of(rates, k) / rate[k].unit));
    const bool good = ferror(file) == 0;
    if (fclose(file) != 0 || !good || rename(other, path) != 0)
        unlink(other);
}

void cuda_rates_load(Cuda *cuda) {
    load(cuda->options.rates, NULL, &cuda->cost.rates);
}

void cuda_rates_find(Cuda *cuda) {
    const int device = cuda->options.device;
    StarCudaRates *r = &cuda->cost.rates;
    *r = cuda_usual;
    /* A file written by a first opening has its time too large: the driver
     * was read from the disk then. Such a time is corrected. */
    if (star_cuda_rates(device, cuda->options.rates, r)
            ? r->open <= 1.25 * cuda->start.seconds
            : !measure_all(cuda, r))
        return;
    r->open = cuda->start.seconds;
    if (cuda->options.rates != NULL)
        keep(device, cuda->options.rates, r);
}
