/* The opening of a device that may pay, and what is known of its rates. */
#include "fake.h"

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
    "answer 13000\nup 8000000000\ndown 8000000000\nmemory 3000000000000\n"

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

/* Lines 0 and 1, of which 1 has a one in every word. */
typedef struct Work {
    StarTest t;
    StarCell line[2];
    int64_t rounds, here; /* done, and those by the processor */
} Work;

static void begin(Work *w, const char *rates, int slow) {
    const StarCudaOptions options = {.fail_at = -1, .rates = rates};
    fake_open(&w->t, &options);
    fake.slow = slow;
    fake.driver = 7;
    w->rounds = w->here = 0;
    for (int k = 0; k < 2; k++) {
        w->line[k].line = star_line_new(&w->t.be, STAR_UNSIZED);
        assert_ok(&w->t, star_line_size(&w->t.be, w->line[k].line, LENGTH));
    }
    for (int64_t k = 0; k < LENGTH / 64; k++)
        w->line[1].line->word[k] = UINT64_C(1) << k % 64;
}

/* Line 0 := line 0 xor line 1. */
static void round_of(Work *w) {
    StarCell xor [] = {w->line[0], w->line[0], w->line[1]};
    assert_ok(&w->t, star_prim_run(&w->t.be, STAR_PRIM_XOR, xor, NULL));
    w->rounds++;
    w->here += w->t.be.away == 0;
}

/* Until the device is open, or copies are there, or so many rounds are done. */
static bool opens(Work *w, int64_t rounds) {
    while (star_cuda_calls(&w->t.be) == 0 && rounds-- > 0)
        round_of(w);
    return star_cuda_calls(&w->t.be) > 0;
}

static bool goes(Work *w, int64_t rounds) {
    while (w->t.be.away == 0 && rounds-- > 0)
        round_of(w);
    return w->t.be.away > 0;
}

static void end(Work *w) {
    StarCell numb[] = {{.i = 0}, w->line[0]};
    assert_ok(&w->t, star_prim_run(&w->t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, w->rounds % 2 * (LENGTH / 64));
    for (int k = 0; k < 2; k++)
        star_free(&w->t, w->line[k].object);
    fake_close(&w->t);
}

enum { ENOUGH = 1 << 20, MEASURED = 200 };

/* What is measured is kept; what is kept is not measured. */
static void rates_are_kept(void **state) {
    Work w;
    StarCudaRates r;
    char text[TEXT], again[TEXT];
    (void)state;
    begin(&w, path, 0);
    assert_false(star_cuda_rates(0, path, &r));
    assert_true(opens(&w, ENOUGH));
    assert_true(fake.kernels > MEASURED);
    end(&w);
    assert_true(star_cuda_rates(0, path, &r));
    assert_true(r.open > 0 && r.launch > 0 && r.answer > 0);
    assert_true(r.up > 1e6 && r.down > 1e6 && r.memory > 1e6);
    read_file(text);
    begin(&w, path, 0);
    assert_true(opens(&w, ENOUGH));
    assert_true(fake.kernels < MEASURED);
    end(&w);
    read_file(again);
    assert_string_equal(strstr(again, "launch"), strstr(text, "launch"));
}

/* Files of another time, and what is no such file. */
static void rates_of_another_time(void **state) {
    static const char *const bad[] = {
        "",
        "star fake\n",
        "star other\ndevice a device\ndriver 7\nopen 30000000\nlaunch 3000\n"
        "answer 13000\nup 8000000000\ndown 8000000000\nmemory 30000000000\n",
        "star fake\ndevice another\ndriver 7\nopen 30000000\nlaunch 3000\n"
        "answer 13000\nup 8000000000\ndown 8000000000\nmemory 30000000000\n",
        "star fake\ndevice a device\ndriver 6\nopen 30000000\nlaunch 3000\n"
        "answer 13000\nup 8000000000\ndown 8000000000\nmemory 30000000000\n",
        RATES("30000000") "more\n",
        RATES("0"),
        RATES("99999999999999999999"),
        RATES("x"),
    };
    StarCudaRates r;
    (void)state;
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

/* Where nothing can be kept nothing is said. */
static void rates_that_cannot_be_kept(void **state) {
    char below[sizeof path + 12];
    Work w;
    (void)state;
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
static void the_program_goes_on(void **state) {
    Work w;
    (void)state;
    write_file(RATES("20000000"));
    begin(&w, path, 200);
    assert_true(goes(&w, ENOUGH));
    assert_true(w.here > 2);
    assert_int_equal(fake.kernels, 1);
    end(&w);
}

/* A backend that is closed meanwhile waits for the thread. */
static void closed_while_it_opens(void **state) {
    Work w;
    (void)state;
    write_file(RATES("20000000"));
    begin(&w, path, 300);
    assert_false(opens(&w, 30));
    end(&w);
}

/* Nothing comes home to be overwritten. */
static void a_small_line_is_set_here(void **state) {
    enum { SIDE = 2048 };
    const StarCudaOptions options = {.fail_at = -1, .rates = path};
    StarTest t;
    (void)state;
    write_file("star fake\ndevice a device\ndriver 7\nopen 1000\nlaunch 1\n"
               "answer 1\nup 1000000000000\ndown 1000000\n"
               "memory 100000000000000\n");
    fake_open(&t, &options);
    fake.driver = 7;
    StarCell from = {.table = star_table_new(&t.be, STAR_UNSIZED)};
    StarCell to = {.table = star_table_new(&t.be, STAR_UNSIZED)};
    StarCell line = {.line = star_line_new(&t.be, STAR_UNSIZED)};
    StarCell copy[] = {to, from}, row[] = {line, {.i = 9}, to};
    StarCell numb[] = {{.i = 0}, line};
    assert_ok(&t, star_table_size(&t.be, from.table, SIDE, SIDE));
    for (int k = 0; k < ENOUGH && t.be.away == 0; k++)
        assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_TCOPY, copy, NULL));
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_ROW, row, NULL));
    const int64_t away = t.be.away, down = fake.down;
    assert_true(away >= 2);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_SET, &line, NULL));
    assert_int_equal(t.be.away, away - 1);
    assert_int_equal(fake.down, down);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_NUMB, numb, NULL));
    assert_int_equal(numb[0].i, SIDE);
    star_free(&t, from.object);
    star_free(&t, to.object);
    star_free(&t, line.object);
    fake_close(&t);
}

/* ---- What is to come ---- */

static struct {
    double rounds; /* that the program says are left */
    bool more;
    StarCell arg[3]; /* of another primitive that will come as often */
    double worth;    /* which is worth this */
} future;

static double tell(void *context, StarAhead *ahead) {
    (void)context;
    ahead->more = future.more;
    if (future.arg[1].object != NULL)
        future.worth = ahead->worth(ahead->context, STAR_PRIM_XOR, future.arg);
    return --future.rounds * ahead->now;
}

static void begin_with(Work *w, const char *rates, int slow, double rounds) {
    write_file(rates);
    begin(w, path, slow);
    w->t.be.ahead = tell;
    memset(&future, 0, sizeof future);
    future.rounds = rounds + 1;
}

/* Rounds until the device is open, with such rates and such a future; at most
 * so many. */
static int64_t rounds_to_open(const char *rates, double rounds, bool more,
                              int64_t most) {
    Work w;
    begin_with(&w, rates, 0, rounds);
    future.more = more;
    opens(&w, most);
    const int64_t taken = w.rounds;
    end(&w);
    return taken;
}

/* The first round already promises more than an opening of 1000 s; the second
 * device would never have paid by what was saved so far. */
static void a_long_loop(void **state) {
    (void)state;
    assert_int_equal(rounds_to_open(RATES("99000000000"), 1e12, false, 20), 1);
    assert_int_equal(rounds_to_open(RATES("99000000000"), 1e3, false, 20), 20);
    assert_int_equal(rounds_to_open(RATES("99000000000"), 1e3, true, 20), 20);
}

/* Then what was saved so far decides. */
static void a_loop_of_which_nobody_knows(void **state) {
    (void)state;
    for (int more = 0; more < 2; more++)
        assert_in_range(
            rounds_to_open(RATES("100000000"), 1, more == 1, ENOUGH), 2,
            ENOUGH - 1);
}

/* It waits for the device: what the processor would do meanwhile is not worth
 * it. */
static void a_long_loop_waits(void **state) {
    Work w;
    (void)state;
    begin_with(&w, RATES("20000000"), 200, 1e12);
    assert_true(goes(&w, 9));
    assert_int_equal(w.here, 0);
    end(&w);
}

/* A device that opens much sooner than it is known to. */
static void rates_of_a_cold_opening(void **state) {
    Work w;
    StarCudaRates r;
    (void)state;
    begin_with(&w, RATES("99000000000"), 0, 1e12);
    assert_true(opens(&w, ENOUGH));
    end(&w);
    assert_true(star_cuda_rates(0, path, &r));
    assert_true(r.open < 79 && r.launch > 2.9e-6 && r.launch < 3.1e-6);
}

static const char slow_way[] =
    "star fake\ndevice a device\ndriver 7\nopen 1000\nlaunch 1\nanswer 1\n"
    "up 1000000\ndown 1000000\nmemory 100000000000000\n";

/* All operands are there in time, and nothing went up for a loop that ends. */
static void a_loop_that_ends_soon(void **state) {
    Work w;
    (void)state;
    begin_with(&w, slow_way, 0, 100);
    while (future.rounds > 1)
        round_of(&w);
    assert_int_equal(w.t.be.away, 0);
    future.rounds = 1e9;
    assert_true(goes(&w, ENOUGH));
    end(&w);
}

/* Asks what z := x xor y, which will come, is worth. */
static double ask(Work *w, StarCell z, StarCell x, StarCell y) {
    const int64_t most = w->rounds + ENOUGH;
    future.arg[0] = z;
    future.arg[1] = x;
    future.arg[2] = y;
    future.rounds = 2;
    future.worth = -1;
    while (future.worth < 0 && w->rounds < most)
        round_of(w);
    return future.worth;
}

/* To an open device an operand goes for what it will save itself; one that is
 * not known yet counts as another of its size. */
static void what_an_operand_is_worth(void **state) {
    const StarCell none = {.object = NULL};
    Work w;
    (void)state;
    begin_with(&w, slow_way, 0, 1);
    StarCell other = {.line = star_line_new(&w.t.be, STAR_UNSIZED)};
    assert_ok(&w.t, star_line_size(&w.t.be, other.line, LENGTH));
    const double closed = ask(&w, other, other, other);
    assert_true(closed > 0);
    StarCell xor [] = {other, other, other};
    for (future.rounds = 1e12; star_cuda_calls(&w.t.be) == 0;)
        assert_ok(&w.t, star_prim_run(&w.t.be, STAR_PRIM_XOR, xor, NULL));
    const int64_t away = w.t.be.away;
    assert_true(ask(&w, other, other, other) == 0);
    assert_true(ask(&w, other, other, w.line[1]) > 0);
    assert_true(ask(&w, none, w.line[1], none) > 0);
    assert_int_equal(w.t.be.away, away);
    star_free(&w.t, other.object);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_kept),
        cmocka_unit_test(rates_of_a_cold_opening),
        cmocka_unit_test(rates_of_another_time),
        cmocka_unit_test(rates_that_cannot_be_kept),
        cmocka_unit_test(the_program_goes_on),
        cmocka_unit_test(closed_while_it_opens),
        cmocka_unit_test(a_long_loop),
        cmocka_unit_test(a_loop_of_which_nobody_knows),
        cmocka_unit_test(a_long_loop_waits),
        cmocka_unit_test(a_loop_that_ends_soon),
        cmocka_unit_test(what_an_operand_is_worth),
        cmocka_unit_test(a_small_line_is_set_here),
    };
    temporary_path(folder, "rates.XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/a/rates", folder);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    path[strlen(path) - strlen("/rates")] = '\0';
    return rmdir(path) | rmdir(folder) | failed;
}
