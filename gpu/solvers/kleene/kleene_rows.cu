/* SPDX-License-Identifier: MIT */
/* The Kleene star of a graph without circuits. In topological order its arcs are a matrix X below
 * the diagonal, and W = E + X W is solved from the top, n^3 / 6 sums: each number of W is the
 * greatest of the sums of a number of X and a final number of W, as on the CPU. Both are kept in
 * tiles on and below the diagonal, those of a row of X and of a column of W one after the other, so
 * that what a tile of W needs stands in one piece in both:
 *
 *     W[I][J] = D( X[I][J] W[J][J] + ... + X[I][I - 1] W[I - 1][J] )
 *
 * D adds the products by X[I][I], a few rows after the other. Tiles of X stand column by column. */
#include "solvers/kleene/kleene_tiles.cuh"

namespace kleene {

namespace {

/* Numbers of tile (i, k) of X and of tile (k, j) of W before it. */
template <class T> __host__ __device__ int64_t x_tile(int64_t i, int64_t k) {
    return (i * (i + 1) / 2 + k) * Shape<T>::TILE;
}

template <class T> __host__ __device__ int64_t w_tile(int64_t tiles, int64_t k, int64_t j) {
    return (j * tiles - j * (j - 1) / 2 + k - j) * Shape<T>::TILE;
}

/* X from the matrix, in the order of the vertices. A block makes a tile; threads go along a column
 * of it. */
template <class T> __global__ void pack(const T *a, int n, Ring<T> ring, const int *order, T *x) {
    constexpr int SIDE = Shape<T>::SIDE;
    const int tile_row = blockIdx.y, tile_column = blockIdx.x;
    if (tile_column > tile_row)
        return;
    const int i = tile_row * SIDE + threadIdx.x % SIDE;
    const T *row = i < n ? a + (int64_t)order[i] * n : nullptr;
    x += x_tile<T>(tile_row, tile_column);
#pragma unroll 8
    for (int c = threadIdx.x / SIDE; c < SIDE; c += THREADS / SIDE) {
        const int k = tile_column * SIDE + c;
        const T v = i < n && k < i ? row[order[k]] : ring.epsilon;
        x[c * SIDE + threadIdx.x % SIDE] = in(ring, v);
    }
}

/* A row of the star, from W. */
template <class T>
__global__ void put(T *a, int n, int tiles, Ring<T> ring, const int *order, const int *place,
                    const T *w) {
    constexpr int SIDE = Shape<T>::SIDE;
    const int i = blockIdx.x;
    a += (int64_t)order[i] * n;
    for (int c = threadIdx.x; c < n; c += blockDim.x) {
        const int j = place[c];
        const T v = j <= i ? w[w_tile<T>(tiles, i / SIDE, j / SIDE) + i % SIDE * SIDE + j % SIDE]
                           : ring.lowest;
        a[c] = out(ring, v);
    }
}

__device__ int acquire(const int *from) {
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

__device__ void release(int *to, int value) {
    asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
}

/* The tiles of W row after row, each by the block that takes it. final[J] tiles of column J,
 * counted from row 0, are there; those above it, which a tile waits for, have been taken before. */
template <bool PLUS, class T>
__global__ void __launch_bounds__(THREADS, 1)
    solve(int tiles, Ring<T> ring, const T *x, T *w, News *news, int *final) {
    constexpr int CHUNKS = Shape<T>::CHUNKS;
    constexpr int UNROLL = PLUS && sizeof(T) == 4 ? DEPTH : 4; /* others take long to compile */
    extern __shared__ __align__(STRETCH) unsigned char memory[];
    __shared__ int shared;
    Stage<T> *stage = (Stage<T> *)memory;
    const Spot at = spot<T>();
    for (;;) {
        const int task = told(&shared, [=] { return atomicAdd(&news->next, 1); });
        if (task >= tiles * (tiles + 1) / 2)
            return;
        int i = (int)((sqrtf(8 * (float)task + 1) - 1) / 2);
        i -= i * (i + 1) / 2 > task;
        i += (i + 1) * (i + 2) / 2 <= task;
        const int j = task - i * (i + 1) / 2;
        T *own = w + w_tile<T>(tiles, i, j);
        Sums<T> sum;
        for (int r = 0; r < Shape<T>::ROWS; r++)
            for (int c = 0; c < Shape<T>::COLUMNS; c++)
                sum[r][c] =
                    i == j && row_of<T>(at, r) == column_of<T>(at, c) ? ring.unit : ring.lowest;
        for (int k = j, to; k < i; k = to) {
            to = told(&shared, [=] {
                int there;
                while ((there = acquire(final + j)) <= k)
                    __nanosleep(20);
                return min(there, i);
            });
            products<PLUS, UNROLL>(sum, stage, x + x_tile<T>(i, k), w + w_tile<T>(tiles, k, j),
                                   (to - k) * CHUNKS, at);
        }
        diagonal<PLUS>(sum, stage, x + x_tile<T>(i, i), at);
        for (int r = 0; r < Shape<T>::ROWS; r++)
            write_columns(own, sum[r], at, row_of<T>(at, r));
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            release(final + j, i + 1);
    }
}

} // namespace

template <class T> cudaError_t solve_in_order(Job<T> &job) {
    constexpr int SIDE = Shape<T>::SIDE;
    Gpu *gpu = job.gpu;
    const int n = job.n, tiles = (n + SIDE - 1) / SIDE;
    const int64_t numbers = (int64_t)tiles * (tiles + 1) / 2 * Shape<T>::TILE;
    const int memory = STAGES * (int)sizeof(Stage<T>);
    auto kernel = job.plus ? solve<true, T> : solve<false, T>;
    const cudaError_t error =
        gpu_alloc(gpu, &job.tiles, 2 * numbers * (int64_t)sizeof(T) + tiles * (int64_t)sizeof(int));
    if (error != cudaSuccess)
        return error;
    T *x = (T *)job.tiles.at, *w = x + numbers;
    int *final = (int *)(w + numbers);
    GPU_TRY(gpu, cudaMemsetAsync(final, 0, tiles * sizeof(int), gpu->stream));
    GPU_LAUNCH(gpu, pack<<<dim3(tiles, tiles), THREADS, 0, gpu->stream>>>(job.a, n, job.ring,
                                                                          job.order, x));
    GPU_TRY(gpu, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, memory));
    GPU_LAUNCH(gpu, kernel<<<gpu->multiprocessors, THREADS, memory, gpu->stream>>>(
                        tiles, job.ring, x, w, job.news, final));
    GPU_LAUNCH(gpu, put<<<n, THREADS, 0, gpu->stream>>>(job.a, n, tiles, job.ring, job.order,
                                                        job.place, w));
    return cudaSuccess;
}

template cudaError_t solve_in_order(Job<float> &);
template cudaError_t solve_in_order(Job<double> &);
template cudaError_t solve_in_order(Job<int32_t> &);
template cudaError_t solve_in_order(Job<int64_t> &);

} // namespace kleene
