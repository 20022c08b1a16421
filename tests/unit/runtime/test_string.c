/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include <stdio.h>

static void assert_text(const StarString *s, const char *text) {
    assert_true(star_object_valid(&s->head));
    assert_int_equal(s->length, strlen(text));
    if (s->length > 0)
        assert_memory_equal(s->text, text, (size_t)s->length);
}

TEST(holds_any_text) {
    star_test(t);
    StarString *s = star_string_new(&t.be, STAR_UNSIZED);
    assert_int_equal(s->head.sizing, STAR_UNSIZED);
    assert_ok(&t, star_string_set(&t.be, s, "", 0));
    assert_int_equal(s->head.sizing, STAR_FIXED);
    assert_text(s, "");
    assert_ok(&t, star_string_set(&t.be, s, "abc", 3));
    assert_text(s, "abc");
    assert_ok(&t, star_string_set(&t.be, s, "a longer text", 13));
    assert_text(s, "a longer text");
    assert_ok(&t, star_string_set(&t.be, s, "x", 1));
    assert_text(s, "x");
    star_free(&t, s);
}

TEST(takes_a_part_of_itself) {
    star_test(t);
    StarString *s = star_string_new(&t.be, STAR_ELASTIC);
    assert_ok(&t, star_string_set(&t.be, s, "abcdef", 6));
    assert_ok(&t, star_string_set(&t.be, s, s->text + 1, 4));
    assert_text(s, "bcde");
    assert_int_equal(s->head.sizing, STAR_ELASTIC);
    star_free(&t, s);
}

TEST(assignment_copies) {
    star_test(t);
    StarString *s = star_string_new(&t.be, STAR_UNSIZED);
    StarString *u = star_string_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_object_copy(&t.be, &s->head, &u->head),
                  STAR_UNDEFINED, "the string has no value yet");
    assert_ok(&t, star_string_set(&t.be, u, "abc", 3));
    assert_ok(&t, star_object_copy(&t.be, &s->head, &u->head));
    u->text[0] = 'x';
    assert_text(s, "abc");
    star_free(&t, s);
    star_free(&t, u);
}

TEST(refuses_what_cannot_be) {
    star_test(t);
    StarString *s = star_string_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_string_set(&t.be, s, "", -1), STAR_FILESIZE,
                  "a size of -1 characters is negative");
    assert_int_equal(star_string_set(&t.be, s, "", INT64_MAX), STAR_MEMORY);
    assert_text(s, "");
    s->length = 1;
    assert_false(star_object_valid(&s->head));
    s->length = 0;
    star_free(&t, s);
}

/* Any of the three may be the same, with room for the text or not. */
TEST(joins_two) {
    static const char *texts[] = {"", "a", "bcd"};
    star_test(t);
    for (int same = 0; same < 5; same++)
        for (int k = 0; k < 9; k++)
            for (int64_t room = 0; room < 32; room += 31) {
                StarString *s[3];
                for (int i = 0; i < 3; i++) {
                    const char *text = texts[i == 1 ? k / 3 : k % 3];
                    s[i] = star_string_new(&t.be, STAR_ELASTIC);
                    assert_ok(&t, star_string_size(&t.be, s[i], room));
                    assert_ok(&t, star_string_set(&t.be, s[i], text,
                                                  (int64_t)strlen(text)));
                }
                /* c := a + b, a + a, a := a + b, b := a + b, a := a + a */
                StarString *a = s[1], *b = same % 3 == 1 ? a : s[2],
                           *to = same == 3  ? b
                                 : same > 1 ? a
                                            : s[0];
                char expected[8];
                snprintf(expected, sizeof expected, "%s%s", texts[k / 3],
                         b == a ? texts[k / 3] : texts[k % 3]);
                assert_ok(&t, star_string_join(&t.be, to, a, b));
                assert_text(to, expected);
                for (int i = 0; i < 3; i++)
                    star_free(&t, s[i]);
            }
}

/* A copy of more than 4 MiB can be stopped. */
TEST(stays_as_it_is_where_its_growth_is_stopped) {
    enum { LENGTH = 6 << 20 };
    star_test(t);
    StarString *s = star_string_new(&t.be, STAR_ELASTIC);
    assert_ok(&t, star_string_size(&t.be, s, LENGTH));
    memset(s->text, 'a', s->capacity);
    s->length = (int64_t)s->capacity;
    star_stop(&t.mem, STAR_INTERRUPTED);
    assert_int_equal(star_string_append(&t.be, s, 'b'), STAR_INTERRUPTED);
    star_stop(&t.mem, STAR_OK);
    for (int64_t k = 0; k < s->length; k++)
        assert_int_equal(s->text[k], 'a');
    assert_ok(&t, star_string_append(&t.be, s, 'b'));
    assert_int_equal(s->text[s->length - 1], 'b');
    star_free(&t, s);
}

TEST_MAIN
