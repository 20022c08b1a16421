/* SPDX-License-Identifier: MIT */
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

#include "io/formats/format.h"

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

static StarStatus read_banner(StarReader *r, const StarGraph *g, Header *h) {
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
    if (g->weighted && (h->field == COMPLEX || h->form == SKEW))
        return star_reader_wrong(
            r, 1,
            MSG_MATRIX_WITHOUT_WEIGHTS(h->field == COMPLEX ? fields[COMPLEX]
                                                           : forms[SKEW]));
    return star_reader_end_line(r);
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
                                 MSG_MATRIX_NOT_SQUARE(h->rows, h->cols));
    half = h->rows * (h->rows - 1) / 2;
    h->entries = h->form == GENERAL ? h->rows * h->cols
                 : h->form == SKEW  ? half
                                    : half + h->rows;
    if (h->shape == COORDINATE)
        STAR_TRY(star_reader_number(r, "a number of entries", 0, h->entries,
                                    &h->entries));
    return star_reader_end_line(r);
}

/* Takes the reader to the next entry, `number` from 1. */
static StarStatus next_entry(StarReader *r, const Header *h, int64_t number) {
    if (star_reader_content(r, "%"))
        return STAR_OK;
    return star_reader_expected(r, "entry %lld of %lld", (long long)number,
                                (long long)h->entries);
}

/* Takes a value; whether it is not 0, and it as a weight. */
static StarStatus read_value(StarReader *r, StarGraph *g, const Header *h,
                             bool *nonzero, int64_t *weight) {
    bool part;
    *nonzero = false;
    *weight = 1;
    for (int k = 0; k < h->reals; k++) {
        STAR_TRY(star_graph_value(g, r, &part, weight));
        *nonzero |= part;
    }
    return STAR_OK;
}

static StarStatus read_entry(StarReader *r, StarGraph *g, const Header *h,
                             int64_t k) {
    int64_t i, j, column, weight;
    bool ignored;
    STAR_TRY(next_entry(r, h, k));
    column = star_reader_column(r);
    STAR_TRY(star_reader_number(r, "a row", 1, h->rows, &i));
    STAR_TRY(star_reader_number(r, "a column", 1, h->cols, &j));
    STAR_TRY(read_value(r, g, h, &ignored, &weight));
    if (h->form == SKEW && i == j)
        return star_reader_wrong(r, column, MSG_MATRIX_DIAGONAL(i, j));
    STAR_TRY(star_graph_add_once(g, i - 1, j - 1, weight, r->line, column));
    return star_reader_end_line(r);
}

/* That an entry comes again may show behind it: it is the first mistake. */
static StarStatus read_coordinates(StarReader *r, StarGraph *g,
                                   const Header *h) {
    const StarPending *again = &g->again;
    StarStatus status = STAR_OK;
    g->symmetric = h->form != GENERAL;
    for (int64_t k = 1; k <= h->entries && status == STAR_OK; k++)
        status = again->line != 0 ? STAR_FORMAT : read_entry(r, g, h, k);
    star_graph_settle(g);
    if (again->line == 0)
        return status;
    r->line = again->line;
    return star_reader_wrong(
        r, again->column,
        MSG_MATRIX_ENTRY_AGAIN(again->from + 1, again->to + 1));
}

static StarStatus read_array(StarReader *r, StarGraph *g, const Header *h) {
    int64_t k = 0, weight;
    for (int64_t j = 0; j < h->cols; j++)
        for (int64_t i = first_row(h, j); i < h->rows; i++) {
            bool nonzero;
            STAR_TRY(next_entry(r, h, ++k));
            STAR_TRY(read_value(r, g, h, &nonzero, &weight));
            STAR_TRY(star_reader_end_line(r));
            if (nonzero)
                STAR_TRY(star_graph_add(g, i, j, weight));
            if (nonzero && h->form != GENERAL && i != j)
                STAR_TRY(star_graph_add(g, j, i, weight));
        }
    return STAR_OK;
}

StarStatus star_mtx_read(StarReader *r, StarGraph *g) {
    Header h;
    STAR_TRY(read_banner(r, g, &h));
    STAR_TRY(read_size(r, &h));
    g->listed = h.shape == COORDINATE;
    STAR_TRY(star_graph_size(g, h.rows, h.cols, STAR_COLUMNS));
    STAR_TRY(h.shape == ARRAY ? read_array(r, g, &h)
                              : read_coordinates(r, g, &h));
    if (star_reader_content(r, "%"))
        return star_reader_expected(r, "the end of the file after entry %lld",
                                    (long long)h.entries);
    return STAR_OK;
}

void star_mtx_write(StarBackend *be, StarWriter *w, const StarTable *table,
                    uint64_t *scratch) {
    star_writer_text(w, "%%MatrixMarket matrix coordinate pattern general\n");
    star_writer_number(w, table->rows, ' ');
    star_writer_number(w, table->cols, ' ');
    star_writer_number(w, star_format_count(be, table), '\n');
    star_format_arcs(be, w, table, scratch, "", 1, ' ', "\n");
}
