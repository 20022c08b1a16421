/* SPDX-License-Identifier: MIT */
/* RANDOM: the published vectors of Philox4x32-10, the same bits by every
 * instruction set, number of threads and image, and their statistics. */
#include "star_test.h"

#include <math.h>
#include <stdio.h>

#include "cpu/simd/philox.h"
#include "cpu/simd/simd.h"
#include "values/table.h"

enum { ROWS = 5000, COLS = 70 };

static const double probabilities[] = {0, 0.5, 0.25, 0.375, 0.1, 1e-3, 1};

enum { PROBABILITIES = sizeof probabilities / sizeof *probabilities };

/* ---- Philox ---- */

/* From the distribution of its authors, Random123 1.14. */
TEST(published_vectors) {
    static const struct {
        uint64_t key;
        uint32_t counter[4], block[4];
    } known[] = {
        {0, {0, 0, 0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX,
         {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {UINT64_C(0x299f31d0a4093822),
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint32_t x[4];
        memcpy(x, known[k].counter, sizeof x);
        star_philox(known[k].key, x);
        assert_memory_equal(x, known[k].block, sizeof x);
    }
}

/* The number itself, digit by digit, beyond the blocks that fit 32 bits too. */
TEST(digits_are_compared) {
    static const int64_t blocks[] = {0, 3, INT64_C(5) << 32 | 7};
    static const int64_t columns[] = {0, 9, INT64_C(2) << 32 | 1};
    for (int k = 0; k < 3 * PROBABILITIES; k++) {
        const StarPhilox philox = star_philox_of(-k, probabilities[k / 3]);
        uint64_t number[128] = {0};
        uint32_t x[4];
        for (int digit = 0; digit < STAR_PHILOX_DIGITS; digit++) {
            star_philox_plane(philox.seed, blocks[k % 3], columns[k % 3], digit,
                              x);
            for (int i = 0; i < 128; i++)
                number[i] = number[i] << 1 | (x[i / 32] >> i % 32 & 1);
        }
        star_philox_bits(philox, blocks[k % 3], columns[k % 3], x);
        for (int i = 0; i < 128; i++)
            assert_int_equal(x[i / 32] >> i % 32 & 1,
                             number[i] < philox.digits);
    }
}

/* ---- Tables, slices and words ---- */

static StarTable *table(StarTest *t, int64_t rows, int64_t cols) {
    StarTable *x = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(x);
    assert_ok(t, star_table_size(&t->be, x, rows, cols));
    return x;
}

static void make(StarTest *t, StarTable *x, int64_t seed, double p, int dir) {
    StarCell arg[] = {{.table = x}, {.i = seed}, {.r = p}, {.i = dir}};
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_TRANDOM, arg, NULL));
    assert_true(x->image[dir].valid);
    assert_null(x->image[!dir].word);
}

static int bit(const StarTable *x, int dir, int64_t i, int64_t j) {
    const int64_t vector = dir == STAR_ROWS ? i : j;
    const int64_t at = dir == STAR_ROWS ? j : i;
    const StarImage *image = &x->image[dir];
    return (int)(image->word[vector * image->stride + at / 64] >> at % 64 & 1);
}

/* All components as star_philox_bits has them. */
static void check(const StarTable *x, int64_t seed, double p, int dir) {
    assert_true(star_object_valid(&x->head));
    for (int64_t j = 0; j < x->cols; j++)
        for (int64_t i = 0; i < x->rows; i++) {
            static uint32_t block[4];
            if (i % 128 == 0)
                star_philox_bits(star_philox_of(seed, p), i / 128, j, block);
            if (bit(x, dir, i, j) != (int)(block[i % 128 / 32] >> i % 32 & 1))
                fail_msg("row %d, column %d", (int)i, (int)j);
        }
}

static void sizes(StarTest *t, int threads) {
    static const int64_t size[][2] = {
        {1, 1},      {63, 3},    {64, 70}, {129, 1}, {1000, 2},
        {1025, 513}, {5000, 70}, {0, 5},   {5, 0},   {3, 1300}};
    t->be.threads.count = threads;
    t->be.threads.grain = 16;
    for (size_t k = 0; k < sizeof size / sizeof *size; k++)
        for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
            const double p = probabilities[k % PROBABILITIES];
            StarTable *x = table(t, size[k][0], size[k][1]);
            make(t, x, (int64_t)k - 3, p, dir);
            check(x, (int64_t)k - 3, p, dir);
            make(t, x, (int64_t)k, 0.5, !dir);
            check(x, (int64_t)k, 0.5, !dir);
            star_object_free(&t->be, &x->head);
        }
}

TEST(every_way_makes_the_same) {
    StarIsaLevel level = STAR_ISA_BEST;
    StarTest t;
    while (star_test_next(&t, &level)) {
        sizes(&t, 1);
        sizes(&t, 3);
        star_test_close(&t);
    }
}

/* The beginning of a slice does not depend on its length: it is column 1. */
TEST(a_slice_is_the_first_column) {
    star_test(t);
    StarTable *x = table(&t, ROWS, 2);
    make(&t, x, 7, 0.3, STAR_COLUMNS);
    for (int64_t n = 0; n <= ROWS; n = 3 * n + 1) {
        StarBits *y = star_line_random(&t, n, STAR_FILL_ONE);
        StarCell arg[] = {{.bits = y}, {.i = 7}, {.r = 0.3}};
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_RANDOM, arg, NULL));
        assert_line_valid(y);
        for (int64_t i = 0; i < n; i++)
            assert_int_equal(star_bits_get(y, i + 1),
                             bit(x, STAR_COLUMNS, i, 0));
        star_object_free(&t.be, &y->head);
    }
    star_object_free(&t.be, &x->head);
}

/* ---- Statistics ---- */

/* The number of rows where columns j of x and k of y are both 1. */
static double together(StarTest *t, const StarTable *x, int64_t j,
                       const StarTable *y, int64_t k) {
    const int64_t words = star_words(ROWS);
    uint64_t both[(ROWS + 63) / 64];
    t->be.isa->and (both, star_table_vector(&t->be, x, STAR_COLUMNS, j),
                    star_table_vector(&t->be, y, STAR_COLUMNS, k), words);
    return (double)t->be.isa->count(both, words);
}

/* Of n trials of probability p, within six standard deviations, or 2
 * where these are less: the seeds are fixed, so that what passes does so
 * always. */
static void assert_near(double found, double n, double p) {
    assert_true(fabs(found - n * p) <= fmax(6 * sqrt(n * p * (1 - p)), 2.5));
}

/* Columns of one table, and of tables of two seeds, are independent. */
TEST(columns_are_independent) {
    star_test(t);
    StarTable *x = table(&t, ROWS, COLS), *y = table(&t, ROWS, COLS);
    for (int k = 0; k < PROBABILITIES; k++) {
        const double p = probabilities[k];
        double all = 0;
        make(&t, x, 1, p, STAR_COLUMNS);
        make(&t, y, 2, p, STAR_COLUMNS);
        for (int64_t i = 0; i < COLS; i++) {
            all += together(&t, x, i, x, i);
            for (int64_t j = 0; j < i; j++)
                assert_near(together(&t, x, i, x, j), ROWS, p * p);
            assert_near(together(&t, x, i, x, i), ROWS, p);
            assert_near(together(&t, x, i, y, i), ROWS, p * p);
        }
        assert_near(all, (double)ROWS * COLS, p);
    }
    star_object_free(&t.be, &x->head);
    star_object_free(&t.be, &y->head);
}

/* Ones stay when the probability grows. */
TEST(probabilities_are_nested) {
    star_test(t);
    StarTable *x = table(&t, ROWS, 1), *y = table(&t, ROWS, 1);
    make(&t, x, 3, 0.2, STAR_COLUMNS);
    make(&t, y, 3, 0.6, STAR_COLUMNS);
    assert_true(together(&t, x, 0, y, 0) == together(&t, x, 0, x, 0));
    star_object_free(&t.be, &x->head);
    star_object_free(&t.be, &y->head);
}

/* ---- Errors ---- */

TEST(a_probability_is_from_0_to_1) {
    static const double wrong[] = {-0.5, 1.5, INFINITY};
    static const char *const text[] = {"-0.5", "1.5", "inf"};
    star_test(t);
    StarBits *y = star_line_random(&t, 5, STAR_FILL_ZERO);
    for (int k = 0; k < 3; k++) {
        char message[80];
        StarCell arg[] = {{.bits = y}, {.i = 7}, {.r = wrong[k]}};
        snprintf(message, sizeof message,
                 "RANDOM: the probability is %s, not from 0 to 1", text[k]);
        assert_raises(&t, star_prim_run(&t.be, STAR_PRIM_RANDOM, arg, NULL),
                      STAR_DOMAIN, message);
    }
    star_object_free(&t.be, &y->head);
}

/* Without memory for the other image there are zeros; with the memory of one
 * image there is one. */
TEST(one_image_needs_the_memory_of_one) {
    star_test(t);
    StarTable *x = table(&t, 4096, 4096);
    StarCell arg[] = {{.table = x}, {.i = 1}, {.r = 0.5}, {.i = STAR_ROWS}};
    t.mem.limit = t.mem.used + (1 << 20); /* the tiles that are transposed */
    make(&t, x, 1, 0.5, STAR_ROWS);
    t.mem.limit = t.mem.used;
    make(&t, x, 1, 0.5, STAR_COLUMNS);
    t.mem.fail_at = t.mem.count + 1;
    assert_int_equal(star_prim_run(&t.be, STAR_PRIM_TRANDOM, arg, NULL),
                     STAR_MEMORY);
    assert_int_equal(x->rows, 4096);
    assert_true(star_object_valid(&x->head));
    assert_true(together(&t, x, 0, x, 0) == 0);
    star_object_free(&t.be, &x->head);
}

TEST_MAIN
