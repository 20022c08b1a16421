/* SPDX-License-Identifier: MIT */
/* Sums of pairs of bit vectors with AVX-512, for simd_avx512.c. */

/* Adds the sums of four vectors to ones[0..3]. */
static inline void add_four(int32_t *ones, const V v[4]) {
    const __m512i places = _mm512_setr_epi64(0, 1, 4, 5, 0, 1, 4, 5);
    __m128i *to = (__m128i *)ones;
    const V ab = _mm512_add_epi64(_mm512_unpacklo_epi64(v[0], v[1]),
                                  _mm512_unpackhi_epi64(v[0], v[1]));
    const V cd = _mm512_add_epi64(_mm512_unpacklo_epi64(v[2], v[3]),
                                  _mm512_unpackhi_epi64(v[2], v[3]));
    const V half = _mm512_add_epi64(_mm512_shuffle_i64x2(ab, cd, 0x88),
                                    _mm512_shuffle_i64x2(ab, cd, 0xdd));
    const V sum =
        _mm512_add_epi64(half, _mm512_shuffle_i64x2(half, half, 0xb1));
    const __m256i four =
        _mm512_castsi512_si256(_mm512_permutexvar_epi64(places, sum));
    _mm_storeu_si128(
        to, _mm_add_epi32(_mm_loadu_si128(to), _mm256_cvtepi64_epi32(four)));
}

/* Of 8 loads, 16 products. */
#define LOAD_SOME(at) _mm512_maskz_loadu_epi64(use, at)
#define PAIR_WORDS(LOAD)                                                \
    {                                                                   \
        const V b[4] = {LOAD(y[0] + i), LOAD(y[1] + i), LOAD(y[2] + i), \
                        LOAD(y[3] + i)};                                \
        for (int r = 0; r < 4; r++) {                                   \
            const V a = LOAD(x[r] + i);                                 \
            for (int c = 0; c < 4; c++)                                 \
                sum[r][c] = _mm512_add_epi64(                           \
                    sum[r][c],                                          \
                    _mm512_popcnt_epi64(_mm512_and_si512(a, b[c])));    \
        }                                                               \
    }

#define ROW_WORDS(LOAD)                                                    \
    {                                                                      \
        const V a = LOAD(x + i);                                           \
        _Pragma("GCC unroll 4") for (int k = 0; k < 4; k++) sum[k] =       \
            _mm512_add_epi64(sum[k], _mm512_popcnt_epi64(_mm512_and_si512( \
                                         a, LOAD(at[k] + i))));            \
    }

/* A tile of 4 x 4 sums in registers. */
static void pair_ones_512(int32_t *ones, const uint64_t *const *x,
                          const uint64_t *const *y, int64_t n) {
    const __mmask8 use = lanes(n % WORDS);
    V sum[4][4];
    int64_t i = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            sum[r][c] = _mm512_setzero_si512();
    for (; i + WORDS <= n; i += WORDS)
        PAIR_WORDS(load)
    if (i < n)
        PAIR_WORDS(LOAD_SOME)
#pragma GCC unroll 4
    for (int r = 0; r < 4; r++)
        add_four(ones + 64 * r, sum[r]);
}

/* Sums of one vector with four at a time, in registers. */
static void row_ones_512(int32_t *ones, const uint64_t *x, const uint64_t *y,
                         int64_t stride, int64_t columns, int64_t n) {
    const __mmask8 use = lanes(n % WORDS);
    for (int64_t c = 0; c < columns; c += 4) {
        const uint64_t *at[4];
        V sum[4];
        int64_t i = 0;
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            at[k] = y + (c + k < columns ? c + k : columns - 1) * stride;
            sum[k] = _mm512_setzero_si512();
        }
        for (; i + WORDS <= n; i += WORDS)
            ROW_WORDS(load)
        if (i < n)
            ROW_WORDS(LOAD_SOME)
        add_four(ones + c, sum);
    }
}

/* StarIsa.pair_add. */
static void pair_add_512(int64_t *form, const int32_t *ones, int64_t factor) {
    const V by = _mm512_set1_epi64(factor);
    for (int c = 0; c < 64; c += WORDS) {
        const V v = _mm512_cvtepi32_epi64(
            _mm256_loadu_si256((const __m256i *)(ones + c)));
        _mm512_storeu_si512(form + c,
                            _mm512_add_epi64(_mm512_loadu_si512(form + c),
                                             _mm512_mullo_epi64(v, by)));
    }
}

/* StarIsa.pair_signs. */
static void pair_signs_512(uint64_t sign[2], const int64_t *form) {
    const V zero = _mm512_setzero_si512();
    uint64_t more = 0, less = 0;
    for (int c = 0; c < 64; c += WORDS) {
        const V v = _mm512_loadu_si512(form + c);
        more |= (uint64_t)_mm512_cmpgt_epi64_mask(v, zero) << c;
        less |= (uint64_t)_mm512_cmplt_epi64_mask(v, zero) << c;
    }
    sign[0] = more;
    sign[1] = less;
}
