/* SPDX-License-Identifier: MIT */
#include "grammar_test.h"

#include <stdio.h>

static Name intern(Fixture *f, const char *text) {
    return names_intern(&f->names, text, strlen(text));
}

TEST(equal_names_are_equal_pointers) {
    Fixture f;
    fixture_open(&f);
    Name x = intern(&f, "Count");
    assert_string_equal(x, "count");
    assert_ptr_equal(intern(&f, "COUNT"), x);
    assert_ptr_equal(intern(&f, "count"), x);
    assert_ptr_not_equal(intern(&f, "count_"), x);
    assert_ptr_not_equal(intern(&f, "coun"), x);
    assert_ptr_equal(names_intern(&f.names, "counter", 5), x);
    fixture_close(&f);
}

TEST(each_name_has_a_meaning_of_its_own) {
    Fixture f;
    Decl x, y;
    fixture_open(&f);
    const Name a = intern(&f, "a"), b = intern(&f, "b"), c = intern(&f, "");
    *names_meaning(a) = &x;
    *names_meaning(c) = &y;
    assert_ptr_equal(*names_meaning(intern(&f, "A")), &x);
    assert_null(*names_meaning(b));
    assert_ptr_equal(*names_meaning(intern(&f, "")), &y);
    assert_string_equal(c, "");
    fixture_close(&f);
}

TEST(the_table_grows) {
    enum { MANY = 5000 };
    static Name name[MANY];
    char text[32];
    Fixture f;
    fixture_open(&f);
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "Name_%d", i);
        name[i] = intern(&f, text);
    }
    for (int i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "nAME_%d", i);
        assert_ptr_equal(intern(&f, text), name[i]);
    }
    assert_int_equal(f.names.count, MANY);
    fixture_close(&f);
}

TEST(distances) {
    static const struct {
        const char *a, *b;
        int distance;
    } cases[] = {
        {"", "", 0},           {"match", "match", 0},
        {"match", "matc", 1},  {"match", "mmatch", 1},
        {"match", "catch", 1}, {"match", "mtach", 1},
        {"match", "amtch", 1}, {"match", "mathc", 1},
        {"step", "set", 2},    {"", "ab", 2},
        {"abc", "cba", 2},     {"ca", "abc", 3},
        {"abcd", "", 4},       {"kitten", "sitting", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int d = cases[i].distance;
        for (int most = 0; most < 6; most++) {
            int wanted = d <= most ? d : most + 1;
            assert_int_equal(names_distance(cases[i].a, cases[i].b, most),
                             wanted);
            assert_int_equal(names_distance(cases[i].b, cases[i].a, most),
                             wanted);
        }
    }
}

TEST(long_names_are_not_like_any) {
    char forty[] = "abcdefghijabcdefghijabcdefghijabcdefghij";
    char more[] = "abcdefghijabcdefghijabcdefghijabcdefghijk";
    assert_int_equal(names_distance(forty, forty, 2), 0);
    assert_int_equal(names_distance(forty, more, 2), 3);
    assert_int_equal(names_distance(more, more, 2), 3);
}

TEST_MAIN
