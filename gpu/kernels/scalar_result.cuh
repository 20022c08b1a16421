/* SPDX-License-Identifier: MIT */
/* A scalar result that the blocks of one launch, on each device, reduce without
 * another launch: each adds its part to `parts`, and the last one to do so sees
 * all of them. */
#ifndef STAR_GPU_SCALAR_RESULT_CUH
#define STAR_GPU_SCALAR_RESULT_CUH

#include "device/spread.h"

struct ScalarResult {
    int64_t value;
    unsigned long long parts; /* 0 between launches */
    unsigned done;            /* blocks that have ended; 0 between launches */
};

/* The scalar result in a block of device memory. */
static inline ScalarResult *scalar_result_of(GpuBlock block) {
    return (ScalarResult *)block.at;
}

/* The host copy of the value, valid when the stream is empty. */
static inline int64_t *scalar_result_host(Gpu *gpu) {
    return (int64_t *)((char *)gpu->pinned + GPU_PINNED) - 1;
}

/* True if the blocks of several devices, so many in all, reduce one result. */
static __device__ inline bool scalar_result_is_shared(unsigned blocks) {
    return blocks != gridDim.x;
}

/* Adds a part to the result. */
static __device__ inline void scalar_result_max(ScalarResult *a, unsigned long long part,
                                                unsigned blocks) {
    if (scalar_result_is_shared(blocks))
        atomicMax_system(&a->parts, part);
    else
        atomicMax(&a->parts, part);
}
static __device__ inline void scalar_result_add(ScalarResult *a, unsigned long long part,
                                                unsigned blocks) {
    if (scalar_result_is_shared(blocks))
        atomicAdd_system(&a->parts, part);
    else
        atomicAdd(&a->parts, part);
}

/* True in the last block of all to finish. One thread of each block calls it,
 * after it has added its part. *parts receives all parts, and the counters are
 * 0 again. */
static __device__ inline bool scalar_result_is_last(ScalarResult *a, unsigned long long *parts,
                                                    unsigned blocks) {
    if (scalar_result_is_shared(blocks)) {
        __threadfence_system();
        if (atomicInc_system(&a->done, blocks - 1) != blocks - 1)
            return false;
        *parts = atomicExch_system(&a->parts, 0);
        return true;
    }
    __threadfence();
    if (atomicInc(&a->done, blocks - 1) != blocks - 1)
        return false;
    *parts = atomicExch(&a->parts, 0);
    return true;
}

/* The sum of a function of each part's words: the blocks of all launches. */
template <typename Blocks>
static inline unsigned scalar_result_blocks(const Gpu *gpu, int64_t words, const Blocks &blocks) {
    unsigned all = 0;
    for (int k = 0; k < gpu_parts(gpu, words); k++)
        all += blocks(gpu_part(gpu, words, k));
    return all;
}

/* Sets the result on the device and its host copy. */
static __device__ inline void scalar_result_set(ScalarResult *a, int64_t *host, int64_t value) {
    a->value = value;
    *host = value;
}

/* The result of a launch: the sum of what all its threads have. */
static __device__ inline void scalar_result_sum(ScalarResult *a, int64_t *host,
                                                unsigned long long mine, unsigned blocks) {
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int other = 16; other > 0; other /= 2)
        mine += __shfl_xor_sync(~0u, mine, other);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    unsigned long long parts;
    scalar_result_add(a, sum, blocks);
    if (scalar_result_is_last(a, &parts, blocks))
        scalar_result_set(a, host, (int64_t)parts);
}

#endif
