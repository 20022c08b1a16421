/* SPDX-License-Identifier: MIT */
/* The kernels on the vectors of an image, of every instruction set, against
 * loops that take a word or a bit at a time. */
#include "star_test.h"

#include <stdlib.h>

#include "cpu/simd/simd.h"

enum { MAX_WORDS = 3 }; /* of a mask */

/* Vectors of n words, stride words apart, at most 64 for each of `words`. */
typedef struct Shape {
    int64_t n, stride, words;
} Shape;

/* The vectors that the mask selects. */
typedef enum Choice { NONE, ALL, ONE, SPARSE, HALF, CHOICES } Choice;

static void choose(StarTest *t, uint64_t *mask, int64_t words, Choice c) {
    for (int64_t k = 0; k < words; k++) {
        uint64_t bits = star_random_bits(t), more = star_random_bits(t);
        mask[k] = c == ALL      ? UINT64_MAX
                  : c == SPARSE ? bits & more & more << 7 & bits >> 9
                  : c == HALF   ? bits
                                : 0;
    }
    if (c == ONE) {
        int64_t i = star_random(t, 64 * words);
        mask[i / 64] = UINT64_C(1) << i % 64;
    }
}

static bool has(const uint64_t *mask, int64_t i) {
    return mask[i / 64] >> i % 64 & 1;
}

/* One more than the number of the last vector of a mask, from 0. */
static int64_t vectors_of(const uint64_t *mask, int64_t words) {
    int64_t i = 64 * words;
    while (i > 0 && !has(mask, i - 1))
        i--;
    return i;
}

static uint64_t *new_words(StarTest *t, int64_t n) {
    uint64_t *x = malloc((size_t)(n > 0 ? n : 1) * sizeof *x);
    assert_non_null(x);
    for (int64_t i = 0; i < n; i++)
        x[i] = star_random_bits(t);
    return x;
}

/* Two copies of the same random vectors. They end where the last vector does
 * and start behind one word, so that they are not aligned as vectors. */
typedef struct Vectors {
    uint64_t *found, *wanted; /* the memory */
    uint64_t *x, *z;          /* the first vector in each */
    int64_t words;
} Vectors;

static void copy_vectors(Vectors *v) {
    v->wanted = malloc((size_t)v->words * sizeof *v->wanted);
    assert_non_null(v->wanted);
    memcpy(v->wanted, v->found, (size_t)v->words * sizeof *v->found);
    v->x = v->found + 1;
    v->z = v->wanted + 1;
}

static void new_vectors(StarTest *t, Vectors *v, const Shape *s,
                        int64_t vectors) {
    v->words = 1 + (vectors > 0 ? (vectors - 1) * s->stride + s->n : 0);
    v->found = new_words(t, v->words);
    copy_vectors(v);
}

/* All memory must be as wanted: other vectors and words behind a vector too. */
static void end_vectors(Vectors *v) {
    assert_memory_equal(v->found, v->wanted,
                        (size_t)v->words * sizeof *v->found);
    free(v->found);
    free(v->wanted);
}

static uint64_t apply(int op, uint64_t x, uint64_t y) {
    switch (op) {
    case STAR_FUSE_AND: return x & y;
    case STAR_FUSE_OR: return x | y;
    case STAR_FUSE_XOR: return x ^ y;
    default: return x & ~y;
    }
}

static void apply_all(int op, uint64_t *x, const uint64_t *y, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        x[i] = apply(op, x[i], y[i]);
}

/* ---- The kernels ---- */

static void check_vectors(StarTest *t, const Shape *s) {
    for (Choice c = NONE; c < CHOICES; c++)
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_ANDN; op++) {
            uint64_t mask[MAX_WORDS], *w = new_words(t, s->n);
            Vectors v;
            choose(t, mask, s->words, c);
            new_vectors(t, &v, s, vectors_of(mask, s->words));
            t->be.isa->vectors(v.x, s->stride, mask, s->words, w, s->n, op);
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    apply_all(op, v.z + i * s->stride, w, s->n);
            end_vectors(&v);
            free(w);
        }
}

static void check_reduce(StarTest *t, const Shape *s) {
    for (Choice c = NONE; c < CHOICES; c++)
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_ANDN; op++) {
            uint64_t mask[MAX_WORDS];
            const Shape one = {s->n, s->n, 1};
            Vectors v, z;
            choose(t, mask, s->words, c);
            new_vectors(t, &v, s, vectors_of(mask, s->words));
            new_vectors(t, &z, &one, 1);
            t->be.isa->reduce(z.x, v.x, s->stride, mask, s->words, s->n, op);
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    apply_all(op, z.z, v.z + i * s->stride, s->n);
            end_vectors(&z);
            end_vectors(&v);
        }
}

static int64_t ones_of(const uint64_t *x, const uint64_t *w, int64_t n) {
    int64_t ones = 0;
    for (int64_t i = 0; i < 64 * n; i++)
        ones += has(x, i) && (w == NULL || has(w, i));
    return ones;
}

static void check_count(StarTest *t, const Shape *s) {
    for (Choice c = NONE; c < CHOICES; c++)
        for (int masked = 0; masked < 2; masked++) {
            uint64_t mask[MAX_WORDS], *w = new_words(t, s->n);
            const uint64_t *with = masked ? w : NULL;
            int64_t ones = 0;
            Vectors v;
            choose(t, mask, s->words, c);
            new_vectors(t, &v, s, vectors_of(mask, s->words));
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    ones += ones_of(v.z + i * s->stride, with, s->n);
            assert_int_equal(t->be.isa->count_vectors(v.x, s->stride, mask,
                                                      s->words, with, s->n),
                             ones);
            end_vectors(&v);
            free(w);
        }
}

/* The vectors are selected by one of their bits. */
static void row_update(StarTest *t, const Shape *s, int64_t vectors, Choice c) {
    const int64_t bit = star_random(t, 64 * s->n);
    uint64_t mask[MAX_WORDS], *w = new_words(t, s->n);
    Vectors v;
    choose(t, mask, s->words, c);
    new_vectors(t, &v, s, vectors);
    free(v.wanted);
    for (int64_t i = 0; i < vectors; i++) {
        uint64_t *at = v.x + i * s->stride + bit / 64;
        *at &= ~(UINT64_C(1) << bit % 64);
        *at |= (uint64_t)has(mask, i) << bit % 64;
    }
    copy_vectors(&v);
    for (int64_t i = 0; i < vectors; i++)
        if (has(mask, i))
            apply_all(STAR_FUSE_OR, v.z + i * s->stride, w, s->n);
    t->be.isa->row_update(v.x, s->stride, vectors, bit / 64, (int)(bit % 64), w,
                          s->n);
    end_vectors(&v);
    free(w);
}

static void check_row_update(StarTest *t, const Shape *s) {
    static const uint8_t fewer[] = {0, 1, 5, 63};
    for (Choice c = NONE; c < CHOICES; c++)
        for (int k = 0; k < 4; k++)
            row_update(t, s, 64 * s->words - fewer[k], c);
}

/* ---- All shapes ---- */

static void each_shape(void (*check)(StarTest *t, const Shape *s)) {
    static const int64_t length[] = {1,  2,  3,  4,  5,  7,  8,  9,  15, 16,
                                     17, 23, 24, 25, 31, 32, 33, 63, 64, 65};
    static const int64_t gap[] = {0, 1, 8, 11};
    StarIsaLevel level = STAR_ISA_BEST;
    StarTest t;
    while (star_test_next(&t, &level)) {
        for (size_t k = 0; k < sizeof length / sizeof *length; k++)
            for (int g = 0; g < 4; g++)
                for (int64_t words = 1; words <= MAX_WORDS; words++)
                    check(&t, &(Shape){length[k], length[k] + gap[g], words});
        star_test_close(&t);
    }
}

TEST(vectors_with_a_word) {
    each_shape(check_vectors);
}

TEST(vectors_into_one) {
    each_shape(check_reduce);
}

TEST(ones_of_vectors) {
    each_shape(check_count);
}

TEST(vectors_with_a_bit) {
    each_shape(check_row_update);
}

TEST_MAIN
