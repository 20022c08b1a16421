/* Warshall's method by blocks of pivots. With A the matrix, K a block of pivots and T the
 * transposed rows of the block, so that T(j, k) = A(k, j):
 *
 *     D = A(K, K)      D := D or D x D, until it does not change: log2 of the block's size times
 *     T                T(j, m) := T(j, m) or some k with T(j, k) and D(m, k); A(K, j) likewise
 *     A                A(i, j) := A(i, j) or some k in K with A(i, k) and T(j, k)
 *
 * All three are one kernel, a product that joins C(i, j) with: rows i of X and j of Y share a 1.
 * Products read what they write. A bit that is read early or late makes no difference: what is
 * set is a path, and what was set when the product began is enough for the result. So A(K, K) in
 * the third line stands for the update of columns K, too. */
#include "closure.h"
#include "closure_product.cuh"

using namespace closure;

namespace {

/* ---- Kernels ---- */

/* Lists the tiles that are not full, without those of rows from..to-1. */
__global__ void list_kernel(const Product p, int from, int to, int *tile, int *tiles) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    bool open = false;
    if (t < p.down * p.across) {
        const int row = place(p, t).down * TILE_ROWS;
        bool full = true;
        for (int k = 0; k < WARPS; k++)
            full = full && p.full[t * WARPS + k];
        open = !full && (row < from || row >= to);
    }
    const uint32_t mask = __ballot_sync(~0u, open);
    const int lane = threadIdx.x % 32;
    int at = 0;
    if (lane == 0 && mask != 0)
        at = atomicAdd(tiles, __popc(mask));
    at = __shfl_sync(~0u, at, 0);
    if (open)
        tile[at + __popc(mask & ((1u << lane) - 1))] = t;
}

/* A warp transposes 64 rows of a into 64 columns of z; those of z from..to-1 are set, others 0. */
__global__ void transpose_kernel(Output z, Bits a) {
    const int64_t w = int64_t(blockIdx.x) * blockDim.y + threadIdx.y;
    uint64_t row[2];
    read_rows(row, a, 64 * int64_t(blockIdx.y) + threadIdx.x, w, 32);
    transpose(row);
    const uint64_t mask = within(blockIdx.y, z.from, z.to);
    for (int h = 0; h < 2; h++)
        z.bits.word[(64 * w + threadIdx.x + 32 * h) * z.bits.stride + blockIdx.y] = row[h] & mask;
}

/* Columns from n on are vertices that lead nowhere; they count as reached, so that tiles get full.
 * Rows from n on are 0. */
__global__ void enter_kernel(Bits to, Bits from, int64_t n) {
    const int64_t i = blockIdx.x;
    for (int64_t w = threadIdx.x; w < to.stride; w += blockDim.x)
        to.word[i * to.stride + w] =
            i < n ? (64 * w < n ? from.word[i * from.stride + w] : 0) | ~within(w, 0, n) : 0;
}

__global__ void leave_kernel(Bits to, Bits from, int64_t n) {
    const int64_t i = blockIdx.x;
    for (int64_t w = threadIdx.x; 64 * w < n; w += blockDim.x) {
        const uint64_t old = to.word[i * to.stride + w];
        const uint64_t now = old | (from.word[i * from.stride + w] & within(w, 0, n));
        if (now != old)
            to.word[i * to.stride + w] = now;
    }
}

/* ---- Launchers ---- */

/* Squarings of a block, at most; and its counters: whether each changes something, how many tiles
 * are to be done. */
enum { ROUNDS = 12, TILES = ROUNDS, COUNTERS = ROUNDS + 1 };

int64_t up(int64_t a, int64_t unit) {
    return (a + unit - 1) / unit * unit;
}

/* A matrix that is being closed, padded to CHUNK, and its scratch. */
struct Closure {
    Gpu *gpu;
    int64_t n, padded, block; /* pivots of a block */
    Bits a, strip;            /* strip: T */
    int *counters;            /* COUNTERS for each block, 0 */
    int *tile;
    uint8_t *full;
    GpuBlock memory;
};

cudaError_t join(Gpu *gpu, const Product *p) {
    return gpu->capability == 90 ? join_product_90(gpu, p) : join_product(gpu, p);
}

/* The pivots first..last-1 of the block that begins at `at`. */
cudaError_t pass(const Closure *c, int64_t at, int64_t size, int64_t first, int64_t last,
                 int *counter) {
    Gpu *gpu = c->gpu;
    const int64_t from = first > at ? first - at : 0;
    const int64_t to = last - at < size ? last - at : size;
    const Bits rows = {c->a.word + at * c->a.stride, c->a.stride};
    const Bits columns = {c->a.word + at / 64, c->a.stride};
    const Bits corner = {rows.word + at / 64, c->a.stride};
    const Bits strip_corner = {c->strip.word + at * c->strip.stride, c->strip.stride};
    cudaError_t error;

    const dim3 warps(32, 4), grid(unsigned(c->padded / 256), unsigned(size / 64));
    transpose_kernel<<<grid, warps, 0, gpu->stream>>>({c->strip, from, to}, rows);
    GPU_TRY(gpu, cudaGetLastError());

    Product p = {};
    p.chunks = int(size / CHUNK);
    p.across = int(size / TILE_COLUMNS);

    p.x = corner;
    p.y = strip_corner;
    p.c = {corner, 0, size};
    p.transposed = {strip_corner, from, to};
    p.down = int(size / TILE_ROWS);
    const int64_t longest = to - from + 1 < size ? to - from + 1 : size;
    for (int k = 0; INT64_C(1) << k < longest; k++) {
        p.go = k > 0 ? counter + k - 1 : nullptr;
        p.changed = counter + k;
        if ((error = join(gpu, &p)) != cudaSuccess)
            return error;
    }
    if (size == c->padded)
        return cudaSuccess;
    p.go = nullptr;
    p.changed = nullptr;

    p.x = c->strip;
    p.y = corner;
    p.c = {c->strip, from, to};
    p.transposed = {rows, 0, c->padded};
    p.down = int(c->padded / TILE_ROWS);
    if ((error = join(gpu, &p)) != cudaSuccess)
        return error;

    p.x = columns;
    p.y = c->strip;
    p.c = {c->a, 0, c->padded};
    p.transposed = {};
    p.across = int(c->padded / TILE_COLUMNS);
    p.full = c->full;
    p.rows = c->n;
    p.tile = c->tile;
    p.tiles = counter + TILES;
    list_kernel<<<unsigned(up(int64_t(p.down) * p.across, 256) / 256), 256, 0, gpu->stream>>>(
        p, int(at), int(at + size), c->tile, counter + TILES);
    GPU_TRY(gpu, cudaGetLastError());
    return join(gpu, &p);
}

cudaError_t passes(const Closure *c, Bits matrix, int64_t first, int64_t last, int64_t tiles) {
    Gpu *gpu = c->gpu;
    const int64_t blocks = c->padded / c->block + 2;
    int *counter = c->counters;
    GPU_TRY(gpu,
            cudaMemsetAsync(c->counters, 0, size_t(blocks) * COUNTERS * sizeof(int), gpu->stream));
    GPU_TRY(gpu, cudaMemsetAsync(c->full, 0, size_t(tiles) * WARPS, gpu->stream));
    enter_kernel<<<unsigned(c->padded), 128, 0, gpu->stream>>>(c->a, matrix, c->n);
    GPU_TRY(gpu, cudaGetLastError());
    for (int64_t at = first / CHUNK * CHUNK; at < last; at += c->block, counter += COUNTERS) {
        const int64_t rest = up(last - at, CHUNK);
        const cudaError_t error =
            pass(c, at, rest < c->block ? rest : c->block, first, last, counter);
        if (error != cudaSuccess)
            return error;
    }
    leave_kernel<<<unsigned(c->n), 128, 0, gpu->stream>>>(matrix, c->a, c->n);
    GPU_TRY(gpu, cudaGetLastError());
    return cudaSuccess;
}

} // namespace

cudaError_t gpu_warshall(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n, int64_t first,
                         int64_t last) {
    if (first >= last)
        return cudaSuccess;
    Closure c = {};
    c.gpu = gpu;
    c.n = n;
    c.padded = up(n, CHUNK);
    c.block = c.padded <= 32768 ? 2048 : 4096;
    const int64_t tiles = c.padded / TILE_ROWS * (c.padded / TILE_COLUMNS);
    const int64_t a_bytes = c.padded * (c.padded / 8), strip_bytes = c.padded * (c.block / 8);
    const int64_t full_bytes = up(tiles * WARPS, 256);
    const int64_t counter_bytes = (c.padded / c.block + 2) * COUNTERS * int64_t(sizeof(int));
    cudaError_t error = gpu_alloc(gpu, &c.memory,
                                  a_bytes + strip_bytes + full_bytes + up(counter_bytes, 256) +
                                      tiles * int64_t(sizeof(int)));
    if (error != cudaSuccess)
        return error;
    char *at = static_cast<char *>(c.memory.at);
    c.a = {reinterpret_cast<uint64_t *>(at), c.padded / 64};
    at += a_bytes;
    c.strip = {reinterpret_cast<uint64_t *>(at), c.block / 64};
    at += strip_bytes;
    c.full = reinterpret_cast<uint8_t *>(at);
    at += full_bytes;
    c.counters = reinterpret_cast<int *>(at);
    at += up(counter_bytes, 256);
    c.tile = reinterpret_cast<int *>(at);
    error = passes(&c, {rows, stride}, first, last, tiles);
    gpu_free(gpu, &c.memory);
    return error;
}

cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n) {
    return gpu_warshall(gpu, rows, stride, n, 0, n);
}
