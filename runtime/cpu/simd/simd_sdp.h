/* SPDX-License-Identifier: MIT */
/* The vector kernels of dynamic programming in plain C, as simd_generic.h has
 * those of slices. */
#ifndef STAR_SIMD_SDP_H
#define STAR_SIMD_SDP_H

#include <string.h>

#include "cpu/simd/simd.h"

/* x op y; sets the sign of *bad if that does not fit, or is the pattern of no
 * value. Bits are combined of numbers that are not negative. */
#define GENERIC_COMBINE(T, U, LEAST)                                \
    ALWAYS T generic_combine_##T(int op, T x, T y, T *bad) {        \
        T z;                                                        \
        switch (op) {                                               \
        case STAR_SDP_MIN: return x < y ? x : y;                    \
        case STAR_SDP_MAX: return x > y ? x : y;                    \
        case STAR_SDP_AND: return x & y;                            \
        case STAR_SDP_OR: return x | y;                             \
        case STAR_SDP_XOR: return x ^ y;                            \
        case STAR_SDP_ADD:                                          \
            z = (T)((U)x + (U)y);                                   \
            *bad |= ((x ^ z) & (y ^ z)) | (z == LEAST ? LEAST : 0); \
            return z;                                               \
        case STAR_SDP_MUL:                                          \
            if (__builtin_mul_overflow(x, y, &z) || z == LEAST)     \
                *bad = LEAST;                                       \
            return z;                                               \
        default:                                                    \
            for (; y != 0; x = y, y = z)                            \
                z = x % y;                                          \
            return x < 0 ? -x : x;                                  \
        }                                                           \
    }

/* Cells one after the other if an offset is short, else as many at a time as
 * the least offset, an operand of all of them after the other. */
#define GENERIC_SDP(T)                                                        \
    ALWAYS T generic_apply_##T(T *restrict z, const T *restrict x, int64_t n, \
                               int op) {                                      \
        T bad = 0;                                                            \
        for (int64_t i = 0; i < n; i++)                                       \
            z[i] = generic_combine_##T(op, z[i], x[i], &bad);                 \
        return bad;                                                           \
    }                                                                         \
                                                                              \
    ALWAYS int generic_run_##T(T *z, int64_t n, const int64_t *a, int64_t k,  \
                               int op) {                                      \
        enum { MIN_CHUNK = 16, CHUNK = 1024 }; /* cells */                    \
        const int64_t size = a[k - 1] < CHUNK ? a[k - 1] : CHUNK;             \
        T bad = 0;                                                            \
        for (int64_t i = 0; i < n && size < MIN_CHUNK; i++) {                 \
            T v = z[i - a[0]];                                                \
            for (int64_t j = 1; j < k; j++)                                   \
                v = generic_combine_##T(op, v, z[i - a[j]], &bad);            \
            z[i] = v;                                                         \
            if (bad < 0)                                                      \
                return 0;                                                     \
        }                                                                     \
        for (int64_t i = 0; i < n && size >= MIN_CHUNK; i += size) {          \
            const int64_t m = n - i < size ? n - i : size;                    \
            memcpy(z + i, z + i - a[0], (size_t)m * sizeof *z);               \
            for (int64_t j = 1; j < k; j++)                                   \
                bad |= generic_apply_##T(z + i, z + i - a[j], m, op);         \
            if (bad < 0)                                                      \
                return 0;                                                     \
        }                                                                     \
        return 1;                                                             \
    }                                                                         \
                                                                              \
    static inline int generic_sdp_##T(T *z, int64_t done, int64_t n,          \
                                      const int64_t *a, int64_t k, int op) {  \
        (void)done;                                                           \
        switch (op) {                                                         \
        case STAR_SDP_MIN: return generic_run_##T(z, n, a, k, STAR_SDP_MIN);  \
        case STAR_SDP_MAX: return generic_run_##T(z, n, a, k, STAR_SDP_MAX);  \
        case STAR_SDP_ADD: return generic_run_##T(z, n, a, k, STAR_SDP_ADD);  \
        case STAR_SDP_MUL: return generic_run_##T(z, n, a, k, STAR_SDP_MUL);  \
        case STAR_SDP_AND: return generic_run_##T(z, n, a, k, STAR_SDP_AND);  \
        case STAR_SDP_OR: return generic_run_##T(z, n, a, k, STAR_SDP_OR);    \
        case STAR_SDP_XOR: return generic_run_##T(z, n, a, k, STAR_SDP_XOR);  \
        default: return generic_run_##T(z, n, a, k, STAR_SDP_GCD);            \
        }                                                                     \
    }

GENERIC_COMBINE(int32_t, uint32_t, INT32_MIN)
GENERIC_COMBINE(int64_t, uint64_t, INT64_MIN)
GENERIC_SDP(int32_t)
GENERIC_SDP(int64_t)

/* x := x or x moved up by `by` bits, from the last word down. */
static inline void generic_spread(uint64_t *x, int64_t from, int64_t n,
                                  int64_t by) {
    const int64_t words = by / 64;
    const int bits = (int)(by % 64);
    for (int64_t i = n - 1; i >= from; i--)
        x[i] |= x[i - words] << bits | x[i - words - 1] >> 1 >> (63 - bits);
}

/* Without the choices the compiler finds vectors. */
#define GENERIC_PACK(T)                                                   \
    static inline void generic_pack_##T(T *z, const T *x, int64_t n,      \
                                        const int64_t w[2], const T v[2], \
                                        uint16_t *const took[2]) {        \
        const T *y = x - w[1];                                            \
        for (int64_t j = 0; j < n && took == NULL; j++) {                 \
            const T a = x[j], b = x[j - w[0]] + v[0];                     \
            const T c = y[j], d = y[j - w[0]] + v[0];                     \
            const T p = a > b ? a : b, q = (c > d ? c : d) + v[1];        \
            z[j] = p > q ? p : q;                                         \
        }                                                                 \
        for (int64_t i = 0; i < n && took != NULL; i += 16) {             \
            unsigned first = 0, second = 0;                               \
            for (int l = 0; l < 16; l++) {                                \
                const int64_t j = i + l;                                  \
                const T a = x[j], b = x[j - w[0]] + v[0];                 \
                const T c = y[j], d = y[j - w[0]] + v[0];                 \
                const T p = a > b ? a : b, q = (c > d ? c : d) + v[1];    \
                first |= (unsigned)(b > a) << l;                          \
                second |= (unsigned)(q > p) << l;                         \
                z[j] = p > q ? p : q;                                     \
            }                                                             \
            took[0][i / 16] = (uint16_t)first;                            \
            took[1][i / 16] = (uint16_t)second;                           \
        }                                                                 \
    }

GENERIC_PACK(int32_t)
GENERIC_PACK(int64_t)

#endif
