/* SPDX-License-Identifier: MIT */
/* A run that is stepped through without a terminal. */
#include <stdio.h>

#include "machine_test.h"
#include "tools/debug/debug_parts.h"

static const StarCompileOptions stepping = {
    .plain = true, .bodies = true, .count = true, .watched = true};

/* Line 4 sets a bit of X, line 8 gives X to ONE, which has a slice too. */
static const char text[] = "program p;\n"                   /* 1 */
                           "var i: integer; X: slice(4);\n" /* 2 */
                           "proc ONE(k: integer; var Y: slice);\n"
                           "begin Y(k) := 1 end;\n" /* 4 */
                           "begin\n"                /* 5 */
                           "  CLR(X);\n"            /* 6 */
                           "  for i := 1 to 4 do\n" /* 7 */
                           "    ONE(i, X);\n"       /* 8 */
                           "  CLR(X)\n"             /* 9 */
                           "end.\n";

typedef struct Run {
    StarHistory *history;
    StarProgram *program;
    Debug debug;
} Run;

/* Asks to stop when it is shown anything. */
static bool stop_it(void *context, const char *out, size_t length) {
    const Run *r = context;
    (void)out, (void)length;
    star_machine_stop(star_history_machine(r->history), STAR_INTERRUPTED);
    return true;
}

static void begin_with(Run *r, const char *program) {
    const StarOptions options = {.write = stop_it, .context = r};
    StarError error;
    r->history = star_history_new(&options, (size_t)1 << 26, &error);
    assert_non_null(r->history);
    StarMachine *m = star_history_machine(r->history);
    r->program =
        star_test_compile(star_machine_backend(m)->mem, &stepping, program);
    assert_int_equal(star_history_begin(r->history, r->program, NULL, NULL),
                     STAR_OK);
    debug_open(&r->debug, r->history, r->program);
}

static void begin(Run *r) {
    begin_with(r, text);
}

static void end(Run *r) {
    debug_close(&r->debug);
    assert_int_equal(r->debug.mem.used, 0);
    star_history_end(r->history);
    star_program_free(r->program);
    star_history_free(r->history);
}

static int line(const Run *r) {
    return star_source_place(&r->program->sources, debug_span(&r->debug)).row;
}

static int64_t steps(const Run *r) {
    return star_history_now(r->history)->steps;
}

/* The value of a variable or part as an integer. */
static int64_t value(Run *r, const char *name) {
    const char *wrong;
    DebugPlace place;
    StarVariable v;
    if (!debug_find(&r->debug, name, &place, &v, &wrong))
        fail_msg("%s: %s", name, wrong);
    return v.value.i;
}

TEST(forward_and_back_meet) {
    int64_t seen[100];
    int n = 0;
    Run r;
    begin(&r);
    for (; star_history_now(r.history)->when == STAR_PAUSED; n++) {
        seen[n] = steps(&r);
        assert_int_equal(debug_step(&r.debug, 1), 0);
    }
    assert_true(n > 10);
    assert_int_equal(star_history_now(r.history)->when, STAR_ENDED);
    while (n-- > 0) {
        assert_int_equal(debug_back(&r.debug, 1), 0);
        assert_int_equal(steps(&r), seen[n]);
    }
    assert_int_equal(debug_back(&r.debug, 1), DEBUG_NOTHING);
    assert_int_equal(debug_step(&r.debug, 3), 0);
    assert_int_equal(steps(&r), seen[3]);
    assert_int_equal(debug_back(&r.debug, 3), 0);
    assert_int_equal(steps(&r), seen[0]);
    assert_int_equal(debug_go(&r.debug, seen[5]), 0);
    assert_int_equal(steps(&r), seen[5]);
    end(&r);
}

TEST(calls_are_entered_left_and_passed) {
    Run r;
    begin(&r);
    assert_int_equal(debug_to(&r.debug, 8), 0);
    assert_int_equal(line(&r), 8);
    assert_int_equal(debug_step(&r.debug, 1), 0);
    assert_int_equal(line(&r), 4);
    assert_int_equal(star_history_depth(r.history), 2);
    assert_int_equal(value(&r, "k"), 1);
    assert_int_equal(debug_out(&r.debug, 1), 0);
    assert_int_equal(star_history_depth(r.history), 1);
    assert_int_equal(value(&r, "X(1)"), 1);
    assert_int_equal(debug_to(&r.debug, 8), 0);
    assert_int_equal(debug_next(&r.debug, 1), 0);
    assert_int_equal(star_history_depth(r.history), 1);
    assert_int_equal(value(&r, "X(2)"), 1);
    assert_int_equal(debug_back_out(&r.debug, 1), 0);
    assert_int_equal(line(&r), 8);
    assert_int_equal(value(&r, "X(2)"), 0);
    end(&r);
}

TEST(breakpoints_and_conditions) {
    const char *wrong;
    Run r;
    begin(&r);
    assert_int_equal(debug_break(&r.debug, 0, 3, "k = 3", &wrong), DEBUG_SET);
    assert_int_equal(r.debug.point[0].line, 4);
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(line(&r), 4);
    assert_int_equal(value(&r, "k"), 3);
    assert_int_equal(debug_back_out(&r.debug, 0), DEBUG_NOTHING);
    assert_int_equal(value(&r, "k"), 3);
    debug_delete(&r.debug, 1);
    assert_int_equal(debug_break(&r.debug, 0, 4, NULL, &wrong), DEBUG_SET);
    assert_int_equal(debug_back_out(&r.debug, 0), 0);
    assert_int_equal(value(&r, "k"), 2);
    assert_int_equal(debug_break(&r.debug, 0, 99, NULL, &wrong),
                     DEBUG_NO_STATEMENT);
    assert_int_equal(debug_break(&r.debug, 0, 4, "q = 1", &wrong),
                     DEBUG_NO_CONDITION);
    assert_string_equal(wrong, "there is no such variable there");
    assert_int_equal(debug_break(&r.debug, 0, 4, "k = 'x'", &wrong),
                     DEBUG_NO_CONDITION);
    while (r.debug.points < DEBUG_BREAKS)
        assert_int_equal(debug_break(&r.debug, 0, 4, NULL, &wrong), DEBUG_SET);
    assert_int_equal(debug_break(&r.debug, 0, 4, NULL, &wrong), DEBUG_FULL);
    debug_delete(&r.debug, DEBUG_BREAKS);
    assert_int_equal(debug_break(&r.debug, 0, 9, NULL, &wrong), DEBUG_SET);
    assert_int_equal(r.debug.point[DEBUG_BREAKS - 1].line, 9);
    assert_true(debug_holds(&r.debug, "X(1) = 1", &wrong));
    assert_false(debug_holds(&r.debug, "X(4) = 1", &wrong));
    r.debug.points = 0;
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(star_history_now(r.history)->when, STAR_ENDED);
    end(&r);
}

TEST(a_run_stops_where_a_bit_changes) {
    const char *wrong;
    DebugPlace place;
    StarVariable v;
    Run r;
    begin(&r);
    assert_int_equal(debug_to(&r.debug, 7), 0);
    assert_true(debug_find(&r.debug, "X(3)", &place, &v, &wrong));
    assert_int_equal(debug_until(&r.debug, &place, &v), 0);
    assert_int_equal(value(&r, "X(3)"), 1);
    assert_int_equal(value(&r, "X(4)"), 0);
    assert_int_equal(debug_to(&r.debug, 4), 0);
    assert_true(debug_find(&r.debug, "k", &place, &v, &wrong));
    assert_int_equal(debug_until(&r.debug, &place, &v), DEBUG_GONE);
    assert_false(debug_find(&r.debug, "q", &place, &v, &wrong));
    assert_false(debug_find(&r.debug, "X(3) + 1", &place, &v, &wrong));
    end(&r);
}

static void break_data(Run *r, const char *name) {
    const char *wrong;
    DebugPlace place;
    StarVariable v;
    if (!debug_find(&r->debug, name, &place, &v, &wrong))
        fail_msg("%s: %s", name, wrong);
    assert_true(debug_break_data(&r->debug, &place));
}

/* Forward it ends behind the statement that writes, backward before it; a
 * variable of a call that has come or gone is another value. */
TEST(a_data_breakpoint_finds_the_statement_that_wrote) {
    Run r;
    begin(&r);
    assert_int_equal(debug_to(&r.debug, 7), 0);
    break_data(&r, "X(3)");
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(r.debug.hit, -1);
    assert_int_equal(value(&r, "X(3)"), 1);
    assert_int_equal(value(&r, "X(4)"), 0);
    assert_int_equal(debug_back_out(&r.debug, 0), 0);
    assert_int_equal(r.debug.hit, -1);
    assert_int_equal(line(&r), 4);
    assert_int_equal(value(&r, "k"), 3);
    assert_int_equal(value(&r, "X(3)"), 0);
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(debug_out(&r.debug, 0), 0); /* line 9 clears it */
    assert_int_equal(star_history_now(r.history)->when, STAR_ENDED);
    assert_int_equal(r.debug.hit, 0);
    assert_int_equal(debug_back_out(&r.debug, 0), 0);
    assert_int_equal(line(&r), 9);
    /* A way over a call ends in it where the data changes. */
    r.debug.datas = 0;
    assert_int_equal(debug_go(&r.debug, 0), 0);
    assert_int_equal(debug_to(&r.debug, 8), 0);
    break_data(&r, "X(2)");
    break_data(&r, "X(1)");
    assert_int_equal(debug_next(&r.debug, 1), 0);
    assert_int_equal(r.debug.hit, -2);
    r.debug.datas = 0;
    assert_int_equal(debug_to(&r.debug, 4), 0);
    break_data(&r, "k");
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(r.debug.hit, -1);
    assert_int_equal(star_history_depth(r.history), 1);
    while (r.debug.datas < DEBUG_DATA)
        r.debug.data[r.debug.datas++] = r.debug.data[0];
    assert_false(debug_break_data(&r.debug, &r.debug.data[0].place));
    end(&r);
}

TEST(rows_columns_and_pointers_are_places) {
    const char *wrong;
    Run r;
    begin_with(&r, "program p;\n"
                   "type link = ^item; item = record n: integer; next: link "
                   "end;\n"
                   "var T: table(3, 70); X: slice(3); w: word(70);\n"
                   "    a: array[1..2] of link; q: ^integer;\n"
                   "begin\n"
                   "  SET(w); ROW(2, T) := w; SET(X);\n" /* 6 */
                   "  COL(69, T) := X;\n"                /* 7 */
                   "  new(a[2]); a[2]^.next := nil;\n"   /* 8 */
                   "  a[2]^.n := 5; new(q); q^ := 7;\n"  /* 9 */
                   "  T := T\n"                          /* 10 */
                   "end.\n");
    assert_int_equal(debug_to(&r.debug, 7), 0);
    assert_int_equal(value(&r, "ROW(2, T)(70)"), 1);
    assert_int_equal(value(&r, "row(1, T)(69)"), 0);
    assert_int_equal(value(&r, "COL(69, T)(2)"), 1);
    break_data(&r, "COL(69, T)");
    break_data(&r, "COL(70, T)");
    break_data(&r, "ROW(3,T)");
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(r.debug.hit, -1);
    assert_int_equal(line(&r), 8);
    assert_int_equal(value(&r, "ROW(3, T)(69)"), 1);
    assert_true(debug_holds(&r.debug, "COL(69, T) = '111'", &wrong));
    r.debug.datas = 0;
    assert_int_equal(debug_to(&r.debug, 9), 0);
    break_data(&r, "a[2]^.n");
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(value(&r, "a[2]^.n"), 5);
    r.debug.datas = 0;
    assert_int_equal(debug_break(&r.debug, 0, 10, "ROW(3, T)(69) = 1", &wrong),
                     DEBUG_SET);
    assert_int_equal(debug_break(&r.debug, 0, 10, "a[2]^.n = 6", &wrong),
                     DEBUG_SET);
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(r.debug.hit, 1);
    assert_int_equal(value(&r, "q^"), 7);
    DebugPlace place;
    StarVariable v;
    static const char *const none[] = {
        "ROW(4, T)",     "ROW(2, X)", "COL(71, T)", "a[1]^.n",
        "a[2]^.next^.n", "X^",        "ROW(1, T",   "ROW(1, T]"};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        if (debug_find(&r.debug, none[k], &place, &v, &wrong))
            fail_msg("%s was found", none[k]);
    static const char *const unfit[] = {"ROW(1, X) = '1'", "X^ = 1",
                                        "ROW(1, T] = '1'"};
    for (size_t k = 0; k < sizeof unfit / sizeof *unfit; k++)
        assert_int_equal(debug_break(&r.debug, 0, 10, unfit[k], &wrong),
                         DEBUG_NO_CONDITION);
    end(&r);
}

/* Names of what changed, with + for a parameter of a new call. */
static void note(void *context, const StarVariable *v,
                 const StarInspection *was, const StarInspection *now) {
    StarTestText *t = context;
    assert_non_null(now);
    star_test_sink(t, was == NULL ? "+" : " ", 1);
    star_test_sink(t, v->name, strlen(v->name));
}

static void assert_changes(Run *r, const char *wanted) {
    static StarTestText t;
    t.length = 0;
    t.text[0] = '\0';
    debug_changes(&r->debug, note, &t);
    assert_string_equal(t.text, wanted);
}

TEST(changes_are_told_once) {
    StarPanel panel[4];
    Run r;
    begin(&r);
    assert_changes(&r, "");
    debug_to(&r.debug, 8);
    assert_changes(&r, " i");
    assert_changes(&r, "");
    debug_step(&r.debug, 1);
    assert_changes(&r, "+k+Y");
    /* Y is X: it is there once. */
    assert_int_equal(debug_memory(&r.debug, panel, 4), 1);
    assert_string_equal(panel[0].name, "Y");
    debug_out(&r.debug, 1);
    assert_changes(&r, " i X");
    debug_back_out(&r.debug, 1);
    end(&r);
}

/* A stop within a statement leads to its beginning. */
TEST(a_stop_is_settled) {
    Run r;
    begin_with(&r, "program p; var i: integer;\n"
                   "begin i := 0; while true do begin i := i + 1; writeln(i) "
                   "end end.");
    assert_false(debug_settle(&r.debug));
    assert_int_equal(debug_out(&r.debug, 0), 0);
    assert_int_equal(star_history_now(r.history)->when, STAR_CUT);
    assert_true(debug_settle(&r.debug));
    assert_int_equal(star_history_now(r.history)->when, STAR_PAUSED);
    assert_false(debug_settle(&r.debug));
    end(&r);
}

TEST(files_are_a_wall) {
    Run r;
    begin_with(&r,
               "program p; var f: file of integer; i: integer;\n"
               "begin i := 1; rewrite(f); i := 2; write(f, i); i := 3 end.");
    assert_int_equal(debug_step(&r.debug, 4), 0);
    assert_true(star_history_first(r.history) > 0);
    assert_int_equal(debug_go(&r.debug, 0), DEBUG_WALL);
    assert_int_equal(steps(&r), star_history_first(r.history));
    assert_int_equal(debug_back(&r.debug, 1), DEBUG_NOTHING);
    end(&r);
}

TEST(results_of_functions_are_no_variables) {
    int found = 0;
    Run r;
    begin_with(&r, "program p; var i: integer;\n"
                   "function F(n: integer): integer; begin F := n + 1 end;\n"
                   "begin i := F(1) end.");
    assert_int_equal(debug_step(&r.debug, 1), 0);
    const StarView view = star_history_frame(r.history, 1);
    for (unsigned k = 0; k < view.proc->cells; k++) {
        StarVariable v;
        if (debug_variable(&view, k, &v)) {
            assert_string_equal(v.name, "n");
            found++;
        }
    }
    assert_int_equal(found, 1);
    end(&r);
}

TEST_MAIN
