/* SPDX-License-Identifier: MIT */
/* Values of JSON: made, read and written. */
#include "test.h"
#include <stdlib.h>
#include <string.h>

#include "faults.h"
#include "wire/json_value.h"

static void writes(json_t *v, const char *wanted) {
    char *text = json_text(v);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
    json_decref(v);
}

static json_t *value_of(const char *text, size_t length) {
    const char *wrong;
    json_t *v = json_read(text, length, &wrong);
    assert_true((v == NULL) == (wrong != NULL));
    return v;
}

/* A text means what another one does. */
static void means(const char *text, const char *wanted) {
    json_t *v = value_of(text, strlen(text));
    assert_non_null(v);
    writes(v, wanted);
}

static void fails(const char *text, const char *why) {
    const char *wrong;
    /* To the byte, so that a sanitizer sees what reads on. */
    char *copy = malloc(strlen(text) + 1);
    memcpy(copy, text, strlen(text));
    assert_null(json_read(copy, strlen(text), &wrong));
    assert_non_null(strstr(wrong, why));
    free(copy);
}

TEST(forms_make_values) {
    writes(json_pack("{s:s, s:[i, I, b, b, n], s{}}", "a", "\xC3\xA4\"\\\n\x01",
                     "b", -3, (json_int_t)1 << 40, 1, 0, "c"),
           "{\"a\":\"\xC3\xA4\\\"\\\\\\n\\u0001\",\"b\":[-3,1099511627776,true,"
           "false,null],\"c\":{}}");
    writes(json_pack("{ss+s[ss]}", "a", "one", "two", "b", "x", "y"),
           "{\"a\":\"onetwo\",\"b\":[\"x\",\"y\"]}");
    writes(json_pack("{ss*ss*si}", "a", NULL, "b", "there", "c", 7),
           "{\"b\":\"there\",\"c\":7}");
    json_t *shared = json_string("id");
    writes(json_pack("[OOo]", shared, shared, json_print("%d%%", 5)),
           "[\"id\",\"id\",\"5%\"]");
    writes(shared, "\"id\"");
    assert_null(
        json_pack("{s:o, s:o}", "a", json_string("released"), "b", NULL));
    assert_null(json_pack("{s:s}", "a", NULL));
    assert_null(json_pack("[O]", NULL));
    writes(json_pack("{s:[i", "cut", 1), "{\"cut\":[1]}");
}

TEST(objects_have_one_value_of_a_name) {
    json_t *object = json_object();
    assert_true(json_set(object, "a", json_integer(1)));
    assert_true(json_set(object, "b", json_true()));
    assert_true(json_set(object, "a", json_integer(2)));
    assert_int_equal(json_integer_value(json_get(object, "a")), 2);
    json_remove(object, "none");
    json_remove(object, "a");
    assert_null(json_get(object, "a"));
    assert_true(json_is_true(json_get(object, "b")));
    assert_false(json_set(object, "c", NULL));
    assert_false(json_set(NULL, "c", json_null()));
    json_remove(NULL, "c");
    writes(object, "{\"b\":true}");
}

TEST(another_kind_has_nothing) {
    json_t *v = value_of("{\"a\":[1,2.5]}", 13);
    const json_t *list = json_get(v, "a");
    assert_int_equal(json_size(list), 2);
    assert_int_equal(json_size(v), 0);
    assert_null(json_at(list, 2));
    assert_null(json_at(v, 0));
    assert_null(json_get(list, "a"));
    assert_null(json_get(NULL, "a"));
    assert_null(json_string_value(list));
    assert_int_equal(json_string_length(list), 0);
    assert_false(json_is_integer(json_at(list, 1)));
    assert_int_equal(json_integer_value(json_at(list, 1)), 0);
    json_decref(v);
    json_decref(NULL);
    assert_null(json_text(NULL));
}

TEST(texts_are_read) {
    means(" { \"a\" : [ 1 , -0 , true , false , null ] } ",
          "{\"a\":[1,0,true,false,null]}");
    means("[]", "[]");
    means("\t[\r\n1\t]\n", "[1]");
    json_t *twice = value_of("{\"a\":1,\"a\":2}", 13);
    assert_int_equal(json_integer_value(json_get(twice, "a")), 2);
    json_decref(twice);
    json_t *whole = value_of("[2.0,-1e3,2.5]", 14);
    assert_int_equal(json_integer_value(json_at(whole, 0)), 2);
    assert_int_equal(json_integer_value(json_at(whole, 1)), -1000);
    assert_false(json_is_integer(json_at(whole, 2)));
    json_decref(whole);
    means("[9223372036854775807,-9223372036854775808]",
          "[9223372036854775807,-9223372036854775808]");
    means("[1.5,-2e3,1E-2,1e-400,1e+1]", "[1.5,-2000,0.01,0,10]");
    means("[1e20,-1.5e-400]", "[1e+20,-0]");
    means("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    means("\"\\u00e4\\u20AC\\ud83d\\ude00\"",
          "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    means("\"\\ud83d\\u0041\\ude00\\ud83d\"", "\"\xEF\xBF\xBD"
                                              "A\xEF\xBF\xBD\xEF\xBF\xBD\"");
    means("\"\\u00AF\\ud83dabcdefg\\ud83d\\nabcdef\\ud83d\\ue000\"",
          "\"\xC2\xAF\xEF\xBF\xBD"
          "abcdefg\xEF\xBF\xBD\\nabcdef\xEF\xBF\xBD\xEE\x80\x80\"");
    json_t *v = value_of("\"a\\u0000b\"", 10);
    assert_int_equal(json_string_length(v), 3);
    writes(v, "\"a\\u0000b\"");
}

TEST(other_texts_fail) {
    char deep[2001];
    const char *wrong;
    assert_null(json_read("\"\\\0\"", 4, &wrong));
    assert_non_null(strstr(wrong, "means nothing"));
    fails("", "no value");
    fails("nul", "no value");
    fails("[1,]", "no value");
    fails("[01]", "no value");
    fails("[-]", "no value");
    fails("[1 2]", "a ] is missing");
    fails("{\"a\":1", "a } is missing");
    fails("{\"a\" 1}", "a : is missing");
    fails("{\"a\":1,}", "a name");
    fails("{a:1}", "a name");
    fails("{} {}", "more behind");
    fails("\"a", "no end");
    fails("\"a\\\"", "no end");
    fails("\"\\x\"", "means nothing");
    fails("\"a\\", "no end");
    fails("\"\\u12\"", "means nothing");
    fails("\"\\u12/4\"", "means nothing");
    fails("\"\\u12:4\"", "means nothing");
    fails("\"\\u12G4\"", "means nothing");
    fails("\"\\u12g4\"", "means nothing");
    fails("\"\xFF\"", "no UTF-8");
    fails("\"\n\"", "control");
    fails("[1.]", "behind its point");
    fails("[1e]", "in its power");
    fails("[1e999]", "too large");
    fails("[-1e999]", "too large");
    fails("[9223372036854775808]", "too large");
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    fails(deep, "too deep");
    memset(deep, '1', sizeof deep - 1);
    fails(deep, "too long");
    memcpy(deep + 398, ".5", 3);
    fails(deep, "too long");
}

/* Whether there was memory to make, to write and to read a value. */
static bool has_all(void) {
    static const char wanted[] =
        "{\"a\":[1,\"two\",null,{}],\"b\":\"xy\",\"c\":2.5}";
    const char *wrong;
    json_t *v = json_pack("{s:[i,s,n,{}], s:s+, s:o}", "a", 1, "two", "b", "x",
                          "y", "c", json_read("2.5", 3, &wrong));
    char *text = json_text(v);
    json_t *again = json_read(wanted, sizeof wanted - 1, &wrong);
    if (text != NULL)
        assert_string_equal(text, wanted);
    if (again == NULL)
        assert_string_equal(wrong, "there is no memory");
    const bool all = text != NULL && again != NULL;
    free(text);
    json_decref(v);
    json_decref(again);
    return all;
}

TEST(there_may_be_no_memory) {
    int left = -1;
    bool all;
    do {
        faults_left = ++left;
        all = has_all();
        faults_left = -1;
    } while (!all);
    assert_true(left > 20);
}

TEST_MAIN
