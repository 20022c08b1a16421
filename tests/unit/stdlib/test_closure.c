/* SPDX-License-Identifier: MIT */
/* CLOSURE by its kernel against its body, on rows and on columns. */
#include "machine_test.h"

#include "values/table.h"

static void start(StarTestRun *s, bool bodies) {
    static const char text[] = "uses closure; proc NOTHING; begin end;";
    const StarOptions options = {.threads = 2};
    const StarCompileOptions how = {.bodies = bodies};
    star_test_start(s, &options, &how, text);
}

static StarTable *closure(StarTestRun *s, int64_t n, int dir, int64_t arcs) {
    StarTest t = {.seed = (uint64_t)(n + arcs)};
    StarTable *p = star_table_new(s->be, STAR_UNSIZED);
    const StarCell arg[] = {{.i = n}, {.table = p}};
    assert_int_equal(star_table_size(s->be, p, n, n), STAR_OK);
    assert_int_equal(star_table_own(s->be, p, dir), STAR_OK);
    for (int64_t k = 0; k < arcs * n; k++) {
        const int64_t i = star_random(&t, n), j = star_random(&t, n);
        star_table_vector(s->be, p, dir, i)[j / 64] |= UINT64_C(1) << j % 64;
    }
    assert_calls(s, "CLOSURE", arg);
    return p;
}

TEST(kernel_and_body) {
    static const int16_t sizes[] = {0, 1, 2, 64, 65, 300};
    StarTestRun side[2];
    start(&side[0], false);
    start(&side[1], true);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int dir = 0; dir < 2; dir++)
            for (int arcs = 0; arcs < 4; arcs++) {
                StarTable *p[2];
                for (int b = 0; b < 2; b++)
                    p[b] = closure(&side[b], sizes[k], dir, arcs);
                assert_true(star_object_valid(&p[0]->head));
                for (int b = 0; b < 2; b++)
                    assert_int_equal(star_table_need(side[b].be, p[b], dir),
                                     STAR_OK);
                for (int64_t i = 0; i < sizes[k]; i++)
                    assert_memory_equal(
                        star_table_vector(side[0].be, p[0], dir, i),
                        star_table_vector(side[1].be, p[1], dir, i),
                        (size_t)star_words(sizes[k]) * sizeof(uint64_t));
                for (int b = 0; b < 2; b++)
                    star_object_free(side[b].be, &p[b]->head);
            }
    star_test_end(&side[0]);
    star_test_end(&side[1]);
}

TEST_MAIN
