/* SPDX-License-Identifier: MIT */
/* The closure, the product and the transpose of star.h beside plain loops on
 * bytes, for rows at any address. */
#include "solve_test.h"

/* Rows as they may lie: bytes from an aligned address, bytes behind a row. */
static const struct {
    size_t shift, more;
} layouts[] = {{0, 0}, {0, 8}, {1, 0}, {3, 5}, {8, 16}, {0, 1}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static Star *handles[2]; /* of one thread, and of several */

static int open_handles(void **state) {
    const StarConfig several = {.threads = 3};
    (void)state;
    handles[0] = star_open(NULL);
    handles[1] = star_open(&several);
    return handles[0] == NULL || handles[1] == NULL;
}

static int close_handles(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++)
        star_close(handles[k]);
    return 0;
}

static Bits new_bits(int64_t rows, int64_t columns, int layout) {
    return bits_new(rows, columns, layouts[layout % LAYOUTS].shift,
                    layouts[layout % LAYOUTS].more);
}

/* ---- The closure ---- */

static void warshall(unsigned char *p, int64_t n) {
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n && p[i * n + k]; j++)
                p[i * n + j] |= p[k * n + j];
}

static void check_closure(Star *s, int64_t n, int64_t each, int layout) {
    Bits b = new_bits(n, n, layout);
    bits_fill(&b, each);
    unsigned char *expected = bits_bytes(&b);
    warshall(expected, n);
    assert_done(s, star_solve_closure(s, n, b.at, b.stride));
    bits_assert(&b, expected);
    free(expected);
    free(b.memory);
}

TEST(test_closure) {
    for (int k = 0; k < EDGES; k++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            for (int way = 0; way < 3; way++)
                check_closure(handles[(k + layout) % 2], edges[k],
                              way == 0   ? 2
                              : way == 1 ? edges[k] + 1
                                         : edges[k] / 2 + 1,
                              layout);
    for (int64_t n = 511; n <= 513; n++)
        check_closure(handles[1], n, n, (int)n);
}

/* ---- Products ---- */

static void check_product(Star *s, int64_t rows, int64_t inner, int64_t columns,
                          int layout) {
    Bits a = new_bits(rows, inner, layout);
    Bits b = new_bits(inner, columns, layout / 2);
    Bits c = new_bits(rows, columns, layout / 3);
    unsigned char *sum = calloc((size_t)(rows * columns) + 1, 1);
    bits_fill(&a, 1 + inner / 3);
    bits_fill(&b, 3);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < inner; k++)
            for (int64_t j = 0; j < columns && bits_get(&a, i, k); j++)
                sum[i * columns + j] |= bits_get(&b, k, j);
    assert_done(s, star_solve_product(s, rows, inner, columns, a.at, a.stride,
                                      b.at, b.stride, c.at, c.stride));
    bits_assert(&c, sum);
    free(sum);
    free(a.memory);
    free(b.memory);
    free(c.memory);
}

TEST(test_product) {
    for (int i = 0; i < EDGES; i++)
        for (int k = 0; k < EDGES; k++)
            check_product(handles[k % 2], edges[i], edges[k],
                          edges[below(EDGES)], (int)below(100));
    check_product(handles[1], 17, 16385, 70, 0);
    check_product(handles[1], 320, 192, 512, 0);
}

/* Padding of a and b that would meet is not there. */
TEST(test_padding) {
    const unsigned char a = 0xf1, b[5] = {0, 0, 0, 0, 0};
    unsigned char out = 0xff;
    assert_done(handles[0],
                star_solve_product(handles[0], 1, 4, 1, &a, 1, b, 1, &out, 1));
    assert_int_equal(out, 0);
}

/* ---- The transpose ---- */

static void check_transpose(Star *s, int64_t rows, int64_t columns,
                            int layout) {
    Bits a = new_bits(rows, columns, layout);
    Bits c = new_bits(columns, rows, layout / 2);
    unsigned char *expected = malloc((size_t)(rows * columns) + 1);
    bits_fill(&a, 2);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            expected[j * rows + i] = bits_get(&a, i, j);
    assert_done(s, star_solve_transpose(s, rows, columns, a.at, a.stride, c.at,
                                        c.stride));
    bits_assert(&c, expected);
    free(expected);
    free(a.memory);
    free(c.memory);
}

TEST(test_transpose) {
    for (int i = 0; i < EDGES; i++)
        for (int k = 0; k < EDGES; k++)
            check_transpose(handles[k % 2], edges[i], edges[k],
                            (int)below(100));
    for (int64_t n = 511; n <= 513; n++)
        check_transpose(handles[1], n, 3 * n, (int)n);
    check_transpose(handles[1], 1024, 2048, 0);
}

int main(void) {
    return tests_run(open_handles, close_handles);
}
