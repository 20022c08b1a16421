/* What a backend is told of primitives to come: here shifts are worth 1 and
 * MATCH 100. */
#include <stdio.h>

#include "machine_test.h"

enum { MOST = 64 };

static struct {
    StarKernel *shift, *match, *copy;
    double all[MOST];
    bool more[MOST];
    int count;
} told;

/* Looks at all that is named. */
static double worth(void *context, StarPrim prim, const StarCell *arg) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int n = star_signature(star_prims[prim].signature, o);
    (void)context;
    for (int k = 0; k < n; k++)
        if (strchr("lswutmLXSWT", o[k].letter) != NULL && arg[k].object != NULL)
            assert_int_equal(*(uint8_t *)arg[k].object,
                             strchr("tmT", o[k].letter) != NULL ? STAR_TABLE
                                                                : STAR_LINE);
    return prim == STAR_PRIM_SHIFT ? 1 : prim == STAR_PRIM_MATCH ? 100 : 0;
}

static void ask(StarBackend *be, double now) {
    StarAhead ahead = {.worth = worth, .now = now};
    assert_true(told.count < MOST);
    told.all[told.count] = be->ahead(be->context, &ahead);
    told.more[told.count++] = ahead.more;
}

static StarStatus shift(StarBackend *be, StarCell *arg) {
    ask(be, 1);
    return told.shift(be, arg);
}

static StarStatus match(StarBackend *be, StarCell *arg) {
    ask(be, 100);
    return told.match(be, arg);
}

static StarStatus copy(StarBackend *be, StarCell *arg) {
    ask(be, 10);
    return told.copy(be, arg);
}

static StarStatus attach(StarBackend *be, void *context) {
    (void)context;
    told.shift = be->kernel[STAR_PRIM_SHIFT];
    told.match = be->kernel[STAR_PRIM_MATCH];
    told.copy = be->kernel[STAR_PRIM_TCOPY];
    be->kernel[STAR_PRIM_TCOPY] = copy;
    be->kernel[STAR_PRIM_SHIFT] = shift;
    be->kernel[STAR_PRIM_MATCH] = match;
    return STAR_OK;
}

static void run_text(const char *text) {
    const StarOptions options = {.attach = attach};
    const StarCompileOptions how = {.plain = false};
    StarMachine *machine = star_test_machine(&options);
    StarProgram *program =
        star_test_compile(star_machine_backend(machine), &how, text);
    told.count = 0;
    assert_int_equal(star_machine_run(machine, program), STAR_OK);
    star_program_free(program);
    star_machine_free(machine);
}

/* Runs statements in which S is a shift. */
static void run(const char *declarations, const char *statements) {
    char text[1000];
    snprintf(text, sizeof text,
             "program p; uses basic; var Y: slice(70); i, j, k: integer;"
             " i1, i2, i3, i4, i5, i6, i7, i8, i9: integer;"
             " procedure S; begin Y := SHIFT(Y, up, 1) end;"
             " %s begin SET(Y); %s end.",
             declarations, statements);
    run_text(text);
}

#define ASSERT_TOLD(...)                                                 \
    do {                                                                 \
        const double all_[] = {__VA_ARGS__};                             \
        assert_int_equal(told.count, (int)(sizeof all_ / sizeof *all_)); \
        for (int k_ = 0; k_ < told.count; k_++)                          \
            if (told.all[k_] != all_[k_])                                \
                fail_msg("question %d: %g, not %g", k_, told.all[k_],    \
                         all_[k_]);                                      \
    } while (0)

static void one_after_the_other(void **state) {
    (void)state;
    run("", "S; for i := 1 to 9 do j := i; Y := SHIFT(Y, up, 1)");
    ASSERT_TOLD(2, 1);
}

static void loops_around_and_ahead(void **state) {
    (void)state;
    run("", "for i := -1 to 2 do Y := SHIFT(Y, up, 1);"
            "for i := 3 downto 2 do Y := SHIFT(Y, up, 1);"
            "for i := 1 to 0 do Y := SHIFT(Y, up, 1)");
    ASSERT_TOLD(6, 5, 4, 3, 2, 1);
    run("", "Y := SHIFT(Y, up, 1); for i := 1 to LENGTH(Y) - 69 do"
            " for j := 2 to 3 do Y := SHIFT(Y, up, 1)");
    ASSERT_TOLD(3, 2, 1);
    run("", "j := 2; k := j + 1; Y := SHIFT(Y, up, 1);"
            " for i := 1 to k do Y := SHIFT(Y, up, 1); S");
    ASSERT_TOLD(5, 4, 3, 2, 1);
}

static void loops_of_several_procedures(void **state) {
    (void)state;
    run("procedure T(n: integer); var k: integer;"
        " begin for k := n downto 1 do S end;",
        "S; for i := 1 to 2 do begin j := i; T(2) end; for i := 1 to 1 do "
        "T(1)");
    ASSERT_TOLD(6, 5, 4, 3, 2, 1);
    run("function F(x: slice): slice; begin S; F := SHIFT(x, down, 1) end;",
        "for i := 1 to 2 do Y := F(Y)");
    ASSERT_TOLD(4, 3, 2, 1);
}

/* What is far out, and what comes by way of parameters. */
static void variables_elsewhere(void **state) {
    (void)state;
    run("procedure T; var Z: slice(70);"
        " procedure U(n: integer); var i: integer;"
        " begin for i := 1 to n do Z := SHIFT(Z, up, 1) end;"
        " begin CLR(Z); U(2); U(1) end;",
        "T");
    ASSERT_TOLD(3, 2, 1);
    run("procedure T(var Z: slice; procedure V);"
        " begin Z := SHIFT(Z, up, 1); V; Z := SHIFT(Z, up, 1) end;",
        "T(Y, S)");
    ASSERT_TOLD(2, 2, 1);
    run("var A: array [1..2] of slice(70);",
        "A[1] := SHIFT(Y, up, 1); A[2] := SHIFT(A[1], up, 1); S");
    ASSERT_TOLD(2, 2, 1); /* an element is not known before it is used */
}

/* The program's frame begins where that of T does. */
static void a_frame_without_cells(void **state) {
    (void)state;
    run_text("program p; procedure T; var n: integer; Y: slice(70);"
             " procedure U; var i: integer;"
             " begin for i := 1 to n do Y := SHIFT(Y, up, 1) end;"
             " begin SET(Y); n := 2; U; U end; begin T end.");
    ASSERT_TOLD(3, 2, 2, 1);
}

static void loops_that_count_by_themselves(void **state) {
    (void)state;
    run("", "j := 0; while j < 3 do begin S; j := j + 1 end;"
            " repeat S; j := j - 1 until j <= 0");
    ASSERT_TOLD(6, 5, 4, 3, 2, 1);
    run("", "j := 6; k := 0; while k <= j do"
            " begin k := k + 1; j := j - 2; S end");
    ASSERT_TOLD(3, 2, 1);
    assert_false(told.more[0]);
}

static void loops_of_which_nobody_knows(void **state) {
    (void)state;
    run("", "j := 1; while j < 9 do begin S; j := j * 3 end; S");
    ASSERT_TOLD(2, 2, 1);
    assert_true(told.more[0] && told.more[1] && !told.more[2]);
    run("", "for i := 1 to 2 do begin j := 0;"
            " repeat S; j := (j + 1) mod 2 until j = 0 end");
    ASSERT_TOLD(2, 2, 1, 1);
    assert_true(told.more[0] && told.more[3]);
}

static void conditions_count_half(void **state) {
    (void)state;
    run("", "S; for i := 1 to 4 do if odd(i) then S");
    ASSERT_TOLD(3, 2.5, 1.5);
    run("", "i1 := 1; S; if odd(i1) then begin S; S end else S");
    ASSERT_TOLD(2.5, 2, 1);
}

/* Then the code does not say when the loop ends. */
static void other_ways_out_of_loops(void **state) {
    (void)state;
    run("", "j := 1; k := 0; while (k = 0) and (j <= 1000) do"
            " begin S; k := 1; j := j + 1 end");
    ASSERT_TOLD(1);
    assert_true(told.more[0]);
    run("label 9;", "S; for i := 1 to 1000 do"
                    " if i = 2 then begin S; goto 9 end; 9: S");
    assert_int_equal(told.count, 3);
    assert_true(told.all[0] < 4);
    run("label 9; procedure T; begin S; goto 9; S; S end;",
        "for i := 1 to 1000 do T; 9: S");
    ASSERT_TOLD(1001, 1); /* what stands behind the goto does not count */
}

/* What a loop's limit will be. */
static void numbers_that_change(void **state) {
    (void)state;
    run("procedure T(n: integer); var k: integer;"
        " begin for k := 1 to n do S end;",
        "j := 2; S; T(j * 3)");
    assert_true(told.all[0] == 2);
    run("procedure T; var k: integer; begin for k := 1 to j do S end;",
        "S; j := 5; T");
    assert_true(told.all[0] == 6);
    run("procedure C(var n: integer); begin n := 3 end;",
        "j := 1000; S; C(j); for i := 1 to j do S");
    assert_true(told.all[0] == 2);
}

/* Copies that no instruction of the frame asked for. */
static void primitives_of_nowhere(void **state) {
    (void)state;
    run_text("program p; var A, B: array [1..2] of table(70, 70);"
             " X: slice(70);"
             " procedure S(var Y: slice); var n: integer;"
             " begin Y := SHIFT(Y, up, 1); n := NUMB(Y);"
             " for n := 1 to n do Y := SHIFT(Y, up, 1) end;"
             " begin CLR(X); S(X); A := B end.");
    assert_in_range(told.count, 3, MOST);
    assert_true(told.all[told.count - 1] == 10);
}

static void a_kernel_of_the_library(void **state) {
    (void)state;
    run("var T: table(70, 3); w: word(3); Z: slice(70);",
        "CLR(w); S; for i := 1 to 2 do MATCH(T, Y, w, Z)");
    ASSERT_TOLD(201, 200, 100);
}

/* Calls within calls, and more code than is looked at, end the look. */
static void there_is_an_end(void **state) {
    (void)state;
    run("procedure R(n: integer); begin S; if n > 0 then R(n - 1) end;",
        "R(3)");
    assert_int_equal(told.count, 4);
    assert_true(told.all[0] > 1 && told.all[0] < 2);
    assert_true(told.all[3] > 1 && told.all[3] < 2);
    run("", "k := 0; S; if k > 0 then"
            " for i := 1 to 9 do for i1 := 1 to 9 do for i2 := 1 to 9 do"
            " for i3 := 1 to 9 do for i4 := 1 to 9 do for i5 := 1 to 9 do"
            " for i6 := 1 to 9 do for i7 := 1 to 9 do for i8 := 1 to 9 do"
            " for i9 := 1 to 9 do begin"
            " j := 1; j := j * 2; j := j * 3; j := j * 4; k := j mod 5; S end");
    assert_int_equal(told.count, 1);
    assert_true(told.all[0] > 1e4 && told.all[0] <= 1 + 1e10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(loops_around_and_ahead),
        cmocka_unit_test(loops_of_several_procedures),
        cmocka_unit_test(variables_elsewhere),
        cmocka_unit_test(a_frame_without_cells),
        cmocka_unit_test(loops_that_count_by_themselves),
        cmocka_unit_test(loops_of_which_nobody_knows),
        cmocka_unit_test(conditions_count_half),
        cmocka_unit_test(other_ways_out_of_loops),
        cmocka_unit_test(numbers_that_change),
        cmocka_unit_test(primitives_of_nowhere),
        cmocka_unit_test(a_kernel_of_the_library),
        cmocka_unit_test(there_is_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
