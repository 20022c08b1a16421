/* SPDX-License-Identifier: MIT */
/* Warshall's method by blocks of pivots. With A the matrix, K a block of pivots and T the
 * transposed rows of the block, so that T(j, k) = A(k, j):
 *
 *     D = A(K, K)      D := D or D x D, until it does not change: log2 of the block's size times
 *     T                T(j, m) := T(j, m) or some k with T(j, k) and D(m, k); A(K, j) likewise
 *     A                A(i, j) := A(i, j) or some k in K with A(i, k) and T(j, k)
 *
 * All three are one kernel, a product that joins C(i, j) with: rows i of X and j of Y share a 1.
 * Products read what they write. A bit that is read early or late makes no difference: every bit
 * that is set is a path, and the bits that were set when the product began are enough for the
 * result. So A(K, K) in the third formula serves for the update of columns K, too.
 *
 * Of several devices each has a panel of rows of A, and makes it by a copy of T of its own. The one
 * that has the first of rows K makes D and T; some of these rows may be the next one's. */
#include "solvers/closure/gpu_closure.h"
#include "solvers/closure/closure_product.cuh"

using namespace closure;

namespace {

/* ---- Kernels ---- */

/* Sets some[k] if there are ones in strip k of the rows of x that a tile needs; behind these, of
 * y. */
__global__ void has_ones_kernel(const Product p, uint8_t *some) {
    const bool is_x = blockIdx.x < unsigned(p.down);
    const int64_t k = is_x ? blockIdx.x : blockIdx.x - p.down;
    const int rows = is_x ? TILE_ROWS : TILE_COLUMNS, words = p.chunks * WORDS;
    const Bits &a = is_x ? p.x : p.y;
    uint64_t ones = 0;
    for (int w = threadIdx.x; w < rows * words; w += blockDim.x)
        ones |= a.word[(k * rows + w / words) * a.stride + w % words];
    const bool any = __syncthreads_or(ones != 0);
    if (threadIdx.x == 0)
        some[blockIdx.x] = any;
}

/* Lists the tiles that are not full and may change, without those of rows from..to-1. */
__global__ void list_kernel(const Product p, const uint8_t *some, int from, int to, Place *tile,
                            int *tiles) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    Place at = {};
    bool open = false;
    if (t < p.down * p.across) {
        at = place(p, t);
        const int row = at.down * TILE_ROWS;
        bool full = true;
        for (int k = 0; k < WARPS; k++)
            full = full && p.full[(at.down * p.across + at.across) * WARPS + k];
        open = !full && (row < from || row >= to) && some[at.down] && some[p.down + at.across];
    }
    const uint32_t mask = __ballot_sync(~0u, open);
    const int lane = threadIdx.x % 32;
    int first = 0;
    if (lane == 0 && mask != 0)
        first = atomicAdd(tiles, __popc(mask));
    first = __shfl_sync(~0u, first, 0);
    if (open)
        tile[first + __popc(mask & ((1u << lane) - 1))] = at;
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
 * Rows from `rows` on are 0. */
__global__ void enter_kernel(Bits to, Bits from, int64_t rows, int64_t n) {
    const int64_t i = blockIdx.x;
    for (int64_t w = threadIdx.x; w < to.stride; w += blockDim.x)
        to.word[i * to.stride + w] =
            i < rows ? (64 * w < n ? from.word[i * from.stride + w] : 0) | ~within(w, 0, n) : 0;
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

/* The maximum of squarings of a block; and its counters: one for each squaring that says if it
 * changed a bit, and the number of tiles to multiply. */
enum { SQUARINGS = 12, TILES = SQUARINGS, COUNTERS = SQUARINGS + 1 };

int64_t up(int64_t a, int64_t unit) {
    return (a + unit - 1) / unit * unit;
}

/* The rows of A that a device has, and its scratch. */
struct Panel {
    cudaStream_t stream;
    int64_t row, rows; /* the first one, and how many */
    Bits a, strip;     /* those rows; T */
    int *counters;     /* COUNTERS for each block, 0 */
    Place *tile;
    uint8_t *full, *some; /* see Product; has_ones_kernel */
};

/* A matrix that is being closed, padded to CHUNK. */
struct Closure {
    Gpu *gpu;
    int64_t n, padded;
    int64_t block, blocks; /* pivots of a block; blocks, at most */
    int64_t height;        /* rows of all panels but the last */
    int64_t tiles;         /* of a panel, at most */
    int panels;
    Panel panel[GPU_DEVICES];
    Bits a;
    GpuBlock matrix, scratch;
};

cudaError_t join(Gpu *gpu, const Product *p, cudaStream_t stream) {
    return gpu->capability == 90 ? join_product_90(gpu, p, stream) : join_product(gpu, p, stream);
}

/* Pivots at..at+size-1, of which from..to-1 count, from 0 on. */
struct Block {
    const Panel *owner;
    int64_t number, at, size, from, to;
    Bits rows, corner; /* of A: rows K, and their columns K */
    Bits strip_corner; /* rows K of T */
    int *counter;
};

/* D */
cudaError_t close_corner(const Closure *c, const Block *b) {
    const int64_t arcs = b->to - b->from + 1; /* of a path, at most */
    Product p = {};
    p.x = b->corner;
    p.y = b->strip_corner;
    p.c = {b->corner, 0, b->size};
    p.transposed = {b->strip_corner, b->from, b->to};
    p.chunks = int(b->size / CHUNK);
    p.down = int(b->size / TILE_ROWS);
    p.across = int(b->size / TILE_COLUMNS);
    for (int k = 0; INT64_C(1) << k < (arcs < b->size ? arcs : b->size); k++) {
        p.go = k > 0 ? b->counter + k - 1 : nullptr;
        p.changed = b->counter + k;
        const cudaError_t error = join(c->gpu, &p, b->owner->stream);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/* T and A(K, j) */
cudaError_t join_strip(const Closure *c, const Block *b) {
    const Bits strip = b->owner->strip;
    Product p = {};
    p.x = strip;
    p.y = b->corner;
    p.c = {strip, b->from, b->to};
    p.transposed = {b->rows, 0, c->padded};
    p.chunks = int(b->size / CHUNK);
    p.down = int(c->padded / TILE_ROWS);
    p.across = int(b->size / TILE_COLUMNS);
    return join(c->gpu, &p, b->owner->stream);
}

/* A panel of A, but for rows K */
cudaError_t join_panel(const Closure *c, const Block *b, int k) {
    Gpu *gpu = c->gpu;
    const Panel &own = c->panel[k];
    const Bits first = b->owner->strip;
    int *tiles = own.counters + b->number * COUNTERS + TILES;
    const int from = int(b->at - own.row), to = int(from + b->size);
    Product p = {};
    p.x = {own.a.word + b->at / 64, own.a.stride};
    p.y = own.strip;
    p.c = {own.a, 0, c->padded};
    p.chunks = int(b->size / CHUNK);
    p.down = int(own.rows / TILE_ROWS);
    p.across = int(c->padded / TILE_COLUMNS);
    p.full = own.full;
    p.rows = c->n - own.row;
    p.tile = own.tile;
    p.tiles = tiles;
    if (&own != b->owner)
        GPU_TRY(gpu, cudaMemcpyAsync(own.strip.word, first.word,
                                     size_t(c->padded * first.stride) * sizeof *first.word,
                                     cudaMemcpyDeviceToDevice, own.stream));
    GPU_LAUNCH(gpu,
               has_ones_kernel<<<unsigned(p.down + p.across), 256, 0, own.stream>>>(p, own.some));
    GPU_LAUNCH(gpu, list_kernel<<<unsigned(up(p.down * p.across, 256) / 256), 256, 0, own.stream>>>(
                        p, own.some, from, to, own.tile, tiles));
    return join(gpu, &p, own.stream);
}

/* T, D, and A(K, j). */
cudaError_t prepare(const Closure *c, const Block *b) {
    Gpu *gpu = c->gpu;
    const dim3 warps(32, 4), grid(unsigned(c->padded / 256), unsigned(b->size / 64));
    GPU_LAUNCH(gpu, transpose_kernel<<<grid, warps, 0, b->owner->stream>>>(
                        {b->owner->strip, b->from, b->to}, b->rows));
    const cudaError_t error = close_corner(c, b);
    return error != cudaSuccess || b->size == c->padded ? error : join_strip(c, b);
}

cudaError_t pass(const Closure *c, const Block *b) {
    const cudaError_t error = gpu_each(c->gpu, c->panels, [=](int k) {
        return &c->panel[k] == b->owner ? prepare(c, b) : cudaSuccess;
    });
    if (error != cudaSuccess || b->size == c->padded)
        return error;
    return gpu_each(c->gpu, c->panels, [=](int k) { return join_panel(c, b, k); });
}

/* The block of pivots first..last-1 that begins with `at`, the k-th. */
Block block(const Closure *c, int64_t at, int64_t k, int64_t first, int64_t last) {
    const int64_t rest = up(last - at, CHUNK);
    const Panel &own = c->panel[at / c->height];
    Block b = {};
    b.owner = &own;
    b.number = k;
    b.at = at;
    b.size = rest < c->block ? rest : c->block;
    b.from = first > at ? first - at : 0;
    b.to = last - at < b.size ? last - at : b.size;
    b.rows = {c->a.word + at * c->a.stride, c->a.stride};
    b.corner = {b.rows.word + at / 64, c->a.stride};
    b.strip_corner = {own.strip.word + at * own.strip.stride, own.strip.stride};
    b.counter = own.counters + k * COUNTERS;
    return b;
}

cudaError_t enter(const Closure *c, Bits matrix, int k) {
    Gpu *gpu = c->gpu;
    const Panel &own = c->panel[k];
    const Bits from = {matrix.word + own.row * matrix.stride, matrix.stride};
    GPU_TRY(gpu, cudaMemsetAsync(own.counters, 0, size_t(c->blocks) * COUNTERS * sizeof(int),
                                 own.stream));
    GPU_TRY(gpu, cudaMemsetAsync(own.full, 0, size_t(c->tiles) * WARPS, own.stream));
    GPU_LAUNCH(gpu, enter_kernel<<<unsigned(own.rows), 128, 0, own.stream>>>(own.a, from,
                                                                             c->n - own.row, c->n));
    return cudaSuccess;
}

cudaError_t leave(const Closure *c, Bits matrix, int k) {
    Gpu *gpu = c->gpu;
    const Panel &own = c->panel[k];
    const Bits to = {matrix.word + own.row * matrix.stride, matrix.stride};
    const int64_t rest = c->n - own.row, rows = rest < own.rows ? rest : own.rows;
    if (rows > 0)
        GPU_LAUNCH(gpu, leave_kernel<<<unsigned(rows), 128, 0, own.stream>>>(to, own.a, c->n));
    return cudaSuccess;
}

cudaError_t passes(const Closure *c, Bits matrix, int64_t first, int64_t last) {
    const cudaError_t error =
        gpu_each(c->gpu, c->panels, [=](int k) { return enter(c, matrix, k); });
    if (error != cudaSuccess)
        return error;
    for (int64_t k = 0, at = first / CHUNK * CHUNK; at < last; at += c->block, k++) {
        const Block b = block(c, at, k, first, last);
        const cudaError_t error = pass(c, &b);
        if (error != cudaSuccess)
            return error;
    }
    return gpu_each(c->gpu, c->panels, [=](int k) { return leave(c, matrix, k); });
}

/* Takes memory: for A, whose panels are each on their device, and for the scratch of each. */
cudaError_t open(Closure *c) {
    const int64_t strips = c->height / TILE_ROWS + c->padded / TILE_COLUMNS;
    const int64_t row = c->padded / 8, strip = c->padded * (c->block / 8);
    const int64_t counters = up(c->blocks * COUNTERS * int64_t(sizeof(int)), 256);
    const int64_t list = up(c->tiles * int64_t(sizeof(Place)), 256);
    int64_t each;
    cudaError_t error = gpu_alloc_vectors(c->gpu, &c->matrix, c->padded * row,
                                          c->panels > 1 ? c->panels * c->height * row : 0);
    if (error == cudaSuccess)
        error =
            gpu_alloc_each(c->gpu, &c->scratch, strip + counters + list + c->tiles * WARPS + strips,
                           c->panels, &each);
    if (error != cudaSuccess)
        return error;
    c->a = {static_cast<uint64_t *>(c->matrix.at), c->padded / 64};
    for (int k = 0; k < c->panels; k++) {
        char *at = static_cast<char *>(c->scratch.at) + k * each;
        Panel &own = c->panel[k];
        own.stream = gpu_stream(c->gpu, k);
        own.row = k * c->height;
        own.rows = k < c->panels - 1 ? c->height : c->padded - own.row;
        own.a = {c->a.word + own.row * c->a.stride, c->a.stride};
        own.strip = {reinterpret_cast<uint64_t *>(at), c->block / 64};
        own.counters = reinterpret_cast<int *>(at += strip);
        own.tile = reinterpret_cast<Place *>(at += counters);
        own.full = reinterpret_cast<uint8_t *>(at += list);
        own.some = own.full + c->tiles * WARPS;
    }
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
    c.block = c.padded <= 8192 ? 2048 : 4096;
    c.blocks = c.padded / c.block + 2;
    c.panels = gpu_parts(gpu, c.padded * (c.padded / 64));
    c.height = up((c.padded + c.panels - 1) / c.panels, TILE_ROWS);
    c.panels = int((c.padded + c.height - 1) / c.height);
    c.tiles = c.height / TILE_ROWS * (c.padded / TILE_COLUMNS);
    cudaError_t error = open(&c);
    if (error == cudaSuccess)
        error = passes(&c, {rows, stride}, first, last);
    gpu_free(gpu, &c.matrix);
    gpu_free(gpu, &c.scratch);
    return error;
}

cudaError_t gpu_closure(Gpu *gpu, uint64_t *rows, int64_t stride, int64_t n) {
    return gpu_warshall(gpu, rows, stride, n, 0, n);
}
