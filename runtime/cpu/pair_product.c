/* SPDX-License-Identifier: MIT */
/* The product goes by tiles of 16 rows and 64 columns:
 *
 *                  64 columns: the y of a tile, in the second cache
 *               +----------------+
 *     16 rows   | 4 x 4 sums     |   of pieces of 2 KiB of each vector:
 *     x, in the |                |   StarIsa.pair_ones
 *     first one |                |
 *               +----------------+
 *
 * A word of results for each row of a tile. */
#include "cpu/pair_product.h"

#include <stdatomic.h>
#include <string.h>

#include "cpu/simd/simd.h"
#include "cpu/boolean_product.h"

/* 64 columns as in simd.h. */
enum { ROWS = 16, COLUMNS = 64, PIECE = 256 /* words */ };

typedef struct Product {
    StarBackend *be;
    const StarPairs *pairs;
    bool sums;
    _Atomic int64_t count, sum;
} Product;

/* A tile: rows i.. and columns j.., so many of them. */
typedef struct Tile {
    int64_t i, j;
    int rows, columns;
    int64_t form[ROWS][COLUMNS];
} Tile;

static int least(int64_t a, int64_t b) {
    return (int)(a < b ? a : b);
}

/* Four vectors from number k of n on; those beyond are the last one. */
static void four(const uint64_t *to[4], const uint64_t *first, int64_t stride,
                 int k, int n) {
    for (int r = 0; r < 4; r++)
        to[r] = first + (k + r < n ? k + r : n - 1) * stride;
}

/* Adds the sums of four rows, r.., of a product to the forms. */
static void add_rows(const StarIsa *isa, const StarPairProduct *p, Tile *t,
                     int r) {
    const uint64_t *const first_x = p->x + t->i * p->x_stride;
    const uint64_t *const first_y = p->y + t->j * p->y_stride;
    int32_t ones[4][COLUMNS] = {{0}};
    for (int64_t at = 0; at < p->words; at += PIECE) {
        const uint64_t *x[4], *y[4];
        const int n = least(p->words - at, PIECE);
        four(x, first_x + at, p->x_stride, r, t->rows);
        for (int c = 0; c < t->columns; c += 4) {
            four(y, first_y + at, p->y_stride, c, t->columns);
            isa->pair_ones(&ones[0][c], x, y, n);
        }
    }
    for (int k = r; k < t->rows && k < r + 4; k++)
        isa->pair_add(t->form[k], ones[k - r], p->factor);
}

/* Of a tile of one row, which would use a quarter of 4 x 4 sums. */
static void add_row(const StarIsa *isa, const StarPairProduct *p, Tile *t) {
    int32_t ones[COLUMNS] = {0};
    for (int64_t at = 0; at < p->words; at += PIECE)
        isa->row_ones(ones, p->x + t->i * p->x_stride + at,
                      p->y + t->j * p->y_stride + at, p->y_stride, t->columns,
                      least(p->words - at, PIECE));
    isa->pair_add(t->form[0], ones, p->factor);
}

/* Sums that 32 bits hold, one after the other. */
static void add(const StarIsa *isa, const StarPairProduct *p, Tile *t) {
    enum { MOST = 1 << 24 }; /* words */
    for (int64_t at = 0; at < p->words; at += MOST) {
        StarPairProduct part = *p;
        part.x += at;
        part.y += at;
        part.words = least(p->words - at, MOST);
        if (t->rows == 1)
            add_row(isa, &part, t);
        for (int r = 0; r < t->rows && t->rows > 1; r += 4)
            add_rows(isa, &part, t, r);
    }
}

static void make_forms(const StarIsa *isa, const StarPairs *p, Tile *t) {
    for (int r = 0; r < t->rows; r++) {
        const int64_t of_row =
            p->constant + (p->row != NULL ? p->row[t->i + r] : 0);
        for (int c = 0; c < COLUMNS; c++)
            t->form[r][c] = of_row;
        for (int c = 0; c < t->columns && p->column != NULL; c++)
            t->form[r][c] += p->column[t->j + c];
    }
    for (int k = 0; k < p->products; k++)
        add(isa, &p->product[k], t);
}

/* ---- Results ---- */

static uint64_t passing(const StarIsa *isa, const int64_t form[COLUMNS],
                        StarPairRelation relation) {
    uint64_t sign[2];
    if (relation == STAR_PAIR_ANY)
        return ~UINT64_C(0);
    isa->pair_signs(sign, form);
    switch (relation) {
    case STAR_PAIR_GREATER: return sign[0];
    case STAR_PAIR_NOT_LESS: return ~sign[1];
    case STAR_PAIR_EQUAL: return ~(sign[0] | sign[1]);
    default: return sign[0] | sign[1];
    }
}

/* The columns of row i within the band and the tile. */
static uint64_t within(const StarPairs *p, const Tile *t, int64_t i) {
    int64_t from = 0, to = t->columns;
    if (p->low != INT64_MIN && i + p->low - t->j > from)
        from = i + p->low - t->j;
    if (p->high != INT64_MAX && i + p->high - t->j + 1 < to)
        to = i + p->high - t->j + 1;
    return from < to ? ~UINT64_C(0) >> (64 - (to - from)) << from : 0;
}

static int64_t sum_of(const int64_t form[COLUMNS], uint64_t bits) {
    int64_t sum = 0;
    for (int c = 0; c < COLUMNS; c++)
        sum += form[c] & -(int64_t)(bits >> c & 1);
    return sum;
}

static bool is_outside(const StarPairs *p, const Tile *t) {
    return (p->low != INT64_MIN && t->j + t->columns - 1 < t->i + p->low) ||
           (p->high != INT64_MAX && t->j > t->i + t->rows - 1 + p->high);
}

/* True if the mask has a 1 in the tile. */
static bool is_wanted(const StarPairs *p, const Tile *t) {
    const uint64_t *mask = p->mask + (t->i - p->rows.from) * p->mask_stride +
                           (t->j - p->columns.from) / 64;
    uint64_t some = 0;
    for (int r = 0; r < t->rows; r++)
        some |= mask[r * p->mask_stride];
    return some != 0;
}

/* Adds to *found. */
static void finish(const Product *product, const Tile *t, bool made,
                   StarPairsFound *found) {
    const StarPairs *p = product->pairs;
    const int64_t w = (t->j - p->columns.from) / 64;
    for (int r = 0; r < t->rows; r++) {
        const int64_t row = t->i + r - p->rows.from;
        uint64_t bits = 0;
        if (made) {
            bits = passing(product->be->isa, t->form[r], p->relation) &
                   within(p, t, t->i + r);
            if (p->mask != NULL)
                bits &= p->mask[row * p->mask_stride + w];
        }
        if (p->bits != NULL)
            p->bits[row * p->bits_stride + w] = bits;
        if (product->sums && bits != 0) {
            found->count += __builtin_popcountll(bits);
            found->sum += sum_of(t->form[r], bits);
        }
    }
}

/* ---- All tiles ---- */

static void tile(const Product *product, int64_t i, int64_t end, int64_t j,
                 StarPairsFound *found) {
    const StarPairs *p = product->pairs;
    Tile t;
    t.i = i;
    t.j = j;
    t.rows = least(end - i, ROWS);
    t.columns = least(p->columns.to - j, COLUMNS);
    const bool made =
        !is_outside(p, &t) && (p->mask == NULL || is_wanted(p, &t));
    if (made)
        make_forms(product->be->isa, p, &t);
    finish(product, &t, made, found);
}

/* Where part `part` of the columns begins: with a cache line of results. */
static int64_t begin(const StarPairRange *columns, int part, int parts) {
    const int64_t n = columns->to - columns->from, unit = 8 * COLUMNS;
    return part == parts ? columns->to
                         : columns->from + n / unit * part / parts * unit;
}

/* A part has every so many-th block of rows, as a band may make the first ones
 * longer; of few rows, columns that follow one another, as they are read. */
static void product_part(void *context, int part, int parts) {
    Product *product = context;
    const StarPairs *p = product->pairs;
    const bool by_row = p->rows.to - p->rows.from >= (int64_t)ROWS * parts;
    const int64_t i_part = by_row ? part : 0, i_parts = by_row ? parts : 1;
    const int j_part = by_row ? 0 : part, j_parts = by_row ? 1 : parts;
    const int64_t end = begin(&p->columns, j_part + 1, j_parts);
    StarPairsFound found = {0, 0};
    for (int64_t j = begin(&p->columns, j_part, j_parts); j < end; j += COLUMNS)
        for (int64_t i = p->rows.from + ROWS * i_part;
             i < p->rows.to && star_stopped(product->be->mem) == STAR_OK;
             i += ROWS * i_parts)
            tile(product, i, p->rows.to, j, &found);
    atomic_fetch_add(&product->count, found.count);
    atomic_fetch_add(&product->sum, found.sum);
}

void star_pairs(StarBackend *be, const StarPairs *pairs,
                StarPairsFound *found) {
    Product product = {.be = be, .pairs = pairs, .sums = found != NULL};
    int64_t work = 1;
    if (found == NULL && star_boolean_product(be, pairs))
        return;
    for (int k = 0; k < pairs->products; k++)
        work += pairs->product[k].words;
    work *= pairs->rows.to - pairs->rows.from;
    if (work < INT64_MAX >> 32)
        work *= pairs->columns.to - pairs->columns.from;
    star_parallel(&be->threads, product_part, &product, work);
    if (found != NULL) {
        found->count += product.count;
        found->sum += product.sum;
    }
}
