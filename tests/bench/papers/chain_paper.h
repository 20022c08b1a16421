/* SPDX-License-Identifier: MIT */
/* The matrix chain by the kernels of Nishida, Ito and Nakano, Accelerating the
 * Dynamic Programming for the Matrix Chain Product on the GPU, 2011. */
#ifndef STAR_CHAIN_PAPER_H
#define STAR_CHAIN_PAPER_H

#include "solvers/matrix_chain/gpu_chain.h"

GPU_C_BEGIN

/* One diagonal after the other, each entry by a thread, a block, or several
 * blocks. */
typedef enum GpuChainKernel {
    GPU_CHAIN_THREAD,
    GPU_CHAIN_BLOCK,
    GPU_CHAIN_BLOCKS,
} GpuChainKernel;

enum { GPU_CHAIN_THREADS = 256, GPU_CHAIN_PARTS = 16 };

/* Products of up to `last` matrices, from where the step before ends. */
typedef struct GpuChainStep {
    int64_t last;
    GpuChainKernel kernel;
    int threads; /* of a block: 32 to GPU_CHAIN_THREADS, a power of 2 */
    int blocks;  /* of an entry: 1 to GPU_CHAIN_PARTS; for GPU_CHAIN_BLOCKS */
    cudaEvent_t done; /* recorded behind the step; may be NULL */
} GpuChainStep;

/* Does what gpu_chain does. The last step ends at n. */
cudaError_t gpu_chain_variant(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                              int64_t *s, int32_t *over,
                              const GpuChainStep *steps, int count);

/* Whether two pairs of tables on the device are the same; waits for it. */
cudaError_t gpu_chain_same(Gpu *gpu, int64_t n, const int64_t *m,
                           const int64_t *s, const int64_t *other_m,
                           const int64_t *other_s, bool *same);

GPU_C_END

#endif
