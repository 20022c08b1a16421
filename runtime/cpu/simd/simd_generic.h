/* SPDX-License-Identifier: MIT */
/* The vector kernels in plain C. Each instruction set takes from here what
 * it does not do better, compiled with its size flags. */
#ifndef STAR_SIMD_GENERIC_H
#define STAR_SIMD_GENERIC_H

#include <string.h>

#include "cpu/simd/simd.h"
#include "memory/words.h"

#define ALWAYS static inline __attribute__((always_inline))

/* x op y, a word at a time. */
#define GENERIC(name, expression)                                     \
    static inline void generic_##name(uint64_t *z, const uint64_t *x, \
                                      const uint64_t *y, int64_t n) { \
        for (int64_t i = 0; i < n; i++)                               \
            z[i] = expression;                                        \
    }

GENERIC(and, x[i] & y[i])
GENERIC(or, x[i] | y[i])
GENERIC(xor, x[i] ^ y[i])
GENERIC(andn, x[i] & ~y[i])
#undef GENERIC

/* x := x op w for every vector whose bit in mask is 1. */
#define GENERIC_VECTORS(name, expression)                                 \
    static inline void generic_vectors_##name(                            \
        uint64_t *x, int64_t stride, const uint64_t *mask, int64_t words, \
        const uint64_t *w, int64_t n) {                                   \
        for (int64_t k = 0; k < words; k++, x += 64 * stride)             \
            for (uint64_t m = mask[k]; m != 0; m &= m - 1) {              \
                uint64_t *z = x + __builtin_ctzll(m) * stride;            \
                for (int64_t i = 0; i < n; i++)                           \
                    z[i] = expression;                                    \
            }                                                             \
    }

GENERIC_VECTORS(and, z[i] & w[i])
GENERIC_VECTORS(or, z[i] | w[i])
GENERIC_VECTORS(xor, z[i] ^ w[i])
GENERIC_VECTORS(andn, z[i] & ~w[i])
#undef GENERIC_VECTORS

/* StarIsa.vectors. */
static inline void generic_vectors(uint64_t *x, int64_t stride,
                                   const uint64_t *mask, int64_t words,
                                   const uint64_t *w, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND:
        generic_vectors_and(x, stride, mask, words, w, n);
        break;
    case STAR_FUSE_OR: generic_vectors_or(x, stride, mask, words, w, n); break;
    case STAR_FUSE_XOR:
        generic_vectors_xor(x, stride, mask, words, w, n);
        break;
    default: generic_vectors_andn(x, stride, mask, words, w, n);
    }
}

/* StarIsa.row_update. */
static inline void generic_row_update(uint64_t *x, int64_t stride,
                                      int64_t vectors, int64_t word, int bit,
                                      const uint64_t *w, int64_t n) {
    for (int64_t i = 0; i < vectors; i++, x += stride)
        if (x[word] >> bit & 1)
            generic_or(x, x, w, n);
}

/* StarIsa.reduce. */
static inline void generic_reduce(uint64_t *z, const uint64_t *x,
                                  int64_t stride, const uint64_t *mask,
                                  int64_t words, int64_t n, int op) {
    for (int64_t k = 0; k < words; k++, x += 64 * stride)
        for (uint64_t m = mask[k]; m != 0; m &= m - 1) {
            const uint64_t *y = x + __builtin_ctzll(m) * stride;
            switch (op) {
            case STAR_FUSE_AND: generic_and(z, z, y, n); break;
            case STAR_FUSE_OR: generic_or(z, z, y, n); break;
            case STAR_FUSE_XOR: generic_xor(z, z, y, n); break;
            default: generic_andn(z, z, y, n);
            }
        }
}

/* StarIsa.pair_ones. */
static inline void generic_pair_ones(int32_t *ones, const uint64_t *const *x,
                                     const uint64_t *const *y, int64_t n) {
    for (int r = 0; r < 4; r++) {
        int64_t a = 0, b = 0, c = 0, d = 0;
        for (int64_t i = 0; i < n; i++) {
            const uint64_t word = x[r][i];
            a += __builtin_popcountll(word & y[0][i]);
            b += __builtin_popcountll(word & y[1][i]);
            c += __builtin_popcountll(word & y[2][i]);
            d += __builtin_popcountll(word & y[3][i]);
        }
        ones[64 * r] += (int32_t)a;
        ones[64 * r + 1] += (int32_t)b;
        ones[64 * r + 2] += (int32_t)c;
        ones[64 * r + 3] += (int32_t)d;
    }
}

/* StarIsa.row_ones. */
static inline void generic_row_ones(int32_t *ones, const uint64_t *x,
                                    const uint64_t *y, int64_t stride,
                                    int64_t columns, int64_t n) {
    for (int64_t c = 0; c < columns; c++, y += stride) {
        int64_t sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += __builtin_popcountll(x[i] & y[i]);
        ones[c] += (int32_t)sum;
    }
}

/* StarIsa.pair_add. */
static inline void generic_pair_add(int64_t *form, const int32_t *ones,
                                    int64_t factor) {
    for (int c = 0; c < 64; c++)
        form[c] += factor * ones[c];
}

/* StarIsa.pair_signs. */
static inline void generic_pair_signs(uint64_t sign[2], const int64_t *form) {
    uint64_t more = 0, less = 0;
    for (int c = 0; c < 64; c++) {
        more |= (uint64_t)(form[c] > 0) << c;
        less |= (uint64_t)(form[c] < 0) << c;
    }
    sign[0] = more;
    sign[1] = less;
}

/* StarIsa.count_vectors. */
static inline int64_t generic_count_vectors(const uint64_t *x, int64_t stride,
                                            const uint64_t *mask, int64_t words,
                                            const uint64_t *w, int64_t n) {
    int64_t ones = 0;
    for (int64_t k = 0; k < words; k++, x += 64 * stride)
        for (uint64_t m = mask[k]; m != 0; m &= m - 1) {
            const uint64_t *y = x + __builtin_ctzll(m) * stride;
            for (int64_t i = 0; i < n; i++)
                ones += __builtin_popcountll(w ? y[i] & w[i] : y[i]);
        }
    return ones;
}

/* StarIsa.weigh. */
static inline uint64_t generic_weigh(const uint64_t *x, const uint64_t *y,
                                     int64_t stride, int count, int64_t n) {
    uint64_t sum = 0;
    for (int k = 0; k < count; k++, y += stride) {
        uint64_t ones = 0;
        for (int64_t i = 0; i < n; i++)
            ones += (uint64_t)__builtin_popcountll(x[i] & y[i]);
        sum = 2 * sum + ones;
    }
    return sum;
}

/* StarIsa.below. */
static inline int generic_below(uint64_t *restrict less,
                                uint64_t *restrict equal,
                                const uint64_t *restrict t,
                                const uint64_t *restrict f, int64_t n) {
    uint64_t any = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t differs = (t[i] ^ f[i]) & equal[i];
        less[i] |= differs & f[i];
        any |= equal[i] ^= differs;
    }
    return any != 0;
}

/* StarIsa.merge. */
static inline void generic_merge(uint64_t *f, const uint64_t *t,
                                 const uint64_t *x, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        f[i] ^= (f[i] ^ t[i]) & x[i];
}

/* StarIsa.not. */
static inline void generic_not(uint64_t *z, const uint64_t *x, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        z[i] = ~x[i];
}

/* StarIsa.copy; x and z may overlap. */
static inline void generic_copy(uint64_t *z, const uint64_t *x, int64_t n) {
    if (n > 0)
        memmove(z, x, (size_t)n * sizeof *z);
}

/* StarIsa.stream, through the caches. */
static inline void generic_stream(uint64_t *z, const uint64_t *x,
                                  const uint64_t *y, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: generic_and(z, x, y, n); break;
    case STAR_FUSE_OR: generic_or(z, x, y, n); break;
    case STAR_FUSE_XOR: generic_xor(z, x, y, n); break;
    case STAR_FUSE_ANDN: generic_andn(z, x, y, n); break;
    case STAR_FUSE_NOT: generic_not(z, x, n); break;
    default: generic_copy(z, x, n);
    }
}

/* StarIsa.find. */
static inline int64_t generic_find(const uint64_t *x, int64_t from, int64_t n) {
    while (from < n && x[from] == 0)
        from++;
    return from;
}

/* StarIsa.common. */
static inline int64_t generic_common(const uint64_t *x, const uint64_t *y,
                                     int64_t from, int64_t n) {
    while (from < n && (x[from] & y[from]) == 0)
        from++;
    return from;
}

/* StarIsa.count. */
static inline int64_t generic_count(const uint64_t *x, int64_t n) {
    int64_t ones = 0;
    for (int64_t i = 0; i < n; i++)
        ones += __builtin_popcountll(x[i]);
    return ones;
}

/* StarIsa.equal. */
static inline int generic_equal(const uint64_t *x, const uint64_t *y,
                                int64_t n) {
    return n == 0 || memcmp(x, y, (size_t)n * sizeof *x) == 0;
}

/* StarIsa.gather. */
static inline void generic_gather(uint64_t *z, const uint64_t *x,
                                  int64_t vectors, int64_t stride, int64_t word,
                                  int bit) {
    x += word;
    for (int64_t k = 0; k < vectors; k += 64, z++) {
        const int64_t last = vectors - k < 64 ? vectors - k : 64;
        *z = 0;
        for (int64_t i = 0; i < last; i++, x += stride)
            *z |= (*x >> bit & 1) << i;
    }
}

/* StarIsa.scatter. */
static inline void generic_scatter(uint64_t *x, const uint64_t *z,
                                   int64_t vectors, int64_t stride,
                                   int64_t word, int bit) {
    const uint64_t mask = UINT64_C(1) << bit;
    x += word;
    for (int64_t i = 0; i < vectors; i++, x += stride)
        *x = (*x & ~mask) | (z[i / 64] >> i % 64 & 1) << bit;
}

/* Swaps the blocks of size x size bits beside the diagonal. */
static inline void generic_swap(uint64_t a[64], int size, uint64_t mask) {
    for (int block = 0; block < 64; block += 2 * size)
        for (int i = block; i < block + size; i++) {
            const uint64_t t = (a[i] >> size ^ a[i + size]) & mask;
            a[i] ^= t << size;
            a[i + size] ^= t;
        }
}

/* Transposes 64 x 64 bits. */
static inline void generic_transpose_block(uint64_t a[64]) {
    generic_swap(a, 32, UINT64_C(0x00000000ffffffff));
    generic_swap(a, 16, UINT64_C(0x0000ffff0000ffff));
    generic_swap(a, 8, UINT64_C(0x00ff00ff00ff00ff));
    generic_swap(a, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    generic_swap(a, 2, UINT64_C(0x3333333333333333));
    generic_swap(a, 1, UINT64_C(0x5555555555555555));
}

/* StarIsa.transpose, a block of 64 x 64 bits at a time. */
static inline void generic_transpose(uint64_t *z, int64_t zs, const uint64_t *x,
                                     int64_t xs, int64_t vectors,
                                     int64_t length) {
    for (int64_t i = 0; i < vectors; i += 64)
        for (int64_t j = 0; j < length; j += 64) {
            const int64_t height = vectors - i < 64 ? vectors - i : 64;
            const int64_t width = length - j < 64 ? length - j : 64;
            uint64_t a[64] = {0};
            for (int64_t k = 0; k < height; k++)
                a[k] = x[(i + k) * xs + j / 64];
            generic_transpose_block(a);
            for (int64_t k = 0; k < width; k++)
                z[(j + k) * zs + i / 64] = a[k];
        }
}

/* 16 numbers of 32 bits. */
typedef uint32_t GenericLanes __attribute__((vector_size(64), may_alias));

/* As generic_swap, in each lane of 32 vectors. */
static inline void generic_swap_lanes(GenericLanes a[32], int size,
                                      uint32_t mask) {
    for (int block = 0; block < 32; block += 2 * size)
        for (int i = block; i < block + size; i++) {
            const GenericLanes t = (a[i] >> size ^ a[i + size]) & mask;
            a[i] ^= t << size;
            a[i + size] ^= t;
        }
}

/* StarIsa.numbers. */
static inline void generic_numbers(uint32_t number[STAR_TILE],
                                   const uint64_t *x, int64_t xs,
                                   int64_t columns, int64_t words) {
    GenericLanes *a = (GenericLanes *)number;
    for (int64_t k = 0; k < 32; k++) {
        a[k] = (GenericLanes){0};
        if (k < columns && words == STAR_TILE / 64)
            memcpy(&a[k], x + k * xs, sizeof a[k]);
        else if (k < columns)
            memcpy(&a[k], x + k * xs, (size_t)words * sizeof *x);
    }
    generic_swap_lanes(a, 16, 0x0000ffff);
    generic_swap_lanes(a, 8, 0x00ff00ff);
    generic_swap_lanes(a, 4, 0x0f0f0f0f);
    generic_swap_lanes(a, 2, 0x33333333);
    generic_swap_lanes(a, 1, 0x55555555);
}

/* StarIsa.pick. A number out of range reads bit 0. */
static inline int generic_pick(uint64_t *z, const uint64_t *x, uint64_t n,
                               const uint32_t number[STAR_TILE], int64_t rows) {
    int right = 1;
    for (int64_t i = 0; i < rows; i += 64) {
        const int64_t bits = rows - i < 64 ? rows - i : 64;
        uint64_t word = 0;
        for (int64_t k = 0; k < bits; k++) {
            const uint32_t at = number[16 * (k % 32) + (i + k) / 32] - 1;
            const int is_right = at < n;
            right &= is_right;
            word |= (is_right ? x[at / 64] >> at % 64 & 1 : 0) << k;
        }
        z[i / 64] = word;
    }
    return right;
}

/* A bit vector of 8 words; compilers make it one register or several. */
typedef uint64_t GenericBits __attribute__((vector_size(64), may_alias));

/* table[t][m] is the union of the bit vectors 8 t + b for which bit b of m
 * is 1. */
static inline void generic_unions(GenericBits (*table)[256],
                                  const GenericBits *bits, int64_t vectors) {
    for (int t = 0; t < 8; t++) {
        table[t][0] = (GenericBits){0};
        for (int b = 0; b < 8; b++) {
            const GenericBits more =
                8 * t + b < vectors ? bits[8 * t + b] : (GenericBits){0};
            for (int m = 0; m < 1 << b; m++)
                table[t][(1 << b) + m] = table[t][m] | more;
        }
    }
}

/* StarIsa.close. A vector with at most MAX_SINGLE_ARCS arcs in the block is
 * joined arc by arc; the table is worth its time from MIN_TABLE_USES others on.
 */
static inline void generic_close(uint64_t *words, const uint64_t *arcs,
                                 int64_t first, int64_t n, uint64_t *room) {
    enum { MAX_SINGLE_ARCS = 6, MIN_TABLE_USES = 64 };
    GenericBits *bits = (GenericBits *)words, *block = bits + first;
    GenericBits(*table)[256] = (GenericBits(*)[256])room;
    const int64_t size = n - first < 64 ? n - first : 64;
    int64_t uses = 0;
    for (int64_t i = 0; i < size; i++)
        for (uint64_t left = arcs[first + i]; left != 0; left &= left - 1)
            block[i] |= block[__builtin_ctzll(left)];
    for (int64_t i = first + size; i < n; i++)
        uses += __builtin_popcountll(arcs[i]) > MAX_SINGLE_ARCS;
    if (uses > MIN_TABLE_USES)
        generic_unions(table, block, size);
    for (int64_t i = first + size; i < n; i++) {
        uint64_t left = arcs[i];
        if (left == 0)
            continue;
        GenericBits a = bits[i], b = {0};
        if (uses > MIN_TABLE_USES &&
            __builtin_popcountll(left) > MAX_SINGLE_ARCS) {
            for (int t = 0; t < 8; t += 2) {
                a |= table[t][left >> 8 * t & 255];
                b |= table[t + 1][left >> 8 * t >> 8 & 255];
            }
        } else
            for (; left != 0; left &= left - 1)
                a |= block[__builtin_ctzll(left)];
        bits[i] = a | b;
    }
}

/* StarIsa.not, stream and, where it is chosen, copy of an instruction set that
 * has not_of_NAME, copy_of_NAME and, for each operator, a function with
 * streaming stores. */
#define STAR_ISA_STREAM(name)                                           \
    static void not_##name(uint64_t *z, const uint64_t *x, int64_t n) { \
        not_of_##name(z, x, x, n);                                      \
    }                                                                   \
    static inline void copy_##name(uint64_t *z, const uint64_t *x,      \
                                   int64_t n) {                         \
        copy_of_##name(z, x, x, n);                                     \
    }                                                                   \
    static void stream_##name(uint64_t *z, const uint64_t *x,           \
                              const uint64_t *y, int64_t n, int op) {   \
        switch (op) {                                                   \
        case STAR_FUSE_AND: and_stream(z, x, y, n); break;              \
        case STAR_FUSE_OR: or_stream(z, x, y, n); break;                \
        case STAR_FUSE_XOR: xor_stream(z, x, y, n); break;              \
        case STAR_FUSE_ANDN: andn_stream(z, x, y, n); break;            \
        case STAR_FUSE_NOT: not_of_stream(z, x, x, n); break;           \
        default: copy_of_stream(z, x, x, n);                            \
        }                                                               \
    }

/* The kernels of an instruction set that has no better ones of its own: those
 * of words alone, and the others. */
#define GENERIC_WORDS                                                 \
    .vectors = generic_vectors, .row_update = generic_row_update,     \
    .reduce = generic_reduce, .count_vectors = generic_count_vectors, \
    .pair_ones = generic_pair_ones, .row_ones = generic_row_ones,     \
    .weigh = generic_weigh, .merge = generic_merge, .spread = generic_spread

#define GENERIC_KERNELS                                                 \
    .gather = generic_gather, .scatter = generic_scatter,               \
    .transpose = generic_transpose, .numbers = generic_numbers,         \
    .pick = generic_pick, .pair_add = generic_pair_add,                 \
    .pair_signs = generic_pair_signs, .order = column_order,            \
    .match = column_match, .below = generic_below, .plus = column_plus, \
    .minus = column_minus, .close = generic_close,                      \
    .chain_real = chain_real_tile, .chain_whole = chain_whole_tile,     \
    .tile = KLEENE_TILES, .sdp32 = generic_sdp_int32_t,                 \
    .sdp64 = generic_sdp_int64_t, .pack32 = generic_pack_int32_t,       \
    .pack64 = generic_pack_int64_t, .random = random_words,             \
    .compress = pack_compress, .expand = pack_expand

#endif
