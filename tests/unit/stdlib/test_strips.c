/* SPDX-License-Identifier: MIT */
/* TCOPY1, TCOPY2 and WTRANS: the kernels and the bodies do the same, on tables
 * that are stored as rows or as columns, for strips that exist and others, for
 * words that can be cut and others. */
#include "machine_test.h"

#include "values/table.h"

/* One call: F has no size yet, or is T, or has so many columns. */
typedef struct Case {
    bool into;  /* TCOPY2 */
    bool rows;  /* T is stored as rows */
    bool alone; /* F is T */
    bool sized;
    int64_t n, t, f, j, h;
    uint64_t seed;
} Case;

static void start(StarTestRun *s, bool bodies) {
    static const char text[] = "uses basic; proc NOTHING; begin end;";
    star_test_start(s, &(StarOptions){0},
                    &(StarCompileOptions){.bodies = bodies}, text);
}

static StarTable *filled(StarTestRun *s, StarTest *t, int64_t rows,
                         int64_t cols, bool by_rows) {
    StarTable *table = star_table_new(s->be, STAR_ELASTIC);
    assert_int_equal(star_table_size(s->be, table, rows, cols), STAR_OK);
    assert_int_equal(star_table_own(s->be, table, STAR_COLUMNS), STAR_OK);
    for (int64_t j = 0; j < cols; j++)
        star_fill(t, star_table_vector(s->be, table, STAR_COLUMNS, j), rows,
                  STAR_FILL_RANDOM);
    if (by_rows)
        assert_int_equal(star_table_own(s->be, table, STAR_ROWS), STAR_OK);
    return table;
}

/* Calls; F as it is left. */
static StarStatus strip(StarTestRun *s, const Case *c, StarTable **f) {
    StarTest random = {.seed = c->seed};
    StarTable *t = filled(s, &random, c->n, c->t, c->rows);
    *f = c->alone   ? t
         : c->sized ? filled(s, &random, c->n, c->f, !c->rows)
                    : star_table_new(s->be, STAR_UNSIZED);
    const StarCell arg[] = {
        {.table = t}, {.i = c->j}, {.i = c->h}, {.table = *f}};
    const StarStatus status =
        star_test_call(s, c->into ? "TCOPY2" : "TCOPY1", arg);
    if (t != *f)
        star_object_free(s->be, &t->head);
    return status;
}

static bool same(StarTestRun *side, StarTable **f) {
    bool equal = f[0]->rows == f[1]->rows && f[0]->cols == f[1]->cols;
    for (int b = 0; b < 2; b++) {
        assert_true(star_object_valid(&f[b]->head));
        assert_int_equal(star_table_need(side[b].be, f[b], STAR_COLUMNS),
                         STAR_OK);
    }
    for (int64_t j = 0; equal && j < f[0]->cols; j++)
        equal = memcmp(star_table_vector(side[0].be, f[0], STAR_COLUMNS, j),
                       star_table_vector(side[1].be, f[1], STAR_COLUMNS, j),
                       (size_t)star_words(f[0]->rows) * 8) == 0;
    return equal;
}

TEST(kernels_and_bodies) {
    static const int16_t rows[] = {0, 1, 63, 64, 65, 200};
    StarTest random = {.seed = 3};
    StarTestRun side[2];
    int copied = 0;
    start(&side[0], false);
    start(&side[1], true);
    for (int k = 0; k < 2000; k++) {
        const Case c = {.into = star_random(&random, 2) == 1,
                        .rows = star_random(&random, 2) == 1,
                        .alone = star_random(&random, 8) == 0,
                        .sized = star_random(&random, 4) > 0,
                        .n = rows[star_random(&random, 6)],
                        .t = star_random(&random, 13),
                        .f = star_random(&random, 13),
                        .j = star_random(&random, 5),
                        .h = star_random(&random, 7) - 1,
                        .seed = star_random_bits(&random)};
        StarTable *f[2];
        const StarStatus status[] = {strip(&side[0], &c, &f[0]),
                                     strip(&side[1], &c, &f[1])};
        assert_int_equal(status[0], status[1]);
        copied += status[0] == STAR_OK;
        if (f[0]->head.sizing != STAR_UNSIZED)
            assert_true(same(side, f));
        for (int b = 0; b < 2; b++)
            star_object_free(side[b].be, &f[b]->head);
    }
    assert_in_range(copied, 200, 1800);
    star_test_end(&side[0]);
    star_test_end(&side[1]);
}

/* WTRANS of n bits into fields of h; R has no size, or rows of cols bits. */
static StarStatus fields(StarTestRun *s, uint64_t seed, int64_t n, int64_t h,
                         int64_t rows, int64_t cols, StarTable **r) {
    StarTest random = {.seed = seed};
    StarBits *w = star_bits_new(s->be, STAR_ELASTIC);
    assert_int_equal(star_bits_size(s->be, w, n), STAR_OK);
    star_fill(&random, w->word, n, STAR_FILL_RANDOM);
    *r = rows > 0 ? filled(s, &random, rows, cols, n % 2 == 0)
                  : star_table_new(s->be, STAR_UNSIZED);
    const StarCell arg[] = {{.bits = w}, {.i = h}, {.table = *r}};
    const StarStatus status = star_test_call(s, "WTRANS", arg);
    star_object_free(s->be, &w->head);
    return status;
}

TEST(words_are_cut) {
    static const int64_t width[] = {0, 1, 2, 3, 4, 7, 63, 64, 65, 130};
    StarTest random = {.seed = 4};
    StarTestRun side[2];
    int cut = 0;
    start(&side[0], false);
    start(&side[1], true);
    for (int k = 0; k < 1000; k++) {
        const int64_t h = width[star_random(&random, 10)];
        const int64_t rows = star_random(&random, 20);
        const int64_t cols = h + (star_random(&random, 8) == 0);
        const int64_t n = h * (rows + (star_random(&random, 8) == 0)) +
                          (star_random(&random, 8) == 0);
        const uint64_t seed = star_random_bits(&random);
        StarTable *r[2];
        StarStatus status[2];
        for (int b = 0; b < 2; b++)
            status[b] = fields(&side[b], seed, n, h, rows, cols, &r[b]);
        assert_int_equal(status[0], status[1]);
        cut += status[0] == STAR_OK;
        if (r[0]->head.sizing != STAR_UNSIZED)
            assert_true(same(side, r));
        for (int b = 0; b < 2; b++)
            star_object_free(side[b].be, &r[b]->head);
    }
    assert_in_range(cut, 200, 900);
    star_test_end(&side[0]);
    star_test_end(&side[1]);
}

TEST_MAIN
