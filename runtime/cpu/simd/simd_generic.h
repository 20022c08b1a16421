/* The vector kernels in plain C. Each instruction set takes from here what
 * it does not do better, compiled with its own flags. */
#ifndef STAR_ISA_PLAIN_H
#define STAR_ISA_PLAIN_H

#include <string.h>

#include "cpu/simd/simd.h"
#include "values/object.h"

#define ALWAYS static inline __attribute__((always_inline))

/* x op y, a word at a time. */
#define PLAIN(name, expression)                                     \
    static inline void plain_##name(uint64_t *z, const uint64_t *x, \
                                    const uint64_t *y, int64_t n) { \
        for (int64_t i = 0; i < n; i++)                             \
            z[i] = expression;                                      \
    }

PLAIN(and, x[i] & y[i])
PLAIN(or, x[i] | y[i])
PLAIN(xor, x[i] ^ y[i])
PLAIN(andn, x[i] & ~y[i])
#undef PLAIN

/* x := x op w for every line whose bit in mask is 1. */
#define PLAIN_LINES(name, expression)                                          \
    static inline void plain_lines_##name(uint64_t *x, int64_t stride,         \
                                          const uint64_t *mask, int64_t words, \
                                          const uint64_t *w, int64_t n) {      \
        for (int64_t k = 0; k < words; k++, x += 64 * stride)                  \
            for (uint64_t m = mask[k]; m != 0; m &= m - 1) {                   \
                uint64_t *z = x + __builtin_ctzll(m) * stride;                 \
                for (int64_t i = 0; i < n; i++)                                \
                    z[i] = expression;                                         \
            }                                                                  \
    }

PLAIN_LINES(and, z[i] & w[i])
PLAIN_LINES(or, z[i] | w[i])
PLAIN_LINES(xor, z[i] ^ w[i])
PLAIN_LINES(andn, z[i] & ~w[i])
#undef PLAIN_LINES

/* StarIsa.lines. */
static inline void plain_lines(uint64_t *x, int64_t stride,
                               const uint64_t *mask, int64_t words,
                               const uint64_t *w, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: plain_lines_and(x, stride, mask, words, w, n); break;
    case STAR_FUSE_OR: plain_lines_or(x, stride, mask, words, w, n); break;
    case STAR_FUSE_XOR: plain_lines_xor(x, stride, mask, words, w, n); break;
    default: plain_lines_andn(x, stride, mask, words, w, n);
    }
}

/* The same for the lines with the bit, one after the other; the newest waits
 * until another one shows that it is not the last. */
#define SWEEP(update)                            \
    int64_t last = -1;                           \
    for (int64_t i = 0; i < lines; i++)          \
        if (x[i * stride + word] >> bit & 1) {   \
            if (last >= 0) {                     \
                uint64_t *z = x + last * stride; \
                update;                          \
            }                                    \
            last = i;                            \
        }                                        \
    return last;

/* StarIsa.sweep. */
static inline int64_t plain_sweep(uint64_t *x, int64_t stride, int64_t lines,
                                  int64_t word, int bit, const uint64_t *w,
                                  int64_t n, int op) {
    const uint64_t one = 1;
    SWEEP(plain_lines(z, stride, &one, 1, w, n, op))
}

/* z := z op x for those lines. */
static inline void plain_fold(uint64_t *z, const uint64_t *x, int64_t stride,
                              const uint64_t *mask, int64_t words, int64_t n,
                              int op) {
    for (int64_t k = 0; k < words; k++, x += 64 * stride)
        for (uint64_t m = mask[k]; m != 0; m &= m - 1) {
            const uint64_t *y = x + __builtin_ctzll(m) * stride;
            switch (op) {
            case STAR_FUSE_AND: plain_and(z, z, y, n); break;
            case STAR_FUSE_OR: plain_or(z, z, y, n); break;
            case STAR_FUSE_XOR: plain_xor(z, z, y, n); break;
            default: plain_andn(z, z, y, n);
            }
        }
}

/* StarIsa.count_lines. */
static inline int64_t plain_count_lines(const uint64_t *x, int64_t stride,
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

/* StarIsa.below. */
static inline int plain_below(uint64_t *restrict less, uint64_t *restrict equal,
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
static inline void plain_merge(uint64_t *f, const uint64_t *t,
                               const uint64_t *x, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        f[i] ^= (f[i] ^ t[i]) & x[i];
}

/* StarIsa.not. */
static inline void plain_not(uint64_t *z, const uint64_t *x, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        z[i] = ~x[i];
}

/* StarIsa.copy; x and z may overlap. */
static inline void plain_copy(uint64_t *z, const uint64_t *x, int64_t n) {
    if (n > 0)
        memmove(z, x, (size_t)n * sizeof *z);
}

/* StarIsa.stream, through the caches. */
static inline void plain_stream(uint64_t *z, const uint64_t *x,
                                const uint64_t *y, int64_t n, int op) {
    switch (op) {
    case STAR_FUSE_AND: plain_and(z, x, y, n); break;
    case STAR_FUSE_OR: plain_or(z, x, y, n); break;
    case STAR_FUSE_XOR: plain_xor(z, x, y, n); break;
    case STAR_FUSE_ANDN: plain_andn(z, x, y, n); break;
    case STAR_FUSE_NOT: plain_not(z, x, n); break;
    default: plain_copy(z, x, n);
    }
}

/* StarIsa.find. */
static inline int64_t plain_find(const uint64_t *x, int64_t from, int64_t n) {
    while (from < n && x[from] == 0)
        from++;
    return from;
}

/* StarIsa.common. */
static inline int64_t plain_common(const uint64_t *x, const uint64_t *y,
                                   int64_t from, int64_t n) {
    while (from < n && (x[from] & y[from]) == 0)
        from++;
    return from;
}

/* StarIsa.count. */
static inline int64_t plain_count(const uint64_t *x, int64_t n) {
    int64_t ones = 0;
    for (int64_t i = 0; i < n; i++)
        ones += __builtin_popcountll(x[i]);
    return ones;
}

/* StarIsa.equal. */
static inline int plain_equal(const uint64_t *x, const uint64_t *y, int64_t n) {
    return n == 0 || memcmp(x, y, (size_t)n * sizeof *x) == 0;
}

/* StarIsa.gather. */
static inline void plain_gather(uint64_t *z, const uint64_t *x, int64_t lines,
                                int64_t stride, int64_t word, int bit) {
    x += word;
    for (int64_t k = 0; k < lines; k += 64, z++) {
        const int64_t last = lines - k < 64 ? lines - k : 64;
        *z = 0;
        for (int64_t i = 0; i < last; i++, x += stride)
            *z |= (*x >> bit & 1) << i;
    }
}

/* StarIsa.scatter. */
static inline void plain_scatter(uint64_t *x, const uint64_t *z, int64_t lines,
                                 int64_t stride, int64_t word, int bit) {
    const uint64_t mask = UINT64_C(1) << bit;
    x += word;
    for (int64_t i = 0; i < lines; i++, x += stride)
        *x = (*x & ~mask) | (z[i / 64] >> i % 64 & 1) << bit;
}

/* Swaps the blocks of step x step bits beside the diagonal. */
static inline void plain_swap(uint64_t a[64], int step, uint64_t mask) {
    for (int block = 0; block < 64; block += 2 * step)
        for (int i = block; i < block + step; i++) {
            const uint64_t t = (a[i] >> step ^ a[i + step]) & mask;
            a[i] ^= t << step;
            a[i + step] ^= t;
        }
}

/* Transposes 64 x 64 bits. */
static inline void plain_transpose_block(uint64_t a[64]) {
    plain_swap(a, 32, UINT64_C(0x00000000ffffffff));
    plain_swap(a, 16, UINT64_C(0x0000ffff0000ffff));
    plain_swap(a, 8, UINT64_C(0x00ff00ff00ff00ff));
    plain_swap(a, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    plain_swap(a, 2, UINT64_C(0x3333333333333333));
    plain_swap(a, 1, UINT64_C(0x5555555555555555));
}

/* StarIsa.transpose, a block of 64 x 64 bits at a time. */
static inline void plain_transpose(uint64_t *z, int64_t zs, const uint64_t *x,
                                   int64_t xs, int64_t lines, int64_t length) {
    for (int64_t i = 0; i < lines; i += 64)
        for (int64_t j = 0; j < length; j += 64) {
            const int64_t height = lines - i < 64 ? lines - i : 64;
            const int64_t width = length - j < 64 ? length - j : 64;
            uint64_t a[64] = {0};
            for (int64_t k = 0; k < height; k++)
                a[k] = x[(i + k) * xs + j / 64];
            plain_transpose_block(a);
            for (int64_t k = 0; k < width; k++)
                z[(j + k) * zs + i / 64] = a[k];
        }
}

/* A line of 8 words; compilers make it one register or several. */
typedef uint64_t PlainLine __attribute__((vector_size(64), may_alias));

/* table[t][m] is the union of those lines 8 t + b for which bit b of m
 * is 1. */
static inline void plain_unions(PlainLine (*table)[256], const PlainLine *line,
                                int64_t lines) {
    for (int t = 0; t < 8; t++) {
        table[t][0] = (PlainLine){0};
        for (int b = 0; b < 8; b++) {
            const PlainLine more =
                8 * t + b < lines ? line[8 * t + b] : (PlainLine){0};
            for (int m = 0; m < 1 << b; m++)
                table[t][(1 << b) + m] = table[t][m] | more;
        }
    }
}

/* Lines with few arcs are joined one by one. */
static inline void plain_close(uint64_t *words, const uint64_t *arcs,
                               int64_t first, int64_t n, uint64_t *room) {
    enum { FEW = 6, MANY = 64 };
    PlainLine *line = (PlainLine *)words, *block = line + first;
    PlainLine(*table)[256] = (PlainLine(*)[256])room;
    const int64_t own = n - first < 64 ? n - first : 64;
    int64_t many = 0;
    for (int64_t i = 0; i < own; i++)
        for (uint64_t left = arcs[first + i]; left != 0; left &= left - 1)
            block[i] |= block[__builtin_ctzll(left)];
    for (int64_t i = first + own; i < n; i++)
        many += __builtin_popcountll(arcs[i]) > FEW;
    if (many > MANY)
        plain_unions(table, block, own);
    for (int64_t i = first + own; i < n; i++) {
        uint64_t left = arcs[i];
        if (left == 0)
            continue;
        PlainLine a = line[i], b = {0};
        if (many > MANY && __builtin_popcountll(left) > FEW) {
            for (int t = 0; t < 8; t += 2) {
                a |= table[t][left >> 8 * t & 255];
                b |= table[t + 1][left >> 8 * t >> 8 & 255];
            }
        } else
            for (; left != 0; left &= left - 1)
                a |= block[__builtin_ctzll(left)];
        line[i] = a | b;
    }
}

/* StarIsa.not, copy and stream of an instruction set that has not_of_NAME,
 * copy_of_NAME and, for each operator, one past the caches. */
#define STAR_ISA_STREAM(name)                                            \
    static void not_##name(uint64_t *z, const uint64_t *x, int64_t n) {  \
        not_of_##name(z, x, x, n);                                       \
    }                                                                    \
    static void copy_##name(uint64_t *z, const uint64_t *x, int64_t n) { \
        copy_of_##name(z, x, x, n);                                      \
    }                                                                    \
    static void stream_##name(uint64_t *z, const uint64_t *x,            \
                              const uint64_t *y, int64_t n, int op) {    \
        switch (op) {                                                    \
        case STAR_FUSE_AND: and_far(z, x, y, n); break;                  \
        case STAR_FUSE_OR: or_far(z, x, y, n); break;                    \
        case STAR_FUSE_XOR: xor_far(z, x, y, n); break;                  \
        case STAR_FUSE_ANDN: andn_far(z, x, y, n); break;                \
        case STAR_FUSE_NOT: not_of_far(z, x, x, n); break;               \
        default: copy_of_far(z, x, x, n);                                \
        }                                                                \
    }

/* What an instruction set has that brings no vector kernels for these. */
#define PLAIN_KERNELS                                                         \
    .gather = plain_gather, .scatter = plain_scatter,                         \
    .transpose = plain_transpose, .lines = plain_lines, .sweep = plain_sweep, \
    .fold = plain_fold, .count_lines = plain_count_lines,                     \
    .match = column_match, .below = plain_below, .merge = plain_merge,        \
    .plus = column_plus, .minus = column_minus, .close = plain_close,         \
    .chain_real = chain_real_tile, .chain_whole = chain_whole_tile,           \
    .tile = KLEENE_TILES, .sdp32 = plain_sdp_int32_t,                         \
    .sdp64 = plain_sdp_int64_t, .pack32 = plain_pack_int32_t,                 \
    .pack64 = plain_pack_int64_t, .spread = plain_spread

#endif
