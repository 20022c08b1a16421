/* Images of tables. */
#include "tables.h"

extern "C" {
#include "object.h"
}

enum { BLOCK = 256 };

/* ---- Lines across an image ---- */

static __global__ void __launch_bounds__(BLOCK)
    gather(uint64_t *z, int64_t words, const uint64_t *x, int64_t stride, int64_t lines,
           int64_t word, int bit) {
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const bool one = i < lines && (x[i * stride + word] >> bit & 1);
    const uint32_t ones = __ballot_sync(~0u, one);
    if (i % 32 == 0 && i < 64 * words)
        ((uint32_t *)z)[i / 32] = ones;
}

static __global__ void __launch_bounds__(BLOCK)
    scatter(uint64_t *x, int64_t stride, int64_t lines, int64_t word, int bit, const uint64_t *y) {
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i >= lines)
        return;
    uint64_t *at = &x[i * stride + word];
    *at = (*at & ~(UINT64_C(1) << bit)) | (y[i / 64] >> (i % 64) & 1) << bit;
}

static __global__ void __launch_bounds__(BLOCK)
    adjoin(uint64_t *z, int64_t z_stride, int64_t words, const uint64_t *y, const uint64_t *x,
           int64_t x_stride, int64_t x_words, int64_t rows) {
    const int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x, i = k / words, w = k % words;
    if (i >= rows)
        return;
    const uint64_t *row = x + i * x_stride;
    const uint64_t here = w < x_words ? row[w] : 0;
    const uint64_t before = w > 0 ? row[w - 1] >> 63 : y[i / 64] >> (i % 64) & 1;
    z[i * z_stride + w] = here << 1 | before;
}

/* ---- Transposition ----
 *
 * A tile of SIDE lines of SIDE components passes through shared memory: 64
 * bytes of each of its lines are read, and written, at a time. A warp turns
 * a column of blocks of 32 x 32 by exchanges among its lanes. */
enum { SIDE = 512, BLOCKS = SIDE / 32, WORDS = SIDE / 64, PITCH = BLOCKS + 1 };

/* Lane i has line i of a block; in the end component i of each line. Step s
 * exchanges the components with bit s of the lines without bit s for those
 * without of the lines with it. */
static __device__ uint32_t turn(uint32_t line) {
    const int lane = (int)threadIdx.x % 32;
#pragma unroll
    for (int s = 16; s > 0; s /= 2) {
        const uint32_t without = 0xffffffffu / ((1u << s) + 1);
        const uint32_t keep = lane & s ? ~without : without;
        const uint32_t other = __shfl_xor_sync(~0u, line, s);
        const uint32_t moved = __funnelshift_r(other, other, lane & s ? s : 32 - s);
        line = (line & keep) | (moved & ~keep);
    }
    return line;
}

static __global__ void __launch_bounds__(SIDE, 3)
    transpose(uint64_t *z, int64_t z_stride, const uint64_t *x, int64_t x_stride, int64_t lines,
              int64_t length, int64_t across) {
    __shared__ uint32_t tile[SIDE * PITCH];
    const int64_t line = (int64_t)blockIdx.x / across * SIDE;
    const int64_t component = (int64_t)blockIdx.x % across * SIDE;
    const int64_t tall = lines - line, wide = length - component;
    const int column = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    const int first = (int)threadIdx.x / WORDS, w = (int)threadIdx.x % WORDS;
    uint64_t word[WORDS];
    uint32_t block[BLOCKS];
    x += line * x_stride + component / 64 + w;
    z += component * z_stride + line / 64 + w;
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = first + k * (SIDE / WORDS);
        word[k] = i < tall && 64 * w < wide ? x[i * x_stride] : 0;
    }
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        uint32_t *at = &tile[(first + k * (SIDE / WORDS)) * PITCH + 2 * w];
        at[0] = (uint32_t)word[k];
        at[1] = (uint32_t)(word[k] >> 32);
    }
    __syncthreads();
    /* All blocks are read before any is written to its new place. */
#pragma unroll
    for (int k = 0; k < BLOCKS; k++)
        block[k] =
            32 * k < tall && 32 * column < wide ? turn(tile[(32 * k + lane) * PITCH + column]) : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCKS; k++)
        tile[(32 * column + lane) * PITCH + k] = block[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = first + k * (SIDE / WORDS);
        const uint32_t *at = &tile[i * PITCH + 2 * w];
        if (i < wide && 64 * w < tall)
            z[i * z_stride] = at[0] | (uint64_t)at[1] << 32;
    }
}

/* ---- Launchers ---- */

static unsigned blocks_for(int64_t threads) {
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

cudaError_t gpu_gather(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t stride, int64_t lines,
                       int64_t index) {
    const int64_t words = star_words(lines);
    if (lines == 0)
        return cudaSuccess;
    gather<<<blocks_for(64 * words), BLOCK, 0, gpu->stream>>>(z, words, x, stride, lines,
                                                              index / 64, (int)(index % 64));
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

cudaError_t gpu_scatter(Gpu *gpu, uint64_t *x, int64_t stride, int64_t lines, int64_t index,
                        const uint64_t *y) {
    if (lines == 0)
        return cudaSuccess;
    scatter<<<blocks_for(lines), BLOCK, 0, gpu->stream>>>(x, stride, lines, index / 64,
                                                          (int)(index % 64), y);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                          int64_t x_stride, int64_t lines, int64_t length) {
    const int64_t down = (lines + SIDE - 1) / SIDE, across = (length + SIDE - 1) / SIDE;
    if (lines == 0 || length == 0)
        return cudaSuccess;
    transpose<<<(unsigned)(down * across), SIDE, 0, gpu->stream>>>(z, z_stride, x, x_stride, lines,
                                                                   length, across);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

cudaError_t gpu_copy(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t words) {
    if (words > 0)
        GPU_TRY(gpu, cudaMemcpyAsync(z, x, (size_t)words * sizeof *z, cudaMemcpyDeviceToDevice,
                                     gpu->stream));
    return cudaSuccess;
}

cudaError_t gpu_adjoin(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *y,
                       const uint64_t *x, int64_t x_stride, int64_t rows, int64_t cols) {
    const int64_t words = star_words(cols + 1);
    if (rows == 0)
        return cudaSuccess;
    adjoin<<<blocks_for(rows * words), BLOCK, 0, gpu->stream>>>(z, z_stride, words, y, x, x_stride,
                                                                star_words(cols), rows);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}
