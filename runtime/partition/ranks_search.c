/* SPDX-License-Identifier: MIT */
/* Searches for ones, tests and single components of divided bit vectors: each
 * rank's result, and a reduction. */
#include "partition/ranks_internal.h"

/* The result of a test or count of this rank's part. */
static StarStatus part_result(Ranks *r, StarPrim prim, const StarCell *arg,
                              int64_t *result) {
    StarBits x;
    StarCell own[] = {{.i = 0}, {.bits = &x}};
    STAR_TRY(ranks_bits(r, arg[1].bits, STAR_READ, &x));
    STAR_TRY(ranks_call(r, prim, own));
    *result = own[0].i;
    return STAR_OK;
}

/* NUMB, ONE. */
StarStatus ranks_count(Ranks *r, StarPrim prim, StarCell *arg) {
    int64_t ones;
    STAR_TRY(part_result(r, STAR_PRIM_NUMB, arg, &ones));
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_SUM, &ones, 1));
    arg[0].i = prim == STAR_PRIM_NUMB ? ones : ones == 1;
    return STAR_OK;
}

/* EQ, NE. */
StarStatus ranks_differ(Ranks *r, StarPrim prim, StarCell *arg) {
    StarBits x, y;
    StarCell own[] = {{.i = 0}, {.bits = &x}, {.bits = &y}};
    STAR_TRY(ranks_bits(r, arg[1].bits, STAR_READ, &x));
    STAR_TRY(ranks_bits(r, arg[2].bits, STAR_READ, &y));
    STAR_TRY(ranks_call(r, STAR_PRIM_NE, own));
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_MAX, &own[0].i, 1));
    arg[0].i = own[0].i == (prim == STAR_PRIM_NE);
    return STAR_OK;
}

/* True if this rank has component i, from 1. */
static bool has(const Ranks *r, const StarBits *x, int64_t i) {
    return ranks_own_row(r, x->length, i) > 0;
}

/* *i := the number of the first one of all, or 0. All ranks know then that no
 * word before has one. What was found is known until the bits change: a loop of
 * SOME and STEP takes a message an iteration. */
static StarStatus first(Ranks *r, const StarCell *arg, int64_t *i) {
    StarBits *x = arg[1].bits;
    RanksBlock *block = ranks_find(r, x->word);
    const StarRowRange part = star_partition_part(&r->partition, x->length);
    *i = block != NULL ? block->one : RANKS_UNKNOWN;
    if (*i != RANKS_UNKNOWN)
        return STAR_OK;
    STAR_TRY(part_result(r, STAR_PRIM_FND, arg, i));
    *i = *i > 0 ? part.low + *i : INT64_MAX;
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_MIN, i, 1));
    if (*i == INT64_MAX)
        *i = 0;
    x->first = *i > 0 ? (*i - 1) / 64 : star_words(x->length);
    if (block != NULL)
        block->one = *i;
    return STAR_OK;
}

/* SOME, ZERO. */
StarStatus ranks_test(Ranks *r, StarPrim prim, StarCell *arg) {
    int64_t i;
    STAR_TRY(first(r, arg, &i));
    arg[0].i = (i > 0) == (prim == STAR_PRIM_SOME);
    return STAR_OK;
}

/* True if so many messages were for single components of x that all of it would
 * have taken no longer. */
static bool is_asked_much(const Ranks *r, const StarBits *x) {
    enum { LEAST = 4, WORDS = 2048 }; /* words that take as long as a message */
    RanksBlock *block = ranks_find(r, x->word);
    return block != NULL &&
           ++block->messages > LEAST + star_words(x->length) / WORDS;
}

/* Component i of this rank's part := b, if it has it. */
static StarStatus put(Ranks *r, const StarBits *x, int64_t i, int64_t b) {
    const StarRowRange rows = star_partition_part(&r->partition, x->length);
    StarBits part;
    StarCell own[] = {{.bits = &part}, {.i = i - rows.low}, {.i = b}};
    if (!has(r, x, i))
        return STAR_OK;
    STAR_TRY(ranks_bits(r, x, STAR_CHANGE, &part));
    return ranks_call(r, STAR_PRIM_PUT, own);
}

/* FND, STEP, FRST. */
StarStatus ranks_first(Ranks *r, StarPrim prim, StarCell *arg) {
    StarBits *x = arg[1].bits, *z = arg[0].bits;
    int64_t i;
    if (prim == STAR_PRIM_STEP && is_asked_much(r, x))
        return ranks_reference(r, prim, arg);
    STAR_TRY(first(r, arg, &i));
    if (prim == STAR_PRIM_FRST) {
        StarBits part;
        StarCell own[] = {{.bits = &part}};
        STAR_TRY(ranks_bits(r, z, STAR_OVERWRITE, &part));
        STAR_TRY(ranks_call(r, STAR_PRIM_CLR, own));
        STAR_TRY(ranks_written(r, &z->head));
        return put(r, z, i, 1);
    }
    if (prim == STAR_PRIM_STEP && i > 0)
        ranks_find(r, x->word)->one = RANKS_UNKNOWN;
    arg[0].i = i;
    return prim == STAR_PRIM_STEP && i > 0 ? put(r, x, i, 0) : STAR_OK;
}

StarStatus ranks_get(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarBits *x = arg[1].bits;
    const StarRowRange rows = star_partition_part(&r->partition, x->length);
    StarBits part;
    StarCell own[] = {{.i = 0}, {.bits = &part}, {.i = arg[2].i - rows.low}};
    if (is_asked_much(r, x))
        return ranks_reference(r, prim, arg);
    if (has(r, x, arg[2].i)) {
        STAR_TRY(ranks_bits(r, x, STAR_READ, &part));
        STAR_TRY(ranks_call(r, STAR_PRIM_GET, own));
    }
    arg[0].i = own[0].i;
    return ranks_reduce(r, STAR_REDUCE_MAX, &arg[0].i, 1);
}

StarStatus ranks_put(Ranks *r, StarPrim prim, StarCell *arg) {
    (void)prim;
    StarBits *x = arg[0].bits;
    const int64_t w = (arg[1].i - 1) / 64;
    x->first = w < x->first ? w : x->first;
    ranks_find(r, x->word)->one = RANKS_UNKNOWN;
    return put(r, x, arg[1].i, arg[2].i);
}
