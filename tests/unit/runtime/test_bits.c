/* SPDX-License-Identifier: MIT */
#include "star_test.h"

TEST(takes_the_size_of_its_first_value) {
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_UNSIZED);
    assert_int_equal(x->length, 0);
    assert_ok(&t, star_bits_size(&t.be, x, 70));
    assert_int_equal(x->head.sizing, STAR_FIXED);
    assert_line(x, "0000000000000000000000000000000000"
                   "000000000000000000000000000000000000");
    assert_ok(&t, star_bits_size(&t.be, x, 70));
    assert_raises(&t, star_bits_size(&t.be, x, 71), STAR_LENGTHS,
                  "the size is 70 components, not 71");
    assert_int_equal(x->length, 70);
    star_free(&t, x);
}

TEST(a_temporary_takes_any_size) {
    static const int64_t lengths[] = {0, 5, 1, 64, 65, 4096, 63, 0, 200};
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_ELASTIC);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_ok(&t, star_bits_size(&t.be, x, lengths[i]));
        assert_int_equal(x->length, lengths[i]);
        assert_line_valid(x);
        star_fill(&t, x->word, x->length, STAR_FILL_ONE);
    }
    star_free(&t, x);
}

TEST(a_few_words_need_no_block) {
    enum { FEW = 64 * STAR_WITHIN };
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_ELASTIC);
    const int64_t blocks = t.mem.count;
    for (int64_t length = FEW; length > 0; length -= 50) {
        assert_ok(&t, star_bits_size(&t.be, x, length));
        assert_line_valid(x);
        star_fill(&t, x->word, x->length, STAR_FILL_ONE);
    }
    assert_int_equal(t.mem.count, blocks);
    assert_ok(&t, star_bits_size(&t.be, x, FEW + 1));
    assert_int_equal(t.mem.count, blocks + 1);
    assert_line_valid(x);
    star_free(&t, x);
}

TEST(the_same_size_keeps_the_contents) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01101");
    x->first = 1;
    assert_ok(&t, star_bits_size(&t.be, x, 5));
    assert_line(x, "01101");
    assert_int_equal(x->first, 0);
    star_free(&t, x);
}

TEST(size_zero_is_legal) {
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_bits_size(&t.be, x, 0));
    assert_int_equal(x->head.sizing, STAR_FIXED);
    assert_line(x, "");
    star_free(&t, x);
}

TEST(refuses_sizes_that_cannot_be) {
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_bits_size(&t.be, x, -1), STAR_FILESIZE,
                  "a size of -1 components is negative");
    assert_raises(&t, star_bits_size(&t.be, x, INT64_MIN), STAR_FILESIZE,
                  "a size of -9223372036854775808 components is negative");
    assert_int_equal(star_bits_size(&t.be, x, INT64_MAX), STAR_MEMORY);
    assert_int_equal(x->head.sizing, STAR_UNSIZED);
    assert_line(x, "");
    star_free(&t, x);
    star_free(&t, NULL);
}

TEST(a_view_owns_nothing) {
    uint64_t word[2] = {5, 1};
    star_test(t);
    StarBits *x = star_bits_new(&t.be, STAR_FIXED);
    x->word = word;
    x->length = 65;
    assert_line_valid(x);
    assert_int_equal(star_bits_get(x, 3), 1);
    assert_int_equal(star_bits_get(x, 65), 1);
    star_free(&t, x);
}

TEST(assignment_copies) {
    star_test(t);
    StarBits *x = star_line_of(&t, "0110"), *y = star_line_of(&t, "111");
    StarBits *z = star_bits_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_object_copy(&t.be, &x->head, &z->head), STAR_NOSIZE,
                  "the value has no size yet");
    assert_ok(&t, star_object_copy(&t.be, &z->head, &x->head));
    assert_line(z, "0110");
    assert_true(z->word != x->word);
    assert_raises(&t, star_object_copy(&t.be, &z->head, &y->head), STAR_LENGTHS,
                  "the variable has 4 components, the value has 3");
    star_free(&t, x);
    star_free(&t, y);
    star_free(&t, z);
}

TEST(invalid_lines_are_seen) {
    star_test(t);
    StarBits *x = star_line_of(&t, "01");
    x->word[0] |= 4;
    assert_false(star_object_valid(&x->head));
    x->word[0] = 2;
    x->first = 1;
    assert_false(star_object_valid(&x->head));
    x->first = 2;
    assert_false(star_object_valid(&x->head));
    star_free(&t, x);
}

/* Whichever allocation fails, nothing is lost. */
TEST(survives_failing_allocations) {
    StarStatus status = STAR_MEMORY;
    for (int64_t n = 1; status != STAR_OK; n++) {
        star_test(t);
        t.mem.fail_at = t.mem.count + n;
        StarBits *x = star_bits_new(&t.be, STAR_ELASTIC);
        status = x == NULL ? STAR_MEMORY : star_bits_size(&t.be, x, 100);
        if (status == STAR_OK)
            status = star_bits_size(&t.be, x, 1000);
        if (x != NULL)
            assert_line_valid(x);
        star_free(&t, x);
        assert_in_range(n, 1, 10);
    }
}

TEST_MAIN
