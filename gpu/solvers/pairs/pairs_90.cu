/* SPDX-License-Identifier: MIT */
/* Pairs by wgmma. Compiled for sm_90a alone. */
#include "solvers/bit_product_90.cuh"
#include "solvers/pairs/pairs_job.cuh"

using namespace pairs;
using namespace bit_product_90;

namespace {

enum { SHARED = STAGES * STAGE_UNITS * 16 };

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

__device__ void copy(const Job &p, int tiles, Pipe pipe) {
    for (int k = blockIdx.x; k < tiles; k += gridDim.x) {
        const Tile at = tile_of(p.tile[k], p.down, p.across);
        for (int f = 0; f < p.products; f++)
            for (int chunk = 0; chunk < p.product[f].chunks; chunk++, pipe.advance()) {
                barrier_wait(&pipe.empty[pipe.at], pipe.phase ^ 1);
                copy_chunk<PRODUCERS>(p, p.product[f], at, chunk,
                                      pipe.stage + pipe.at * STAGE_UNITS, threadIdx.x - CONSUMERS,
                                      x_unit, y_unit);
                barrier_arrive_copied(&pipe.full[pipe.at]);
            }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
}

/* Keeps what comes after the counts from being done before. */
__device__ void hold(int acc[128]) {
#pragma unroll
    for (int k = 0; k < 128; k++)
        asm volatile("" : "+r"(acc[k])::"memory");
}

/* The counts of a tile, each with its factor. */
__device__ void count(int acc[128], const Job &p, Pipe &pipe) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, group = warp / 4;
#pragma unroll
    for (int k = 0; k < 128; k++)
        acc[k] = 0;
#pragma unroll 1
    for (int f = 0; f < p.products; f++) {
        const int chunks = p.product[f].chunks;
        const uint32_t scale = p.product[f].scale;
        int before = 0;
        hold(acc);
#pragma unroll 1
        for (int chunk = 0; chunk < chunks; chunk++, pipe.advance()) {
            const uint4 *from = pipe.stage + pipe.at * STAGE_UNITS;
            barrier_wait(&pipe.full[pipe.at], pipe.phase);
            count_chunk(acc, from + group * GROUP_ROWS * UNITS, from + TILE_ROWS * UNITS, false);
            if (chunk > 0 && lane == 0)
                barrier_arrive(&pipe.empty[before]);
            before = pipe.at;
        }
        await_counts();
        hold(acc);
        if (lane == 0)
            barrier_arrive(&pipe.empty[before]);
        if (scale != 1)
#pragma unroll
            for (int k = 0; k < 128; k++)
                acc[k] = int(uint32_t(acc[k]) * scale);
    }
}

/* Lane 4 g + t of warp w has the pairs of rows i = 16 w + g and i + 8 of a tile with columns
 * 64 t..64 t + 63: the form of column 64 t + k with row i + 8 h is acc[4 (k/2) + 2 h + k mod 2]. */
template <bool Columns>
__device__ void judge_part(const Job &p, const int acc[128], int64_t i, int64_t w, Tally *mine) {
    const uint64_t may[2] = {candidates(p, i, w), candidates(p, i + 8, w)};
    const uint64_t term[2] = {row_term(p, i), row_term(p, i + 8)};
    uint64_t bits[2] = {};
#pragma unroll
    for (int k = 0; k < 64; k++) {
        const uint64_t other = Columns ? column_term(p, 64 * w + k) : 0;
#pragma unroll
        for (int h = 0; h < 2; h++)
            judge(p, term[h] + other + uint64_t(int64_t(acc[k / 2 * 4 + 2 * h + k % 2])), k, may[h],
                  &bits[h], &mine->sum);
    }
#pragma unroll
    for (int h = 0; h < 2; h++) {
        mine->count += __popcll(bits[h]);
        store(p, i + 8 * h, w, bits[h]);
    }
}

__device__ void consume(const Job &p, int tiles, Pipe pipe) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    Tally mine = {};
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const Tile at = tile_of(p.tile[tile], p.down, p.across);
        const int64_t i = int64_t(at.down) * TILE_ROWS + 16 * warp + lane / 4;
        const int64_t w = int64_t(at.across) * (TILE_COLUMNS / 64) + lane % 4;
        int acc[128];
        count(acc, p, pipe);
        if (p.column)
            judge_part<true>(p, acc, i, w, &mine);
        else
            judge_part<false>(p, acc, i, w, &mine);
    }
    report(p, mine);
}

__global__ void __launch_bounds__(CONSUMERS + PRODUCERS, 1)
    pairs_kernel(const __grid_constant__ Job p) {
    extern __shared__ __align__(1024) uint4 stage[];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int tiles = *p.tiles;
    if (threadIdx.x == 0)
        for (int k = 0; k < STAGES; k++) {
            barrier_init(&full[k], PRODUCERS);
            barrier_init(&empty[k], WARPS);
        }
    __syncthreads();
    const Pipe pipe = {stage, full, empty, 0, 0};
    if (threadIdx.x < CONSUMERS)
        consume(p, tiles, pipe);
    else
        copy(p, tiles, pipe);
}

#else
__global__ void pairs_kernel(const __grid_constant__ Job) {
}
#endif

} // namespace

cudaError_t pairs::find_pairs_90(Gpu *gpu, const Job *p) {
    const int64_t tiles = int64_t(p->down) * p->across;
    const int blocks = tiles < gpu->multiprocessors ? int(tiles) : gpu->multiprocessors;
    GPU_TRY(gpu, cudaFuncSetAttribute(pairs_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      SHARED));
    GPU_LAUNCH(gpu, pairs_kernel<<<blocks, CONSUMERS + PRODUCERS, SHARED, gpu->stream>>>(*p));
    return cudaSuccess;
}
