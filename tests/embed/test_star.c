/* The library as an embedder sees it: by star.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <star.h>

static void assert_done(Star *s, StarCode code) {
    if (code != STAR_CODE_OK)
        fail_msg("%d: %s", code, star_message(s));
}

static void enter(Star *s, const char *text) {
    assert_done(s, star_enter(s, "entry", text, 0));
}

/* A call fails so, and says so. */
#define assert_fails(s, call, code, name, text)               \
    do {                                                      \
        assert_int_equal(call, code);                         \
        assert_string_equal(star_error(s), name);             \
        if (strstr(star_message(s), text) == NULL)            \
            fail_msg("'%s' is '%s'", #call, star_message(s)); \
    } while (0)

static void test_scalars(void **state) {
    Star *s = star_open(NULL);
    int64_t i;
    double r;
    (void)state;
    assert_string_equal(star_version(), STAR_VERSION);
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
    star_close(s);
    star_close(NULL);
}

static void test_strings(void **state) {
    Star *s = star_open(NULL);
    const char *text;
    size_t length;
    (void)state;
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
    star_close(s);
}

static void test_bits(void **state) {
    Star *s = star_open(NULL);
    uint64_t row[3][2] = {{1, 0xffff}, {2, 1}, {4, 2}}, out[3][2];
    int64_t rows, columns;
    uint8_t byte[2] = {0xff, 0xff};
    (void)state;
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
    star_close(s);
}

static void test_arrays(void **state) {
    Star *s = star_open(NULL);
    const int64_t six[6] = {1, 2, 3, 4, 5, 6};
    const double two[2] = {0.5, 1.5};
    int64_t integer[6];
    double real[2];
    size_t count;
    (void)state;
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
    star_close(s);
}

#define CALL(s, name, ...)                         \
    star_call(s, name, (StarValue[]){__VA_ARGS__}, \
              sizeof((StarValue[]){__VA_ARGS__}) / sizeof(StarValue))

static void test_calls(void **state) {
    Star *s = star_open(NULL);
    StarValue argument[3] = {star_integer(20), star_integer(1), star_real(0)};
    int64_t i;
    (void)state;
    enter(s, "proc SUM(n: integer; var m: integer; var x: real); "
             "begin m := m + n; x := n / 8 end");
    assert_done(s, star_call(s, "sum", argument, 3));
    assert_int_equal(argument[1].integer, 21);
    assert_true(argument[2].real == 2.5);
    enter(s, "type day = (mon, tue); two = array [1..2] of integer; "
             "var T: table(2, 2); i, u: integer; a: two; d: day; "
             "c: array [1..2] of integer; s: string; r: real; X: slice(3)");
    enter(s, "proc ALL(x: real; d: day; s: string; var a: two; var T: table; "
             "var n: integer); var v: word(T); "
             "begin a[2] := trunc(x) + ord(d); SET(v); ROW(1, T) := v; "
             "n := LENGTH(s) end");
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
    enter(s, "proc OPEN(var x: array [l..h: integer] of integer); "
             "begin x[h] := h end; "
             "function F(n: integer): integer; begin F := n end");
    assert_done(s, CALL(s, "OPEN", star_variable("c")));
    assert_fails(s, CALL(s, "OPEN", star_variable("X")), STAR_CODE_MISUSED,
                 "argument-type", "has another type");
    enter(s, "c[2]");
    assert_done(s, star_get_integer(s, "", &i));
    assert_int_equal(i, 2);
    assert_fails(s, CALL(s, "F", star_integer(1)), STAR_CODE_MISUSED,
                 "argument-count", "'F' is a function");
    assert_fails(s, CALL(s, "CLEAR", star_variable("T")), STAR_CODE_MISUSED,
                 "undeclared", "there is no procedure 'CLEAR'");
    enter(s, "uses basic; proc P-2(var n: integer); begin n := n + 2 end");
    assert_done(s, CALL(s, "CLEAR", star_variable("T")));
    assert_done(s, CALL(s, "p-2", star_variable("i")));
    star_close(s);
}

typedef struct Text {
    char text[5000];
    size_t length;
} Text;

static bool to_text(void *context, const char *text, size_t length) {
    Text *t = context;
    if (t->length + length >= sizeof t->text)
        return false;
    memcpy(t->text + t->length, text, length);
    t->length += length;
    t->text[t->length] = '\0';
    return true;
}

static void sink(void *context, const char *text, size_t length) {
    to_text(context, text, length);
}

static void test_messages(void **state) {
    Star *s = star_open(NULL);
    Text text = {.length = 0};
    (void)state;
    assert_fails(s, star_enter(s, "file", "var x: integer;\nx := yy", 0),
                 STAR_CODE_REFUSED, "undeclared",
                 "file:2:6: error: 'yy' is not declared [undeclared]");
    star_messages(s, STAR_MESSAGES_FULL, sink, &text);
    assert_non_null(strstr(text.text, "x := yy\n"));
    enter(s, "var n: integer");
    assert_int_equal(star_enter(s, "file", "yy", 0), STAR_CODE_REFUSED);
    assert_done(s, star_set_integer(s, "n", 1));
    assert_string_equal(star_message(s), ""); /* of the last call */
    assert_int_equal(star_enter(s, "file", "var x: integer;\nx := yy", 0),
                     STAR_CODE_REFUSED);
    assert_non_null(strstr(text.text, "^~"));
    text.length = 0;
    star_messages(s, STAR_MESSAGES_SHORT, sink, &text);
    assert_string_equal(text.text, "file:2:6: error: 'yy' is not declared "
                                   "[undeclared]\n");
    text.length = 0;
    star_messages(s, STAR_MESSAGES_JSON, sink, &text);
    assert_int_equal(text.text[0], '{');
    assert_non_null(strstr(text.text, "\"undeclared\""));
    assert_int_equal(star_enter(s, "file", "2 + 2 and no more", 5),
                     STAR_CODE_OK);
    text.length = 0;
    text.text[0] = '\0';
    star_messages(s, STAR_MESSAGES_FULL, sink, &text);
    assert_string_equal(text.text, "");
    star_close(s);
}

/* What is given to star_enter is copied; a message that is too long is cut. */
static void test_texts(void **state) {
    Star *s = star_open(NULL);
    char name[2000], text[] = "var x: integer;\nx := 1 div 0";
    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(star_enter(s, name, text, 0), STAR_CODE_FAILED);
    memset(name, 'm', sizeof name - 1);
    memset(text, ' ', sizeof text - 1);
    assert_int_equal(strlen(star_message(s)), 999);
    assert_int_equal(star_message(s)[0], 'n');
    assert_string_equal(star_error(s), "division");
    enter(s, "x := 2");
    star_close(s);
}

static bool nowhere(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    return length == 0;
}

static void test_unwritable(void **state) {
    const StarConfig config = {.write = nowhere};
    Star *s = star_open(&config);
    (void)state;
    assert_fails(s, star_enter(s, "e", "writeln(1)", 0), STAR_CODE_FILE,
                 "cannot-write", "the output cannot be written");
    enter(s, "1");
    star_close(s);
}

static size_t one_line(void *context, char *text, size_t most) {
    (void)context;
    (void)most;
    memcpy(text, "42\n", 3);
    return 3;
}

static bool no_unit(void *context, const char *name, const char **text,
                    size_t *length) {
    static const char unit[] = "function twice(n: integer): integer;\n"
                               "begin twice := 2 * n end;";
    (void)context;
    *text = unit;
    *length = sizeof unit - 1;
    return strcmp(name, "mine") == 0;
}

static void test_config(void **state) {
    Text text = {.length = 0};
    StarConfig config = {.context = &text,
                         .write = to_text,
                         .read = one_line,
                         .unit = no_unit,
                         .max_steps = 1000,
                         .max_depth = 50,
                         .max_memory = 4 << 20,
                         .max_output = 40,
                         .threads = 2};
    Star *s = star_open(&config);
    (void)state;
    enter(s, "uses mine; var n: integer; readln(n); writeln(twice(n))");
    assert_string_equal(text.text, "84\n");
    assert_fails(s, star_enter(s, "e", "uses other", 0), STAR_CODE_REFUSED,
                 "no-unit", "there is no unit 'other'");
    assert_fails(s, star_enter(s, "e", "while true do n := 1", 0),
                 STAR_CODE_LIMIT, "step-limit", "1000 steps");
    assert_fails(s, star_enter(s, "e", "procedure p; begin p end; p", 0),
                 STAR_CODE_LIMIT, "depth-limit", "50 deep");
    assert_fails(s, star_enter(s, "e", "var T: table(100000, 100000)", 0),
                 STAR_CODE_LIMIT, "memory-limit", "memory");
    assert_fails(s, star_enter(s, "e", "while true do writeln('line')", 0),
                 STAR_CODE_LIMIT, "output-limit", "40 bytes");
    assert_fails(s,
                 star_enter(s, "e", "var U: table; load(U, '/etc/passwd')", 0),
                 STAR_CODE_FILE, star_error(s), "passwd");
    text.length = 0;
    enter(s, "procedure COPY(var f, g: text); var n: integer; "
             "begin readln(f, n); writeln(g, n + 1) end");
    assert_done(
        s, CALL(s, "COPY", star_variable("input"), star_variable("output")));
    assert_string_equal(text.text, "43\n");
    enter(s, "n");
    assert_done(s, star_reset(s));
    assert_fails(s, star_enter(s, "e", "n", 0), STAR_CODE_REFUSED, "undeclared",
                 "'n' is not declared");
    star_close(s);
}

/* ---- Memory of the embedder ---- */

typedef struct Region {
    size_t used;
    int64_t count, fail;
} Region;

static void *take(void *context, size_t bytes) {
    Region *r = context;
    void *block;
    if (++r->count == r->fail || posix_memalign(&block, 64, bytes) != 0)
        return NULL;
    r->used += bytes;
    return block;
}

static void give(void *context, void *block, size_t bytes) {
    Region *r = context;
    r->used -= bytes;
    free(block);
}

static bool story(Region *r) {
    const StarConfig config = {.context = r, .allocate = take, .release = give};
    const uint64_t row[2] = {1, 2};
    Star *s = star_open(&config);
    StarCode code = STAR_CODE_LIMIT;
    if (s != NULL)
        code = star_enter(s, "e",
                          "var T: table; s: string; r: real; "
                          "proc P(a: string; var T: table; X: slice); "
                          "begin s := s + a; MATCH(T, X, ROW(1, T), X) end; "
                          "var X: slice(2); s := 'a'; SET(X)",
                          0);
    if (code == STAR_CODE_OK)
        code = star_set_bits(s, "T", 2, 2, row, 8);
    if (code == STAR_CODE_OK)
        code = CALL(s, "P",
                    star_text("long enough to need memory, more than "
                              "there may be room for"),
                    star_variable("T"), star_variable("X"));
    if (code == STAR_CODE_OK)
        code = star_reset(s);
    if (code != STAR_CODE_OK && code != STAR_CODE_LIMIT)
        fail_msg("%s", star_message(s));
    star_close(s);
    assert_int_equal(r->used, 0);
    return code == STAR_CODE_OK;
}

static void test_memory(void **state) {
    (void)state;
    for (int64_t fail = 1;; fail++) {
        Region r = {.fail = fail};
        const bool done = story(&r);
        if (done && r.count < fail)
            break;
        assert_false(done && r.count == fail);
    }
}

/* ---- Threads ---- */

typedef struct Started {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool started;
    Star *star;
} Started;

static bool tell(void *context, const char *text, size_t length) {
    Started *s = context;
    (void)text;
    (void)length;
    pthread_mutex_lock(&s->mutex);
    s->started = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->mutex);
    return true;
}

static void *stopper(void *started) {
    Started *s = started;
    pthread_mutex_lock(&s->mutex);
    while (!s->started)
        pthread_cond_wait(&s->changed, &s->mutex);
    pthread_mutex_unlock(&s->mutex);
    star_interrupt(s->star);
    return NULL;
}

static void test_interrupt(void **state) {
    Started s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false,
                 NULL};
    const StarConfig config = {.context = &s, .write = tell};
    pthread_t thread;
    int64_t i;
    (void)state;
    s.star = star_open(&config);
    star_interrupt(s.star); /* nothing runs */
    assert_int_equal(pthread_create(&thread, NULL, stopper, &s), 0);
    assert_fails(s.star,
                 star_enter(s.star, "e",
                            "var i: integer; i := 0; while true do begin "
                            "i := (i + 1) mod 100; if i = 0 then "
                            "writeln('going on') end",
                            0),
                 STAR_CODE_STOPPED, "interrupted", "interrupted");
    pthread_join(thread, NULL);
    assert_done(s.star, star_get_integer(s.star, "i", &i));
    star_close(s.star);
}

static void *closure(void *seed) {
    const unsigned n = 100;
    uint64_t row[100][2] = {{0}};
    unsigned random = *(const unsigned *)seed;
    Star *s = star_open(NULL);
    int64_t ones, first = -1;
    for (unsigned k = 0; k < 2 * n; k++) {
        random = random * 1103515245 + 12345;
        unsigned i = random / 65536 % n;
        random = random * 1103515245 + 12345;
        unsigned j = random / 65536 % n;
        row[i][j / 64] |= UINT64_C(1) << j % 64;
    }
    enter(s, "var P: table; X: slice; v, w: word; i, k, ones: integer");
    for (int round = 0; round < 20; round++) {
        assert_done(s, star_set_bits(s, "P", n, n, row, 16));
        enter(s, "for k := 1 to 100 do begin X := COL(k, P); w := ROW(k, P); "
                 "while SOME(X) do begin i := STEP(X); v := ROW(i, P); "
                 "v := v or w; ROW(i, P) := v end end; ones := 0; "
                 "for k := 1 to 100 do ones := ones + NUMB(ROW(k, P))");
        assert_done(s, star_get_integer(s, "ones", &ones));
        if (round > 0)
            assert_int_equal(ones, first);
        first = ones;
    }
    star_close(s);
    return NULL;
}

/* A handle is not worn out by what it was given. */
static void test_again(void **state) {
    Star *s = star_open(NULL);
    int64_t n;
    (void)state;
    enter(s, "var n: integer; X: slice(3); n := 0");
    enter(s, "procedure first; begin n := n + 1; X(1) := n mod 2 end");
    for (int k = 0; k < 100000; k++) {
        if (k % 4 == 0)
            enter(s, "var n: integer");
        else if (k % 4 == 1)
            enter(s, "var X: slice(100); T: table(2, 3); SET(X)");
        else if (k % 4 == 2)
            enter(s,
                  "procedure clear(k: integer); begin X(k) := 0; n := k end");
        else
            enter(s, "procedure first(k: integer); begin clear(k) end");
    }
    StarValue k = star_integer(3);
    assert_done(s, star_call(s, "first", &k, 1));
    assert_done(s, star_get_integer(s, "n", &n));
    assert_int_equal(n, 3);
    enter(s, "NUMB(X)");
    assert_done(s, star_get_integer(s, "", &n));
    assert_int_equal(n, 99);
    star_close(s);
}

/* Handles in several threads share nothing: ThreadSanitizer looks on. */
static void test_threads(void **state) {
    unsigned seed[4] = {1, 2, 3, 4};
    pthread_t thread[4];
    (void)state;
    for (int k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, closure, &seed[k]),
                         0);
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars),   cmocka_unit_test(test_strings),
        cmocka_unit_test(test_bits),      cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_calls),     cmocka_unit_test(test_messages),
        cmocka_unit_test(test_texts),     cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_config),    cmocka_unit_test(test_memory),
        cmocka_unit_test(test_interrupt), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
