/* SPDX-License-Identifier: MIT */
#include "memory/spares.h"

#include <string.h>

#include "test.h"

enum { BLOCKS = 600, SIZES = 700 };

static StarError error;
static StarMem mem;

/* More blocks of each size than are kept come, go and come again. */
TEST(blocks_are_zero_again) {
    star_mem_init(&mem, &error, SIZE_MAX);
    for (size_t size = 0; size < SIZES; size += size < 100 ? 1 : 61) {
        void *block[BLOCKS];
        for (int time = 0; time < 2; time++) {
            for (int k = 0; k < BLOCKS; k++) {
                char *made = block[k] =
                    k % 2 == 0 ? star_spare_alloc(&mem, size, 1)
                               : star_spare_alloc_raw(&mem, 1, size);
                assert_non_null(made);
                for (size_t i = 0; i < size && k % 2 == 0; i++)
                    assert_int_equal(made[i], 0);
                memset(made, 'x', size);
            }
            for (int k = 0; k < BLOCKS; k++)
                star_spare_free(&mem, block[k], size, 1);
            star_spare_free(&mem, NULL, size, 1);
        }
    }
    star_spares_end(&mem);
    assert_int_equal(mem.used, 0);
}

TEST(there_may_be_no_memory) {
    star_mem_init(&mem, &error, 10);
    assert_null(star_spare_alloc(&mem, 1, 16));
    assert_null(star_spare_alloc(&mem, 1, 1000));
    assert_null(star_spare_alloc_raw(&mem, 1, 16));
    assert_null(star_spare_alloc(&mem, SIZE_MAX / 2, 3));
    assert_null(star_spare_alloc_raw(&mem, SIZE_MAX / 2, 3));
    star_spares_end(&mem);
    assert_int_equal(mem.used, 0);
}

TEST_MAIN
