/* The tables of the matrix chain problem: MATCHAIN of stdlib/matchain.star,
 * for a chain of n matrices of dimensions p[0..n], each at least 1. */
#ifndef STAR_GPU_CHAIN_H
#define STAR_GPU_CHAIN_H

#include "backend/gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* m and s: n rows of n. Matrices i..j, 1 <= i <= j <= n, have at
 * (i - 1) * n + j - 1 their least cost in m, and in s the least k such that
 * i..k times k + 1..j costs that, or 0 if i = j; the rest stays as it is.
 * *over becomes 0; or not 0 if a cost that the algorithm considers is over
 * INT64_MAX, and then m and s are unspecified.
 *
 * p is read before the function returns, and not on the device; m, s and over
 * are there. Takes 6 n^2 bytes of scratch memory and a little, or on a device
 * whose blocks have less than 72 KB of shared memory, 8 n^2. */
cudaError_t gpu_chain(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                      int64_t *s, int32_t *over);

/* The same, one diagonal after the other, by the kernels of Nishida, Ito and
 * Nakano, Accelerating the Dynamic Programming for the Matrix Chain Product on
 * the GPU, 2011: a thread, a block, or several blocks for each entry. */
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

/* The last step ends at n. */
cudaError_t gpu_chain_variant(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m,
                              int64_t *s, int32_t *over,
                              const GpuChainStep *steps, int count);

/* Whether two pairs of tables on the device are the same; waits for it. */
cudaError_t gpu_chain_same(Gpu *gpu, int64_t n, const int64_t *m,
                           const int64_t *s, const int64_t *other_m,
                           const int64_t *other_s, bool *same);

#ifdef __cplusplus
}
#endif

#endif
