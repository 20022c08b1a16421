/* SPDX-License-Identifier: MIT */
/* Eviction from full device memory: clean copies before dirty ones, and of
 * either the least recently used first. */
#include "fake.h"

#include "backend/cuda_internal.h"

enum { LENGTH = 1 << 20, BYTES = LENGTH / 8, SLICES = 12 };

static const StarCudaOptions required = {
    .always = true, .required = true, .fail_at = -1};

/* A device with memory for so many slices beside the backend's own blocks. */
static StarCudaOptions with_room(int slices, bool must) {
    StarCudaOptions o = required;
    o.required = must;
    o.limit = slices * BYTES + 4096;
    return o;
}

static StarCell slice_of(StarTest *t, int64_t length) {
    StarCell slice = {.bits = star_bits_new(&t->be, STAR_UNSIZED)};
    assert_ok(t, star_bits_size(&t->be, slice.bits, length));
    return slice;
}

static int64_t ones(StarTest *t, StarCell slice) {
    StarCell arg[] = {{.i = 0}, slice};
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_NUMB, arg, NULL));
    return arg[0].i;
}

static void set(StarTest *t, StarCell slice) {
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_SET, &slice, NULL));
}

/* Sets all components but i. */
static void fill(StarTest *t, StarCell slice, int64_t i) {
    StarCell put[] = {slice, {.i = i}, {.i = 0}};
    set(t, slice);
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_PUT, put, NULL));
}

/* The most bytes that some operations take of a device with a limit, 0 for
 * none; their results are right in any case. */
static int64_t most_within(int64_t limit) {
    StarCudaOptions options = with_room(0, false);
    StarTest t;
    options.limit = limit;
    fake_open(&t, &options);
    StarCell a = slice_of(&t, LENGTH), b = slice_of(&t, LENGTH);
    fill(&t, a, 3);
    fill(&t, b, 5);
    StarCell and[] = {a, a, b};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_AND, and, NULL));
    assert_int_equal(ones(&t, a), LENGTH - 2);
    const int64_t most = ((const Cuda *)t.be.device)->gpu.peak;
    assert_true(limit == 0 || most <= limit);
    star_free(&t, a.object);
    star_free(&t, b.object);
    fake_close(&t);
    return most;
}

/* --max-device-memory */
TEST(a_limit_and_one_byte_less_and_more) {
    const int64_t most = most_within(0);
    assert_int_equal(most_within(most), most);
    assert_int_equal(most_within(most + 1), most);
    assert_true(most_within(most - 1) < most);
}

TEST(more_slices_than_room) {
    StarTest t;
    StarCell slice[SLICES];
    const StarCudaOptions options = with_room(3, true);
    fake_open(&t, &options);
    for (int k = 0; k < SLICES; k++) {
        slice[k] = slice_of(&t, LENGTH);
        fill(&t, slice[k], k + 1);
    }
    for (int k = 0; k < SLICES; k++) {
        StarCell and[] = {slice[k], slice[k], slice[(k + 5) % SLICES]};
        assert_int_equal(ones(&t, slice[k]), LENGTH - 1);
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_AND, and, NULL));
        assert_int_equal(ones(&t, slice[k]),
                         k < SLICES - 5 ? LENGTH - 2 : LENGTH - 3);
        assert_true(fake.used <= options.limit);
    }
    for (int k = 0; k < SLICES; k++) {
        assert_ok(&t, star_object_sync(&t.be, slice[k].object, STAR_READ));
        assert_int_equal(star_bits_get(slice[k].bits, k + 1), 0);
        assert_int_equal(star_bits_get(slice[k].bits, SLICES + 1), 1);
        star_free(&t, slice[k].object);
    }
    fake_close(&t);
}

/* Slices 1 and 2 are clean, 2 used before 1; slice 0 is dirty, and older
 * than both. */
TEST(the_oldest_clean_copy_is_evicted_first) {
    StarTest t;
    StarCell slice[6];
    const StarCudaOptions options = with_room(3, true);
    fake_open(&t, &options);
    for (int k = 0; k < 6; k++)
        slice[k] = slice_of(&t, LENGTH);
    set(&t, slice[0]);
    set(&t, slice[1]);
    set(&t, slice[2]);
    assert_ok(&t, star_object_sync(&t.be, slice[1].object, STAR_READ));
    assert_ok(&t, star_object_sync(&t.be, slice[2].object, STAR_READ));
    assert_int_equal(ones(&t, slice[1]), LENGTH);
    fake.down = 0;
    set(&t, slice[3]); /* evicts 2, which was used before 1 */
    set(&t, slice[4]); /* evicts 1 */
    assert_int_equal(fake.down, 0);
    set(&t, slice[5]); /* evicts 0, which is downloaded */
    assert_int_equal(fake.down, 1);
    fake.up = 0;
    for (int k = 3; k < 6; k++)
        assert_int_equal(ones(&t, slice[k]), LENGTH);
    assert_int_equal(fake.up, 0);
    assert_int_equal(ones(&t, slice[0]), LENGTH);
    assert_int_equal(fake.up, 1);
    for (int k = 0; k < 6; k++)
        star_free(&t, slice[k].object);
    fake_close(&t);
}

/* Three operands and memory for two: an error if the device is required,
 * else the processor computes. */
TEST(operands_that_do_not_fit) {
    for (int must = 0; must < 2; must++) {
        StarTest t;
        const StarCudaOptions options = with_room(2, must);
        fake_open(&t, &options);
        StarCell slice[] = {slice_of(&t, LENGTH), slice_of(&t, LENGTH),
                            slice_of(&t, LENGTH)};
        fill(&t, slice[1], 7);
        fill(&t, slice[2], 9);
        const StarStatus status =
            star_prim_run(&t.be, STAR_PRIM_AND, slice, NULL);
        assert_int_equal(status, must ? STAR_DEVICE : STAR_OK);
        if (must)
            assert_string_equal(t.error.text, "and: out of memory: cudaMalloc");
        else
            assert_int_equal(ones(&t, slice[0]), LENGTH - 2);
        for (int k = 0; k < 3; k++)
            star_free(&t, slice[k].object);
        fake_close(&t);
    }
}

/* A dirty copy whose download fails stays valid on the device. */
TEST(a_failed_download_keeps_the_copy) {
    StarTest t;
    const StarCudaOptions options = with_room(1, true);
    fake_open(&t, &options);
    StarCell a = slice_of(&t, LENGTH), b = slice_of(&t, LENGTH);
    fill(&t, a, 3);
    fake.broken = true;
    assert_int_equal(star_prim_run(&t.be, STAR_PRIM_SET, &b, NULL),
                     STAR_DEVICE);
    fake.broken = false;
    assert_ok(&t, star_object_sync(&t.be, a.object, STAR_READ));
    assert_int_equal(star_bits_get(a.bits, 3), 0);
    star_free(&t, a.object);
    star_free(&t, b.object);
    fake_close(&t);
}

static StarCell table_of(StarTest *t, int64_t rows, int64_t cols) {
    StarCell table = {.table = star_table_new(&t->be, STAR_UNSIZED)};
    assert_ok(t, star_table_size(&t->be, table.table, rows, cols));
    return table;
}

/* Columns of 8200 rows have padding words. Columns made again after an
 * eviction get other memory, which must be cleared. */
TEST(padding_of_columns_is_0) {
    enum { ROWS = 8200, COLS = 9 };
    StarTest t;
    const StarCudaOptions options = with_room(1, true);
    fake_open(&t, &options);
    StarCell z = table_of(&t, ROWS, COLS), x = table_of(&t, ROWS, COLS - 1);
    StarCell y = slice_of(&t, ROWS), slice = slice_of(&t, LENGTH);
    StarCell col[] = {y, {.i = 1}, z}, adj[] = {z, y, x};
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_COL, col, NULL));
    set(&t, slice);
    set(&t, y);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_ADJ, adj, NULL));
    assert_ok(&t, star_object_sync(&t.be, z.object, STAR_READ));
    assert_true(star_object_valid(z.object));
    star_free(&t, z.object);
    star_free(&t, x.object);
    star_free(&t, y.object);
    star_free(&t, slice.object);
    fake_close(&t);
}

/* A large slice that the device alone has is not counted; the host's copy is,
 * at L - 1, L and L + 1 bytes. Debug builds have no pages of a block's own. */
TEST(the_devices_slices_cost_the_host_nothing) {
    enum { LARGE = 64 << 20 /* bytes */ };
#if !defined NDEBUG || !defined __linux__
    skip();
#endif
    for (int more = -1; more <= 1; more++) {
        StarTest t;
        fake_open(&t, &required);
        const size_t before = t.mem.used;
        StarCell slice = slice_of(&t, (int64_t)LARGE * 8);
        StarCell put[] = {slice, {.i = 5}, {.i = 0}};
        assert_true(t.mem.used < before + LARGE);
        assert_int_equal(ones(&t, slice), 0);
        set(&t, slice);
        assert_true(t.mem.used < before + LARGE);
        t.mem.limit = (size_t)((int64_t)t.mem.used + LARGE + more);
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_PUT, put, NULL));
        assert_int_equal(star_object_sync(&t.be, slice.object, STAR_READ),
                         more < 0 ? STAR_MEMORY : STAR_OK);
        t.mem.limit = SIZE_MAX;
        assert_ok(&t, star_object_sync(&t.be, slice.object, STAR_READ));
        assert_int_equal(star_bits_get(slice.bits, 5), 0);
        assert_int_equal(star_bits_get(slice.bits, 6), 1);
        assert_true(t.mem.used >= before + LARGE);
        set(&t, slice); /* is freed while the device alone has it */
        star_free(&t, slice.object);
        fake_close(&t);
    }
}

TEST_MAIN
