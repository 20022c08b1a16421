/* SPDX-License-Identifier: MIT */
/* Numbers belong to 128 rows of a column: a thread makes them. */
#include "kernels/random.h"

#include "device/spread.h"

enum { BLOCK = 256, WARP = 32, TILE_COLS = BLOCK };

/* Words from..to-1, `from` even, of as many columns as the grid is high; `last` are the bits in
 * use of the last of them. */
static __global__ void __launch_bounds__(BLOCK)
    columns(GpuTable t, int64_t column, int64_t from, int64_t to, uint64_t last,
            StarPhilox philox) {
    const int64_t at = from + 2 * ((int64_t)blockIdx.x * BLOCK + threadIdx.x);
    uint32_t x[4];
    if (at >= to)
        return;
    column += blockIdx.y;
    star_philox_bits(philox, at / 2, column, x);
    uint64_t *z = t.word + column * t.stride + at;
    z[0] = (x[0] | (uint64_t)x[1] << 32) & (at + 1 == to ? last : ~UINT64_C(0));
    if (at + 1 < to)
        z[1] = (x[2] | (uint64_t)x[3] << 32) & (at + 2 == to ? last : ~UINT64_C(0));
}

/* 128 rows of 256 columns: a warp has 32 columns, and collects a row's bits by votes. A word of
 * the tile is 32 components of a row. */
static __global__ void __launch_bounds__(BLOCK)
    rows(GpuTable t, int64_t words, int64_t first, int64_t left, StarPhilox philox) {
    __shared__ uint32_t tile[STAR_PHILOX_ROWS][TILE_COLS / WARP];
    const int64_t block = first + blockIdx.x, from = block * STAR_PHILOX_ROWS;
    const int64_t column = left + (int64_t)blockIdx.y * TILE_COLS;
    const int warp = (int)threadIdx.x / WARP, lane = (int)threadIdx.x % WARP;
    uint32_t x[4] = {0, 0, 0, 0};
    if (column + threadIdx.x < t.cols)
        star_philox_bits(philox, block, column + threadIdx.x, x);
#pragma unroll
    for (int w = 0; w < 4; w++)
        for (int r = 0; r < WARP; r++) {
            const uint32_t row = __ballot_sync(~0u, x[w] >> r & 1);
            if (lane == r)
                tile[w * WARP + r][warp] = row;
        }
    __syncthreads();
    for (int k = (int)threadIdx.x; k < STAR_PHILOX_ROWS * TILE_COLS / 64; k += BLOCK) {
        const int64_t row = from + k / (TILE_COLS / 64), at = column / 64 + k % (TILE_COLS / 64);
        const uint32_t *pair = &tile[k / (TILE_COLS / 64)][k % (TILE_COLS / 64) * 2];
        if (row < t.rows && at < words)
            t.word[row * t.stride + at] = pair[0] | (uint64_t)pair[1] << 32;
    }
}

/* ---- Launchers ---- */

static const int64_t MAX_HIGH = 65535; /* blocks of a grid */

static unsigned high(int64_t left) {
    return (unsigned)(left < MAX_HIGH ? left : MAX_HIGH);
}

cudaError_t gpu_random_columns(Gpu *gpu, const GpuTable *table, StarPhilox philox) {
    const GpuTable t = *table;
    if (t.rows == 0)
        return cudaSuccess;
    return gpu_spread(gpu, t.stride, [=](const GpuPart &p) {
        const int64_t words = star_words(t.rows);
        const int64_t to = p.from + p.words < words ? p.from + p.words : words;
        const uint64_t last = to == words ? star_last_mask(t.rows) : ~UINT64_C(0);
        if (p.from >= to)
            return cudaSuccess;
        const unsigned wide = (unsigned)((to - p.from - 1) / (2 * BLOCK) + 1);
        for (int64_t j = 0; j < t.cols; j += MAX_HIGH)
            GPU_LAUNCH(gpu, columns<<<dim3(wide, high(t.cols - j)), BLOCK, 0, p.stream>>>(
                                t, j, p.from, to, last, philox));
        return cudaSuccess;
    });
}

/* The first block of 128 rows that begins at word `at` or behind it. */
static int64_t block_at(const GpuTable *t, int64_t at) {
    return (at - 1) / (STAR_PHILOX_ROWS * t->stride) + (at > 0);
}

/* The rows of a device are those of the blocks that begin there. */
cudaError_t gpu_random_rows(Gpu *gpu, const GpuTable *table, StarPhilox philox) {
    const GpuTable t = *table;
    if (t.rows == 0 || t.cols == 0)
        return cudaSuccess;
    return gpu_spread(gpu, t.rows * t.stride, [=](const GpuPart &p) {
        const int64_t first = block_at(&t, p.from), end = block_at(&t, p.from + p.words);
        const int64_t across = (t.cols - 1) / TILE_COLS + 1;
        if (first == end)
            return cudaSuccess;
        for (int64_t k = 0; k < across; k += MAX_HIGH)
            GPU_LAUNCH(
                gpu, rows<<<dim3((unsigned)(end - first), high(across - k)), BLOCK, 0, p.stream>>>(
                         t, star_words(t.cols), first, k * TILE_COLS, philox));
        return cudaSuccess;
    });
}
