/* SPDX-License-Identifier: MIT */
/* The linear forms of a pair loop, shared by pair_form.c and pair_loop.c. A sum
 * is split into the part that depends on i and the part that depends on j:
 *
 *     NUMB(ROW(i, A) and w and ROW(j, B))     x = A[i] and w,   y = B[j]
 *     NUMB(ROW(i, A) xor ROW(j, B))           |x| + |y| - 2 |x and y|
 */
#ifndef STAR_PAIR_FORM_H
#define STAR_PAIR_FORM_H

#include "analysis/changed.h"
#include "analysis/loop_operations.h"
#include "plan/pairs.h"

enum { PAIRS_MAX_TERMS = 24, PAIRS_MAX_SCALARS = 16, PAIRS_MAX_OPS = 128 };

/* factor * scalar * sum; cell: number of a thing. The sign, 1, -1 or 0, is that
 * of what the scalar was multiplied by as it was written: in p * NUMB(x or y)
 * it is 1 for all of p * |x| + p * |y| - p * |x and y|. */
typedef struct PairTerm {
    int64_t factor;
    uint16_t cell;
    uint8_t sum;
    int sign;
} PairTerm;

typedef struct PairForm {
    PairTerm term[PAIRS_MAX_TERMS];
    int terms;
} PairForm;

/* An integer that each iteration assigns before it reads it. */
typedef struct PairScalar {
    const Decl *decl;
    PairForm form;
} PairScalar;

typedef struct Pairs {
    const Decl *row, *column; /* i, or NULL, and j */
    Changed nest, body;       /* what all, and what the body changes */
    bool inside;              /* in the loop of j */
    int scalars, sums, ops, forms, adds;
    Loops l; /* for symbolic values: of i at first, then of j within i */
    /* Of any contents beyond their counts. */
    PairScalar scalar[PAIRS_MAX_SCALARS];
    Value x[STAR_PAIR_PRODUCTS], y[STAR_PAIR_PRODUCTS];
    StarPlanOp op[PAIRS_MAX_OPS];
} Pairs;

/* Makes vector i, of a value before the loop of j, that of the loop around. */
void pairs_of_row(Value *value);

/* Adds an integer expression times 1 or -1 to a form. False, with the reason
 * noted, if it is no linear form of sums and of variables that the loop leaves
 * alone.
 */
bool pairs_form(Pairs *pairs, const Expr *expr, int64_t factor, PairForm *form);

#endif
