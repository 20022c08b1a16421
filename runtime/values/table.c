/* SPDX-License-Identifier: MIT */
/* A table is stored as columns, as rows, or as both.
 *
 * To read or write a vector of the image that is not valid, a gather or scatter
 * crosses the vectors of the other image, bit by bit. The choice to build the
 * missing image by a transposition instead is the ski-rental problem:
 *
 *     a crossing                      credit += the words that it touches
 *     credit > threshold x price      the image is built,
 *                                     credit := -TRANSPOSE_COST x price
 *     a read of the built image,      credit += the words that a crossing
 *     while credit < 0                          would touch
 *     the image becomes invalid       credit := 0
 *
 * The price is the number of words of both images. If a write to the other
 * image makes the built one invalid while the credit is negative, the threshold
 * doubles, so that a program that alternates between one column and many rows
 * soon uses the rows alone; else the threshold returns to its first value.
 */
#include "values/table.h"

#include "backend.h"
#include "values/kinds.h"
#include "cpu/simd/parallel.h"

#include <string.h>

/* A transposition takes as long as crossings that touch this many times the
 * memory of both images; measured, see docs/architecture/tables.md. It is the
 * first threshold too. */
enum { TRANSPOSE_COST = 3 };

/* Vectors from PADDED_MIN_BITS components on are whole cache lines, of 8 words.
 * A multiple of 16 cache lines, from 32 on, would put all vectors into few sets
 * of a cache; with one more, a column of 16384 rows is read 2.5 times faster.
 */
enum { PADDED_MIN_BITS = 8192, CACHE_LINE_WORDS = 8 };

static int64_t stride(int64_t length) {
    const int64_t words = star_words(length);
    int64_t cache_lines = (words + CACHE_LINE_WORDS - 1) / CACHE_LINE_WORDS;
    if (length < PADDED_MIN_BITS)
        return words;
    if (cache_lines >= 32 && cache_lines % 16 == 0)
        cache_lines++;
    return cache_lines * CACHE_LINE_WORDS;
}

/* Words of an image; SIZE_MAX, which no one can allocate, if they pass what
 * a size can hold. */
static size_t image_words(const StarTable *t, int dir) {
    size_t words = 0;
    if (!star_size_mul((uint64_t)star_table_vectors(t, dir),
                       (uint64_t)stride(star_table_length(t, dir)), &words))
        return SIZE_MAX;
    return words;
}

/* Gives an image memory, if it has none. */
static StarStatus allocate(StarBackend *be, StarTable *t, int dir) {
    StarImage *image = &t->image[dir];
    if (image->word != NULL)
        return STAR_OK;
    image->stride = stride(star_table_length(t, dir));
    image->word = be->ops.alloc(be, image_words(t, dir), true);
    return image->word != NULL ? STAR_OK : STAR_MEMORY;
}

static void release_image(StarBackend *be, StarTable *t, int dir) {
    if (t->image[dir].word != NULL)
        be->ops.release(be, t->image[dir].word, image_words(t, dir));
    t->image[dir] = (StarImage){.word = NULL};
}

/* Frees both images: the table is then 0 x 0. */
static void release(StarBackend *be, StarTable *t) {
    release_image(be, t, STAR_COLUMNS);
    release_image(be, t, STAR_ROWS);
    t->rows = t->cols = 0;
}

StarTable *star_table_new(StarBackend *be, StarSizing sizing) {
    StarTable *t = star_mem_alloc(be->mem, 1, sizeof *t);
    if (t != NULL) {
        t->head = (StarObject){STAR_TABLE, (uint8_t)sizing};
        t->transpose_threshold = TRANSPOSE_COST;
    }
    return t;
}

StarTable star_table_view(uint64_t *row, int64_t stride, int64_t rows,
                          int64_t cols) {
    return (StarTable){.head = {STAR_TABLE, STAR_FIXED},
                       .rows = rows,
                       .cols = cols,
                       .image[STAR_ROWS] = {row, stride, true},
                       .transpose_threshold = TRANSPOSE_COST};
}

void star_table_free(StarBackend *be, StarTable *t) {
    release(be, t);
    star_mem_free(be->mem, t, 1, sizeof *t);
}

StarStatus star_table_size(StarBackend *be, StarTable *t, int64_t rows,
                           int64_t cols) {
    return star_table_shape(be, t, rows, cols, STAR_COLUMNS);
}

StarStatus star_table_shape(StarBackend *be, StarTable *t, int64_t rows,
                            int64_t cols, int dir) {
    const bool unsized = t->head.sizing == STAR_UNSIZED;
    StarStatus status;
    if (rows < 0 || cols < 0)
        return star_raise(be->mem->error, MSG_TABLE_SIZE_NEGATIVE(rows, cols));
    if (!unsized && t->rows == rows && t->cols == cols)
        return STAR_OK;
    if (t->head.sizing == STAR_FIXED)
        return star_raise(be->mem->error,
                          MSG_TABLE_SIZE_FIXED(t->rows, t->cols, rows, cols));
    release(be, t);
    t->rows = rows;
    t->cols = cols;
    status = star_table_fresh(be, t, dir);
    if (status != STAR_OK)
        release(be, t);
    else if (unsized)
        t->head.sizing = STAR_FIXED;
    return status;
}

/* Rows are added to columns, most often within the padding of the last words.
 */
static StarStatus add_rows(StarBackend *be, StarTable *t, int64_t rows) {
    STAR_TRY(star_object_sync(be, &t->head, STAR_CHANGE));
    STAR_TRY(star_table_own(be, t, STAR_COLUMNS));
    StarImage *columns = &t->image[STAR_COLUMNS];
    release_image(be, t, STAR_ROWS);
    StarTable old = *t;
    t->rows = rows;
    if (stride(rows) == columns->stride)
        return STAR_OK;
    columns->word = NULL;
    if (allocate(be, t, STAR_COLUMNS) != STAR_OK ||
        star_object_sync(be, &t->head, STAR_CHANGE) != STAR_OK) {
        if (columns->word != NULL)
            release_image(be, t, STAR_COLUMNS);
        *t = old;
        return STAR_MEMORY;
    }
    for (int64_t k = 0; k < t->cols; k++)
        be->isa->copy(columns->word + k * columns->stride,
                      old.image[STAR_COLUMNS].word +
                          k * old.image[STAR_COLUMNS].stride,
                      star_words(old.rows));
    release_image(be, &old, STAR_COLUMNS);
    return STAR_OK;
}

StarStatus star_table_grow(StarBackend *be, StarTable *t, int64_t rows,
                           int64_t cols) {
    if (t->head.sizing == STAR_UNSIZED && rows >= 1) {
        STAR_TRY(star_table_size(be, t, rows, cols));
        t->grows = true;
    }
    return t->grows && rows > t->rows && cols == t->cols ? add_rows(be, t, rows)
                                                         : STAR_OK;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- Choosing an image ---- */

/* Words touched by a vector that crosses the vectors of the other image. */
static int64_t crossing(const StarTable *t, int dir) {
    return star_table_vectors(t, !dir) *
           smaller(t->image[!dir].stride, CACHE_LINE_WORDS);
}

/* Words of both images. */
static int64_t image_cost(const StarTable *t) {
    return (int64_t)(image_words(t, STAR_COLUMNS) + image_words(t, STAR_ROWS));
}

/* Adds one crossing to the credit. True if image dir shall be built rather than
 * crossed once more: the credit exceeds the threshold, and there is memory. */
static bool should_build(const StarBackend *be, StarTable *t, int dir) {
    t->transpose_credit += crossing(t, dir);
    return t->transpose_credit / t->transpose_threshold > image_cost(t) &&
           image_words(t, dir) < (be->mem->limit - be->mem->used) / 8;
}

/* Makes the device copy of an image invalid. */
static StarStatus forget(StarBackend *be, const StarTable *t, int dir) {
    return be->ops.sync_to_host != NULL && t->image[dir].word != NULL
               ? be->ops.sync_to_host(be, t->image[dir].word, STAR_FORGET)
               : STAR_OK;
}

/* The same of one that holds nothing: it may be freed. */
static void forget_invalid(StarBackend *be, StarTable *t, int dir) {
    const StarError before = *be->mem->error;
    if (forget(be, t, dir) == STAR_OK)
        return;
    *be->mem->error = before;
    release_image(be, t, dir);
}

/* Twice the threshold, as often as that is a number. */
static int64_t doubled(int64_t threshold) {
    return threshold <= INT64_MAX / 2 ? 2 * threshold : threshold;
}

/* Makes image dir invalid: it does not hold the table's bits any more. */
static void invalidate(StarBackend *be, StarTable *t, int dir) {
    forget_invalid(be, t, dir);
    t->transpose_threshold = t->transpose_credit < 0 && t->built_last == dir
                                 ? doubled(t->transpose_threshold)
                                 : TRANSPOSE_COST;
    t->transpose_credit = 0;
    t->image[dir].valid = false;
}

StarStatus star_table_lacks(StarBackend *be, const StarTable *t,
                            const char *name) {
    const int dir = t->image[STAR_ROWS].valid ? STAR_COLUMNS : STAR_ROWS;
    size_t bytes = SIZE_MAX;
    star_size_mul(image_words(t, dir), sizeof(uint64_t), &bytes);
    star_raise(be->mem->error,
               MSG_IMAGE_MEMORY(name, t->rows, t->cols,
                                dir == STAR_ROWS ? "rows" : "columns", bytes,
                                be->mem->used, be->mem->limit));
    be->mem->error->object = t;
    return STAR_MEMORY;
}

StarStatus star_table_need(StarBackend *be, StarTable *t, int dir) {
    if (t->image[dir].valid)
        return STAR_OK;
    if (allocate(be, t, dir) != STAR_OK)
        return star_table_lacks(be, t, "a table");
    if (t->image[!dir].valid)
        STAR_TRY(be->ops.transpose(be, t, dir));
    t->image[dir].valid = true;
    t->built_last = (uint8_t)dir;
    t->transpose_credit = -TRANSPOSE_COST * image_cost(t);
    return STAR_OK;
}

StarStatus star_table_own(StarBackend *be, StarTable *t, int dir) {
    STAR_TRY(star_table_need(be, t, dir));
    if (t->image[!dir].valid)
        invalidate(be, t, !dir);
    return STAR_OK;
}

StarStatus star_table_fresh(StarBackend *be, StarTable *t, int dir) {
    STAR_TRY(allocate(be, t, dir));
    STAR_TRY(forget(be, t, dir));
    forget_invalid(be, t, !dir);
    t->image[dir].valid = true;
    t->image[!dir].valid = false;
    t->transpose_credit = 0;
    t->layout = t->decimals = 0;
    t->names = NULL;
    return STAR_OK;
}

StarStatus star_table_only(StarBackend *be, StarTable *t, int dir) {
    STAR_TRY(star_table_need(be, t, dir));
    release_image(be, t, !dir);
    t->transpose_credit = 0;
    return STAR_OK;
}

/* Without memory for the image the other one, which has just been freed, is
 * there again. */
StarStatus star_table_fresh_only(StarBackend *be, StarTable *t, int dir) {
    release_image(be, t, !dir);
    const StarStatus status = star_table_fresh(be, t, dir);
    if (status == STAR_OK)
        return STAR_OK;
    if (star_table_fresh(be, t, !dir) == STAR_OK)
        return star_table_lacks(be, t, "a table");
    release(be, t);
    return status;
}

/* ---- The layout ---- */

/* The share of a word of a row in the table's hash: word w of row i, from 0. */
static uint64_t mixed(uint64_t word, int64_t i, int64_t w) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t x = (word + (uint64_t)i * factor + (uint64_t)w) * factor;
    return (x ^ x >> 29) * factor;
}

static uint64_t hash_rows(const uint64_t *word, int64_t stride, int64_t first,
                          int64_t rows, int64_t from, int64_t words) {
    uint64_t h = 0;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t w = 0; w < words; w++)
            h += mixed(word[i * stride + w], first + i, from + w);
    return h;
}

/* The same of columns, whose tiles are transposed: no image is built. */
static uint64_t hash_columns(const StarBackend *be, const StarTable *t) {
    enum { TILE_WORDS = STAR_TILE / 64 };
    uint64_t tile[STAR_TILE * TILE_WORDS], h = 0;
    const StarImage *columns = &t->image[STAR_COLUMNS];
    for (int64_t j = 0; j < t->cols; j += STAR_TILE)
        for (int64_t i = 0; i < t->rows; i += STAR_TILE) {
            const int64_t cols = smaller(STAR_TILE, t->cols - j);
            const int64_t rows = smaller(STAR_TILE, t->rows - i);
            be->isa->transpose(tile, TILE_WORDS,
                               columns->word + j * columns->stride + i / 64,
                               columns->stride, cols, rows);
            h += hash_rows(tile, TILE_WORDS, i, rows, j / 64, star_words(cols));
        }
    return h;
}

/* False, without an error, if the host cannot have the rows. */
static bool rows_hash(StarBackend *be, StarTable *t, uint64_t *h) {
    const StarError before = *be->mem->error;
    const StarImage *rows = &t->image[STAR_ROWS];
    if (star_object_sync(be, &t->head, STAR_READ) != STAR_OK) {
        *be->mem->error = before;
        return false;
    }
    *h = rows->valid ? hash_rows(rows->word, rows->stride, 0, t->rows, 0,
                                 star_words(t->cols))
                     : hash_columns(be, t);
    return true;
}

void star_table_mark(StarBackend *be, StarTable *t, int layout) {
    t->layout = rows_hash(be, t, &t->loaded) ? (uint8_t)(layout + 1) : 0;
}

void star_table_mark_as(StarTable *to, const StarTable *from) {
    to->layout = from->layout;
    to->decimals = from->decimals;
    to->loaded = from->loaded;
    to->names = from->names;
}

int star_table_layout(StarBackend *be, StarTable *t) {
    uint64_t now;
    if (t->layout != 0 && (!rows_hash(be, t, &now) || now != t->loaded))
        t->layout = 0;
    return t->layout - 1;
}

/* ---- Vectors ---- */

StarStatus star_table_choose(StarBackend *be, StarTable *t, int dir,
                             bool writes) {
    const StarImage *image = &t->image[dir];
    if (image->valid && !writes) {
        if (t->transpose_credit < 0 && t->built_last == dir)
            t->transpose_credit += crossing(t, dir);
        return STAR_OK;
    }
    if (!image->valid && !should_build(be, t, dir))
        return STAR_OK;
    return writes ? star_table_own(be, t, dir) : star_table_need(be, t, dir);
}

StarStatus star_table_read(StarBackend *be, StarTable *t, int dir,
                           int64_t index, uint64_t *z) {
    const StarImage *image = &t->image[dir], *other = &t->image[!dir];
    STAR_TRY(star_table_choose(be, t, dir, false));
    if (image->valid)
        be->isa->copy(z, image->word + index * image->stride,
                      star_words(star_table_length(t, dir)));
    else
        star_parallel_gather(be, z, other->word, star_table_vectors(t, !dir),
                             other->stride, index / 64, (int)(index % 64));
    return STAR_OK;
}

StarStatus star_table_write(StarBackend *be, StarTable *t, int dir,
                            int64_t index, const uint64_t *z) {
    const StarImage *image = &t->image[dir], *other = &t->image[!dir];
    STAR_TRY(star_table_choose(be, t, dir, true));
    if (image->valid)
        be->isa->copy(image->word + index * image->stride, z,
                      star_words(star_table_length(t, dir)));
    else
        be->isa->scatter(other->word, z, star_table_vectors(t, !dir),
                         other->stride, index / 64, (int)(index % 64));
    return STAR_OK;
}

void star_table_reset(StarBackend *be, StarTable *t, bool sized) {
    if (!sized) {
        release(be, t);
        t->head.sizing = STAR_UNSIZED;
        t->grows = false;
        return;
    }
    star_object_sync(be, &t->head, STAR_OVERWRITE);
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++)
        if (t->image[dir].valid)
            memset(t->image[dir].word, 0,
                   image_words(t, dir) * sizeof *t->image[dir].word);
}

bool star_table_valid(const StarTable *t) {
    bool any = star_table_vectors(t, 0) == 0 && star_table_vectors(t, 1) == 0;
    if (t->rows < 0 || t->cols < 0 ||
        (t->head.sizing == STAR_UNSIZED && (t->rows != 0 || t->cols != 0)))
        return false;
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const StarImage *image = &t->image[dir];
        const int64_t length = star_table_length(t, dir);
        any |= image->valid;
        if (!image->valid || length == 0)
            continue;
        for (int64_t k = 0; k < star_table_vectors(t, dir); k++) {
            const uint64_t *vector = image->word + k * image->stride;
            uint64_t padding =
                vector[star_words(length) - 1] & ~star_last_mask(length);
            for (int64_t w = star_words(length); w < image->stride; w++)
                padding |= vector[w];
            if (padding != 0)
                return false;
        }
    }
    return any;
}
