/* One row a warp: the memory is the limit from some thousand rows on. */
#include "kernels/row_update.h"

#include "kernels/fuse.cuh"

namespace {

enum { THREADS = 256 };

struct Sweep {
    uint64_t *rows;
    int64_t stride, lines, words;
    const uint64_t *mask, *w;
    int op;
};

__global__ void __launch_bounds__(THREADS) sweep_kernel(const Sweep s) {
    const int64_t i = (int64_t(blockIdx.x) * THREADS + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (i >= s.lines)
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

cudaError_t gpu_lines(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t lines, int64_t words,
                      const uint64_t *mask, const uint64_t *w, int op) {
    if (lines == 0 || words == 0)
        return cudaSuccess;
    const int64_t rows_a_block = THREADS / 32;
    const int64_t blocks = (lines + rows_a_block - 1) / rows_a_block;
    GPU_LAUNCH(gpu, sweep_kernel<<<unsigned(blocks), THREADS, 0, gpu->stream>>>(
                        {rows, stride, lines, words, mask, w, op}));
    return cudaSuccess;
}
