/* SPDX-License-Identifier: MIT */
/* The tables of the matrix chain by the kernels of Nishida, Ito and Nakano. */
#include "papers/chain_paper.h"

#include "solvers/matrix_chain/chain_diagonals.cuh"

namespace {

/* Room for the parts of the entries of a diagonal, GPU_CHAIN_PARTS for each. */
struct Parts {
    uint64_t *cost;
    int32_t *split;
};

__device__ Split lesser(Split x, Split y) {
    return y.cost < x.cost || (y.cost == x.cost && y.d < x.d) ? y : x;
}

/* The best of all threads' splits, in thread 0. */
__device__ Split reduce(Split mine) {
    __shared__ Split splits[GPU_CHAIN_THREADS];
    splits[threadIdx.x] = mine;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            splits[threadIdx.x] = lesser(splits[threadIdx.x], splits[threadIdx.x + half]);
    }
    return threadIdx.x == 0 ? splits[0] : mine;
}

__global__ void block_per_entry(Diagonals g, int64_t l) {
    const int64_t i = blockIdx.x;
    const Split split = reduce(scan(g, l, i, 1 + (int)threadIdx.x, (int)l, blockDim.x));
    if (threadIdx.x == 0)
        put(g, l, i, split);
}

__global__ void blocks_per_entry(Diagonals g, Parts parts, int64_t l) {
    const int64_t i = blockIdx.y, at = i * GPU_CHAIN_PARTS + blockIdx.x;
    const int first = 1 + (int)((l - 1) * blockIdx.x / gridDim.x);
    const int last = 1 + (int)((l - 1) * (blockIdx.x + 1) / gridDim.x);
    const Split split = reduce(scan(g, l, i, first + (int)threadIdx.x, last, blockDim.x));
    if (threadIdx.x == 0) {
        parts.cost[at] = split.cost;
        parts.split[at] = split.d;
    }
}

__global__ void join_blocks(Diagonals g, Parts parts, int64_t l, int count) {
    const int64_t i = blockIdx.x, at = i * GPU_CHAIN_PARTS + threadIdx.x;
    Split split = {UINT64_MAX, INT32_MAX};
    if (threadIdx.x < count)
        split = {parts.cost[at], parts.split[at]};
    split = reduce(split);
    if (threadIdx.x == 0)
        put(g, l, i, split);
}

/* Counts the entries that are not the same. */
__global__ void differ(const int64_t *m, const int64_t *s, const int64_t *other_m,
                       const int64_t *other_s, int n, int32_t *count) {
    const int i = blockIdx.y;
    for (int j = i + blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) {
        const int64_t at = (int64_t)i * n + j;
        if (m[at] != other_m[at] || s[at] != other_s[at])
            atomicAdd(count, 1);
    }
}

/* ---- Launchers ---- */

int blocks_for(int64_t count, int threads) {
    return (int)((count + threads - 1) / threads);
}

cudaError_t do_step(Gpu *gpu, const Diagonals &g, const Parts &parts, const GpuChainStep &step,
                    int64_t l) {
    const int entries = (int)(g.n - l + 1), threads = step.threads;
    const int blocks = blocks_for(entries, threads);
    const cudaStream_t stream = gpu->stream;
    if (l == 1) {
        GPU_LAUNCH(gpu, single<<<blocks, threads, 0, stream>>>(g));
    } else if (step.kernel == GPU_CHAIN_THREAD) {
        GPU_LAUNCH(gpu, thread_per_entry<<<blocks, threads, 0, stream>>>(g, l));
    } else if (step.kernel == GPU_CHAIN_BLOCK) {
        GPU_LAUNCH(gpu, block_per_entry<<<entries, threads, 0, stream>>>(g, l));
    } else {
        const dim3 grid(step.blocks, entries);
        GPU_LAUNCH(gpu, blocks_per_entry<<<grid, threads, 0, stream>>>(g, parts, l));
        GPU_LAUNCH(gpu, join_blocks<<<entries, 32, 0, stream>>>(g, parts, l, step.blocks));
    }
    return cudaSuccess;
}

cudaError_t run(Gpu *gpu, void *scratch, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                int32_t *over, const GpuChainStep *steps, int count) {
    uint64_t *costs = (uint64_t *)scratch, *part_costs = costs + n * n;
    int64_t *given = (int64_t *)(part_costs + n * GPU_CHAIN_PARTS);
    const Parts parts = {part_costs, (int32_t *)(given + n + 1)};
    const Diagonals g = {n, given, costs, m, s, over};
    GPU_TRY(gpu,
            cudaMemcpyAsync(given, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice, gpu->stream));
    for (int64_t l = 1, k = 0; k < count; k++) {
        for (; l <= steps[k].last; l++) {
            const cudaError_t error = do_step(gpu, g, parts, steps[k], l);
            if (error != cudaSuccess)
                return error;
        }
        if (steps[k].done != NULL)
            GPU_TRY(gpu, cudaEventRecord(steps[k].done, gpu->stream));
    }
    return cudaSuccess;
}

} // namespace

cudaError_t gpu_chain_variant(Gpu *gpu, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                              int32_t *over, const GpuChainStep *steps, int count) {
    GpuBlock scratch;
    int64_t product;
    const bool overflows = !star_chain_product(p, n, &product);
    GPU_TRY(gpu, cudaMemsetAsync(over, overflows, sizeof *over, gpu->stream));
    if (overflows)
        return cudaSuccess;
    cudaError_t error = gpu_alloc(gpu, &scratch, n * n * 8 + n * GPU_CHAIN_PARTS * 12 + n * 8 + 8);
    if (error != cudaSuccess)
        return error;
    error = run(gpu, scratch.at, p, n, m, s, over, steps, count);
    gpu_free(gpu, &scratch);
    return error;
}

static cudaError_t count_others(Gpu *gpu, int64_t n, const int64_t *m, const int64_t *s,
                                const int64_t *other_m, const int64_t *other_s, int32_t *count) {
    GPU_TRY(gpu, cudaMemsetAsync(count, 0, sizeof *count, gpu->stream));
    GPU_LAUNCH(gpu, differ<<<dim3(8, (unsigned)n), GPU_CHAIN_THREADS, 0, gpu->stream>>>(
                        m, s, other_m, other_s, (int)n, count));
    return cudaSuccess;
}

cudaError_t gpu_chain_same(Gpu *gpu, int64_t n, const int64_t *m, const int64_t *s,
                           const int64_t *other_m, const int64_t *other_s, bool *same) {
    GpuBlock block;
    int32_t count = 1;
    cudaError_t error = gpu_alloc(gpu, &block, sizeof count);
    if (error == cudaSuccess)
        error = count_others(gpu, n, m, s, other_m, other_s, (int32_t *)block.at);
    if (error == cudaSuccess)
        error = gpu_read(gpu, &count, block.at, sizeof count);
    *same = count == 0;
    gpu_free(gpu, &block);
    return error;
}
