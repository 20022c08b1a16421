/* SPDX-License-Identifier: MIT */
/* The inside of the format bits. */
#ifndef STAR_IO_BITS_H
#define STAR_IO_BITS_H

#include "io/formats/format.h"

enum {
    STAR_BITS_HEADER = 4096,   /* bytes */
    STAR_BITS_BLOCK = 1 << 17, /* words of a checksum */
    STAR_BITS_GROUP = 8        /* words that are summed up together */
};

/* What a file holds. */
typedef struct StarBitsShape {
    int64_t rows, cols, stride;
    int64_t lines, length; /* lines, components of each */
    size_t words, blocks;
    int dir;
} StarBitsShape;

/* The checksum of some words, of which the first is word `at` of the lines, a
 * multiple of STAR_BITS_GROUP. Those of the parts of a block add up to its
 * own. */
uint64_t star_bits_checksum(const uint64_t *word, size_t count, size_t at);

#endif
