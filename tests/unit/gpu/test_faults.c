/* SPDX-License-Identifier: MIT */
/* Small programs on a device whose k-th CUDA call fails, for every k. If the
 * device is not required the result is the same, else the error names the
 * place in the program; and all device memory is freed. */
#include "machine_test.h"

#include "backend/cuda_backend.h"
#include "gpu_test.h"

#define HEAD "program p; var X, Y: slice(70); T, S: table(70, 9); "
#define FILL                                                                 \
    "w: word(9); i, j, k: integer; begin k := 0; SET(X); w := '101100110'; " \
    "WCOPY(w, X, T); Y := '00111000111000111000111000111000111"              \
    "00011100011100011100011100011100011'; "

#define LOOP(body) "while SOME(X) do begin i := STEP(X); " body " end; "

static const char *const programs[] = {
    HEAD "begin SET(X); writeln(NUMB(X)) end.",
    HEAD "begin SET(X); X := X and not Y; writeln(X) end.",
    HEAD "begin SET(X); writeln(STEP(X), STEP(X), NUMB(X)) end.",
    HEAD "begin SET(X); Y := X; X := not X xor Y; X := not X; write(X) end.",
    HEAD "begin Y(7) := 1; writeln(FND(Y), ' ', STEP(Y), NUMB(Y)) end.",
    HEAD "begin SET(X); if SOME(X) then writeln(ZERO(Y), ONE(X)) end.",
    HEAD "begin Y(3) := 1; writeln(SHIFT(Y, down, 66), MIRROR(Y)) end.",
    HEAD "begin Y(3) := 1; Y := ROTATE(Y, up, 5); writeln(Y) end.",
    HEAD "begin Y(3) := 1; Y := SHUFFLE(Y); writeln(FRST(Y)) end.",
    HEAD "begin Y(3) := 1; writeln(TRIM(2, 5, Y), Y = X, Y <> X) end.",
    HEAD "begin SET(X); COL(4, T) := X; writeln(ROW(70, T)) end.",
    HEAD "begin SET(X); COL(4, T) := X; S := T; write(S) end.",
    HEAD "begin SET(X); writeln(MASK(X, 3, 9)) end.",
    HEAD FILL "MATCH(T, X, w, Y); writeln(NUMB(Y)) end.",
    HEAD FILL "MIN(T, X, Y); writeln(NUMB(Y)) end.",
    HEAD FILL "SETMAX(T, S, X, Y); writeln(NUMB(Y)) end.",
    HEAD FILL "WCOPY(w, Y, S); write(S) end.",
    HEAD FILL "TMERGE(T, Y, S); writeln(ROW(3, S)) end.",
    HEAD FILL "w := '000000011'; ADDC(T, w, X, S); writeln(ROW(9, S)) end.",
    HEAD FILL "S := T; SUBTV(T, S, X, S); writeln(ROW(9, S)) end.",
    HEAD FILL LOOP("k := k + NUMB(ROW(i, T) and w)") "writeln(k) end.",
    HEAD FILL LOOP("w := w or ROW(i, T); Y(i) := 1") "writeln(w, Y) end.",
    HEAD FILL LOOP("ROW(i, T) := ROW(i, T) xor w") "write(T) end.",
    HEAD FILL LOOP("ROW(i, T) := ROW(i, T) and w; if Y(i) = '1' then "
                   "ROW(i, S) := ROW(i, T) else k := i") "write(S, T, k) end.",
    HEAD FILL LOOP(
        "if NUMB(ROW(i, T)) >= k then k := NUMB(ROW(i, T))") "writeln(k) end.",
    HEAD FILL LOOP(
        "if SOME(ROW(i, T)) then w := w and ROW(i, T)") "writeln(w) end.",
    HEAD FILL LOOP("w := ROW(i, T); while SOME(w) do begin j := STEP(w); "
                   "k := k + NUMB(COL(j, T) and Y) end") "writeln(j, k) end.",
    "program p; uses closure; var P: table(6, 6); i: integer; begin "
    "for i := 1 to 5 do ROW(i, P) := SHIFT('100000', down, i); CLOSURE(6, P); "
    "write(P) end.",
    "program p; var S: table(3, 3); Q: table(3, 4); X: slice(3); begin SET(X); "
    "COL(2, S) := X; Q := ADJ(X, S); write(Q) end.",
    "program p; uses pipeline; var R: slice(90000); i: integer; "
    "w: array [1..5] of integer; begin for i := 1 to 5 do "
    "w[i] := 9000 + 7 * i * i; R(1) := 1; SUBSETSUM(w, R); writeln(NUMB(R)) "
    "end.",
    "program p; uses pipeline; var w, v: array [1..40] of integer; X: slice; "
    "i, best: integer; begin for i := 1 to 40 do begin w[i] := 30 + i * i mod "
    "17; v[i] := 1 + i * 7 mod 23 end; KNAPSACK(w, v, 700, best); "
    "writeln(best); KNAPSACK_ITEMS(w, v, 700, best, X); writeln(best, X) end.",
    "program p; uses pipeline; var s: array [0..300] of integer; q: array "
    "[0..300] of int32; a: array [1..3] of integer; i, steps: integer; begin "
    "for i := 0 to 9 do begin s[i] := i * i mod 7 + 1; q[i] := s[i] end; "
    "a[1] := 10; a[2] := 8; a[3] := 5; SDP(s, a, opmax, pfold, 1, steps); "
    "SDP32(q, a, opxor, sequential, 1, steps); writeln(s[300], q[300]) end.",
    "program p; uses matchain; var a: array [0..70] of integer; m, s: array "
    "[1..70, 1..70] of integer; i: integer; begin for i := 0 to 70 do a[i] := "
    "1 + i * i mod 30; MATCHAIN(a, m, s); writeln(m[1, 70], s[1, 70]) end.",
    "program p; uses maxplus; var z: array [1..40, 1..40] of real; k: integer; "
    "i, j: integer; begin for k := 0 to 1 do begin for i := 1 to 40 do for j "
    ":= 1 to 40 do begin z[i, j] := EPSILON(0.0, maxplus); if i * j mod 7 = 3 "
    "then z[i, j] := -i / 3; if (k = 0) and (j >= i) then z[i, j] := "
    "EPSILON(0.0, maxplus) end; KLEENE(40, z, maxplus); writeln(z[40, 1], "
    "z[39, 38]) end end.",
};

typedef struct Run {
    StarTestText out;
    StarCudaOptions options;
    int64_t calls;
} Run;

static StarStatus attach(StarBackend *be, void *context) {
    const Run *r = context;
    return star_cuda_attach(be, &r->options);
}

/* The status of a run, with what it wrote. */
static StarStatus run(Run *r, const char *text, bool *placed) {
    const StarOptions options = {
        .attach = attach, .write = star_test_write, .context = r};
    const StarCompileOptions how = {.plain = false};
    StarError error;
    StarMachine *machine = star_machine_new(&options, &error);
    if (machine == NULL)
        return error.status;
    StarBackend *be = star_machine_backend(machine);
    StarProgram *program = star_test_compile(be->mem, &how, text);
    const StarStatus status = star_machine_run(machine, program);
    int64_t held, peak;
    *placed = star_machine_report(machine)->placed;
    star_cuda_memory(be, &held, &peak);
    r->calls = star_cuda_calls(be);
    star_program_free(program);
    star_machine_free(machine);
    return status;
}

static size_t free_bytes(void) {
    size_t free = 0, total;
    assert_int_equal(cudaMemGetInfo(&free, &total), cudaSuccess);
    return free;
}

static void every_call(const char *text) {
    Run right = {.options = {.always = true, .required = true, .fail_at = -1}};
    bool placed;
    assert_int_equal(run(&right, text, &placed), STAR_OK);
    assert_true(right.calls > 5 && right.out.length > 0);
    const size_t before = free_bytes();
    for (int64_t k = 0; k < right.calls; k++)
        for (int required = 0; required < 2; required++) {
            Run r = {.options = {
                         .always = true, .required = required, .fail_at = k}};
            const StarStatus status = run(&r, text, &placed);
            if (status != STAR_OK) {
                assert_true(required);
                assert_int_equal(status, STAR_DEVICE);
                continue;
            }
            if (strcmp(r.out.text, right.out.text) != 0)
                fail_msg("%s\ncall %lld of %lld, required %d: %s, not %s", text,
                         (long long)k, (long long)right.calls, required,
                         r.out.text, right.out.text);
        }
    assert_true(free_bytes() >= before);
}

TEST(the_answer_comes) {
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
        every_call(programs[k]);
}

/* The call behind those that open the device is the program's. */
TEST(the_place_is_told) {
    Run opened = {.options = {.always = true, .required = true, .fail_at = -1}};
    bool placed;
    assert_int_equal(run(&opened, "program p; begin end.", &placed), STAR_OK);
    Run r = {
        .options = {.always = true, .required = true, .fail_at = opened.calls}};
    assert_int_equal(run(&r, programs[0], &placed), STAR_DEVICE);
    assert_true(placed);
}

int main(void) {
    Gpu gpu;
    gpu_test_open(&gpu);
    gpu_close(&gpu);
    return tests_run(NULL, NULL);
}
