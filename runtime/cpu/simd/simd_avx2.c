/* SPDX-License-Identifier: MIT */
/* AVX2 with POPCNT, BMI and BMI2: Haswell, Zen and later. */
#include <immintrin.h>

#include "cpu/simd/simd_generic.h"
#include "cpu/simd/simd_kleene.h"
#include "cpu/simd/simd_pack.h"
#include "cpu/simd/simd_sdp.h"

typedef __m256i V;

enum { WORDS = 4 }; /* of a vector */

static inline V load(const uint64_t *x) {
    return _mm256_loadu_si256((const V *)x);
}

static inline void store(uint64_t *z, V v) {
    _mm256_storeu_si256((V *)z, v);
}

static inline void stream(uint64_t *z, V v) {
    _mm256_stream_si256((V *)z, v);
}

#include "cpu/simd/simd_bits.h"

static int64_t find_256(const uint64_t *x, int64_t from, int64_t n) {
    int64_t i = from;
    for (; i + 4 * WORDS <= n; i += 4 * WORDS) {
        const V ab = _mm256_or_si256(load(x + i), load(x + i + 4));
        const V cd = _mm256_or_si256(load(x + i + 8), load(x + i + 12));
        const V any = _mm256_or_si256(ab, cd);
        if (!_mm256_testz_si256(any, any))
            break;
    }
    return generic_find(x, i, n);
}

static int64_t common_256(const uint64_t *x, const uint64_t *y, int64_t from,
                          int64_t n) {
    int64_t i = from;
    while (i + WORDS <= n && _mm256_testz_si256(load(x + i), load(y + i)))
        i += WORDS;
    return generic_common(x, y, i, n);
}

/* Ones in each 64-bit lane: a table gives those of 4 bits. */
static inline V popcount(V v) {
    const V ones =
        _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1,
                         1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const V low = _mm256_set1_epi8(15);
    const V a = _mm256_shuffle_epi8(ones, _mm256_and_si256(v, low));
    const V b = _mm256_shuffle_epi8(
        ones, _mm256_and_si256(_mm256_srli_epi16(v, 4), low));
    return _mm256_sad_epu8(_mm256_add_epi8(a, b), _mm256_setzero_si256());
}

static int64_t count_256(const uint64_t *x, int64_t n) {
    V a = _mm256_setzero_si256(), b = a;
    for (; n >= 2 * WORDS; n -= 2 * WORDS, x += 2 * WORDS) {
        a = _mm256_add_epi64(a, popcount(load(x)));
        b = _mm256_add_epi64(b, popcount(load(x + 4)));
    }
    a = _mm256_add_epi64(a, b);
    return _mm256_extract_epi64(a, 0) + _mm256_extract_epi64(a, 1) +
           _mm256_extract_epi64(a, 2) + _mm256_extract_epi64(a, 3) +
           generic_count(x, n);
}

static int equal_256(const uint64_t *x, const uint64_t *y, int64_t n) {
    for (; n >= 2 * WORDS; n -= 2 * WORDS, x += 8, y += 8) {
        const V a = _mm256_xor_si256(load(x), load(y));
        const V b = _mm256_xor_si256(load(x + 4), load(y + 4));
        const V any = _mm256_or_si256(a, b);
        if (!_mm256_testz_si256(any, any))
            return 0;
    }
    for (; n > 0; n--)
        if (*x++ != *y++)
            return 0;
    return 1;
}

#define HALF(v, k) ((const V *)&(v))[k]
#define COLUMN_STREAM(z, v) stream(z, HALF(v, 0)), stream((z) + 4, HALF(v, 1))
#include "cpu/simd/simd_columns.h"

#define CHAIN_BYTES 32
#define CHAIN_ROWS 4
#define LESS_REAL(x, y) (VECTOR) _mm256_min_pd((__m256d)(x), (__m256d)(y))
#include "cpu/simd/simd_chain.h"

/* ---- Tiles ---- */

static inline V greater_64(V x, V y) {
    return _mm256_blendv_epi8(y, x, _mm256_cmpgt_epi64(x, y));
}

static inline V less_64(V x, V y) {
    return _mm256_blendv_epi8(x, y, _mm256_cmpgt_epi64(x, y));
}

KLEENE_TILE(plus_single, float, __m256, 2, _mm256_set1_ps, _mm256_add_ps,
            _mm256_max_ps)
KLEENE_TILE(plus_real, double, __m256d, 2, _mm256_set1_pd, _mm256_add_pd,
            _mm256_max_pd)
KLEENE_TILE(plus_long, int32_t, __m256i, 2, _mm256_set1_epi32, _mm256_add_epi32,
            _mm256_max_epi32)
KLEENE_TILE(plus_int, int64_t, __m256i, 2, _mm256_set1_epi64x, _mm256_add_epi64,
            greater_64)
KLEENE_TILE(min_single, float, __m256, 2, _mm256_set1_ps, _mm256_min_ps,
            _mm256_max_ps)
KLEENE_TILE(min_real, double, __m256d, 2, _mm256_set1_pd, _mm256_min_pd,
            _mm256_max_pd)
KLEENE_TILE(min_long, int32_t, __m256i, 2, _mm256_set1_epi32, _mm256_min_epi32,
            _mm256_max_epi32)
KLEENE_TILE(min_int, int64_t, __m256i, 2, _mm256_set1_epi64x, less_64,
            greater_64)

#define RANDOM_LANES 4
#define RANDOM_MUL(a, b) ((Lanes)_mm256_mul_epu32((V)(a), (V)(b)))
#define RANDOM_ANY(a) (!_mm256_testz_si256((V)(a), (V)(a)))
#define RANDOM_LOW 0, 4, 1, 5
#define RANDOM_HIGH 2, 6, 3, 7
#include "cpu/simd/simd_random.h"

/* ---- Prefixes ---- */

static inline V parity_of_words(V v) {
    v = _mm256_xor_si256(v, _mm256_slli_epi64(v, 1));
    v = _mm256_xor_si256(v, _mm256_slli_epi64(v, 2));
    v = _mm256_xor_si256(v, _mm256_slli_epi64(v, 4));
    v = _mm256_xor_si256(v, _mm256_slli_epi64(v, 8));
    v = _mm256_xor_si256(v, _mm256_slli_epi64(v, 16));
    return _mm256_xor_si256(v, _mm256_slli_epi64(v, 32));
}

/* The words that an odd number of ones stand before: row k for the parities k
 * of four words, bit 4 for that before them. */
#define ODD(k, lane) \
    (__builtin_parity((k) & ((1 << (lane)) - 1)) ^ ((k) >> 4) ? -1 : 0)
#define ODD_1(k) \
    { ODD(k, 0), ODD(k, 1), ODD(k, 2), ODD(k, 3) }
#define ODD_4(k) ODD_1(k), ODD_1((k) + 1), ODD_1((k) + 2), ODD_1((k) + 3)

static uint64_t parity_256(uint64_t *z, const uint64_t *x, int64_t n,
                           uint64_t odd) {
    static const int64_t before[][WORDS] = {ODD_4(0),  ODD_4(4),  ODD_4(8),
                                            ODD_4(12), ODD_4(16), ODD_4(20),
                                            ODD_4(24), ODD_4(28)};
    int last = (int)(odd & 1);
    for (; n >= WORDS; n -= WORDS, x += WORDS, z += WORDS) {
        const V v = parity_of_words(load(x));
        const int ends = _mm256_movemask_pd(_mm256_castsi256_pd(v));
        const V mask = load((const uint64_t *)before[ends | last << 4]);
        store(z, _mm256_xor_si256(v, mask));
        last ^= __builtin_popcount((unsigned)ends) & 1;
    }
    for (; n > 0; n--, x++, z++) {
        const V v = parity_of_words(
            _mm256_castsi128_si256(_mm_cvtsi64_si128((int64_t)*x)));
        *z = (uint64_t)_mm256_extract_epi64(v, 0) ^ -(uint64_t)last;
        last = (int)(*z >> 63);
    }
    return -(uint64_t)last;
}

const StarIsa star_isa_avx2 = {.name = "avx2",
                               .copy = copy_bits,
                               .find = find_256,
                               .common = common_256,
                               .count = count_256,
                               .equal = equal_256,
                               .parity = parity_256,
                               BITS_KERNELS,
                               GENERIC_WORDS,
                               GENERIC_KERNELS};
