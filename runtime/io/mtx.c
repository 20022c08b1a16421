/* Matrix Market, math.nist.gov/MatrixMarket/formats.html:
 *
 *     %%MatrixMarket matrix coordinate pattern symmetric
 *     % comments
 *     34 34 78            rows, columns, entries
 *     2 1                 row and column of an entry, from 1, and its value
 *
 * In an array no number of entries is given and values alone follow, column
 * by column; of a symmetric one the lower triangle. */
#include <stdio.h>

#include "format.h"
#include "isa.h"
#include "table.h"

enum { COORDINATE, ARRAY };
enum { REAL, INTEGER, COMPLEX, PATTERN };
enum { GENERAL, SYMMETRIC, SKEW, HERMITIAN };

static const char *const banner[] = {"%%MatrixMarket"};
static const char *const object[] = {"matrix"};
static const char *const shapes[] = {"coordinate", "array"};
static const char *const fields[] = {"real", "integer", "complex", "pattern"};
static const char *const forms[] = {"general", "symmetric", "skew-symmetric",
                                    "hermitian"};

typedef struct Header {
    int shape, field, form;
    int reals; /* that make up a value */
    int64_t rows, cols, entries;
} Header;

/* Takes one of `count` words; *out is its number. */
static StarStatus choose(StarReader *r, const char *const *words, int count,
                         int *out) {
    char list[64];
    int used = 0;
    for (*out = 0; *out < count; ++*out)
        if (star_reader_word(r, words[*out]))
            return STAR_OK;
    for (int i = 0; i < count; i++)
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%s",
                         i == 0           ? ""
                         : i == count - 1 ? " or "
                                          : ", ",
                         words[i]);
    return star_reader_expected(r, "%s", list);
}

static StarStatus end_line(StarReader *r) {
    if (star_reader_at_end(r))
        return STAR_OK;
    return star_reader_expected(r, "the end of the line");
}

static StarStatus read_banner(StarReader *r, Header *h) {
    static const int form_count[] = {
        [REAL] = SKEW + 1,
        [INTEGER] = SKEW + 1,
        [COMPLEX] = HERMITIAN + 1,
        [PATTERN] = SYMMETRIC + 1,
    };
    static const int reals[] = {
        [REAL] = 1, [INTEGER] = 1, [COMPLEX] = 2, [PATTERN] = 0};
    int only;
    STAR_TRY(choose(r, banner, 1, &only));
    STAR_TRY(choose(r, object, 1, &only));
    STAR_TRY(choose(r, shapes, 2, &h->shape));
    STAR_TRY(choose(r, fields, h->shape == ARRAY ? COMPLEX + 1 : PATTERN + 1,
                    &h->field));
    STAR_TRY(choose(r, forms, form_count[h->field], &h->form));
    h->reals = reals[h->field];
    return end_line(r);
}

/* The first row, from 0, that column j of an array stores. */
static int64_t first_row(const Header *h, int64_t j) {
    return h->form == GENERAL ? 0 : h->form == SKEW ? j + 1 : j;
}

static StarStatus read_size(StarReader *r, Header *h) {
    int64_t column, half;
    star_reader_content(r, "%");
    column = star_reader_column(r);
    STAR_TRY(star_reader_number(r, "a number of rows", 0, INT32_MAX, &h->rows));
    STAR_TRY(
        star_reader_number(r, "a number of columns", 0, INT32_MAX, &h->cols));
    if (h->form != GENERAL && h->rows != h->cols)
        return star_reader_wrong(r, column,
                                 "expected a square matrix, found %lld x %lld",
                                 (long long)h->rows, (long long)h->cols);
    half = h->rows * (h->rows - 1) / 2;
    h->entries = h->form == GENERAL ? h->rows * h->cols
                 : h->form == SKEW  ? half
                                    : half + h->rows;
    if (h->shape == COORDINATE)
        STAR_TRY(star_reader_number(r, "a number of entries", 0, h->entries,
                                    &h->entries));
    return end_line(r);
}

/* Takes the reader to the next entry, `number` from 1. */
static StarStatus next_entry(StarReader *r, const Header *h, int64_t number) {
    if (star_reader_content(r, "%"))
        return STAR_OK;
    return star_reader_expected(r, "entry %lld of %lld", (long long)number,
                                (long long)h->entries);
}

/* Takes a value, to the end of the line; whether it is not 0. */
static StarStatus read_value(StarReader *r, const Header *h, bool *nonzero) {
    bool part;
    *nonzero = false;
    for (int k = 0; k < h->reals; k++) {
        STAR_TRY(star_reader_real(r, &part));
        *nonzero |= part;
    }
    return end_line(r);
}

/* Sets component (i, j), from 0; whether it was 0 before. */
static bool set(StarTable *table, int64_t i, int64_t j) {
    const StarImage *columns = &table->image[STAR_COLUMNS];
    uint64_t *word = columns->word + j * columns->stride + i / 64;
    const uint64_t old = *word;
    *word |= UINT64_C(1) << i % 64;
    return *word != old;
}

static StarStatus read_coordinates(StarReader *r, const Header *h,
                                   StarTable *table) {
    for (int64_t k = 1; k <= h->entries; k++) {
        int64_t i, j, column;
        bool ignored;
        STAR_TRY(next_entry(r, h, k));
        column = star_reader_column(r);
        STAR_TRY(star_reader_number(r, "a row", 1, h->rows, &i));
        STAR_TRY(star_reader_number(r, "a column", 1, h->cols, &j));
        STAR_TRY(read_value(r, h, &ignored));
        if (h->form == SKEW && i == j)
            return star_reader_wrong(
                r, column,
                "expected no diagonal in a skew-symmetric matrix, "
                "found (%lld, %lld)",
                (long long)i, (long long)j);
        if (!set(table, i - 1, j - 1))
            return star_reader_wrong(
                r, column,
                "expected every entry once, found (%lld, %lld) again",
                (long long)i, (long long)j);
        if (h->form != GENERAL)
            set(table, j - 1, i - 1);
    }
    return STAR_OK;
}

static StarStatus read_array(StarReader *r, const Header *h, StarTable *table) {
    int64_t k = 0;
    for (int64_t j = 0; j < h->cols; j++)
        for (int64_t i = first_row(h, j); i < h->rows; i++) {
            bool nonzero;
            STAR_TRY(next_entry(r, h, ++k));
            STAR_TRY(read_value(r, h, &nonzero));
            if (!nonzero)
                continue;
            set(table, i, j);
            if (h->form != GENERAL)
                set(table, j, i);
        }
    return STAR_OK;
}

StarStatus star_mtx_read(StarBackend *be, StarReader *r, StarTable *table) {
    Header h;
    STAR_TRY(read_banner(r, &h));
    STAR_TRY(read_size(r, &h));
    STAR_TRY(star_table_size(be, table, h.rows, h.cols));
    STAR_TRY(star_table_own(be, table, STAR_COLUMNS));
    STAR_TRY(h.shape == ARRAY ? read_array(r, &h, table)
                              : read_coordinates(r, &h, table));
    if (star_reader_content(r, "%"))
        return star_reader_expected(r, "the end of the file after entry %lld",
                                    (long long)h.entries);
    return STAR_OK;
}

static int64_t count_entries(StarBackend *be, const StarTable *table) {
    const int dir = table->image[STAR_COLUMNS].valid ? STAR_COLUMNS : STAR_ROWS;
    const StarImage *image = &table->image[dir];
    return be->isa->count(image->word,
                          image->stride * star_table_lines(table, dir));
}

void star_mtx_write(StarBackend *be, StarWriter *w, const StarTable *table,
                    uint64_t *scratch) {
    star_writer_text(w, "%%MatrixMarket matrix coordinate pattern general\n");
    star_writer_number(w, table->rows, ' ');
    star_writer_number(w, table->cols, ' ');
    star_writer_number(w, count_entries(be, table), '\n');
    for (int64_t i = 0; i < table->rows && w->fault == 0; i++) {
        const uint64_t *row = star_format_row(be, table, i, scratch);
        for (int64_t k = 0; k < star_words(table->cols); k++)
            for (uint64_t rest = row[k]; rest != 0; rest &= rest - 1) {
                star_writer_number(w, i + 1, ' ');
                star_writer_number(w, 64 * k + __builtin_ctzll(rest) + 1, '\n');
            }
    }
}
