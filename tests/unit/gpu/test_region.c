/* SPDX-License-Identifier: MIT */
/* Regions: that loops run there, what they leave to the host, and how they end.
 * Their results are those of the processor in gpu/programs and gpu/lang. */
#include "machine_test.h"

#include <pthread.h>
#include <time.h>

#include "backend/cuda_backend.h"
#include "gpu_test.h"

typedef struct Run {
    StarTestText out;
    StarCudaOptions options;
    StarStatus status;
    StarReport report; /* without its texts */
    int64_t calls;     /* of CUDA's */
    StarMachine *machine;
} Run;

static StarStatus attach(StarBackend *be, void *context) {
    const Run *r = context;
    return star_cuda_attach(be, &r->options);
}

static uint32_t max_depth; /* 0: the machine's own */

/* Runs a program on the device; `region` as in StarCudaOptions. */
static void run(Run *r, const char *text, int64_t region) {
    const StarOptions options = {.attach = attach,
                                 .max_depth = max_depth,
                                 .write = star_test_write,
                                 .context = r};
    r->out.length = 0;
    r->options = (StarCudaOptions){
        .always = true, .required = true, .fail_at = -1, .region = region};
    r->machine = star_test_machine(&options);
    const StarCompileOptions how = {.count = false};
    StarBackend *be = star_machine_backend(r->machine);
    StarProgram *p = star_test_compile(be->mem, &how, text);
    r->status = star_machine_run(r->machine, p);
    r->report = *star_machine_report(r->machine);
    r->calls = star_cuda_calls(be);
    star_program_free(p);
    star_machine_free(r->machine);
}

/* With regions and without, the same; with them it takes few calls. */
static void same(const char *text, bool few) {
    static Run with, without;
    run(&without, text, -1);
    run(&with, text, 0);
    assert_int_equal(with.status, without.status);
    assert_string_equal(with.out.text, without.out.text);
    assert_memory_equal(&with.report.span, &without.report.span,
                        sizeof with.report.span);
    if (few)
        assert_true(10 * with.calls < without.calls);
}

#define FIND                                                             \
    "program p; var X, Y, Z: slice(1000); i, k, s: integer;\n"           \
    "begin SET(X); Y := SHIFT(X, down, 100); s := 0;\n"                  \
    "for k := 1 to 500 do begin Z := X and Y; i := FND(Z); X(i) := 0;\n" \
    "s := s + i end; writeln(s, NUMB(X)) end."

TEST(test_a_loop_is_a_region) {
    same(FIND, true);
}

TEST(test_an_error_is_where_it_is) {
    same("program p; var X, Y: slice(1000); k, s: integer;\n"
         "begin SET(X); Y := not X; Y := X and not Y; s := 0;\n"
         "for k := 1 to 1001 do\n  s := s + Y(k);\nwriteln(s) end.",
         true);
}

/* The body's loop is a region each time, the call within an argument leaves it.
 */
TEST(test_a_call_ends_a_region) {
    same("program p; var X: slice(200); k, s: integer;\n"
         "function ones(X: slice; n: integer): slice;\n"
         "var Y: slice(200); begin Y := X; Y(n + 1) := 0;\n"
         "if n > 0 then Y := ones(Y and X, n - 1); ones := Y end;\n"
         "begin SET(X); X := SHIFT(X, up, 7); s := 0;\n"
         "for k := 1 to 40 do begin X(100 + k) := 0;\n"
         "s := s + NUMB(ones(X and not ones(X, 2), k mod 5)) end;\n"
         "writeln(s) end.",
         false);
}

TEST(test_an_element_ends_a_region) {
    same("program p; var X: slice(100); i, s: integer;\n"
         "a: array[0..99] of integer; b: array[1..3, 1..4] of real;\n"
         "begin SET(X); X := SHIFT(X, up, 3); s := 0;\n"
         "while SOME(X) do begin i := STEP(X); a[i] := i + NUMB(X);\n"
         "b[i mod 3 + 1, i mod 4 + 1] := i / 3; s := s + a[i] end;\n"
         "writeln(s, b[1, 1]:9:3) end.",
         false);
}

TEST(test_variables_of_outer_frames) {
    same("program p; var X: slice(1000); s: integer;\n"
         "procedure q(var t: integer);\nvar Y: slice(1000); n: integer;\n"
         "procedure r;\nvar k: integer; Z: slice(1000);\n"
         "begin for k := 1 to 300 do begin Z := X and Y; n := FND(Z);\n"
         "Y(n) := 0; t := t + n; s := s + NUMB(Y) end end;\n"
         "begin Y := SHIFT(X, up, 7); r; writeln(n) end;\n"
         "var u: integer; begin SET(X); s := 0; u := 0; q(u);\n"
         "writeln(s, u) end.",
         true);
}

#define MATCHES                                                              \
    "program p; uses basic; var T: table(100, 2); X, Z: slice(100);\n"       \
    "w: word(2); s: integer;\nprocedure r(n: integer);\nvar k: integer;\n"   \
    "begin for k := 1 to %d do begin Z := X and not Z; MATCH(T, X, w, Z);\n" \
    "s := s + NUMB(Z); X(k) := 0 end; writeln(n, s);\n"                      \
    "if n < %d then r(n + 1) end;\n"                                         \
    "begin SET(X); SET(Z); COL(2, T) := Z; w(2) := 1; s := 0; r(1) end."

/* The call of a primitive is one of the region's instructions; where there is
 * no room for a call, it fails as that of another procedure. */
TEST(test_a_primitive_is_called_in_a_region) {
    char text[1000];
    snprintf(text, sizeof text, MATCHES, 99, 1);
    same(text, true);
    snprintf(text, sizeof text, MATCHES, 9, 100);
    max_depth = 20;
    same(text, false);
    max_depth = 0;
}

/* Calls of CUDA's where so many rows of a table of columns are written, and
 * after each so many of its columns read. */
static int64_t calls_for(int rows, int columns) {
    static Run r;
    char text[1000];
    snprintf(text, sizeof text,
             "program p; var T: table(100, 100); X: slice(100); v: word(100);\n"
             "i, j, s: integer;\n"
             "begin SET(v); SET(X); for i := 1 to 100 do COL(i, T) := X;\n"
             "s := 0; for i := 1 to %d do begin v(i) := 0; ROW(i, T) := v;\n"
             "for j := 1 to %d do begin X := COL(j, T); s := s + X(i) end;\n"
             "s := s + NUMB(v) end; writeln(s, NUMB(COL(1, T))) end.",
             rows, columns);
    run(&r, text, 0);
    assert_int_equal(r.status, STAR_OK);
    return r.calls;
}

TEST(test_rows_that_are_often_written_get_their_image) {
    assert_int_equal(calls_for(2, 0), calls_for(4, 0));
    assert_true(calls_for(40, 0) > calls_for(4, 0));
    assert_int_equal(calls_for(40, 0), calls_for(80, 0));
    assert_int_equal(calls_for(4, 10), calls_for(40, 10)); /* both are used */
}

TEST(test_a_region_runs_again) {
    static Run first, again;
    run(&first, FIND, 0);
    for (int k = 0; k < 100; k++) {
        run(&again, FIND, k);
        assert_string_equal(again.out.text, first.out.text);
    }
}

#ifndef FAKE_REGION

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct Stop {
    StarMachine *machine;
    double asked;
} Stop;

static void *stop(void *context) {
    const struct timespec wait = {.tv_nsec = 300000000};
    Stop *s = context;
    nanosleep(&wait, NULL);
    s->asked = now();
    star_machine_stop(s->machine, STAR_INTERRUPTED);
    return NULL;
}

TEST(test_a_region_without_end_is_stopped) {
    static const char *const text =
        "program p; var X, Y: slice(1000000); i: integer;\n"
        "begin SET(X); Y := not X; i := 0;\n"
        "while SOME(X) do begin Y := X xor Y; i := (i + 1) mod 1000 end end.";
    static Run r = {
        .options = {.always = true, .required = true, .fail_at = -1}};
    const StarOptions options = {
        .attach = attach, .write = star_test_write, .context = &r};
    pthread_t thread;
    Stop s = {.machine = star_test_machine(&options)};
    const StarCompileOptions how = {.count = false};
    StarBackend *be = star_machine_backend(s.machine);
    StarProgram *p = star_test_compile(be->mem, &how, text);
    assert_int_equal(pthread_create(&thread, NULL, stop, &s), 0);
    assert_int_equal(star_machine_run(s.machine, p), STAR_INTERRUPTED);
    const double took = now() - s.asked;
    pthread_join(thread, NULL);
    print_message("stopped after %.1f ms\n", 1e3 * took);
    assert_true(took < 1);
    star_program_free(p);
    star_machine_free(s.machine);
}

#endif

int main(void) {
    Gpu gpu;
    gpu_test_open(&gpu);
    gpu_close(&gpu);
    return tests_run(NULL, NULL);
}
