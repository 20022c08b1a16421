/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include "values/heap.h"

static const StarField field[] = {
    {.name = "n", .kind = STAR_FIELD_INT, .part = STAR_NO_PART}};
static const StarLayout layout = {.name = "r", .fields = 1, .field = field};

static int64_t make(StarTest *t, StarHeap *h, int64_t n) {
    StarRecord *record;
    int64_t pointer = 0;
    assert_ok(t, star_record_new(&t->be, &layout, &record));
    record->cell[0].i = n;
    assert_ok(t, star_heap_new(&t->be, h, record, &pointer));
    assert_true(pointer > STAR_NIL_POINTER);
    return pointer;
}

static void assert_value(const StarHeap *h, int64_t pointer, int64_t n) {
    const StarRecord *record = star_heap_find(h, pointer);
    assert_non_null(record);
    assert_true(record->cell[0].i == n);
}

TEST(pointers_find_their_variables) {
    enum { POINTERS = 1000 };
    int64_t p[POINTERS];
    star_test(t);
    StarHeap h;
    star_heap_init(&h);
    assert_null(star_heap_find(&h, STAR_NIL_POINTER));
    for (int k = 0; k < POINTERS; k++)
        p[k] = make(&t, &h, k);
    for (int k = 0; k < POINTERS; k += 2)
        assert_ok(&t, star_heap_dispose(&t.be, &h, p[k], 0));
    for (int k = 0; k < POINTERS / 2; k++)
        make(&t, &h, -1);
    assert_int_equal(h.slots, POINTERS);
    for (int k = 0; k < POINTERS; k++)
        if (k % 2)
            assert_value(&h, p[k], k);
        else
            assert_null(star_heap_find(&h, p[k]));
    assert_null(star_heap_find(&h, STAR_NIL_POINTER));
    assert_null(star_heap_find(&h, STAR_UNDEFINED_INT));
    assert_null(star_heap_find(&h, (int64_t)1 << 32 | POINTERS));
    star_heap_free(&t.be, &h);
}

TEST(generations_do_not_return) {
    star_test(t);
    StarHeap h;
    star_heap_init(&h);
    int64_t old = make(&t, &h, 1), last, next;
    assert_ok(&t, star_heap_dispose(&t.be, &h, old, 0));
    h.slot[0].generation = INT32_MAX - 1;
    last = make(&t, &h, 2);
    assert_int_equal((uint32_t)last, 0);
    assert_value(&h, last, 2);
    assert_ok(&t, star_heap_dispose(&t.be, &h, last, 0));
    next = make(&t, &h, 3); /* in another slot: this one is used up */
    assert_int_equal((uint32_t)next, 1);
    assert_null(star_heap_find(&h, last));
    assert_null(star_heap_find(&h, old));
    star_heap_free(&t.be, &h);
}

TEST(references_and_pins) {
    star_test(t);
    StarHeap h;
    star_heap_init(&h);
    int64_t p = make(&t, &h, 1), q = make(&t, &h, 2);
    assert_ok(&t, star_heap_hold(&t.be, &h, p));
    assert_ok(&t, star_heap_hold(&t.be, &h, p));
    star_heap_keep(&t.be, &h, 1, 0);
    assert_int_equal(star_heap_dispose(&t.be, &h, p, 0), STAR_REFERENCED);
    star_heap_keep(&t.be, &h, 0, 1);
    const StarRecord *record = star_heap_find(&h, p);
    const size_t used = t.mem.used;
    assert_ok(&t, star_heap_dispose(&t.be, &h, p, 0));
    assert_null(star_heap_find(&h, p));
    assert_int_equal(t.mem.used, used); /* still there, if not to be found */
    assert_true(record->cell[0].i == 1);
    assert_int_equal((uint32_t)make(&t, &h, 3), 2);
    star_heap_keep(&t.be, &h, 0, 0);
    assert_int_equal((uint32_t)make(&t, &h, 4), (uint32_t)p);
    assert_raises(&t, star_heap_dispose(&t.be, &h, q, 1), STAR_TIED,
                  "new was given 0 variants, dispose 1");
    star_heap_free(&t.be, &h);
}

TEST_MAIN
