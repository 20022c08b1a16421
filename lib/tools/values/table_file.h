/* SPDX-License-Identifier: MIT */
/* A file as the value of a table: FILE, FILE:LAYOUT or FILE:weights:H, perhaps
 * with :matrix, :arcs or :arcs(COLUMNS) in front of the layout and with
 * :compact, :columns or :rows, and :scale=10, 100, ... behind it. */
#ifndef STAR_TOOLS_TABLE_FILE_H
#define STAR_TOOLS_TABLE_FILE_H

#include <limits.h>

#include "io/formats/matrix.h"

/* Bytes of a list of columns. */
enum { STAR_TABLE_COLUMNS = 1024 };

typedef struct TableFile {
    char path[PATH_MAX];
    bool named; /* there are columns of arcs, these: */
    char columns[STAR_TABLE_COLUMNS];
    StarTableKind kind;
    bool laid_out; /* there is a layout; else it is adjacency, or weights of
                      three columns */
    StarGraphLayout layout;
    bool sized;   /* there is an H, */
    int64_t bits; /* this one; else 0 */
    bool compact;
    int image;    /* as in StarTableFile */
    bool scaled;  /* there is a scale, */
    int decimals; /* this power of ten; -1: none of these */
} TableFile;

/* Parses such a text. One without such an ending is a FILE; a path that is too
 * long is cut. */
TableFile table_file(const char *text);

#endif
