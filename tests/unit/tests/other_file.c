/* SPDX-License-Identifier: MIT */
#include "test.h"

extern int tests_that_ran;

TEST(of_another_file) {
    tests_that_ran++;
}
