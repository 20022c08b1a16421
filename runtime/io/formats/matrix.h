/* SPDX-License-Identifier: MIT */
/* Tables from and to files: docs/reference/formats.md has the rules. */
#ifndef STAR_IO_MATRIX_H
#define STAR_IO_MATRIX_H

#include "backend.h"
#include "io/reader.h"
#include "values/object.h"

typedef enum StarFormat {
    STAR_FORMAT_AUTO,
#define FORMAT(id, name, extension, magic, graph, sentence) STAR_FORMAT_##id,
#include "io/formats/formats.def"
#undef FORMAT
    STAR_FORMAT_COUNT
} StarFormat;

/* The layout of a table that is loaded: see layouts.def. */
typedef enum StarGraphLayout {
#define LAYOUT(id, name, sentence) STAR_LAYOUT_##id,
#include "io/formats/layouts.def"
#undef LAYOUT
    STAR_LAYOUT_COUNT
} StarGraphLayout;

/* Bits of a weight; 0 leaves the choice to the file. */
enum { STAR_WEIGHT_BITS = 62 };

/* A layout's name, as load has it; a static text. */
const char *star_layout_name(StarGraphLayout layout);

/* A format's name; not for AUTO. */
const char *star_format_name(StarFormat format);

/* The format in which a file of this name is written: by its ending, .gz aside;
 * text if it has none. STAR_WRITE if no format has that ending. */
StarStatus star_format_find(StarError *error, const char *path,
                            StarFormat *format);

/* The kind of a file of numbers, as its user says. */
typedef enum StarTableKind {
    STAR_TABLE_ANY,    /* nothing is said: if it may be both, it is refused */
    STAR_TABLE_MATRIX, /* a row in each line */
    STAR_TABLE_ARCS    /* an arc in each line */
} StarTableKind;

/* A file that shall be read into a table. */
typedef struct StarTableFile {
    const char *path;
    const char *strange; /* as in open.h; NULL: any file */
    StarFormat format;
    StarGraphLayout layout;
    int list_layout; /* that of a list of arcs with names, plus 1; 0: layout */
    StarTableKind kind;
    const char *columns; /* of the arcs, as in arc_columns.h, or NULL */
    int64_t bits;        /* of weights: 0..STAR_WEIGHT_BITS */
    int decimals;        /* of weights: 0..STAR_MOST_DECIMALS, see reader.h */
    bool compact;        /* vertices without an arc do not count: those with
                            one are renumbered 1, 2, ... in their order */
    int image;           /* the one that the table shall have, plus 1; 0: any */
    StarError *warning;  /* where STAR_GAPS is raised if vertices of a file
                            that lists arcs have none, and STAR_COLUMNSFOUND;
                            NULL: no warning */
} StarTableFile;

/* Added to a layout where all are one number: compact; times 1 and 2, an image;
 * that weights have a width; times 1 and 2, the kind of the file; that columns
 * are named; times 1 to 9, the decimals of weights. */
enum {
    STAR_LAYOUT_COMPACT = 32,
    STAR_LAYOUT_IMAGE = 64,
    STAR_LAYOUT_WIDE = 256,
    STAR_LAYOUT_KIND = 512,
    STAR_LAYOUT_COLUMNS = 2048,
    STAR_LAYOUT_SCALE = 4096
};

/* True of such a number. */
static inline bool star_layout_is_number(unsigned number) {
    return number % STAR_LAYOUT_COMPACT < STAR_LAYOUT_COUNT &&
           number / STAR_LAYOUT_IMAGE % 4 <= STAR_ROWS + 1 &&
           number / STAR_LAYOUT_KIND % 4 <= STAR_TABLE_ARCS &&
           number / STAR_LAYOUT_SCALE <= STAR_MOST_DECIMALS;
}

/* Reads a file into a table. AUTO takes the format from the first bytes,
 * else from the extension, else it is text, or edges if it looks like that.
 *
 * A table that has a size must have the file's: else STAR_LENGTHS. STAR_OPEN
 * or STAR_FORBIDDEN if the file cannot be opened or read, STAR_FORMAT with
 * "file:line:column: " if it breaks the rules, STAR_MEMORY. The table is
 * unchanged after any error. */
StarStatus star_table_load(StarBackend *be, StarTable *table,
                           const StarTableFile *file);

/* Writes a table as the matrix or graph whose adjacency matrix it is. AUTO is
 * what star_format_find says; a path that ends in .gz is compressed.
 * STAR_LENGTHS if a graph's table is not square. A file is never left half
 * written: on STAR_WRITE, which names file and reason, or STAR_MEMORY the old
 * one is as it was. */
StarStatus star_table_save(StarBackend *be, const StarTable *table,
                           const char *path, StarFormat format);

/* Writes a slice or word as a table of one row, in the same way. */
StarStatus star_bits_save(StarBackend *be, const StarBits *line,
                          const char *path);

#endif
