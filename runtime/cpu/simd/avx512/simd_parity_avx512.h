/* SPDX-License-Identifier: MIT */
/* StarIsa.parity with AVX-512, for simd_avx512.c. */

/* Bit i: whether an odd number of ones of x stand in bits 0..i. */
static inline uint64_t parity_of(uint64_t x) {
    const __m128i ones = _mm_set1_epi8(-1);
    return (uint64_t)_mm_cvtsi128_si64(
        _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)x), ones, 0));
}

/* In each byte by a matrix, then over the bytes, whose last bits say whether
 * they have an odd number. */
static inline V parity_of_bytes(V v, uint64_t *odd) {
    const V bytes = _mm512_gf2p8affine_epi64_epi8(
        v, _mm512_set1_epi64(INT64_C(0x0103070f1f3f7fff)), 0);
    const uint64_t ends = parity_of(_mm512_movepi8_mask(bytes));
    const V mask = _mm512_movm_epi8(ends << 1 ^ *odd);
    *odd ^= (uint64_t)((int64_t)ends >> 63);
    return _mm512_xor_si512(bytes, mask);
}

/* StarIsa.parity. */
static uint64_t parity_512(uint64_t *z, const uint64_t *x, int64_t n,
                           uint64_t odd) {
    for (; n >= WORDS; n -= WORDS, x += WORDS, z += WORDS)
        store(z, parity_of_bytes(load(x), &odd));
    if (n > 0)
        store_last(z, parity_of_bytes(load_last(x, n), &odd), n);
    return odd;
}
