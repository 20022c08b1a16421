/* Primitives on operands that need no more than a look, for the dispatch loop.
 * Where they need more, nothing is done and the answer is false. */
#ifndef STAR_FAST_PATHS_H
#define STAR_FAST_PATHS_H

#include "interp/exec.h"
#include "cpu/parallel.h"

/* True if a line has a 1; its cursor moves to the first. The words before the
 * cursor are 0, so that a search may begin at a vector's edge. */
static inline bool some(StarBackend *be, StarBits *x) {
    int64_t n = star_words(x->length);
    if (x->first < n && x->word[x->first] == 0)
        x->first = star_find(be, x->word, x->first & ~INT64_C(7), n);
    return x->first < n;
}

/* Kernels run without further checks on lines of the same size, unless they
 * are so long that threads might share the work. */
enum { LONG = 1 << 18 };

/* True if two lines have one size, 1 to LONG bits. */
static inline bool same(const StarBits *x, const StarBits *y) {
    return x->length == y->length && x->length > 0 && x->length <= LONG;
}

/* Lines of a few words are done with before a call would be. */
enum { FEW = 4 };

/* Copies the words of so many bits. */
static inline void copy(const StarIsa *isa, uint64_t *z, const uint64_t *x,
                        int64_t length) {
    int64_t n = star_words(length);
    if (n > FEW) {
        isa->copy(z, x, n);
        return;
    }
    for (int64_t k = 0; k < n; k++)
        z[k] = x[k];
}

/* z := not x; the bits past the end stay 0. */
static inline bool fast_not(const StarIsa *isa, StarBits *z,
                            const StarBits *x) {
    const int64_t n = star_words(x->length);
    if (!same(z, x))
        return false;
    z->first = 0;
    if (n > FEW)
        isa->not(z->word, x->word, n);
    else
        for (int64_t k = 0; k < n; k++)
            z->word[k] = ~x->word[k];
    z->word[n - 1] &= star_last_mask(z->length);
    return true;
}

/* z := x. */
static inline bool fast_copy(const StarIsa *isa, StarBits *z,
                             const StarBits *x) {
    if (!same(z, x))
        return false;
    z->first = x->first;
    copy(isa, z->word, x->word, x->length);
    return true;
}

/* How many ones x has. */
static inline bool fast_numb(const StarIsa *isa, int64_t *ones,
                             const StarBits *x) {
    if (x->length == 0 || x->length > LONG)
        return false;
    *ones = isa->count(x->word, star_words(x->length));
    return true;
}

/* The number of the first 1 from 1 on, or 0. */
static inline bool fast_fnd(StarBackend *be, int64_t *i, StarBits *x) {
    if (x->length == 0)
        return false;
    *i = some(be, x) ? x->first * 64 + __builtin_ctzll(x->word[x->first]) + 1
                     : 0;
    return true;
}

/* The same, and clears that 1. */
static inline bool fast_step(StarBackend *be, int64_t *i, StarBits *x) {
    if (x->head.sizing == STAR_UNSIZED)
        return false;
    if (!some(be, x)) {
        *i = 0;
        return true;
    }
    uint64_t *word = &x->word[x->first];
    *i = x->first * 64 + __builtin_ctzll(*word) + 1;
    *word &= *word - 1;
    return true;
}

/* Bit i from 1 on. */
static inline bool fast_get(int64_t *bit, const StarBits *x, int64_t i) {
    const uint64_t k = (uint64_t)i - 1;
    if (k >= (uint64_t)x->length)
        return false;
    *bit = x->word[k / 64] >> k % 64 & 1;
    return true;
}

/* Sets bit i, from 1 on, to 0 or 1. */
static inline bool fast_put(StarBits *z, int64_t i, int64_t value) {
    const int64_t k = (int64_t)((uint64_t)i - 1);
    if ((uint64_t)k >= (uint64_t)z->length || (uint64_t)value > 1)
        return false;
    const uint64_t bit = UINT64_C(1) << k % 64;
    z->word[k / 64] = value ? z->word[k / 64] | bit : z->word[k / 64] & ~bit;
    if (k / 64 < z->first)
        z->first = k / 64;
    return true;
}

/* z := row i of t, where the rows are the valid image and no transpose is
 * due. */
static inline bool fast_row(const StarIsa *isa, StarBits *z, int64_t i,
                            const StarTable *t) {
    const StarImage *rows = &t->image[STAR_ROWS];
    const int64_t k = (int64_t)((uint64_t)i - 1);
    if ((uint64_t)k >= (uint64_t)t->rows || z->length != t->cols ||
        z->length == 0 || !rows->valid || t->transpose_credit < 0)
        return false;
    z->first = 0;
    copy(isa, z->word, rows->word + k * rows->stride, z->length);
    return true;
}

/* Row i of t := x, where the rows are the only valid image. */
static inline bool fast_setrow(const StarIsa *isa, StarTable *t, int64_t i,
                               const StarBits *x) {
    const StarImage *rows = &t->image[STAR_ROWS];
    const int64_t k = (int64_t)((uint64_t)i - 1);
    if ((uint64_t)k >= (uint64_t)t->rows || x->length != t->cols ||
        x->length == 0 || !rows->valid || t->image[STAR_COLUMNS].valid)
        return false;
    copy(isa, rows->word + k * rows->stride, x->word, x->length);
    return true;
}

#endif
