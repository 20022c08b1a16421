/* SPDX-License-Identifier: MIT */
/* For tests of kernels: a device, or the test is skipped. */
#ifndef STAR_GPU_TEST_H
#define STAR_GPU_TEST_H

#include <stdio.h>
#include <stdlib.h>

#include "device/spread.h"

enum { GPU_SKIPPED = 77 };

/* Ends the program with a message if a call failed. */
static inline void gpu_must(const Gpu *gpu, cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: %s\n", gpu->file ? gpu->file : "?",
            gpu->source_line, gpu->what ? gpu->what : "a call",
            cudaGetErrorString(error));
    exit(1);
}

/* Ends the program as skipped if there is no device. With STAR_GPU_SPREAD in
 * the environment all devices are used, with their parts of vectors of every
 * length; then it is skipped if there is one device only. */
static inline void gpu_test_open(Gpu *gpu) {
    const bool spread = getenv("STAR_GPU_SPREAD") != NULL;
    int count = 0;
    gpu->fail_at = -1;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1 + spread) {
        puts("no device, or only one: skipped");
        exit(GPU_SKIPPED);
    }
    gpu_must(gpu, gpu_open(gpu, 0));
    if (spread) {
        gpu_must(gpu, gpu_open_others(gpu, GPU_DEVICES));
        gpu->spread_from = 1;
    }
}

/* Random numbers by splitmix64. */
static inline uint64_t gpu_random(uint64_t *seed) {
    uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* With STAR_GPU_SMALL in the environment, for compute-sanitizer's slow
 * tools: no test that needs much memory or time, and of the cases of a walk
 * one of `many`, at random, if its work, in any unit, is at most `most`. */
static inline bool gpu_small(void) {
    return getenv("STAR_GPU_SMALL") != NULL;
}

static inline bool gpu_takes_one_of(int many, int64_t work, int64_t most) {
    static uint64_t seed;
    return !gpu_small() ||
           (work <= most && gpu_random(&seed) % (uint64_t)many == 0);
}

static inline bool gpu_takes(int64_t work, int64_t most) {
    return gpu_takes_one_of(7, work, most);
}

#endif
