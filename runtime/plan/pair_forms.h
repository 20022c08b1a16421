/* SPDX-License-Identifier: MIT */
/* A pair loop as products of bit matrices: what the backends share. Each form
 * becomes one StarPairs; sums of one side alone become numbers that are added
 * to rows or columns. */
#ifndef STAR_PAIR_FORMS_H
#define STAR_PAIR_FORMS_H

#include "plan/plan.h"
#include "plan/pairs.h"
#include "status/status.h"

/* Vectors that a side of a sum means: i at word + i * stride, padding 0. */
typedef struct StarPairSide {
    const uint64_t *word;
    int64_t stride, words;
} StarPairSide;

/* The work of a backend for it. */
typedef struct StarPairHooks {
    void *context;
    /* The vectors of this range, of an X or a Y. */
    StarStatus (*side)(void *context, const StarPlanOp *side,
                       StarPairRange range, StarPairSide *vectors);
    /* One vector of ones of so many components. */
    StarStatus (*all)(void *context, int64_t length, StarPairSide *vectors);
    /* n zeros. */
    StarStatus (*zeros)(void *context, int64_t n, int64_t **zeros);
    /* sum[i] += factor * ones of vector i, for this range. */
    StarStatus (*ones)(void *context, const StarPairSide *vectors,
                       StarPairRange range, int64_t factor, int64_t *sum);
    /* found, in host memory, may be NULL. */
    StarStatus (*product)(void *context, const StarPairs *pairs,
                          StarPairsFound *found);
    /* Copies so many words that products have written to host memory. */
    StarStatus (*fetch)(void *context, uint64_t *to, const uint64_t *from,
                        int64_t words);
    /* Frees the memory of all of them. */
    void (*release)(void *context);
} StarPairHooks;

/* Finds and counts the pairs of an area. R are the loop's cells. */
StarStatus star_pair_forms(const StarPairHooks *hooks, const StarPlan *loop,
                           const StarCell *R, const StarPairArea *area);

/* The length, in bits, of the vectors that a side means; 0 without code. */
int64_t star_pair_length(const StarPlanOp *side, const StarCell *R);

/* factor * scalar of a TERM. False if that leaves the integers. */
bool star_pair_factor(const StarPlanOp *term, const StarCell *R,
                      int64_t *factor);

#endif
