/* SPDX-License-Identifier: MIT */
/* The product of bit matrices that closures are made of, and what its kernels share. */
#ifndef STAR_GPU_CLOSURE_PRODUCT_CUH
#define STAR_GPU_CLOSURE_PRODUCT_CUH

#include "device/spread.h"
#include "solvers/bit_product.cuh"

namespace closure {

using namespace bit_product;

struct Bits {
    uint64_t *word;
    int64_t stride;
};

/* Columns from..to-1 take new ones. */
struct Output {
    Bits bits;
    int64_t from, to;
};

/* The row and column of a tile in the grid of tiles. */
struct alignas(4) Place {
    uint16_t down, across;
};

/* c(i, j) := c(i, j) or rows i of x and j of y share a 1. Of x, y and c any may be the same. */
struct Product {
    Bits x, y;
    Output c;
    Output transposed; /* of c; or no word */
    int chunks;        /* of rows of x and y */
    int down, across;  /* tiles of c */
    const Place *tile; /* those to do, or NULL: all */
    const int *tiles;  /* their number, if there is a list */
    const int *go;     /* do nothing if this is 0; or NULL */
    int *changed;      /* set to 1 if a bit of c changes; or NULL */
    uint8_t *full;     /* for each warp of each tile: set to 1 if only ones; or NULL */
    int64_t rows;      /* from this row on ones are not looked for */
};

/* On any device; on devices of capability 9.0. The stream is of the current device. */
cudaError_t join_product(Gpu *gpu, const Product *p, cudaStream_t stream);
cudaError_t join_product_90(Gpu *gpu, const Product *p, cudaStream_t stream);

/* Tile t of all. */
inline __device__ Place place(const Product &p, int t) {
    const Tile at = tile_of(t, p.down, p.across);
    return {uint16_t(at.down), uint16_t(at.across)};
}

/* Tile k of those that are to be made: of a list, or of all. */
inline __device__ Place tile_to_do(const Product &p, int k) {
    return p.tile ? p.tile[k] : place(p, k);
}

/* Word w of two rows, `apart` rows from each other. */
inline __device__ void read_rows(uint64_t word[2], const Bits &bits, int64_t row, int64_t w,
                                 int apart) {
    word[0] = bits.word[row * bits.stride + w];
    word[1] = bits.word[(row + apart) * bits.stride + w];
}

/* Joins them with `add`; `word` becomes what is there then. */
inline __device__ void join(const Output &c, int64_t row, int64_t w, int apart, uint64_t word[2],
                            const uint64_t add[2]) {
    const uint64_t mask = within(w, c.from, c.to);
#pragma unroll
    for (int h = 0; h < 2; h++) {
        const uint64_t now = word[h] | (add[h] & mask);
        if (now != word[h])
            c.bits.word[(row + apart * h) * c.bits.stride + w] = now;
        word[h] = now;
    }
}

/* Joins a warp's part of a tile, and notes in p.changed and p.full what has become of it. */
inline __device__ void join_part(const Product &p, Place at, int64_t row, int64_t w, int apart,
                                 uint64_t old[2], const uint64_t add[2]) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const bool news = ((add[0] & ~old[0]) | (add[1] & ~old[1])) != 0;
    join(p.c, row, w, apart, old, add);
    if (p.changed && __any_sync(~0u, news) && lane == 0)
        *p.changed = 1;
    if (p.full) {
        const bool ones =
            (row >= p.rows || ~old[0] == 0) && (row + apart >= p.rows || ~old[1] == 0);
        if (__all_sync(~0u, ones) && lane == 0)
            p.full[(at.down * p.across + at.across) * WARPS + warp] = 1;
    }
}

/* Transposes 32 x 32 bits: lane i has row i, then column i. */
inline __device__ uint32_t transpose(uint32_t row) {
    const int lane = threadIdx.x % 32;
    uint32_t mask = 0xffff;
#pragma unroll
    for (int k = 16; k > 0; k /= 2, mask ^= mask << k) {
        const uint32_t other = __shfl_xor_sync(~0u, row, k);
        row = lane & k ? (row & ~mask) | (other >> k & mask) : (row & mask) | (other << k & ~mask);
    }
    return row;
}

/* Transposes 64 x 64 bits: lane i has rows i and i + 32. */
inline __device__ void transpose(uint64_t row[2]) {
    const uint32_t a = transpose(uint32_t(row[0])), b = transpose(uint32_t(row[0] >> 32));
    const uint32_t c = transpose(uint32_t(row[1])), d = transpose(uint32_t(row[1] >> 32));
    row[0] = uint64_t(c) << 32 | a;
    row[1] = uint64_t(d) << 32 | b;
}

/* Joins the columns of 64 x 64 bits, lane i with rows i and i + 32, with the rows of p.transposed;
 * (row, column) is their corner in p.c. */
inline __device__ void join_transposed(const Product &p, int64_t row, int64_t column,
                                       uint64_t add[2]) {
    const int64_t to = column + threadIdx.x % 32;
    uint64_t old[2];
    transpose(add);
    read_rows(old, p.transposed.bits, to, row / 64, 32);
    join(p.transposed, to, row / 64, 32, old, add);
}

} // namespace closure

#endif
