/* SPDX-License-Identifier: MIT */
/* The bits of a matrix of which the number of rows is not known before the
 * last: row after row, each from a word of its own on. */
#ifndef STAR_IO_ROWS_H
#define STAR_IO_ROWS_H

#include "io/formats/format.h"

typedef struct StarRows {
    StarMem *mem;
    uint64_t *word;
    size_t used, capacity;
    /* To tell rows from arcs: */
    bool no_arcs;     /* some line has not two or three whole numbers */
    bool others;      /* some number is neither 0 nor 1 */
    int64_t diagonal; /* the ones there */
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

/* Reads the rows of a file, or of a part of one that begins and ends between
 * two lines: appends their words, and tells how many there are, and of how many
 * columns. */
typedef StarStatus StarRowsRead(StarReader *r, StarGraph *g, StarRows *rows,
                                int64_t *count, int64_t *cols);

/* A line that begins with one of these is a comment. */
#define STAR_ROWS_COMMENT "#%"

/* STAR_OK if rows of a file that may be a matrix or a list of arcs can only be
 * a matrix that its user means; else STAR_FORMAT, and what to write. */
StarStatus star_rows_check(const StarRows *rows, const StarGraph *g,
                           const char *path, int64_t count, int64_t cols);

/* Reads a file in which each line is a row, unless it is empty or a comment. */
StarStatus star_rows_read(StarReader *r, StarGraph *g, StarRowsRead *read);

/* Where ranks divide the table, and all have the file: each reads its rows, and
 * the table is divided. STAR_DECLINED: not so, or anything is wrong, and the
 * table has no value yet. STAR_MEMORY. */
StarStatus star_rows_read_part(StarReader *r, StarGraph *g, StarRowsRead *read);

/* Where the table is divided, and all ranks have the file, in which a row takes
 * so many bytes: each writes its rows. False: nothing was written. */
bool star_rows_write_part(StarBackend *be, StarWriter *w,
                          const StarTable *table, int64_t bytes,
                          StarFormatWrite *write, uint64_t *scratch);

#endif
