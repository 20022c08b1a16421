/* SPDX-License-Identifier: MIT */
/* BINARY and VALUE: the kernels and the bodies give the same words, numbers
 * and messages, at lengths about those of a machine word and at the limits of
 * integers. */
#include "machine_test.h"

static const int64_t lengths[] = {-1, 0,  1,  2,  31,  62,  63,
                                  64, 65, 66, 91, 127, 128, 129};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void start(StarTestRun *s, bool bodies) {
    static const char text[] = "uses graph;"
                               "proc BINARY_OF(k, c: integer; var w: word);"
                               "begin w := BINARY(k, c) end;"
                               "proc VALUE_OF(w: word; var k: integer);"
                               "begin k := VALUE(w) end;";
    star_test_start(s, &(StarOptions){0},
                    &(StarCompileOptions){.bodies = bodies}, text);
}

static void start_both(StarTestRun side[2]) {
    start(&side[0], false);
    start(&side[1], true);
}

static void end_both(StarTestRun side[2]) {
    star_test_end(&side[0]);
    star_test_end(&side[1]);
}

/* Calls on both sides, which must end alike; true if without an error. */
static bool call(StarTestRun side[2], const char *name, StarCell arg[2][3]) {
    const StarStatus status = star_test_call(&side[0], name, arg[0]);
    assert_int_equal(status, star_test_call(&side[1], name, arg[1]));
    if (status != STAR_OK)
        assert_string_equal(star_machine_report(side[0].machine)->text,
                            star_machine_report(side[1].machine)->text);
    return status == STAR_OK;
}

static bool binary(StarTestRun side[2], int64_t k, int64_t c) {
    StarCell arg[2][3];
    for (int b = 0; b < 2; b++) {
        StarBits *w = star_bits_new(side[b].be, STAR_UNSIZED);
        arg[b][0].i = k;
        arg[b][1].i = c;
        arg[b][2].bits = w;
    }
    const bool fits = call(side, "BINARY_OF", arg);
    assert_int_equal(fits, k >= 0 && c >= 0 && (c >= 63 || k >> c == 0));
    if (fits) {
        const StarBits *w = arg[0][2].bits;
        assert_line_equal(w, arg[1][2].bits);
        assert_int_equal(w->length, c);
        for (int64_t j = 1; j <= c; j++)
            assert_int_equal(star_bits_get(w, j),
                             c - j < 63 ? k >> (c - j) & 1 : 0);
    }
    star_object_free(side[0].be, arg[0][2].object);
    star_object_free(side[1].be, arg[1][2].object);
    return fits;
}

TEST(words_of_numbers) {
    StarTest random = {.seed = 5};
    StarTestRun side[2];
    int fit = 0;
    start_both(side);
    for (int i = 0; i < LENGTHS; i++) {
        binary(side, -1, lengths[i]);
        binary(side, INT64_MAX, lengths[i]);
        for (int digits = 0; digits < 63; digits++)
            fit += binary(
                side,
                (int64_t)(star_random_bits(&random) >> 1 >> (62 - digits)),
                lengths[i]);
    }
    assert_in_range(fit, 300, 800);
    end_both(side);
}

/* VALUE of a word of n components, zeros before component `first`. */
static bool value(StarTestRun side[2], int64_t n, int64_t first,
                  uint64_t seed) {
    StarCell arg[2][3], number[2] = {{.i = -1}, {.i = -2}};
    uint64_t expected = 0;
    for (int b = 0; b < 2; b++) {
        StarTest random = {.seed = seed};
        StarBits *w = star_bits_new(side[b].be, STAR_UNSIZED);
        assert_int_equal(star_bits_size(side[b].be, w, n), STAR_OK);
        star_fill(&random, w->word, n, STAR_FILL_RANDOM);
        for (int64_t j = 1; j < first; j++)
            w->word[(j - 1) / 64] &= ~(UINT64_C(1) << (j - 1) % 64);
        arg[b][0].bits = w;
        arg[b][1].ref = &number[b];
    }
    for (int64_t j = 1; j <= n; j++)
        expected = 2 * expected + (uint64_t)star_bits_get(arg[0][0].bits, j);
    const bool fits = call(side, "VALUE_OF", arg);
    if (n - first < 63)
        assert_true(fits);
    if (fits) {
        assert_int_equal(number[0].i, number[1].i);
        assert_int_equal(number[0].i, (int64_t)expected);
    }
    star_object_free(side[0].be, arg[0][0].object);
    star_object_free(side[1].be, arg[1][0].object);
    return fits;
}

TEST(numbers_of_words) {
    StarTest random = {.seed = 6};
    StarTestRun side[2];
    int fit = 0, all = 0;
    start_both(side);
    for (int i = 0; i < LENGTHS; i++)
        for (int64_t first = 1; first <= lengths[i] + 1; first++, all++)
            fit += value(side, lengths[i], first, star_random_bits(&random));
    assert_in_range(fit, all / 2, all - 100);
    end_both(side);
}

TEST_MAIN
