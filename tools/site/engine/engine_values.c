/* SPDX-License-Identifier: MIT */
/* The variables of the session, by the functions of star.h. */
#include <emscripten.h>

#include "engine_inside.h"
#include "handle.h"

static void add_answer(void *unused, const char *text, size_t length) {
    (void)unused;
    buffer_add(&engine.answer, text, length);
}

/* A message of the handle's is one of the engine's. */
static int ended(Star *star, StarCode code) {
    buffer_clear(&engine.messages);
    if (star == NULL)
        return engine_failed(&engine.error);
    if (code != STAR_CODE_OK)
        star_messages(star, STAR_MESSAGES_JSON, buffer_add, &engine.messages);
    return (int)code;
}

EMSCRIPTEN_KEEPALIVE int engine_describe(const char *name) {
    Star *star = engine_star();
    buffer_clear(&engine.answer);
    return ended(star, star_describe(star, name, add_answer, NULL));
}

EMSCRIPTEN_KEEPALIVE const char *engine_answer(void) {
    return buffer_bytes(&engine.answer);
}

EMSCRIPTEN_KEEPALIVE int engine_get_size(const char *name, int64_t size[2]) {
    Star *star = engine_star();
    return ended(star, star_get_size(star, name, &size[0], &size[1]));
}

EMSCRIPTEN_KEEPALIVE int engine_get_bits(const char *name, double rows,
                                         double columns, void *bits,
                                         int stride) {
    Star *star = engine_star();
    return ended(star, star_get_bits(star, name, (int64_t)rows,
                                     (int64_t)columns, bits, (size_t)stride));
}

EMSCRIPTEN_KEEPALIVE int engine_set_bits(const char *name, double rows,
                                         double columns, const void *bits,
                                         int stride) {
    Star *star = engine_star();
    return ended(star, star_set_bits(star, name, (int64_t)rows,
                                     (int64_t)columns, bits, (size_t)stride));
}

EMSCRIPTEN_KEEPALIVE int engine_get_integer(const char *name, int64_t *out) {
    Star *star = engine_star();
    return ended(star, star_get_integer(star, name, out));
}

EMSCRIPTEN_KEEPALIVE int engine_set_integer(const char *name,
                                            const int64_t *value) {
    Star *star = engine_star();
    return ended(star, star_set_integer(star, name, *value));
}

EMSCRIPTEN_KEEPALIVE int engine_get_real(const char *name, double *out) {
    Star *star = engine_star();
    return ended(star, star_get_real(star, name, out));
}

EMSCRIPTEN_KEEPALIVE int engine_set_real(const char *name, double value) {
    Star *star = engine_star();
    return ended(star, star_set_real(star, name, value));
}

/* The answer is the text. */
EMSCRIPTEN_KEEPALIVE int engine_get_string(const char *name) {
    Star *star = engine_star();
    const char *text = "";
    size_t length = 0;
    const StarCode code = star_get_string(star, name, &text, &length);
    buffer_clear(&engine.answer);
    buffer_add(&engine.answer, text, length);
    return ended(star, code);
}

EMSCRIPTEN_KEEPALIVE int engine_set_string(const char *name, const char *text,
                                           int length) {
    Star *star = engine_star();
    return ended(star, star_set_string(star, name, text, (size_t)length));
}

EMSCRIPTEN_KEEPALIVE int engine_get_count(const char *name, size_t *count) {
    Star *star = engine_star();
    return ended(star, star_get_count(star, name, count));
}

EMSCRIPTEN_KEEPALIVE int engine_get_integers(const char *name, int64_t *out,
                                             int count) {
    Star *star = engine_star();
    return ended(star, star_get_integers(star, name, out, (size_t)count));
}

EMSCRIPTEN_KEEPALIVE int engine_set_integers(const char *name,
                                             const int64_t *value, int count) {
    Star *star = engine_star();
    return ended(star, star_set_integers(star, name, value, (size_t)count));
}

EMSCRIPTEN_KEEPALIVE int engine_get_reals(const char *name, double *out,
                                          int count) {
    Star *star = engine_star();
    return ended(star, star_get_reals(star, name, out, (size_t)count));
}

EMSCRIPTEN_KEEPALIVE int engine_set_reals(const char *name, const double *value,
                                          int count) {
    Star *star = engine_star();
    return ended(star, star_set_reals(star, name, value, (size_t)count));
}

EMSCRIPTEN_KEEPALIVE const char *engine_version(void) {
    return star_version();
}
