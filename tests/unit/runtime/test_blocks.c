/* SPDX-License-Identifier: MIT */
/* The table of blocks beside a plain array of what it holds. */
#include "memory/blocks.h"

#include "test.h"

typedef struct Entry {
    void *at;
    int64_t value;
} Entry;

/* Addresses of which many have one place: the table has 64 places at first. */
enum { BLOCKS = 500, STEPS = 200000 };
static char memory[BLOCKS * 64];

static int64_t holds[BLOCKS]; /* the value, or 0 */

static void compare(const StarBlocks *b, int64_t count) {
    int64_t seen = 0;
    for (int64_t k = 0; k < b->places; k++) {
        const Entry *e = star_blocks_at(b, k);
        seen += e != NULL;
        if (e != NULL)
            assert_int_equal(e->value, holds[((char *)e->at - memory) / 64]);
    }
    assert_int_equal(seen, count);
    assert_int_equal(b->count, count);
    for (int k = 0; k < BLOCKS; k++) {
        const Entry *e = star_blocks_find(b, &memory[64 * k]);
        assert_int_equal(e != NULL, holds[k] != 0);
        assert_true(e == NULL || e->value == holds[k]);
    }
}

TEST(entries_come_and_go) {
    StarError error = {0};
    StarMem mem;
    StarBlocks b = {.size = sizeof(Entry)};
    uint64_t seed = 1;
    int64_t count = 0;
    star_mem_init(&mem, &error, (size_t)1 << 30);
    for (int64_t step = 1; step <= STEPS; step++) {
        seed = seed * UINT64_C(6364136223846793005) + 1;
        const int k = (int)(seed >> 33) % BLOCKS;
        void *at = &memory[64 * k];
        /* Now more come, now more go. */
        if ((seed >> 60) % 4 < (step / 20000 % 2 ? 1 : 3)) {
            Entry *e = star_blocks_insert(&b, &mem, at);
            assert_non_null(e);
            assert_ptr_equal(e->at, at);
            assert_int_equal(e->value, holds[k]);
            count += holds[k] == 0;
            e->value = holds[k] = step;
        } else if (holds[k] != 0) {
            star_blocks_erase(&b, star_blocks_find(&b, at));
            holds[k] = 0;
            count--;
        }
        if (step % 5000 == 0)
            compare(&b, count);
    }
    star_blocks_free(&b, &mem);
    assert_int_equal(mem.used, 0);
    assert_null(star_blocks_find(&b, memory));
}

TEST(without_memory_nothing_changes) {
    StarError error = {0};
    StarMem mem;
    StarBlocks b = {.size = sizeof(Entry)};
    star_mem_init(&mem, &error, 64 * sizeof(Entry));
    for (int k = 0; k < 32; k++)
        assert_non_null(star_blocks_insert(&b, &mem, &memory[64 * k]));
    assert_null(star_blocks_insert(&b, &mem, &memory[64 * 32]));
    assert_int_equal(error.status, STAR_MEMORY);
    assert_int_equal(b.count, 32);
    assert_null(star_blocks_find(&b, &memory[64 * 32]));
    assert_non_null(star_blocks_find(&b, &memory[64 * 31]));
    assert_null(star_blocks_find(&b, NULL));
    star_blocks_free(&b, &mem);
    assert_int_equal(mem.used, 0);
}

TEST_MAIN
