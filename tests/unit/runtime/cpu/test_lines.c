/* The kernels on many lines, of every instruction set, against loops that
 * take a word or a bit at a time. */
#include "star_test.h"

#include <stdlib.h>

#include "cpu/simd/simd.h"

enum { MOST_WORDS = 3 }; /* of a mask */

/* Lines of n words, stride words apart, at most 64 for each of `words`. */
typedef struct Shape {
    int64_t n, stride, words;
} Shape;

/* Which of the lines. */
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

/* One more than the number of the last line of a mask, from 0. */
static int64_t lines_of(const uint64_t *mask, int64_t words) {
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

/* Two copies of the same random lines. They end where the last line does
 * and start behind one word, so that they are not aligned as vectors. */
typedef struct Lines {
    uint64_t *found, *wanted; /* the memory */
    uint64_t *x, *z;          /* the first line in each */
    int64_t words;
} Lines;

static void copy_lines(Lines *l) {
    l->wanted = malloc((size_t)l->words * sizeof *l->wanted);
    assert_non_null(l->wanted);
    memcpy(l->wanted, l->found, (size_t)l->words * sizeof *l->found);
    l->x = l->found + 1;
    l->z = l->wanted + 1;
}

static void new_lines(StarTest *t, Lines *l, const Shape *s, int64_t lines) {
    l->words = 1 + (lines > 0 ? (lines - 1) * s->stride + s->n : 0);
    l->found = new_words(t, l->words);
    copy_lines(l);
}

/* Everything must be as wanted: other lines and words behind a line too. */
static void end_lines(Lines *l) {
    assert_memory_equal(l->found, l->wanted,
                        (size_t)l->words * sizeof *l->found);
    free(l->found);
    free(l->wanted);
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

static void check_lines(StarTest *t, const Shape *s) {
    for (Choice c = NONE; c < CHOICES; c++)
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_ANDN; op++) {
            uint64_t mask[MOST_WORDS], *w = new_words(t, s->n);
            Lines l;
            choose(t, mask, s->words, c);
            new_lines(t, &l, s, lines_of(mask, s->words));
            t->be.isa->lines(l.x, s->stride, mask, s->words, w, s->n, op);
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    apply_all(op, l.z + i * s->stride, w, s->n);
            end_lines(&l);
            free(w);
        }
}

static void check_fold(StarTest *t, const Shape *s) {
    for (Choice c = NONE; c < CHOICES; c++)
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_ANDN; op++) {
            uint64_t mask[MOST_WORDS];
            const Shape one = {s->n, s->n, 1};
            Lines l, z;
            choose(t, mask, s->words, c);
            new_lines(t, &l, s, lines_of(mask, s->words));
            new_lines(t, &z, &one, 1);
            t->be.isa->fold(z.x, l.x, s->stride, mask, s->words, s->n, op);
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    apply_all(op, z.z, l.z + i * s->stride, s->n);
            end_lines(&z);
            end_lines(&l);
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
            uint64_t mask[MOST_WORDS], *w = new_words(t, s->n);
            const uint64_t *with = masked ? w : NULL;
            int64_t ones = 0;
            Lines l;
            choose(t, mask, s->words, c);
            new_lines(t, &l, s, lines_of(mask, s->words));
            for (int64_t i = 0; i < 64 * s->words; i++)
                if (has(mask, i))
                    ones += ones_of(l.z + i * s->stride, with, s->n);
            assert_int_equal(t->be.isa->count_lines(l.x, s->stride, mask,
                                                    s->words, with, s->n),
                             ones);
            end_lines(&l);
            free(w);
        }
}

/* The lines are chosen by a bit of theirs. */
static void sweep(StarTest *t, const Shape *s, int64_t lines, Choice c,
                  int op) {
    const int64_t bit = star_random(t, 64 * s->n);
    uint64_t mask[MOST_WORDS], *w = new_words(t, s->n);
    int64_t last = -1;
    Lines l;
    choose(t, mask, s->words, c);
    new_lines(t, &l, s, lines);
    free(l.wanted);
    for (int64_t i = 0; i < lines; i++) {
        uint64_t *at = l.x + i * s->stride + bit / 64;
        *at &= ~(UINT64_C(1) << bit % 64);
        *at |= (uint64_t)has(mask, i) << bit % 64;
    }
    copy_lines(&l);
    for (int64_t i = 0; i < lines; i++)
        if (has(mask, i)) {
            if (last >= 0)
                apply_all(op, l.z + last * s->stride, w, s->n);
            last = i;
        }
    assert_int_equal(t->be.isa->sweep(l.x, s->stride, lines, bit / 64,
                                      (int)(bit % 64), w, s->n, op),
                     last);
    end_lines(&l);
    free(w);
}

static void check_sweep(StarTest *t, const Shape *s) {
    static const uint8_t fewer[] = {0, 1, 5, 63};
    for (Choice c = NONE; c < CHOICES; c++)
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_XOR; op++)
            for (int k = 0; k < 4; k++)
                sweep(t, s, 64 * s->words - fewer[k], c, op);
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
                for (int64_t words = 1; words <= MOST_WORDS; words++)
                    check(&t, &(Shape){length[k], length[k] + gap[g], words});
        star_test_close(&t);
    }
}

static void lines_with_a_word(void **state) {
    (void)state;
    each_shape(check_lines);
}

static void lines_into_one(void **state) {
    (void)state;
    each_shape(check_fold);
}

static void ones_of_lines(void **state) {
    (void)state;
    each_shape(check_count);
}

static void lines_with_a_bit(void **state) {
    (void)state;
    each_shape(check_sweep);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_with_a_word),
        cmocka_unit_test(lines_into_one),
        cmocka_unit_test(ones_of_lines),
        cmocka_unit_test(lines_with_a_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
