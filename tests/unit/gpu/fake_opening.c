/* SPDX-License-Identifier: MIT */
/* The opening of a device by a thread, its rates and the credit. */
#include "fake.h"

#include "backend/cuda_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary.h"

enum { LENGTH = 1 << 26, TEXT = 1024 };

static char folder[TEMPORARY_PATH], path[TEMPORARY_PATH + 8];

/* The file of the fake device, with an opening of so many nanoseconds. */
#define RATES(open)                                                      \
    "star fake\ndevice a device\ndriver 7\nopen " open "\nlaunch 3000\n" \
    "scalar 13000\nup 8000000000\ndown 8000000000\nmemory 3000000000000\n"

static void write_file(const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void read_file(char text[TEXT]) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, TEXT - 1, file)] = '\0';
    fclose(file);
}

/* Slices 0 and 1, of which slice 1 has a one in every word. */
typedef struct Work {
    StarTest t;
    StarCell slice[2];
    int64_t operations, on_host; /* done so far, and those by the processor */
} Work;

static void begin(Work *w, const char *rates, int slow) {
    const StarCudaOptions options = {.fail_at = -1, .rates = rates};
    fake_open(&w->t, &options);
    fake.slow = slow;
    fake.driver = 7;
    w->operations = w->on_host = 0;
    for (int k = 0; k < 2; k++) {
        w->slice[k].bits = star_bits_new(&w->t.be, STAR_UNSIZED);
        assert_ok(&w->t, star_bits_size(&w->t.be, w->slice[k].bits, LENGTH));
    }
    for (int64_t k = 0; k < LENGTH / 64; k++)
        w->slice[1].bits->word[k] = UINT64_C(1) << k % 64;
}

/* Slice 0 := slice 0 xor slice 1. */
static void operate(Work *w) {
    StarCell xor [] = {w->slice[0], w->slice[0], w->slice[1]};
    assert_ok(&w->t, star_prim_run(&w->t.be, STAR_PRIM_XOR, xor, NULL));
    w->operations++;
    w->on_host += w->t.be.resident == 0;
}

/* Operate until the device is open, or copies are resident, or so many
 * operations are done. */
static bool is_open(const Work *w) {
    return ((const Cuda *)w->t.be.device)->open;
}

static bool opens(Work *w, int64_t operations) {
    while (!is_open(w) && operations-- > 0)
        operate(w);
    return is_open(w);
}

static bool uploads(Work *w, int64_t operations) {
    while (w->t.be.resident == 0 && operations-- > 0)
        operate(w);
    return w->t.be.resident > 0;
}

static void end(Work *w) {
    StarCell numb[] = {{.i = 0}, w->slice[0]};
    assert_ok(&w->t, star_prim_run(&w->t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, w->operations % 2 * (LENGTH / 64));
    for (int k = 0; k < 2; k++)
        star_free(&w->t, w->slice[k].object);
    fake_close(&w->t);
}

enum { ENOUGH = 1 << 20, MEASURED = 200 };

/* Measured rates are written to the file; rates of the file are not
 * measured. */
TEST(rates_are_kept) {
    Work w;
    StarCudaRates r;
    char text[TEXT], again[TEXT];
    begin(&w, path, 0);
    assert_false(star_cuda_rates(0, path, &r));
    assert_true(opens(&w, ENOUGH));
    assert_true(fake.kernels > MEASURED);
    end(&w);
    assert_true(star_cuda_rates(0, path, &r));
    assert_true(r.open > 0 && r.launch > 0 && r.scalar > 0);
    assert_true(r.up > 1e6 && r.down > 1e6 && r.memory > 1e6);
    write_file(RATES("30000000"));
    read_file(text);
    begin(&w, path, 0);
    assert_true(opens(&w, ENOUGH));
    assert_true(fake.kernels < MEASURED);
    end(&w);
    read_file(again);
    assert_string_equal(strstr(again, "launch"), strstr(text, "launch"));
}

/* Files of another version, device or driver, and damaged files. */
TEST(rates_of_another_time) {
    static const char *const bad[] = {
        "",
        "star fake\n",
        "star other\ndevice a device\ndriver 7\nopen 30000000\nlaunch 3000\n"
        "scalar 13000\nup 8000000000\ndown 8000000000\nmemory 3000000000000\n",
        "star fake\ndevice another\ndriver 7\nopen 30000000\nlaunch 3000\n"
        "scalar 13000\nup 8000000000\ndown 8000000000\nmemory 3000000000000\n",
        "star fake\ndevice a device\ndriver 6\nopen 30000000\nlaunch 3000\n"
        "scalar 13000\nup 8000000000\ndown 8000000000\nmemory 3000000000000\n",
        RATES("30000000") "more\n",
        RATES("0"),
        RATES("99999999999999999999"),
        RATES("x"),
    };
    StarCudaRates r;
    fake.driver = 7;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        write_file(bad[k]);
        assert_false(star_cuda_rates(0, path, &r));
    }
    write_file(RATES("30000000"));
    assert_true(star_cuda_rates(0, path, &r));
    assert_true(r.open > 0.0299 && r.open < 0.0301 && r.launch < 4e-6);
    assert_false(star_cuda_rates(1, path, &r));
    assert_false(star_cuda_rates(0, NULL, &r));
    write_file(bad[4]);
    Work w;
    begin(&w, path, 0);
    assert_true(opens(&w, ENOUGH));
    assert_true(fake.kernels > MEASURED);
    end(&w);
    assert_true(star_cuda_rates(0, path, &r));
}

/* A path that cannot be written gives no message. */
TEST(rates_that_cannot_be_kept) {
    char below[sizeof path + 12];
    Work w;
    write_file("");
    snprintf(below, sizeof below, "%s/below/rates", path);
    for (int k = 0; k < 2; k++) {
        begin(&w, k == 0 ? below : NULL, 0);
        assert_true(opens(&w, ENOUGH));
        assert_true(fake.kernels > MEASURED);
        assert_int_equal(w.t.error.status, STAR_OK);
        end(&w);
    }
}

/* The processor goes on while a thread opens the device. */
TEST(the_program_goes_on) {
    Work w;
    write_file(RATES("20000000"));
    begin(&w, path, 200);
    assert_true(uploads(&w, ENOUGH));
    assert_true(w.on_host > 2);
    assert_int_equal(fake.kernels, 1);
    end(&w);
}

/* A backend that is closed meanwhile waits for the thread. */
TEST(closed_while_it_opens) {
    Work w;
    write_file(RATES("20000000"));
    begin(&w, path, 300);
    while (!star_cuda_opening(&w.t.be))
        operate(&w);
    end(&w);
}

/* A dirty slice that is overwritten on the host is not downloaded. */
TEST(a_small_slice_is_set_on_the_host) {
    enum { SIDE = 2048 };
    const StarCudaOptions options = {.fail_at = -1, .rates = path};
    StarTest t;
    write_file("star fake\ndevice a device\ndriver 7\nopen 1000\nlaunch 1\n"
               "scalar 1\nup 1000000000000\ndown 1000000\n"
               "memory 100000000000000\n");
    fake_open(&t, &options);
    fake.driver = 7;
    StarCell from = {.table = star_table_new(&t.be, STAR_UNSIZED)};
    StarCell to = {.table = star_table_new(&t.be, STAR_UNSIZED)};
    StarCell slice = {.bits = star_bits_new(&t.be, STAR_UNSIZED)};
    StarCell copy[] = {to, from}, row[] = {slice, {.i = 9}, to};
    StarCell numb[] = {{.i = 0}, slice};
    assert_ok(&t, star_table_size(&t.be, from.table, SIDE, SIDE));
    for (int k = 0; k < ENOUGH && t.be.resident == 0; k++)
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_TCOPY, copy, NULL));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_ROW, row, NULL));
    const int64_t resident = t.be.resident, down = fake.down;
    assert_true(resident >= 2);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SET, &slice, NULL));
    assert_int_equal(t.be.resident, resident - 1);
    assert_int_equal(fake.down, down);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, SIDE);
    star_free(&t, from.object);
    star_free(&t, to.object);
    star_free(&t, slice.object);
    fake_close(&t);
}

/* ---- The credit ---- */

/* The savings of several operations reach the price of the opening. */
TEST(savings_pay_for_the_opening) {
    Work w;
    write_file(RATES("100000000"));
    begin(&w, path, 0);
    assert_true(uploads(&w, ENOUGH));
    assert_in_range(w.on_host, 2, ENOUGH);
    end(&w);
}

/* An opening whose price the savings do not reach: the program stays on the
 * host. */
TEST(a_price_that_is_not_reached) {
    Work w;
    write_file(RATES("99000000000"));
    begin(&w, path, 0);
    assert_false(opens(&w, 20));
    end(&w);
}

/* A device that opens much faster than the file says: the file is corrected. */
TEST(rates_of_a_cold_opening) {
    Work w;
    StarCudaRates r;
    write_file(RATES("500000000"));
    begin(&w, path, 0);
    assert_true(opens(&w, ENOUGH));
    end(&w);
    assert_true(star_cuda_rates(0, path, &r));
    assert_true(r.open < 0.4 && r.launch > 2.9e-6 && r.launch < 3.1e-6);
}

/* Resident operands of operations that the host does faster are downloaded
 * when these have lost the price of the download: 8 MB at 4 MB/s, and a
 * second for each operation. */
TEST(operands_come_back) {
    Work w;
    int operations = 0;
    write_file("star fake\ndevice a device\ndriver 7\nopen 1000\nlaunch 1\n"
               "scalar 1000000000\nup 1000000000000\ndown 4000000\n"
               "memory 100000000000000\n");
    begin(&w, path, 0);
    assert_true(uploads(&w, ENOUGH));
    StarCell numb[] = {{.i = 0}, w.slice[0]};
    for (; cuda_is_dirty(w.t.be.device, w.slice[0].bits->word); operations++) {
        assert_true(operations < 9);
        assert_ok(&w.t, star_prim_run(&w.t.be, STAR_PRIM_NUMB, numb, NULL));
    }
    assert_in_range(operations, 2, 4);
    end(&w);
}

int main(void) {
    temporary_path(folder, "rates.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/a/rates", folder);
    const int failed = tests_run(NULL, NULL);
    unlink(path);
    path[strlen(path) - strlen("/rates")] = '\0';
    return rmdir(path) | rmdir(folder) | failed;
}
