/* SPDX-License-Identifier: MIT */
/* A scalar result that the blocks of one launch reduce without another launch: each adds its
 * part to `parts`, and the last one to do so sees all of them. */
#ifndef STAR_GPU_SCALAR_RESULT_CUH
#define STAR_GPU_SCALAR_RESULT_CUH

#include "backend/gpu.h"

struct ScalarResult {
    int64_t value;
    unsigned long long parts; /* 0 between launches */
    unsigned done;            /* blocks that have finished; 0 between launches */
};

/* The scalar result in a block of device memory. */
static inline ScalarResult *scalar_result_of(GpuBlock block) {
    return (ScalarResult *)block.at;
}

/* The host copy of the value, valid when the stream is empty. */
static inline int64_t *scalar_result_host(Gpu *gpu) {
    return (int64_t *)((char *)gpu->pinned + GPU_PINNED) - 1;
}

/* True in the last block to finish. One thread of each block calls it, after its atomic on
 * parts. *parts receives all parts, and the counters are 0 again. */
static __device__ inline bool scalar_result_is_last(ScalarResult *a, unsigned long long *parts) {
    __threadfence();
    if (atomicInc(&a->done, gridDim.x - 1) != gridDim.x - 1)
        return false;
    *parts = atomicExch(&a->parts, 0);
    return true;
}

/* Sets the result on the device and its host copy. */
static __device__ inline void scalar_result_set(ScalarResult *a, int64_t *host, int64_t value) {
    a->value = value;
    *host = value;
}

#endif
