/* SPDX-License-Identifier: MIT */
/* Programs that run while a device has copies of memory, here a device whose
 * memory is the host's. Their output is the same as without a device. */
#include "machine_test.h"
#include "debug/profile.h"

typedef struct Run {
    StarTestText out;
    int64_t syncs; /* blocks that were synced to the host */
    int loops;     /* loops that the backend was asked to run */
} Run;

static StarStatus sync_to_host(StarBackend *be, uint64_t *block,
                               StarAccess access) {
    Run *r = be->device;
    (void)block, (void)access;
    r->syncs++;
    return STAR_OK;
}

/* A loop that the backend declines runs instruction by instruction. */
static StarStatus decline_loop(StarBackend *be, const StarPlan *loop,
                               StarCell *R, const uint64_t *mask, int64_t words,
                               int64_t *fuel) {
    Run *r = be->device;
    (void)loop, (void)R, (void)mask, (void)words, (void)fuel;
    r->loops++;
    return STAR_DECLINED;
}

static StarStatus attach(StarBackend *be, void *context) {
    be->ops.sync_to_host = sync_to_host;
    be->ops.run_loop = decline_loop;
    be->device = context;
    be->resident = 1;
    return STAR_OK;
}

static StarStatus run(Run *r, const char *text, bool on_device, bool profile) {
    const StarOptions options = {.attach = on_device ? attach : NULL,
                                 .write = star_test_write,
                                 .context = r};
    const StarCompileOptions how = {.plain = false};
    StarTestRun f;
    star_test_start(&f, &options, &how, text);
    assert_int_equal(star_machine_profile(f.machine, profile), STAR_OK);
    const StarStatus status = star_machine_run(f.machine, f.program);
    if (status != STAR_OK) {
        const char *why = star_machine_report(f.machine)->text;
        star_test_sink(r, why, strlen(why));
    }
    star_test_end(&f);
    return status;
}

/* A run that fails at once asks for nothing; one that is counted does what
 * others do. */
static void check(const char *text, int loops) {
    Run host = {.syncs = 0}, on_device = host, counted = host;
    const StarStatus status = run(&host, text, false, true);
    assert_int_equal(run(&on_device, text, true, false), status);
    assert_int_equal(run(&counted, text, true, true), status);
    assert_string_equal(on_device.out.text, host.out.text);
    assert_string_equal(counted.out.text, host.out.text);
    assert_int_equal(host.syncs, 0);
    assert_int_equal(on_device.syncs > 0, status == STAR_OK);
    assert_int_equal(counted.syncs, on_device.syncs);
    assert_int_equal(on_device.loops, loops);
}

TEST(instructions) {
    check("program p; var X, Y, Z: slice(70); T: table(70, 9); w: word(9);"
          " i: integer; begin SET(X); Y(7) := 1; Y(66) := 1; w(3) := 1;"
          " Z := X and Y; write(Z); Z := X or Y; write(Z); Z := X xor Y;"
          " write(Z); Z := X and not Y; write(Z); Z := not Y; write(Z);"
          " Z := Y; write(Z); write(NUMB(Z), FND(Z), Z(66), STEP(Z));"
          " ROW(5, T) := w; COL(2, T) := Y; w := ROW(5, T); write(w);"
          " if SOME(Y) then write('some'); if not SOME(X) then write('none');"
          " while SOME(Y) do begin i := STEP(Y); write(i) end;"
          " repeat Z(1) := 1 until SOME(Z); write(T) end.",
          0);
    check("program p; var X: slice; Y: slice(3); begin Y := not Y;"
          " if SOME(X) then write(Y) end.",
          0);
}

TEST(loops) {
    check("program p; var X: slice(70); T: table(70, 9); w: word(9);"
          " i, s: integer; begin SET(X); w(3) := 1; w(8) := 1; s := 0;"
          " while SOME(X) do begin i := STEP(X);"
          " ROW(i, T) := ROW(i, T) or w end; SET(X);"
          " while SOME(X) do begin i := STEP(X);"
          " s := s + NUMB(ROW(i, T)) end;"
          " for i := 1 to 70 do ROW(i, T) := ROW(i, T) xor w;"
          " write(T); write(s) end.",
          3);
    check("program p; var P: table(9, 9); X: slice(9); v, w: word(9);"
          " procedure q(n: integer; var P: table);"
          " var X: slice(P); v, w: word(P); i, k: integer; begin"
          " for k := 1 to n do begin X := COL(k, P); w := ROW(k, P);"
          " while SOME(X) do begin i := STEP(X); v := ROW(i, P);"
          " v := v or w; ROW(i, P) := v end end end;"
          " begin w(2) := 1; ROW(1, P) := w; v(9) := 1; ROW(2, P) := v;"
          " w := v; w(4) := 1; ROW(9, P) := w; q(9, P); write(P) end.",
          0);
}

/* The closure of WARSHALL's loop fails: where the device is required, so does
 * the program. */
static StarStatus closure(StarBackend *be, StarCell *arg) {
    (void)arg;
    return star_raise(be->mem->error, STAR_DEVICE, "CLOSURE: broken");
}

static StarStatus attach_broken(StarBackend *be, void *context) {
    (void)context;
    be->ops.kernel[STAR_PRIM_CLOSURE] = closure;
    return STAR_OK;
}

TEST(a_closure_that_fails) {
    const StarOptions options = {.attach = attach_broken};
    const StarCompileOptions how = {.plain = false};
    StarTestRun f;
    star_test_start(&f, &options, &how,
                    "program p; var P: table(512, 512); w: word(512);"
                    " procedure q(n: integer; var P: table);"
                    " var X: slice(P); v, w: word(P); i, k: integer; begin"
                    " for k := 1 to n do begin X := COL(k, P); w := ROW(k, P);"
                    " while SOME(X) do begin i := STEP(X); v := ROW(i, P);"
                    " v := v or w; ROW(i, P) := v end end end;"
                    " begin w(512) := 1; ROW(1, P) := w; q(512, P) end.");
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_DEVICE);
    const StarReport *report = star_machine_report(f.machine);
    assert_string_equal(report->text, "CLOSURE: broken");
    assert_true(report->placed);
    star_test_end(&f);
}

/* ---- Kernels that decline ---- */

typedef struct Answer {
    StarTestText out;
    StarStatus status;
    int calls;
} Answer;

static Answer *answer;

static StarStatus match(StarBackend *be, StarCell *arg) {
    (void)arg;
    answer->calls++;
    return answer->status == STAR_DECLINED
               ? STAR_DECLINED
               : star_raise(be->mem->error, answer->status, "MATCH: broken");
}

static StarStatus attach_match(StarBackend *be, void *context) {
    answer = context;
    be->ops.kernel[STAR_PRIM_MATCH] = match;
    return STAR_OK;
}

static StarStatus run_match(Answer *a) {
    const StarOptions options = {
        .attach = attach_match, .write = star_test_write, .context = a};
    const StarCompileOptions how = {.plain = false};
    StarTestRun f;
    star_test_start(&f, &options, &how,
                    "program p; uses basic; var T: table(3, 2); X, Z: slice(3);"
                    " w: word(2); begin SET(X); ROW(2, T) := '11'; w := '11';"
                    " MATCH(T, X, w, Z); write(Z) end.");
    const StarStatus status = star_machine_run(f.machine, f.program);
    star_test_end(&f);
    return status;
}

/* The body runs in place of a kernel that declines, and of no other one. */
TEST(only_declined_means_the_body) {
    Answer declines = {.status = STAR_DECLINED};
    Answer fails = {.status = STAR_BYTECODE};
    assert_int_equal(run_match(&declines), STAR_OK);
    assert_int_equal(declines.calls, 1);
    assert_non_null(strstr(declines.out.text, "010"));
    assert_int_equal(run_match(&fails), STAR_BYTECODE);
    assert_int_equal(fails.calls, 1);
}

TEST_MAIN
