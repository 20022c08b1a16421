/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include <stdio.h>

#include "cpu/simd/simd.h"
#include "values/table.h"

static StarTable *table_new(StarTest *t, int64_t rows, int64_t cols) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(table);
    assert_ok(t, star_table_size(&t->be, table, rows, cols));
    return table;
}

TEST(takes_the_size_of_its_first_value) {
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_UNSIZED);
    assert_true(star_object_valid(&x->head));
    assert_ok(&t, star_table_size(&t.be, x, 3, 70));
    assert_int_equal(x->head.sizing, STAR_FIXED);
    assert_true(x->image[STAR_COLUMNS].valid);
    assert_false(x->image[STAR_ROWS].valid);
    assert_ok(&t, star_table_size(&t.be, x, 3, 70));
    assert_raises(&t, star_table_size(&t.be, x, 70, 3), STAR_LENGTHS,
                  "the size is 3 x 70, not 70 x 3");
    star_free(&t, x);
}

static StarStatus no_memory(StarBackend *be, uint64_t *block,
                            StarAccess access) {
    (void)be, (void)block, (void)access;
    return STAR_MEMORY;
}

/* A device's table for which the host has no memory: what it had is freed as
 * what it was. */
TEST(is_empty_without_memory_for_what_a_device_has) {
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_UNSIZED);
    const size_t used = t.be.mem->used;
    t.be.ops.sync_to_host = no_memory;
    assert_int_equal(star_table_size(&t.be, x, 300, 70), STAR_MEMORY);
    assert_int_equal(x->rows, 0);
    assert_null(x->image[STAR_COLUMNS].word);
    assert_int_equal(t.be.mem->used, used);
    t.be.ops.sync_to_host = NULL;
    assert_ok(&t, star_table_size(&t.be, x, 300, 70));
    t.be.ops.sync_to_host = no_memory;
    assert_int_equal(star_table_fresh_only(&t.be, x, STAR_ROWS), STAR_MEMORY);
    assert_int_equal(x->rows, 0);
    assert_int_equal(t.be.mem->used, used);
    t.be.ops.sync_to_host = NULL;
    star_free(&t, x);
}

/* Row i is 1 in column i mod 5, from rows in the padding to new lines. */
TEST(grows_by_rows) {
    enum { COLS = 5, ROWS = 9000 };
    const int64_t step[] = {1, 2, 64, 65, 130, 8191, 8192, ROWS};
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_table_grow(&t.be, x, 0, COLS));
    assert_int_equal(x->head.sizing, STAR_UNSIZED);
    for (size_t k = 0; k < sizeof step / sizeof *step; k++) {
        const int64_t row = step[k] - 1;
        uint64_t one = UINT64_C(1) << row % COLS, is;
        assert_ok(&t, star_table_grow(&t.be, x, step[k], COLS));
        assert_ok(&t, star_table_write(&t.be, x, STAR_ROWS, row, &one));
        if (k % 2 == 0)
            assert_ok(&t, star_table_need(&t.be, x, STAR_ROWS));
        assert_int_equal(x->rows, step[k]);
        assert_true(star_object_valid(&x->head));
        for (size_t i = 0; i <= k; i++) {
            assert_ok(&t,
                      star_table_read(&t.be, x, STAR_ROWS, step[i] - 1, &is));
            assert_int_equal(is, UINT64_C(1) << (step[i] - 1) % COLS);
        }
    }
    assert_ok(&t, star_table_grow(&t.be, x, ROWS + 1, COLS + 1));
    assert_int_equal(x->rows, ROWS);
    assert_int_equal(star_table_grow(&t.be, x, INT64_MAX, COLS), STAR_MEMORY);
    assert_int_equal(x->rows, ROWS);
    assert_true(star_object_valid(&x->head));
    StarObject *same;
    assert_ok(&t, star_object_clone(&t.be, &x->head, &same));
    assert_ok(&t, star_table_grow(&t.be, (StarTable *)same, ROWS + 1, COLS));
    assert_int_equal(((StarTable *)same)->rows, ROWS + 1);
    star_free(&t, (StarTable *)same);
    star_free(&t, x);
    x = star_table_new(&t.be, STAR_UNSIZED);
    assert_ok(&t, star_table_size(&t.be, x, 2, COLS));
    assert_ok(&t, star_table_grow(&t.be, x, 3, COLS));
    assert_int_equal(x->rows, 2);
    star_free(&t, x);
}

TEST(a_temporary_takes_any_size) {
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_ELASTIC);
    for (int64_t rows = 0; rows < 200; rows += 33)
        for (int64_t cols = 0; cols < 200; cols += 41) {
            StarBits *row = star_line_random(&t, cols, STAR_FILL_ONE);
            assert_ok(&t, star_table_size(&t.be, x, rows, cols));
            assert_true(star_object_valid(&x->head));
            if (rows > 0)
                assert_ok(&t, star_table_write(&t.be, x, STAR_ROWS, rows - 1,
                                               row->word));
            star_free(&t, row);
        }
    star_free(&t, x);
}

TEST(refuses_sizes_that_cannot_be) {
    star_test(t);
    StarTable *x = star_table_new(&t.be, STAR_UNSIZED);
    assert_raises(&t, star_table_size(&t.be, x, -1, 3), STAR_FILESIZE,
                  "a size of -1 x 3 is negative");
    assert_raises(&t, star_table_size(&t.be, x, 3, -1), STAR_FILESIZE,
                  "a size of 3 x -1 is negative");
    assert_int_equal(star_table_size(&t.be, x, INT64_MAX, INT64_MAX),
                     STAR_MEMORY);
    assert_int_equal(star_table_size(&t.be, x, 64, INT64_MAX), STAR_MEMORY);
    assert_int_equal(x->head.sizing, STAR_UNSIZED);
    assert_true(star_object_valid(&x->head));
    star_free(&t, x);
}

TEST(vectors_are_padded) {
    static const int64_t expected[][2] = {
        {0, 0},      {1, 1},      {64, 1},      {1000, 16},   {8191, 128},
        {8192, 128}, {8193, 136}, {16384, 264}, {16385, 264}, {24576, 392}};
    star_test(t);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        StarTable *x = table_new(&t, expected[i][0], 2);
        assert_int_equal(x->image[STAR_COLUMNS].stride, expected[i][1]);
        star_free(&t, x);
    }
}

/* ---- Against a model with a byte for each bit ---- */

enum { SIDE = 300, OPERATIONS = 3000 };

typedef struct Model {
    int64_t rows, cols;
    unsigned char bit[SIDE][SIDE];
} Model;

static unsigned char *model_bit(Model *m, int dir, int64_t line, int64_t i) {
    return dir == STAR_ROWS ? &m->bit[line][i] : &m->bit[i][line];
}

static void write_vector(StarTest *t, StarTable *x, Model *m, int dir,
                         int64_t index) {
    StarBits *line = star_line_random(t, star_table_length(x, dir),
                                      (StarFill)star_random(t, STAR_FILLS));
    assert_ok(t, star_table_write(&t->be, x, dir, index, line->word));
    for (int64_t i = 0; i < line->length; i++)
        *model_bit(m, dir, index, i) =
            (unsigned char)star_bits_get(line, i + 1);
    star_free(t, line);
}

static void read_vector(StarTest *t, StarTable *x, Model *m, int dir,
                        int64_t index) {
    StarBits *line =
        star_line_random(t, star_table_length(x, dir), STAR_FILL_RANDOM);
    assert_ok(t, star_table_read(&t->be, x, dir, index, line->word));
    assert_line_valid(line);
    for (int64_t i = 0; i < line->length; i++)
        assert_int_equal(star_bits_get(line, i + 1),
                         *model_bit(m, dir, index, i));
    star_free(t, line);
}

/* A random operation: reads and writes in runs of one direction, so that images
 * are built, and now and then a copy there and back. */
static void random_operation(StarTest *t, StarTable *x, StarTable *y,
                             Model *m) {
    const int64_t kind = star_random(t, 40);
    const int dir = (int)star_random(t, 2);
    const int64_t vectors = star_table_vectors(x, dir);
    if (kind == 0) {
        assert_ok(t, star_object_copy(&t->be, &y->head, &x->head));
        assert_ok(t, star_object_copy(&t->be, &x->head, &y->head));
    } else if (kind == 1)
        assert_ok(t, star_table_need(&t->be, x, dir));
    else if (kind == 2)
        assert_ok(t, star_table_own(&t->be, x, dir));
    else if (vectors > 0)
        for (int64_t n = star_random(t, 20); n >= 0; n--) {
            const int64_t index = star_random(t, vectors);
            if (kind % 2 == 0)
                read_vector(t, x, m, dir, index);
            else
                write_vector(t, x, m, dir, index);
        }
    assert_true(star_object_valid(&x->head));
}

static void run_model(int64_t rows, int64_t cols, int count) {
    static Model model;
    star_test(t);
    StarTable *x = table_new(&t, rows, cols);
    StarTable *y = star_table_new(&t.be, STAR_ELASTIC);
    model = (Model){.rows = rows, .cols = cols};
    for (int i = 0; i < count; i++)
        random_operation(&t, x, y, &model);
    star_free(&t, x);
    star_free(&t, y);
}

TEST(keeps_both_images_consistent) {
    static const int64_t sides[] = {0, 1, 63, 64, 65, 128, SIDE};
    enum { COUNT = sizeof sides / sizeof *sides };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++)
            run_model(sides[i], sides[j], OPERATIONS / COUNT / COUNT);
    run_model(SIDE, SIDE, OPERATIONS);
}

/* Fills x, built as columns, and y, built as rows, with each other's
 * transposition; then both must agree vector by vector in the other direction.
 */
static void run_transposition(int64_t rows, int64_t cols) {
    star_test(t);
    StarTable *x = table_new(&t, rows, cols), *y = table_new(&t, cols, rows);
    assert_ok(&t, star_table_fresh(&t.be, y, STAR_ROWS));
    for (int64_t j = 0; j < cols; j++) {
        uint64_t *column = star_table_vector(&t.be, x, STAR_COLUMNS, j);
        star_fill(&t, column, rows, STAR_FILL_RANDOM);
        assert_ok(&t, star_table_write(&t.be, y, STAR_ROWS, j, column));
    }
    assert_ok(&t, star_table_need(&t.be, x, STAR_ROWS));
    assert_true(star_object_valid(&x->head));
    StarBits *line = star_line_random(&t, cols, STAR_FILL_ZERO);
    for (int64_t i = 0; i < rows; i++) {
        t.be.isa->gather(line->word, y->image[STAR_ROWS].word, cols,
                         y->image[STAR_ROWS].stride, i / 64, (int)(i % 64));
        assert_memory_equal(star_table_vector(&t.be, x, STAR_ROWS, i),
                            line->word, (size_t)star_words(cols) * 8);
    }
    star_free(&t, line);
    star_free(&t, x);
    star_free(&t, y);
}

TEST(transposes_tiles_and_what_is_left) {
    run_transposition(1100, 1500);
    run_transposition(600, 9000);
    run_transposition(9000, 600);
    run_transposition(700, 16384);
}

/* ---- The cost model of images ---- */

TEST(many_reads_build_an_image) {
    int64_t reads = 0;
    star_test(t);
    StarTable *x = table_new(&t, 500, 500);
    StarBits *line = star_line_random(&t, 500, STAR_FILL_ZERO);
    while (!x->image[STAR_ROWS].valid) {
        assert_ok(&t, star_table_read(&t.be, x, STAR_ROWS, 7, line->word));
        reads++;
        assert_in_range(reads, 1, 500);
    }
    assert_true(reads > 1);
    assert_true(x->image[STAR_COLUMNS].valid);
    star_free(&t, line);
    star_free(&t, x);
}

/* Alternately reads a column and writes rows: the column image is built ever
 * more rarely. */
TEST(vain_builds_raise_the_threshold) {
    int builds = 0;
    star_test(t);
    StarTable *x = table_new(&t, 256, 256);
    StarBits *line = star_line_random(&t, 256, STAR_FILL_RANDOM);
    for (int64_t i = 0; i < 5000; i++) {
        const bool was_valid = x->image[STAR_COLUMNS].valid;
        assert_ok(&t,
                  star_table_read(&t.be, x, STAR_COLUMNS, i % 256, line->word));
        builds += !was_valid && x->image[STAR_COLUMNS].valid;
        assert_ok(&t,
                  star_table_write(&t.be, x, STAR_ROWS, i % 256, line->word));
    }
    assert_in_range(builds, 1, 14);
    assert_true(x->image[STAR_ROWS].valid);
    star_free(&t, line);
    star_free(&t, x);
}

TEST(what_memory_refuses_is_not_built) {
    star_test(t);
    StarTable *x = table_new(&t, 640, 640);
    StarBits *line = star_line_random(&t, 640, STAR_FILL_RANDOM);
    t.mem.limit = t.mem.used + 640 * 80;
    for (int64_t i = 0; i < 2000; i++) {
        assert_ok(&t,
                  star_table_write(&t.be, x, STAR_ROWS, i % 640, line->word));
        assert_ok(&t,
                  star_table_read(&t.be, x, STAR_ROWS, i % 640, line->word));
    }
    assert_false(x->image[STAR_ROWS].valid);
    assert_int_equal(star_table_need(&t.be, x, STAR_ROWS), STAR_OK);
    star_free(&t, line);
    star_free(&t, x);
}

TEST(own_and_fresh_leave_one_image) {
    star_test(t);
    StarTable *x = table_new(&t, 100, 90);
    assert_ok(&t, star_table_need(&t.be, x, STAR_ROWS));
    assert_ok(&t, star_table_own(&t.be, x, STAR_ROWS));
    assert_null(star_table_vector(&t.be, x, STAR_COLUMNS, 0));
    star_table_vector(&t.be, x, STAR_ROWS, 99)[0] = 2;
    assert_ok(&t, star_table_own(&t.be, x, STAR_COLUMNS));
    assert_null(star_table_vector(&t.be, x, STAR_ROWS, 0));
    assert_int_equal(star_table_vector(&t.be, x, STAR_COLUMNS, 1)[1],
                     UINT64_C(1) << 35);
    assert_ok(&t, star_table_fresh(&t.be, x, STAR_ROWS));
    assert_null(star_table_vector(&t.be, x, STAR_COLUMNS, 0));
    star_free(&t, x);
}

/* The other image needs its memory, at L - 1, L and L + 1 bytes; the message
 * says so, and the table is as it was. */
TEST(the_other_image_needs_its_memory) {
    enum { ROWS = 100, COLS = 700, BYTES = ROWS * 11 * 8 };
    for (int more = -1; more <= 1; more++) {
        char text[200];
        star_test(t);
        StarTable *x = table_new(&t, ROWS, COLS);
        star_table_vector(&t.be, x, STAR_COLUMNS, 699)[0] = 6;
        t.mem.limit = (size_t)((int64_t)t.mem.used + BYTES + more);
        snprintf(text, sizeof text,
                 "no memory for the rows of a table, %d x %d: they need %d "
                 "bytes, but %zu of %zu are in use (--max-memory)",
                 ROWS, COLS, BYTES, t.mem.used, t.mem.limit);
        if (more < 0) {
            assert_raises(&t, star_table_only(&t.be, x, STAR_ROWS), STAR_MEMORY,
                          text);
            assert_ptr_equal(t.error.object, x);
            assert_int_equal(star_table_vector(&t.be, x, STAR_COLUMNS, 699)[0],
                             6);
        } else {
            assert_ok(&t, star_table_only(&t.be, x, STAR_ROWS));
            assert_null(x->image[STAR_COLUMNS].word);
            assert_int_equal(star_table_vector(&t.be, x, STAR_ROWS, 2)[10],
                             UINT64_C(1) << 699 % 64);
        }
        star_free(&t, x);
    }
}

/* A layout is remembered whichever image there is, and needs no other one. */
TEST(a_layout_needs_no_image) {
    static const int64_t sizes[][2] = {{1, 1}, {70, 700}, {1100, 513}};
    for (int k = 0; k < 3; k++) {
        star_test(t);
        StarTable *x = table_new(&t, sizes[k][0], sizes[k][1]);
        for (int64_t j = 0; j < x->cols; j++)
            star_fill(&t, star_table_vector(&t.be, x, STAR_COLUMNS, j), x->rows,
                      STAR_FILL_RANDOM);
        star_table_mark(&t.be, x, 1);
        assert_null(x->image[STAR_ROWS].word);
        assert_ok(&t, star_table_only(&t.be, x, STAR_ROWS));
        assert_int_equal(star_table_layout(&t.be, x), 1);
        star_table_vector(&t.be, x, STAR_ROWS, x->rows - 1)[0] ^= 1;
        assert_int_equal(star_table_layout(&t.be, x), -1);
        star_free(&t, x);
    }
}

/* Whichever allocation fails, nothing is lost. */
TEST(survives_failing_allocations) {
    StarStatus status = STAR_MEMORY;
    for (int64_t n = 1; status != STAR_OK; n++) {
        star_test(t);
        t.mem.fail_at = t.mem.count + n;
        StarTable *x = star_table_new(&t.be, STAR_ELASTIC);
        status = x == NULL ? STAR_MEMORY : star_table_size(&t.be, x, 9, 9);
        if (status == STAR_OK)
            status = star_table_own(&t.be, x, STAR_ROWS);
        if (status == STAR_OK)
            status = star_table_size(&t.be, x, 10, 9);
        if (x != NULL)
            assert_true(star_object_valid(&x->head));
        star_free(&t, x);
        assert_in_range(n, 1, 10);
    }
}

TEST_MAIN
