/* How the blocks of a launch agree on one answer without another launch: each
 * adds its part to `parts`, and the last one to do so sees all of them. */
#ifndef STAR_GPU_ANSWER_CUH
#define STAR_GPU_ANSWER_CUH

#include "backend/gpu.h"

struct Answer {
    int64_t value;
    unsigned long long parts; /* 0 between launches */
    unsigned done;            /* blocks that are; 0 between launches */
};

/* The result in a block of device memory that has room for one. */
static inline Answer *answer_of(GpuBlock block) {
    return (Answer *)block.at;
}

/* The host's copy of the value, which it reads when the stream is empty. */
static inline int64_t *answer_host(Gpu *gpu) {
    return (int64_t *)((char *)gpu->pinned + GPU_PINNED) - 1;
}

/* Whether this block is the last one to be done; one thread of each asks,
 * behind its atomic on parts. Gives all parts then and starts again. */
static __device__ inline bool answer_last(Answer *a, unsigned long long *parts) {
    __threadfence();
    if (atomicInc(&a->done, gridDim.x - 1) != gridDim.x - 1)
        return false;
    *parts = atomicExch(&a->parts, 0);
    return true;
}

/* Sets the result on the device and the host's copy of it. */
static __device__ inline void answer_is(Answer *a, int64_t *host, int64_t value) {
    a->value = value;
    *host = value;
}

#endif
