/* A table is kept as columns, as rows, or as both.
 *
 * Reading or writing a line of the image that is not valid goes across the
 * lines of the other, bit by bit. Whether to build the missing image instead
 * is the ski-rental problem: each crossing adds the memory it touches to
 * `debt`, and when the debt passes `patience` times the memory of both
 * images, the image is bought. Reads from a bought image then pay the price
 * back. If a write to the other one invalidates it before it has paid,
 * patience doubles, so that a program that reads a column and writes many
 * rows, turn by turn, soon leaves the rows alone; else it starts again.
 */
#include "values/table.h"

#include "backend.h"
#include "values/kinds.h"
#include "cpu/parallel.h"

#include <string.h>

/* A transposition takes as long as crossings that touch this many times the
 * memory of both images; measured, see docs/architecture/tables.md. */
enum { PATIENCE = 3 };

/* Lines from this length on are whole cache lines, of 8 words. Many times 16
 * of them would put all lines into few sets of a cache; one more, and a
 * column of 16384 rows is read 2.5 times faster. */
enum { LONG_LINE = 8192, CACHE_LINE = 8 };

static int64_t stride(int64_t length) {
    const int64_t words = star_words(length);
    int64_t lines = (words + CACHE_LINE - 1) / CACHE_LINE;
    if (length < LONG_LINE)
        return words;
    if (lines >= 32 && lines % 16 == 0)
        lines++;
    return lines * CACHE_LINE;
}

/* Words of an image; SIZE_MAX, which no one can allocate, if they pass what
 * a size can hold. */
static size_t image_words(const StarTable *t, int dir) {
    size_t words = 0;
    if (!star_size_mul((size_t)star_table_lines(t, dir),
                       (size_t)stride(star_table_length(t, dir)), &words))
        return SIZE_MAX;
    return words;
}

/* Gives an image memory, if it has none. */
static StarStatus allocate(StarBackend *be, StarTable *t, int dir) {
    StarImage *image = &t->image[dir];
    if (image->word != NULL)
        return STAR_OK;
    image->stride = stride(star_table_length(t, dir));
    image->word = be->alloc(be, image_words(t, dir), true);
    return image->word != NULL ? STAR_OK : STAR_MEMORY;
}

/* Gives back both images: the table is then 0 x 0. */
static void release(StarBackend *be, StarTable *t) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        if (t->image[dir].word != NULL)
            be->release(be, t->image[dir].word, image_words(t, dir));
        t->image[dir] = (StarImage){.word = NULL};
    }
    t->rows = t->cols = 0;
}

StarTable *star_table_new(StarBackend *be, StarSizing sizing) {
    StarTable *t = star_mem_alloc(be->mem, 1, sizeof *t);
    if (t != NULL) {
        t->head = (StarObject){STAR_TABLE, (uint8_t)sizing};
        t->patience = PATIENCE;
    }
    return t;
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
        return star_raise(be->mem->error, STAR_FILESIZE,
                          "a size of %lld x %lld is negative", (long long)rows,
                          (long long)cols);
    if (!unsized && t->rows == rows && t->cols == cols)
        return STAR_OK;
    if (t->head.sizing == STAR_FIXED)
        return star_raise(be->mem->error, STAR_LENGTHS,
                          "the size is %lld x %lld, not %lld x %lld",
                          (long long)t->rows, (long long)t->cols,
                          (long long)rows, (long long)cols);
    release(be, t);
    t->rows = rows;
    t->cols = cols;
    status = star_table_fresh(be, t, dir);
    if (status != STAR_OK)
        t->rows = t->cols = 0;
    else if (unsized)
        t->head.sizing = STAR_FIXED;
    return status;
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- Choosing an image ---- */

/* Words touched by a line that crosses the lines of the other image. */
static int64_t crossing(const StarTable *t, int dir) {
    return star_table_lines(t, !dir) * least(t->image[!dir].stride, CACHE_LINE);
}

/* Words of both images. */
static int64_t price(const StarTable *t) {
    return (int64_t)(image_words(t, STAR_COLUMNS) + image_words(t, STAR_ROWS));
}

/* Whether to buy image dir rather than to go across the other once more.
 * What memory does not allow is not bought. */
static bool buys(const StarBackend *be, StarTable *t, int dir) {
    t->debt += crossing(t, dir);
    return t->debt / t->patience > price(t) &&
           image_words(t, dir) < (be->mem->limit - be->mem->used) / 8;
}

/* What a device has of an image is of no use any more. */
static void forget(StarBackend *be, const StarTable *t, int dir) {
    if (be->sync_to_host != NULL && t->image[dir].word != NULL)
        be->sync_to_host(be, t->image[dir].word, STAR_OVERWRITE);
}

/* Image dir does not hold the table's bits any more. */
static void invalidate(StarBackend *be, StarTable *t, int dir) {
    forget(be, t, dir);
    t->patience = t->debt < 0 && t->bought == dir ? 2 * t->patience : PATIENCE;
    t->debt = 0;
    t->image[dir].valid = false;
}

StarStatus star_table_need(StarBackend *be, StarTable *t, int dir) {
    if (t->image[dir].valid)
        return STAR_OK;
    STAR_TRY(allocate(be, t, dir));
    if (t->image[!dir].valid)
        STAR_TRY(be->transpose(be, t, dir));
    t->image[dir].valid = true;
    t->bought = (uint8_t)dir;
    t->debt = -PATIENCE * price(t);
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
    forget(be, t, dir);
    forget(be, t, !dir);
    t->image[dir].valid = true;
    t->image[!dir].valid = false;
    t->debt = 0;
    t->layout = 0;
    return STAR_OK;
}

/* ---- The layout ---- */

/* Of the rows, and of padding, which is 0. False without memory. */
static bool hash(StarBackend *be, StarTable *t, uint64_t *h) {
    const StarError before = *be->mem->error;
    if (star_object_home(be, &t->head, STAR_READ) != STAR_OK ||
        star_table_need(be, t, STAR_ROWS) != STAR_OK) {
        *be->mem->error = before;
        return false;
    }
    const StarImage *rows = &t->image[STAR_ROWS];
    const uint64_t *word = rows->word;
    *h = 0;
    for (int64_t k = 0; k < t->rows * rows->stride; k++)
        *h = (*h ^ word[k]) * UINT64_C(0x9e3779b97f4a7c15) + (*h >> 29);
    return true;
}

void star_table_mark(StarBackend *be, StarTable *t, int layout) {
    t->layout = hash(be, t, &t->loaded) ? (uint8_t)(layout + 1) : 0;
}

void star_table_mark_as(StarTable *to, const StarTable *from) {
    to->layout = from->layout;
    to->loaded = from->loaded;
}

int star_table_layout(StarBackend *be, StarTable *t) {
    uint64_t now;
    if (t->layout != 0 && (!hash(be, t, &now) || now != t->loaded))
        t->layout = 0;
    return t->layout - 1;
}

/* ---- Lines ---- */

StarStatus star_table_read(StarBackend *be, StarTable *t, int dir,
                           int64_t index, uint64_t *z) {
    const StarImage *other = &t->image[!dir];
    if (t->image[dir].valid) {
        if (t->debt < 0 && t->bought == dir)
            t->debt += crossing(t, dir);
    } else if (!buys(be, t, dir)) {
        star_wide_gather(be, z, other->word, star_table_lines(t, !dir),
                         other->stride, index / 64, (int)(index % 64));
        return STAR_OK;
    } else
        STAR_TRY(star_table_need(be, t, dir));
    be->isa->copy(z, star_table_line(be, t, dir, index),
                  star_words(star_table_length(t, dir)));
    return STAR_OK;
}

StarStatus star_table_write(StarBackend *be, StarTable *t, int dir,
                            int64_t index, const uint64_t *z) {
    const StarImage *image = &t->image[dir], *other = &t->image[!dir];
    if (!image->valid && !buys(be, t, dir)) {
        be->isa->scatter(other->word, z, star_table_lines(t, !dir),
                         other->stride, index / 64, (int)(index % 64));
        return STAR_OK;
    }
    if (!image->valid || other->valid)
        STAR_TRY(star_table_own(be, t, dir));
    be->isa->copy(image->word + index * image->stride, z,
                  star_words(star_table_length(t, dir)));
    return STAR_OK;
}

void star_table_reset(StarBackend *be, StarTable *t, bool sized) {
    if (!sized) {
        release(be, t);
        t->head.sizing = STAR_UNSIZED;
        return;
    }
    star_object_home(be, &t->head, STAR_OVERWRITE);
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++)
        if (t->image[dir].valid)
            memset(t->image[dir].word, 0,
                   image_words(t, dir) * sizeof *t->image[dir].word);
}

bool star_table_valid(const StarTable *t) {
    bool any = star_table_lines(t, 0) == 0 && star_table_lines(t, 1) == 0;
    if (t->rows < 0 || t->cols < 0 ||
        (t->head.sizing == STAR_UNSIZED && (t->rows != 0 || t->cols != 0)))
        return false;
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const StarImage *image = &t->image[dir];
        const int64_t length = star_table_length(t, dir);
        any |= image->valid;
        if (!image->valid || length == 0)
            continue;
        for (int64_t k = 0; k < star_table_lines(t, dir); k++) {
            const uint64_t *line = image->word + k * image->stride;
            uint64_t padding =
                line[star_words(length) - 1] & ~star_last_mask(length);
            for (int64_t w = star_words(length); w < image->stride; w++)
                padding |= line[w];
            if (padding != 0)
                return false;
        }
    }
    return any;
}
