/* SPDX-License-Identifier: MIT */
/* Pairs of few rows, which would leave most of a tile empty: as fast as memory.
 *
 *     a warp: 64 columns, 4 at a time       lanes 0..7: the words of one column,
 *     |-- -- -- --| ... |-- -- -- --|       every eighth each
 */
#include "solvers/pairs/pairs_job.cuh"

namespace pairs {

namespace {

enum { THREADS = 256, SHARE = 8 /* lanes of a column */ };

/* This lane's share of the form of a pair. */
__device__ uint64_t share(const Job &p, int64_t i, int64_t j, int lane) {
    uint64_t form = 0;
    for (int f = 0; f < p.products; f++) {
        const Factor &m = p.product[f];
        const uint64_t *x = m.x + i * m.x_stride, *y = m.y + j * m.y_stride;
        uint64_t ones = 0;
        for (int64_t w = lane % SHARE; w < m.words; w += SHARE)
            ones += __popcll(x[w] & y[w]);
        form += ones * uint64_t(m.factor);
    }
    return form;
}

__global__ void __launch_bounds__(THREADS) find_in_rows(const __grid_constant__ Job p) {
    const int lane = threadIdx.x % 32;
    const int64_t i = blockIdx.y, w = (int64_t(blockIdx.x) * THREADS + threadIdx.x) / 32;
    const uint64_t may = candidates(p, i, w);
    const uint64_t of_row = row_term(p, i);
    uint64_t bits = 0;
    Tally mine = {};
#pragma unroll 4
    for (int k = lane / SHARE; k < 64 && may != 0; k += 32 / SHARE) {
        const int64_t j = min(64 * w + k, p.columns - 1);
        uint64_t form = share(p, i, j, lane);
        for (int s = SHARE / 2; s > 0; s /= 2)
            form += __shfl_xor_sync(~0u, form, s);
        form += of_row + (p.column ? column_term(p, j) : 0);
        judge(p, form, k, lane % SHARE == 0 ? may : 0, &bits, &mine.sum);
    }
    mine.count = __popcll(bits);
    for (int s = 16; s > 0; s /= 2)
        bits |= __shfl_xor_sync(~0u, bits, s);
    if (lane == 0)
        store(p, i, w, bits);
    report(p, mine);
}

} // namespace

cudaError_t find_row_pairs(Gpu *gpu, const Job *p) {
    const int64_t words = (p->columns + 63) / 64;
    const dim3 blocks(unsigned((words * 32 + THREADS - 1) / THREADS), unsigned(p->rows));
    GPU_LAUNCH(gpu, find_in_rows<<<blocks, THREADS, 0, gpu->stream>>>(*p));
    return cudaSuccess;
}

} // namespace pairs
