/* SPDX-License-Identifier: MIT */
/* NEON, which all 64-bit processors of Arm have. */
#include <arm_neon.h>

#include "cpu/simd/simd_generic.h"
#include "cpu/simd/simd_columns.h"
#include "cpu/simd/simd_kleene.h"
#include "cpu/simd/simd_pack.h"
#include "cpu/simd/simd_sdp.h"

typedef uint64x2_t V;

enum { WORDS = 2 }; /* of a vector */

static inline V load(const uint64_t *x) {
    return vld1q_u64(x);
}

static inline void store(uint64_t *z, V v) {
    vst1q_u64(z, v);
}

/* Compilers have no streaming store of one vector. */
static inline void stream(uint64_t *z, V v) {
    store(z, v);
}

#include "cpu/simd/simd_bits.h"

/* z := z op w. */
static void update(uint64_t *z, const uint64_t *w, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: and_bits(z, z, w, n); break;
    case STAR_FUSE_OR: or_bits(z, z, w, n); break;
    case STAR_FUSE_XOR: xor_bits(z, z, w, n); break;
    default: andn_bits(z, z, w, n);
    }
}

/* A statement for each vector y of x that the mask selects. */
#define EACH_VECTOR(statement)                                 \
    for (int64_t k = 0; k < words; k++, x += 64 * stride)      \
        for (uint64_t m = mask[k]; m != 0; m &= m - 1) {       \
            __typeof__(x) y = x + __builtin_ctzll(m) * stride; \
            statement;                                         \
        }

static void vectors_neon(uint64_t *x, int64_t stride, const uint64_t *mask,
                         int64_t words, const uint64_t *w, int64_t n, int op) {
    EACH_VECTOR(update(y, w, n, op))
}

static void reduce_neon(uint64_t *z, const uint64_t *x, int64_t stride,
                        const uint64_t *mask, int64_t words, int64_t n,
                        int op) {
    EACH_VECTOR(update(z, y, n, op))
}

static void row_update_neon(uint64_t *x, int64_t stride, int64_t vectors,
                            int64_t word, int bit, const uint64_t *w,
                            int64_t n) {
    for (int64_t i = 0; i < vectors; i++, x += stride)
        if (x[word] >> bit & 1)
            or_bits(x, x, w, n);
}

/* Loads before stores come in pairs. */
static void merge_neon(uint64_t *f, const uint64_t *t, const uint64_t *x,
                       int64_t n) {
    for (; n >= 4 * WORDS; n -= 4 * WORDS) {
        V v[4];
        for (int k = 0; k < 4; k++)
            v[k] = vbslq_u64(load(x + k * WORDS), load(t + k * WORDS),
                             load(f + k * WORDS));
        for (int k = 0; k < 4; k++)
            store(f + k * WORDS, v[k]);
        f += 4 * WORDS, t += 4 * WORDS, x += 4 * WORDS;
    }
    generic_merge(f, t, x, n);
}

static void spread_neon(uint64_t *x, int64_t from, int64_t n, int64_t by) {
    const int64_t words = by / 64, bits = by % 64;
    const int64x2_t up = vdupq_n_s64(bits), down = vdupq_n_s64(bits - 64);
    while (n - from >= 4 * WORDS) {
        n -= 4 * WORDS;
        uint64_t *z = x + n;
        const uint64_t *y = z - words;
        V v[4];
        for (int k = 0; k < 4; k++)
            v[k] = load(z + k * WORDS) | vshlq_u64(load(y + k * WORDS), up) |
                   vshlq_u64(load(y - 1 + k * WORDS), down);
        for (int k = 0; k < 4; k++)
            store(z + k * WORDS, v[k]);
    }
    generic_spread(x, from, n, by);
}

/* ---- Looking for a 1 ---- */

static inline int any(V v) {
    return vmaxvq_u32(vreinterpretq_u32_u64(v)) != 0;
}

static int64_t find_neon(const uint64_t *x, int64_t from, int64_t n) {
    int64_t i = from;
    for (; i + 4 * WORDS <= n; i += 4 * WORDS)
        if (any((load(x + i) | load(x + i + 2)) |
                (load(x + i + 4) | load(x + i + 6))))
            break;
    return generic_find(x, i, n);
}

static int64_t common_neon(const uint64_t *x, const uint64_t *y, int64_t from,
                           int64_t n) {
    int64_t i = from;
    for (; i + 4 * WORDS <= n; i += 4 * WORDS)
        if (any((load(x + i) & load(y + i)) |
                (load(x + i + 2) & load(y + i + 2)) |
                (load(x + i + 4) & load(y + i + 4)) |
                (load(x + i + 6) & load(y + i + 6))))
            break;
    return generic_common(x, y, i, n);
}

/* ---- Counting ---- */

/* The ones in each byte of a vector of x and y. */
ALWAYS uint8x16_t ones_of(const uint64_t *x, const uint64_t *y) {
    return vcntq_u8(vreinterpretq_u8_u64(y ? load(x) & load(y) : load(x)));
}

/* The ones of x and y; y NULL: of x. A lane of 16 bits takes those of MOST
 * blocks of four vectors. */
ALWAYS int64_t ones_shared(const uint64_t *x, const uint64_t *y, int64_t n) {
    enum { BLOCK_WORDS = 4 * WORDS, MOST = UINT16_MAX / 64 };
    int64_t ones = 0;
    for (int64_t left = n / BLOCK_WORDS; left > 0; left -= MOST) {
        uint16x8_t sum = vdupq_n_u16(0);
        for (int64_t k = left < MOST ? left : MOST; k > 0; k--) {
            const uint8x16_t a =
                vaddq_u8(ones_of(x, y), ones_of(x + 2, y ? y + 2 : NULL));
            const uint8x16_t b = vaddq_u8(ones_of(x + 4, y ? y + 4 : NULL),
                                          ones_of(x + 6, y ? y + 6 : NULL));
            sum = vpadalq_u8(sum, vaddq_u8(a, b));
            x += BLOCK_WORDS;
            y = y ? y + BLOCK_WORDS : NULL;
        }
        ones += (int64_t)vaddlvq_u16(sum);
    }
    for (n %= BLOCK_WORDS; n >= WORDS; n -= WORDS) {
        ones += (int64_t)vaddlvq_u8(ones_of(x, y));
        x += WORDS;
        y = y ? y + WORDS : NULL;
    }
    return ones + (n > 0 ? __builtin_popcountll(y ? *x & *y : *x) : 0);
}

static int64_t count_neon(const uint64_t *x, int64_t n) {
    return ones_shared(x, NULL, n);
}

static int64_t count_vectors_neon(const uint64_t *x, int64_t stride,
                                  const uint64_t *mask, int64_t words,
                                  const uint64_t *w, int64_t n) {
    int64_t ones = 0;
    if (w != NULL)
        EACH_VECTOR(ones += ones_shared(y, w, n))
    else
        EACH_VECTOR(ones += ones_shared(y, NULL, n))
    return ones;
}

static void pair_ones_neon(int32_t *ones, const uint64_t *const *x,
                           const uint64_t *const *y, int64_t n) {
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            ones[64 * r + c] += (int32_t)ones_shared(x[r], y[c], n);
}

static void row_ones_neon(int32_t *ones, const uint64_t *x, const uint64_t *y,
                          int64_t stride, int64_t columns, int64_t n) {
    for (int64_t c = 0; c < columns; c++, y += stride)
        ones[c] += (int32_t)ones_shared(x, y, n);
}

static uint64_t weigh_neon(const uint64_t *x, const uint64_t *y, int64_t stride,
                           int count, int64_t n) {
    uint64_t sum = 0;
    for (int k = 0; k < count; k++, y += stride)
        sum = 2 * sum + (uint64_t)ones_shared(x, y, n);
    return sum;
}

/* ---- Tiles ---- */

#define CHAIN_BYTES 16
#define CHAIN_ROWS 8
#define LESS_REAL(x, y) (VECTOR) vminq_f64((float64x2_t)(x), (float64x2_t)(y))
#define LESS_WHOLE(x, y)                                          \
    (VECTOR) vbslq_s64(vcltq_s64((int64x2_t)(x), (int64x2_t)(y)), \
                       (int64x2_t)(x), (int64x2_t)(y))
#include "cpu/simd/simd_chain.h"

/* The greater and the less of two vectors as plain C has them, the second where
 * neither is: infinities may give what is no number. */
#define CHOICES(letter, bits, T)                                       \
    static inline T greater_##letter##bits(T x, T y) {                 \
        return vbslq_##letter##bits(vcgtq_##letter##bits(x, y), x, y); \
    }                                                                  \
    static inline T less_##letter##bits(T x, T y) {                    \
        return vbslq_##letter##bits(vcltq_##letter##bits(x, y), x, y); \
    }

CHOICES(f, 32, float32x4_t)
CHOICES(f, 64, float64x2_t)
CHOICES(s, 64, int64x2_t)

KLEENE_TILE(plus_single, float, float32x4_t, 2, vdupq_n_f32, vaddq_f32,
            greater_f32)
KLEENE_TILE(plus_real, double, float64x2_t, 2, vdupq_n_f64, vaddq_f64,
            greater_f64)
KLEENE_TILE(plus_long, int32_t, int32x4_t, 2, vdupq_n_s32, vaddq_s32, vmaxq_s32)
KLEENE_TILE(plus_int, int64_t, int64x2_t, 2, vdupq_n_s64, vaddq_s64,
            greater_s64)
KLEENE_TILE(min_single, float, float32x4_t, 2, vdupq_n_f32, less_f32,
            greater_f32)
KLEENE_TILE(min_real, double, float64x2_t, 2, vdupq_n_f64, less_f64,
            greater_f64)
KLEENE_TILE(min_long, int32_t, int32x4_t, 2, vdupq_n_s32, vminq_s32, vmaxq_s32)
KLEENE_TILE(min_int, int64_t, int64x2_t, 2, vdupq_n_s64, less_s64, greater_s64)

/* ---- Random numbers ---- */

#define RANDOM_LANES 2
#define RANDOM_MUL(a, b) \
    ((Lanes)vmull_u32(vmovn_u64((V)(a)), vmovn_u64((V)(b))))
#define RANDOM_ANY(a) any((V)(a))
#define RANDOM_LOW 0, 2
#define RANDOM_HIGH 1, 3
#include "cpu/simd/simd_random.h"

const StarIsa star_isa_neon = {.name = "neon",
                               .copy = generic_copy,
                               .find = find_neon,
                               .common = common_neon,
                               .count = count_neon,
                               .equal = generic_equal,
                               .parity = pack_parities,
                               BITS_KERNELS,
                               GENERIC_KERNELS,
                               .vectors = vectors_neon,
                               .row_update = row_update_neon,
                               .reduce = reduce_neon,
                               .merge = merge_neon,
                               .spread = spread_neon,
                               .count_vectors = count_vectors_neon,
                               .pair_ones = pair_ones_neon,
                               .row_ones = row_ones_neon,
                               .weigh = weigh_neon};
