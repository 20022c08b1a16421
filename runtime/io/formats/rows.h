/* SPDX-License-Identifier: MIT */
/* The bits of a matrix of which the number of rows is not known before the
 * last: row after row, each from a word of its own on. */
#ifndef STAR_IO_ROWS_H
#define STAR_IO_ROWS_H

#include "io/graph.h"

typedef struct StarRows {
    StarMem *mem;
    uint64_t *word;
    size_t used, capacity;
} StarRows;

/* Makes room for a word more. */
StarStatus star_rows_grow(StarRows *rows);

/* Appends a word of the row that is being read; STAR_MEMORY. */
static inline StarStatus star_rows_append(StarRows *rows, uint64_t word) {
    if (rows->used == rows->capacity)
        STAR_TRY(star_rows_grow(rows));
    rows->word[rows->used++] = word;
    return STAR_OK;
}

/* Gives a graph its size and an arc for each 1, if `status` is STAR_OK, and
 * frees the rows. */
StarStatus star_rows_close(StarRows *rows, StarGraph *g, StarStatus status,
                           int64_t count, int64_t cols);

#endif
