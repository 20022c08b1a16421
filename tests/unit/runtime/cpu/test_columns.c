/* SPDX-License-Identifier: MIT */
/* The kernels over the columns of a table, of every instruction set, against
 * loops that take a word at a time. */
#include "star_test.h"

#include <stdlib.h>

#include "cpu/simd/simd.h"

static uint64_t *new_words(int64_t n) {
    uint64_t *x = aligned_alloc(64, (size_t)(n + 8) / 8 * 64);
    assert_non_null(x);
    return x;
}

static uint64_t *random_words(StarTest *t, int64_t n) {
    uint64_t *x = new_words(n);
    for (int64_t i = 0; i < n; i++)
        x[i] = star_random_bits(t);
    return x;
}

static void each_isa(void (*check)(StarTest *t)) {
    StarIsaLevel level = STAR_ISA_BEST;
    StarTest t;
    while (star_test_next(&t, &level)) {
        check(&t);
        star_test_close(&t);
    }
}

static const int64_t lengths[] = {1,  2,  7,  8,    9,    16,   23,
                                  24, 64, 65, 2047, 2048, 2049, 4100};

enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* ---- Match ---- */

/* A table whose rows agree with w in most columns, so that some are left
 * until the end. x begins behind a word and ends where its memory does; z may
 * be x. */
static void match(StarTest *t, int64_t n, int64_t cols, bool same) {
    const int64_t stride = n + 3;
    uint64_t w[2] = {star_random_bits(t), star_random_bits(t)};
    uint64_t *v = random_words(t, cols * stride), *x = random_words(t, n + 1);
    uint64_t *z = same ? x : random_words(t, n + 1), *wanted = new_words(n);
    for (int64_t i = 0; i < n; i++) {
        wanted[i] = x[i + 1];
        for (int64_t j = 0; j < cols; j++) {
            const uint64_t flip = (w[j / 64] >> j % 64 & 1) - 1;
            uint64_t *at = &v[j * stride + i];
            if (star_random(t, 4) > 0)
                *at = (*at | star_random_bits(t) | star_random_bits(t)) ^ flip;
            wanted[i] &= *at ^ flip;
        }
    }
    t->be.isa->match(z + 1, x + 1, v, stride, cols, w, n);
    assert_memory_equal(z + 1, wanted, (size_t)n * sizeof *z);
    if (!same)
        free(z);
    free(v);
    free(x);
    free(wanted);
}

static void check_match(StarTest *t) {
    static const int64_t cols[] = {1, 2, 11, 12, 13, 30, 65};
    for (int k = 0; k < LENGTHS; k++)
        for (size_t j = 0; j < sizeof cols / sizeof *cols; j++)
            match(t, lengths[k], cols[j], (k + j) % 2 == 0);
}

TEST(rows_that_match) {
    each_isa(check_match);
}

/* ---- Sums and differences ---- */

/* f is another line, x, or 0. */
static void add(StarTest *t, int count, int64_t n, bool minus, bool far) {
    const size_t bytes = (size_t)n * sizeof(uint64_t);
    StarTerms sum[STAR_TERMS];
    uint64_t *wanted[STAR_TERMS], *x = random_words(t, n);
    uint64_t *c = random_words(t, n), *carry = new_words(n);
    memcpy(carry, c, bytes);
    for (int k = 0; k < count; k++) {
        const int64_t kind = star_random(t, 3);
        sum[k] = (StarTerms){new_words(n), random_words(t, n),
                             kind == 0   ? NULL
                             : kind == 1 ? x
                                         : random_words(t, n)};
        wanted[k] = new_words(n);
        for (int64_t i = 0; i < n; i++) {
            const uint64_t v = sum[k].t[i] & x[i], in = carry[i];
            const uint64_t w = sum[k].f == NULL ? 0 : sum[k].f[i] & x[i];
            wanted[k][i] = v ^ w ^ in;
            carry[i] = minus ? (~v & (w | in)) | (w & in)
                             : (v & w) | (v & in) | (w & in);
        }
    }
    (minus ? t->be.isa->minus : t->be.isa->plus)(sum, count, c, x, n, far);
    assert_memory_equal(c, carry, bytes);
    for (int k = 0; k < count; k++) {
        assert_memory_equal(sum[k].s, wanted[k], bytes);
        if (sum[k].f != x)
            free((void *)sum[k].f);
        free((void *)sum[k].t);
        free(sum[k].s);
        free(wanted[k]);
    }
    free(x);
    free(c);
    free(carry);
}

static void check_adders(StarTest *t) {
    for (int k = 0; k < LENGTHS; k++)
        for (int count = 1; count <= STAR_TERMS; count++)
            for (int how = 0; how < 4; how++)
                add(t, count, lengths[k], how & 1, how & 2);
}

TEST(sums_and_differences) {
    each_isa(check_adders);
}

TEST_MAIN
