/* SPDX-License-Identifier: MIT */
/* The parts that the kernels of gpu_pairs share: the job, the copies of its rows, and the verdict
 * on a pair when its counts are there.
 *
 * Counts are made in 32 bits, product after product in the same registers. All is modulo 2^32, and
 * the form of a pair is less than 2^31, so that factors may be divided: with the products in the
 * order of falling powers of two in their factors f(p), f(p) / f(p+1) is an odd number's inverse
 * times an integer.
 *
 *     acc := 0;  for each p:  acc := (acc + count(p)) * f(p) / f(p+1);     f(last + 1) = 1 */
#ifndef STAR_GPU_PAIRS_JOB_CUH
#define STAR_GPU_PAIRS_JOB_CUH

#include "solvers/bit_product.cuh"
#include "solvers/pairs/gpu_pairs.h"

namespace pairs {

using namespace bit_product;

/* |x(i) and y(j)|. Rows of `words` > 0 words. */
struct Factor {
    const uint64_t *x, *y;
    int64_t x_stride, y_stride;
    int64_t words;
    int chunks;
    bool x_aligned, y_aligned; /* all rows to 16 bytes */
    int64_t factor;            /* if forms need 64 bits */
    uint32_t scale;            /* else: f(p) / f(p+1) */
};

/* All numbers of rows and columns are from 0; tile k is number tile[k] of all. */
struct Job {
    Factor product[STAR_PAIR_PRODUCTS];
    int products;
    int64_t rows, columns;
    int64_t low, high; /* of j - i */
    const int64_t *row, *column;
    int64_t constant;
    int64_t least; /* a pair passes if its form is least..least + span, */
    uint64_t span;
    bool outside; /* or if it is not */
    const uint64_t *mask;
    int64_t mask_stride;
    uint64_t *bits;
    int64_t bits_stride;
    StarPairsFound *found;
    int down, across; /* tiles */
    int *tiles;       /* how many there are to do */
    int *tile;
};

#if defined(__CUDACC__)

/* ---- Copies ---- */

/* Begins to copy a chunk of ROWS rows of a matrix, by THREADS threads. The first `rows` rows and
 * `words` words are there, the others become 0. `place(row, unit)`: where a unit goes. */
template <int ROWS, int THREADS, class Place>
__device__ void copy_rows(uint4 *to, const uint64_t *from, int64_t stride, bool aligned,
                          int64_t rows, int64_t words, int thread, const Place &place) {
    if (aligned) {
        const int row = thread / UNITS, unit = thread % UNITS;
        const int bytes = words > 2 * unit + 1 ? 16 : words > 2 * unit ? 8 : 0;
        from += row * stride + 2 * unit;
#pragma unroll
        for (int r = 0; r < ROWS; r += THREADS / UNITS)
            copy_part(to + place(r + row, unit), from + r * stride, r + row < rows ? bytes : 0);
    } else {
        const int row = thread / WORDS, word = thread % WORDS;
        from += row * stride + word;
#pragma unroll
        for (int r = 0; r < ROWS; r += THREADS / WORDS)
            copy_word(reinterpret_cast<uint64_t *>(to + place(r + row, word / 2)) + word % 2,
                      from + r * stride, r + row < rows && word < words);
    }
}

/* Begins to copy a chunk of the rows of a tile. */
template <int THREADS, class PlaceX, class PlaceY>
__device__ void copy_chunk(const Job &p, const Factor &m, Tile at, int chunk, uint4 *to, int thread,
                           const PlaceX &place_x, const PlaceY &place_y) {
    const int64_t i = int64_t(at.down) * TILE_ROWS, j = int64_t(at.across) * TILE_COLUMNS;
    const int64_t w = int64_t(chunk) * WORDS;
    copy_rows<TILE_ROWS, THREADS>(to, m.x + i * m.x_stride + w, m.x_stride, m.x_aligned, p.rows - i,
                                  m.words - w, thread, place_x);
    copy_rows<TILE_COLUMNS, THREADS>(to + TILE_ROWS * UNITS, m.y + j * m.y_stride + w, m.y_stride,
                                     m.y_aligned, p.columns - j, m.words - w, thread, place_y);
}

/* ---- Pairs ---- */

/* The number of pairs that pass, and the sum of their forms, each less p.least. */
struct Tally {
    uint64_t count, sum;
};

/* Those of pairs (i, 64 w..64 w + 63) that may pass. */
inline __device__ uint64_t candidates(const Job &p, int64_t i, int64_t w) {
    const uint64_t some =
        i < p.rows ? within(w, max(i + p.low, int64_t(0)), min(i + p.high + 1, p.columns)) : 0;
    return p.mask && some != 0 ? some & p.mask[i * p.mask_stride + w] : some;
}

/* The share of row i in the forms of its pairs, less p.least. */
inline __device__ uint64_t row_term(const Job &p, int64_t i) {
    return uint64_t(p.row && i < p.rows ? p.row[i] : 0) + uint64_t(p.constant) - uint64_t(p.least);
}

/* The share of column j, if columns have any. */
inline __device__ uint64_t column_term(const Job &p, int64_t j) {
    return uint64_t(p.column[min(j, p.columns - 1)]);
}

/* Sets bit k of `bits` if the pair that bit k of `may` means has a form, less p.least, that
 * passes. */
inline __device__ void judge(const Job &p, uint64_t form, int k, uint64_t may, uint64_t *bits,
                             uint64_t *sum) {
    const bool passes = ((form <= p.span) != p.outside) && (may >> k & 1) != 0;
    *bits |= uint64_t(passes) << k;
    *sum += passes ? form : 0;
}

/* Word w of bit vector i of the result. */
inline __device__ void store(const Job &p, int64_t i, int64_t w, uint64_t bits) {
    if (p.bits && i < p.rows && 64 * w < p.columns)
        p.bits[i * p.bits_stride + w] = bits;
}

/* Adds what the lanes of a warp have found. */
inline __device__ void report(const Job &p, Tally mine) {
    if (!p.found)
        return;
    mine.sum += mine.count * uint64_t(p.least);
    for (int k = 16; k > 0; k /= 2) {
        mine.count += __shfl_xor_sync(~0u, mine.count, k);
        mine.sum += __shfl_xor_sync(~0u, mine.sum, k);
    }
    if (threadIdx.x % 32 == 0 && mine.count != 0) {
        atomicAdd(reinterpret_cast<unsigned long long *>(&p.found->count), mine.count);
        atomicAdd(reinterpret_cast<unsigned long long *>(&p.found->sum), mine.sum);
    }
}

#endif

/* Makes the tiles of the list, on any device; with 32-bit forms on devices of capability 9.0.
 * Both only start the work. */
cudaError_t find_pairs(Gpu *gpu, const Job *p, bool wide);
cudaError_t find_pairs_90(Gpu *gpu, const Job *p);

/* All pairs of at most 65,535 rows, without tiles. Only starts the work. */
cudaError_t find_row_pairs(Gpu *gpu, const Job *p);

} // namespace pairs

#endif
