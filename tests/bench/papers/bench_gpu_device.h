/* SPDX-License-Identifier: MIT */
/* A device for benchmarks. */
#ifndef STAR_BENCH_GPU_DEVICE_H
#define STAR_BENCH_GPU_DEVICE_H

#include "device/gpu.h"

struct BenchGpu {
    Gpu gpu;
    char name[256];
};

/* Takes the first device; false after a message. */
bool bench_gpu_start(struct BenchGpu *gpu);

/* Whether a call succeeded; else says what failed. */
bool bench_gpu_ok(const struct BenchGpu *gpu, cudaError_t error);

#endif
