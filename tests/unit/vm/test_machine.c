/* SPDX-License-Identifier: MIT */
/* Machines as an embedder uses them: compile, run, call, faults. */
#include "run_test.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Running ---- */

TEST(output_and_input) {
    run_scope(f);
    f.in = "20 22\n";
    run_prints(&f,
               "program p; var a, b: integer;\n"
               "begin read(a, b); writeln(a + b); writeln(eof, eoln) end.",
               "42\nfalsetrue\n");
    run_prints(&f,
               "program p; uses unit; var n: integer;\n"
               "begin twice(21, n); writeln(n) end.",
               "42\n");
}

TEST(output_may_go_nowhere) {
    RunTest f = {.in = ""};
    const StarOptions options = {0};
    StarError error;
    f.machine = star_machine_new(&options, &error);
    assert_non_null(f.machine);
    assert_int_equal(run_text(&f,
                              "program p; var i: integer; begin\n"
                              "for i := 1 to 10000 do writeln(i, eof) end."),
                     STAR_OK);
    assert_int_equal(run_text(&f, "program p; var i: integer;\n"
                                  "begin read(i) end."),
                     STAR_ENDINPUT);
    run_close(&f);
}

TEST(failing_output_ends_the_run) {
    static const char text[] =
        "program p; var i: integer; begin\n"
        "for i := 1 to 100000 do writeln(i); i := 1 div (i - i) end.";
    run_scope(f);
    f.fail_at = 3;
    assert_int_equal(run_text(&f, text), STAR_WRITE);
    assert_true(f.calls <= 4);
    const StarReport *r = star_machine_report(f.machine);
    assert_int_equal(r->status, STAR_WRITE);
    assert_string_equal(r->text, "the output cannot be written");
    /* Also what is sent only at the end. */
    f.calls = 0;
    f.fail_at = 1;
    assert_int_equal(run_text(&f, "program p; begin write(1) end."),
                     STAR_WRITE);
    assert_int_equal(star_machine_report(f.machine)->status, STAR_WRITE);
    f.fail_at = 0;
    run_prints(&f, "program p; begin write(2) end.", "2");
}

TEST(a_report_has_a_place_and_the_calls) {
    run_scope(f);
    assert_int_equal(run_text(&f, "program p; var n: integer;\n"
                                  "proc q(n: integer);\n"
                                  "begin if n = 0 then n := 1 div n; q(n - 1)\n"
                                  "end;\n"
                                  "begin write('before'); n := 2; q(n) end."),
                     STAR_DIVISION);
    assert_string_equal(f.out.text, "before");
    const StarReport *r = star_machine_report(f.machine);
    assert_true(r->placed);
    StarPlace place = star_source_place(&f.program->sources, r->span);
    assert_int_equal(place.row, 3);
    assert_int_equal(r->notes, 3);
    assert_string_equal(r->note[0].text, "'q' was called here");
    place = star_source_place(&f.program->sources, r->note[2].span);
    assert_int_equal(place.row, 5);
    /* Nothing of a failed run is left for the next. */
    run_prints(&f, "program p; begin write('after') end.", "after");
    assert_int_equal(star_machine_report(f.machine)->status, STAR_OK);
}

TEST(long_chains_of_calls_are_shortened) {
    run_scope(f);
    assert_int_equal(run_text(&f, "program p; proc q(n: integer);\n"
                                  "begin if n = 1 then n := n div (n - 1)\n"
                                  "else q(n - 1) end; begin q(1000) end."),
                     STAR_DIVISION);
    const StarReport *r = star_machine_report(f.machine);
    assert_true(r->notes > 4 && r->notes < STAR_MAX_NOTES);
    int left_out = 0, more = 0;
    for (int i = 0; i < r->notes; i++)
        left_out += sscanf(r->note[i].text, "... and %d more calls", &more);
    assert_int_equal(left_out, 1);
    assert_int_equal(more + r->notes - 1, 1000);
}

TEST(a_bad_program_is_refused) {
    run_scope(f);
    assert_true(run_compile(&f, "program p; begin end."));
    f.program->code[0].op = STAR_OP_COUNT;
    f.program->verified = false;
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_BYTECODE);
    const StarReport *r = star_machine_report(f.machine);
    assert_false(r->placed);
    assert_int_equal(star_status_exit(r->status), 70);
}

TEST(a_procedure_may_be_too_big) {
    enum { VARIABLES = 70000 };
    char *text = malloc(VARIABLES * 8 + 100), *at = text;
    run_scope(f);
    at += sprintf(at, "program p; var a0");
    for (int i = 1; i < VARIABLES; i++)
        at += sprintf(at, ",a%d", i);
    sprintf(at, ": integer; begin a0 := 1; writeln(a0) end.");
    assert_true(run_compile(&f, text));
    assert_int_equal(f.program->errors, 1);
    assert_int_equal(f.program->report[0].status, STAR_TOOBIG);
    assert_string_equal(f.program->report[0].text,
                        "this program has too many variables and "
                        "temporaries");
    free(text);
}

/* A program that repeats a statement, in memory to be freed. */
static char *repeated(int times, const char *statement) {
    char *text = malloc((size_t)times * strlen(statement) + 100), *at = text;
    assert_non_null(text);
    at += sprintf(at, "program p; var X, Y, Z: slice(3); i, n: integer;\n"
                      "begin X := '101'; n := 0;\n");
    for (int k = 0; k < times; k++)
        at += sprintf(at, "%s", statement);
    sprintf(at, "write(X, n:2) end.");
    return text;
}

/* Numbers of plans have 16 bits, of which loops leave a half to expressions. */
TEST(a_program_may_have_too_many_expressions) {
    char *text = repeated(UINT16_MAX + 1, "X := X and Y or Z;\n");
    run_scope(f);
    assert_true(run_compile(&f, text));
    assert_int_equal(f.program->errors, 1);
    assert_int_equal(f.program->report[0].status, STAR_TOOBIG);
    free(text);
}

TEST(loops_beyond_the_limit_run_unfused) {
    char *text = repeated(UINT16_MAX / 2 + 2,
                          "while SOME(X) do begin i := STEP(X); if Y(i) "
                          "= 0 then n := n + 1 end;\n");
    run_scope(f);
    run_prints(&f, text, "000 2");
    assert_int_equal(f.program->plans, UINT16_MAX / 2);
    free(text);
}

/* ---- Calls ---- */

TEST(a_procedure_is_called) {
    run_scope(f);
    StarBackend *be = star_machine_backend(f.machine);
    assert_true(run_compile(
        &f, "program p; var k: integer;\n"
            "proc q(n: integer; x: real; X_: slice; var m: integer;\n"
            "       var Y: slice);\n"
            "begin m := n + m; writeln(x:1:2); Y := not X_; CLR(X_) end;\n"
            "function f(n: integer): integer; begin f := n end;\n"
            "begin k := 0; writeln('not run') end."));
    assert_int_equal(f.program->errors, 0);
    const StarProc *q = star_program_find(f.program, "Q");
    assert_non_null(q);
    assert_null(star_program_find(f.program, "p"));
    assert_true(star_program_find(f.program, "f")->function);
    assert_int_equal(q->params, 5);
    assert_int_equal(q->param[2].type->kind, STAR_TYPE_SLICE);
    assert_true(q->param[3].var);
    StarBits *x = star_bits_new(be, STAR_UNSIZED);
    StarBits *y = star_bits_new(be, STAR_UNSIZED);
    assert_int_equal(star_bits_size(be, x, 3), STAR_OK);
    x->word[0] = 5;
    StarCell m = {.i = 2};
    const StarCell args[] = {
        {.i = 40}, {.r = 1.5}, {.bits = x}, {.ref = &m}, {.bits = y}};
    for (int again = 0; again < 3; again++)
        assert_int_equal(star_machine_call(f.machine, f.program, q, args),
                         STAR_OK);
    assert_string_equal(f.out.text, "1.50\n1.50\n1.50\n");
    assert_int_equal(m.i, 122);
    assert_line(x, "101"); /* a value parameter is a copy */
    assert_line(y, "010");
    star_object_free(be, &x->head);
    star_object_free(be, &y->head);
}

TEST(own_procedures_hide_those_of_units) {
    RunTest f;
    run_open(&f);
    assert_true(run_compile(&f, "uses unit; proc other; begin end;\n"
                                "proc Twice(n: integer);\n"
                                "begin writeln(n) end;"));
    assert_int_equal(f.program->errors, 0);
    assert_int_equal(star_program_find(f.program, "TWICE")->params, 1);
    run_close(&f);
    run_open(&f);
    assert_true(run_compile(&f, "uses unit; proc other; begin end;"));
    assert_int_equal(star_program_find(f.program, "twice")->params, 2);
    assert_null(star_program_find(f.program, "thrice"));
    run_close(&f);
}

TEST(a_failed_call_says_where) {
    run_scope(f);
    assert_true(run_compile(&f, "proc q(n: integer); begin n := 1 div n end;\n"
                                "proc r(n: integer); begin q(n) end;"));
    const StarCell args[] = {{.i = 0}};
    assert_int_equal(star_machine_call(f.machine, f.program,
                                       star_program_find(f.program, "r"), args),
                     STAR_DIVISION);
    const StarReport *r = star_machine_report(f.machine);
    assert_true(r->placed);
    assert_int_equal(r->notes, 1); /* no statement called r */
}

TEST(units_may_need_more_memory) {
    run_scope(f);
    assert_false(run_compile(&f, "program p; uses great; begin end."));
    assert_true(run_compile(&f, "program p; uses none; begin end."));
    assert_int_equal(f.program->errors, 1);
}

TEST(parameters_are_described) {
    run_scope(f);
    assert_true(run_compile(
        &f, "type c = (red, green, blue); a = array[c] of 1..9;\n"
            "e = green..blue; m = array[0..1, 0..1] of real;\n"
            "b = array[-1..1] of c; d = 0..5; f = 3..5; s = single;\n"
            "proc q(_a: a; _e: e; _m: m; _b: b;\n"
            "       _d: array [l1..h1: d; l2..h2: f] of s);\n"
            "begin end;"));
    assert_int_equal(f.program->errors, 0);
    const StarParam *p = star_program_find(f.program, "q")->param;
    assert_int_equal(p[0].type->kind, STAR_TYPE_ARRAY);
    assert_int_equal(p[0].of->kind, STAR_TYPE_INTEGER);
    assert_int_equal(p[0].of->low, 1);
    assert_int_equal(p[0].of->high, 9);
    assert_int_equal(p[0].dim[0].low, 0);
    assert_int_equal(p[0].dim[0].count, 3);
    assert_int_equal(p[1].type->kind, STAR_TYPE_ENUM);
    assert_int_equal(p[1].of->kind, STAR_TYPE_ENUM);
    assert_int_equal(p[1].of->low, 1);
    assert_string_equal(p[1].of->names[2], "blue");
    assert_int_equal(p[2].of->kind, STAR_TYPE_REAL);
    assert_int_equal(p[2].dims, 2);
    assert_int_equal(p[2].open, 0);
    assert_int_equal(p[2].dim[1].count, 2);
    assert_int_equal(p[3].of->kind, STAR_TYPE_ENUM);
    assert_int_equal(p[3].dim[0].low, -1);
    assert_string_equal(p[3].of->names[0], "red");
    assert_int_equal(p[4].dims, 2);
    assert_int_equal(p[4].open, 2);
    assert_int_equal(p[4].dim[0].low, 1);
    assert_int_equal(p[4].dim[1].low, 3);
    assert_true(p[4].of->single && !p[4].number);
}

/* ---- Several machines ---- */

TEST(machines_do_not_disturb_each_other) {
    enum { MACHINES = 4 };
    RunTest f[MACHINES];
    char text[100], wanted[20];
    for (int i = 0; i < MACHINES; i++) {
        run_open(&f[i]);
        snprintf(text, sizeof text,
                 "program p; var X: slice(%d); begin X(1) := 1;\n"
                 "writeln(not X) end.",
                 i + 2);
        assert_true(run_compile(&f[i], text));
    }
    for (int again = 0; again < 2; again++)
        for (int i = MACHINES - 1; i >= 0; i--)
            assert_int_equal(star_machine_run(f[i].machine, f[i].program),
                             STAR_OK);
    for (int i = 0; i < MACHINES; i++) {
        snprintf(wanted, sizeof wanted, "0%.*s\n0%.*s\n", i + 1, "11111", i + 1,
                 "11111");
        assert_string_equal(f[i].out.text, wanted);
        run_close(&f[i]);
    }
}

TEST_MAIN
