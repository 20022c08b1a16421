/* SPDX-License-Identifier: MIT */
/* The checksum of the format bits, as docs/reference/formats.md has it: tests
 * make files with it that are wrong in something else. */
#ifndef STAR_BITS_CHECKSUM_H
#define STAR_BITS_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* A step of one of the chains. */
static inline uint64_t bits_step(uint64_t x, uint64_t word) {
    x = (x ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return x << 29 | x >> 35;
}

static inline uint64_t bits_checksum(const uint64_t *word, size_t count) {
    uint64_t chain[8] = {0}, sum = count;
    for (size_t k = 0; k < count; k++)
        chain[k % 8] = bits_step(chain[k % 8], word[k]);
    for (int c = 0; c < 8; c++)
        sum = bits_step(sum, chain[c]);
    return sum;
}

#endif
