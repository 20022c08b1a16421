/* Tables as kernels, readers and writers see them. Images are numbered
 * STAR_COLUMNS and STAR_ROWS; line `index`, from 0, of an image is a column
 * or a row. */
#ifndef STAR_TABLE_H
#define STAR_TABLE_H

#include "values/object.h"

/* Number of lines of an image, and of components of each. */
static inline int64_t star_table_lines(const StarTable *table, int dir) {
    return dir == STAR_COLUMNS ? table->cols : table->rows;
}
static inline int64_t star_table_length(const StarTable *table, int dir) {
    return dir == STAR_COLUMNS ? table->rows : table->cols;
}

/* A line to read, or NULL if that image is not valid. */
static inline uint64_t *star_table_line(StarBackend *be, const StarTable *table,
                                        int dir, int64_t index) {
    const StarImage *image = &table->image[dir];
    (void)be;
    return image->valid ? image->word + index * image->stride : NULL;
}

/* Gives a table without a size one, with its zeros in one image, whose lines
 * may then be written in place. */
StarStatus star_table_shape(StarBackend *be, StarTable *table, int64_t rows,
                            int64_t cols, int dir);

/* Copies a line to z, or z, padded with 0, to a line. Either takes the way
 * that is cheaper in the long run: see table.c. The line must exist. */
StarStatus star_table_read(StarBackend *be, StarTable *table, int dir,
                           int64_t index, uint64_t *z);
StarStatus star_table_write(StarBackend *be, StarTable *table, int dir,
                            int64_t index, const uint64_t *z);

/* Makes an image valid: its lines may then be read in place. */
StarStatus star_table_need(StarBackend *be, StarTable *table, int dir);

/* Makes an image the only valid one: its lines may then be written in
 * place, padding staying 0. */
StarStatus star_table_own(StarBackend *be, StarTable *table, int dir);

/* The same for a caller who will write every line: contents are lost. */
StarStatus star_table_fresh(StarBackend *be, StarTable *table, int dir);

/* A table that was loaded remembers its layout: here it is marked. Copies are
 * marked too. A table that has changed since has no layout any more, which is
 * found only when it is asked for, by a hash of all rows: so writing costs
 * nothing. A copy marks `to` as `from` is. */
void star_table_mark(StarBackend *be, StarTable *table, int layout);
void star_table_mark_as(StarTable *to, const StarTable *from);

/* The layout of a table, -1 if that is not known. */
int star_table_layout(StarBackend *be, StarTable *table);

#endif
