/* Values as people see them: a table with its numbers of rows and columns,
 *
 *              10
 *      123456789012
 *    1 010101010101
 *  > 2*110000000011      a marked row, in which something changed
 *
 * the like for a slice, which stands upright, a word, which lies, and an array
 * of two dimensions; other values as a text. What is too long or too wide is
 * folded in the middle, with a count of what is left out. A place without a
 * value shows as ?. */
#ifndef STAR_PICTURE_H
#define STAR_PICTURE_H

#include "values/heap.h"
#include "bytecode/type.h"

enum { STAR_PICTURE_WIDTH = 80, STAR_PICTURE_HEIGHT = 13 };

typedef struct StarPicture {
    int width;      /* columns of the page; 0: STAR_PICTURE_WIDTH */
    int64_t height; /* most rows; 0: all of them, and of all lists */
    int field;      /* a table shows as the numbers in its strips of so many
                       columns, 1..63; 0: as bits */
    bool across;    /* slices lie, like words */
    bool colour;    /* what changed and what is marked: with a terminal's */
    bool utf8;      /* characters beyond ASCII may be used */
    const StarBits *mark; /* rows to be marked, or NULL */
    const StarHeap *heap; /* to show the variables that pointers point to, one
                             pointer deep; NULL: not */
} StarPicture;

/* Writes a value, which ends with a newline. `before` is NULL or an earlier
 * value of the type: what differs is highlighted. Brings the value home, which
 * may fail. */
StarStatus star_picture(StarBackend *be, const StarPicture *how,
                        const StarType *type, StarCell value,
                        const StarCell *before, StarSink *sink, void *context);

/* A slice or a table beside others. */
typedef struct StarPanel {
    const char *name;
    const StarType *type;
    StarCell value;
    const StarCell *before; /* or NULL */
} StarPanel;

/* The matrix memory: slices and tables side by side, row by row. */
StarStatus star_picture_memory(StarBackend *be, const StarPicture *how,
                               const StarPanel *panel, int panels,
                               StarSink *sink, void *context);

/* Writes a value on one line of at most how->width columns, without an end; a
 * table as its size. */
StarStatus star_picture_short(StarBackend *be, const StarPicture *how,
                              const StarType *type, StarCell value,
                              StarSink *sink, void *context);

#endif
