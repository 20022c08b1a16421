/* SPDX-License-Identifier: MIT */
/* Plain C: for every processor. */
#include "cpu/simd/simd_generic.h"
#include "cpu/simd/simd_columns.h"
#include "cpu/simd/simd_kleene.h"
#include "cpu/simd/simd_pack.h"
#include "cpu/simd/simd_sdp.h"

/* Compilers make vectors of this. */
#define GENERIC_TILE(name, Type, times)                                    \
    static void tile_##name(void *to, const void *left, const void *right, \
                            int64_t count) {                               \
        enum { WIDTH = STAR_TILE_WIDTH / sizeof(Type) };                   \
        const Type *a = left, *b = right;                                  \
        for (int64_t k = 0; k < count; k++, b += WIDTH)                    \
            for (int r = 0; r < STAR_TILE_ROWS; r++, a++) {                \
                const Type x = *a;                                         \
                Type *c = (Type *)to + r * WIDTH, y[WIDTH];                \
                memcpy(y, b, sizeof y);                                    \
                for (int j = 0; j < WIDTH; j++) {                          \
                    const Type z = times;                                  \
                    c[j] = z > c[j] ? z : c[j];                            \
                }                                                          \
            }                                                              \
    }

/* Integers must not overflow; where the caller cannot know, they wrap. */
GENERIC_TILE(plus_single, float, x + y[j])
GENERIC_TILE(plus_real, double, x + y[j])
GENERIC_TILE(plus_long, int32_t, (int32_t)((uint32_t)x + (uint32_t)y[j]))
GENERIC_TILE(plus_int, int64_t, (int64_t)((uint64_t)x + (uint64_t)y[j]))
GENERIC_TILE(min_single, float, x < y[j] ? x : y[j])
GENERIC_TILE(min_real, double, x < y[j] ? x : y[j])
GENERIC_TILE(min_long, int32_t, x < y[j] ? x : y[j])
GENERIC_TILE(min_int, int64_t, x < y[j] ? x : y[j])

#define CHAIN_BYTES 16
#define CHAIN_ROWS 4
#include "cpu/simd/simd_chain.h"

#define RANDOM_LANES 2
#define RANDOM_MUL(a, b)                                    \
    ((Lanes){(uint64_t)(uint32_t)(a)[0] * (uint32_t)(b)[0], \
             (uint64_t)(uint32_t)(a)[1] * (uint32_t)(b)[1]})
#define RANDOM_ANY(a) (((a)[0] | (a)[1]) != 0)
#define RANDOM_LOW 0, 2
#define RANDOM_HIGH 1, 3
#include "cpu/simd/simd_random.h"

const StarIsa star_isa_portable = {.name = "portable",
                                   .and = generic_and,
                                   .or = generic_or,
                                   .xor = generic_xor,
                                   .andn = generic_andn,
                                   .not = generic_not,
                                   .copy = generic_copy,
                                   .stream = generic_stream,
                                   .find = generic_find,
                                   .common = generic_common,
                                   .count = generic_count,
                                   .equal = generic_equal,
                                   .parity = pack_parities,
                                   GENERIC_WORDS,
                                   GENERIC_KERNELS};
