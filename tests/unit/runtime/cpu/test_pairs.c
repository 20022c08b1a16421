/* SPDX-License-Identifier: MIT */
/* Products of bit matrices, of every instruction set and with threads, against
 * plain C. */
#include "star_test.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/pair_product.h"
#include "plain_pairs.h"

enum { MAX_VECTORS = 150, MAX_WORDS = 70, STRIDE = MAX_WORDS + 2 };

typedef struct Matrix {
    uint64_t word[MAX_VECTORS * STRIDE];
} Matrix;

typedef struct Setting {
    StarTest t;
    Matrix x[3], y[3];
    int64_t row[MAX_VECTORS], column[MAX_VECTORS];
    uint64_t mask[MAX_VECTORS * 3];
    uint64_t bits[MAX_VECTORS * 3], wanted[MAX_VECTORS * 3];
    StarPairs pairs;
} Setting;

static void fill(StarTest *t, Matrix *m, int64_t words) {
    memset(m, 0xff, sizeof *m); /* behind the words of a vector: not read */
    for (int64_t i = 0; i < MAX_VECTORS; i++)
        for (int64_t w = 0; w < words; w++)
            m->word[i * STRIDE + w] = star_random_bits(t) & star_random_bits(t);
}

static void check(Setting *s, StarBackend *be) {
    StarPairs plain = s->pairs;
    StarPairsFound found = {5, 7}, wanted = {5, 7};
    plain.bits = plain.bits != NULL ? s->wanted : NULL;
    memset(s->bits, 0xff, sizeof s->bits);
    memset(s->wanted, 0xff, sizeof s->wanted);
    star_pairs(be, &s->pairs, &found);
    plain_pairs(&plain, &wanted);
    assert_int_equal(found.count, wanted.count);
    assert_int_equal(found.sum, wanted.sum);
    assert_memory_equal(s->bits, s->wanted, sizeof s->bits);
}

static StarPairRange range(StarTest *t, int64_t most) {
    static const int64_t sizes[] = {1, 3, 4, 5, 15, 16, 17, 63, 64, 65, 129};
    const int64_t n = sizes[star_random(t, 11)];
    const int64_t from = star_random(t, most - n + 1);
    return (StarPairRange){from, from + n};
}

static void any_pairs(Setting *s) {
    static const int64_t words[] = {0, 1, 7, 8, 9, 16, 63, 70};
    StarTest *t = &s->t;
    StarPairs *p = &s->pairs;
    *p = (StarPairs){.rows = range(t, MAX_VECTORS),
                     .columns = range(t, MAX_VECTORS),
                     .low = INT64_MIN,
                     .high = INT64_MAX,
                     .products = (int)star_random(t, 4),
                     .constant = star_random(t, 50) - 25,
                     .relation = (StarPairRelation)star_random(t, 5),
                     .mask_stride = 3,
                     .bits_stride = 3};
    for (int k = 0; k < p->products; k++) {
        const int64_t n = words[star_random(t, 8)];
        fill(t, &s->x[k], n);
        fill(t, &s->y[k], n);
        p->product[k] = (StarPairProduct){s->x[k].word,
                                          s->y[k].word,
                                          star_random(t, 4) > 0 ? STRIDE : 0,
                                          STRIDE,
                                          n,
                                          star_random(t, 9) - 4};
    }
    for (int k = 0; k < MAX_VECTORS; k++) {
        s->row[k] = star_random(t, 9) - 4;
        s->column[k] = star_random(t, 9) - 4;
    }
    for (int k = 0; k < 3 * MAX_VECTORS; k++)
        s->mask[k] = star_random(t, 3) > 0 ? star_random_bits(t) : 0;
    p->row = star_random(t, 2) ? s->row : NULL;
    p->column = star_random(t, 2) ? s->column : NULL;
    p->mask = star_random(t, 2) ? s->mask : NULL;
    p->bits = star_random(t, 3) ? s->bits : NULL;
    if (star_random(t, 2))
        p->low = star_random(t, 100) - 50;
    if (star_random(t, 2))
        p->high = star_random(t, 100) - 50;
}

static void pairs_of(StarIsaLevel isa, int threads) {
    Setting *s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (star_isa_available(isa)) {
        s->t.seed = 1 + (uint64_t)isa;
        star_test_open(&s->t, isa);
        s->t.be.threads.count = threads;
        s->t.be.threads.grain = 16;
        for (int k = 0; k < 250; k++) {
            any_pairs(s);
            check(s, &s->t.be);
        }
        star_test_close(&s->t);
    }
    free(s);
}

TEST(pairs_with_plain_c) {
    pairs_of(STAR_ISA_PORTABLE, 1);
}

TEST(pairs_with_neon) {
    pairs_of(STAR_ISA_NEON, 1);
}

TEST(pairs_with_avx2) {
    pairs_of(STAR_ISA_AVX2, 1);
}

TEST(pairs_with_avx512) {
    pairs_of(STAR_ISA_AVX512, 1);
}

TEST(pairs_with_threads) {
    pairs_of(STAR_ISA_BEST, 3);
}

/* Long vectors go by pieces, of five rows and of one. */
TEST(long_vectors) {
    enum { WORDS = 700 };
    static uint64_t x[5 * WORDS], y[6 * WORDS];
    StarTest t = {.seed = 3};
    star_test_open(&t, STAR_ISA_BEST);
    for (int k = 0; k < 6 * WORDS; k++) {
        y[k] = star_random_bits(&t);
        x[k % (5 * WORDS)] = star_random_bits(&t);
    }
    StarPairs p = {.rows = {0, 5},
                   .columns = {0, 6},
                   .low = INT64_MIN,
                   .high = INT64_MAX,
                   .products = 1,
                   .product = {{x, y, WORDS, WORDS, WORDS, 1}},
                   .relation = STAR_PAIR_ANY};
    for (p.rows.from = 0; p.rows.from < 5; p.rows.from += 4) {
        StarPairsFound found = {0, 0};
        int64_t sum = 0;
        for (int64_t i = p.rows.from; i < 5; i++)
            for (int j = 0; j < 6; j++)
                sum += plain_form(&p, i, j);
        star_pairs(&t.be, &p, &found);
        assert_int_equal(found.sum, sum);
        assert_int_equal(found.count, 6 * (5 - p.rows.from));
    }
    star_test_close(&t);
}

/* Few rows go to threads by columns. */
TEST(many_columns) {
    enum { COLUMNS = 1700, WORDS = 16 };
    static uint64_t x[3 * WORDS], y[COLUMNS * WORDS];
    static uint64_t bits[3 * (COLUMNS / 64 + 1)];
    StarTest t = {.seed = 4};
    star_test_open(&t, STAR_ISA_BEST);
    t.be.threads.count = 3;
    t.be.threads.grain = 16;
    for (int k = 0; k < COLUMNS * WORDS; k++)
        y[k] = star_random_bits(&t);
    for (int k = 0; k < 3 * WORDS; k++)
        x[k] = star_random_bits(&t);
    StarPairs p = {.columns = {5, COLUMNS},
                   .low = INT64_MIN,
                   .high = INT64_MAX,
                   .products = 1,
                   .product = {{x, y, WORDS, WORDS, WORDS, 1}},
                   .constant = -256,
                   .bits = bits,
                   .bits_stride = COLUMNS / 64 + 1};
    for (p.rows.to = 1; p.rows.to <= 3; p.rows.to += 2) {
        StarPairsFound found = {0, 0};
        int64_t count = 0;
        star_pairs(&t.be, &p, &found);
        for (int64_t i = 0; i < p.rows.to; i++)
            for (int64_t c = 0; c < COLUMNS - 5; c++) {
                const bool passes = plain_form(&p, i, c + 5) > 0;
                assert_int_equal(bits[i * p.bits_stride + c / 64] >> c % 64 & 1,
                                 passes);
                count += passes;
            }
        assert_int_equal(found.count, count);
    }
    star_test_close(&t);
}

/* Pairs that share a 1 at all, from the ranges' other ends on too. */
static void boolean_pairs(StarTest *t, int64_t rows, int64_t columns,
                          int64_t words, int density) {
    enum { FROM = 3 };
    const int64_t stride = words + 1, bits_stride = (columns + 63) / 64 + 1;
    uint64_t *x = malloc((size_t)((rows + FROM) * stride) * sizeof *x);
    uint64_t *y = malloc((size_t)((columns + FROM) * stride) * sizeof *y);
    uint64_t *bits = malloc((size_t)(rows * bits_stride) * sizeof *bits);
    for (int64_t k = 0; k < (columns + FROM) * stride; k++)
        y[k] = star_random_bits(t) & star_random_bits(t);
    for (int64_t k = 0; k < (rows + FROM) * stride; k++) {
        x[k] = star_random_bits(t);
        for (int d = 0; d < density; d++)
            x[k] &= star_random_bits(t);
    }
    memset(bits, 0xff, (size_t)(rows * bits_stride) * sizeof *bits);
    const StarPairs p = {.rows = {FROM, FROM + rows},
                         .columns = {FROM, FROM + columns},
                         .low = INT64_MIN,
                         .high = INT64_MAX,
                         .products = 1,
                         .product = {{x, y, stride, stride, words, 2}},
                         .relation = density % 2 ? STAR_PAIR_GREATER
                                                 : STAR_PAIR_DIFFERENT,
                         .bits = bits,
                         .bits_stride = bits_stride};
    star_pairs(&t->be, &p, NULL);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++)
            assert_int_equal(bits[i * bits_stride + j / 64] >> j % 64 & 1,
                             plain_form(&p, i + FROM, j + FROM) > 0);
        if (columns % 64 != 0)
            assert_int_equal(
                bits[i * bits_stride + columns / 64] >> columns % 64, 0);
        assert_true(~bits[(i + 1) * bits_stride - 1] == 0);
    }
    free(x);
    free(y);
    free(bits);
}

TEST(pairs_that_share_a_one) {
    static const int64_t rows[] = {31, 32, 33, 64, 65, 130};
    static const int64_t columns[] = {64, 127, 128, 129, 511, 512, 513, 1100};
    for (StarIsaLevel isa = STAR_ISA_BEST; isa <= STAR_ISA_AVX512; isa++) {
        StarTest t = {.seed = 1 + (uint64_t)isa};
        if (!star_isa_available(isa))
            continue;
        star_test_open(&t, isa);
        for (int threads = 1; threads < 4; threads += 2) {
            t.be.threads.count = threads;
            t.be.threads.grain = 16;
            for (int i = 0; i < 6; i++)
                for (int k = 0; k < 8; k++)
                    boolean_pairs(&t, rows[i], columns[k], star_random(&t, 12),
                                  (i + k) % 6);
            boolean_pairs(&t, 2049, 600, 2, 1);
            boolean_pairs(&t, 4200, 70, 9, 4);
        }
        star_test_close(&t);
    }
}

/* Vectors that share more ones than 32 bits count: all are one. */
TEST(pairs_that_share_many_ones) {
    enum { WORDS = (1 << 25) + 1, ROWS = 5 };
    const int64_t ones = INT64_C(64) * WORDS;
    uint64_t *x = malloc(WORDS * sizeof *x), bits[ROWS] = {0};
    StarTest t = {.seed = 1};
    star_test_open(&t, STAR_ISA_BEST);
    memset(x, 0xff, WORDS * sizeof *x);
    for (int64_t rows = 1; rows <= ROWS; rows += ROWS - 1) {
        StarPairsFound found = {0, 0};
        const StarPairs p = {.rows = {0, rows},
                             .columns = {0, 2},
                             .low = INT64_MIN,
                             .high = INT64_MAX,
                             .products = 1,
                             .product = {{x, x, 0, 0, WORDS, 1}},
                             .relation = STAR_PAIR_GREATER,
                             .bits = bits,
                             .bits_stride = 1};
        star_pairs(&t.be, &p, &found);
        assert_int_equal(found.count, 2 * rows);
        assert_int_equal(found.sum, 2 * rows * ones);
        assert_int_equal(bits[rows - 1], 3);
    }
    free(x);
    star_test_close(&t);
}

TEST_MAIN
