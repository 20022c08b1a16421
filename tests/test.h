/* SPDX-License-Identifier: MIT */
/* Tests by cmocka that stand in no list: each TEST of a program runs, those of
 * a file in its order.
 *
 *     TEST(one_and_one_are_two) {
 *         assert_int_equal(1 + 1, 2);
 *     }
 *
 *     TEST_MAIN */
#ifndef STAR_TESTS_TEST_H
#define STAR_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

enum { TESTS_MOST = 64 };

/* Weak: all files of a program have the same. */
__attribute__((weak)) struct CMUnitTest test_list[TESTS_MOST];
__attribute__((weak)) size_t tests;

static inline void test_add(const char *name, CMUnitTestFunction run,
                            CMFixtureFunction setup,
                            CMFixtureFunction teardown) {
    const struct CMUnitTest test = {name, run, setup, teardown, NULL};
    if (tests == TESTS_MOST)
        abort();
    test_list[tests++] = test;
}

/* The body of a test follows, which has `state`, as `setup` leaves it. */
#define TEST_WITH(name, setup, teardown)                             \
    static void name(void **state);                                  \
    __attribute__((constructor)) static void test_add_##name(void) { \
        test_add(#name, name, setup, teardown);                      \
    }                                                                \
    static void name(void **state __attribute__((unused)))
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* Runs all tests; returns the status of the program, which is not 0 without a
 * test. The functions come before the first and behind the last one, or are
 * NULL. */
static inline int tests_run(CMFixtureFunction setup,
                            CMFixtureFunction teardown) {
    return _cmocka_run_group_tests("tests", test_list, tests, setup, teardown) +
           (tests == 0);
}

#define TEST_MAIN                     \
    int main(void) {                  \
        return tests_run(NULL, NULL); \
    }

#endif
