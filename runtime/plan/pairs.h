/* SPDX-License-Identifier: MIT */
/* Products of bit matrices: for pairs of a row i of one and a row j of another
 * matrix, an integer linear form of the ones that they share, compared with 0.
 *
 *     form(i, j) =   sum over p of  factor_p * |x_p(i) and y_p(j)|
 *                  + row(i) + column(j) + constant
 *
 *                  j = columns.from .. columns.to - 1
 *                +-------------------------------------+
 *     i = rows.  | form(i, j) > 0 ?  1 : 0             |   low <= j - i <= high
 *       from     |        ...                          |
 *
 * Both backends have one function for it, which the pair loops use: see
 * star_pairs (runtime/cpu/pair_product.h) and gpu_pairs
 * (gpu/solvers/pairs/gpu_pairs.h). All numbers are from 0. */
#ifndef STAR_PAIRS_H
#define STAR_PAIRS_H

#include <stdint.h>

enum { STAR_PAIR_PRODUCTS = 8, STAR_PAIR_TOTALS = 16 };

/* |x(i) and y(j)| for matrices with rows of `words` words, `stride` words from
 * one to the next. */
typedef struct StarPairProduct {
    const uint64_t *x, *y;
    int64_t x_stride, y_stride;
    int64_t words;
    int64_t factor;
} StarPairProduct;

/* The form of a pair that passes: > 0, >= 0, = 0, <> 0, or any. */
typedef enum StarPairRelation {
    STAR_PAIR_GREATER,
    STAR_PAIR_NOT_LESS,
    STAR_PAIR_EQUAL,
    STAR_PAIR_DIFFERENT,
    STAR_PAIR_ANY
} StarPairRelation;

/* from..to-1 */
typedef struct StarPairRange {
    int64_t from, to;
} StarPairRange;

/* The caller has seen to it that no form, and no sum of all forms, leaves the
 * 64-bit integers. */
typedef struct StarPairs {
    StarPairRange rows, columns;
    int64_t low, high; /* of j - i; INT64_MIN and INT64_MAX: all */
    int products;
    StarPairProduct product[STAR_PAIR_PRODUCTS];
    const int64_t *row, *column; /* at i and at j; or NULL: 0 */
    int64_t constant;
    StarPairRelation relation;
    /* NULL; or only pairs with a 1 in bit j - columns.from of vector i -
     * rows.from, mask_stride words from one to the next. May be `bits`. */
    const uint64_t *mask;
    int64_t mask_stride;
    /* NULL; or bit j - columns.from of vector i - rows.from := the pair passes.
     * All words of (columns.to - columns.from) bits are written. */
    uint64_t *bits;
    int64_t bits_stride;
} StarPairs;

/* Pairs of a pair loop, for StarBackend.run_pairs. */
typedef struct StarPairArea {
    StarPairRange rows, columns;
    int64_t low, high; /* of j - i, as above */
    /* NULL; or room in host memory for bit j - columns.from of vector i -
     * rows.from, star_words(columns.to - columns.from) words from one to the
     * next: whether the pair passes all conditions. */
    uint64_t *bits;
    /* NULL; or STAR_PAIR_TOTALS numbers, which become what each ADD of the
     * loop, in their order, adds. */
    int64_t *total;
} StarPairArea;

/* The number of pairs that pass, and the sum of their forms. */
typedef struct StarPairsFound {
    int64_t count, sum;
} StarPairsFound;

#endif
