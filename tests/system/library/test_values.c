/* SPDX-License-Identifier: MIT */
/* Variables, values of entries, and calls, by star.h alone. */
#include "embed_test.h"

TEST(test_scalars) {
    HANDLE(s);
    int64_t i;
    double r;
    enter(s, "type day = (mon, tue, wed); var i: integer; b: boolean; "
             "d: day; k: 1..9; r: real; f: single; c: char");
    assert_fails(s, star_get_integer(s, "i", &i), STAR_CODE_FAILED, "undefined",
                 "i has no value yet");
    assert_done(s, star_set_integer(s, "I", -5));
    assert_done(s, star_get_integer(s, "i", &i));
    assert_int_equal(i, -5);
    assert_done(s, star_get_real(s, "i", &r));
    assert_true(r == -5);
    assert_done(s, star_set_integer(s, "d", 2));
    enter(s, "b := d = wed; c := 'x'; k := 3");
    assert_done(s, star_get_integer(s, "b", &i));
    assert_int_equal(i, 1);
    assert_done(s, star_get_integer(s, "c", &i));
    assert_int_equal(i, 'x');
    assert_fails(s, star_set_integer(s, "d", 3), STAR_CODE_FAILED,
                 "value-range", "d: 3 lies outside 0..2");
    assert_fails(s, star_set_integer(s, "k", 0), STAR_CODE_FAILED,
                 "value-range", "outside 1..9");
    assert_fails(s, star_set_integer(s, "i", INT64_MIN), STAR_CODE_FAILED,
                 "value-range", "outside");
    assert_done(s, star_set_real(s, "r", 2.5));
    assert_done(s, star_set_real(s, "f", 0.1));
    assert_done(s, star_get_real(s, "f", &r));
    assert_true(r == (float)0.1);
    assert_fails(s, star_set_real(s, "f", 1e300), STAR_CODE_FAILED,
                 "value-range", "f: 1e+300 is no value of its type");
    assert_fails(s, star_set_real(s, "i", 1), STAR_CODE_MISUSED,
                 "type-mismatch", "'i' is no real");
    assert_fails(s, star_set_integer(s, "r", 1), STAR_CODE_MISUSED,
                 "type-mismatch", "'r' is no integer");
    assert_fails(s, star_set_integer(s, "day", 1), STAR_CODE_MISUSED,
                 "undeclared", "there is no variable 'day'");
    assert_fails(s, star_set_integer(s, "", 1), STAR_CODE_MISUSED, "undeclared",
                 "there is no variable ''");
    assert_fails(s, star_set_integer(s, "input", 1), STAR_CODE_MISUSED,
                 "type-mismatch", "'input' is no integer");
}

TEST(test_the_value_of_an_entry) {
    HANDLE(s);
    int64_t i;
    double r;
    enter(s, "var r: real; r := 2.5");
    enter(s, "r * 2");
    assert_done(s, star_get_real(s, "", &r));
    assert_true(r == 5);
    enter(s, "r := 3; r * 2");
    assert_done(s, star_set_real(s, "r", 1));
    assert_done(s, star_get_real(s, "", &r));
    assert_true(r == 6);
    assert_string_equal(star_message(s), "");
    assert_string_equal(star_error(s), "");
    assert_fails(s, star_get_integer(s, "", &i), STAR_CODE_MISUSED,
                 "type-mismatch", "the value of the entry is no integer");
    enter(s, "var w: word");
    enter(s, "w");
    assert_fails(s, star_get_bits(s, "", 1, 1, &i, 1), STAR_CODE_FAILED,
                 "undefined", "the entry has no value yet");
}

TEST(test_strings) {
    HANDLE(s);
    const char *text;
    size_t length;
    enter(s, "var s: string");
    assert_fails(s, star_get_string(s, "s", &text, &length), STAR_CODE_FAILED,
                 "undefined", "s has no value yet");
    assert_done(s, star_set_string(s, "s", "a\0b", 3));
    enter(s, "s := s + 'c'");
    assert_done(s, star_get_string(s, "s", &text, &length));
    assert_int_equal(length, 4);
    assert_memory_equal(text, "a\0bc", 4);
    enter(s, "'abc'");
    assert_done(s, star_get_string(s, "", &text, &length));
    assert_int_equal(length, 3);
    assert_memory_equal(text, "abc", 3);
    assert_done(s, star_set_string(s, "s", NULL, 0));
    assert_done(s, star_get_string(s, "s", &text, &length));
    assert_int_equal(length, 0);
}

TEST(test_bits) {
    HANDLE(s);
    uint64_t row[3][2] = {{1, 0xffff}, {2, 1}, {4, 2}}, out[3][2];
    int64_t rows, columns;
    uint8_t byte[2] = {0xff, 0xff};
    enter(s, "var T: table; X: slice; w: word(12); U: table(2, 2)");
    assert_fails(s, star_get_size(s, "T", &rows, &columns), STAR_CODE_FAILED,
                 "undefined", "T has no value yet");
    assert_done(s, star_set_bits(s, "T", 3, 70, row, sizeof row[0]));
    assert_done(s, star_get_size(s, "T", &rows, &columns));
    assert_int_equal(rows, 3);
    assert_int_equal(columns, 70);
    memset(out, 0xee, sizeof out);
    assert_done(s, star_get_bits(s, "T", 3, 70, out, sizeof out[0]));
    assert_int_equal(out[0][0], 1);
    assert_int_equal(out[0][1], 0xeeeeeeeeeeeeee3f); /* 6 bits, the rest ours */
    assert_int_equal(out[2][1] & 0xff, 2);
    enter(s, "X := COL(3, T); w := '000000000001'");
    assert_done(s, star_get_bits(s, "X", 1, 3, byte, 1));
    assert_int_equal(byte[0], 4);
    assert_done(s, star_get_bits(s, "w", 1, 12, byte, 2));
    assert_int_equal(byte[1], 8);
    byte[1] = 0xff;
    assert_done(s, star_set_bits(s, "w", 1, 12, byte, 2));
    enter(s, "NUMB(w)");
    assert_done(s, star_get_integer(s, "", &rows));
    assert_int_equal(rows, 4);
    assert_fails(s, star_set_bits(s, "w", 1, 13, byte, 2), STAR_CODE_FAILED,
                 "size-mismatch", "12");
    assert_fails(s, star_set_bits(s, "U", 3, 70, row, 16), STAR_CODE_FAILED,
                 "size-mismatch", "2");
    assert_fails(s, star_set_bits(s, "w", 2, 6, byte, 1), STAR_CODE_MISUSED,
                 "size-mismatch", "cannot have 2 rows");
    assert_fails(s, star_set_bits(s, "U", 2, -1, byte, 1), STAR_CODE_MISUSED,
                 "size-mismatch", "cannot have");
    assert_fails(s, star_get_bits(s, "T", 3, 70, row, 8), STAR_CODE_MISUSED,
                 "size-mismatch", "more than 8 bytes");
    assert_fails(s, star_get_bits(s, "T", 3, 64, row, 8), STAR_CODE_FAILED,
                 "size-mismatch", "'T' has 3 rows of 70 bits, not 3 of 64");
    assert_fails(s, star_get_bits(s, "", 3, 64, row, 8), STAR_CODE_MISUSED,
                 "type-mismatch", "slice, word or table");
    enter(s, "var E: table(0, 5); F: table(5, 0)");
    assert_done(s, star_get_bits(s, "E", 0, 5, byte, 1));
    assert_done(s, star_set_bits(s, "F", 5, 0, byte, 0));
    enter(s, "var G: table");
    assert_fails(s, star_set_bits(s, "G", INT64_MAX, 1 << 20, byte, 1 << 17),
                 STAR_CODE_LIMIT, "memory-limit", "memory");
    assert_fails(s, star_get_size(s, "G", &rows, &columns), STAR_CODE_FAILED,
                 "undefined", "G has no value yet");
    assert_done(s, star_set_bits(s, "G", INT64_C(1) << 50, 0, byte, 0));
}

TEST(test_arrays) {
    HANDLE(s);
    const int64_t six[6] = {1, 2, 3, 4, 5, 6};
    const double two[2] = {0.5, 1.5};
    int64_t integer[6];
    double real[2];
    size_t count;
    enter(s, "const n = 3; var a: array [1..2, 1..n] of integer; "
             "p: packed array [1..2] of 0..9; r: array [boolean] of real; "
             "t: array [1..2] of string");
    assert_done(s, star_get_count(s, "a", &count));
    assert_int_equal(count, 6);
    assert_fails(s, star_get_integers(s, "a", integer, 6), STAR_CODE_FAILED,
                 "undefined", "element 1 of a has no value yet");
    assert_done(s, star_set_integers(s, "a", six, 6));
    enter(s, "a[2, 1] := 40");
    assert_done(s, star_get_integers(s, "a", integer, 6));
    assert_int_equal(integer[3], 40);
    assert_fails(s, star_set_integers(s, "a", six, 5), STAR_CODE_FAILED,
                 "size-mismatch", "'a' has 6 elements, not 5");
    assert_done(s, star_set_integers(s, "p", six, 2));
    integer[1] = 10;
    assert_fails(s, star_set_integers(s, "p", integer, 2), STAR_CODE_FAILED,
                 "value-range", "p: 10 lies outside 0..9");
    enter(s, "var h: array [1..2] of integer; h[1] := 5");
    integer[0] = -1;
    assert_fails(s, star_get_integers(s, "h", integer, 2), STAR_CODE_FAILED,
                 "undefined", "element 2 of h has no value yet");
    assert_int_equal(integer[0], -1);
    assert_done(s, star_get_integers(s, "p", integer, 2));
    assert_int_equal(integer[1], 2);
    assert_done(s, star_set_reals(s, "r", two, 2));
    enter(s, "r[true] := r[true] * 2");
    assert_done(s, star_get_reals(s, "r", real, 2));
    assert_true(real[0] == 0.5 && real[1] == 3);
    assert_fails(s, star_get_integers(s, "r", integer, 2), STAR_CODE_MISUSED,
                 "type-mismatch", "'r' is no array of integers");
    assert_fails(s, star_get_count(s, "t", &count), STAR_CODE_MISUSED,
                 "type-mismatch", "'t' is no array of numbers");
}

static const char variables[] =
    "type day = (mon, tue); two = array [1..2] of integer; "
    "var T: table(2, 2); i, u: integer; a: two; d: day; "
    "c: array [1..2] of integer; s: string; r: real; X: slice(3)";

static const char all[] =
    "proc ALL(x: real; d: day; s: string; var a: two; var T: table; "
    "var n: integer); var v: word(T); "
    "begin a[2] := trunc(x) + ord(d); SET(v); ROW(1, T) := v; "
    "n := LENGTH(s) end";

TEST(test_calls) {
    HANDLE(s);
    StarValue argument[3] = {star_integer(20), star_integer(1), star_real(0)};
    int64_t i;
    enter(s, "proc SUM(n: integer; var m: integer; var x: real); "
             "begin m := m + n; x := n / 8 end");
    assert_done(s, star_call(s, "sum", argument, 3));
    assert_int_equal(argument[1].integer, 21);
    assert_true(argument[2].real == 2.5);
    enter(s, variables);
    enter(s, all);
    enter(s, "d := tue; s := 'four'; i := 0");
    assert_done(s, CALL(s, "ALL", star_real(7.5), star_integer(1),
                        star_text("sixsix"), star_variable("a"),
                        star_variable("T"), star_variable("i")));
    enter(s, "a[2] * 1000 + NUMB(ROW(1, T)) * 100 + i");
    assert_done(s, star_get_integer(s, "", &i));
    assert_int_equal(i, 8206);
    assert_done(s, CALL(s, "ALL", star_integer(7), star_variable("d"),
                        star_variable("s"), star_variable("a"),
                        star_variable("T"), star_variable("u")));
    assert_done(s, star_get_integer(s, "u", &i));
    assert_int_equal(i, 4);
}

TEST(test_arguments_that_do_not_fit) {
    HANDLE(s);
    enter(s, variables);
    enter(s, all);
    assert_fails(s, CALL(s, "ALL", star_integer(1)), STAR_CODE_MISUSED,
                 "argument-count", "'ALL' takes 6 arguments, not 1");
    assert_fails(s, CALL(s, "NONE", star_integer(1)), STAR_CODE_MISUSED,
                 "undeclared", "there is no procedure 'NONE'");
    enter(s, "proc ONE(var a: two); begin a[1] := 1 div 0 end");
    assert_fails(s, CALL(s, "ONE", star_variable("c")), STAR_CODE_MISUSED,
                 "argument-type", "the argument for 'a' has another type");
    assert_fails(s, CALL(s, "ONE", star_integer(1)), STAR_CODE_MISUSED,
                 "argument-type", "cannot be an integer");
    assert_fails(s, CALL(s, "ONE", star_text("x")), STAR_CODE_MISUSED,
                 "argument-type", "cannot be a text");
    assert_fails(s, CALL(s, "ONE", star_variable("zz")), STAR_CODE_MISUSED,
                 "undeclared", "there is no variable 'zz'");
    assert_fails(s, CALL(s, "ONE", star_variable("output")), STAR_CODE_MISUSED,
                 "argument-type", "has another type");
    assert_fails(s, CALL(s, "ONE", star_variable("a")), STAR_CODE_FAILED,
                 "division", "entry:1:37: error: 'div': division by zero");
    enter(s, "proc TWO(d: day; r: real); begin end");
    assert_fails(s, CALL(s, "TWO", star_integer(2), star_real(1)),
                 STAR_CODE_FAILED, "value-range", "d: 2 lies outside 0..1");
    assert_fails(s, CALL(s, "TWO", star_integer(1), star_variable("r")),
                 STAR_CODE_FAILED, "undefined",
                 "TWO: 'r', the argument for 'r', has no value yet");
    assert_fails(s, CALL(s, "TWO", star_real(1), star_real(1)),
                 STAR_CODE_MISUSED, "argument-type", "cannot be a real");
}

TEST(test_conformant_parameters) {
    HANDLE(s);
    int64_t i;
    enter(s, variables);
    enter(s, "proc OPEN(var x: array [l..h: integer] of integer); "
             "begin x[h] := h end");
    assert_done(s, CALL(s, "OPEN", star_variable("c")));
    assert_fails(s, CALL(s, "OPEN", star_variable("X")), STAR_CODE_MISUSED,
                 "argument-type", "has another type");
    enter(s, "c[2]");
    assert_done(s, star_get_integer(s, "", &i));
    assert_int_equal(i, 2);
}

TEST(test_what_is_called) {
    HANDLE(s);
    enter(s, "var T: table(2, 2); i: integer; "
             "function F(n: integer): integer; begin F := n end; i := 0");
    assert_fails(s, CALL(s, "F", star_integer(1)), STAR_CODE_MISUSED,
                 "argument-count", "'F' is a function");
    assert_fails(s, CALL(s, "CLEAR", star_variable("T")), STAR_CODE_MISUSED,
                 "undeclared", "there is no procedure 'CLEAR'");
    enter(s, "uses basic; proc P-2(var n: integer); begin n := n + 2 end");
    assert_done(s, CALL(s, "CLEAR", star_variable("T")));
    assert_done(s, CALL(s, "p-2", star_variable("i")));
}

TEST_MAIN
