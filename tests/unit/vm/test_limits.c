/* SPDX-License-Identifier: MIT */
/* The ends of a run: steps, output, a request from outside. The host goes on
 * with the same machine. */
#include "star_test.h"

#include <signal.h>
#include <sys/time.h>

#include "compile.h"
#include "machine.h"

typedef struct Fixture {
    StarMachine *machine;
    char out[2000];
    size_t length;
    StarStatus stop; /* what the functions below ask for, or STAR_OK */
} Fixture;

static bool take(void *context, const char *text, size_t length) {
    Fixture *f = context;
    for (size_t i = 0; i < length && f->length + 1 < sizeof f->out; i++)
        f->out[f->length++] = text[i];
    f->out[f->length] = '\0';
    if (f->stop != STAR_OK)
        star_machine_stop(f->machine, f->stop);
    return true;
}

/* An endless line. */
static size_t give(void *context, char *text, size_t most) {
    Fixture *f = context;
    memset(text, '1', most);
    if (f->stop != STAR_OK)
        star_machine_stop(f->machine, f->stop);
    return most;
}

static void open_with(Fixture *f, StarOptions options) {
    StarError error;
    *f = (Fixture){.length = 0};
    options.write = take;
    options.read = give;
    options.context = f;
    f->machine = star_machine_new(&options, &error);
    assert_non_null(f->machine);
}

static StarStatus run(Fixture *f, const char *text) {
    const StarCompileOptions options = {.count = true};
    StarProgram *p = star_compile(star_machine_backend(f->machine)->mem,
                                  &options, "p.star", text, strlen(text));
    assert_non_null(p);
    if (p->errors > 0)
        fail_msg("%s", p->report[0].text);
    f->length = 0;
    f->out[0] = '\0';
    StarStatus status = star_machine_run(f->machine, p);
    star_program_free(p);
    return status;
}

/* After whatever happened the machine is as new. */
static void assert_goes_on(Fixture *f) {
    assert_int_equal(run(f, "program p; begin write('on') end."), STAR_OK);
    assert_string_equal(f->out, "on");
}

static void assert_says(const Fixture *f, const char *text) {
    const StarReport *r = star_machine_report(f->machine);
    assert_string_equal(r->text, text);
    assert_true(r->placed);
}

/* ---- Steps and output ---- */

TEST(steps_have_a_limit) {
    static const char text[] = "program p; var i: integer; begin\n"
                               "for i := 1 to 4 do write(i) end.";
    for (int limit = 8; limit <= 10; limit++) {
        Fixture f;
        open_with(&f, (StarOptions){.max_steps = limit});
        assert_int_equal(run(&f, text), limit < 9 ? STAR_STEPS : STAR_OK);
        assert_string_equal(f.out, limit < 9 ? "123" : "1234");
        if (limit < 9)
            assert_says(&f, "the program may take no more than 8 steps");
        assert_goes_on(&f);
        star_machine_free(f.machine);
    }
}

/* Text, slices, padding and the ends of lines all count. */
TEST(output_has_a_limit) {
    static const char *const texts[] = {
        "program p; begin write('abcd') end.",
        "program p; var X: slice(4); begin write(X) end.",
        "program p; var T: table(1, 3); begin write(T) end.",
        "program p; begin write(1:4) end.",
        "program p; begin write(true); end.",
        "program p; begin writeln; writeln; writeln; writeln end."};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        for (size_t limit = 3; limit <= 5; limit++) {
            Fixture f;
            open_with(&f, (StarOptions){.max_output = limit});
            assert_int_equal(run(&f, texts[k]),
                             limit < 4 ? STAR_OUTPUT : STAR_OK);
            assert_int_equal(f.length, limit < 4 ? limit : 4);
            if (limit < 4)
                assert_says(&f, "the program may write no more than 3 bytes");
            assert_goes_on(&f);
            star_machine_free(f.machine);
        }
}

/* Here it is only that the machine goes on: test_options.c has the rest. */
TEST(calls_and_memory_have_limits) {
    Fixture f;
    open_with(&f, (StarOptions){.max_depth = 3, .max_memory = 100000});
    assert_int_equal(run(&f, "program p; proc q; begin q end; begin q end."),
                     STAR_DEPTH);
    assert_says(&f, "calls are nested more than 3 deep in 'q'");
    assert_goes_on(&f);
    assert_int_equal(run(&f, "program p; var X: slice(1000000); begin SET(X)\n"
                             "end."),
                     STAR_MEMORY);
    assert_goes_on(&f);
    star_machine_free(f.machine);
}

/* ---- Requests ---- */

TEST(a_request_ends_reading_and_writing) {
    static const char *const texts[] = {
        "program p; begin while not eof do write('more') end.",
        "program p; begin readln; writeln('read') end.",
        "program p; var X: slice(1000000); begin write(X); writeln end."};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        Fixture f;
        open_with(&f, (StarOptions){0});
        f.stop = STAR_INTERRUPTED;
        assert_int_equal(run(&f, texts[k]), STAR_INTERRUPTED);
        assert_says(&f, "the program was interrupted");
        f.stop = STAR_OK;
        assert_goes_on(&f);
        star_machine_free(f.machine);
    }
}

TEST(a_request_between_runs_is_none) {
    Fixture f;
    open_with(&f, (StarOptions){0});
    star_machine_stop(f.machine, STAR_TIME);
    assert_goes_on(&f);
    star_machine_stop(f.machine, STAR_TIME);
    assert_goes_on(&f);
    star_machine_free(f.machine);
}

/* The only way from a signal to a machine. */
static StarMachine *running;

static void ring(int number) {
    (void)number;
    star_machine_stop(running, STAR_TIME);
}

/* Programs without an end, so that the time does not matter. */
TEST(a_request_ends_whatever_repeats_itself) {
    static const char *const texts[] = {
        "program p; begin while true do end.",
        "program p; var i: integer; begin i := 1;\n"
        "while i > 0 do i := i * 1 end.",
        "program p; var x: real; begin x := 1; while x > 0.5 do x := x * 1\n"
        "end.",
        "program p; begin repeat until false end.",
        "program p; var i: integer; begin for i := 1 to maxint do end.",
        "program p; var i: integer; begin for i := maxint downto 1 do end.",
        "program p; label 1; begin 1: goto 1 end.",
        "program p; label 1; proc q; begin goto 1 end; begin 1: q end.",
        "program p; function f(n: integer): integer; begin\n"
        "if n < 2 then f := 1 else f := f(n - 1) + f(n - 2) end;\n"
        "begin write(f(90)) end.",
        "program p; function f(function g(n: integer): integer;\n"
        "n: integer): integer; begin\n"
        "if n < 2 then f := 1 else f := f(g, n - 1) + f(g, n - 2) end;\n"
        "function h(n: integer): integer; begin h := n end;\n"
        "begin write(f(h, 90)) end.",
        "program p; var X, Y: slice(300000); begin\n"
        "while true do begin X := not Y; Y := X and not Y or X end end.",
        "program p; var T: table(300, 300); v: word(300); i, c: integer;\n"
        "X: slice(300); begin c := 0; repeat SET(X); while SOME(X) do begin\n"
        "i := STEP(X); v := ROW(i, T); c := c + NUMB(v and not v) end\n"
        "until c < 0 end."};
    const struct itimerval soon = {{0, 1000}, {0, 1000}}, never = {0};
    struct sigaction action = {.sa_handler = ring};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    for (size_t k = 0; k < 2 * (sizeof texts / sizeof *texts); k++) {
        Fixture f;
        open_with(&f, (StarOptions){.jit = k % 2 == 0 ? STAR_JIT_OFF
                                                      : STAR_JIT_ALWAYS});
        running = f.machine;
        setitimer(ITIMER_REAL, &soon, NULL);
        assert_int_equal(run(&f, texts[k / 2]), STAR_TIME);
        setitimer(ITIMER_REAL, &never, NULL);
        assert_says(&f, "the time for the program is up");
        assert_goes_on(&f);
        star_machine_free(f.machine);
    }
}

TEST_MAIN
