/* SPDX-License-Identifier: MIT */
/* The Kleene star of a graph without circuits. In topological order its arcs are a matrix X below
 * the diagonal, and W = E + X W is solved from the top, n^3 / 6 sums: each number of W is the
 * greatest of the sums of a number of X and a final number of W, as on the CPU. Both are kept in
 * tiles on and below the diagonal, those of a row of X and of a column of W one after the other, so
 * that what a tile of W needs stands in one piece in both:
 *
 *     W[I][J] = D( X[I][J] W[J][J] + ... + X[I][I - 1] W[I - 1][J] )
 *
 * D adds the products by X[I][I], a few rows after the other. Tiles of X stand column by column.
 *
 * A column of W needs X and itself. So of several devices each has a copy of X and makes every
 * k-th column, which the first one then has from it. */
#include "device/spread.h"
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

/* The part of a device: its X and W, how many tiles of each column of W are final, counted from row
 * 0, and the next tile to be taken. */
template <class T> struct Share {
    T *x, *w;
    int *final, *next;
    int device, devices;
};

/* The tiles of W row after row, each by the block that takes it, but for the columns of other
 * devices. Those above a tile, which it waits for, have been taken before. */
template <bool PLUS, class T>
__global__ void __launch_bounds__(THREADS, 1) solve(int tiles, Ring<T> ring, const Share<T> own) {
    constexpr int CHUNKS = Shape<T>::CHUNKS;
    constexpr int UNROLL = PLUS && sizeof(T) == 4 ? DEPTH : 4; /* others take long to compile */
    extern __shared__ __align__(STRETCH) unsigned char memory[];
    __shared__ int shared;
    Stage<T> *stage = (Stage<T> *)memory;
    const Spot at = spot<T>();
    const T *x = own.x;
    T *w = own.w;
    for (;;) {
        const int task = told(&shared, [=] { return atomicAdd(own.next, 1); });
        if (task >= tiles * (tiles + 1) / 2)
            return;
        int i = (int)((sqrtf(8 * (float)task + 1) - 1) / 2);
        i -= i * (i + 1) / 2 > task;
        i += (i + 1) * (i + 2) / 2 <= task;
        const int j = task - i * (i + 1) / 2;
        if (j % own.devices != own.device)
            continue;
        T *to_make = w + w_tile<T>(tiles, i, j);
        Sums<T> sum;
        for (int r = 0; r < Shape<T>::ROWS; r++)
            for (int c = 0; c < Shape<T>::COLUMNS; c++)
                sum[r][c] =
                    i == j && row_of<T>(at, r) == column_of<T>(at, c) ? ring.unit : ring.lowest;
        for (int k = j, to; k < i; k = to) {
            to = told(&shared, [=] {
                int there;
                while ((there = acquire(own.final + j)) <= k)
                    __nanosleep(20);
                return min(there, i);
            });
            products<PLUS, UNROLL>(sum, stage, x + x_tile<T>(i, k), w + w_tile<T>(tiles, k, j),
                                   (to - k) * CHUNKS, at);
        }
        diagonal<PLUS>(sum, stage, x + x_tile<T>(i, i), at);
        for (int r = 0; r < Shape<T>::ROWS; r++)
            write_columns(to_make, sum[r], at, row_of<T>(at, r));
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            release(own.final + j, i + 1);
    }
}

template <class T> int64_t numbers_of(int tiles) {
    return (int64_t)tiles * (tiles + 1) / 2 * Shape<T>::TILE;
}

/* Makes the columns of a device. */
template <class T>
cudaError_t make_columns(const Job<T> &job, int tiles, const Share<T> &own, const T *x) {
    Gpu *gpu = job.gpu;
    const int memory = STAGES * (int)sizeof(Stage<T>);
    const cudaStream_t stream = gpu_stream(gpu, own.device);
    auto kernel = job.plus ? solve<true, T> : solve<false, T>;
    GPU_TRY(gpu, cudaMemsetAsync(own.final, 0, (tiles + 1) * sizeof(int), stream));
    if (own.x != x)
        GPU_TRY(gpu, cudaMemcpyAsync(own.x, x, (size_t)numbers_of<T>(tiles) * sizeof *x,
                                     cudaMemcpyDeviceToDevice, stream));
    GPU_TRY(gpu, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, memory));
    GPU_LAUNCH(gpu,
               kernel<<<gpu->multiprocessors, THREADS, memory, stream>>>(tiles, job.ring, own));
    return cudaSuccess;
}

/* The columns of a device, which stand in one piece each, go to the first one. */
template <class T> cudaError_t give_columns(Gpu *gpu, int tiles, const Share<T> &own, T *w) {
    for (int j = own.device; j < tiles && own.w != w; j += own.devices)
        GPU_TRY(gpu, cudaMemcpyAsync(w + w_tile<T>(tiles, j, j), own.w + w_tile<T>(tiles, j, j),
                                     (size_t)(tiles - j) * Shape<T>::TILE * sizeof *w,
                                     cudaMemcpyDeviceToDevice, gpu_stream(gpu, own.device)));
    return cudaSuccess;
}

} // namespace

template <class T> cudaError_t solve_in_order(Job<T> &job) {
    constexpr int SIDE = Shape<T>::SIDE;
    Gpu *gpu = job.gpu;
    const int n = job.n, tiles = (n + SIDE - 1) / SIDE;
    const int64_t numbers = numbers_of<T>(tiles);
    const int devices = gpu_parts(gpu, numbers * (int64_t)sizeof(T) / 8);
    int64_t each;
    cudaError_t error = gpu_alloc_each(
        gpu, &job.tiles, 2 * numbers * (int64_t)sizeof(T) + (tiles + 1) * (int64_t)sizeof(int),
        devices, &each);
    if (error != cudaSuccess)
        return error;
    const auto share = [=, &job](int k) {
        T *x = (T *)((char *)job.tiles.at + k * each);
        int *final = (int *)(x + 2 * numbers);
        return Share<T>{x, x + numbers, final, final + tiles, k, devices};
    };
    const Share<T> first = share(0);
    GPU_LAUNCH(gpu, pack<<<dim3(tiles, tiles), THREADS, 0, gpu->stream>>>(job.a, n, job.ring,
                                                                          job.order, first.x));
    error = gpu_each(gpu, devices, [=, &job](int k) {
        const Share<T> own = share(k);
        const cudaError_t made = make_columns(job, tiles, own, first.x);
        return made != cudaSuccess ? made : give_columns(gpu, tiles, own, first.w);
    });
    if (error != cudaSuccess)
        return error;
    GPU_LAUNCH(gpu, put<<<n, THREADS, 0, gpu->stream>>>(job.a, n, tiles, job.ring, job.order,
                                                        job.place, first.w));
    return cudaSuccess;
}

template cudaError_t solve_in_order(Job<float> &);
template cudaError_t solve_in_order(Job<double> &);
template cudaError_t solve_in_order(Job<int32_t> &);
template cudaError_t solve_in_order(Job<int64_t> &);

} // namespace kleene
