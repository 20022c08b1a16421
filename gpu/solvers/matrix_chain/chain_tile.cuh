/* SPDX-License-Identifier: MIT */
/* The vertices 0..n of a chain of n matrices have its dimensions. The cost of
 * the product of matrices i + 1..j is cost(i, j):
 *
 *     cost(i, i + 1) = 0
 *     cost(i, j) = least over i < k < j of cost(i, k) + cost(k, j) +
 *                  p[i] p[k] p[j]
 *
 * Tile (I, J), I <= J, has the costs of the vertices of blocks I and J of
 * BLOCK vertices, row by row; it needs the tiles to its left and those below
 * it. Vertices past n have the dimension 0.
 *
 *          I        K        J
 *     I  sides      a       tile         a, b: K between I and J, most of the
 *     K                      b           work, in units of at most CHUNK K
 *     J                    sides         sides: when all units have come
 *
 * Units are numbered, and each thread block takes the next one: when it does,
 * those that it must wait for have been taken before. The last
 * unit of a tile to come finishes it.
 *
 * Costs are double where that is exact, otherwise uint64_t, with a note of
 * sums that are too large. For the splits it is noted which K improved a
 * cost; the least k of that block is looked for when the tables are done.
 *
 * Few K improve a cost. The vertex of the least dimension in each gives costs
 * near the best ones at once; of the others a sieve says if they may give less.
 * It has all costs and dimensions rounded down to float and computes so, three
 * instructions a split instead of the six of double, and without predicates:
 * what comes out is no more than the exact cost. A block with something at or
 * below the limit is multiplied exactly. Where a sum might be too large, all
 * are. */
#ifndef STAR_GPU_CHAIN_TILE_H
#define STAR_GPU_CHAIN_TILE_H

#include "solvers/matrix_chain/chain_cost.cuh"

namespace {

constexpr int BLOCK = 64, TILE = BLOCK * BLOCK;
constexpr int CHUNK = 8;             /* of a unit, at most 256 */
constexpr int SIDE = BLOCK + 2;      /* a row without conflicts of banks */
constexpr int PART = 16;             /* of a tile's rows and columns, for a warp to finish */
constexpr int ROWS = 8, COLUMNS = 4; /* of a thread's entries */
constexpr int GROUPS = BLOCK / COLUMNS, THREADS = TILE / ROWS / COLUMNS;

template <typename T> struct Chain {
    int64_t n;
    int blocks;
    T *p;     /* of all blocks */
    T *tiles; /* (0, 0), (0, 1), ... (1, 1), ... */
    int64_t *m, *s;
    int32_t *over;
    bool sieve;       /* no sum can be too large */
    float *low_p;     /* p rounded down */
    float *low_tiles; /* and the tiles */
    int32_t *light;   /* of each block the vertex with the least dimension */
    int32_t *next;    /* unit */
    int32_t *done;    /* how many tiles of each row are */
    int32_t *state;   /* of each tile: twice the units that have come; 1: locked */
};

/* Units of one tile, blocks first..last - 1 each, or none if J <= I + 1. */
struct Unit {
    int I, J, first, last, of;
};

template <typename T> struct alignas(2 * sizeof(T)) Pair { T x, y; };

struct alignas(16) Four {
    float x[4];
};

/* The part of a block K that is in shared memory at once. */
template <typename T> struct Slab {
    using Number = T;
    static constexpr int DEPTH = 16;
    T a[BLOCK * DEPTH], b[DEPTH * BLOCK], p[DEPTH];
};

struct LowSlab {
    using Number = float;
    static constexpr int DEPTH = 32;
    float a[BLOCK * DEPTH], b[DEPTH * BLOCK], p[DEPTH];
};

template <typename T> struct Shared {
    T c[TILE];
    union {
        union {
            Slab<T> exact;
            LowSlab low;
        } stage[2];
        T lights[CHUNK][2 * BLOCK];
        T sides[BLOCK * SIDE]; /* tile (I, I) above the diagonal, (J, J) mirrored below */
    };
    T p_i[BLOCK], p_j[BLOCK];
    uint8_t from[TILE]; /* which K of the unit */
    Unit unit;
    int came;
};

/* All costs are below this. */
template <typename T> __device__ T most();
template <> __device__ double most() {
    return 0x1p1000;
}
template <> __device__ uint64_t most() {
    return UINT64_MAX;
}

/* The number of tile (I, J), I <= J, and its BLOCK x BLOCK costs. */
template <typename T> __device__ int64_t tile_number(const Chain<T> &g, int I, int J) {
    return (int64_t)I * g.blocks - (int64_t)I * (I - 1) / 2 + J - I;
}
template <typename T> __device__ T *tile_at(const Chain<T> &g, int I, int J) {
    return g.tiles + tile_number(g, I, J) * TILE;
}

/* The index of the entry of vertices (i, j) in m and s, or -1. */
template <typename T> __device__ int64_t entry(const Chain<T> &g, int64_t i, int64_t j) {
    return i < j && j <= g.n ? i * g.n + j - 1 : -1;
}

} // namespace

#endif
