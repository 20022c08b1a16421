/* SPDX-License-Identifier: MIT */
/* The tile kernels of StarIsa: KLEENE_TILE makes one of vectors of the type V,
 * as many beside one another as fill the registers with six rows of them. */
#ifndef STAR_SIMD_KLEENE_H
#define STAR_SIMD_KLEENE_H

#include "cpu/simd/simd.h"

#define KLEENE_TILE(name, Type, V, ACROSS, splat, times, max)               \
    static void tile_##name(void *to, const void *left, const void *right,  \
                            int64_t count) {                                \
        enum {                                                              \
            ROWS = STAR_TILE_ROWS,                                          \
            WIDTH = STAR_TILE_WIDTH / sizeof(V), /* of a row, in vectors */ \
        };                                                                  \
        for (int at = 0; at < WIDTH; at += ACROSS) {                        \
            V *c = (V *)to + at, sum[ROWS][ACROSS];                         \
            const V *b = (const V *)right + at;                             \
            const Type *a = left;                                           \
            for (int r = 0; r < ROWS; r++)                                  \
                for (int v = 0; v < ACROSS; v++)                            \
                    sum[r][v] = c[r * WIDTH + v];                           \
            for (int64_t k = 0; k < count; k++, a += ROWS, b += WIDTH)      \
                for (int r = 0; r < ROWS; r++) {                            \
                    const V x = splat(a[r]);                                \
                    for (int v = 0; v < ACROSS; v++)                        \
                        sum[r][v] = max(times(x, b[v]), sum[r][v]);         \
                }                                                           \
            for (int r = 0; r < ROWS; r++)                                  \
                for (int v = 0; v < ACROSS; v++)                            \
                    c[r * WIDTH + v] = sum[r][v];                           \
        }                                                                   \
    }

/* The value of StarIsa.tile. */
#define KLEENE_TILES                                                          \
    {                                                                         \
        {tile_plus_single, tile_min_single}, {tile_plus_real, tile_min_real}, \
            {tile_plus_long, tile_min_long}, {                                \
            tile_plus_int, tile_min_int                                       \
        }                                                                     \
    }

#endif
