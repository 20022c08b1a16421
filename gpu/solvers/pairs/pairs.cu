/* SPDX-License-Identifier: MIT */
/* Pairs by mma.sync, from 8.0 on, or else by words. */
#include "solvers/bit_product_80.cuh"
#include "solvers/pairs/pairs_job.cuh"

using namespace pairs;
using namespace bit_product_80;

namespace {

/* The chunk that is copied next, across tiles. */
struct Copies {
    int tile, product, chunk, stage;

    __device__ void next(const Job &p, int tiles, uint4 *stages) {
        if (tile < tiles && p.products > 0) {
            const Factor &m = p.product[product];
            copy_chunk<THREADS>(p, m, tile_of(p.tile[tile], p.down, p.across), chunk,
                                stages + stage * STAGE_UNITS, threadIdx.x, x_unit, y_unit);
            stage = stage + 1 == HERE_STAGES ? 0 : stage + 1;
            if (++chunk == m.chunks) {
                chunk = 0;
                if (++product == p.products) {
                    product = 0;
                    tile += gridDim.x;
                }
            }
        }
        end_copies();
    }
};

/* A warp's counts, with their factors: in the accumulators, or beside them if they are wide. */
template <bool Wide> struct Forms {
    int acc[4][8][4];
    int64_t all[4][8][4];

    template <class F> __device__ void each(const F &f) {
#pragma unroll
        for (int k = 0; k < 4 * 8 * 4; k++)
            f(acc[k / 32][k / 4 % 8][k % 4], all[k / 32][k / 4 % 8][k % 4]);
    }

    __device__ void clear() {
        each([](int &count, int64_t &form) {
            count = 0;
            form = 0;
        });
    }

    __device__ void end_product(const Factor &m) {
        each([&](int &count, int64_t &form) {
            if (Wide) {
                form = int64_t(uint64_t(form) + uint64_t(m.factor) * uint64_t(count));
                count = 0;
            } else {
                count = int(uint32_t(count) * m.scale);
            }
        });
    }

    /* The form of row 8 q + g and column 16 t + k, see `count_chunk`. */
    __device__ uint64_t of(int q, int k) const {
        const int r = q / 2, c = k / 2, e = q % 2 * 2 + k % 2;
        return uint64_t(Wide ? all[r][c][e] : int64_t(acc[r][c][e]));
    }
};

/* Four lanes have 16 pairs each of a word of the result. */
template <class Forms>
__device__ void judge_part(const Job &p, const Forms &forms, int64_t row, int64_t w, Tally *mine) {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    uint64_t other[16] = {};
    if (p.column)
#pragma unroll
        for (int k = 0; k < 16; k++)
            other[k] = column_term(p, 64 * w + 16 * t + k);
#pragma unroll
    for (int q = 0; q < 8; q++) {
        const int64_t i = row + 8 * q + g;
        const uint64_t may = candidates(p, i, w) >> 16 * t, term = row_term(p, i);
        uint64_t bits = 0;
#pragma unroll
        for (int k = 0; k < 16; k++)
            judge(p, term + other[k] + forms.of(q, k), k, may, &bits, &mine->sum);
        mine->count += __popcll(bits);
        bits <<= 16 * t;
        bits |= __shfl_xor_sync(~0u, bits, 1);
        bits |= __shfl_xor_sync(~0u, bits, 2);
        if (t == 0)
            store(p, i, w, bits);
    }
}

template <bool Wide>
__global__ void __launch_bounds__(THREADS) pairs_kernel(const __grid_constant__ Job p) {
    extern __shared__ uint4 stage[];
    const int warp = threadIdx.x / 32, tiles = *p.tiles;
    const int row = warp / ACROSS * SIDE, column = warp % ACROSS * SIDE;
    Copies copies = {int(blockIdx.x), 0, 0, 0};
    Tally mine = {};
    int used = 0;
    for (int k = 0; k < HERE_STAGES - 1; k++)
        copies.next(p, tiles, stage);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const Tile at = tile_of(p.tile[tile], p.down, p.across);
        Forms<Wide> forms;
        forms.clear();
        for (int f = 0; f < p.products; f++) {
            for (int chunk = 0; chunk < p.product[f].chunks; chunk++) {
                await_copies();
                __syncthreads();
                copies.next(p, tiles, stage);
                const uint4 *from = stage + used * STAGE_UNITS;
                count_chunk<false>(forms.acc, from + row * UNITS,
                                   from + (TILE_ROWS + column) * UNITS);
                used = used + 1 == HERE_STAGES ? 0 : used + 1;
            }
            forms.end_product(p.product[f]);
        }
        judge_part(p, forms, int64_t(at.down) * TILE_ROWS + row,
                   (int64_t(at.across) * TILE_COLUMNS + column) / 64, &mine);
    }
    report(p, mine);
}

template <bool Wide> cudaError_t start(Gpu *gpu, const Job *p) {
    const int stages = gpu->capability >= 80 ? STAGES : OLD_STAGES;
    const int shared = stages * STAGE_UNITS * int(sizeof(uint4));
    const int64_t tiles = int64_t(p->down) * p->across;
    const int blocks = tiles < gpu->multiprocessors ? int(tiles) : gpu->multiprocessors;
    GPU_TRY(gpu, cudaFuncSetAttribute(pairs_kernel<Wide>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    GPU_LAUNCH(gpu, pairs_kernel<Wide><<<blocks, THREADS, shared, gpu->stream>>>(*p));
    return cudaSuccess;
}

} // namespace

cudaError_t pairs::find_pairs(Gpu *gpu, const Job *p, bool wide) {
    return wide ? start<true>(gpu, p) : start<false>(gpu, p);
}
