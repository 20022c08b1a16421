/* SPDX-License-Identifier: MIT */
/* gpu_pairs lists the tiles that have pairs which may pass, then makes them; few rows go without
 * tiles. */
#include "solvers/pairs/gpu_pairs.h"

#include <algorithm>
#include <climits>

#include "solvers/pairs/pairs_job.cuh"

using namespace pairs;

namespace {

enum {
    THREADS = 256,
    FEW_ROWS = 4,
    LISTED = 32,          /* tiles that a block lists: a lane has one */
    MOST_TILES = 1 << 24, /* of a list */
    SHARE = 8,            /* threads that share a row */
};

/* ---- The list of tiles ---- */

__device__ bool is_in_band(const Job &p, Tile at) {
    const int64_t i = int64_t(at.down) * TILE_ROWS, j = int64_t(at.across) * TILE_COLUMNS;
    const int64_t last_i = min(i + TILE_ROWS, p.rows) - 1;
    const int64_t last_j = min(j + TILE_COLUMNS, p.columns) - 1;
    return last_j - i >= p.low && j - last_i <= p.high;
}

/* Calls f(i, w) for this lane's words of a tile of the result. */
template <class F> __device__ void each_word(const Job &p, Tile at, const F &f) {
    const int lane = threadIdx.x % 32;
    const int64_t i = int64_t(at.down) * TILE_ROWS + lane / 4;
    const int64_t w = int64_t(at.across) * (TILE_COLUMNS / 64) + lane % 4;
#pragma unroll
    for (int r = 0; r < TILE_ROWS; r += 8)
        if (i + r < p.rows && 64 * w < p.columns)
            f(i + r, w);
}

/* True if there may be pairs that pass in a tile; else its bits become 0. */
__device__ bool has_candidates(const Job &p, Tile at) {
    bool some = is_in_band(p, at);
    if (some && p.mask) {
        uint64_t any = 0;
        each_word(p, at, [&](int64_t i, int64_t w) { any |= p.mask[i * p.mask_stride + w]; });
        some = __any_sync(~0u, any != 0);
    }
    if (!some && p.bits)
        each_word(p, at, [&](int64_t i, int64_t w) { p.bits[i * p.bits_stride + w] = 0; });
    return some;
}

__global__ void __launch_bounds__(THREADS) list_tiles(const __grid_constant__ Job p) {
    __shared__ bool listed[LISTED];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int tiles = p.down * p.across, first = blockIdx.x * LISTED;
    for (int k = warp; k < LISTED; k += WARPS)
        listed[k] = first + k < tiles && has_candidates(p, tile_of(first + k, p.down, p.across));
    __syncthreads();
    if (warp > 0)
        return;
    const unsigned all = __ballot_sync(~0u, listed[lane]);
    int place = lane == 0 ? atomicAdd(p.tiles, __popc(all)) : 0;
    place = __shfl_sync(~0u, place, 0) + __popc(all & ((1u << lane) - 1));
    if (listed[lane])
        p.tile[place] = first + lane;
}

/* ---- The job ---- */

/* Counts of a product are less than 2^31, see gpu_pairs.h. */
bool is_wide(const StarPairs &q) {
    double most = 0;
    for (int f = 0; f < q.products; f++)
        most += std::abs(double(q.product[f].factor)) * 64 * double(q.product[f].words);
    return most > INT_MAX;
}

bool is_aligned(const uint64_t *rows, int64_t stride) {
    return uintptr_t(rows) % 16 == 0 && stride % 2 == 0;
}

/* The power of two that divides a factor. */
int twos(const Factor &m) {
    return __builtin_ctzll((unsigned long long)m.factor);
}

uint32_t odd_part(const Factor &m) {
    return uint32_t(m.factor >> twos(m));
}

/* Modulo 2^32, of an odd number: the right bits double each time, from 3. */
uint32_t inverse(uint32_t odd) {
    uint32_t x = odd;
    for (int k = 0; k < 4; k++)
        x *= 2 - odd * x;
    return x;
}

void set_products(Job *p, const StarPairs &q) {
    for (int f = 0; f < q.products; f++) {
        const StarPairProduct &from = q.product[f];
        if (from.factor == 0 || from.words <= 0)
            continue;
        Factor &m = p->product[p->products++];
        m.x = from.x + q.rows.from * from.x_stride;
        m.y = from.y + q.columns.from * from.y_stride;
        m.x_stride = from.x_stride;
        m.y_stride = from.y_stride;
        m.words = from.words;
        m.chunks = int((from.words + WORDS - 1) / WORDS);
        m.x_aligned = is_aligned(m.x, m.x_stride);
        m.y_aligned = is_aligned(m.y, m.y_stride);
        m.factor = from.factor;
    }
    std::sort(p->product, p->product + p->products,
              [](const Factor &a, const Factor &b) { return twos(a) > twos(b); });
    for (int f = 0; f < p->products; f++) {
        Factor &m = p->product[f];
        if (f + 1 == p->products)
            m.scale = uint32_t(m.factor);
        else
            m.scale = odd_part(m) * inverse(odd_part(p->product[f + 1]))
                      << (twos(m) - twos(p->product[f + 1]));
    }
}

void set_relation(Job *p, StarPairRelation relation) {
    p->least = relation == STAR_PAIR_GREATER ? 1 : relation == STAR_PAIR_ANY ? INT64_MIN : 0;
    p->span = relation == STAR_PAIR_ANY ? UINT64_MAX
              : relation == STAR_PAIR_EQUAL || relation == STAR_PAIR_DIFFERENT
                  ? 0
                  : uint64_t(INT64_MAX - p->least);
    p->outside = relation == STAR_PAIR_DIFFERENT;
}

/* A bound of j - i as one of numbers that are counted from other ones. */
int64_t moved(int64_t bound, int64_t by) {
    const int64_t far = INT64_C(1) << 61;
    return std::min(std::max(bound, -far), far) + by;
}

Job job_of(const StarPairs &q, StarPairsFound *found) {
    Job p = {};
    p.rows = q.rows.to - q.rows.from;
    p.columns = q.columns.to - q.columns.from;
    p.low = moved(q.low, q.rows.from - q.columns.from);
    p.high = moved(q.high, q.rows.from - q.columns.from);
    p.row = q.row ? q.row + q.rows.from : NULL;
    p.column = q.column ? q.column + q.columns.from : NULL;
    p.constant = q.constant;
    p.mask = q.mask;
    p.mask_stride = q.mask_stride;
    p.bits = q.bits;
    p.bits_stride = q.bits_stride;
    p.found = found;
    p.down = int((p.rows + TILE_ROWS - 1) / TILE_ROWS);
    p.across = int((p.columns + TILE_COLUMNS - 1) / TILE_COLUMNS);
    set_products(&p, q);
    set_relation(&p, q.relation);
    return p;
}

/* ---- Running ---- */

/* The pairs of so many rows that there is room for the list of their tiles. */
cudaError_t run_strip(Gpu *gpu, Job *p, bool wide, const GpuBlock &room) {
    const int blocks = (p->down * p->across + LISTED - 1) / LISTED;
    p->tiles = static_cast<int *>(room.at);
    p->tile = p->tiles + 1;
    GPU_TRY(gpu, cudaMemsetAsync(p->tiles, 0, sizeof *p->tiles, gpu->stream));
    GPU_LAUNCH(gpu, list_tiles<<<blocks, THREADS, 0, gpu->stream>>>(*p));
    return gpu->capability == 90 && !wide ? find_pairs_90(gpu, p) : find_pairs(gpu, p, wide);
}

cudaError_t run(Gpu *gpu, StarPairs q, int64_t strip, StarPairsFound *found, const GpuBlock &room) {
    const bool wide = is_wide(q);
    const int64_t to = q.rows.to;
    cudaError_t error = cudaSuccess;
    for (; q.rows.from < to && error == cudaSuccess; q.rows.from += strip) {
        q.rows.to = std::min(q.rows.from + strip, to);
        Job p = job_of(q, found);
        error = run_strip(gpu, &p, wide, room);
        q.mask = q.mask ? q.mask + strip * q.mask_stride : NULL;
        q.bits = q.bits ? q.bits + strip * q.bits_stride : NULL;
    }
    return error;
}

/* ---- Ones ---- */

__global__ void __launch_bounds__(THREADS)
    count_ones(const uint64_t *x, int64_t stride, int64_t words, StarPairRange rows, int64_t factor,
               int64_t *sum) {
    const int64_t i = rows.from + (int64_t(blockIdx.x) * THREADS + threadIdx.x) / SHARE;
    const int64_t row = min(i, rows.to - 1);
    int64_t ones = 0;
    for (int64_t w = threadIdx.x % SHARE; w < words; w += SHARE)
        ones += __popcll(x[row * stride + w]);
    for (int k = SHARE / 2; k > 0; k /= 2)
        ones += __shfl_xor_sync(~0u, ones, k);
    if (threadIdx.x % SHARE == 0 && i < rows.to)
        sum[i] = int64_t(uint64_t(sum[i]) + uint64_t(factor) * uint64_t(ones));
}

} // namespace

cudaError_t gpu_pairs(Gpu *gpu, const StarPairs *pairs, StarPairsFound *found) {
    const int64_t rows = pairs->rows.to - pairs->rows.from;
    const int64_t columns = pairs->columns.to - pairs->columns.from;
    if (rows <= 0 || columns <= 0)
        return cudaSuccess;
    if (rows <= FEW_ROWS) {
        const Job p = job_of(*pairs, found);
        return find_row_pairs(gpu, &p);
    }
    const int64_t across = (columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
    const int64_t down =
        std::min((rows + TILE_ROWS - 1) / TILE_ROWS, std::max(INT64_C(1), MOST_TILES / across));
    GpuBlock room;
    cudaError_t error = gpu_alloc(gpu, &room, (down * across + 1) * int64_t(sizeof(int)));
    if (error != cudaSuccess)
        return error;
    error = run(gpu, *pairs, down * TILE_ROWS, found, room);
    gpu_free(gpu, &room);
    return error;
}

cudaError_t gpu_pair_ones(Gpu *gpu, const uint64_t *x, int64_t stride, int64_t words,
                          StarPairRange rows, int64_t factor, int64_t *sum) {
    const int64_t blocks = ((rows.to - rows.from) * SHARE + THREADS - 1) / THREADS;
    if (blocks <= 0)
        return cudaSuccess;
    GPU_LAUNCH(gpu, count_ones<<<unsigned(blocks), THREADS, 0, gpu->stream>>>(x, stride, words,
                                                                              rows, factor, sum));
    return cudaSuccess;
}
