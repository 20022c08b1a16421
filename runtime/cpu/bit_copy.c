/* SPDX-License-Identifier: MIT */
#include "cpu/bit_copy.h"

#include "values/object.h"

void star_bit_copy_move(uint64_t *z, int64_t m, const uint64_t *x, int64_t n,
                        int64_t k) {
    const int64_t w = k >> 6;
    const int shift = (int)(k & 63);
    /* Words begin..end-1 of z come from two words of x that exist. */
    int64_t begin = w < 0 ? -w : 0, end = n - 1 - w;
    if (begin > m)
        begin = m;
    if (end > m)
        end = m;
    if (end < begin)
        end = begin;
    for (int64_t i = 0; i < begin; i++)
        z[i] = star_bit_copy_at(x, n, k + 64 * i);
    if (shift == 0)
        for (int64_t i = begin; i < end; i++)
            z[i] = x[i + w];
    else
        for (int64_t i = begin; i < end; i++)
            z[i] = x[i + w] >> shift | x[i + w + 1] << (64 - shift);
    for (int64_t i = end; i < m; i++)
        z[i] = star_bit_copy_at(x, n, k + 64 * i);
}

/* The bits of `mask` in *z := those of x. */
static void blend(uint64_t *z, uint64_t x, uint64_t mask) {
    *z = (*z & ~mask) | (x & mask);
}

void star_bit_copy_replace(uint64_t *z, int64_t k, const uint64_t *x,
                           int64_t count) {
    const int64_t n = star_words(count);
    const int shift = (int)(k % 64);
    const int64_t last = star_words(k % 64 + count) - 1;
    const uint64_t head = ~UINT64_C(0) << shift;
    uint64_t tail;
    if (count == 0)
        return;
    tail = star_last_mask(k % 64 + count);
    z += k / 64;
    for (int64_t i = 0; i <= last; i++) {
        const uint64_t mask =
            (i == 0 ? head : ~UINT64_C(0)) & (i == last ? tail : ~UINT64_C(0));
        blend(&z[i], star_bit_copy_at(x, n, 64 * i - shift), mask);
    }
}

uint64_t star_bit_copy_reverse(uint64_t x) {
    const uint64_t m1 = UINT64_C(0x5555555555555555);
    const uint64_t m2 = UINT64_C(0x3333333333333333);
    const uint64_t m4 = UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x >> 1 & m1) | (x & m1) << 1;
    x = (x >> 2 & m2) | (x & m2) << 2;
    x = (x >> 4 & m4) | (x & m4) << 4;
    return __builtin_bswap64(x);
}

uint64_t star_bit_copy_spread(uint64_t x) {
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return (x | x << 1) & UINT64_C(0x5555555555555555);
}
