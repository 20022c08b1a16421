/* SPDX-License-Identifier: MIT */
/* The tables of the matrix chain problem, computed in tiles.
 *
 * The vertices 0..n of a chain of n matrices have its dimensions p[0..n]. The
 * cost of the product of matrices i + 1..j is cost(i, j), i < j:
 *
 *     cost(i, i + 1) = 0
 *     cost(i, j) = min over i < k < j of cost(i, k) + cost(k, j) +
 *                  p[i] p[k] p[j]
 *
 * Tile (I, J), I <= J, has the costs of the vertices of blocks I and J of
 * STAR_CHAIN vertices, row by row. It needs the tiles to its left and those
 * below it. Vertices past n have the dimension 0. */
#ifndef STAR_CHAIN_H
#define STAR_CHAIN_H

#include "cpu/simd/simd.h"
#include "memory/mem.h"

enum { STAR_CHAIN = 64, STAR_CHAIN_TILE = STAR_CHAIN * STAR_CHAIN };

struct StarChain {
    int64_t vertices, blocks;
    void *p;    /* of all blocks; doubles or int64_t, as the costs */
    void *cost; /* the tiles (0, 0), (0, 1), ... (1, 1), ..., aligned to 64 */
    int64_t *m, *s; /* n rows of n: matrices i..j at (i - 1) * n + j - 1 */
    const StarMem *mem;
};

/* A StarChainTile (simd.h) computes a tile and its entries in m and s, where s
 * has the least k of a least cost, and 0 beside the cost of one matrix.
 * STAR_OVERFLOW if a sum of the second formula, for any k, is over INT64_MAX,
 * which only the kernel for int64_t detects; or what star_stopped says. */

/* The first entry of tile (I, J) in c->cost. */
static inline int64_t star_chain_tile(const StarChain *c, int64_t I,
                                      int64_t J) {
    return (I * c->blocks - I * (I - 1) / 2 + J - I) * STAR_CHAIN_TILE;
}

#endif
