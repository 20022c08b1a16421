/* SPDX-License-Identifier: MIT */
/* The checksum of the format bits, as docs/reference/formats.md has it: tests
 * make files with it that are wrong in something else. */
#ifndef STAR_BITS_CHECKSUM_H
#define STAR_BITS_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Of words that begin with word `at` of the lines, a multiple of 8. */
static inline uint64_t bits_checksum(const uint64_t *word, size_t count,
                                     size_t at) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t sum = 0, x = 0;
    for (size_t k = 0; k < count; k++) {
        if (k % 8 == 0)
            x = (at + k) / 8 * factor;
        x = (x ^ word[k]) * factor;
        x = x << 29 | x >> 35;
        if (k % 8 == 7 || k + 1 == count)
            sum += x * factor ^ x * factor >> 32;
    }
    return sum;
}

#endif
