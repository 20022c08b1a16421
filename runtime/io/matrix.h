/* Tables from and to files. Layout: the file's rows and columns are the
 * table's; in a graph, component (i, j) is the arc i -> j. */
#ifndef STAR_IO_MATRIX_H
#define STAR_IO_MATRIX_H

#include "backend.h"

typedef enum StarFormat {
    STAR_FORMAT_AUTO,
#define FORMAT(id, name, extension, magic, sentence) STAR_FORMAT_##id,
#include "formats.def"
#undef FORMAT
    STAR_FORMAT_COUNT
} StarFormat;

/* The format with this name, such as "text", or extension, such as "txt", in
 * letters of either case; false if there is none. */
bool star_format_find(const char *name, StarFormat *out);

/* A format's name and the sentence that describes it; not for AUTO. */
const char *star_format_name(StarFormat format);
const char *star_format_sentence(StarFormat format);

/* Reads a file into a table. AUTO takes the format from the first bytes,
 * else from the extension, else it is text.
 *
 * mtx   Matrix Market, coordinate or array. Every stored entry is a 1
 *       whatever its value, in an array every one that is not 0; the
 *       symmetric forms set (i, j) and (j, i). Sizes go up to 2^31 - 1. An
 *       entry given twice is an error.
 * text  One row of 0 and 1 a line, with blanks between them or not, all of
 *       the same length; empty lines do not count, and # or % starts a
 *       comment. A file without digits is 0 x 0.
 *
 * A table that has a size must have the file's: else STAR_LENGTHS. STAR_OPEN
 * if the file cannot be opened or read, STAR_FORMAT with
 * "file:line:column: " if it breaks the rules, STAR_MEMORY. The table is
 * unchanged after any error. */
StarStatus star_table_load(StarBackend *be, StarTable *table, const char *path,
                           StarFormat format);

/* Writes a table. AUTO takes the format from the extension, else it is text.
 * mtx is "matrix coordinate pattern general", row by row; text has no
 * blanks. A file is never left half written: on STAR_WRITE, which names file
 * and reason, or STAR_MEMORY the old one is as it was. */
StarStatus star_table_save(StarBackend *be, const StarTable *table,
                           const char *path, StarFormat format);

/* Writes a slice or word as one line of 0 and 1, in the same way. */
StarStatus star_line_save(StarBackend *be, const StarLine *line,
                          const char *path);

#endif
