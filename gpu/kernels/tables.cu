/* SPDX-License-Identifier: MIT */
#include "kernels/tables.h"

#include <algorithm>

#include "device/spread.h"
#include "kernels/transpose.cuh"

extern "C" {
#include "values/object.h"
}

enum { BLOCK = 256 };

/* ---- Vectors across an image ---- */

static __global__ void __launch_bounds__(BLOCK)
    gather(uint64_t *z, int64_t words, const uint64_t *x, int64_t stride, int64_t vectors,
           int64_t word, int bit) {
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    const bool one = i < vectors && (x[i * stride + word] >> bit & 1);
    const uint32_t ones = __ballot_sync(~0u, one);
    if (i % 32 == 0 && i < 64 * words)
        ((uint32_t *)z)[i / 32] = ones;
}

static __global__ void __launch_bounds__(BLOCK)
    scatter(uint64_t *x, int64_t stride, int64_t vectors, int64_t word, int bit,
            const uint64_t *y) {
    const int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i >= vectors)
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
    const uint64_t own = w < x_words ? row[w] : 0;
    const uint64_t before = w > 0 ? row[w - 1] >> 63 : y[i / 64] >> (i % 64) & 1;
    z[i * z_stride + w] = own << 1 | before;
}

/* ---- Transposition ----
 *
 * A tile of DOWN x ACROSS blocks of 32 x 32 components passes through shared memory; the shape
 * of the tile follows that of the image. A thread transposes a block in its registers and stores
 * it in place:
 *
 *     image x                 tile                      image z
 *     +--+--+--+              +--+--+--+
 *     |a |b |c |  --load-->   |aT|bT|cT|  --store-->    z has block (i, j)
 *     +--+--+--+  32-bit      +--+--+--+  64-bit        of the tile at (j, i)
 *     |d |e |f |  words       |dT|eT|fT|  words
 *     +--+--+--+              +--+--+--+
 *
 * Padding avoids bank conflicts when a warp accesses the same word of neighbouring blocks, or
 * the words of one vector of the result. */
enum {
    WORDS = 16,   /* words that a thread moves */
    THREADS = 768 /* threads of a multiprocessor at a time */
};

/* The index in a tile of 32-bit word j of vector 32 * i + b. */
template <int DOWN, int ACROSS> struct Tile {
    enum { PAD = DOWN >= 32 ? 1 : 32 / DOWN };
    enum { VECTOR = ACROSS + 1, GROUP = 32 * VECTOR + PAD, SIZE = DOWN * GROUP };
    static __device__ int at(int i, int b, int j) {
        return i * GROUP + b * VECTOR + j;
    }
};

template <int DOWN, int ACROSS>
static __global__ void __launch_bounds__(DOWN *ACROSS,
                                         GPU_BLOCKS(DOWN *ACROSS, THREADS / (DOWN * ACROSS)))
    transpose(uint64_t *z, int64_t z_stride, const uint64_t *x, int64_t x_stride, int64_t vectors,
              int64_t length, int64_t across) {
    typedef Tile<DOWN, ACROSS> T;
    enum { X_WORDS = ACROSS / 2, Z_WORDS = DOWN / 2 }; /* of a vector */
    enum { X_VECTORS = DOWN * ACROSS / X_WORDS, Z_VECTORS = DOWN * ACROSS / Z_WORDS };
    __shared__ uint32_t tile[T::SIZE];
    const int64_t vector = (int64_t)blockIdx.x / across * (32 * DOWN);
    const int64_t component = (int64_t)blockIdx.x % across * (32 * ACROSS);
    const int tall = (int)min(vectors - vector, INT64_C(32) * DOWN);
    const int wide = (int)min(length - component, INT64_C(32) * ACROSS);
    const int thread = (int)threadIdx.x;
    const int x_vector = thread / X_WORDS, x_word = thread % X_WORDS;
    const int z_vector = thread / Z_WORDS, z_word = thread % Z_WORDS;
    uint32_t *const own = tile + T::at(thread % DOWN, 0, thread / DOWN);
    uint64_t word[WORDS];
    uint32_t block[32];
    x += (vector + x_vector) * x_stride + component / 64 + x_word;
    z += (component + z_vector) * z_stride + vector / 64 + z_word;
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = k * X_VECTORS;
        word[k] = x_vector + i < tall && 64 * x_word < wide ? x[i * x_stride] : 0;
    }
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = x_vector + k * X_VECTORS, at = T::at(i / 32, i % 32, 2 * x_word);
        tile[at] = (uint32_t)word[k];
        tile[at + 1] = (uint32_t)(word[k] >> 32);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k++)
        block[k] = own[k * T::VECTOR];
    transpose_block(block);
#pragma unroll
    for (int k = 0; k < 32; k++)
        own[k * T::VECTOR] = block[k];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const int i = k * Z_VECTORS, j = z_vector + i;
        const int at = T::at(2 * z_word, j % 32, j / 32);
        if (j < wide && 64 * z_word < tall)
            z[i * z_stride] = tile[at] | (uint64_t)tile[at + T::GROUP] << 32;
    }
}

/* ---- Launchers ---- */

static unsigned blocks_for(int64_t threads) {
    return (unsigned)((threads + BLOCK - 1) / BLOCK);
}

cudaError_t gpu_gather(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t stride, int64_t vectors,
                       int64_t index) {
    const int64_t words = star_words(vectors);
    if (vectors == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, gather<<<blocks_for(64 * words), BLOCK, 0, gpu->stream>>>(
                        z, words, x, stride, vectors, index / 64, (int)(index % 64)));
    return cudaSuccess;
}

cudaError_t gpu_scatter(Gpu *gpu, uint64_t *x, int64_t stride, int64_t vectors, int64_t index,
                        const uint64_t *y) {
    if (vectors == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, scatter<<<blocks_for(vectors), BLOCK, 0, gpu->stream>>>(
                        x, stride, vectors, index / 64, (int)(index % 64), y));
    return cudaSuccess;
}

template <int DOWN, int ACROSS>
static cudaError_t run_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                                 int64_t x_stride, int64_t vectors, int64_t length,
                                 cudaStream_t stream) {
    const int64_t tall = 32 * DOWN, wide = 32 * ACROSS;
    const int64_t down = (vectors + tall - 1) / tall, across = (length + wide - 1) / wide;
    const auto kernel = transpose<DOWN, ACROSS>;
    GPU_LAUNCH(gpu, kernel<<<(unsigned)(down * across), DOWN * ACROSS, 0, stream>>>(
                        z, z_stride, x, x_stride, vectors, length, across));
    return cudaSuccess;
}

static cudaError_t transpose_part(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                                  int64_t x_stride, int64_t vectors, int64_t length,
                                  cudaStream_t stream) {
    if (length <= 128)
        return run_transpose<64, 2>(gpu, z, z_stride, x, x_stride, vectors, length, stream);
    if (vectors <= 64)
        return run_transpose<2, 64>(gpu, z, z_stride, x, x_stride, vectors, length, stream);
    if (vectors <= 128)
        return run_transpose<4, 64>(gpu, z, z_stride, x, x_stride, vectors, length, stream);
    return run_transpose<16, 16>(gpu, z, z_stride, x, x_stride, vectors, length, stream);
}

/* Of the longer side, which are the rows of a table that is spread, each device
 * has its part: of one image words of all vectors, of the other one whole
 * vectors. */
cudaError_t gpu_transpose(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *x,
                          int64_t x_stride, int64_t vectors, int64_t length) {
    const bool along = length >= vectors;
    const int64_t side = along ? length : vectors;
    if (vectors == 0 || length == 0)
        return cudaSuccess;
    return gpu_spread(gpu, star_words(side), [=](const GpuPart &p) {
        const int64_t from = 64 * p.from, mine = std::min(64 * p.words, side - from);
        return along ? transpose_part(gpu, z + from * z_stride, z_stride, x + p.from, x_stride,
                                      vectors, mine, p.stream)
                     : transpose_part(gpu, z + p.from, z_stride, x + from * x_stride, x_stride,
                                      mine, length, p.stream);
    });
}

/* Calls work(at, words, stream) for vectors one behind the other: for all at once, or, where they
 * are spread, for the part of each. */
template <typename Work>
static cudaError_t each_piece(Gpu *gpu, int64_t words, int64_t vectors, const Work &work) {
    if (words == 0 || vectors == 0)
        return cudaSuccess;
    if (gpu_parts(gpu, words) == 1)
        return work(0, words * vectors, gpu->stream);
    return gpu_spread(gpu, words, [=](const GpuPart &p) {
        cudaError_t error = cudaSuccess;
        for (int64_t k = 0; k < vectors && error == cudaSuccess; k++)
            error = work(k * words + p.from, p.words, p.stream);
        return error;
    });
}

cudaError_t gpu_copy(Gpu *gpu, uint64_t *z, const uint64_t *x, int64_t words, int64_t vectors) {
    return each_piece(gpu, words, vectors, [=](int64_t at, int64_t size, cudaStream_t stream) {
        GPU_TRY(gpu, cudaMemcpyAsync(z + at, x + at, (size_t)size * sizeof *z,
                                     cudaMemcpyDeviceToDevice, stream));
        return cudaSuccess;
    });
}

cudaError_t gpu_clear(Gpu *gpu, uint64_t *z, int64_t words, int64_t vectors) {
    return each_piece(gpu, words, vectors, [=](int64_t at, int64_t size, cudaStream_t stream) {
        GPU_TRY(gpu, cudaMemsetAsync(z + at, 0, (size_t)size * sizeof *z, stream));
        return cudaSuccess;
    });
}

cudaError_t gpu_adjoin(Gpu *gpu, uint64_t *z, int64_t z_stride, const uint64_t *y,
                       const uint64_t *x, int64_t x_stride, int64_t rows, int64_t cols) {
    const int64_t words = star_words(cols + 1);
    if (rows == 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, adjoin<<<blocks_for(rows * words), BLOCK, 0, gpu->stream>>>(
                        z, z_stride, words, y, x, x_stride, star_words(cols), rows));
    return cudaSuccess;
}
