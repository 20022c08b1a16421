/* SPDX-License-Identifier: MIT */
/* The functions of a format, and those that they may use. */
#ifndef STAR_IO_FORMAT_H
#define STAR_IO_FORMAT_H

#include "io/formats/graph.h"
#include "io/writer.h"

/* Reads a file into a graph. */
typedef StarStatus StarFormatRead(StarReader *r, StarGraph *g);

/* Writes a table; `scratch` has room for one row. */
typedef void StarFormatWrite(StarBackend *be, StarWriter *w,
                             const StarTable *table, uint64_t *scratch);

#define FORMAT(id, name, extension, magic, graph, sentence) \
    StarFormatRead star_##name##_read;                      \
    StarFormatWrite star_##name##_write;
#include "io/formats/formats.def"
#undef FORMAT

/* The words of row i, from 0: in the table itself, or gathered into `row`. */
const uint64_t *star_format_row(StarBackend *be, const StarTable *table,
                                int64_t i, uint64_t *row);

/* The ones of a table. */
int64_t star_format_count(StarBackend *be, const StarTable *table);

/* Writes a line for each one of a table, row by row: `before`, its row, a tab
 * or blank, its column and `after`. The first row and column have the number
 * `first`. */
void star_format_arcs(StarBackend *be, StarWriter *w, const StarTable *table,
                      uint64_t *scratch, const char *before, int64_t first,
                      char between, const char *after);

/* True if a text is rather an edge list: a line in its first STAR_READER_WINDOW
 * bytes is two or three numbers that are not made of 0 and 1 alone. */
bool star_edges_likely(StarReader *r);

#endif
