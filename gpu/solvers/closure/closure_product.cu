/* SPDX-License-Identifier: MIT */
/* The product by the tensor cores' mma.sync, from 8.0 on, or else by words. */
#include "solvers/bit_product_80.cuh"
#include "solvers/closure/closure_product.cuh"

using namespace closure;
using namespace bit_product_80;

namespace {

/* Signs are bits, complemented, of 64 rows of 64. Four lanes exchange theirs so that a lane has
 * two rows: rows `own_row` and, 32 below, the next. */
__device__ void pack(uint64_t row[2], const int acc[4][8][4]) {
    const bool odd = threadIdx.x & 1, high = threadIdx.x & 2;
    uint32_t v[4]; /* 16 bits of row 8 q + g below 16 of row 32 + 8 q + g */
#pragma unroll
    for (int q = 0; q < 4; q++) {
        uint32_t bits = 0;
#pragma unroll
        for (int c = 31; c >= 0; c--)
            bits = __funnelshift_l(acc[c / 16 * 2 + q / 2][c % 16 / 2][q % 2 * 2 + c % 2], bits, 1);
        v[q] = ~bits;
    }
    const uint32_t a[2] = {high ? v[2] : v[0], high ? v[3] : v[1]};
    const uint32_t b[2] = {__shfl_xor_sync(~0u, high ? v[0] : v[2], 2),
                           __shfl_xor_sync(~0u, high ? v[1] : v[3], 2)};
    const uint32_t c = __shfl_xor_sync(~0u, odd ? a[0] : a[1], 1);
    const uint32_t d = __shfl_xor_sync(~0u, odd ? b[0] : b[1], 1);
    const uint32_t near[2] = {odd ? c : a[0], odd ? a[1] : c};
    const uint32_t far[2] = {odd ? d : b[0], odd ? b[1] : d};
#pragma unroll
    for (int h = 0; h < 2; h++) {
        const uint32_t here = __byte_perm(near[0], near[1], h ? 0x7632 : 0x5410);
        const uint32_t there = __byte_perm(far[0], far[1], h ? 0x7632 : 0x5410);
        row[h] = high ? uint64_t(here) << 32 | there : uint64_t(there) << 32 | here;
    }
}

__device__ int own_row() {
    return threadIdx.x % 4 * 8 + threadIdx.x % 32 / 4;
}

/* From the lanes' own rows to those that follow each other, as the transposed part needs them. */
__device__ void sort_rows(uint64_t row[2]) {
    const int lane = threadIdx.x % 32;
    for (int h = 0; h < 2; h++)
        row[h] = __shfl_sync(~0u, row[h], lane % 8 * 4 + lane / 8);
}

__device__ void clear_counts(int acc[4][8][4]) {
#pragma unroll
    for (int k = 0; k < 4 * 8 * 4; k++)
        acc[k / 32][k / 4 % 8][k % 4] = -1;
}

/* Begins to copy this thread's units of a chunk, which x and y are the first of. */
__device__ void copy_chunk(uint4 *to, const Product &p, const uint64_t *x, const uint64_t *y) {
    const int row = threadIdx.x / UNITS, unit = threadIdx.x % UNITS;
#pragma unroll
    for (int r = 0; r < TILE_ROWS; r += THREADS / UNITS)
        copy_unit(to + x_unit(r + row, unit), x + r * p.x.stride);
    to += TILE_ROWS * UNITS;
#pragma unroll
    for (int r = 0; r < TILE_COLUMNS; r += THREADS / UNITS)
        copy_unit(to + y_unit(r + row, unit), y + r * p.y.stride);
}

__global__ void __launch_bounds__(THREADS) product_kernel(const Product p) {
    extern __shared__ uint4 stage[];
    const int warp = threadIdx.x / 32;
    const int row = warp / ACROSS * SIDE, column = warp % ACROSS * SIDE;
    const int tiles = p.tile ? *p.tiles : p.down * p.across;
    if (p.go && *p.go == 0)
        return;

    /* Copies prefetch across tiles. */
    int next = blockIdx.x, next_chunk = 0, filled = 0;
    const uint64_t *x = nullptr, *y = nullptr;
    auto copy_next = [&]() {
        if (next < tiles) {
            const int copy_row = threadIdx.x / UNITS, unit = threadIdx.x % UNITS;
            if (next_chunk == 0) {
                const Place at = tile_to_do(p, next);
                x = p.x.word + (int64_t(at.down) * TILE_ROWS + copy_row) * p.x.stride + 2 * unit;
                y = p.y.word + (int64_t(at.across) * TILE_COLUMNS + copy_row) * p.y.stride +
                    2 * unit;
            }
            copy_chunk(stage + filled * STAGE_UNITS, p, x, y);
            x += WORDS;
            y += WORDS;
            filled = filled + 1 == HERE_STAGES ? 0 : filled + 1;
            if (++next_chunk == p.chunks) {
                next_chunk = 0;
                next += gridDim.x;
            }
        }
        end_copies();
    };
    for (int k = 0; k < HERE_STAGES - 1; k++)
        copy_next();

    int used = 0;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const Place at = tile_to_do(p, tile);
        const int64_t c_row = int64_t(at.down) * TILE_ROWS + row + own_row();
        const int64_t c_column = int64_t(at.across) * TILE_COLUMNS + column;
        uint64_t old[2], add[2];
        int acc[4][8][4];
        clear_counts(acc);
        for (int chunk = 0; chunk < p.chunks; chunk++) {
            await_copies();
            __syncthreads();
            copy_next();
            if (chunk == p.chunks - 1)
                read_rows(old, p.c.bits, c_row, c_column / 64, 32);
            const uint4 *from = stage + used * STAGE_UNITS;
            count_chunk<true>(acc, from + row * UNITS, from + (TILE_ROWS + column) * UNITS);
            used = used + 1 == HERE_STAGES ? 0 : used + 1;
        }
        pack(add, acc);
        join_part(p, at, c_row, c_column / 64, 32, old, add);
        if (p.transposed.bits.word) {
            sort_rows(add);
            join_transposed(p, c_row - own_row(), c_column, add);
        }
    }
}

} // namespace

cudaError_t closure::join_product(Gpu *gpu, const Product *p, cudaStream_t stream) {
    const int stages = gpu->capability >= 80 ? STAGES : OLD_STAGES;
    const int shared = stages * STAGE_UNITS * int(sizeof(uint4));
    const int tiles = p->down * p->across;
    const int blocks = tiles < gpu->multiprocessors ? tiles : gpu->multiprocessors;
    GPU_TRY(gpu, cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      shared));
    GPU_LAUNCH(gpu, product_kernel<<<blocks, THREADS, shared, stream>>>(*p));
    return cudaSuccess;
}
