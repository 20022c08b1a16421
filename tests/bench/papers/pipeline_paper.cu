/* SPDX-License-Identifier: MIT */
/* The methods of the paper on the simplified problem, as it has them. */
#include <algorithm>

#include "papers/pipeline_paper.h"

#include "solvers/pipeline/pipeline_op.cuh"

namespace {

enum { THREADS = 1024 };

struct Given {
    int64_t first, n; /* cells from first on are to be made */
    const int *a;     /* a[0] > a[1] > ... */
    int k, op;
    unsigned *count; /* for a barrier, 0 */
};

template <class T> __device__ T combined_by(int op, T x, T y) {
    bool bad;
    switch (op) {
    case GPU_SDP_MIN: return combined<GPU_SDP_MIN>(x, y, bad);
    case GPU_SDP_MAX: return combined<GPU_SDP_MAX>(x, y, bad);
    case GPU_SDP_ADD: return combined<GPU_SDP_ADD>(x, y, bad);
    case GPU_SDP_MUL: return multiplied(x, y);
    case GPU_SDP_AND: return combined<GPU_SDP_AND>(x, y, bad);
    case GPU_SDP_OR: return combined<GPU_SDP_OR>(x, y, bad);
    case GPU_SDP_XOR: return combined<GPU_SDP_XOR>(x, y, bad);
    default: return combined<GPU_SDP_GCD>(x, y, bad);
    }
}

/* Figure 1, one thread. */
template <class T> __global__ void sequential(T *cell, Given g) {
    for (int64_t i = g.first; i < g.n; i++) {
        T z = cell[i - g.a[0]];
        for (int s = 1; s < g.k; s++)
            z = combined_by(g.op, z, cell[i - g.a[s]]);
        cell[i] = z;
    }
}

/* A thread for each operand of a cell; then for each two that are left, side by side. */
template <class T> __global__ void tournament(T *table, Given g) {
    __shared__ T part[THREADS];
    volatile T *cell = table;
    const int s = threadIdx.x;
    for (int64_t i = g.first; i < g.n; i++) {
        part[s] = cell[i - g.a[s]];
        __syncthreads();
        for (int by = 1; by < g.k; by *= 2) {
            if (s % (2 * by) == 0 && s + by < g.k)
                part[s] = combined_by(g.op, part[s], part[s + by]);
            __syncthreads();
        }
        if (s == 0)
            cell[i] = part[0];
        __syncthreads();
    }
}

/* Figures 2 and 6: thread j of fold * k, at head i, has cell i - j at its stage j / fold;
 * docs/explanation/errata.md on the last head. */
template <class T> __global__ void pfold(T *table, Given g, int64_t fold) {
    volatile T *cell = table;
    const int64_t threads = fold * g.k;
    unsigned target = 0;
    for (int64_t i = g.first + fold - 1; i < g.n - 1 + threads; i += fold) {
        for (int64_t j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; j < threads;
             j += (int64_t)gridDim.x * blockDim.x) {
            const int64_t own = i - j;
            if (own >= g.first && own < g.n) {
                const int stage = (int)(j / fold);
                const T x = cell[own - g.a[stage]];
                cell[own] = stage == 0 ? x : combined_by(g.op, (T)cell[own], x);
            }
        }
        if (gridDim.x == 1)
            __syncthreads();
        else
            barrier(g.count, target += gridDim.x);
    }
}

/* Half as many threads, each with two operands of a cell, one after the other. */
template <class T> __global__ void two_by_two(T *table, Given g) {
    volatile T *cell = table;
    const int j = threadIdx.x, stage = 2 * j;
    for (int64_t i = g.first; i < g.n - 1 + blockDim.x; i++) {
        const int64_t own = i - j;
        if (own >= g.first && own < g.n) {
            T z = cell[own - g.a[stage]];
            if (stage > 0)
                z = combined_by(g.op, (T)cell[own], z);
            if (stage + 1 < g.k)
                z = combined_by(g.op, z, (T)cell[own - g.a[stage + 1]]);
            cell[own] = z;
        }
        __syncthreads();
    }
}

template <class T> cudaError_t run(Gpu *gpu, T *table, Given g, GpuSdpMethod method, int64_t fold) {
    const int64_t all = method == GPU_SDP_SEQUENTIAL ? 1
                        : method == GPU_SDP_TWO      ? (g.k + 1) / 2
                                                     : fold * g.k;
    const int threads = (int)std::min(all, (int64_t)THREADS);
    const int blocks = (int)std::min((all + THREADS - 1) / THREADS, (int64_t)gpu->multiprocessors);
    void *arg[] = {&table, &g, &fold};
    if (method == GPU_SDP_SEQUENTIAL) {
        GPU_LAUNCH(gpu, sequential<<<1, 1, 0, gpu->stream>>>(table, g));
    } else if (method == GPU_SDP_TOURNAMENT) {
        GPU_LAUNCH(gpu, tournament<<<1, g.k, 0, gpu->stream>>>(table, g));
    } else if (method == GPU_SDP_TWO) {
        GPU_LAUNCH(gpu, two_by_two<<<1, threads, 0, gpu->stream>>>(table, g));
    } else {
        GPU_TRY(gpu, cudaLaunchCooperativeKernel((void *)pfold<T>, blocks, threads, arg, 0,
                                                 gpu->stream));
    }
    return cudaSuccess;
}

cudaError_t start(Gpu *gpu, const GpuSdp *p, GpuSdpMethod method, int64_t fold, int *room) {
    int ints[1 + GPU_SDP_OFFSETS] = {0};
    const Given g = {p->a[0], p->n, room + 1, (int)p->k, p->op, (unsigned *)room};
    std::copy_n(p->a, p->k, ints + 1);
    GPU_TRY(gpu, cudaMemcpyAsync(room, ints, sizeof ints, cudaMemcpyHostToDevice, gpu->stream));
    return p->wide ? run(gpu, (int64_t *)p->table, g, method, fold)
                   : run(gpu, (int32_t *)p->table, g, method, fold);
}

} // namespace

cudaError_t gpu_sdp_paper(Gpu *gpu, const GpuSdp *p, GpuSdpMethod method, int64_t fold) {
    GpuBlock room;
    cudaError_t error = gpu_alloc(gpu, &room, (1 + GPU_SDP_OFFSETS) * sizeof(int));
    if (error == cudaSuccess)
        error = start(gpu, p, method, fold, (int *)room.at);
    gpu_free(gpu, &room);
    return error;
}
