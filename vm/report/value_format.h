/* SPDX-License-Identifier: MIT */
/* Formats values for people: a table with its numbers of rows and columns,
 *
 *              10
 *      123456789012
 *    1 010101010101
 *  > 2*110000000011      a marked row, in which something changed
 *
 * likewise a slice, which stands upright, a word, which lies, and an array of
 * two dimensions; other values as a text. The middle of a value that is too
 * long or too wide is elided, with the count of rows or columns left out. An
 * element without a value shows as ?. */
#ifndef STAR_VALUE_FORMAT_H
#define STAR_VALUE_FORMAT_H

#include "values/heap.h"
#include "bytecode/type.h"

enum { STAR_VALUE_FORMAT_WIDTH = 80, STAR_VALUE_FORMAT_HEIGHT = 13 };

typedef struct StarValueFormat {
    int width;      /* columns of the page; 0: STAR_VALUE_FORMAT_WIDTH */
    int64_t height; /* rows at most; 0: all of them, and of all lists */
    int field;      /* a table shows as the numbers in its strips of so many
                       columns, 1..63; 0: as bits */
    bool across;    /* slices lie, like words */
    bool colour;    /* what changed and what is marked: with a terminal's */
    bool utf8;      /* characters beyond ASCII may be used */
    const StarBits *mark;          /* rows to be marked, or NULL */
    const struct StarNames *names; /* of the rows, behind these; or NULL */
    const StarHeap *heap; /* to show the variables that pointers point to, one
                             pointer deep; NULL: not */
} StarValueFormat;

/* Writes a value, which ends with a newline. `before` is NULL or an earlier
 * value of the type: cells that differ are highlighted. The value and `before`
 * are synced to the host; a failure of that is returned. */
StarStatus star_value_format(StarBackend *be, const StarValueFormat *how,
                             const StarType *type, StarCell value,
                             const StarCell *before, StarSink *sink,
                             void *context);

/* A slice or a table beside others. */
typedef struct StarPanel {
    const char *name;
    const StarType *type;
    StarCell value;
    const StarCell *before; /* or NULL */
} StarPanel;

/* Writes the matrix memory: slices and tables side by side, row by row. Fails
 * as star_value_format does, and with STAR_MEMORY. */
StarStatus star_value_format_memory(StarBackend *be, const StarValueFormat *how,
                                    const StarPanel *panel, int panels,
                                    StarSink *sink, void *context);

/* Writes a value on one line of at most how->width columns, without an end; a
 * table as its size. */
StarStatus star_value_format_short(StarBackend *be, const StarValueFormat *how,
                                   const StarType *type, StarCell value,
                                   StarSink *sink, void *context);

#endif
