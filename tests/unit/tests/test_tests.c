/* SPDX-License-Identifier: MIT */
/* tests/test.h: each TEST of a program runs, those of its other files too, and
 * a program without one fails. */
#include "test.h"

int tests_that_ran;

TEST(of_the_file_of_main) {
    tests_that_ran++;
}

int main(void) {
    const size_t all = tests;
    const int failed = tests_run(NULL, NULL);
    tests = 0;
    return failed || all != 2 || tests_that_ran != 2 || !tests_run(NULL, NULL);
}
