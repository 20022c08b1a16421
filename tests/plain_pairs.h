/* SPDX-License-Identifier: MIT */
/* Products of bit matrices in plain C, pair by pair. */
#ifndef STAR_PLAIN_PAIRS_H
#define STAR_PLAIN_PAIRS_H

#include <stddef.h>

#include "plan/pairs.h"

static inline int64_t plain_form(const StarPairs *p, int64_t i, int64_t j) {
    uint64_t form = (uint64_t)p->constant;
    form += (uint64_t)(p->row != NULL ? p->row[i] : 0);
    form += (uint64_t)(p->column != NULL ? p->column[j] : 0);
    for (int f = 0; f < p->products; f++) {
        const StarPairProduct *m = &p->product[f];
        for (int64_t w = 0; w < m->words; w++)
            form += (uint64_t)m->factor *
                    (uint64_t)__builtin_popcountll(m->x[i * m->x_stride + w] &
                                                   m->y[j * m->y_stride + w]);
    }
    return (int64_t)form;
}

static inline int plain_passes(StarPairRelation relation, int64_t form) {
    switch (relation) {
    case STAR_PAIR_GREATER: return form > 0;
    case STAR_PAIR_NOT_LESS: return form >= 0;
    case STAR_PAIR_EQUAL: return form == 0;
    case STAR_PAIR_DIFFERENT: return form != 0;
    case STAR_PAIR_ANY: break;
    }
    return 1;
}

/* Word w of bit vector i - rows.from of the result. */
static inline uint64_t plain_pair_word(const StarPairs *p, int64_t i, int64_t w,
                                       StarPairsFound *found) {
    const int64_t r = i - p->rows.from, from = p->columns.from + 64 * w;
    const uint64_t mask =
        p->mask != NULL ? p->mask[r * p->mask_stride + w] : ~UINT64_C(0);
    uint64_t word = 0;
    for (int64_t j = from; j < from + 64 && j < p->columns.to; j++) {
        const uint64_t bit = UINT64_C(1) << (j - from);
        if ((mask & bit) == 0 || j - i < p->low || j - i > p->high)
            continue;
        const int64_t form = plain_form(p, i, j);
        if (!plain_passes(p->relation, form))
            continue;
        word |= bit;
        found->count++;
        found->sum += form;
    }
    return word;
}

/* Adds to *found; sets the bits. */
static inline void plain_pairs(const StarPairs *p, StarPairsFound *found) {
    for (int64_t i = p->rows.from; i < p->rows.to; i++)
        for (int64_t w = 0; 64 * w < p->columns.to - p->columns.from; w++) {
            const uint64_t word = plain_pair_word(p, i, w, found);
            if (p->bits != NULL)
                p->bits[(i - p->rows.from) * p->bits_stride + w] = word;
        }
}

#endif
