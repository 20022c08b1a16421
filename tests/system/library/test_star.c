/* SPDX-License-Identifier: MIT */
/* A handle as an embedder has it: messages, settings, memory, threads; by
 * star.h alone. */
#include <pthread.h>
#include <stdlib.h>

#include "embed_test.h"

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

TEST(test_messages) {
    HANDLE(s);
    Text text = {.length = 0};
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
    text.length = 0;
    star_messages(s, STAR_MESSAGES_COLOUR, sink, &text);
    assert_non_null(strstr(text.text, "\33[1;31merror:\33[0m"));
    assert_int_equal(star_enter(s, "file", "2 + 2 and no more", 5),
                     STAR_CODE_OK);
    text.length = 0;
    text.text[0] = '\0';
    star_messages(s, STAR_MESSAGES_FULL, sink, &text);
    assert_string_equal(text.text, "");
}

/* star_enter copies its arguments; a message that is too long is cut. */
TEST(test_texts) {
    HANDLE(s);
    char name[2000], text[] = "var x: integer;\nx := 1 div 0";
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(star_enter(s, name, text, 0), STAR_CODE_FAILED);
    memset(name, 'm', sizeof name - 1);
    memset(text, ' ', sizeof text - 1);
    assert_int_equal(strlen(star_message(s)), 999);
    assert_int_equal(star_message(s)[0], 'n');
    assert_string_equal(star_error(s), "division");
    enter(s, "x := 2");
}

static bool nowhere(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    return length == 0;
}

TEST(test_unwritable) {
    const StarConfig config = {.write = nowhere};
    Star *s = star_open(&config);
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

TEST(test_config) {
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
    assert_string_equal(star_version(), STAR_VERSION);
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
    star_close(NULL);
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

TEST(test_memory) {
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

TEST(test_interrupt) {
    Started s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false,
                 NULL};
    const StarConfig config = {.context = &s, .write = tell};
    pthread_t thread;
    int64_t i;
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
    for (int repeat = 0; repeat < 20; repeat++) {
        assert_done(s, star_set_bits(s, "P", n, n, row, 16));
        enter(s, "for k := 1 to 100 do begin X := COL(k, P); w := ROW(k, P); "
                 "while SOME(X) do begin i := STEP(X); v := ROW(i, P); "
                 "v := v or w; ROW(i, P) := v end end; ones := 0; "
                 "for k := 1 to 100 do ones := ones + NUMB(ROW(k, P))");
        assert_done(s, star_get_integer(s, "ones", &ones));
        if (repeat > 0)
            assert_int_equal(ones, first);
        first = ones;
    }
    star_close(s);
    return NULL;
}

/* A handle is not worn out by what it was given. */
TEST(test_again) {
    HANDLE(s);
    int64_t n;
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
}

/* Handles in several threads share nothing: ThreadSanitizer looks on. */
TEST(test_threads) {
    unsigned seed[4] = {1, 2, 3, 4};
    pthread_t thread[4];
    for (int k = 0; k < 4; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, closure, &seed[k]),
                         0);
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
}

TEST_MAIN
