/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "star_test.h"

typedef struct Account {
    StarError error;
    StarMem mem;
} Account;

static Account account(size_t limit) {
    return (Account){.mem = {.limit = limit}};
}

TEST(counts_what_is_in_use) {
    Account a = account(1000);
    a.mem.error = &a.error;
    void *x = star_mem_alloc(&a.mem, 10, 8), *y = star_mem_alloc(&a.mem, 3, 1);
    assert_int_equal(a.mem.used, 83);
    star_mem_free(&a.mem, x, 10, 8);
    assert_int_equal(a.mem.used, 3);
    star_mem_free(&a.mem, y, 3, 1);
    star_mem_free(&a.mem, NULL, 3, 1);
    assert_int_equal(a.mem.used, 0);
    assert_int_equal(a.mem.peak, 83);
    assert_int_equal(a.mem.count, 2);
}

TEST(is_zeroed_and_aligned) {
    Account a = account(100000);
    a.mem.error = &a.error;
    for (size_t n = 0; n < 300; n++) {
        unsigned char *x = star_mem_alloc(&a.mem, n, 1);
        assert_non_null(x);
        if (n >= 64)
            assert_int_equal((uintptr_t)x % 64, 0);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(x[i], 0);
            x[i] = 255;
        }
        star_mem_free(&a.mem, x, n, 1);
    }
}

/* Memory from the C library that is counted. */
typedef struct Blocks {
    size_t bytes, blocks;
    bool none;
} Blocks;

static void *take(void *context, size_t bytes) {
    Blocks *b = context;
    if (b->none)
        return NULL;
    b->bytes += bytes;
    b->blocks++;
    return malloc(bytes);
}

static void put(void *context, void *block, size_t bytes) {
    Blocks *b = context;
    b->bytes -= bytes;
    b->blocks--;
    free(block);
}

TEST(comes_from_the_allocator) {
    Blocks blocks = {0};
    const StarAllocator from = {take, put, &blocks};
    Account a = account(1000);
    a.mem.error = &a.error;
    a.mem.allocator = &from;
    StarMem beside = star_mem_beside(&a.mem, &a.error);
    void *x = star_mem_alloc(&a.mem, 10, 8), *y = star_mem_alloc(&a.mem, 0, 1);
    void *z = star_mem_alloc_raw(&beside, 2000, 1);
    assert_int_equal(blocks.bytes, 2081);
    assert_int_equal(blocks.blocks, 3);
    assert_int_equal(a.mem.used, 80);
    blocks.none = true;
    assert_null(star_mem_alloc(&a.mem, 1, 1));
    assert_int_equal(a.error.status, STAR_MEMORY);
    assert_int_equal(a.mem.used, 80);
    star_mem_free(&a.mem, x, 10, 8);
    star_mem_free(&a.mem, y, 0, 1);
    star_mem_free(&beside, z, 2000, 1);
    assert_int_equal(blocks.bytes, 0);
    assert_int_equal(blocks.blocks, 0);
}

/* Blocks of all kinds of sizes are 0, also where other ones were. */
TEST(is_zero) {
    static const size_t size[] = {
        1, 63, 64, 4097, 5 << 20, (32 << 20) - 1, 32 << 20, (40 << 20) + 7};
    Account a = account(SIZE_MAX);
    a.mem.error = &a.error;
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        void *raw = star_mem_alloc_raw(&a.mem, size[k], 1);
        assert_non_null(raw);
        memset(raw, 0xa5, size[k]);
        star_mem_free(&a.mem, raw, size[k], 1);
        unsigned char *block = star_mem_alloc(&a.mem, size[k], 1), some = 0;
        assert_non_null(block);
        assert_true(size[k] < 64 || (uintptr_t)block % 64 == 0);
        for (size_t at = 0; at < size[k]; at++)
            some |= block[at];
        assert_int_equal(some, 0);
        star_mem_enlarge(block, size[k]);
        block =
            star_mem_move(&a.mem, block, size[k] / 2, size[k], 2 * size[k], 1);
        assert_non_null(block);
        star_mem_free(&a.mem, block, 2 * size[k], 1);
    }
    assert_int_equal(a.mem.used, 0);
}

/* ---- The C library, which may have no memory ---- */

static bool no_memory;

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes) {
    return no_memory ? NULL : __real_malloc(bytes);
}

/* Sanitizers end a program that asks for too much, if they are not told. */
#pragma GCC visibility push(default)
const char *__asan_default_options(void);
const char *__msan_default_options(void);
const char *__tsan_default_options(void);
#pragma GCC visibility pop

static const char refused[] = "allocator_may_return_null=1";

const char *__asan_default_options(void) {
    return refused;
}

const char *__msan_default_options(void) {
    return refused;
}

const char *__tsan_default_options(void) {
    return refused;
}

/* Nor has the system, for what no machine has. */
TEST(the_system_refuses) {
    Account a = account(SIZE_MAX);
    a.mem.error = &a.error;
    assert_null(star_mem_alloc(&a.mem, SIZE_MAX / 4, 1));
    assert_null(star_mem_reserve(&a.mem, SIZE_MAX / 4));
    assert_null(star_mem_reserve(&a.mem, 1));
#ifdef NDEBUG /* else posix_memalign is asked */
    no_memory = true;
    void *small = star_mem_alloc(&a.mem, 1, 1);
    void *line = star_mem_alloc(&a.mem, 100, 1);
    no_memory = false;
    assert_null(small);
    assert_null(line);
    assert_int_equal(a.error.status, STAR_MEMORY);
#endif
    assert_int_equal(a.mem.used, 0);
}

TEST(refuses_beyond_its_limit) {
    Account a = account(100);
    a.mem.error = &a.error;
    void *x = star_mem_alloc(&a.mem, 1, 60);
    assert_null(star_mem_move(&a.mem, x, 60, 60, 120, 1));
    assert_null(star_mem_alloc(&a.mem, 41, 1));
    assert_int_equal(a.error.status, STAR_MEMORY);
    assert_string_equal(a.error.text,
                        "no memory for 41 x 1 bytes: 60 of 100 are in use");
    void *y = star_mem_alloc_raw(&a.mem, 1, 40);
    assert_non_null(y);
    star_mem_free(&a.mem, x, 1, 60);
    star_mem_free(&a.mem, y, 1, 40);
    assert_int_equal(a.mem.used, 0);
}

TEST(refuses_products_that_overflow) {
    Account a = account(SIZE_MAX);
    size_t n = 7;
    a.mem.error = &a.error;
    assert_null(star_mem_alloc(&a.mem, SIZE_MAX / 2, 3));
    assert_int_equal(a.mem.used, 0);
    assert_true(star_mem_take(&a.mem, 1));
    assert_null(star_mem_alloc(&a.mem, SIZE_MAX, 1));
    assert_false(star_mem_take(&a.mem, SIZE_MAX));
    assert_int_equal(a.error.status, STAR_MEMORY);
    star_mem_give(&a.mem, 1);
    assert_int_equal(a.mem.used, 0);
    assert_false(star_size_mul(SIZE_MAX / 2, 3, &n));
    assert_false(star_size_add(SIZE_MAX, 1, &n));
    assert_int_equal(n, 7);
    assert_true(star_size_mul(6, 7, &n));
    assert_int_equal(n, 42);
    assert_true(star_size_add(SIZE_MAX, 0, &n));
}

TEST(fails_when_told) {
    Account a = account(1000);
    a.mem.error = &a.error;
    a.mem.fail_at = 2;
    void *x = star_mem_alloc(&a.mem, 1, 1);
    assert_non_null(x);
    assert_null(star_mem_alloc(&a.mem, 1, 1));
    star_mem_free(&a.mem, x, 1, 1);
    x = star_mem_alloc(&a.mem, 1, 1);
    assert_non_null(x);
    star_mem_free(&a.mem, x, 1, 1);
    a.mem.fail_on = true;
    assert_null(star_mem_alloc(&a.mem, 1, 1));
    assert_null(star_mem_alloc(&a.mem, 1, 1));
    a.mem.fail_at = 7;
    x = star_mem_alloc(&a.mem, 1, 1);
    assert_non_null(x);
    star_mem_free(&a.mem, x, 1, 1);
    assert_null(star_mem_alloc(&a.mem, 1, 1));
    assert_int_equal(a.mem.used, 0);
}

/* Large blocks are copied in pieces, between which the run may end. */
TEST(copies_until_the_run_shall_end) {
    const size_t small = 1000, large = 10 << 20;
    Account a = account(1 << 26);
    a.mem.error = &a.error;
    char *from = star_mem_alloc(&a.mem, large, 1);
    char *to = star_mem_alloc(&a.mem, large, 1);
    memset(from, 'x', large);
    star_stop(&a.mem, STAR_INTERRUPTED);
    assert_null(star_mem_alloc(&a.mem, large, 1));
    assert_int_equal(a.mem.used, 2 * large);
    assert_int_equal(star_mem_copy(&a.mem, to, from, small), STAR_OK);
    assert_int_equal(to[small - 1], 'x');
    assert_int_equal(to[small], 0);
    assert_int_equal(star_mem_copy(&a.mem, to, from, large), STAR_INTERRUPTED);
    assert_int_equal(to[large - 1], 0);
    assert_null(star_mem_move(&a.mem, from, large, large, 2 * large, 1));
    assert_int_equal(a.mem.used, 2 * large);
    star_stop(&a.mem, STAR_OK);
    assert_int_equal(star_mem_copy(&a.mem, to, from, large), STAR_OK);
    assert_memory_equal(to, from, large);
    from = star_mem_move(&a.mem, from, large, large, 2 * large, 1);
    assert_int_equal(a.mem.used, 3 * large);
    assert_memory_equal(to, from, large);
    star_mem_free(&a.mem, from, 2 * large, 1);
    star_mem_free(&a.mem, to, large, 1);
    assert_int_equal(a.mem.used, 0);
}

TEST(statuses_have_names) {
    StarError error;
    for (int s = 0; s < STAR_STATUS_COUNT; s++) {
        const StarStatus status = (StarStatus)s;
        const char *sentence = star_status_sentence(status);
        assert_true(strlen(star_status_name(status)) > 0);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        assert_true(star_status_exit(status) >= 0);
    }
    assert_true(STAR_DECLINED >= STAR_STATUS_COUNT); /* it is never told */
    assert_int_equal(star_raise(&error, STAR_INDEX, "%0600d", 7), STAR_INDEX);
    assert_int_equal(error.status, STAR_INDEX);
    assert_int_equal(strlen(error.text), STAR_ERROR_TEXT - 1);
}

TEST_MAIN
