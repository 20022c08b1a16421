/* SPDX-License-Identifier: MIT */
/* AVX-512 with VPOPCNTDQ, GFNI and VBMI: Ice Lake, Zen 4 and later. */
#include <immintrin.h>

#include "cpu/simd/simd_generic.h"
#include "cpu/simd/simd_kleene.h"
#include "cpu/simd/simd_pack.h"

typedef __m512i V;

enum { WORDS = 8 }; /* of a vector */

static inline V load(const uint64_t *x) {
    return _mm512_loadu_si512(x);
}

static inline void store(uint64_t *z, V v) {
    _mm512_storeu_si512(z, v);
}

/* The lanes of the last n <= 8 words. */
static inline __mmask8 lanes(int64_t n) {
    return (__mmask8)((1u << n) - 1);
}

static inline V load_last(const uint64_t *x, int64_t n) {
    return _mm512_maskz_loadu_epi64(lanes(n), x);
}

static inline void store_last(uint64_t *z, V v, int64_t n) {
    _mm512_mask_storeu_epi64(z, lanes(n), v);
}

static inline void stream(uint64_t *z, V v) {
    _mm512_stream_si512((V *)z, v);
}

/* f(x, y), four registers per iteration. */
#define BITS(name, f, put)                                              \
    static void name(uint64_t *z, const uint64_t *x, const uint64_t *y, \
                     int64_t n) {                                       \
        for (; n >= 4 * WORDS; n -= 4 * WORDS) {                        \
            const V a = f(load(x), load(y));                            \
            const V b = f(load(x + 8), load(y + 8));                    \
            const V c = f(load(x + 16), load(y + 16));                  \
            const V d = f(load(x + 24), load(y + 24));                  \
            put(z, a), put(z + 8, b), put(z + 16, c), put(z + 24, d);   \
            x += 4 * WORDS, y += 4 * WORDS, z += 4 * WORDS;             \
        }                                                               \
        for (; n >= WORDS; n -= WORDS) {                                \
            put(z, f(load(x), load(y)));                                \
            x += WORDS, y += WORDS, z += WORDS;                         \
        }                                                               \
        if (n > 0)                                                      \
            store_last(z, f(load_last(x, n), load_last(y, n)), n);      \
    }

#define BITWISE(name, f)       \
    BITS(name##_512, f, store) \
    BITS(name##_stream, f, stream)

/* x and not y; not x; x. */
static inline V but_not(V x, V y) {
    return _mm512_andnot_si512(y, x);
}

static inline V not_first(V x, V y) {
    (void)y;
    return _mm512_ternarylogic_epi64(x, x, x, 0x55);
}

static inline V first(V x, V y) {
    (void)y;
    return x;
}

/* One row per operator. */
BITWISE(and, _mm512_and_si512)
BITWISE(or, _mm512_or_si512)
BITWISE(xor, _mm512_xor_si512)
BITWISE(andn, but_not)
BITWISE(not_of, not_first)
BITWISE(copy_of, first)

STAR_ISA_STREAM(512)

/* z := f(z, w) where `use` says. */
#define UPDATE(f, z, w, use) \
    _mm512_mask_storeu_epi64(z, use, f(_mm512_maskz_loadu_epi64(use, z), w))

#define EACH_VECTOR(statement)                                 \
    for (int64_t k = 0; k < words; k++, x += 64 * stride)      \
        for (uint64_t m = mask[k]; m != 0; m &= m - 1) {       \
            __typeof__(x) z = x + __builtin_ctzll(m) * stride; \
            statement;                                         \
        }

/* x := f(x, w) for vectors of less than one register, of two, or of any number
 * of them. */
#define VECTORS(name, f)                                                \
    static void name(uint64_t *x, int64_t stride, const uint64_t *mask, \
                     int64_t words, const uint64_t *w, int64_t n) {     \
        const int64_t whole = n / WORDS * WORDS;                        \
        const __mmask8 use = lanes(n - whole);                          \
        const V first = n >= WORDS ? load(w) : _mm512_setzero_si512();  \
        const V last = _mm512_maskz_loadu_epi64(use, w + whole);        \
        if (n == 2 * WORDS) {                                           \
            const V second = load(w + WORDS);                           \
            EACH_VECTOR(store(z, f(load(z), first));                    \
                        store(z + WORDS, f(load(z + WORDS), second)))   \
        } else if (whole == 0) {                                        \
            EACH_VECTOR(UPDATE(f, z, last, use))                        \
        } else {                                                        \
            EACH_VECTOR(for (int64_t i = 0; i < whole; i += WORDS)      \
                            store(z + i, f(load(z + i), load(w + i)));  \
                        if (use) UPDATE(f, z + whole, last, use))       \
        }                                                               \
    }

VECTORS(vectors_and, _mm512_and_si512)
VECTORS(vectors_or, _mm512_or_si512)
VECTORS(vectors_xor, _mm512_xor_si512)
VECTORS(vectors_andn, but_not)

static void vectors_512(uint64_t *x, int64_t stride, const uint64_t *mask,
                        int64_t words, const uint64_t *w, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: vectors_and(x, stride, mask, words, w, n); break;
    case STAR_FUSE_OR: vectors_or(x, stride, mask, words, w, n); break;
    case STAR_FUSE_XOR: vectors_xor(x, stride, mask, words, w, n); break;
    default: vectors_andn(x, stride, mask, words, w, n);
    }
}

static void row_update_512(uint64_t *x, int64_t stride, int64_t vectors,
                           int64_t word, int bit, const uint64_t *w,
                           int64_t n) {
    const int64_t whole = n / WORDS * WORDS;
    const __mmask8 use = lanes(n - whole);
    const V last = _mm512_maskz_loadu_epi64(use, w + whole);
    for (int64_t i = 0; i < vectors; i++, x += stride) {
        if ((x[word] >> bit & 1) == 0)
            continue;
        for (int64_t j = 0; j < whole; j += WORDS)
            store(x + j, _mm512_or_si512(load(x + j), load(w + j)));
        if (use)
            UPDATE(_mm512_or_si512, x + whole, last, use);
    }
}

/* Those of the n that a vector holds; n may be too small or too large. */
static inline __mmask8 some_lanes(int64_t n) {
    return n >= WORDS ? 0xff : n <= 0 ? 0 : lanes(n);
}

/* Four accumulators at a time stay in registers through all vectors. */
#define REDUCE(name, f)                                                     \
    static void name(uint64_t *z, const uint64_t *x, int64_t stride,        \
                     const uint64_t *mask, int64_t words, int64_t n) {      \
        for (int64_t i = 0; i < n; i += 4 * WORDS) {                        \
            const uint64_t *bits = x + i;                                   \
            const __mmask8 u0 = some_lanes(n - i);                          \
            const __mmask8 u1 = some_lanes(n - i - WORDS);                  \
            const __mmask8 u2 = some_lanes(n - i - 2 * WORDS);              \
            const __mmask8 u3 = some_lanes(n - i - 3 * WORDS);              \
            V a = _mm512_maskz_loadu_epi64(u0, z + i);                      \
            V b = _mm512_maskz_loadu_epi64(u1, z + i + WORDS);              \
            V c = _mm512_maskz_loadu_epi64(u2, z + i + 2 * WORDS);          \
            V d = _mm512_maskz_loadu_epi64(u3, z + i + 3 * WORDS);          \
            for (int64_t k = 0; k < words; k++, bits += 64 * stride)        \
                for (uint64_t m = mask[k]; m != 0; m &= m - 1) {            \
                    const uint64_t *y = bits + __builtin_ctzll(m) * stride; \
                    a = f(a, _mm512_maskz_loadu_epi64(u0, y));              \
                    if (u1 == 0)                                            \
                        continue;                                           \
                    b = f(b, _mm512_maskz_loadu_epi64(u1, y + WORDS));      \
                    if (u2 == 0)                                            \
                        continue;                                           \
                    c = f(c, _mm512_maskz_loadu_epi64(u2, y + 2 * WORDS));  \
                    d = f(d, _mm512_maskz_loadu_epi64(u3, y + 3 * WORDS));  \
                }                                                           \
            _mm512_mask_storeu_epi64(z + i, u0, a);                         \
            _mm512_mask_storeu_epi64(z + i + WORDS, u1, b);                 \
            _mm512_mask_storeu_epi64(z + i + 2 * WORDS, u2, c);             \
            _mm512_mask_storeu_epi64(z + i + 3 * WORDS, u3, d);             \
        }                                                                   \
    }

REDUCE(reduce_and, _mm512_and_si512)
REDUCE(reduce_or, _mm512_or_si512)
REDUCE(reduce_xor, _mm512_xor_si512)
REDUCE(reduce_andn, but_not)

static void reduce_512(uint64_t *z, const uint64_t *x, int64_t stride,
                       const uint64_t *mask, int64_t words, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: reduce_and(z, x, stride, mask, words, n); break;
    case STAR_FUSE_OR: reduce_or(z, x, stride, mask, words, n); break;
    case STAR_FUSE_XOR: reduce_xor(z, x, stride, mask, words, n); break;
    default: reduce_andn(z, x, stride, mask, words, n);
    }
}

static int64_t count_vectors_512(const uint64_t *x, int64_t stride,
                                 const uint64_t *mask, int64_t words,
                                 const uint64_t *w, int64_t n) {
    const int64_t whole = n / WORDS * WORDS;
    const __mmask8 use = lanes(n - whole);
    const V ones = _mm512_set1_epi64(-1);
    V a = _mm512_setzero_si512();
    EACH_VECTOR(
        for (int64_t i = 0; i < whole; i += WORDS) a =
            _mm512_add_epi64(a, _mm512_popcnt_epi64(_mm512_and_si512(
                                    load(z + i), w ? load(w + i) : ones)));
        if (use) a = _mm512_add_epi64(
            a, _mm512_popcnt_epi64(_mm512_and_si512(
                   _mm512_maskz_loadu_epi64(use, z + whole),
                   w ? _mm512_maskz_loadu_epi64(use, w + whole) : ones))))
    return _mm512_reduce_add_epi64(a);
}

static inline V weigh_block(V sum, V x, V y) {
    return _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(x, y)));
}

/* A processor follows a stream up to the end of a page: what the next call with
 * this column reads, a tile later, is prefetched. */
static uint64_t weigh_512(const uint64_t *x, const uint64_t *y, int64_t stride,
                          int count, int64_t n) {
    const int64_t whole = n / WORDS * WORDS;
    V a = _mm512_setzero_si512(), b = a, c = a, d = a;
    if (count < STAR_WEIGHTS)
        return generic_weigh(x, y, stride, count, n);
    for (int64_t i = 0; i < whole; i += WORDS) {
        const V v = load(x + i);
        __builtin_prefetch(x + i + STAR_TILE, 0, 2);
        a = weigh_block(a, v, load(y + i));
        b = weigh_block(b, v, load(y + stride + i));
        c = weigh_block(c, v, load(y + 2 * stride + i));
        d = weigh_block(d, v, load(y + 3 * stride + i));
    }
    a = _mm512_add_epi64(_mm512_slli_epi64(a, 1), b);
    c = _mm512_add_epi64(_mm512_slli_epi64(c, 1), d);
    a = _mm512_add_epi64(_mm512_slli_epi64(a, 2), c);
    return (uint64_t)_mm512_reduce_add_epi64(a) +
           generic_weigh(x + whole, y + whole, stride, count, n - whole);
}

static inline V or4(const uint64_t *x) {
    const V ab = _mm512_or_si512(load(x), load(x + 8));
    return _mm512_ternarylogic_epi64(ab, load(x + 16), load(x + 24), 0xfe);
}

static int64_t find_512(const uint64_t *x, int64_t from, int64_t n) {
    int64_t i = from;
    while (i + 4 * WORDS <= n) {
        const V any = or4(x + i);
        if (_mm512_test_epi64_mask(any, any) != 0)
            break;
        i += 4 * WORDS;
    }
    for (; i < n; i += WORDS) {
        const V v = n - i < WORDS ? load_last(x + i, n - i) : load(x + i);
        const unsigned found = _mm512_test_epi64_mask(v, v);
        if (found != 0)
            return i + __builtin_ctz(found);
    }
    return n;
}

static int64_t count_512(const uint64_t *x, int64_t n) {
    V a = _mm512_setzero_si512(), b = a, c = a, d = a;
    for (; n >= 4 * WORDS; n -= 4 * WORDS, x += 4 * WORDS) {
        a = _mm512_add_epi64(a, _mm512_popcnt_epi64(load(x)));
        b = _mm512_add_epi64(b, _mm512_popcnt_epi64(load(x + 8)));
        c = _mm512_add_epi64(c, _mm512_popcnt_epi64(load(x + 16)));
        d = _mm512_add_epi64(d, _mm512_popcnt_epi64(load(x + 24)));
    }
    for (; n >= WORDS; n -= WORDS, x += WORDS)
        a = _mm512_add_epi64(a, _mm512_popcnt_epi64(load(x)));
    if (n > 0)
        b = _mm512_add_epi64(b, _mm512_popcnt_epi64(load_last(x, n)));
    a = _mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d));
    return _mm512_reduce_add_epi64(a);
}

static int64_t common_512(const uint64_t *x, const uint64_t *y, int64_t from,
                          int64_t n) {
    for (int64_t i = from; i < n; i += WORDS) {
        const __mmask8 use = n - i < WORDS ? lanes(n - i) : 0xff;
        const __mmask8 some =
            _mm512_test_epi64_mask(_mm512_maskz_loadu_epi64(use, x + i),
                                   _mm512_maskz_loadu_epi64(use, y + i));
        if (some != 0)
            return i + __builtin_ctz(some);
    }
    return n;
}

static int equal_512(const uint64_t *x, const uint64_t *y, int64_t n) {
    for (; n >= 2 * WORDS; n -= 2 * WORDS, x += 16, y += 16) {
        const V a = _mm512_xor_si512(load(x), load(y));
        const V b = _mm512_xor_si512(load(x + 8), load(y + 8));
        const V any = _mm512_or_si512(a, b);
        if (_mm512_test_epi64_mask(any, any) != 0)
            return 0;
    }
    for (; n > 0; n -= WORDS, x += WORDS, y += WORDS) {
        const int64_t last = n < WORDS ? n : WORDS;
        const __mmask8 use = (__mmask8)(0xffu >> (WORDS - last));
        if (_mm512_mask_cmpneq_epi64_mask(use, _mm512_maskz_loadu_epi64(use, x),
                                          _mm512_maskz_loadu_epi64(use, y)) !=
            0)
            return 0;
    }
    return 1;
}

/* Eight vectors at a time: a load for each, straight into its lane. */
static void gather_512(uint64_t *z, const uint64_t *x, int64_t vectors,
                       int64_t stride, int64_t word, int bit) {
    const V mask = _mm512_set1_epi64((int64_t)(UINT64_C(1) << bit));
    x += word;
    for (; vectors >= 64; vectors -= 64) {
        uint64_t bits = 0;
        for (int k = 0; k < 64; k += 8, x += 8 * stride) {
            V v = _mm512_set1_epi64((int64_t)x[0]);
            for (int j = 1; j < 8; j++)
                v = _mm512_mask_set1_epi64(v, (__mmask8)(1 << j),
                                           (int64_t)x[j * stride]);
            bits |= (uint64_t)_mm512_test_epi64_mask(v, mask) << k;
        }
        *z++ = bits;
    }
    generic_gather(z, x, vectors, stride, 0, bit);
}

/* ---- Transposition ----
 *
 * Bit j of byte c of word k in vector (s, g, i), all eight values each, goes
 * to bit i of byte g of word s in vector (k, c, j). Three passes over a tile
 * exchange i and j, g and c, s and k. */

/* vpermb with these indices exchanges bytes and qwords: byte j of qword i
 * becomes byte i of qword j; BACKWARD also reverses the bytes of a qword. */
#define FORWARD(i) 56 + i, 48 + i, 40 + i, 32 + i, 24 + i, 16 + i, 8 + i, i
#define BACKWARD(i) i, 8 + i, 16 + i, 24 + i, 32 + i, 40 + i, 48 + i, 56 + i
#define BYTES(f) _mm512_set_epi8(f(7), f(6), f(5), f(4), f(3), f(2), f(1), f(0))

/* Exchanges vectors and qwords. */
static inline void exchange(V v[8]) {
    V t[8];
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm512_unpacklo_epi64(v[i], v[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi64(v[i], v[i + 1]);
    }
    for (int p = 0; p < 2; p++) {
        const V a = _mm512_shuffle_i64x2(t[p], t[p + 2], 0x88);
        const V b = _mm512_shuffle_i64x2(t[p], t[p + 2], 0xdd);
        const V c = _mm512_shuffle_i64x2(t[p + 4], t[p + 6], 0x88);
        const V d = _mm512_shuffle_i64x2(t[p + 4], t[p + 6], 0xdd);
        v[p] = _mm512_shuffle_i64x2(a, c, 0x88);
        v[p + 2] = _mm512_shuffle_i64x2(b, d, 0x88);
        v[p + 4] = _mm512_shuffle_i64x2(a, c, 0xdd);
        v[p + 6] = _mm512_shuffle_i64x2(b, d, 0xdd);
    }
}

/* Qwords i to bytes j: of each byte c of eight words, the bits. */
static inline V bits_of(V v) {
    const V unit = _mm512_set1_epi64(INT64_C(-0x7fbfdfeff7fbfdff));
    return _mm512_gf2p8affine_epi64_epi8(
        unit, _mm512_permutexvar_epi8(BYTES(BACKWARD), v), 0);
}

/* Vectors of one word to vectors of one word. */
static void transpose_block(uint64_t *z, const uint64_t *x, int64_t vectors,
                            int64_t length) {
    V v[8];
    for (int g = 0; g < 8; g++)
        v[g] = bits_of(
            _mm512_maskz_loadu_epi64(some_lanes(vectors - 8 * g), x + 8 * g));
    exchange(v);
    for (int c = 0; c < 8; c++)
        _mm512_mask_storeu_epi64(z + 8 * c, some_lanes(length - 8 * c),
                                 _mm512_permutexvar_epi8(BYTES(FORWARD), v[c]));
}

/* Vectors (s, g, 0..7) to a[k][g], for each k: qwords c, bytes j, bits i. */
static inline void bits_pass(V a[8][8], const uint64_t *x, int64_t xs,
                             int64_t vectors, int64_t words, int g) {
    V v[8];
    if (xs == 1) { /* eight vectors of one word are one register */
        v[0] = _mm512_maskz_loadu_epi64(some_lanes(vectors), x);
    } else {
        for (int i = 0; i < 8; i++)
            v[i] = i < vectors
                       ? _mm512_maskz_loadu_epi64(lanes(words), x + i * xs)
                       : _mm512_setzero_si512();
        exchange(v);
    }
    for (int k = 0; k < words; k++)
        a[k][g] = bits_of(v[k]);
}

/* a[0..7 = g] to b[c][s], for each c: qwords j, bytes g. */
static inline void bytes_pass(V b[8][8], const V a[8], int s) {
    V v[8];
    memcpy(v, a, sizeof v);
    exchange(v);
    for (int c = 0; c < 8; c++)
        b[c][s] = _mm512_permutexvar_epi8(BYTES(FORWARD), v[c]);
}

/* b[0..7 = s] to vectors (k, c, 0..7): qwords s. */
static inline void words_pass(uint64_t *z, int64_t zs, const V b[8],
                              int64_t vectors, int64_t words, int streaming) {
    V v[8];
    if (zs == 1) {
        _mm512_mask_storeu_epi64(z, some_lanes(vectors), b[0]);
        return;
    }
    memcpy(v, b, sizeof v);
    exchange(v);
    for (int j = 0; j < 8 && j < vectors; j++)
        if (streaming)
            stream(z + j * zs, v[j]);
        else
            _mm512_mask_storeu_epi64(z + j * zs, lanes(words), v[j]);
}

static void transpose_512(uint64_t *z, int64_t zs, const uint64_t *x,
                          int64_t xs, int64_t vectors, int64_t length) {
    const int64_t words = (length + 63) / 64, strips = (vectors + 63) / 64;
    /* Whole cache lines far apart are written by streaming stores. */
    const int streaming = strips == WORDS && zs > 128 && zs % WORDS == 0 &&
                          (uintptr_t)z % 64 == 0;
    V a[8][8][8], b[8][8];
    if (xs == 1 && zs == 1) {
        transpose_block(z, x, vectors, length);
        return;
    }
    for (int64_t i = 0; i < 64 * strips; i += 8)
        bits_pass(a[i / 64], x + i * xs, xs, vectors - i, words,
                  (int)(i / 8 % 8));
    for (int64_t k = 0; k < words; k++) {
        for (int s = 0; s < strips; s++)
            bytes_pass(b, a[s][k], s);
        for (int64_t j = 64 * k; j < 64 * k + 64 && j < length; j += 8)
            words_pass(z + j * zs, zs, b[j / 8 % 8], length - j, strips,
                       streaming);
    }
    if (streaming)
        _mm_sfence();
}

/* Row k of each lane at a time; numbers out of range are not read. Words of 32
 * bits are read: gathers of them take 16. */
static int pick_512(uint64_t *z, const uint64_t *x, uint64_t n,
                    const uint32_t number[STAR_TILE], int64_t rows) {
    const V one = _mm512_set1_epi32(1), limit = _mm512_set1_epi32((int)n);
    V bits = _mm512_setzero_si512();
    unsigned wrong = 0;
    for (int k = 0; k < 32; k++) {
        const int64_t in = (rows - k + 31) / 32; /* lanes with a row k */
        const __mmask16 some = (__mmask16)((1u << in) - 1);
        const V at = _mm512_sub_epi32(_mm512_loadu_si512(number + 16 * k), one);
        const __mmask16 right = _mm512_mask_cmplt_epu32_mask(some, at, limit);
        const V words = _mm512_mask_i32gather_epi32(
            _mm512_setzero_si512(), right, _mm512_srli_epi32(at, 5), x, 4);
        const V bit = _mm512_and_si512(
            _mm512_srlv_epi32(words,
                              _mm512_and_si512(at, _mm512_set1_epi32(31))),
            one);
        wrong |= (unsigned)(some ^ right);
        bits =
            _mm512_or_si512(bits, _mm512_sllv_epi32(bit, _mm512_set1_epi32(k)));
    }
    store_last(z, bits, (rows + 63) / 64);
    return wrong == 0;
}

#define COLUMN_STREAM(z, v) stream(z, (V)(v))
#include "cpu/simd/simd_columns.h"

/* Doubles that are not negative are ordered as their bits are; that leaves
 * the adders to sums. */
#define CHAIN_BYTES 64
#define CHAIN_ROWS 8
#define LESS_REAL(x, y) (VECTOR) _mm512_min_epi64((__m512i)(x), (__m512i)(y))
#define LESS_WHOLE(x, y) (VECTOR) _mm512_min_epi64((__m512i)(x), (__m512i)(y))
#define SUM_REAL(x, y, z) \
    (VECTOR) _mm512_fmadd_pd((__m512d)(x), (__m512d)(y), (__m512d)(z))
#include "cpu/simd/simd_chain.h"
#include "cpu/simd/avx512/simd_pair_avx512.h"
#include "cpu/simd/avx512/simd_sdp_avx512.h"

/* ---- Tiles ---- */

KLEENE_TILE(plus_single, float, __m512, 4, _mm512_set1_ps, _mm512_add_ps,
            _mm512_max_ps)
KLEENE_TILE(plus_real, double, __m512d, 4, _mm512_set1_pd, _mm512_add_pd,
            _mm512_max_pd)
KLEENE_TILE(plus_long, int32_t, __m512i, 4, _mm512_set1_epi32, _mm512_add_epi32,
            _mm512_max_epi32)
KLEENE_TILE(plus_int, int64_t, __m512i, 4, _mm512_set1_epi64, _mm512_add_epi64,
            _mm512_max_epi64)
KLEENE_TILE(min_single, float, __m512, 4, _mm512_set1_ps, _mm512_min_ps,
            _mm512_max_ps)
KLEENE_TILE(min_real, double, __m512d, 4, _mm512_set1_pd, _mm512_min_pd,
            _mm512_max_pd)
KLEENE_TILE(min_long, int32_t, __m512i, 4, _mm512_set1_epi32, _mm512_min_epi32,
            _mm512_max_epi32)
KLEENE_TILE(min_int, int64_t, __m512i, 4, _mm512_set1_epi64, _mm512_min_epi64,
            _mm512_max_epi64)

#define RANDOM_LANES 8
#define RANDOM_MUL(a, b) ((Lanes)_mm512_mul_epu32((V)(a), (V)(b)))
#define RANDOM_ANY(a) (_mm512_test_epi64_mask((V)(a), (V)(a)) != 0)
#define RANDOM_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define RANDOM_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#include "cpu/simd/simd_random.h"

#include "cpu/simd/avx512/simd_parity_avx512.h"

const StarIsa star_isa_avx512 = {
    .name = "avx512",
    .and = and_512,
    .or = or_512,
    .xor = xor_512,
    .andn = andn_512,
    .not = not_512,
    .copy = copy_512,
    .stream = stream_512,
    .find = find_512,
    .common = common_512,
    .count = count_512,
    .equal = equal_512,
    .gather = gather_512,
    .scatter = generic_scatter,
    .transpose = transpose_512,
    .numbers = generic_numbers,
    .pick = pick_512,
    .vectors = vectors_512,
    .row_update = row_update_512,
    .reduce = reduce_512,
    .count_vectors = count_vectors_512,
    .pair_ones = pair_ones_512,
    .row_ones = row_ones_512,
    .pair_add = pair_add_512,
    .pair_signs = pair_signs_512,
    .weigh = weigh_512,
    .match = column_match,
    .order = column_order,
    .below = generic_below,
    .merge = generic_merge,
    .plus = column_plus,
    .minus = column_minus,
    .close = generic_close,
    .chain_real = chain_real_tile,
    .chain_whole = chain_whole_tile,
    .tile = KLEENE_TILES,
    .sdp32 = sdp_512,
    .sdp64 = generic_sdp_int64_t,
    .pack32 = pack_512,
    .pack64 = generic_pack_int64_t,
    .spread = spread_512,
    .random = random_words,
    .parity = parity_512,
    .compress = pack_compress,
    .expand = pack_expand,
};
