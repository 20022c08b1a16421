/* SPDX-License-Identifier: MIT */
/* GATHER and SCATTER on the device against arithmetic on numbers, at the edges
 * of words, warps, blocks and launches; and as operations, from every image of
 * a table, with results that are operands too and numbers that no component
 * has. */
#include "device.h"

#include "backend/cuda_backend.h"
#include "kernels/basic.h"
#include "kernels/search.h"

enum { MOST = 70000 };

/* A table with a number in each row, and bit vectors by numbers and by rows. */
typedef struct Sample {
    int64_t rows, cols, most;
    uint64_t *number, *column; /* the columns one behind the other */
    uint64_t *x, *y, *gathered, *scattered;
} Sample;

static bool bit(const uint64_t *x, int64_t i) {
    return x[i / 64] >> i % 64 & 1;
}

static void set(uint64_t *x, int64_t i, bool one) {
    x[i / 64] = (x[i / 64] & ~(UINT64_C(1) << i % 64)) | (uint64_t)one
                                                             << i % 64;
}

static uint64_t *zeros(int64_t words) {
    uint64_t *x = calloc((size_t)words + 1, sizeof *x);
    assert_non_null(x);
    return x;
}

/* Row i, from 0, of the table := a number. */
static void number(Sample *s, int64_t i, uint64_t value) {
    const int64_t words = star_words(s->rows);
    s->number[i] = value;
    for (int64_t j = 0; j < s->cols; j++) {
        const int64_t weight = s->cols - 1 - j;
        set(s->column + j * words, i, weight < 64 && value >> weight & 1);
    }
}

static void make(Sample *s, StarTest *t, int64_t rows, int64_t cols) {
    const int64_t words = star_words(rows), density = star_random(t, 101);
    const int64_t top = cols < 17 ? (1 << cols) - 1 : MOST;
    const int64_t most = 1 + star_random(t, star_random(t, 2) ? top : MOST);
    *s = (Sample){.rows = rows, .cols = cols, .most = most};
    s->number = zeros(rows);
    s->column = zeros(words * cols);
    s->x = zeros(star_words(s->most));
    s->scattered = zeros(star_words(s->most));
    s->y = zeros(words);
    s->gathered = zeros(words);
    for (int64_t i = 0; i < s->most; i++)
        set(s->x, i, star_random(t, 2));
    memcpy(s->scattered, s->x, (size_t)star_words(s->most) * 8);
    for (int64_t i = 0; i < rows; i++) {
        number(s, i, (uint64_t)(1 + star_random(t, most < top ? most : top)));
        set(s->y, i, star_random(t, 100) < density);
        set(s->gathered, i, bit(s->x, (int64_t)s->number[i] - 1));
        if (bit(s->y, i))
            set(s->scattered, (int64_t)s->number[i] - 1, true);
    }
}

static void end(Sample *s) {
    free(s->number);
    free(s->column);
    free(s->x);
    free(s->y);
    free(s->gathered);
    free(s->scattered);
}

/* ---- Kernels ---- */

static Device device;
static GpuBlock answer;

static int64_t checked(const Sample *s, const uint64_t *y) {
    const int64_t words = star_words(s->rows);
    const GpuTable t = {lend_room(&device, words * s->cols), words, s->rows,
                        s->cols};
    uint64_t *rows = y != NULL ? lend_room(&device, words) : NULL;
    int64_t wrong;
    to_device(&device, t.word, s->column, words * s->cols);
    if (rows != NULL)
        to_device(&device, rows, y, words);
    assert_gpu(&device,
               gpu_numbers_check(&device.gpu, answer, &t, rows, s->most));
    assert_gpu(&device, gpu_scalar_result(&device.gpu, &wrong));
    settle(&device);
    return wrong;
}

static void same(const uint64_t *at, const uint64_t *wanted, int64_t words) {
    uint64_t *got = zeros(words);
    from_device(&device, got, at, words);
    assert_memory_equal(got, wanted, (size_t)words * 8);
    free(got);
}

/* Row i is 0, the next number, and one that is right modulo 2^32. */
static void check_wrong(Sample *s, int64_t i) {
    const uint64_t wrong[] = {0, (uint64_t)s->most + 1,
                              (UINT64_C(1) << 32) + s->number[i]};
    for (int k = 0; k < 3; k++) {
        if (s->cols < 64 && wrong[k] >> s->cols != 0)
            continue;
        number(s, i, wrong[k]);
        assert_int_equal(checked(s, NULL), 1);
        set(s->y, i, true);
        assert_int_equal(checked(s, s->y), 1);
        set(s->y, i, false);
        assert_int_equal(checked(s, s->y), 0);
    }
}

static void one_size(StarTest *t, int64_t rows, int64_t cols) {
    const int64_t words = star_words(rows);
    Sample s;
    make(&s, t, rows, cols);
    assert_int_equal(checked(&s, NULL), 0);
    assert_int_equal(checked(&s, s.y), 0);
    const GpuTable g = {lend(&device, s.column, words * cols), words, rows,
                        cols};
    uint64_t *e = lend_room(&device, words);
    uint64_t *v = lend(&device, s.x, star_words(s.most));
    assert_gpu(&device, gpu_numbers_gather(&device.gpu, e, &g, v, s.most));
    same(e, s.gathered, words);
    to_device(&device, e, s.y, words);
    assert_gpu(&device, gpu_numbers_scatter(&device.gpu, v, &g, e));
    same(v, s.scattered, star_words(s.most));
    settle(&device);
    check_wrong(&s, star_random(t, rows));
    end(&s);
}

TEST(test_kernels) {
    static const int64_t cols[] = {1, 2, 7, 8, 9, 21, 31, 32, 33, 63, 64, 70};
    StarTest t = {.seed = 3};
    for (int i = 1; i < EDGES; i++)
        for (size_t j = 0; j < sizeof cols / sizeof *cols; j++)
            if (edges[i] * cols[j] < 3000000 &&
                gpu_takes(edges[i] * cols[j], 300000))
                one_size(&t, edges[i], cols[j]);
}

TEST(test_failing_calls) {
    Gpu *gpu = &device.gpu;
    uint64_t *x = lend_room(&device, 2), *z = lend_room(&device, 2);
    GpuTable t = {lend_room(&device, 14), 2, 100, 7};
    assert_fails(gpu, gpu_numbers_check(gpu, answer, &t, x, 100));
    assert_fails(gpu, gpu_numbers_gather(gpu, z, &t, x, 100));
    assert_fails(gpu, gpu_numbers_scatter(gpu, z, &t, x));
    settle(&device);
}

/* ---- Operations ---- */

static StarBits *line(StarTest *t, const uint64_t *x, int64_t n) {
    StarBits *line = star_line_random(t, n, STAR_FILL_ZERO);
    memcpy(line->word, x, (size_t)star_words(n) * 8);
    return line;
}

static StarTable *table(StarTest *t, const Sample *s, bool by_rows) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_ok(t, star_table_size(&t->be, table, s->rows, s->cols));
    for (int64_t j = 0; j < s->cols; j++)
        memcpy(star_table_vector(&t->be, table, STAR_COLUMNS, j),
               s->column + j * star_words(s->rows),
               (size_t)star_words(s->rows) * 8);
    if (by_rows)
        assert_ok(t, star_table_own(&t->be, table, STAR_ROWS));
    return table;
}

/* Runs GATHER or SCATTER, twice where the result is not an operand; when the
 * numbers are wrong nothing is changed. */
static void operation(StarTest *t, Sample *s, bool scatter, bool alone,
                      bool wrong) {
    StarBits *x = line(t, s->x, s->most), *y = line(t, s->y, s->rows);
    const int64_t n = scatter ? s->most : s->rows;
    const uint64_t *wanted = scatter ? s->scattered : s->gathered;
    StarCell arg[] = {{.bits = scatter ? y : x},
                      {.table = table(t, s, star_random(t, 2))},
                      {.bits = scatter ? x : y}};
    StarBits *to = arg[2].bits;
    if (alone)
        arg[0].bits = to;
    for (int k = alone ? 1 : 0; k < 2; k++)
        assert_int_equal(
            star_prim_run(&t->be,
                          scatter ? STAR_PRIM_SCATTER : STAR_PRIM_GATHER, arg,
                          NULL),
            wrong ? STAR_DECLINED : STAR_OK);
    if (wrong)
        wanted = scatter ? s->x : s->y;
    assert_ok(t, star_object_sync(&t->be, &to->head, STAR_READ));
    assert_true(star_object_valid(&to->head));
    assert_memory_equal(to->word, wanted, (size_t)star_words(n) * 8);
    star_free(t, x);
    star_free(t, y);
    star_free(t, arg[1].table);
}

/* Makes the two bit vectors of a sample one, x. */
static void alone(Sample *s, bool scatter) {
    memcpy(s->y, s->x, (size_t)star_words(s->rows) * 8);
    memcpy(s->scattered, s->x, (size_t)star_words(s->rows) * 8);
    for (int64_t i = 0; i < s->rows && scatter; i++)
        if (bit(s->x, i))
            set(s->scattered, (int64_t)s->number[i] - 1, true);
}

TEST(test_operations) {
    static const int64_t rows[] = {1, 63, 64, 65, 3000, 70000};
    const StarCudaOptions options = {
        .always = true, .required = true, .fail_at = -1};
    StarTest t = {.seed = 5};
    star_test_open(&t, STAR_ISA_BEST);
    assert_ok(&t, star_cuda_attach(&t.be, &options));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int again = 0; again < 16; again++) {
            const bool scatter = again & 1, wrong = again & 2;
            const bool one = again & 4;
            Sample s;
            if (!gpu_takes(rows[k], 3000))
                continue;
            make(&s, &t, rows[k], 17 + star_random(&t, 20));
            if (one && s.most >= s.rows) {
                s.most = s.rows;
                for (int64_t i = 0; i < s.rows; i++)
                    number(&s, i, 1 + (s.number[i] - 1) % (uint64_t)s.rows);
                s.x[star_words(s.rows) - 1] &= star_last_mask(s.rows);
                for (int64_t i = 0; i < s.rows; i++)
                    set(s.gathered, i, bit(s.x, (int64_t)s.number[i] - 1));
                alone(&s, scatter);
            }
            if (wrong) {
                number(&s, s.rows - 1, 0);
                set(scatter && one && s.most == s.rows ? s.x : s.y, s.rows - 1,
                    true);
            }
            operation(&t, &s, scatter, one && s.most == s.rows, wrong);
            end(&s);
        }
    assert_true(star_cuda_calls(&t.be) > 100 || gpu_small());
    star_test_close(&t);
}

int main(void) {
    device_open(&device);
    assert_gpu(&device, gpu_scalar_result_open(&device.gpu, &answer));
    const int failed = tests_run(NULL, NULL);
    gpu_free(&device.gpu, &answer);
    device_close(&device);
    return failed;
}
