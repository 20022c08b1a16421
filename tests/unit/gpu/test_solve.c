/* SPDX-License-Identifier: MIT */
/* The solvers of star.h of a handle with a device, beside those of one without:
 * the same bits, wherever the matrices are. On a fake device too, which counts
 * what it solves. */
#include <stdlib.h>
#include <string.h>

#include <star.h>

#include "test.h"

#ifdef FAKE_SOLVE
#include "fake_solve.h"
enum { SIZES = 4 };
static const int64_t sizes[SIZES] = {1, 64, 70, 128};
#else
enum { SIZES = 9 };
static const int64_t sizes[SIZES] = {1, 2, 63, 64, 65, 511, 512, 1000, 2048};
#endif

static Star *device, *host;

static int close_handles(void **state) {
    (void)state;
    star_close(host);
    star_close(device);
    return 0;
}

static void assert_done(Star *s, StarCode code) {
    if (code != STAR_CODE_OK)
        fail_msg("%d: %s", code, star_message(s));
}

/* The device has solved so many more. */
static void assert_solved(int64_t more) {
#ifdef FAKE_SOLVE
    static int64_t before;
    assert_int_equal(fake_solved(), before + more);
    before += more;
#else
    (void)more;
#endif
}

static uint64_t seed;

static int64_t below(int64_t n) {
    uint64_t x = seed += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int64_t)((x ^ x >> 31) >> 1) % n;
}

/* Two blocks with the same random bytes, one of `each` bits being 1. */
static void blocks(size_t bytes, int64_t each, unsigned char *block[2]) {
    for (int k = 0; k < 2; k++) {
        block[k] = calloc(bytes + 1, 1);
        assert_non_null(block[k]);
    }
    for (size_t k = 0; k < 8 * bytes; k++)
        block[0][k / 8] |= (unsigned char)((below(each) == 0) << k % 8);
    memcpy(block[1], block[0], bytes);
}

static void compare(unsigned char *block[2], size_t bytes) {
    assert_memory_equal(block[0], block[1], bytes);
    free(block[0]);
    free(block[1]);
}

/* Rows as they follow each other, and with a gap; of the last size a device
 * gives the host's pages to the system. */
TEST(test_bits) {
    enum { PAGES = 1500 };
    for (int k = 0; k <= SIZES; k++)
        for (size_t gap = 0; gap < 2; gap++) {
            const int64_t n = k < SIZES ? sizes[k] : PAGES, m = n / 2 + 1;
            const size_t stride = (size_t)(n + 7) / 8 + 8 * gap;
            const size_t bytes = (size_t)n * stride;
            unsigned char *p[2], *a[2], *out[2];
            blocks(bytes, n, p);
            blocks(bytes, 3, a);
            blocks(bytes, 2, out);
            assert_done(host, star_solve_closure(host, n, p[0], stride));
            assert_done(device, star_solve_closure(device, n, p[1], stride));
            assert_solved(1);
            assert_done(host, star_solve_product(host, n, m, n, p[0], stride,
                                                 a[0], stride, out[0], stride));
            assert_done(device,
                        star_solve_product(device, n, m, n, p[1], stride, a[1],
                                           stride, out[1], stride));
            assert_solved(1);
            assert_memory_equal(out[0], out[1], bytes);
            assert_done(host, star_solve_transpose(host, n, n, p[0], stride,
                                                   out[0], stride));
            assert_done(device, star_solve_transpose(device, n, n, p[1], stride,
                                                     out[1], stride));
            assert_solved(0);
            compare(p, bytes);
            compare(a, bytes);
            compare(out, bytes);
        }
}

/* Weights from 0 to 99 of some arcs, in rows with a gap or without. */
static void fill(int64_t *a, int64_t n, int64_t row) {
    for (int64_t i = 0; i < n * row; i++)
        a[i] = below(4) == 0 ? below(100) : STAR_INFINITY64;
}

TEST(test_kleene) {
    for (int k = 0; k < SIZES; k++)
        for (int64_t gap = 0; gap < 4; gap += 3) {
            const int64_t n = sizes[k], row = n + gap;
            const size_t bytes = (size_t)(n * row) * sizeof(int64_t);
            unsigned char *a[2];
            blocks(bytes, 2, a);
            fill((int64_t *)(void *)a[0], n, row);
            memcpy(a[1], a[0], bytes);
            for (int s = 0; s < 2; s++)
                assert_done(s ? device : host,
                            star_solve_kleene(s ? device : host,
                                              STAR_SEMIRING_MINPLUS,
                                              STAR_WEIGHTS_INT64, n, a[s],
                                              (size_t)row * sizeof(int64_t)));
            assert_solved(1);
            compare(a, bytes);
        }
}

TEST(test_chain) {
    for (int k = 1; k < SIZES; k++)
        for (int64_t gap = 0; gap < 4; gap += 3) {
            const int64_t n = sizes[k], row = n + gap;
            const size_t bytes = (size_t)(n * row) * sizeof(int64_t);
            int64_t *p = malloc(((size_t)n + 1) * sizeof *p);
            unsigned char *m[2], *s[2];
            for (int64_t i = 0; i <= n; i++)
                p[i] = 1 + below(1000);
            blocks(bytes, 2, m);
            blocks(bytes, 2, s);
            for (int d = 0; d < 2; d++)
                assert_done(d ? device : host,
                            star_solve_chain(d ? device : host, n, p,
                                             (int64_t *)(void *)m[d],
                                             (int64_t *)(void *)s[d],
                                             (size_t)row * sizeof(int64_t)));
            assert_solved(1);
            compare(m, bytes);
            compare(s, bytes);
            free(p);
        }
}

TEST(test_sdp) {
    const int64_t offset[] = {40, 31, 7};
    int64_t table[2][2000];
    int32_t narrow[2][2000];
    for (int i = 0; i < 2000; i++) {
        table[0][i] = table[1][i] = below(1000);
        narrow[0][i] = narrow[1][i] = (int32_t)below(1000);
    }
    for (int d = 0; d < 2; d++) {
        Star *s = d ? device : host;
        assert_done(s, star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT64,
                                      2000, table[d], 3, offset));
        assert_done(s, star_solve_sdp(s, STAR_REDUCTION_MIN, STAR_WEIGHTS_INT32,
                                      2000, narrow[d], 3, offset));
    }
    assert_solved(2);
    assert_memory_equal(table[0], table[1], sizeof table[0]);
    assert_memory_equal(narrow[0], narrow[1], sizeof narrow[0]);
}

TEST(test_knapsack) {
    enum { ITEMS = 75 };
    int64_t w[ITEMS], v[ITEMS], best[4] = {-1, -2, -3, -4};
    unsigned char chosen[2][ITEMS / 8 + 1];
    for (int i = 0; i < ITEMS; i++) {
        w[i] = below(60);
        v[i] = below(100) - 10;
    }
    for (int d = 0; d < 2; d++) {
        Star *s = d ? device : host;
        assert_done(
            s, star_solve_knapsack(s, ITEMS, w, v, 900, &best[d], chosen[d]));
        assert_done(
            s, star_solve_knapsack(s, ITEMS, w, v, 900, &best[2 + d], NULL));
    }
    assert_solved(2);
    for (int k = 1; k < 4; k++)
        assert_int_equal(best[k], best[0]);
    assert_memory_equal(chosen[0], chosen[1], sizeof chosen[0]);
}

/* What the device declines the processor refuses as without one. */
TEST(test_errors) {
    int64_t a[4] = {0, 1, 1, 0}, p[] = {INT64_MAX, 2, 2}, m[4], s[4];
    assert_int_equal(star_solve_kleene(device, STAR_SEMIRING_MAXPLUS,
                                       STAR_WEIGHTS_INT64, 2, a, 16),
                     STAR_CODE_FAILED);
    assert_string_equal(star_error(device), "divergence");
    assert_int_equal(star_solve_chain(device, 2, p, m, s, 16),
                     STAR_CODE_FAILED);
    assert_string_equal(star_error(device), "overflow");
}

#ifdef FAKE_SOLVE
/* A failure is the call's, and what it was to change is as it was. */
TEST(test_failure) {
    uint64_t row[64] = {2, 4, 8};
    fake_break();
    assert_int_equal(star_solve_closure(device, 64, row, 8), STAR_CODE_DEVICE);
    assert_string_equal(star_error(device), "no-device");
    assert_int_equal(row[0], 2);
}
#endif

int main(void) {
    enum { SKIPPED = 77 };
    host = star_open(NULL);
    device = star_open(NULL);
    if (star_device(device, STAR_DEVICE_CUDA) != STAR_CODE_OK) {
        print_message("%s: skipped\n", star_message(device));
        close_handles(NULL);
        return SKIPPED;
    }
    const int failed = tests_run(NULL, close_handles);
#ifdef FAKE_SOLVE
    return failed + fake_end();
#else
    return failed;
#endif
}
