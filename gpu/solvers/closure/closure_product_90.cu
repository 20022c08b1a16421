/* SPDX-License-Identifier: MIT */
/* The product by wgmma. Compiled for sm_90a alone. */
#include "solvers/bit_product_90.cuh"
#include "solvers/closure/closure_product.cuh"

using namespace closure;
using namespace bit_product_90;

namespace {

enum {
    PACKED = TILE_ROWS * TILE_COLUMNS / 64, /* words of a tile */
    SHARED = STAGES * STAGE_UNITS * 16 + 2 * PACKED * 8,
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/* The bits of rows g and 8 + g. Counts less 1 are negative where there is none. */
__device__ void pack(uint64_t row[2], const int acc[128]) {
    uint32_t none[2][2] = {};
#pragma unroll
    for (int c = 31; c >= 0; c--)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int count = acc[(c + k / 2 * 32) / 2 * 4 + k % 2 * 2 + c % 2];
            none[k % 2][k / 2] = __funnelshift_l(count - 1, none[k % 2][k / 2], 1);
        }
    for (int h = 0; h < 2; h++)
        row[h] = ~(uint64_t(none[h][1]) << 32 | none[h][0]);
}

__device__ void await_consumers() {
    asm volatile("bar.sync 1, %0;" ::"n"(int(CONSUMERS)) : "memory");
}

__device__ void copy(const Product &p, int tiles, Pipe pipe) {
    const int thread = threadIdx.x - CONSUMERS, row = thread / UNITS, unit = thread % UNITS;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const Place at = tile_to_do(p, tile);
        const int64_t x_row = int64_t(at.down) * TILE_ROWS + row;
        const int64_t y_row = int64_t(at.across) * TILE_COLUMNS + row;
        const uint64_t *x = p.x.word + x_row * p.x.stride + 2 * unit;
        const uint64_t *y = p.y.word + y_row * p.y.stride + 2 * unit;
        for (int chunk = 0; chunk < p.chunks; chunk++, x += WORDS, y += WORDS, pipe.advance()) {
            uint4 *to = pipe.stage + pipe.at * STAGE_UNITS;
            barrier_wait(&pipe.empty[pipe.at], pipe.phase ^ 1);
#pragma unroll
            for (int r = 0; r < TILE_ROWS; r += PRODUCERS / UNITS)
                copy_unit(to + x_unit(r + row, unit), x + r * p.x.stride);
            to += TILE_ROWS * UNITS;
#pragma unroll
            for (int r = 0; r < TILE_COLUMNS; r += PRODUCERS / UNITS)
                copy_unit(to + y_unit(r + row, unit), y + r * p.y.stride);
            barrier_arrive_copied(&pipe.full[pipe.at]);
        }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ void consume(const Product &p, int tiles, Pipe pipe, uint64_t *packed) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, t = lane % 4;
    const int row = 16 * warp + lane / 4, group = warp / 4;
    for (int tile = blockIdx.x, buffer = 0; tile < tiles; tile += gridDim.x, buffer ^= 1) {
        const Place at = tile_to_do(p, tile);
        const int64_t c_row = int64_t(at.down) * TILE_ROWS;
        const int64_t c_column = int64_t(at.across) * TILE_COLUMNS;
        uint64_t old[2], add[2];
        int acc[128], before = 0;
        read_rows(old, p.c.bits, c_row + row, c_column / 64 + t, 8);
        for (int chunk = 0; chunk < p.chunks; chunk++, pipe.advance()) {
            const uint4 *from = pipe.stage + pipe.at * STAGE_UNITS;
            barrier_wait(&pipe.full[pipe.at], pipe.phase);
            count_chunk(acc, from + group * GROUP_ROWS * UNITS, from + TILE_ROWS * UNITS,
                        chunk == 0);
            if (chunk > 0 && lane == 0)
                barrier_arrive(&pipe.empty[before]);
            before = pipe.at;
        }
        await_counts();
        if (lane == 0)
            barrier_arrive(&pipe.empty[before]);
        pack(add, acc);
        if (p.transposed.bits.word) {
            uint64_t *part = packed + buffer * PACKED;
            part[row * 4 + t] = add[0];
            part[(row + 8) * 4 + t] = add[1];
            await_consumers();
            uint64_t square[2];
            square[0] = part[(GROUP_ROWS * group + lane) * 4 + warp % 4];
            square[1] = part[(GROUP_ROWS * group + lane + 32) * 4 + warp % 4];
            join_transposed(p, c_row + GROUP_ROWS * group, c_column + warp % 4 * 64, square);
        }
        join_part(p, at, c_row + row, c_column / 64 + t, 8, old, add);
    }
}

__global__ void __launch_bounds__(CONSUMERS + PRODUCERS, 1) product_kernel(const Product p) {
    extern __shared__ __align__(1024) uint4 stage[];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    const int tiles = p.tile ? *p.tiles : p.down * p.across;
    if (p.go && *p.go == 0)
        return;
    if (threadIdx.x == 0)
        for (int k = 0; k < STAGES; k++) {
            barrier_init(&full[k], PRODUCERS);
            barrier_init(&empty[k], WARPS);
        }
    __syncthreads();
    const Pipe pipe = {stage, full, empty, 0, 0};
    if (threadIdx.x < CONSUMERS)
        consume(p, tiles, pipe, reinterpret_cast<uint64_t *>(stage + STAGES * STAGE_UNITS));
    else
        copy(p, tiles, pipe);
}

#else
__global__ void product_kernel(const Product) {
}
#endif

} // namespace

cudaError_t closure::join_product_90(Gpu *gpu, const Product *p, cudaStream_t stream) {
    const int tiles = p->down * p->across;
    const int blocks = tiles < gpu->multiprocessors ? tiles : gpu->multiprocessors;
    GPU_TRY(gpu, cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      SHARED));
    GPU_LAUNCH(gpu, product_kernel<<<blocks, CONSUMERS + PRODUCERS, SHARED, stream>>>(*p));
    return cudaSuccess;
}
