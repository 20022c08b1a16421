/* SPDX-License-Identifier: MIT */
#include "memory/arena.h"

#include <string.h>

#include "test.h"

static StarError error;
static StarMem mem;
static jmp_buf exhausted;

static Arena arena_of(size_t limit) {
    star_mem_init(&mem, &error, limit);
    return (Arena){.mem = &mem, .exhausted = &exhausted};
}

/* What stands in an arena stays where it is, aligned and apart from the rest.
 */
TEST(grows_by_blocks) {
    Arena a = arena_of(1 << 20);
    char *text = arena_text(&a, "abc", 2);
    const ArenaMark mark = arena_mark(&a);
    char *large = arena_alloc(&a, 20000, 1);
    char *printed = arena_printf(&a, "%d %s", 7, text);
    assert_int_equal((uintptr_t)printed % _Alignof(max_align_t), 0);
    memset(large, 'x', 20000);
    assert_string_equal(text, "ab");
    assert_string_equal(printed, "7 ab");
    arena_release(&a, mark);
    assert_string_equal(text, "ab");
    char *again = arena_alloc(&a, 100, 1);
    for (int k = 0; k < 100; k++)
        assert_int_equal(again[k], 0);
    arena_free(&a);
    assert_int_equal(mem.used, 0);
}

TEST(is_released_to_its_beginning) {
    Arena a = arena_of(1 << 20);
    const ArenaMark empty = arena_mark(&a);
    arena_release(&a, empty);
    memset(arena_alloc(&a, 10, 10), 'x', 100);
    const ArenaMark mark = arena_mark(&a);
    memset(arena_alloc(&a, 10, 10), 'y', 100);
    arena_release(&a, mark);
    const char *zeros = arena_alloc(&a, 10, 10);
    assert_int_equal(zeros[0] | zeros[99], 0);
    arena_release(&a, empty);
    assert_int_equal(mem.used, 0);
}

TEST(arrays_grow) {
    Arena a = arena_of(1 << 20);
    int *array = NULL;
    uint32_t capacity = 0;
    for (uint32_t count = 0; count < 100; count++) {
        array = arena_grow(&a, array, count, &capacity, sizeof *array);
        array[count] = (int)count;
    }
    for (int k = 0; k < 100; k++)
        assert_int_equal(array[k], k);
    assert_int_equal(capacity, 128);
    arena_free(&a);
}

/* Whether so many objects of a size exhaust an arena of 20,000 bytes. */
static bool exhausts(size_t count, size_t size) {
    Arena a = arena_of(20000);
    const bool jumped = setjmp(exhausted) != 0;
    if (!jumped)
        arena_alloc(&a, count, size);
    arena_free(&a);
    return jumped;
}

TEST(running_out_jumps) {
    assert_false(exhausts(1, 100));
    assert_true(exhausts(1, 20000));
    assert_true(exhausts(SIZE_MAX / 2, 3));
    assert_true(exhausts(SIZE_MAX, 1));
}

TEST_MAIN
