/* SPDX-License-Identifier: MIT */
/* star.h: what names mean, variables without their values, unfinished texts. */
#include "embed_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Written {
    char text[40000];
    size_t length;
} Written;

static void take(void *context, const char *text, size_t length) {
    Written *w = context;
    assert_true(w->length + length < sizeof w->text);
    memcpy(w->text + w->length, text, length);
    w->length += length;
    w->text[w->length] = '\0';
}

static void assert_means(Star *s, const char *name, const char *object) {
    Written w = {.length = 0};
    assert_done(s, star_describe(s, name, take, &w));
    assert_string_equal(w.text, object);
}

TEST(test_variables) {
    HANDLE(s);
    enter(s, "type day = (mon, tue); row = array [1..3, day] of real;"
             "var P: table(4, 4); a: row; d: mon..tue;"
             "    c: packed array ['a'..'b'] of day; r: record n: integer end");
    assert_means(s, "p",
                 "{\"name\":\"P\",\"means\":\"variable\",\"entered\":true,"
                 "\"text\":\"table(4, 4)\",\"type\":\"table\","
                 "\"kind\":\"table\"}\n");
    assert_means(s, "a",
                 "{\"name\":\"a\",\"means\":\"variable\",\"entered\":true,"
                 "\"text\":\"row\",\"type\":\"row\",\"kind\":\"array\","
                 "\"bounds\":[[1,3],[0,1]],\"element\":\"real\","
                 "\"of\":\"real\"}\n");
    assert_means(s, "c",
                 "{\"name\":\"c\",\"means\":\"variable\",\"entered\":true,"
                 "\"text\":\"array ['a'..'b'] of day\","
                 "\"type\":\"packed array ['a'..'b'] of day\","
                 "\"kind\":\"array\",\"bounds\":[[97,98]],"
                 "\"element\":\"enum\",\"of\":\"day\","
                 "\"names\":[\"mon\",\"tue\"]}\n");
    assert_means(s, "r",
                 "{\"name\":\"r\",\"means\":\"variable\",\"entered\":true,"
                 "\"text\":\"record n: integer end\","
                 "\"type\":\"record n: integer end\",\"kind\":\"record\"}\n");
    assert_means(s, "day",
                 "{\"name\":\"day\",\"means\":\"type\",\"entered\":true,"
                 "\"text\":\"(mon, tue)\"}\n");
    enter(s, "not '01'");
    assert_means(s, "",
                 "{\"name\":\"\",\"means\":\"value\","
                 "\"type\":\"slice\",\"kind\":\"slice\"}\n");
}

TEST(test_procedures) {
    HANDLE(s);
    enter(s, "uses maxplus; type row = array [1..3] of char;"
             "proc P(var T: table; X: slice(T); b: row;"
             "       a: array [l..h: integer] of integer);"
             "begin end;"
             "function F: real; begin F := 1 end;");
    assert_means(s, "P",
                 "{\"name\":\"P\",\"means\":\"procedure\",\"entered\":true,"
                 "\"text\":\"proc P(var T: table; X: slice(T); b: row; "
                 "a: array [l..h: integer] of integer)\",\"parameters\":["
                 "{\"name\":\"T\",\"type\":\"table\",\"kind\":\"table\","
                 "\"var\":true,\"number\":false},"
                 "{\"name\":\"X\",\"type\":\"slice\",\"kind\":\"slice\","
                 "\"var\":false,\"number\":false},"
                 "{\"name\":\"b\",\"type\":\"row\",\"kind\":\"array\","
                 "\"bounds\":[[1,3]],\"element\":\"char\",\"of\":\"char\","
                 "\"var\":false,\"number\":false},"
                 "{\"name\":\"a\",\"type\":\"array [..] of integer\","
                 "\"kind\":\"array\",\"bounds\":[null],\"element\":\"integer\","
                 "\"of\":\"integer\",\"var\":false,\"number\":false}]}\n");
    assert_means(s, "f",
                 "{\"name\":\"F\",\"means\":\"function\",\"entered\":true,"
                 "\"text\":\"function F: real\",\"parameters\":[]}\n");
    assert_means(s, "PLUS",
                 "{\"name\":\"PLUS\",\"means\":\"function\","
                 "\"entered\":false,\"text\":"
                 "\"function PLUS(a, b: number; ring: semiring): number\","
                 "\"parameters\":["
                 "{\"name\":\"a\",\"type\":\"integer\",\"kind\":\"integer\","
                 "\"var\":false,\"number\":true},"
                 "{\"name\":\"b\",\"type\":\"integer\",\"kind\":\"integer\","
                 "\"var\":false,\"number\":true},"
                 "{\"name\":\"ring\",\"type\":\"semiring\",\"kind\":\"enum\","
                 "\"names\":[\"maxplus\",\"minplus\",\"maxmin\",\"boolean\"],"
                 "\"var\":false,\"number\":false}]}\n");
    assert_means(s, "FND",
                 "{\"name\":\"FND\",\"means\":\"primitive\","
                 "\"entered\":false,\"text\":\"\"}\n");
    assert_means(s, "writeln",
                 "{\"name\":\"writeln\",\"means\":\"required\","
                 "\"entered\":false,\"text\":\"\"}\n");
}

TEST(test_all_names) {
    HANDLE(s);
    Written w = {.length = 0};
    enter(s, "const one = 1; var one2: integer");
    enter(s, "var one2: real");
    assert_done(s, star_describe(s, NULL, take, &w));
    static const char first[] =
        "{\"name\":\"one2\",\"means\":\"variable\",\"entered\":true,"
        "\"text\":\"real\",\"type\":\"real\",\"kind\":\"real\"}\n"
        "{\"name\":\"one\",\"means\":\"constant\",\"entered\":true,"
        "\"text\":\"integer\"}\n";
    assert_memory_equal(w.text, first, sizeof first - 1);
    assert_non_null(strstr(w.text, "\"name\":\"maxint\""));
}

TEST(test_no_names) {
    HANDLE(s);
    Written w = {.length = 0};
    assert_fails(s, star_describe(s, "nothing", take, &w), STAR_CODE_MISUSED,
                 "undeclared", "'nothing' is not declared");
    assert_fails(s, star_describe(s, "", take, &w), STAR_CODE_MISUSED,
                 "undeclared", "there is no variable ''");
    assert_fails(s, star_describe(s, "integer", NULL, NULL), STAR_CODE_MISUSED,
                 "misuse", "star_describe");
    assert_int_equal(star_describe(NULL, NULL, take, &w), STAR_CODE_MISUSED);
    assert_int_equal(w.length, 0);
}

/* A variable is as its declaration made it. */
TEST(test_clear) {
    HANDLE(s);
    int64_t i = 7;
    double r;
    uint8_t bits[4] = {15, 15, 15, 15};
    const char *text;
    size_t length;
    enter(s, "var i: integer; r: real; t: string; X: slice; w: word(4);"
             "P: table; Q: table(2, 4); a: array [1..2] of integer;"
             "b: array [1..2] of slice; s: set of 1..9; l: set of 0..200;"
             "n: record k: integer end; z: ^integer");
    enter(s, "i := 1; r := 2; t := 'a'; a[1] := 1; a[2] := 2; X := '01';"
             "b[1] := X; SET(w); s := [1]; l := [100]; n.k := 1; z := nil");
    assert_done(s, star_set_bits(s, "P", 3, 3, bits, 1));
    assert_done(s, star_set_bits(s, "Q", 2, 4, bits, 1));
    for (const char *name = "irtXwPQabslnz"; *name != '\0'; name++)
        assert_done(s, star_clear(s, (char[]){*name, '\0'}));
    assert_fails(s, star_get_integer(s, "i", &i), STAR_CODE_FAILED, "undefined",
                 "i has no value yet");
    assert_int_equal(star_get_real(s, "r", &r), STAR_CODE_FAILED);
    assert_int_equal(star_get_string(s, "t", &text, &length), STAR_CODE_FAILED);
    assert_int_equal(star_get_integers(s, "a", &i, 2), STAR_CODE_FAILED);
    assert_int_equal(star_get_bits(s, "X", 1, 2, bits, 1), STAR_CODE_FAILED);
    assert_done(s, star_set_bits(s, "X", 1, 3, bits, 1));
    assert_done(s, star_set_bits(s, "P", 2, 2, bits, 1));
    assert_done(s, star_get_bits(s, "w", 1, 4, bits, 1));
    assert_int_equal(bits[0], 0);
    assert_done(s, star_get_bits(s, "Q", 2, 4, bits, 1));
    assert_int_equal(bits[0] + bits[1], 0);
    assert_fails(s, star_set_bits(s, "Q", 4, 4, bits, 1), STAR_CODE_FAILED,
                 "size-mismatch", "");
    assert_fails(s, star_enter(s, "e", "s := s + [1]", 0), STAR_CODE_FAILED,
                 "undefined", "s");
    assert_fails(s, star_enter(s, "e", "l := l + [1]", 0), STAR_CODE_FAILED,
                 "undefined", "l");
    assert_fails(s, star_enter(s, "e", "i := n.k", 0), STAR_CODE_FAILED,
                 "undefined", "k");
    assert_fails(s, star_enter(s, "e", "z := z", 0), STAR_CODE_FAILED,
                 "undefined", "z");
    assert_fails(s, star_clear(s, "input"), STAR_CODE_MISUSED, "type-mismatch",
                 "'input' is no variable with a value");
    assert_fails(s, star_clear(s, "nothing"), STAR_CODE_MISUSED, "undeclared",
                 "there is no variable 'nothing'");
    assert_int_equal(star_clear(s, ""), STAR_CODE_MISUSED);
    assert_int_equal(star_clear(s, NULL), STAR_CODE_MISUSED);
}

TEST(test_unfinished) {
    HANDLE(s);
    assert_true(star_unfinished(s, "proc P; begin", 0));
    assert_true(star_unfinished(s, "1 +", 0));
    assert_false(star_unfinished(s, "1 +) 2", 0));
    assert_false(star_unfinished(s, "1 + 2 +", 5));
    assert_false(star_unfinished(s, "", 0));
    assert_false(star_unfinished(s, NULL, 0));
    assert_false(star_unfinished(NULL, "1 +", 0));
    assert_int_equal(star_enter(s, "e", "1 +) 2", 0), STAR_CODE_REFUSED);
    assert_false(star_unfinished(s, "1 +) 2", 0));
    assert_string_equal(star_error(s), "missing-colon");
    assert_non_null(strstr(star_message(s), "e:1:"));
    enter(s, "1 + 2");
    assert_false(star_unfinished(s, NULL, 0));
    assert_string_equal(star_error(s), "");
}

TEST(test_infinities) {
    HANDLE(s);
    double r[] = {0, -INFINITY};
    enter(s, "var x: real; f: single; a: array [1..2] of real;"
             "proc P(y: real); begin x := -y end;");
    assert_done(s, star_set_real(s, "f", INFINITY));
    assert_done(s, CALL(s, "P", star_real(INFINITY)));
    assert_done(s, star_get_real(s, "x", r));
    assert_true(r[0] == -INFINITY);
    assert_done(s, star_set_reals(s, "a", r, 2));
    assert_done(s, star_get_reals(s, "a", r, 2));
    assert_true(r[1] == -INFINITY);
    assert_fails(s, star_set_real(s, "x", NAN), STAR_CODE_FAILED, "value-range",
                 "is no value of its type");
}

TEST_MAIN
