/* SPDX-License-Identifier: MIT */
/* Dynamic programming on 32-bit cells with AVX-512, for simd_avx512.c. */
#include "cpu/simd/simd_sdp.h"

/* Cells of a vector; cells before z that short_cells reads; short offsets. */
enum { LANES = 16, SHORT_CELLS = 32, OFFSETS = 16 };

/* A mask of the first n lanes, of all if there are more. */
static inline __mmask16 first_lanes(int64_t n) {
    return (__mmask16)(n < LANES ? (1u << n) - 1 : 0xffff);
}

/* x op y; a sum that does not fit sets the sign in *bad. */
ALWAYS V combine(int op, V x, V y, V *bad) {
    V z;
    switch (op) {
    case STAR_SDP_MIN: return _mm512_min_epi32(x, y);
    case STAR_SDP_MAX: return _mm512_max_epi32(x, y);
    case STAR_SDP_AND: return _mm512_and_si512(x, y);
    case STAR_SDP_OR: return _mm512_or_si512(x, y);
    case STAR_SDP_XOR: return _mm512_xor_si512(x, y);
    default: /* 0x42: x and y differ from z */
        z = _mm512_add_epi32(x, y);
        *bad = _mm512_or_si512(*bad, _mm512_ternarylogic_epi32(x, y, z, 0x42));
        return z;
    }
}

/* True if a sum did not fit, or is the pattern of an undefined value. */
ALWAYS int is_bad(int op, V bad, V z) {
    return op == STAR_SDP_ADD &&
           (_mm512_movepi32_mask(bad) != 0 ||
            _mm512_cmpeq_epi32_mask(z, _mm512_set1_epi32(INT32_MIN)) != 0);
}

/* Up to 16 cells, all offsets at least as many. */
ALWAYS int cells(int32_t *z, int64_t n, const int64_t *a, int64_t k, int op) {
    const __mmask16 m = first_lanes(n);
    V v = _mm512_maskz_loadu_epi32(m, z - a[0]), bad = _mm512_setzero_si512();
    for (int64_t j = 1; j < k; j++)
        v = combine(op, v, _mm512_maskz_loadu_epi32(m, z - a[j]), &bad);
    _mm512_mask_storeu_epi32(z, m, v);
    return !is_bad(op, bad, v);
}

/* 64 of them. */
ALWAYS int four(int32_t *z, const int64_t *a, int64_t k, int op) {
    V bad = _mm512_setzero_si512(), v[4];
    int fits = 1;
    for (int l = 0; l < 4; l++)
        v[l] = _mm512_loadu_si512(z + l * LANES - a[0]);
    for (int64_t j = 1; j < k; j++) {
        const int32_t *x = z - a[j];
        for (int l = 0; l < 4; l++)
            v[l] = combine(op, v[l], _mm512_loadu_si512(x + l * LANES), &bad);
    }
    for (int l = 0; l < 4; l++) {
        _mm512_storeu_si512(z + l * LANES, v[l]);
        fits &= !is_bad(op, bad, v[l]);
    }
    return fits;
}

/* n cells whose offsets are all LANES or more: one by one up to an aligned
 * one, then four vectors at a time where the offsets allow that. */
ALWAYS int long_cells(int32_t *z, int64_t n, const int64_t *a, int64_t k,
                      int op) {
    const int64_t head = (int64_t)(-(uintptr_t)z / sizeof *z % LANES);
    int64_t i = head < n ? head : n;
    int fits = cells(z, i, a, k, op);
    if (a[k - 1] >= 4 * LANES)
        for (; fits && i + 4 * LANES <= n; i += 4 * LANES)
            fits = four(z + i, a, k, op);
    for (; fits && i < n; i += LANES)
        fits = cells(z + i, n - i < LANES ? n - i : LANES, a, k, op);
    return fits;
}

/* Offsets shorter than a vector stand for what their cells are made of. Let
 * G[i] be the combination of the operands of cell i at offsets of 16 or more.
 * Then cell i is that of G[i - s] for all sums s < 16 of short offsets, 0
 * among them, and of the cells i - c for all sums c >= 16 whose last summand
 * led there. A value that occurs twice counts once, and for xor not at all.
 *
 *      before     after                     before     after
 *     [ older  |  last  ] -> cells i - c   [  g old  |  g  ] -> G[i - s] */
typedef struct ShortSums {
    int sums, cells; /* s > 0, and c */
    V sum[OFFSETS], cell[OFFSETS];
} ShortSums;

/* Finds the sums of the k offsets a, as indices of lanes. */
static void find_sums(ShortSums *s, const int64_t *a, int64_t k, int op) {
    const V lane =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int ways[2 * LANES] = {1};
    s->sums = s->cells = 0;
    for (int from = 0; from < LANES; from++)
        for (int64_t j = k; j-- > 0 && a[j] < LANES && ways[from] != 0;)
            if (op == STAR_SDP_XOR)
                ways[from + a[j]] ^= 1;
            else
                ways[from + a[j]] = 1;
    for (int by = 1; by < 2 * LANES; by++) {
        const V at = _mm512_add_epi32(
            lane, _mm512_set1_epi32(by < LANES ? LANES - by : 2 * LANES - by));
        if (ways[by] != 0 && by < LANES)
            s->sum[s->sums++] = at;
        else if (ways[by] != 0)
            s->cell[s->cells++] = at;
    }
}

/* G of 16 cells: the combination of the operands at the first `longs` offsets,
 * which are LANES or more. */
ALWAYS V long_part(const int32_t *z, const int64_t *a, int64_t longs, int op) {
    V v = _mm512_loadu_si512(z - a[0]);
    for (int64_t j = 1; j < longs; j++)
        v = combine(op, v, _mm512_loadu_si512(z - a[j]), NULL);
    return v;
}

/* n cells with offsets shorter than a vector, where SHORT_CELLS cells before z
 * are made; op is not add. */
ALWAYS int short_cells(int32_t *z, int64_t n, const int64_t *a, int64_t k,
                       int op) {
    V older = _mm512_loadu_si512(z - 2 * LANES);
    V last = _mm512_loadu_si512(z - LANES), old, g = older;
    int64_t longs = 0;
    ShortSums s;
    find_sums(&s, a, k, op);
    while (longs < k && a[longs] >= LANES)
        longs++;
    if (longs > 0)
        g = long_part(z - LANES, a, longs, op);
    for (int64_t i = 0; i < n; i += LANES) {
        V v = _mm512_permutex2var_epi32(older, s.cell[0], last);
        for (int c = 1; c < s.cells; c++)
            v = combine(
                op, v, _mm512_permutex2var_epi32(older, s.cell[c], last), NULL);
        if (longs > 0) {
            old = g;
            g = long_part(z + i, a, longs, op);
            v = combine(op, v, g, NULL);
            for (int c = 0; c < s.sums; c++)
                v = combine(op, v, _mm512_permutex2var_epi32(old, s.sum[c], g),
                            NULL);
        }
        older = last;
        last = v;
        _mm512_mask_storeu_epi32(z + i, first_lanes(n - i), v);
    }
    return 1;
}

/* The method that fits the offsets, for one op. */
ALWAYS int run_sdp(int32_t *z, int64_t done, int64_t n, const int64_t *a,
                   int64_t k, int op) {
    if (a[k - 1] >= LANES)
        return long_cells(z, n, a, k, op);
    if (op != STAR_SDP_ADD && done >= SHORT_CELLS)
        return short_cells(z, n, a, k, op);
    return generic_sdp_int32_t(z, done, n, a, k, op);
}

/* StarIsa.sdp32. */
static int sdp_512(int32_t *z, int64_t done, int64_t n, const int64_t *a,
                   int64_t k, int op) {
    switch (op) {
    case STAR_SDP_MIN: return run_sdp(z, done, n, a, k, STAR_SDP_MIN);
    case STAR_SDP_MAX: return run_sdp(z, done, n, a, k, STAR_SDP_MAX);
    case STAR_SDP_ADD: return run_sdp(z, done, n, a, k, STAR_SDP_ADD);
    case STAR_SDP_AND: return run_sdp(z, done, n, a, k, STAR_SDP_AND);
    case STAR_SDP_OR: return run_sdp(z, done, n, a, k, STAR_SDP_OR);
    case STAR_SDP_XOR: return run_sdp(z, done, n, a, k, STAR_SDP_XOR);
    default: return generic_sdp_int32_t(z, done, n, a, k, op);
    }
}

/* ---- Knapsacks ---- */

/* StarIsa.pack32. */
static void pack_512(int32_t *z, const int32_t *x, int64_t n,
                     const int64_t w[2], const int32_t v[2],
                     uint16_t *const took[2]) {
    const int32_t *b = x - w[0], *c = x - w[1], *d = c - w[0];
    const V v0 = _mm512_set1_epi32(v[0]), v1 = _mm512_set1_epi32(v[1]);
    for (int64_t j = 0; j < n; j += LANES) {
        const V one = _mm512_loadu_si512(x + j);
        const V with = _mm512_add_epi32(_mm512_loadu_si512(b + j), v0);
        const V p = _mm512_max_epi32(one, with);
        const V q = _mm512_add_epi32(
            _mm512_max_epi32(_mm512_loadu_si512(c + j),
                             _mm512_add_epi32(_mm512_loadu_si512(d + j), v0)),
            v1);
        _mm512_storeu_si512(z + j, _mm512_max_epi32(p, q));
        if (took != NULL) {
            took[0][j / LANES] = _mm512_cmpgt_epi32_mask(with, one);
            took[1][j / LANES] = _mm512_cmpgt_epi32_mask(q, p);
        }
    }
}

/* StarIsa.spread. */
static void spread_512(uint64_t *x, int64_t from, int64_t n, int64_t by) {
    const int64_t words = by / 64;
    const V bits = _mm512_set1_epi64(by % 64);
    const V rest = _mm512_set1_epi64(64 - by % 64);
    for (; n - from >= WORDS; n -= WORDS) {
        uint64_t *to = x + n - WORDS;
        const V high = _mm512_sllv_epi64(load(to - words), bits);
        const V low = _mm512_srlv_epi64(load(to - words - 1), rest);
        store(to, _mm512_ternarylogic_epi64(load(to), high, low, 0xfe));
    }
    generic_spread(x, from, n, by);
}
