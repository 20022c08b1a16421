/* SPDX-License-Identifier: MIT */
/* The common part of the tests of the dynamic units: random changes, tables and
 * slices that are made, changed and read. */
#ifndef STAR_DYNAMIC_TEST_H
#define STAR_DYNAMIC_TEST_H

#include "bounds_test.h"
#include "graph_test.h"

static inline void dynamic_start(StarTestRun *f, uint64_t seed,
                                 const StarCompileOptions *how) {
    static const char text[] = "uses graph, paths, closure, trees, "
                               "dynamic_trees, dynamic_closure, dynamic_paths, "
                               "dynamic_sink; "
                               "proc NOTHING; begin end;";
    const StarOptions options = {.threads = 1};
    f->t = (StarTest){.seed = seed};
    star_test_start(f, &options, how, text);
    assert_int_equal(star_machine_profile(f->machine, true), STAR_OK);
}

/* A slice of n zeros. */
static inline StarBits *bits_zero(StarTestRun *f, int64_t n) {
    StarBits *x = line_new(f);
    assert_int_equal(star_bits_size(f->be, x, n), STAR_OK);
    return x;
}

static inline void bits_put(StarBits *x, int64_t i, bool bit) {
    uint64_t *word = &x->word[(i - 1) / 64];
    const uint64_t mask = UINT64_C(1) << (i - 1) % 64;
    *word = bit ? *word | mask : *word & ~mask;
}

/* Columns from + 1..from + h of a row := value in binary, whatever was there.
 */
static inline void table_set(StarTestRun *f, StarTable *t, int64_t row,
                             int64_t from, int h, int64_t value) {
    assert_int_equal(star_table_own(f->be, t, STAR_ROWS), STAR_OK);
    uint64_t *w = star_table_vector(f->be, t, STAR_ROWS, row - 1);
    for (int64_t j = 0; j < h; j++)
        w[(from + j) / 64] &= ~(UINT64_C(1) << (from + j) % 64);
    table_put(f, t, row, from, h, value);
}

static inline bool table_bit(StarTestRun *f, StarTable *t, int64_t i,
                             int64_t j) {
    return table_get(f, t, i, j - 1, 1) == 1;
}

#endif
