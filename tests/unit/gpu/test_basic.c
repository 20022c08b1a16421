/* SPDX-License-Identifier: MIT */
/* The basic procedures on the device against the CPU's kernels, which other
 * tests hold to the bodies in stdlib/basic.star. */
#include "device.h"

#include "kernels/basic.h"
#include "kernels/bitwise.h"
#include "kernels/search.h"
#include "cpu/cpu.h"

static Device device;
static GpuBlock answer;

/* ---- Kernels ---- */

/* The columns of a table, on the device. */
static GpuTable lend_table(StarBackend *be, StarTable *t) {
    const StarImage *image = &t->image[STAR_COLUMNS];
    assert_int_equal(star_table_need(be, t, STAR_COLUMNS), STAR_OK);
    return (GpuTable){lend(&device, image->word, t->cols * image->stride),
                      image->stride, t->rows, t->cols};
}

/* Downloads columns. */
static void fetch_table(StarBackend *be, StarTable *t, const GpuTable *from) {
    assert_int_equal(star_table_own(be, t, STAR_COLUMNS), STAR_OK);
    from_device(&device, t->image[STAR_COLUMNS].word, from->word,
                t->cols * from->stride);
}

/* The results that a comparison computes. */
typedef enum Side { EQUAL, LESS, GREATER, SIDES } Side;

static StarStatus compare(const GpuTable *t, const GpuTable *f,
                          const uint64_t *w, const StarBits *x, Side side,
                          StarBits *z) {
    const int64_t words = star_words(t->rows);
    uint64_t *at[SIDES] = {NULL};
    at[side] = lend_room(&device, words);
    assert_gpu(&device, gpu_compare(&device.gpu, t, f, w, lend_line(&device, x),
                                    at[EQUAL], at[LESS], at[GREATER]));
    fetch_line(&device, z, at[side]);
    return settle(&device);
}

static StarStatus word_kernel(StarBackend *be, StarCell *arg, Side side) {
    const GpuTable t = lend_table(be, arg[0].table);
    return compare(&t, NULL, lend_line(&device, arg[2].bits), arg[1].bits, side,
                   arg[3].bits);
}

static StarStatus table_kernel(StarBackend *be, StarCell *arg, Side side) {
    const GpuTable t = lend_table(be, arg[0].table);
    const GpuTable f = lend_table(be, arg[1].table);
    return compare(&t, &f, NULL, arg[2].bits, side, arg[3].bits);
}

static StarStatus gel(StarBackend *be, StarCell *arg) {
    const GpuTable t = lend_table(be, arg[0].table);
    const int64_t words = star_words(t.rows);
    uint64_t *greater = lend_room(&device, words);
    uint64_t *less = lend_room(&device, words);
    assert_gpu(&device, gpu_compare(&device.gpu, &t, NULL,
                                    lend_line(&device, arg[1].bits), NULL, NULL,
                                    less, greater));
    fetch_line(&device, arg[2].bits, greater);
    fetch_line(&device, arg[3].bits, less);
    return settle(&device);
}

static StarStatus extreme(StarBackend *be, StarCell *arg, bool greatest) {
    const GpuTable t = lend_table(be, arg[0].table);
    uint64_t *z = lend_room(&device, star_words(t.rows));
    assert_gpu(&device,
               gpu_extreme(&device.gpu, answer, &t,
                           lend_line(&device, arg[1].bits), greatest, z));
    fetch_line(&device, arg[2].bits, z);
    return settle(&device);
}

static StarStatus merge(StarBackend *be, StarTable *s, StarTable *f,
                        const StarBits *w, const StarBits *x, bool keeps) {
    const GpuTable to = lend_table(be, s);
    const GpuTable from = f != NULL ? lend_table(be, f) : (GpuTable){0};
    assert_gpu(&device, gpu_merge(&device.gpu, &to, f != NULL ? &from : NULL,
                                  w != NULL ? lend_line(&device, w) : NULL,
                                  lend_line(&device, x), keeps));
    fetch_table(be, s, &to);
    return settle(&device);
}

/* The sum in the place of t if it is so on the host. */
static StarStatus add(StarBackend *be, StarCell *arg, StarTable *f,
                      const StarBits *w, const StarBits *x, bool minus) {
    const GpuTable t = lend_table(be, arg[0].table);
    const GpuTable from = f != NULL ? lend_table(be, f) : (GpuTable){0};
    const GpuTable s = lend_table(be, arg[3].table);
    int64_t row;
    assert_gpu(&device,
               gpu_add(&device.gpu, answer, &s, &t, f != NULL ? &from : NULL,
                       w != NULL ? lend_line(&device, w) : NULL,
                       lend_line(&device, x), minus));
    assert_gpu(&device, gpu_scalar_result(&device.gpu, &row));
    assert_in_range(row, 0, t.rows);
    fetch_table(be, arg[3].table, &s);
    settle(&device);
    return row > 0 ? STAR_DECLINED : STAR_OK;
}

/* The sums of numbers in t, or of products with those in f. */
static StarStatus sum(StarBackend *be, StarCell *arg, StarTable *t,
                      StarTable *f, const StarBits *x) {
    const GpuTable g = lend_table(be, t);
    const GpuTable h = f != NULL ? lend_table(be, f) : (GpuTable){0};
    if (!star_sum_fits(t->rows, t->cols + h.cols)) {
        settle(&device);
        return STAR_DECLINED;
    }
    assert_gpu(&device, gpu_sum(&device.gpu, answer, &g, f != NULL ? &h : NULL,
                                lend_line(&device, x)));
    assert_gpu(&device, gpu_scalar_result(&device.gpu, &arg[0].i));
    return settle(&device);
}

#define KERNEL(name, value)                                  \
    static StarStatus name(StarBackend *be, StarCell *arg) { \
        return value;                                        \
    }

KERNEL(match, word_kernel(be, arg, EQUAL))
KERNEL(less, word_kernel(be, arg, LESS))
KERNEL(great, word_kernel(be, arg, GREATER))
KERNEL(hit, table_kernel(be, arg, EQUAL))
KERNEL(setmin, table_kernel(be, arg, LESS))
KERNEL(setmax, table_kernel(be, arg, GREATER))
KERNEL(min, extreme(be, arg, false))
KERNEL(max, extreme(be, arg, true))
KERNEL(tmerge, merge(be, arg[2].table, arg[0].table, NULL, arg[1].bits, true))
KERNEL(wmerge, merge(be, arg[2].table, NULL, arg[0].bits, arg[1].bits, true))
KERNEL(wcopy, merge(be, arg[2].table, NULL, arg[0].bits, arg[1].bits, false))
KERNEL(addv, add(be, arg, arg[1].table, NULL, arg[2].bits, false))
KERNEL(subtv, add(be, arg, arg[1].table, NULL, arg[2].bits, true))
KERNEL(addc, add(be, arg, NULL, arg[1].bits, arg[2].bits, false))
KERNEL(subtc, add(be, arg, NULL, arg[2].bits, arg[1].bits, true))
KERNEL(sumv, sum(be, arg, arg[1].table, NULL, arg[2].bits))
KERNEL(dotv, sum(be, arg, arg[1].table, arg[2].table, arg[3].bits))

static StarKernel *const kernel[STAR_PRIM_COUNT] = {
    [STAR_PRIM_MATCH] = match,   [STAR_PRIM_GEL] = gel,
    [STAR_PRIM_LESS] = less,     [STAR_PRIM_GREAT] = great,
    [STAR_PRIM_MIN] = min,       [STAR_PRIM_MAX] = max,
    [STAR_PRIM_SETMIN] = setmin, [STAR_PRIM_SETMAX] = setmax,
    [STAR_PRIM_HIT] = hit,       [STAR_PRIM_TMERGE] = tmerge,
    [STAR_PRIM_WMERGE] = wmerge, [STAR_PRIM_WCOPY] = wcopy,
    [STAR_PRIM_ADDV] = addv,     [STAR_PRIM_SUBTV] = subtv,
    [STAR_PRIM_ADDC] = addc,     [STAR_PRIM_SUBTC] = subtc,
    [STAR_PRIM_SUMV] = sumv,     [STAR_PRIM_DOTV] = dotv,
};

/* ---- Tests ---- */

TEST(test_procedures) {
    static const int64_t rows[] = {0, 1, 63, 64, 65, 8192, 16384, 16385, 70000};
    static const int64_t cols[] = {0, 1, 2, 7, 8, 9, 32, 63, 64, 65, 130};
    StarTest t, reference;
    walk_open(&t, &reference, kernel);
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            for (size_t j = 0; j < sizeof cols / sizeof *cols; j++)
                if (kernel[p] != NULL && gpu_takes(rows[i] * cols[j], 2000000))
                    walk_size(&t, &reference, (StarPrim)p, 1, rows[i], cols[j]);
    walk_close(&t, &reference);
}

/* Values below `limit`, a column at a time. */
static StarTable *table_of_values(StarTest *t, const int64_t *value,
                                  int64_t rows, int64_t cols) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_ok(t, star_table_size(&t->be, table, rows, cols));
    for (int64_t j = 0; j < cols; j++) {
        uint64_t *line = star_table_vector(&t->be, table, STAR_COLUMNS, j);
        for (int64_t i = 0; i < rows; i++)
            line[i / 64] |= (uint64_t)(value[i] >> (cols - 1 - j) & 1)
                            << i % 64;
    }
    return table;
}

/* Numbers, as a program means them: few values, so that many rows are equal,
 * and sums that fit. */
TEST(test_numbers) {
    enum { ROWS = 5000, COLS = 20, LIMIT = 1000 };
    int64_t x[ROWS], y[ROWS], least = LIMIT, greatest = -1;
    StarTest t;
    star_test_open(&t, STAR_ISA_BEST);
    for (int i = 0; i < ROWS; i++) {
        x[i] = star_random(&t, LIMIT);
        y[i] = x[i] + star_random(&t, 3);
    }
    StarTable *a = table_of_values(&t, x, ROWS, COLS);
    StarTable *b = table_of_values(&t, y, ROWS, COLS);
    StarTable *s = star_table_new(&t.be, STAR_ELASTIC);
    StarBits *in = star_line_random(&t, ROWS, STAR_FILL_RANDOM);
    StarBits *z = star_bits_new(&t.be, STAR_ELASTIC);
    StarCell sum[] = {{.table = b}, {.table = a}, {.bits = in}, {.table = s}};
    StarCell low[] = {{.table = a}, {.bits = in}, {.bits = z}};
    StarCell row[] = {{.bits = NULL}, {.i = 0}, {.table = s}};
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        if (kernel[p] != NULL)
            t.be.ops.kernel[p] = kernel[p];
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SUBTV, sum, NULL));
    row[0].bits = z;
    for (int i = 0; i < ROWS; i++) {
        const bool is_in = star_bits_get(in, i + 1);
        row[1].i = i + 1;
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_ROW, row, NULL));
        for (int j = 1; j <= COLS; j++)
            assert_int_equal(star_bits_get(z, j),
                             is_in ? (y[i] - x[i]) >> (COLS - j) & 1 : 0);
        if (is_in && x[i] < least)
            least = x[i];
        if (is_in && x[i] > greatest)
            greatest = x[i];
    }
    for (int k = 0; k < 2; k++) {
        assert_ok(&t, star_prim_run(&t.be, k ? STAR_PRIM_MAX : STAR_PRIM_MIN,
                                    low, NULL));
        for (int i = 0; i < ROWS; i++)
            assert_int_equal(star_bits_get(z, i + 1),
                             star_bits_get(in, i + 1) &&
                                 x[i] == (k ? greatest : least));
    }
    /* b - a fits, a - b does not. */
    sum[0].table = a;
    sum[1].table = b;
    assert_int_equal(star_prim_run(&t.be, STAR_PRIM_SUBTV, sum, NULL),
                     STAR_DECLINED);
    star_free(&t, a);
    star_free(&t, b);
    star_free(&t, s);
    star_free(&t, in);
    star_free(&t, z);
    star_test_close(&t);
}

/* Sums of products of numbers that differ in their sizes. */
TEST(test_sums) {
    enum { ROWS = 20011 };
    static const int8_t cols[] = {1, 2, 3, 4, 5, 8, 9, 23};
    static int64_t x[ROWS], y[ROWS];
    StarTest t;
    star_test_open(&t, STAR_ISA_BEST);
    StarBits *in = star_line_random(&t, ROWS, STAR_FILL_RANDOM);
    for (size_t a = 0; a < sizeof cols; a++)
        for (size_t b = 0; b < sizeof cols; b++) {
            int64_t numbers = 0, products = 0;
            for (int i = 0; i < ROWS; i++) {
                x[i] = star_random(&t, INT64_C(1) << cols[a]);
                y[i] = star_random(&t, INT64_C(1) << cols[b]);
                if (star_bits_get(in, i + 1)) {
                    numbers += x[i];
                    products += x[i] * y[i];
                }
            }
            StarTable *g = table_of_values(&t, x, ROWS, cols[a]);
            StarTable *h = table_of_values(&t, y, ROWS, cols[b]);
            StarCell of_one[] = {{.i = 0}, {.table = g}, {.bits = in}};
            StarCell of_two[] = {
                {.i = 0}, {.table = g}, {.table = h}, {.bits = in}};
            assert_ok(&t, sumv(&t.be, of_one));
            assert_int_equal(of_one[0].i, numbers);
            assert_ok(&t, dotv(&t.be, of_two));
            assert_int_equal(of_two[0].i, products);
            star_free(&t, g);
            star_free(&t, h);
        }
    star_free(&t, in);
    star_test_close(&t);
}

/* Blocks share the minimum known so far; the rows that have it do not depend
 * on how blocks meet. */
TEST(test_least_each_time) {
    enum { COLS = 24 };
    const int64_t rows = gpu_small() ? 50000 : 2000000;
    const int times = gpu_small() ? 3 : 100;
    StarTest t;
    StarTable *table = NULL;
    StarBits *x, *z;
    star_test_open(&t, STAR_ISA_BEST);
    table = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_table_size(&t.be, table, rows, COLS));
    for (int64_t j = 0; j < COLS; j++)
        star_fill(&t, star_table_vector(&t.be, table, STAR_COLUMNS, j), rows,
                  STAR_FILL_RANDOM);
    x = star_line_random(&t, rows, STAR_FILL_RANDOM);
    z = star_bits_new(&t.be, STAR_ELASTIC);
    StarCell arg[] = {{.table = table}, {.bits = x}, {.bits = z}};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_MIN, arg, NULL));
    const GpuTable on = lend_table(&t.be, table);
    const int64_t words = star_words(rows);
    const uint64_t *x_at = lend_line(&device, x);
    uint64_t *z_at = lend_room(&device, words);
    uint64_t *got = malloc((size_t)words * sizeof *got);
    assert_non_null(got);
    for (int k = 0; k < times; k++) {
        assert_gpu(&device,
                   gpu_extreme(&device.gpu, answer, &on, x_at, false, z_at));
        from_device(&device, got, z_at, words);
        assert_memory_equal(got, z->word, (size_t)words * sizeof *got);
    }
    settle(&device);
    free(got);
    star_free(&t, table);
    star_free(&t, x);
    star_free(&t, z);
    star_test_close(&t);
}

/* Rows of ones overflow by 1; the first of them is reported, whichever block
 * is the last to finish. */
TEST(test_overflow_each_time) {
    enum { ROWS = 64 * 5000, COLS = 12, WORDS = ROWS / 64 };
    const int times = gpu_small() ? 3 : 100;
    Gpu *gpu = &device.gpu;
    uint64_t *word = malloc((size_t)COLS * WORDS * sizeof *word), seed = 8;
    const uint64_t one = UINT64_C(1) << (COLS - 1);
    int64_t first = 0, row;
    assert_non_null(word);
    for (int64_t k = 0; k < COLS * WORDS; k++)
        word[k] = gpu_random(&seed);
    for (int64_t k = 0; k < WORDS && first == 0; k++) {
        uint64_t ones = UINT64_MAX;
        for (int64_t j = 0; j < COLS; j++)
            ones &= word[j * WORDS + k];
        first = ones != 0 ? 64 * k + __builtin_ctzll(ones) + 1 : 0;
    }
    const GpuTable t = {lend(&device, word, COLS * WORDS), WORDS, ROWS, COLS};
    const GpuTable s = {lend_room(&device, COLS * WORDS), WORDS, ROWS, COLS};
    const uint64_t *w = lend(&device, &one, 1);
    uint64_t *x = lend_room(&device, WORDS);
    assert_gpu(&device, gpu_fill(gpu, x, 1, ROWS));
    for (int k = 0; k < times; k++) {
        assert_gpu(&device, gpu_add(gpu, answer, &s, &t, NULL, w, x, false));
        assert_gpu(&device, gpu_scalar_result(gpu, &row));
        assert_int_equal(row, first);
    }
    settle(&device);
    free(word);
}

/* Column 2 is all ones, column 1 has one, in the row before the last: a table
 * of more than 2^31 rows. */
TEST(test_huge) {
    if (gpu_small())
        return;
    const int64_t n = (INT64_C(1) << 31) + 77, words = star_words(n);
    Gpu *gpu = &device.gpu;
    GpuTable t = {lend_room(&device, 2 * words), words, n, 2};
    GpuTable s = {lend_room(&device, 2 * words), words, n, 2};
    uint64_t *x = lend_room(&device, words), *z = lend_room(&device, words);
    const uint64_t three = 3, *w = lend(&device, &three, 1);
    int64_t value;
    assert_gpu(&device, gpu_mask(gpu, t.word, n - 1, n - 1, n));
    assert_gpu(&device, gpu_fill(gpu, t.word + words, 1, n));
    assert_gpu(&device, gpu_fill(gpu, x, 1, n));
    assert_gpu(&device, gpu_compare(gpu, &t, NULL, w, x, z, NULL, NULL));
    assert_gpu(&device, gpu_find(gpu, answer, z, 0, words, true));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n - 1);
    assert_gpu(&device, gpu_count(gpu, answer, z, words));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, 0);
    assert_gpu(&device, gpu_extreme(gpu, answer, &t, x, true, z));
    assert_gpu(&device, gpu_find(gpu, answer, z, 0, words, false));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n - 1);
    assert_gpu(&device, gpu_add(gpu, answer, &s, &t, &t, NULL, x, false));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, n - 1);
    assert_gpu(&device, gpu_merge(gpu, &s, NULL, w, x, false));
    assert_gpu(&device, gpu_count(gpu, answer, s.word, 2 * words));
    assert_gpu(&device, gpu_scalar_result(gpu, &value));
    assert_int_equal(value, 2 * n);
    settle(&device);
}

TEST(test_failing_calls) {
    Gpu *gpu = &device.gpu;
    uint64_t *x = lend_room(&device, 2), *z = lend_room(&device, 2);
    GpuTable t = {lend_room(&device, 140), 2, 100, 70};
    assert_fails(gpu, gpu_compare(gpu, &t, NULL, t.word, x, z, NULL, NULL));
    assert_fails(gpu, gpu_compare(gpu, &t, &t, NULL, x, z, NULL, NULL));
    assert_fails(gpu, gpu_extreme(gpu, answer, &t, x, false, z));
    assert_fails(gpu, gpu_merge(gpu, &t, &t, NULL, x, true));
    assert_fails(gpu, gpu_add(gpu, answer, &t, &t, NULL, t.word, x, true));
    assert_fails(gpu, gpu_sum(gpu, answer, &t, NULL, x));
    settle(&device);
}

int main(void) {
    device_open(&device);
    gpu_must(&device.gpu, gpu_scalar_result_open(&device.gpu, &answer));
    const int failed = tests_run(NULL, NULL);
    gpu_free(&device.gpu, &answer);
    device_close(&device);
    return failed;
}
