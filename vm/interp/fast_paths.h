/* SPDX-License-Identifier: MIT */
/* Fast paths of primitives, for the dispatch loop and programs that are built,
 * in whose text this file stands: the operands are on the host, have the right
 * sizes and need one kernel call at most. Otherwise each function changes
 * nothing and returns false, and the backend runs the primitive. Numbers of
 * bits, rows and columns count from 1. */
#ifndef STAR_FAST_PATHS_H
#define STAR_FAST_PATHS_H

#ifndef BUILT_TEXT
#include "bytecode/op_scalar.h"
#include "cpu/simd/parallel.h"
#include "interp/exec.h"
#include "io/file.h"
#include "plan/cost.h"
#endif

/* Up to so many words an inline loop takes less time than the call of a
 * kernel. */
enum { FAST_INLINE_WORDS = 4 };

/* A word that is stored by itself: a store or load of more than one would wait
 * for a bit of it that was just changed. */
OP_INLINE uint64_t alone(uint64_t word) {
    __asm__("" : "+r"(word));
    return word;
}

/* True if a bit vector has a 1; its cursor, x->first, moves to the word of the
 * first one. The words before the cursor are 0, so that the search may begin
 * at an aligned word before it. An unrolled loop would take longer to find out
 * how many steps there are than to do them. */
OP_INLINE bool some(StarBackend *be, StarBits *x) {
    const int64_t n = star_words(x->length);
    if (n > FAST_INLINE_WORDS) {
        if (x->first < n && x->word[x->first] == 0)
            x->first = star_find(be, x->word, x->first & ~INT64_C(7), n);
        return x->first < n;
    }
    int64_t k = x->first;
#pragma GCC unroll 1
    for (; k < n; k++)
        if (x->word[k] != 0)
            break;
    x->first = k;
    return k < n;
}

/* True if two bit vectors have one length, of 1 bit or more, and are not
 * too long. */
OP_INLINE bool same_length(const StarBits *x, const StarBits *y) {
    return x->length == y->length &&
           (uint64_t)x->length - 1 < STAR_COST_INLINE_BITS;
}

/* A bit vector that may take this length does, if its words stand behind it. */
OP_INLINE bool fast_size(StarBits *z, int64_t length) {
    if (z->head.sizing == STAR_FIXED || z->capacity > STAR_WITHIN ||
        (uint64_t)length > STAR_WITHIN * 64)
        return false;
    if (z->head.sizing == STAR_UNSIZED)
        z->head.sizing = STAR_FIXED;
    z->length = length;
    z->first = 0;
    z->capacity = STAR_WITHIN;
    z->word = (uint64_t *)(z + 1);
    for (int k = 0; k < STAR_WITHIN; k++)
        z->word[k] = 0;
    return true;
}

/* z := x op y. */
#define FAST_LOGIC(name, op)                                                \
    OP_INLINE bool fast_##name(const StarIsa *isa, StarBits *z,             \
                               const StarBits *x, const StarBits *y) {      \
        const int64_t n = star_words(x->length);                            \
        if (OP_RARELY(!same_length(z, x)) || OP_RARELY(!same_length(x, y))) \
            return false;                                                   \
        z->first = 0;                                                       \
        if (n > FAST_INLINE_WORDS)                                          \
            isa->name(z->word, x->word, y->word, n);                        \
        else                                                                \
            for (int64_t k = 0; k < n; k++)                                 \
                z->word[k] = alone(x->word[k] op y->word[k]);               \
        return true;                                                        \
    }
/* clang-format off */
FAST_LOGIC(and, &)
FAST_LOGIC(or, |)
FAST_LOGIC(xor, ^)
FAST_LOGIC(andn, &~)
/* clang-format on */

/* Copies the words of `length` bits from x to z. */
OP_INLINE void copy(const StarIsa *isa, uint64_t *z, const uint64_t *x,
                    int64_t length) {
    int64_t n = star_words(length);
    if (n > FAST_INLINE_WORDS) {
        isa->copy(z, x, n);
        return;
    }
    for (int64_t k = 0; k < n; k++)
        z[k] = alone(x[k]);
}

/* z := not x; the bits past the end stay 0. */
OP_INLINE bool fast_not(const StarIsa *isa, StarBits *z, const StarBits *x) {
    const int64_t n = star_words(x->length);
    if (!same_length(z, x))
        return false;
    z->first = 0;
    if (n > FAST_INLINE_WORDS)
        isa->not(z->word, x->word, n);
    else
        for (int64_t k = 0; k < n; k++)
            z->word[k] = alone(~x->word[k]);
    z->word[n - 1] &= star_last_mask(z->length);
    return true;
}

/* z := x. */
OP_INLINE bool fast_copy(const StarIsa *isa, StarBits *z, const StarBits *x) {
    if (OP_RARELY(!same_length(z, x)) &&
        (x->length == 0 || !fast_size(z, x->length)))
        return false;
    z->first = x->first;
    copy(isa, z->word, x->word, x->length);
    return true;
}

/* *ones := NUMB(x), the number of ones. */
OP_INLINE bool fast_numb(const StarIsa *isa, int64_t *ones, const StarBits *x) {
    if (x->length == 0 || x->length > STAR_COST_INLINE_BITS)
        return false;
    *ones = isa->count(x->word, star_words(x->length));
    return true;
}

/* *i := FND(x), the number of the first 1, or 0. */
OP_INLINE bool fast_fnd(StarBackend *be, int64_t *i, StarBits *x) {
    if (x->length == 0)
        return false;
    *i = some(be, x) ? x->first * 64 + __builtin_ctzll(x->word[x->first]) + 1
                     : 0;
    return true;
}

/* *i := STEP(x), which is FND(x) and clears that 1. */
OP_INLINE bool fast_step(StarBackend *be, int64_t *i, StarBits *x) {
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

/* *bit := x(i). */
OP_INLINE bool fast_get(int64_t *bit, const StarBits *x, int64_t i) {
    const uint64_t k = (uint64_t)i - 1;
    if (k >= (uint64_t)x->length)
        return false;
    *bit = x->word[k / 64] >> k % 64 & 1;
    return true;
}

/* z(i) := value, 0 or 1. */
OP_INLINE bool fast_put(StarBits *z, int64_t i, int64_t value) {
    const uint64_t k = (uint64_t)i - 1;
    if (k >= (uint64_t)z->length || (uint64_t)value > 1)
        return false;
    const uint64_t bit = UINT64_C(1) << k % 64;
    z->word[k / 64] = value ? z->word[k / 64] | bit : z->word[k / 64] & ~bit;
    if (value && (int64_t)(k / 64) < z->first)
        z->first = (int64_t)(k / 64);
    return true;
}

/* z := ROW(i, t), if the image of rows is valid and no transpose is due. */
OP_INLINE bool fast_row(const StarIsa *isa, StarBits *z, int64_t i,
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

/* The fields of z := those of x, if all are scalars and the first one has a
 * value. There are so many, or, if that is 0, as many as the layout says. */
OP_INLINE bool fast_record(StarRecord *z, const StarRecord *x,
                           unsigned fields) {
    if (fields == 0 && x->layout->plain)
        fields = x->layout->fields;
    if (fields == 0 || x->cell[0].raw == (uint64_t)STAR_UNDEFINED_INT ||
        x->cell[0].raw == STAR_UNDEFINED_REAL)
        return false;
    for (unsigned k = 0; k < fields; k++)
        z->cell[k].raw = alone(x->cell[k].raw);
    return true;
}

/* *is := element in x. */
OP_INLINE bool fast_in(int64_t *is, int64_t element, const StarSet *x) {
    const uint64_t k = (uint64_t)(element >> 6) - (uint64_t)x->first;
    if (x->head.sizing == STAR_UNSIZED)
        return false;
    *is = k < (uint64_t)x->words ? (int64_t)(x->word[k] >> (element & 63) & 1)
                                 : 0;
    return true;
}

/* The variant of a field is active, and in no other one. */
OP_INLINE bool fast_variant(const StarRecord *x, unsigned number) {
    const StarField *field = &x->layout->field[number];
    if (field->part == STAR_NO_PART)
        return false;
    const StarVariantPart *part = &x->layout->part[field->part];
    return part->outer == STAR_NO_PART &&
           x->cell[part->active].i == field->variant;
}

/* The line of the input does not end here, nor does the input. */
OP_INLINE bool fast_goes_on(const StarConsole *input, const StarConsole *from,
                            int64_t *ends) {
    if (from != input || !star_console_within(input))
        return false;
    *ends = 0;
    return true;
}

/* The buffer of input gets a character within a line; *to is its address. */
OP_INLINE bool fast_buffer(StarFile *f, StarCell **to) {
    if (!f->standard || !star_file_peek(f))
        return false;
    *to = &f->buffer;
    return true;
}

/* The buffer of input, with a character within a line, goes on. */
OP_INLINE bool fast_next(StarFile *f) {
    return f->standard && star_file_skip(f);
}

/* ROW(i, t) := x, if the image of rows is the only valid one. */
OP_INLINE bool fast_setrow(const StarIsa *isa, StarTable *t, int64_t i,
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
