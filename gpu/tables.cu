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
 * A tile of 256 blocks of 32 x 32 passes through shared memory, DOWN of them
 * below each other: many where lines are short. A warp turns ROUND of them by
 * exchanges among its lanes. */
enum { THREADS = 1024, ROUND = 256 / (THREADS / 32), WORDS = 256 * 32 / 2 / THREADS };

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

template <int DOWN>
static __global__ void __launch_bounds__(THREADS, GPU_BLOCKS(THREADS, 2))
    transpose(uint64_t *z, int64_t z_stride, const uint64_t *x, int64_t x_stride, int64_t lines,
              int64_t length, int64_t across) {
    enum { ACROSS = 256 / DOWN, X_PITCH = ACROSS + 1, Z_PITCH = DOWN + 1 };
    __shared__ uint32_t
        tile[32 * (DOWN * X_PITCH > ACROSS * Z_PITCH ? DOWN * X_PITCH : ACROSS * Z_PITCH)];
    const int64_t line = (int64_t)blockIdx.x / across * (32 * DOWN);
    const int64_t component = (int64_t)blockIdx.x % across * (32 * ACROSS);
    const int tall = (int)min(lines - line, INT64_C(32) * DOWN);
    const int wide = (int)min(length - component, INT64_C(32) * ACROSS);
    const int thread = (int)threadIdx.x, warp = thread / 32, lane = thread % 32;
    const int x_line = thread / (ACROSS / 2), x_word = thread % (ACROSS / 2);
    const int z_line = thread / (DOWN / 2), z_word = thread % (DOWN / 2);
    uint64_t word[WORDS];
    uint32_t block[ROUND];
    x += (line + x_line) * x_stride + component / 64 + x_word;
    z += (component + z_line) * z_stride + line / 64 + z_word;
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = k * (THREADS / (ACROSS / 2));
        word[k] = x_line + i < tall && 64 * x_word < wide ? x[i * x_stride] : 0;
    }
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = x_line + k * (THREADS / (ACROSS / 2));
        tile[i * X_PITCH + 2 * x_word] = (uint32_t)word[k];
        tile[i * X_PITCH + 2 * x_word + 1] = (uint32_t)(word[k] >> 32);
    }
    __syncthreads();
    /* All blocks are read before any is written to its new place. */
#pragma unroll
    for (int k = 0; k < ROUND; k++) {
        const int i = (k * (THREADS / 32) + warp) % DOWN, j = (k * (THREADS / 32) + warp) / DOWN;
        block[k] = 32 * i < tall && 32 * j < wide ? turn(tile[(32 * i + lane) * X_PITCH + j]) : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ROUND; k++) {
        const int i = (k * (THREADS / 32) + warp) % DOWN, j = (k * (THREADS / 32) + warp) / DOWN;
        tile[(32 * j + lane) * Z_PITCH + i] = block[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = k * (THREADS / (DOWN / 2));
        const uint32_t *at = &tile[(z_line + i) * Z_PITCH + 2 * z_word];
        if (z_line + i < wide && 64 * z_word < tall)
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

template <int DOWN>
static void run_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                          int64_t x_stride, int64_t lines, int64_t length) {
    const int64_t tall = 32 * DOWN, wide = 32 * 256 / DOWN;
    const int64_t down = (lines + tall - 1) / tall, across = (length + wide - 1) / wide;
    transpose<DOWN><<<(unsigned)(down * across), THREADS, 0, gpu->stream>>>(
        z, z_stride, x, x_stride, lines, length, across);
}

cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                          int64_t x_stride, int64_t lines, int64_t length) {
    if (lines == 0 || length == 0)
        return cudaSuccess;
    if (length <= 64)
        run_transpose<128>(gpu, z, z_stride, x, x_stride, lines, length);
    else if (lines <= 64)
        run_transpose<2>(gpu, z, z_stride, x, x_stride, lines, length);
    else
        run_transpose<16>(gpu, z, z_stride, x, x_stride, lines, length);
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
