/* SPDX-License-Identifier: MIT */
/* The Kleene star of a graph with circuits, by Floyd's algorithm: in iteration k each number
 * w[i][j] becomes the maximum of w[i][j] and w[i][k] w[k][j]. A block of iterations runs at
 * once. Iteration k does not change row k and column k, so those of the block are saved as each
 * iteration finds them, and then
 *
 *     w[i][j] := max(w[i][j], column k [i] times row k [j] for all k of the block)
 *
 * of the same sums as one iteration after the other. First the tile on the diagonal goes through
 * its iterations; then the tiles beside it receive the contribution of the iterations before k
 * to row or column k: the same as the tile of a star by its diagonal, below which stand the
 * saved columns, or the saved rows. Columns are saved as rows. */
#include "solvers/kleene/kleene_tiles.cuh"

namespace kleene {

namespace {

/* W, all tiles row by row, and the saved rows and columns of a block of iterations: a tile for
 * each tile of a row of W, and the part of those on the diagonal that is below it in both. */
template <class T> struct Blocked {
    int tiles, block;
    Ring<T> ring;
    T *w, *rows, *columns, *below_rows, *below_columns;
};

template <class T> __device__ T *tile_of(const Blocked<T> &w, int i, int j) {
    return w.w + ((int64_t)i * w.tiles + j) * Shape<T>::TILE;
}

template <class T> __global__ void fill(const T *a, int n, Blocked<T> w) {
    constexpr int SIDE = Shape<T>::SIDE;
    T *tile = tile_of(w, blockIdx.y, blockIdx.x);
    for (int k = threadIdx.x; k < Shape<T>::TILE; k += THREADS) {
        const int i = blockIdx.y * SIDE + k / SIDE, j = blockIdx.x * SIDE + k % SIDE;
        T v = w.ring.lowest;
        if (i < n && j < n)
            v = i == j ? w.ring.unit : in(w.ring, a[(int64_t)i * n + j]);
        tile[k] = v;
    }
}

/* Stores the star; if it diverges the matrix stays as it was. */
template <class T> __global__ void put(T *a, int n, Blocked<T> w, const News *news) {
    constexpr int SIDE = Shape<T>::SIDE;
    if (news->diverges)
        return;
    const T *tile = tile_of(w, blockIdx.y, blockIdx.x);
    for (int k = threadIdx.x; k < Shape<T>::TILE; k += THREADS) {
        const int i = blockIdx.y * SIDE + k / SIDE, j = blockIdx.x * SIDE + k % SIDE;
        if (i < n && j < n)
            a[(int64_t)i * n + j] = out(w.ring, tile[k]);
    }
}

/* ---- A block of iterations ---- */

/* Runs the iterations of the tile on the diagonal, and saves row and column k of each. */
template <bool PLUS, class T>
__global__ void __launch_bounds__(THREADS, 1) pivot_tile(Blocked<T> w) {
    constexpr int SIDE = Shape<T>::SIDE;
    __shared__ __align__(STRETCH) T row[2][SIDE], column[2][SIDE];
    const Spot at = spot<T>();
    const T *tile = tile_of(w, w.block, w.block);
    const int64_t skip = (int64_t)w.block * Shape<T>::TILE;
    Sums<T> sum;
    for (int r = 0; r < Shape<T>::ROWS; r++)
        read_columns(sum[r], tile, at, row_of<T>(at, r));
    for (int k = 0; k < SIDE; k++) {
        T *own_row = row[k & 1], *own_column = column[k & 1];
#pragma unroll
        for (int r = 0; r < Shape<T>::ROWS; r++)
            if (row_of<T>(at, r) == k)
                write_columns(own_row, sum[r], at, 0);
#pragma unroll
        for (int c = 0; c < Shape<T>::COLUMNS; c++)
            if (column_of<T>(at, c) == k)
#pragma unroll
                for (int r = 0; r < Shape<T>::ROWS; r++)
                    own_column[row_of<T>(at, r)] = sum[r][c];
        __syncthreads();
        for (int j = threadIdx.x; j < SIDE; j += THREADS) {
            const int64_t to = k * SIDE + j;
            w.rows[skip + to] = own_row[j];
            w.columns[skip + to] = own_column[j];
            w.below_rows[to] = j > k ? own_row[j] : w.ring.lowest;
            w.below_columns[to] = j > k ? own_column[j] : w.ring.lowest;
        }
        T a[Shape<T>::ROWS], b[Shape<T>::COLUMNS];
        read_rows(a, own_column, at, 0);
        read_columns(b, own_row, at, 0);
#pragma unroll
        for (int r = 0; r < Shape<T>::ROWS; r++)
#pragma unroll
            for (int c = 0; c < Shape<T>::COLUMNS; c++)
                add<PLUS>(sum[r][c], a[r], b[c]);
    }
}

/* Computes the saved rows of the block in another column of tiles, or its saved columns in
 * another row of them. */
template <bool PLUS, class T> __global__ void __launch_bounds__(THREADS, 2) panel(Blocked<T> w) {
    extern __shared__ __align__(STRETCH) unsigned char memory[];
    const bool rows = blockIdx.y == 0;
    const int other = blockIdx.x;
    const Spot at = spot<T>();
    Sums<T> sum;
    if (other == w.block)
        return;
    const T *tile = rows ? tile_of(w, w.block, other) : tile_of(w, other, w.block);
    T *to = (rows ? w.rows : w.columns) + (int64_t)other * Shape<T>::TILE;
    for (int r = 0; r < Shape<T>::ROWS; r++)
        if (rows)
            read_columns(sum[r], tile, at, row_of<T>(at, r));
        else
            for (int c = 0; c < Shape<T>::COLUMNS; c++)
                sum[r][c] = tile[column_of<T>(at, c) * Shape<T>::SIDE + row_of<T>(at, r)];
    diagonal<PLUS>(sum, (Stage<T> *)memory, rows ? w.below_columns : w.below_rows, at);
    for (int r = 0; r < Shape<T>::ROWS; r++)
        write_columns(to, sum[r], at, row_of<T>(at, r));
}

/* Updates all tiles by the saved rows and columns. */
template <bool PLUS, class T>
__global__ void __launch_bounds__(THREADS, 2) update(Blocked<T> w, News *news) {
    extern __shared__ __align__(STRETCH) unsigned char memory[];
    const int i = blockIdx.y, j = blockIdx.x;
    const Spot at = spot<T>();
    T *tile = tile_of(w, i, j);
    Sums<T> sum;
    for (int r = 0; r < Shape<T>::ROWS; r++)
        read_columns(sum[r], tile, at, row_of<T>(at, r));
    products<PLUS, 4>(sum, (Stage<T> *)memory, w.columns + (int64_t)i * Shape<T>::TILE,
                      w.rows + (int64_t)j * Shape<T>::TILE, Shape<T>::CHUNKS, at);
    for (int r = 0; r < Shape<T>::ROWS; r++) {
        write_columns(tile, sum[r], at, row_of<T>(at, r));
        for (int c = 0; c < Shape<T>::COLUMNS; c++)
            if (i == j && row_of<T>(at, r) == column_of<T>(at, c) && sum[r][c] > w.ring.unit)
                news->diverges = 1;
    }
}

template <bool PLUS, class T> cudaError_t run_blocks(const Job<T> &job, Blocked<T> &w) {
    Gpu *gpu = job.gpu;
    const int memory = STAGES * (int)sizeof(Stage<T>);
    const dim3 all(w.tiles, w.tiles);
    const enum cudaFuncAttribute size = cudaFuncAttributeMaxDynamicSharedMemorySize;
    GPU_TRY(gpu, cudaFuncSetAttribute(panel<PLUS, T>, size, memory));
    GPU_TRY(gpu, cudaFuncSetAttribute(update<PLUS, T>, size, memory));
    GPU_LAUNCH(gpu, fill<<<all, THREADS, 0, gpu->stream>>>(job.a, job.n, w));
    for (w.block = 0; w.block < w.tiles; w.block++) {
        GPU_LAUNCH(gpu, pivot_tile<PLUS><<<1, THREADS, 0, gpu->stream>>>(w));
        GPU_LAUNCH(gpu, panel<PLUS><<<dim3(w.tiles, 2), THREADS, memory, gpu->stream>>>(w));
        GPU_LAUNCH(gpu, update<PLUS><<<all, THREADS, memory, gpu->stream>>>(w, job.news));
    }
    return cudaSuccess;
}

} // namespace

template <class T> cudaError_t solve_by_iterations(Job<T> &job) {
    constexpr int64_t TILE = Shape<T>::TILE;
    Gpu *gpu = job.gpu;
    const int64_t tiles = (job.n + Shape<T>::SIDE - 1) / Shape<T>::SIDE;
    cudaError_t error =
        gpu_alloc(gpu, &job.tiles, (tiles * tiles + 2 * tiles + 2) * TILE * (int64_t)sizeof(T));
    if (error != cudaSuccess)
        return error;
    T *at = (T *)job.tiles.at, *kept = at + tiles * tiles * TILE, *below = kept + 2 * tiles * TILE;
    Blocked<T> w = {(int)tiles, 0, job.ring, at, kept, kept + tiles * TILE, below, below + TILE};
    error = job.plus ? run_blocks<true>(job, w) : run_blocks<false>(job, w);
    if (error != cudaSuccess)
        return error;
    GPU_LAUNCH(gpu,
               put<<<dim3(w.tiles, w.tiles), THREADS, 0, gpu->stream>>>(job.a, job.n, w, job.news));
    return cudaSuccess;
}

template cudaError_t solve_by_iterations(Job<float> &);
template cudaError_t solve_by_iterations(Job<double> &);
template cudaError_t solve_by_iterations(Job<int32_t> &);
template cudaError_t solve_by_iterations(Job<int64_t> &);

} // namespace kleene
