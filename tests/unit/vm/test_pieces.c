/* SPDX-License-Identifier: MIT */
/* Runs and entries in pieces: the same as in one. */
#include <string.h>

#include "machine_test.h"
#include "run_test.h"
#include "session/session.h"

/* Loops that run as one operation, calls, procedures with kernels. */
static const char program[] =
    "program p;\n"
    "uses closure;\n"
    "var T, C: table(70, 70); X: slice(70); v: word(70);\n"
    "    i, sum: integer;\n"
    "function fib(n: integer): integer;\n"
    "begin if n < 2 then fib := n else fib := fib(n - 1) + fib(n - 2) end;\n"
    "begin\n"
    "  for i := 1 to 69 do\n"
    "  begin CLR(v); v(i + 1) := 1; ROW(i, T) := v end;\n"
    "  CLOSURE(70, T); C := T; sum := 0;\n"
    "  for i := 1 to 70 do sum := sum + NUMB(ROW(i, C));\n"
    "  SET(X);\n"
    "  while SOME(X) do X(FND(X)) := 0;\n"
    "  writeln(sum, ' ', NUMB(X), ' ', fib(15));\n"
    "end.\n";

static void compile(RunTest *f, const char *text) {
    const StarCompileOptions options = {.count = true};
    run_drop(f);
    f->out = (StarTestText){.length = 0};
    f->program =
        star_compile(run_mem(f), &options, "p.star", text, strlen(text));
    assert_non_null(f->program);
    if (f->program->errors > 0)
        fail_msg("%s", f->program->report[0].text);
}

static int64_t run_in_pieces(RunTest *f, int64_t steps) {
    int64_t pieces = 1;
    star_machine_begin(f->machine, f->program, NULL, NULL);
    while (star_machine_advance(f->machine, steps))
        pieces++;
    assert_int_equal(star_machine_end(f->machine), STAR_OK);
    return pieces;
}

TEST(pieces_do_what_the_whole_does) {
    static const int64_t sizes[] = {10, 97, 1000, 100000, INT64_MAX};
    run_scope(f);
    compile(&f, program);
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_OK);
    const StarTestText whole = f.out;
    const int64_t steps = star_machine_steps(f.machine);
    assert_string_equal(whole.text, "2415 0 610\n");
    for (int k = 0; k < 5; k++) {
        compile(&f, program);
        const int64_t pieces = run_in_pieces(&f, sizes[k]);
        assert_string_equal(f.out.text, whole.text);
        assert_int_equal(star_machine_steps(f.machine), steps);
        assert_int_equal(pieces == 1, sizes[k] > steps);
    }
}

TEST(the_limit_holds_in_pieces) {
    run_scope(f);
    compile(&f, program);
    run_in_pieces(&f, 1000);
    const int64_t steps = star_machine_steps(f.machine);
    for (int64_t most = steps - 1; most <= steps + 1; most++) {
        compile(&f, program);
        star_machine_bound(f.machine, most, 0);
        star_machine_begin(f.machine, f.program, NULL, NULL);
        while (star_machine_advance(f.machine, 1000))
            ;
        assert_int_equal(star_machine_end(f.machine),
                         most < steps ? STAR_STEPS : STAR_OK);
    }
}

/* Between the pieces the variables can be read; then the run is stopped. */
TEST(a_run_ends_between_its_pieces) {
    run_scope(f);
    compile(&f, "program p; var n: integer;\n"
                "begin n := 0; writeln('on'); while true do n := n + 1 end.");
    star_machine_begin(f.machine, f.program, NULL, NULL);
    for (int64_t before = -1, now; before < 1000; before = now) {
        assert_true(star_machine_advance(f.machine, 100));
        now = star_machine_globals(f.machine)[0].i;
        assert_true(now > before);
    }
    assert_int_equal(star_machine_end(f.machine), STAR_INTERRUPTED);
    assert_string_equal(f.out.text, "on\n");
    assert_int_equal(star_machine_report(f.machine)->status, STAR_INTERRUPTED);
    assert_false(star_machine_advance(f.machine, 100));
    compile(&f, program);
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_OK);
}

TEST(a_run_may_fail_in_a_piece) {
    run_scope(f);
    compile(&f, "program p; var n: integer;\n"
                "begin n := 1000; while true do\n"
                "begin n := n - 1; writeln(1 div n) end end.");
    star_machine_begin(f.machine, f.program, NULL, NULL);
    while (star_machine_advance(f.machine, 50))
        ;
    assert_int_equal(star_machine_end(f.machine), STAR_DIVISION);
    assert_string_equal(star_machine_report(f.machine)->text,
                        "'div': division by zero");
}

TEST(entries_run_in_pieces) {
    const StarCompileOptions options = {.count = true};
    static const char loop[] =
        "var n: integer; n := 0; while true do n := n + 1";
    run_scope(f);
    StarSession *s = star_session_new(f.machine, &options, false);
    assert_non_null(s);
    assert_int_equal(star_session_begin(s, "a", loop, strlen(loop)), STAR_OK);
    for (int k = 0; k < 10; k++)
        assert_true(star_session_advance(s, 100));
    assert_int_equal(star_session_end(s), STAR_INTERRUPTED);
    assert_int_equal(star_session_enter(s, "b", "writeln(n > 100)", 16),
                     STAR_OK);
    assert_string_equal(f.out.text, "true\n");
    assert_int_equal(star_session_begin(s, "c", "n := ;", 6), STAR_OPERAND);
    star_session_free(s);
}

TEST_MAIN
