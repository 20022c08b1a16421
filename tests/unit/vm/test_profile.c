/* SPDX-License-Identifier: MIT */
/* The counts of a profile: small programs of each kind of operation, by hand;
 * WARSHALL beside a count made in C. */
#include <stdio.h>

#include "machine_test.h"
#include "debug/profile.h"
#include "values/table.h"

static StarMachine *profiled(void) {
    StarMachine *m = star_test_machine(&(StarOptions){0});
    assert_int_equal(star_machine_profile(m, true), STAR_OK);
    return m;
}

static StarProgram *compile(StarMachine *m, bool loops, const char *text) {
    const StarCompileOptions how = {.plain = !loops, .bodies = !loops};
    return star_test_compile(star_machine_backend(m)->mem, &how, text);
}

/* ---- What is written ---- */

static const char *blanks(const char *at) {
    return at + strspn(at, " \n");
}

static const char *value(const char *at);

/* Members of an object or elements of an array, up to `end`. */
static const char *members(const char *at, char end) {
    at = blanks(at);
    for (int k = 0; *at != end; k++) {
        if (k > 0) {
            assert_int_equal(*at, ',');
            at = blanks(at + 1);
        }
        if (end == '}') {
            assert_int_equal(*at, '"');
            at = blanks(value(at));
            assert_int_equal(*at, ':');
            at = blanks(at + 1);
        }
        at = blanks(value(at));
    }
    return at + 1;
}

/* Fails unless a value of JSON begins here; where it ends. */
static const char *value(const char *at) {
    const size_t digits = strspn(at, "0123456789.");
    if (*at == '{')
        return members(at + 1, '}');
    if (*at == '[')
        return members(at + 1, ']');
    if (*at == '"') {
        for (at++; *at != '"'; at++)
            at += *at == '\\';
        return at + 1;
    }
    if (digits == 0)
        fail_msg("no JSON: %.20s", at);
    return at + digits;
}

static StarCount counts_at(const char *at) {
    long long runs, operations, bits, ns;
    at = strstr(at, "\"instructions\"");
    assert_non_null(at);
    assert_int_equal(sscanf(at,
                            "\"instructions\": %lld, \"operations\": %lld, "
                            "\"bits\": %lld, \"ns\": %lld",
                            &runs, &operations, &bits, &ns),
                     4);
    return (StarCount){runs, operations, bits, ns};
}

/* The first counts of each row of a list. */
static void assert_sum(const char *json, const char *list, StarCount all) {
    StarCount sum = {0};
    const char *at = strstr(json, list);
    for (at = strchr(at, '\n'); at[1] == '{'; at = strchr(at + 1, '\n')) {
        const StarCount row = counts_at(at);
        sum.runs += row.runs;
        sum.operations += row.operations;
        sum.bits += row.bits;
        sum.ticks += row.ticks;
    }
    assert_int_equal(sum.runs, all.runs);
    assert_int_equal(sum.operations, all.operations);
    assert_int_equal(sum.bits, all.bits);
    assert_int_equal(sum.ticks, all.ticks);
}

/* The whole is JSON, and all lists add up. */
static void assert_sums(const char *json, const StarCount *count) {
    const StarCount all = counts_at(strstr(json, "\"total\""));
    assert_string_equal(value(json), "\n");
    assert_int_equal(all.runs, count->runs);
    assert_int_equal(all.operations, count->operations);
    assert_int_equal(all.bits, count->bits);
    assert_sum(json, "\"primitives\"", all);
    assert_sum(json, "\"procedures\"", all);
    assert_sum(json, "\"lines\"", all);
}

static void write(StarMachine *m, StarProfileForm form, StarTestText *t) {
    t->length = 0;
    assert_int_equal(star_profile_write(m, form, NULL, star_test_sink, t),
                     STAR_OK);
}

static void assert_has(const StarTestText *t, const char *part) {
    if (strstr(t->text, part) == NULL)
        fail_msg("expected %s\nin %s", part, t->text);
}

/* ---- Kinds of operations ---- */

/* Returns the counts of a program; its rows add up to them. */
static StarCount count(const char *text) {
    StarMachine *m = profiled();
    StarProgram *p = compile(m, false, text);
    if (star_machine_run(m, p) != STAR_OK)
        fail_msg("%s", star_machine_report(m)->text);
    const StarCount c = star_machine_count(m);
    static StarTestText t;
    write(m, STAR_PROFILE_JSON, &t);
    assert_sums(t.text, &c);
    star_program_free(p);
    star_machine_free(m);
    return c;
}

TEST(each_kind) {
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

/* An argument passed by value counts as a copy, made or not. */
TEST(by_value) {
    static const char *const body[] = {"", "SET(Z)", "CLR(X)"};
    for (int k = 0; k < 3; k++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "program p; var X: slice(100); T: table(100, 30);\n"
                 "proc q(_V: table; Z: slice);\n"
                 "begin %s end; begin q(T, X); CLR(X) end.",
                 body[k]);
        const StarCount c = count(text);
        assert_int_equal(c.operations, 32 + (k > 0));
        assert_int_equal(c.bits, 6300 + 100 * (k > 0));
    }
}

/* ---- WARSHALL ---- */

enum { MAX_VERTICES = 70 };

/* Closes a graph, a byte for each arc, and returns how many arcs (i, k) the
 * growing closure has when k comes: an iteration of the inner loop each. */
static int64_t arcs_of(bool arc[MAX_VERTICES][MAX_VERTICES], int n) {
    int64_t trips = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            trips += arc[i][k];
            for (int j = 0; arc[i][k] && j < n; j++)
                arc[i][j] |= arc[k][j];
        }
    return trips;
}

static StarTable *table_of(StarBackend *be,
                           bool arc[MAX_VERTICES][MAX_VERTICES], int n) {
    StarTable *t = star_table_new(be, STAR_UNSIZED);
    assert_non_null(t);
    assert_int_equal(star_table_shape(be, t, n, n, STAR_ROWS), STAR_OK);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            star_table_vector(be, t, STAR_ROWS, i)[j / 64] |=
                (uint64_t)arc[i][j] << j % 64;
    return t;
}

/* For each k COL, ROW and a last SOME; for each arc SOME, STEP, ROW, or and
 * ROW := . */
TEST(warshall_runs_its_loop_for_each_arc) {
    static bool arc[MAX_VERTICES][MAX_VERTICES];
    StarTest random;
    StarMachine *m = profiled();
    StarBackend *be = star_machine_backend(m);
    StarProgram *p = compile(m, false, STAR_TEST_WARSHALL);
    star_test_open(&random, STAR_ISA_BEST);
    for (int n = 1; n <= MAX_VERTICES; n += 23)
        for (int percent = 0; percent <= 20; percent += 5) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    arc[i][j] = star_random(&random, 100) < percent;
            StarTable *t = table_of(be, arc, n);
            const StarCell args[] = {{.i = n}, {.table = t}};
            const StarProc *proc = star_program_find(p, "WARSHALL");
            assert_int_equal(star_machine_call(m, p, proc, args), STAR_OK);
            const StarCount c = star_machine_count(m);
            const int64_t trips = arcs_of(arc, n);
            assert_int_equal(c.operations, 3 * n + 5 * trips);
            assert_int_equal(c.bits, n * (5 * n + 9 * trips));
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

TEST(counts_are_of_the_last_run) {
    StarMachine *m = profiled();
    StarProgram *two = compile(m, false,
                               "program p; var X: slice(9);\n"
                               "begin SET(X); CLR(X) end.");
    StarProgram *one = compile(m, false,
                               "program p; var X: slice(9); i: integer;\n"
                               "begin SET(X); i := 0; i := 1 div i; CLR(X)\n"
                               "end.");
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
TEST(calls) {
    static const char text[] =
        "program p; uses basic; label 1; var X: slice(8); T: table(8, 3);\n"
        "  w: word(3); n: integer;\n"
        "function f(n: integer): integer;\n"
        "begin SET(X); if n > 0 then f := f(n - 1) else f := NUMB(X) end;\n"
        "procedure unused; begin end;\n"
        "procedure leave(n: integer);\n"
        "begin CLR(X); if n = 0 then goto 1; leave(n - 1) end;\n"
        "begin\n"
        "  n := f(20); n := f(0); leave(30); SET(X);\n"
        "1: SET(X); MATCH(T, X, w, X)\n"
        "end.";
    StarMachine *m = profiled();
    StarProgram *bodies = compile(m, false, text);
    StarProgram *kernels = compile(m, true, text);
    static StarTestText t;
    write(m, STAR_PROFILE_JSON, &t);
    assert_int_equal(t.length, 0);
    run(m, kernels, STAR_OK);
    assert_int_equal(star_machine_count(m).operations, 23 + 1 + 31 + 1 + 3);
    write(m, STAR_PROFILE_JSON, &t);
    assert_has(&t, "{\"name\": \"MATCH\", \"calls\": 1, ");
    run(m, bodies, STAR_OK);
    assert_true(star_machine_count(m).operations > 23 + 1 + 31 + 1 + 3);
    write(m, STAR_PROFILE_JSON, &t);
    const StarCount all = star_machine_count(m);
    assert_sums(t.text, &all);
    assert_has(&t, "{\"name\": \"SET\", \"calls\": 23, ");
    assert_has(&t, "{\"name\": \"NUMB\", \"calls\": 2, \"instructions\": 2, "
                   "\"operations\": 2, \"bits\": 16, ");
    assert_has(&t, "{\"name\": \"f\", \"file\": \"p.star\", \"line\": 3, "
                   "\"calls\": 22, ");
    assert_has(&t, "\"line\": 6, \"calls\": 31, ");
    assert_has(&t, "{\"file\": \"p.star\", \"line\": 7, \"times\": 31, ");
    write(m, STAR_PROFILE_TABLES, &t);
    assert_has(&t, "\nSET                  23         23 ");
    /* What a procedure does counts once, however deep it calls itself. */
    assert_has(&t, "\nf                    22         24 ");
    assert_has(&t, "192 |         24 ");
    const char *heading = strstr(t.text, "line | p.star\n");
    assert_non_null(heading);
    assert_null(strstr(heading + 1, "line | p.star\n"));
    write(m, STAR_PROFILE_FOLDED, &t);
    assert_has(&t, "p;leave;p.star:7 ");
    assert_has(&t, "p;MATCH;stdlib/basic.star:");
    star_program_free(bodies);
    star_program_free(kernels);
    star_machine_free(m);
}

/* One instruction does for SOME, ZERO and their opposites. */
TEST(predicates) {
    static StarTestText t;
    StarMachine *m = profiled();
    StarProgram *p = compile(m, false,
                             "program p; var X: slice(9); i: integer;\n"
                             "begin SET(X); if zero(X) then i := 1;\n"
                             "if not ZERO(X) then i := 2;\n"
                             "while SOME(X) do i := STEP(X);\n"
                             "X := X or not X and not (X xor X)\n"
                             "end.");
    run(m, p, STAR_OK);
    write(m, STAR_PROFILE_JSON, &t);
    assert_has(&t, "{\"name\": \"ZERO\", \"calls\": 2, ");
    assert_has(&t, "{\"name\": \"SOME\", \"calls\": 10, ");
    assert_has(&t, "{\"name\": \"not\", \"calls\": 2, ");
    assert_has(&t, "{\"name\": \"and\", \"calls\": 1, ");
    star_program_free(p);
    star_machine_free(m);
}

TEST_MAIN
