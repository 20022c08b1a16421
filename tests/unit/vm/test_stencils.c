/* SPDX-License-Identifier: MIT */
/* Machine code made of a program: the same answers, errors and steps. */
#include <string.h>

#include "machine_test.h"
#include "run_test.h"

static const StarJit modes[] = {STAR_JIT_OFF, STAR_JIT_AUTO, STAR_JIT_ALWAYS,
                                STAR_JIT_LEAVES};
enum { MODES = sizeof modes / sizeof *modes };

static StarStatus run(RunTest *f, StarJit jit, const char *text,
                      int64_t steps) {
    const StarCompileOptions options = {.count = true};
    run_open_with(f, (StarOptions){.jit = jit, .max_steps = steps});
    f->program =
        star_compile(run_mem(f), &options, "p.star", text, strlen(text));
    assert_non_null(f->program);
    if (f->program->errors > 0)
        fail_msg("%s", f->program->report[0].text);
    return star_machine_run(f->machine, f->program);
}

/* Expects the same end, output and steps in each mode. */
static void expect(const char *text, int64_t most, StarStatus status,
                   const char *out) {
    int64_t steps = 0;
    for (int k = 0; k < MODES; k++) {
        RunTest f;
        assert_int_equal(run(&f, modes[k], text, most), status);
        assert_string_equal(f.out.text, out);
        steps = k == 0 ? star_machine_steps(f.machine) : steps;
        assert_int_equal(star_machine_steps(f.machine), steps);
        run_close(&f);
    }
}

/* Long enough that code is made of it. */
#define LOOP                                       \
    "program p; var i, n: integer;\n"              \
    "begin n := 0; writeln('begun');\n"            \
    "  for i := 1 to 30000 do n := n + i mod 7;\n" \
    "  writeln(n);\n"

TEST(loops_take_the_same_steps) {
    expect(LOOP "end.", 0, STAR_OK, "begun\n90000\n");
    expect(LOOP "end.", 25000, STAR_STEPS, "begun\n");
}

TEST(checks_fail_in_the_same_way) {
    expect(LOOP "  for i := 1 downto -1 do writeln(n div i) end.", 0,
           STAR_DIVISION, "begun\n90000\n90000\n");
    StarSpan span = {0};
    for (int k = 0; k < MODES; k++) {
        RunTest f;
        assert_int_equal(
            run(&f, modes[k], LOOP "  while true do n := n * n end.", 0),
            STAR_OVERFLOW);
        const StarReport *report = star_machine_report(f.machine);
        span = k == 0 ? report->span : span;
        assert_memory_equal(&report->span, &span, sizeof span);
        run_close(&f);
    }
}

/* Calls within calls, as many as there may be: more than the code may have of
 * the processor's stack, and back; objects of each are freed. */
TEST(calls_are_as_deep) {
    expect("program p;\n"
           "function f(n: integer): integer;\n"
           "var X: slice(100);\n"
           "begin CLR(X); if n = 0 then f := 0 else f := f(n - 1) + 1 +\n"
           "  NUMB(X) end;\n"
           "function g(n: integer): integer;\n"
           "begin if n = 0 then g := 0 else g := g(n - 1) + 1 end;\n"
           "begin writeln(f(9000) + f(5000), ' ', g(9999)); \n"
           "  writeln(g(10000)) end.",
           0, STAR_DEPTH, "14000 9999\n");
}

/* This build has them, where it is for such processors. */
TEST(stencils_fit_the_build) {
#if defined(__x86_64__) && defined(__linux__)
    assert_true(star_machine_has_jit());
#else
    assert_false(star_machine_has_jit());
#endif
}

TEST_MAIN
