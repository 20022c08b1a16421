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

/* The lines of a file, or the part of them that belongs to the rows of a rank.
 */
typedef struct StarBitsShape {
    int64_t rows, cols;
    int64_t stride, held;  /* words from one line to the next, words of each */
    int64_t lines, length; /* lines, components of each */
    size_t words, blocks;
    int dir;
} StarBitsShape;

/* The checksum of some words, of which the first is word `at` of the lines, a
 * multiple of STAR_BITS_GROUP. Those of the parts of a block add up to its
 * own. */
uint64_t star_bits_checksum(const uint64_t *word, size_t count, size_t at);

/* The words of the header, 0 before. */
void star_bits_header(const StarBitsShape *s, uint64_t *header);

/* The number of the first line behind whose end is anything but 0, or 0. */
int64_t star_bits_padded(const StarBitsShape *s, const uint64_t *word);

/* True if an image has the same lines. */
bool star_bits_is_image(const StarBitsShape *s, bool by_rows);

/* Gives the lines to an image with another stride, or to the other one. */
StarStatus star_bits_put(StarBackend *be, const StarImage *image, bool by_rows,
                         const StarBitsShape *s, const uint64_t *word);

/* Where ranks divide the table, and all have the file: each reads its part, and
 * the table is divided. STAR_DECLINED: not so, or anything is wrong, and the
 * table has no value yet. STAR_MEMORY. */
StarStatus star_bits_read_part(StarReader *r, StarGraph *g,
                               const StarBitsShape *s);

/* The shape of a table that is saved. */
StarBitsShape star_bits_shape(const StarTable *table);

/* Where the table is divided, and all ranks have the file: each writes its
 * part. False: nothing was written. */
bool star_bits_write_part(StarBackend *be, StarWriter *w,
                          const StarTable *table);

#endif
