/* Device memory that is full: copies leave it for others, those that the host
 * has too first, and of these the one that was used longest ago. */
#include "fake.h"

enum { LINE = 1 << 20, BYTES = LINE / 8, LINES = 12 };

static const StarCudaOptions required = {
    .always = true, .required = true, .fail_at = -1};

/* Room for so many lines beside the backend's own. */
static StarCudaOptions with_room(int lines, bool must) {
    StarCudaOptions o = required;
    o.required = must;
    o.limit = lines * BYTES + 4096;
    return o;
}

static StarCell line_of(StarTest *t, int64_t length) {
    StarCell line = {.line = star_line_new(&t->be, STAR_UNSIZED)};
    assert_ok(t, star_line_size(&t->be, line.line, length));
    return line;
}

static int64_t ones(StarTest *t, StarCell line) {
    StarCell arg[] = {{.i = 0}, line};
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_NUMB, arg, NULL));
    return arg[0].i;
}

static void set(StarTest *t, StarCell line) {
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_SET, &line, NULL));
}

/* line with one 0, in component i. */
static void fill(StarTest *t, StarCell line, int64_t i) {
    StarCell put[] = {line, {.i = i}, {.i = 0}};
    set(t, line);
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_PUT, put, NULL));
}

static void more_lines_than_room(void **state) {
    StarTest t;
    StarCell line[LINES];
    const StarCudaOptions options = with_room(3, true);
    (void)state;
    fake_open(&t, &options);
    for (int k = 0; k < LINES; k++) {
        line[k] = line_of(&t, LINE);
        fill(&t, line[k], k + 1);
    }
    for (int k = 0; k < LINES; k++) {
        StarCell and[] = {line[k], line[k], line[(k + 5) % LINES]};
        assert_int_equal(ones(&t, line[k]), LINE - 1);
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_AND, and, NULL));
        assert_int_equal(ones(&t, line[k]),
                         k < LINES - 5 ? LINE - 2 : LINE - 3);
        assert_true(fake.used <= options.limit);
    }
    for (int k = 0; k < LINES; k++) {
        assert_ok(&t, star_object_home(&t.be, line[k].object, STAR_READ));
        assert_int_equal(star_line_get(line[k].line, k + 1), 0);
        assert_int_equal(star_line_get(line[k].line, LINES + 1), 1);
        star_free(&t, line[k].object);
    }
    fake_close(&t);
}

/* a is used last, b is longer ago but must come home, c is on both sides. */
static void the_oldest_of_both_sides_leaves(void **state) {
    StarTest t;
    StarCell line[6];
    const StarCudaOptions options = with_room(3, true);
    (void)state;
    fake_open(&t, &options);
    for (int k = 0; k < 6; k++)
        line[k] = line_of(&t, LINE);
    set(&t, line[0]);
    set(&t, line[1]);
    set(&t, line[2]);
    assert_ok(&t, star_object_home(&t.be, line[1].object, STAR_READ));
    assert_ok(&t, star_object_home(&t.be, line[2].object, STAR_READ));
    assert_int_equal(ones(&t, line[1]), LINE);
    fake.down = 0;
    set(&t, line[3]); /* in place of 2, which was used before 1 */
    set(&t, line[4]); /* of 1 */
    assert_int_equal(fake.down, 0);
    set(&t, line[5]); /* of 0, which comes home */
    assert_int_equal(fake.down, 1);
    fake.up = 0;
    for (int k = 3; k < 6; k++)
        assert_int_equal(ones(&t, line[k]), LINE);
    assert_int_equal(fake.up, 0);
    assert_int_equal(ones(&t, line[0]), LINE);
    assert_int_equal(fake.up, 1);
    for (int k = 0; k < 6; k++)
        star_free(&t, line[k].object);
    fake_close(&t);
}

/* Three operands, room for two: an error, or the processor's work. */
static void what_does_not_fit(void **state) {
    (void)state;
    for (int must = 0; must < 2; must++) {
        StarTest t;
        const StarCudaOptions options = with_room(2, must);
        fake_open(&t, &options);
        StarCell line[] = {line_of(&t, LINE), line_of(&t, LINE),
                           line_of(&t, LINE)};
        fill(&t, line[1], 7);
        fill(&t, line[2], 9);
        const StarStatus status =
            star_prim_run(&t.be, STAR_PRIM_AND, line, NULL);
        assert_int_equal(status, must ? STAR_DEVICE : STAR_OK);
        if (must)
            assert_string_equal(t.error.text, "and: out of memory: cudaMalloc");
        else
            assert_int_equal(ones(&t, line[0]), LINE - 2);
        for (int k = 0; k < 3; k++)
            star_free(&t, line[k].object);
        fake_close(&t);
    }
}

/* A copy that cannot come home stays, and is not lost. */
static void what_cannot_come_home(void **state) {
    StarTest t;
    const StarCudaOptions options = with_room(1, true);
    (void)state;
    fake_open(&t, &options);
    StarCell a = line_of(&t, LINE), b = line_of(&t, LINE);
    fill(&t, a, 3);
    fake.broken = true;
    assert_int_equal(star_prim_run(&t.be, STAR_PRIM_SET, &b, NULL),
                     STAR_DEVICE);
    fake.broken = false;
    assert_ok(&t, star_object_home(&t.be, a.object, STAR_READ));
    assert_int_equal(star_line_get(a.line, 3), 0);
    star_free(&t, a.object);
    star_free(&t, b.object);
    fake_close(&t);
}

static StarCell table_of(StarTest *t, int64_t rows, int64_t cols) {
    StarCell table = {.table = star_table_new(&t->be, STAR_UNSIZED)};
    assert_ok(t, star_table_size(&t->be, table.table, rows, cols));
    return table;
}

/* Columns of 8200 rows have words behind them. What is made of such columns
 * after they left gets other memory. */
static void what_is_behind_columns_is_0(void **state) {
    enum { ROWS = 8200, COLS = 9 };
    StarTest t;
    const StarCudaOptions options = with_room(1, true);
    (void)state;
    fake_open(&t, &options);
    StarCell z = table_of(&t, ROWS, COLS), x = table_of(&t, ROWS, COLS - 1);
    StarCell y = line_of(&t, ROWS), line = line_of(&t, LINE);
    StarCell col[] = {y, {.i = 1}, z}, adj[] = {z, y, x};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_COL, col, NULL));
    set(&t, line);
    set(&t, y);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_ADJ, adj, NULL));
    assert_ok(&t, star_object_home(&t.be, z.object, STAR_READ));
    assert_true(star_object_valid(z.object));
    star_free(&t, z.object);
    star_free(&t, x.object);
    star_free(&t, y.object);
    star_free(&t, line.object);
    fake_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_lines_than_room),
        cmocka_unit_test(the_oldest_of_both_sides_leaves),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(what_cannot_come_home),
        cmocka_unit_test(what_is_behind_columns_is_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
