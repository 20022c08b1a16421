/* SPDX-License-Identifier: MIT */
/* The common part of the tests of star.h: calls that succeed, or fail as
 * expected and say so. */
#ifndef STAR_TESTS_EMBED_TEST_H
#define STAR_TESTS_EMBED_TEST_H

#include "test.h"
#include <string.h>

#include <star.h>

static inline void assert_done(Star *s, StarCode code) {
    if (code != STAR_CODE_OK)
        fail_msg("%d: %s", code, star_message(s));
}

/* A handle for the block that it stands in. */
static inline void handle_close(Star **s) {
    star_close(*s);
}
#define HANDLE(s) \
    Star *s __attribute__((cleanup(handle_close))) = star_open(NULL)

static inline void enter(Star *s, const char *text) {
    assert_done(s, star_enter(s, "entry", text, 0));
}

/* 1000 ones, wherever they are counted. */
static inline void assert_computes(Star *s) {
    int64_t ones = 0;
    enter(s, "var X: slice(1000); SET(X)");
    enter(s, "NUMB(X)");
    assert_done(s, star_get_integer(s, "", &ones));
    assert_int_equal(ones, 1000);
}

/* For star_messages: adds to a text that has room. */
static inline void append(void *text, const char *piece, size_t length) {
    strncat(text, piece, length);
}

/* A call fails so, and says so. */
#define assert_fails(s, call, code, name, text)               \
    do {                                                      \
        assert_int_equal(call, code);                         \
        assert_string_equal(star_error(s), name);             \
        if (strstr(star_message(s), text) == NULL)            \
            fail_msg("'%s' is '%s'", #call, star_message(s)); \
    } while (0)

#define CALL(s, name, ...)                         \
    star_call(s, name, (StarValue[]){__VA_ARGS__}, \
              sizeof((StarValue[]){__VA_ARGS__}) / sizeof(StarValue))

#endif
