/* The tables of the matrix chain by the kernels of Nishida, Ito and Nakano. */
#include "solvers/matrix_chain/chain_cost.cuh"

namespace {

/* Products of l matrices are row l - 1 of `costs`, so that neighbours in a
 * diagonal of the table are neighbours in memory. */
struct Diagonals {
    int64_t n;
    int64_t *p;
    uint64_t *costs;
    int64_t *m, *s;
    int32_t *over;
    uint64_t *part_cost; /* of each entry GPU_CHAIN_PARTS */
    int32_t *part_split;
};

/* A split after d matrices. */
struct Split {
    uint64_t cost;
    int d;
};

__device__ Split lesser(Split x, Split y) {
    return y.cost < x.cost || (y.cost == x.cost && y.d < x.d) ? y : x;
}

/* The best of the splits first, first + by, ... before last of the product of
 * l matrices behind vertex i. */
__device__ Split scan(const Diagonals &g, int64_t l, int64_t i, int first, int last, int by) {
    Split best = {UINT64_MAX, INT32_MAX};
    const uint64_t w = g.p[i] * g.p[i + l];
    int64_t note = 0;
#pragma unroll 8
    for (int64_t d = first; d < last; d += by) {
        const uint64_t left = g.costs[(d - 1) * g.n + i];
        const uint64_t right = g.costs[(l - d - 1) * g.n + i + d];
        const uint64_t cost = cost_of(left, right, w, g.p[i + d], note);
        if (cost < best.cost)
            best = {cost, (int)d};
    }
    if (note < 0)
        atomicExch(g.over, 1);
    return best;
}

__device__ void put(const Diagonals &g, int64_t l, int64_t i, Split split) {
    g.costs[(l - 1) * g.n + i] = split.cost;
    g.m[i * g.n + i + l - 1] = (int64_t)split.cost;
    g.s[i * g.n + i + l - 1] = l == 1 ? 0 : i + split.d;
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

__global__ void single(Diagonals g) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < g.n)
        put(g, 1, i, {0, 0});
}

__global__ void thread_per_entry(Diagonals g, int64_t l) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= g.n - l)
        put(g, l, i, scan(g, l, i, 1, (int)l, 1));
}

__global__ void block_per_entry(Diagonals g, int64_t l) {
    const int64_t i = blockIdx.x;
    const Split split = reduce(scan(g, l, i, 1 + (int)threadIdx.x, (int)l, blockDim.x));
    if (threadIdx.x == 0)
        put(g, l, i, split);
}

__global__ void blocks_per_entry(Diagonals g, int64_t l) {
    const int64_t i = blockIdx.y, at = i * GPU_CHAIN_PARTS + blockIdx.x;
    const int first = 1 + (int)((l - 1) * blockIdx.x / gridDim.x);
    const int last = 1 + (int)((l - 1) * (blockIdx.x + 1) / gridDim.x);
    const Split split = reduce(scan(g, l, i, first + (int)threadIdx.x, last, blockDim.x));
    if (threadIdx.x == 0) {
        g.part_cost[at] = split.cost;
        g.part_split[at] = split.d;
    }
}

__global__ void join_blocks(Diagonals g, int64_t l, int parts) {
    const int64_t i = blockIdx.x, at = i * GPU_CHAIN_PARTS + threadIdx.x;
    Split split = {UINT64_MAX, INT32_MAX};
    if (threadIdx.x < parts)
        split = {g.part_cost[at], g.part_split[at]};
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

cudaError_t do_step(Gpu *gpu, const Diagonals &g, const GpuChainStep &step, int64_t l) {
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
        const dim3 parts(step.blocks, entries);
        GPU_LAUNCH(gpu, blocks_per_entry<<<parts, threads, 0, stream>>>(g, l));
        GPU_LAUNCH(gpu, join_blocks<<<entries, 32, 0, stream>>>(g, l, step.blocks));
    }
    return cudaSuccess;
}

cudaError_t run(Gpu *gpu, void *scratch, const int64_t *p, int64_t n, int64_t *m, int64_t *s,
                int32_t *over, const GpuChainStep *steps, int count) {
    Diagonals g;
    g.n = n;
    g.m = m;
    g.s = s;
    g.over = over;
    g.costs = (uint64_t *)scratch;
    g.part_cost = g.costs + n * n;
    g.p = (int64_t *)(g.part_cost + n * GPU_CHAIN_PARTS);
    g.part_split = (int32_t *)(g.p + n + 1);
    GPU_TRY(gpu, cudaMemcpyAsync(g.p, p, (size_t)(n + 1) * 8, cudaMemcpyHostToDevice,
                                 gpu->stream));
    for (int64_t l = 1, k = 0; k < count; k++) {
        for (; l <= steps[k].last; l++) {
            const cudaError_t error = do_step(gpu, g, steps[k], l);
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
