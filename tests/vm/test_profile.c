/* What a profile counts: small programs of each kind of operation, by hand;
 * WARSHALL beside a count made in C. */
#include <stdio.h>

#include "machine_test.h"
#include "profile.h"
#include "table.h"

static StarMachine *profiled(void) {
    StarMachine *m = star_test_machine(&(StarOptions){0});
    assert_int_equal(star_machine_profile(m, true), STAR_OK);
    return m;
}

static StarProgram *compile(StarMachine *m, bool loops, const char *text) {
    const StarCompileOptions how = {.plain = !loops, .bodies = !loops};
    return star_test_compile(star_machine_backend(m), &how, text);
}

/* Of the statements alone: what one run counts beyond another. */
static StarCount count(const char *text) {
    StarMachine *m = profiled();
    StarProgram *p = compile(m, false, text);
    if (star_machine_run(m, p) != STAR_OK)
        fail_msg("%s", star_machine_report(m)->text);
    StarCount c = star_machine_count(m);
    star_program_free(p);
    star_machine_free(m);
    return c;
}

static void each_kind(void **state) {
    static const struct {
        const char *statements;
        int operations, bits;
    } row[] = {
        {"", 0, 0},
        {"i := 1; b := i = 2", 0, 0},
        {"SET(X)", 1, 100},
        {"X := Y", 1, 200},
        {"X := Y and Z", 1, 300},
        {"X := Y or not Z", 2, 300},
        {"X := Y and not Z", 2, 300},
        {"X := not Y", 1, 200},
        {"X := (Y or Z) xor (Y and not X)", 4, 400},
        {"X(1) := 1", 1, 1},
        {"i := X(100)", 1, 1},
        {"i := FND(X)", 1, 100},
        {"i := STEP(X)", 1, 100},
        {"i := NUMB(X)", 1, 100},
        {"b := SOME(X)", 1, 100},
        {"if ZERO(X) then i := 1", 1, 100},
        {"b := X = Y", 1, 200},
        {"i := LENGTH(X) + LENGTH(T) + SIZE(T)", 0, 0},
        {"w := ROW(1, T)", 1, 60},
        {"X := COL(1, T)", 1, 200},
        {"ROW(1, T) := w", 1, 60},
        {"COL(1, T) := X", 1, 200},
        {"U := T", 30, 6000},
        {"V := ADJ(X, T)", 31, 6200},
        {"s := TRIM(1, 10, w)", 1, 40},
        {"X := MASK(Y, 1, 2)", 1, 200},
        {"for i := 1 to 10 do CLR(X)", 10, 1000},
        {NULL, -1, 0},
    };
    (void)state;
    for (int k = 0; row[k].operations >= 0; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "program p; var X, Y, Z: slice(100); w: word(30); s: word;\n"
                 "  T, U: table(100, 30); V: table; i: integer; b: boolean;\n"
                 "begin %s end.",
                 row[k].statements);
        const StarCount c = count(text);
        if (c.operations != row[k].operations || c.bits != row[k].bits)
            fail_msg("%s: expected %d operations, %d bits; found %lld, %lld",
                     row[k].statements, row[k].operations, row[k].bits,
                     (long long)c.operations, (long long)c.bits);
        assert_true(c.runs > 0 && c.ticks > 0);
    }
}

/* ---- WARSHALL ---- */

enum { MOST = 70 };

static const char warshall[] = "proc WARSHALL(n: integer; var P: table);\n"
                               "  var X: slice(P); v,w: word; i,k: integer;\n"
                               "begin for k:=1 to n do\n"
                               "  begin\n"
                               "    x := COL(k,P);\n"
                               "    w := ROW(k,P);\n"
                               "    while SOME(X) do\n"
                               "      begin\n"
                               "        i := STEP(X);\n"
                               "        v := ROW(i,P);\n"
                               "        v := v or w;\n"
                               "        ROW(i,P) := v;\n"
                               "      end;\n"
                               "  end;\n"
                               "end;\n";

/* Closes a graph, a byte for each arc, and returns how many arcs (i, k) the
 * growing closure has when k comes: a round of the inner loop each. */
static int64_t arcs_of(bool arc[MOST][MOST], int n) {
    int64_t rounds = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            rounds += arc[i][k];
            for (int j = 0; arc[i][k] && j < n; j++)
                arc[i][j] |= arc[k][j];
        }
    return rounds;
}

static StarTable *table_of(StarBackend *be, bool arc[MOST][MOST], int n) {
    StarTable *t = star_table_new(be, STAR_UNSIZED);
    assert_non_null(t);
    assert_int_equal(star_table_shape(be, t, n, n, STAR_ROWS), STAR_OK);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            star_table_line(be, t, STAR_ROWS, i)[j / 64] |= (uint64_t)arc[i][j]
                                                            << j % 64;
    return t;
}

/* For each k COL, ROW and a last SOME; for each arc SOME, STEP, ROW, or and
 * ROW := . */
static void warshall_runs_its_loop_for_each_arc(void **state) {
    static bool arc[MOST][MOST];
    StarTest random;
    StarMachine *m = profiled();
    StarBackend *be = star_machine_backend(m);
    StarProgram *p = compile(m, false, warshall);
    (void)state;
    star_test_open(&random, STAR_ISA_BEST);
    for (int n = 1; n <= MOST; n += 23)
        for (int percent = 0; percent <= 20; percent += 5) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    arc[i][j] = star_random(&random, 100) < percent;
            StarTable *t = table_of(be, arc, n);
            const StarCell args[] = {{.i = n}, {.table = t}};
            const StarProc *proc = star_program_find(p, "WARSHALL");
            assert_int_equal(star_machine_call(m, p, proc, args), STAR_OK);
            const StarCount c = star_machine_count(m);
            const int64_t rounds = arcs_of(arc, n);
            assert_int_equal(c.operations, 3 * n + 5 * rounds);
            assert_int_equal(c.bits, n * (5 * n + 9 * rounds));
            star_object_free(be, &t->head);
        }
    star_test_close(&random);
    star_program_free(p);
    star_machine_free(m);
}

/* ---- Machines that are profiled ---- */

static void run(StarMachine *m, StarProgram *p, StarStatus status) {
    assert_int_equal(star_machine_run(m, p), status);
}

static void counts_are_of_the_last_run(void **state) {
    StarMachine *m = profiled();
    StarProgram *two = compile(m, false,
                               "program p; var X: slice(9);\n"
                               "begin SET(X); CLR(X) end.");
    StarProgram *one = compile(m, false,
                               "program p; var X: slice(9); i: integer;\n"
                               "begin SET(X); i := 0; i := 1 div i; CLR(X)\n"
                               "end.");
    (void)state;
    assert_int_equal(star_machine_count(m).operations, 0);
    run(m, two, STAR_OK);
    run(m, two, STAR_OK);
    assert_int_equal(star_machine_count(m).operations, 2);
    run(m, one, STAR_DIVISION);
    assert_int_equal(star_machine_count(m).operations, 1);
    assert_int_equal(star_machine_profile(m, false), STAR_OK);
    run(m, two, STAR_OK);
    assert_int_equal(star_machine_count(m).operations, 0);
    assert_int_equal(star_machine_profile(m, true), STAR_OK);
    run(m, two, STAR_OK);
    assert_int_equal(star_machine_count(m).operations, 2);
    star_program_free(two);
    star_program_free(one);
    star_machine_free(m);
}

/* Calls, recursion, a goto out of calls, a library's body and its kernel. */
static void calls(void **state) {
    static const char text[] =
        "program p; uses basic; label 1; var X: slice(8); T: table(8, 3);\n"
        "  w: word(3); n: integer;\n"
        "function f(n: integer): integer;\n"
        "begin SET(X); if n > 0 then f := f(n - 1) else f := NUMB(X) end;\n"
        "procedure leave(n: integer);\n"
        "begin CLR(X); if n = 0 then goto 1; leave(n - 1) end;\n"
        "begin\n"
        "  n := f(20); leave(30); SET(X);\n"
        "1: SET(X); MATCH(T, X, w, X)\n"
        "end.";
    StarMachine *m = profiled();
    StarProgram *bodies = compile(m, false, text);
    StarProgram *kernels = compile(m, true, text);
    (void)state;
    run(m, kernels, STAR_OK);
    assert_int_equal(star_machine_count(m).operations, 21 + 1 + 31 + 1 + 3);
    run(m, bodies, STAR_OK);
    assert_true(star_machine_count(m).operations > 21 + 1 + 31 + 1 + 3);
    star_program_free(bodies);
    star_program_free(kernels);
    star_machine_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind),
        cmocka_unit_test(warshall_runs_its_loop_for_each_arc),
        cmocka_unit_test(counts_are_of_the_last_run),
        cmocka_unit_test(calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
