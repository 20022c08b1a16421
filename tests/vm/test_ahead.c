/* What a primitive's backend is told of the rounds to come. */
#include <stdio.h>

#include "machine_test.h"

enum { MOST = 64 };

static struct {
    StarKernel *shift, *clear, *fuse;
    StarAhead ahead[MOST];
    int count;
} told;

static void note(StarBackend *be) {
    assert_true(told.count < MOST);
    told.ahead[told.count++] = be->ahead(be->context);
}

static StarStatus shift(StarBackend *be, StarCell *arg) {
    note(be);
    return told.shift(be, arg);
}

static StarStatus clear(StarBackend *be, StarCell *arg) {
    note(be);
    return told.clear(be, arg);
}

static StarStatus fuse(StarBackend *be, StarCell *arg) {
    note(be);
    return told.fuse(be, arg);
}

static StarStatus attach(StarBackend *be, void *context) {
    (void)context;
    told.shift = be->kernel[STAR_PRIM_SHIFT];
    told.clear = be->kernel[STAR_PRIM_CLR];
    told.fuse = be->kernel[STAR_PRIM_FUSE];
    be->kernel[STAR_PRIM_SHIFT] = shift;
    be->kernel[STAR_PRIM_CLR] = clear;
    be->kernel[STAR_PRIM_FUSE] = fuse;
    return STAR_OK;
}

/* Runs statements in which S is a shift; CLR and fused expressions are told
 * of, too. */
static void run(const char *procedure, const char *statements) {
    const StarOptions options = {.attach = attach};
    const StarCompileOptions how = {.plain = false};
    StarMachine *machine = star_test_machine(&options);
    char text[1000];
    snprintf(text, sizeof text,
             "program p; var Y: slice(70); i, j, k: integer;"
             " procedure S; begin Y := SHIFT(Y, up, 1) end;"
             " %s begin SET(Y); %s end.",
             procedure, statements);
    StarProgram *program =
        star_test_compile(star_machine_backend(machine), &how, text);
    told.count = 0;
    assert_int_equal(star_machine_run(machine, program), STAR_OK);
    star_program_free(program);
    star_machine_free(machine);
}

/* The rounds of each shift, in the order of the run. */
static void assert_rounds(const double *rounds, int count, bool loop,
                          bool more) {
    assert_int_equal(told.count, count);
    for (int k = 0; k < count; k++) {
        assert_true(told.ahead[k].rounds == rounds[k]);
        assert_int_equal(told.ahead[k].loop != NULL, loop);
        assert_int_equal(told.ahead[k].more, more);
    }
}

static void no_loop(void **state) {
    (void)state;
    run("", "S; for i := 1 to 9 do j := i; Y := SHIFT(Y, up, 1)");
    assert_rounds((double[]){1, 1}, 2, false, false);
    assert_true(told.ahead[0].at != told.ahead[1].at);
}

static void one_loop(void **state) {
    (void)state;
    run("", "for i := -1 to 2 do Y := SHIFT(Y, up, 1)");
    assert_rounds((double[]){4, 3, 2, 1}, 4, true, false);
    assert_true(told.ahead[0].at == told.ahead[3].at);
    assert_true(told.ahead[0].loop == told.ahead[3].loop);
    run("", "for i := 3 downto 1 do Y := SHIFT(Y, up, 1)");
    assert_rounds((double[]){3, 2, 1}, 3, true, false);
}

static void nested_loops_of_several_procedures(void **state) {
    (void)state;
    run("procedure T(n: integer); var k: integer;"
        " begin for k := n downto 1 do S end;",
        "for i := 1 to 2 do begin j := i; T(2) end; for i := 1 to 1 do T(1)");
    assert_rounds((double[]){4, 2, 2, 1, 1}, 5, true, false);
    assert_true(told.ahead[0].loop == told.ahead[3].loop);
    assert_true(told.ahead[0].loop != told.ahead[4].loop);
    for (int k = 0; k < 5; k++)
        assert_true(told.ahead[k].inner == (k == 0 || k == 2 ? 2 : 1));
}

static void loops_of_which_nobody_knows(void **state) {
    (void)state;
    run("", "j := 0; while j < 2 do begin S; j := j + 1 end;"
            " repeat S; j := j - 1 until j = 0");
    assert_rounds((double[]){1, 1, 1, 1}, 4, false, true);
    run("", "for i := 1 to 2 do begin j := 0;"
            " while j < 2 do begin S; j := j + 1 end end");
    assert_rounds((double[]){2, 2, 1, 1}, 4, true, true);
}

static void whatever_runs_it(void **state) {
    (void)state;
    run("", "CLR(Y); for i := 1 to 2 do begin CLR(Y);"
            " Y := Y and not (Y xor Y) end");
    assert_int_equal(told.count, 5);
    assert_true(told.ahead[0].rounds == 1);
    for (int k = 1; k < 5; k++)
        assert_true(told.ahead[k].rounds == (k < 3 ? 2 : 1));
    assert_true(told.ahead[1].at != told.ahead[2].at);
    assert_true(told.ahead[1].at == told.ahead[3].at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_loop),
        cmocka_unit_test(one_loop),
        cmocka_unit_test(nested_loops_of_several_procedures),
        cmocka_unit_test(loops_of_which_nobody_knows),
        cmocka_unit_test(whatever_runs_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
