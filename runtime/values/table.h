/* SPDX-License-Identifier: MIT */
/* Tables as kernels, readers and writers see them. The images of a table are
 * STAR_COLUMNS and STAR_ROWS; vector `index`, from 0, of an image is a column
 * or a row. */
#ifndef STAR_TABLE_H
#define STAR_TABLE_H

#include "values/object.h"

/* Number of vectors of an image, and of components of each. */
static inline int64_t star_table_vectors(const StarTable *table, int dir) {
    return dir == STAR_COLUMNS ? table->cols : table->rows;
}
static inline int64_t star_table_length(const StarTable *table, int dir) {
    return dir == STAR_COLUMNS ? table->rows : table->cols;
}

/* A vector to read, or NULL if that image is not valid. */
static inline uint64_t *star_table_vector(StarBackend *be,
                                          const StarTable *table, int dir,
                                          int64_t index) {
    const StarImage *image = &table->image[dir];
    (void)be;
    return image->valid ? image->word + index * image->stride : NULL;
}

/* A table whose rows are memory elsewhere, `stride` words apart, which it never
 * frees: for kernels of the processor. star_table_only frees the other image,
 * if they have built it. */
StarTable star_table_view(uint64_t *row, int64_t stride, int64_t rows,
                          int64_t cols);

/* Gives a table without a size one, with its zeros in one image, whose vectors
 * may then be written in place. STAR_FILESIZE if a size is negative,
 * STAR_LENGTHS if the table is fixed at another size, STAR_MEMORY. */
StarStatus star_table_shape(StarBackend *be, StarTable *table, int64_t rows,
                            int64_t cols, int dir);

/* The same for ROW(i, T) := w, i being `rows`, from 1, and w having `cols`
 * components: of another table without a size, and of one that has its size
 * from here, rows of zeros are added up to that one. Others are left alone. */
StarStatus star_table_grow(StarBackend *be, StarTable *table, int64_t rows,
                           int64_t cols);

/* Before a vector of an image is read, or written: if the image is not valid,
 * transposes the table, if that pays by the cost model of table.c. An image
 * that is to be written is afterwards the only valid one, or not valid.
 * STAR_MEMORY. */
StarStatus star_table_choose(StarBackend *be, StarTable *table, int dir,
                             bool writes);

/* The same, and copies the vector to z, or z, padded with 0, to the vector, bit
 * by bit where the image is not valid. The vector must exist. STAR_MEMORY. */
StarStatus star_table_read(StarBackend *be, StarTable *table, int dir,
                           int64_t index, uint64_t *z);
StarStatus star_table_write(StarBackend *be, StarTable *table, int dir,
                            int64_t index, const uint64_t *z);

/* Raises STAR_MEMORY for the image that the table lacks, and notes the table as
 * the error's object. */
StarStatus star_table_lacks(StarBackend *be, const StarTable *table,
                            const char *name);

/* Makes an image valid: its vectors may then be read in place. STAR_MEMORY. */
StarStatus star_table_need(StarBackend *be, StarTable *table, int dir);

/* Makes an image the only valid one: its vectors may then be written in place,
 * padding staying 0. STAR_MEMORY. */
StarStatus star_table_own(StarBackend *be, StarTable *table, int dir);

/* Makes an image valid and frees the other one. STAR_MEMORY. */
StarStatus star_table_only(StarBackend *be, StarTable *table, int dir);

/* As star_table_own, for a caller that will write every vector: the contents
 * are lost. */
StarStatus star_table_fresh(StarBackend *be, StarTable *table, int dir);

/* The same, the other image giving its memory back first. Without memory for
 * this one all components are 0, or there are none. */
StarStatus star_table_fresh_only(StarBackend *be, StarTable *table, int dir);

/* Marks a table with the layout in which it was loaded, or `to` with the
 * layout, the scale and the names of `from`. A table that has changed since has
 * no layout any more. star_table_layout detects that by a hash of all rows, so
 * that writing costs nothing. */
void star_table_mark(StarBackend *be, StarTable *table, int layout);
void star_table_mark_as(StarTable *to, const StarTable *from);

/* The layout of a table, -1 if that is not known. */
int star_table_layout(StarBackend *be, StarTable *table);

#endif
