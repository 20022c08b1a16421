/* SPDX-License-Identifier: MIT */
/* The common part of the tests of the runtime: a backend with an account that
 * must balance, random numbers that are the same on every run, lines written as
 * 0 and 1, and assertions that say what was expected. */
#ifndef STAR_TEST_H
#define STAR_TEST_H

#include "test.h"
#include <string.h>

#include "backend.h"
#include "values/object.h"

typedef struct StarTest {
    StarError error;
    StarMem mem;
    StarBackend be;
    uint64_t seed;
} StarTest;

static inline void star_test_open(StarTest *t, StarIsaLevel level) {
    star_mem_init(&t->mem, &t->error, (size_t)1 << 30);
    t->seed = 1;
    assert_int_equal(star_cpu_open(&t->be, &t->mem, level), STAR_OK);
}

/* Opens a test for the next instruction set that this processor has; false if
 * there is none. STAR_ISA_BEST is the one before the first. */
static inline bool star_test_next(StarTest *t, StarIsaLevel *level) {
    while (*level < STAR_ISA_AVX512)
        if (star_isa_available(++*level)) {
            star_test_open(t, *level);
            return true;
        }
    return false;
}

/* Whatever was allocated must have been freed. */
static inline void star_test_close(StarTest *t) {
    t->be.ops.close(&t->be);
    assert_int_equal(t->mem.used, 0);
}

/* A test for the block that it stands in. */
#define star_test(t)                                      \
    StarTest t __attribute__((cleanup(star_test_close))); \
    star_test_open(&t, STAR_ISA_BEST)

/* Asserts that a call succeeds, or fails as expected and says `message`. */
#define assert_ok(t, call)                              \
    do {                                                \
        if ((call) != STAR_OK)                          \
            fail_msg("%s: %s", #call, (t)->error.text); \
    } while (0)

#define assert_raises(t, call, expected, message)      \
    do {                                               \
        assert_int_equal(call, expected);              \
        assert_int_equal((t)->error.status, expected); \
        assert_string_equal((t)->error.text, message); \
    } while (0)

/* Asserts that the last piece of work was said to be done. */
static inline void assert_worked(const StarMem *mem) {
    const StarWork work = star_work_inspect(mem);
    assert_true(work.total > 0);
    assert_int_equal(work.done, work.total);
}

/* A random number below limit > 0; 64 random bits. */
static inline uint64_t star_random_bits(StarTest *t) {
    t->seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = t->seed;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline int64_t star_random(StarTest *t, int64_t limit) {
    return (int64_t)(star_random_bits(t) % (uint64_t)limit);
}

/* The kinds of random bit vectors. */
typedef enum StarFill {
    STAR_FILL_RANDOM,
    STAR_FILL_ZERO,
    STAR_FILL_ONE,
    STAR_FILL_SPARSE, /* one component in some 200 */
    STAR_FILLS
} StarFill;

static inline void star_fill(StarTest *t, uint64_t *word, int64_t length,
                             StarFill fill) {
    for (int64_t i = 0; i < star_words(length); i++) {
        uint64_t bits = star_random_bits(t);
        if (fill == STAR_FILL_SPARSE)
            bits = bits % 3 == 0 ? UINT64_C(1) << (bits >> 58) : 0;
        word[i] = fill == STAR_FILL_ZERO  ? 0
                  : fill == STAR_FILL_ONE ? UINT64_MAX
                                          : bits;
    }
    if (length > 0)
        word[star_words(length) - 1] &= star_last_mask(length);
}

/* A new sized line. */
static inline StarBits *star_line_random(StarTest *t, int64_t length,
                                         StarFill fill) {
    StarBits *line = star_bits_new(&t->be, STAR_UNSIZED);
    assert_non_null(line);
    assert_ok(t, star_bits_size(&t->be, line, length));
    star_fill(t, line->word, length, fill);
    return line;
}

/* A new line with the components that `bits` shows, such as "0110". */
static inline StarBits *star_line_of(StarTest *t, const char *bits) {
    StarBits *line = star_line_random(t, (int64_t)strlen(bits), STAR_FILL_ZERO);
    for (size_t i = 0; bits[i] != '\0'; i++)
        line->word[i / 64] |= (uint64_t)(bits[i] == '1') << i % 64;
    return line;
}

/* All invariants, the cursor's too. */
static inline void assert_line_valid(const StarBits *line) {
    assert_true(star_object_valid(&line->head));
    for (int64_t i = 0; i < line->first; i++)
        assert_int_equal(line->word[i], 0);
}

static inline void assert_line(const StarBits *line, const char *bits) {
    assert_line_valid(line);
    assert_int_equal(line->length, strlen(bits));
    for (size_t i = 0; bits[i] != '\0'; i++)
        assert_int_equal(star_bits_get(line, (int64_t)i + 1), bits[i] == '1');
}

static inline void assert_line_equal(const StarBits *x, const StarBits *y) {
    assert_line_valid(x);
    assert_line_valid(y);
    assert_int_equal(x->length, y->length);
    if (x->length > 0)
        assert_memory_equal(x->word, y->word,
                            (size_t)star_words(x->length) * 8);
}

static inline void star_free(StarTest *t, void *object) {
    star_object_free(&t->be, object);
}

#endif
