/* SPDX-License-Identifier: MIT */
/* One row a warp; memory is the limit from some thousand rows on. */
#include "kernels/loops/row_update.h"

#include "kernels/fuse.cuh"

namespace {

enum { THREADS = 256 };

struct RowUpdate {
    uint64_t *rows;
    int64_t stride, row_count, words;
    const uint64_t *mask, *w;
    int op;
};

__global__ void __launch_bounds__(THREADS) row_update_kernel(const RowUpdate s) {
    const int64_t i = (int64_t(blockIdx.x) * THREADS + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (i >= s.row_count)
        return;
    uint64_t *row = s.rows + i * s.stride;
    if (!(s.mask[i / 64] >> i % 64 & 1))
        return;
#pragma unroll 4
    for (int64_t k = lane; k < s.words; k += 32) {
        const uint64_t old = row[k], now = fuse_apply(s.op, old, s.w[k]);
        if (now != old)
            row[k] = now;
    }
}

} // namespace

cudaError_t gpu_vectors(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t row_count, int64_t words,
                        const uint64_t *mask, const uint64_t *w, int op) {
    if (row_count == 0 || words == 0)
        return cudaSuccess;
    const int64_t rows_a_block = THREADS / 32;
    const int64_t blocks = (row_count + rows_a_block - 1) / rows_a_block;
    GPU_LAUNCH(gpu, row_update_kernel<<<unsigned(blocks), THREADS, 0, gpu->stream>>>(
                        {rows, stride, row_count, words, mask, w, op}));
    return cudaSuccess;
}
