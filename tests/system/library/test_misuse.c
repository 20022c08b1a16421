/* SPDX-License-Identifier: MIT */
/* star.h called as it cannot be: a status and a message, and the handle can be
 * used on. First each way, then any. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_test.h"

static void sink(void *context, const char *text, size_t length) {
    (void)text;
    *(size_t *)context += length;
}

static void *take(void *context, size_t bytes) {
    void *block;
    (void)context;
    return posix_memalign(&block, 64, bytes) == 0 ? block : NULL;
}

static void give(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

/* ---- No handle ---- */

TEST(test_no_handle) {
    const StarConfig half = {.allocate = take}, other = {.release = give};
    const StarConfig little = {.max_memory = 1000};
    int64_t i = 7;
    size_t written = 0;
    assert_null(star_open(&half));
    assert_null(star_open(&other));
    assert_null(star_open(&little));
    star_close(NULL);
    star_interrupt(NULL);
    star_messages(NULL, STAR_MESSAGES_FULL, sink, &written);
    assert_int_equal(written, 0);
    assert_string_equal(star_message(NULL), "there is no handle");
    assert_string_equal(star_error(NULL), "misuse");
    assert_int_equal(star_reset(NULL), STAR_CODE_MISUSED);
    assert_int_equal(star_device(NULL, STAR_DEVICE_CPU), STAR_CODE_MISUSED);
    assert_int_equal(star_enter(NULL, "e", "1", 0), STAR_CODE_MISUSED);
    assert_int_equal(star_get_integer(NULL, "i", &i), STAR_CODE_MISUSED);
    assert_int_equal(star_set_bits(NULL, "T", 1, 1, &i, 8), STAR_CODE_MISUSED);
    assert_int_equal(star_call(NULL, "P", NULL, 0), STAR_CODE_MISUSED);
    assert_int_equal(star_call_built(NULL, NULL, 0, NULL), STAR_CODE_MISUSED);
    assert_int_equal(i, 7);
}

/* ---- NULL ---- */

static void misused(Star *s, StarCode code, const char *call) {
    char expected[200];
    snprintf(expected, sizeof expected,
             "star: error: %.*s: an argument is NULL [misuse]",
             (int)strcspn(call, "("), call);
    assert_int_equal(code, STAR_CODE_MISUSED);
    assert_string_equal(star_message(s), expected);
}

#define assert_misused(call) misused(s, call, #call)

TEST(test_null) {
    HANDLE(s);
    int64_t i = 7, n;
    double r;
    const char *text;
    size_t length, written = 0;
    assert_int_equal(star_enter(s, "e",
                                "var i: integer; r: real; s: string; "
                                "T: table(2, 2); a: array [1..2] of integer; "
                                "b: array [1..2] of real; "
                                "procedure P(n: integer; x: string); begin end",
                                0),
                     STAR_CODE_OK);
    assert_misused(star_enter(s, NULL, "1", 0));
    assert_misused(star_enter(s, "e", NULL, 0));
    assert_misused(star_get_integer(s, NULL, &i));
    assert_misused(star_get_integer(s, "i", NULL));
    assert_misused(star_set_integer(s, NULL, 1));
    assert_misused(star_get_real(s, NULL, &r));
    assert_misused(star_get_real(s, "r", NULL));
    assert_misused(star_set_real(s, NULL, 1));
    assert_misused(star_get_string(s, NULL, &text, &length));
    assert_misused(star_get_string(s, "s", NULL, &length));
    assert_misused(star_get_string(s, "s", &text, NULL));
    assert_misused(star_set_string(s, NULL, "", 0));
    assert_misused(star_set_string(s, "s", NULL, 1));
    assert_misused(star_get_size(s, NULL, &i, &n));
    assert_misused(star_get_size(s, "T", NULL, &n));
    assert_misused(star_get_size(s, "T", &i, NULL));
    assert_misused(star_get_bits(s, NULL, 2, 2, &i, 8));
    assert_misused(star_get_bits(s, "T", 2, 2, NULL, 8));
    assert_misused(star_set_bits(s, NULL, 2, 2, &i, 8));
    assert_misused(star_set_bits(s, "T", 2, 2, NULL, 8));
    assert_misused(star_get_count(s, NULL, &length));
    assert_misused(star_get_count(s, "a", NULL));
    assert_misused(star_get_integers(s, NULL, &i, 2));
    assert_misused(star_get_integers(s, "a", NULL, 2));
    assert_misused(star_set_integers(s, NULL, &i, 2));
    assert_misused(star_set_integers(s, "a", NULL, 2));
    assert_misused(star_get_reals(s, NULL, &r, 2));
    assert_misused(star_get_reals(s, "b", NULL, 2));
    assert_misused(star_set_reals(s, NULL, &r, 2));
    assert_misused(star_set_reals(s, "b", NULL, 2));
    assert_misused(star_call(s, NULL, NULL, 0));
    assert_misused(star_call(s, "P", NULL, 2));
    assert_misused(star_call_built(s, NULL, 0, NULL));
    star_messages(s, STAR_MESSAGES_FULL, NULL, NULL);
    star_messages(s, (StarMessageForm)7, sink, &written);
    assert_int_equal(written, 0);
    assert_int_equal(star_set_string(s, "s", NULL, 0), STAR_CODE_OK);
    assert_int_equal(i, 7);
}

/* Arguments that a call refuses. */
TEST(test_arguments) {
    static const struct {
        StarValue value;
        const char *says;
    } wrong[] = {
        {{STAR_VALUE_TEXT, 0, 0, NULL}, "for 'x' is NULL"},
        {{STAR_VALUE_VARIABLE, 0, 0, NULL}, "for 'x' is NULL"},
        {{STAR_VALUE_INTEGER, 1, 0, NULL}, "for 'x' cannot be an integer"},
        {{STAR_VALUE_REAL, 0, 1, NULL}, "for 'x' cannot be a real"},
        {{STAR_VALUE_VARIABLE, 0, 0, "i"}, "for 'x' has another type"},
        {{(StarValueKind)7, 0, 0, "i"}, "for 'x' is of no kind"}};
    HANDLE(s);
    assert_int_equal(star_enter(s, "e",
                                "var i: integer; "
                                "proc P(x: string); begin end",
                                0),
                     STAR_CODE_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        StarValue value = wrong[k].value;
        assert_int_equal(star_call(s, "P", &value, 1), STAR_CODE_MISUSED);
        assert_string_equal(star_error(s), "argument-type");
        assert_non_null(strstr(star_message(s), wrong[k].says));
    }
}

/* ---- Calls while the handle waits ---- */

typedef struct Host {
    Star *star;
    int calls, refused;
} Host;

/* All that a function of the embedder's may try. */
static void meddle(Host *h) {
    StarValue none = star_integer(0);
    int64_t i;
    if (h->star == NULL)
        return;
    h->calls += 4;
    h->refused += star_enter(h->star, "e", "i := 1", 0) == STAR_CODE_MISUSED;
    h->refused += star_set_integer(h->star, "i", 1) == STAR_CODE_MISUSED;
    h->refused += star_get_integer(h->star, "i", &i) == STAR_CODE_MISUSED;
    h->refused += star_call(h->star, "P", &none, 0) == STAR_CODE_MISUSED;
    h->calls += 2;
    h->refused += star_reset(h->star) == STAR_CODE_MISUSED;
    h->refused += strstr(star_message(h->star),
                         "star_reset is called by a function that the handle "
                         "waits for [misuse]") != NULL;
    star_close(h->star);
}

static bool write_and(void *context, const char *text, size_t length) {
    (void)text;
    (void)length;
    meddle(context);
    return true;
}

static size_t read_and(void *context, char *text, size_t most) {
    meddle(context);
    memset(text, '7', most);
    return most + 1; /* which it cannot be */
}

static bool unit_and(void *context, const char *name, const char **text,
                     size_t *length) {
    (void)name;
    meddle(context);
    *text = "const seven = 7;";
    *length = strlen(*text);
    return true;
}

static bool open_and(void *context, const char *path) {
    (void)path;
    meddle(context);
    return false;
}

static void *take_and(void *context, size_t bytes) {
    meddle(context);
    return take(NULL, bytes);
}

static void give_and(void *context, void *block, size_t bytes) {
    meddle(context);
    give(NULL, block, bytes);
}

static void sink_and(void *context, const char *text, size_t length) {
    (void)text;
    (void)length;
    meddle(context);
}

TEST(test_while_it_waits) {
    Host host = {.star = NULL};
    const StarConfig config = {.context = &host,
                               .write = write_and,
                               .read = read_and,
                               .unit = unit_and,
                               .may_open = open_and,
                               .allocate = take_and,
                               .release = give_and};
    static const struct {
        const char *text;
        StarCode code;
    } entry[] = {
        {"var i: integer; c: char; proc P; begin end; i := 5", STAR_CODE_OK},
        {"writeln(i)", STAR_CODE_OK},
        {"read(c)", STAR_CODE_OK},
        {"uses mine; i := i + seven", STAR_CODE_OK},
        {"var T: table; load(T, 'x.mtx')", STAR_CODE_FILE}};
    Star *s = star_open(&config);
    int64_t i;
    host.star = s;
    for (size_t k = 0; k < sizeof entry / sizeof *entry; k++) {
        const int before = host.calls;
        assert_int_equal(star_enter(s, "e", entry[k].text, 0), entry[k].code);
        assert_true(host.calls > before);
        assert_string_equal(star_error(s), entry[k].code ? "not-allowed" : "");
    }
    int before = host.calls;
    star_messages(s, STAR_MESSAGES_FULL, sink_and, &host);
    assert_true(host.calls > before);
    before = host.calls;
    assert_int_equal(star_describe(s, "i", sink_and, &host), STAR_CODE_OK);
    assert_int_equal(star_describe(s, NULL, sink_and, &host), STAR_CODE_OK);
    assert_true(host.calls > before);
    assert_int_equal(host.refused, host.calls);
    assert_int_equal(star_get_integer(s, "i", &i), STAR_CODE_OK);
    assert_int_equal(i, 12);
    host.star = NULL;
    star_close(s);
}

static bool write_and_stop(void *context, const char *text, size_t length) {
    const Host *h = context;
    (void)text;
    (void)length;
    star_interrupt(h->star);
    return true;
}

static bool unit_and_stop(void *context, const char *name, const char **text,
                          size_t *length) {
    Host *h = context;
    star_interrupt(h->star);
    return unit_and(&(Host){.star = NULL}, name, text, length);
}

/* That is what it may do: then the run ends, or that of what is being compiled
 * does not begin. */
TEST(test_interrupt_from_within) {
    Host host = {.star = NULL};
    const StarConfig config = {
        .context = &host, .write = write_and_stop, .unit = unit_and_stop};
    Star *s = host.star = star_open(&config);
    assert_int_equal(star_enter(s, "e", "while true do writeln('more')", 0),
                     STAR_CODE_STOPPED);
    assert_int_equal(
        star_enter(s, "e", "uses mine; while true do begin end", 0),
        STAR_CODE_STOPPED);
    assert_string_equal(star_error(s), "interrupted");
    assert_int_equal(star_enter(s, "e", "uses other; x := 1", 0),
                     STAR_CODE_REFUSED);
    assert_int_equal(star_enter(s, "e", "1 + 1", 0), STAR_CODE_OK);
    star_close(s);
}

/* ---- Any calls ---- */

static uint64_t seed;

static unsigned below(unsigned n) {
    uint64_t x = seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((x ^ x >> 31) >> 32) % n;
}

#define ONE_OF(list) (list)[below(sizeof(list) / sizeof *(list))]

static const char *any_name(void) {
    static const char *const names[] = {
        "i", "k", "d",     "c",      "b", "r",   "f",   "s",    "l",   "X",
        "w", "T", "U",     "a",      "p", "q",   "m",   "g",    "z",   "h",
        "3", "",  "input", "output", "v", "put", "day", "four", "mix", NULL};
    return ONE_OF(names);
}

static int64_t any_integer(void) {
    static const int64_t integers[] = {0,  1,  2,         3,         7, 8, 64,
                                       65, -1, 100000,    9,         4, 5, 6,
                                       70, 1,  INT64_MAX, INT64_MIN, -1};
    return ONE_OF(integers);
}

static double any_real(void) {
    static const double reals[] = {0, 1, -2.5, 1e300, -1e-300, NAN, INFINITY};
    return ONE_OF(reals);
}

/* The declarations that a handle has at first, */
static const char *const first[] = {
    "type day = (mon, tue); var i: integer; k: 1..9; d: day; c: char; "
    "b: boolean; r: real; f: single; s: string; l: text",
    "var X: slice; w: word(7); T: table; U: table(3, 70)",
    "type four = array [1..2, 1..2] of integer; pair = array [1..2] of "
    "real; var a: four; p: pair; q: packed array [1..4] of 0..9; "
    "m: array [1..2] of string; e: set of 1..9",
    "type link = ^node; node = record next: link; s: string; case b: "
    "boolean of true: (T: table); false: (n: integer) end; "
    "var h: link; v: node; new(h); h^.s := 'abc'; v.b := true",
    "proc put(n: integer; x: real; s: string; var T: table; "
    "var k: integer); begin k := k + n; U := T; s := s + '!'; writeln(k, "
    "x, s) end",
    "proc fill(var a: array [l..u: integer; m..n: integer] of integer; X: "
    "slice); begin a[l, m] := NUMB(X); a[u, n] := 1 div NUMB(X) end",
    "proc run(procedure p(n: integer)); begin p(1) end; "
    "function twice(x: real): real; begin twice := 2 * x end",
    "proc mix(var h: link; var v: node; var l: text); "
    "begin with v do begin b := not b; dispose(h); rewrite(l); writeln(l, "
    "'x') end end",
    "type days = set of day; var g: days; "
    "proc sets(var e: days; c: char; d: day); begin e := [d] end"};

/* and what is entered then. */
static const char *any_text(void) {
    static const char *const texts[] = {
        /* statements */
        "T := U", "U := T", "SET(X); w := ROW(1, U); X := COL(1, U)",
        "s := s + 'abc'; writeln(s, i)", "i := i div k; d := succ(d)",
        "while true do i := 1", "read(i)", "dispose(h)", "new(h); v := h^",
        "for k := 1 to 9 do a[k] := k", "a[1, 1] := 3; p[2] := 2.5",
        "load(T, 'none.mtx'); T := T", "v.T := U; v.b := false; v.n := 3",
        "proc deep; begin deep end; deep", "var T: table(100000, 100000)",
        /* expressions, other texts */
        "i + 1", "'abc'", "U", "T", "X", "p", "a", "s", "h", "e", "v", "f", "c",
        "[1, 2]", "nil", "'01'", "2.5", "twice(2)", "", ";", "uses none",
        "uses u", "program x; begin writeln(1) end.", "begin", "var", "x",
        "i := 'a'", "goto 1", "{", "\"", "\xff\xfe", "1 = 2", "T = U", "w",
        "maxint"};
    return below(4) == 0 ? ONE_OF(first) : ONE_OF(texts);
}

static bool fuzz_write(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return below(50) > 0;
}

static size_t fuzz_read(void *context, char *text, size_t most) {
    static const char input[] = "12 x\n7";
    size_t length = below(sizeof input);
    (void)context;
    length = length < most ? length : most;
    memcpy(text, input, length);
    return length;
}

static bool fuzz_unit(void *context, const char *name, const char **text,
                      size_t *length) {
    (void)context;
    (void)name;
    *text = below(4) > 0 ? any_text() : NULL;
    *length = *text != NULL ? strlen(*text) : 0;
    return below(4) > 0;
}

static bool fuzz_open(void *context, const char *path) {
    (void)context;
    (void)path;
    return false;
}

static void *fuzz_take(void *context, size_t bytes) {
    (void)context;
    return below(2000) > 0 ? take(NULL, bytes) : NULL;
}

static Star *any_handle(void) {
    StarConfig c = {.write = below(2) ? fuzz_write : NULL,
                    .read = below(2) ? fuzz_read : NULL,
                    .unit = below(2) ? fuzz_unit : NULL,
                    .may_open = below(2) ? fuzz_open : NULL,
                    .allocate = below(2) ? NULL : fuzz_take,
                    .release = give,
                    .max_memory = below(2) ? (size_t)4 << 20 : (size_t)64 << 20,
                    .max_steps = 2000,
                    .max_depth = 100,
                    .max_output = below(2) ? 0 : 1000,
                    .threads = below(3)};
    if (c.allocate == NULL)
        c.release = NULL;
    Star *s = star_open(&c);
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        star_enter(s, "first", first[k], 0);
    return s;
}

static StarValue any_value(void) {
    StarValue v = {(StarValueKind)below(5), any_integer(), any_real(),
                   any_name()};
    return v;
}

static const char *any_procedure(void) {
    static const char *const procedures[] = {
        "put", "fill", "run", "twice", "mix", "sets", "i", "", NULL, "MATCH"};
    return ONE_OF(procedures);
}

/* A call that fits put, fill or mix, which any one seldom does. */
static StarCode likely_call(Star *s) {
    StarValue p[] = {star_integer(any_integer()), star_real(any_real()),
                     star_text(any_text()), star_variable("T"),
                     below(2) ? star_integer(1) : star_variable("i")};
    StarValue q[] = {star_variable("a"), star_variable("X")};
    StarValue d[] = {star_variable("h"), star_variable("v"),
                     star_variable(below(2) ? "l" : "output")};
    switch (below(3)) {
    case 0: return star_call(s, "put", p, 5);
    case 1: return star_call(s, "fill", q, 2);
    default: return star_call(s, "mix", d, 3);
    }
}

/* Memory that is as large as what is asked for it. */
enum { MOST = 1 << 12 };

/* Matrices of up to 60 x 60, in more memory than they say. */
static StarCode any_solver(Star *s) {
    static int64_t number[MOST], other[MOST], third[MOST];
    static unsigned char bits[MOST], out[MOST];
    const int64_t n = (int64_t)below(60) - (below(20) == 0), m = below(60);
    const bool given = below(20) > 0;
    const size_t stride = 4 + below(6), row = 8 * (size_t)(50 + below(12));
    for (int k = 0; k < 100; k++)
        number[below(MOST)] = other[below(100)] = any_integer();
    bits[below(MOST)] = (unsigned char)below(256);
    switch (below(7)) {
    case 0: return star_solve_closure(s, n, given ? bits : NULL, stride);
    case 1:
        return star_solve_product(s, n, m, n, given ? bits : out, stride, bits,
                                  stride, out, stride);
    case 2:
        return star_solve_transpose(s, n, m, given ? bits : out, stride, out,
                                    stride);
    case 3:
        return star_solve_kleene(s, (StarSemiring)below(5),
                                 (StarWeights)below(5), n,
                                 given ? number : NULL, row);
    case 4: return star_solve_chain(s, n, other, number, third, row);
    case 5:
        return star_solve_sdp(s, (StarReduction)below(9), (StarWeights)below(3),
                              n, number, m % 5, other);
    default:
        return star_solve_knapsack(s, n, other, third, (int64_t)below(500),
                                   given ? number : NULL,
                                   below(2) ? bits : NULL);
    }
}

static StarCode any_call(Star *s) {
    static int64_t integers[MOST];
    static double reals[MOST];
    static unsigned char bits[MOST];
    StarValue argument[6];
    const char *text, *name = any_name();
    int64_t i, n;
    double r;
    size_t length;
    const bool given = below(20) > 0;
    switch (below(22)) {
    case 0:
    case 1:
    case 2:
    case 3: text = any_text(); return star_enter(s, "e", text, strlen(text));
    case 4: return star_enter(s, name, given ? any_text() : NULL, 0);
    case 5: return star_get_integer(s, name, given ? &i : NULL);
    case 6: return star_set_integer(s, name, any_integer());
    case 7: return star_get_real(s, name, given ? &r : NULL);
    case 8: return star_set_real(s, name, any_real());
    case 9: return star_get_string(s, name, &text, given ? &length : NULL);
    case 10: return star_set_string(s, name, given ? "abcdef" : NULL, below(6));
    case 11: return star_get_size(s, name, &i, given ? &n : NULL);
    case 12:
        i = below(5);
        n = below(100);
        return star_get_bits(s, name, i, n, given ? bits : NULL, below(30));
    case 13:
        i = below(5);
        n = below(100);
        return star_set_bits(s, name, i, n, given ? bits : NULL, below(30));
    case 14: return star_get_count(s, name, given ? &length : NULL);
    case 15: return star_get_integers(s, name, integers, below(6));
    case 16:
        integers[0] = any_integer();
        return star_set_integers(s, name, given ? integers : NULL, below(6));
    case 17: return star_get_reals(s, name, reals, below(4));
    case 18:
        reals[0] = any_real();
        return star_set_reals(s, name, given ? reals : NULL, below(4));
    case 19: return likely_call(s);
    case 20: return any_solver(s);
    default:
        if (below(10) == 0)
            return star_reset(s);
        if (below(100) == 0)
            return star_device(s, (StarDevice)below(4));
        for (int k = 0; k < 6; k++)
            argument[k] = any_value();
        return star_call(s, any_procedure(), given ? argument : NULL, below(7));
    }
}

/* A code that star.h names, and messages exactly if there is an error. */
static void check(Star *s, StarCode code, int64_t call) {
    size_t written = 0;
    const bool known = code <= STAR_CODE_DEVICE;
    const bool says = star_message(s)[0] != '\0' && star_error(s)[0] != '\0';
    star_messages(s, (StarMessageForm)below(4), sink, &written);
    if (!known || says != (code != STAR_CODE_OK))
        fail_msg("call %lld: code %d, '%s'", (long long)call, code,
                 star_message(s));
}

static int64_t calls = 100000;

TEST(test_any) {
    enum { HANDLE = 300 };
    int done[STAR_CODE_FAULT + 1] = {0};
    Star *s = NULL;
    for (int64_t call = 0; call < calls; call++) {
        seed = (uint64_t)call; /* so that one call can be made again */
        if (call % HANDLE == 0) {
            star_close(s);
            s = any_handle();
        }
        const StarCode code = any_call(s);
        if (s == NULL)
            continue;
        check(s, code, call);
        done[code]++;
    }
    star_close(s);
    for (int code = STAR_CODE_OK; code <= STAR_CODE_FILE; code++)
        assert_true(done[code] > 100);
}

/* test_misuse [CALLS]: so many of any kind. */
int main(int argc, char **argv) {
    if (argc > 1)
        calls = atoll(argv[1]);
    return tests_run(NULL, NULL);
}
