/* SPDX-License-Identifier: MIT */
/* The options of a new machine: depth, memory, instruction set. Other limits
 * are in test_limits.c. */
#include "run_test.h"
#include "memory/spares.h"

#include <stdio.h>
#include <stdlib.h>

static StarStatus go_down(uint32_t max_depth, int calls) {
    char text[200];
    RunTest f;
    run_open_with(&f, (StarOptions){.max_depth = max_depth});
    snprintf(text, sizeof text,
             "program p; proc q(n: integer); begin if n > 1 then q(n - 1)\n"
             "end; begin q(%d) end.",
             calls);
    StarStatus status = run_text(&f, text);
    if (status == STAR_DEPTH) {
        char wanted[80];
        snprintf(wanted, sizeof wanted,
                 "calls are nested more than %u deep in 'q'",
                 max_depth ? max_depth : STAR_MAX_DEPTH);
        assert_string_equal(star_machine_report(f.machine)->text, wanted);
    }
    run_close(&f);
    return status;
}

TEST(calls_have_a_depth) {
    static const uint32_t limits[] = {1, 2, 10, 0};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int limit = limits[i] ? (int)limits[i] : STAR_MAX_DEPTH;
        if (limit > 1)
            assert_int_equal(go_down(limits[i], limit - 1), STAR_OK);
        assert_int_equal(go_down(limits[i], limit), STAR_OK);
        assert_int_equal(go_down(limits[i], limit + 1), STAR_DEPTH);
    }
}

/* However deep calls may be, the stack ends. */
TEST(frames_have_room) {
    RunTest f;
    run_open_with(&f, (StarOptions){.max_depth = 100000000});
    assert_int_equal(run_text(&f,
                              "program p; proc q(n: integer); begin q(n + 1)\n"
                              "end; begin q(0) end."),
                     STAR_DEPTH);
    const char *text = star_machine_report(f.machine)->text;
    if (strstr(text, "the stack of 4000000 cells is full") == NULL)
        fail_msg("%s", text);
    run_close(&f);
}

static const char rich[] =
    "program p; uses unit;\n"
    "type colour = (red, green); three = array[1..3] of integer;\n"
    "var T, U: table(9, 5); X, Y: slice(T); w: word; s: string;\n"
    "    a: array[1..2, 0..3] of integer; r: three; n, i: integer;\n"
    "    L: array[1..4] of slice(T); c: colour; x1: real;\n"
    "proc grow(n: integer; r: three; X: slice; var s: string);\n"
    "var Z: slice(9); t: string;\n"
    "begin\n"
    "  Z := X and not X or MASK(X, 1, 2);\n"
    "  t := s + 'x'; s := t + chr(48 + NUMB(Z)); r[1] := n;\n"
    "  if n > 0 then grow(n - 1, r, Z, s)\n"
    "end;\n"
    "function bits(n: integer): slice(9);\n"
    "var Z: slice(9); begin Z(n) := 1; bits := Z end;\n"
    "begin\n"
    "  X := '101010101'; w := '11011'; s := ''; c := green; x1 := 1.5;\n"
    "  for i := 1 to 9 do ROW(i, T) := w;\n"
    "  for i := 1 to 5 do COL(i, U) := X;\n"
    "  T := U; Y := X xor COL(1, T) or bits(3) and not bits(4);\n"
    "  for i := 1 to 4 do L[i] := bits(i);\n"
    "  while SOME(X) do begin n := STEP(X); twice(n, i) end;\n"
    "  a[1, 0] := i; r[1] := 1; r[2] := 2; r[3] := 3;\n"
    "  grow(3, r, Y, s);\n"
    "  case c of red: n := 0; green: n := a[1, 0] + r[3] end;\n"
    "  writeln(n, s, Y, x1:4:1, ADJ(L[2], T))\n"
    "end.";

static const char rich_out[] =
    "21x2x2x2x2001000000 1.5011111\n100000\n011111\n000000\n011111\n"
    "000000\n011111\n000000\n011111\n";

/* The same with structured types. */
static const char structured[] =
    "program p;\n"
    "type inner = record a: array[1..2] of slice(3); s: string end;\n"
    "  outer = record i: inner; T: table;\n"
    "    case b: boolean of true: (w: word); false: (j: inner) end;\n"
    "  list = ^node; node = record o: outer; next: list end;\n"
    "var r: outer; m: array[1..2] of outer; c: set of char; k: integer;\n"
    "  p, q: list;\n"
    "function make(o: outer): outer;\n"
    "begin o.b := false; o.j := o.i; make := o end;\n"
    "begin\n"
    "  with r, i do begin s := 'one'; a[2](1) := 1; b := true end;\n"
    "  r.w := '101'; m[2] := r; r := make(m[2]);\n"
    "  q := nil;\n"
    "  for k := 1 to 40 do begin\n"
    "    new(p); p^.o.i := r.j; p^.next := q; q := p;\n"
    "    if k = 20 then dispose(p^.next)\n"
    "  end;\n"
    "  with q^, o, i do s := s + q^.next^.o.i.s;\n"
    "  k := 500; c := ['a'..'c'] + [chr(k - 400)] - ['b'];\n"
    "  if c <= ['c'..'e'] + c * c then\n"
    "    with r.j do writeln(s, a[2], [k] * [k, 5] = [0..k] - [0..499])\n"
    "end.";

/* Runs a text with all the memory that it needs, a byte less, and one more. */
static void memory_of(const char *text) {
    RunTest f;
    size_t peak = 0;
    run_open(&f);
    assert_int_equal(run_text(&f, text), STAR_OK);
    peak = run_mem(&f)->peak;
    run_close(&f);
    for (int more = -1; more <= 1; more++) {
        StarStatus status = STAR_MEMORY;
        run_open_with(
            &f, (StarOptions){.max_memory = (size_t)((int64_t)peak + more)});
        if (run_compile(&f, text))
            status = star_machine_run(f.machine, f.program);
        assert_int_equal(status, more < 0 ? STAR_MEMORY : STAR_OK);
        run_close(&f);
    }
}

TEST(memory_has_a_limit) {
    RunTest f;
    memory_of(rich); /* which is most to compile */
    memory_of("program p; var X: slice(8000000); begin X(1) := 1 end.");
    run_open_with(&f, (StarOptions){.max_memory = 100000});
    assert_int_equal(run_text(&f, "program p; var X: slice(1000000); begin\n"
                                  "X(1) := 1 end."),
                     STAR_MEMORY);
    assert_true(star_machine_report(f.machine)->placed);
    run_prints(&f, "program p; begin write(1) end.", "1");
    run_close(&f);
}

/* A record of `fields` fields, of which three are a part and its variant. */
static StarStatus with_fields(int fields) {
    static const char end[] = "case boolean of false..true: ()\n"
                              "end; var r: t; begin r.f1 := 2; write(r.f1) "
                              "end.";
    char *text = malloc((size_t)fields * 20 + sizeof end + 40);
    size_t length =
        (size_t)sprintf(text, "program p; type t = record f1: 1..9; ");
    StarStatus status = STAR_OK;
    RunTest f;
    for (int k = 2; k <= fields - 3; k++)
        length += (size_t)sprintf(text + length, "f%d: char;\n", k);
    strcpy(text + length, end);
    run_open(&f);
    if (!run_compile(&f, text))
        status = STAR_MEMORY;
    else if (f.program->errors > 0)
        status = f.program->report[0].status;
    else
        status = star_machine_run(f.machine, f.program);
    run_drop(&f);
    run_close(&f);
    free(text);
    return status;
}

TEST(records_have_a_limit) {
    assert_int_equal(with_fields(STAR_NO_PART - 2), STAR_OK);
    assert_int_equal(with_fields(STAR_NO_PART - 1), STAR_OK);
    assert_int_equal(with_fields(STAR_NO_PART), STAR_TOOBIG);
}

/* Fails each allocation of a compilation and its run in turn. */
static void assert_ends_anywhere(const char *text) {
    int64_t n = 0, refused = 0;
    bool failed = true;
    run_scope(f);
    assert_int_equal(run_text(&f, text), STAR_OK);
    run_drop(&f);
    size_t used = run_mem(&f)->used;
    while (failed) {
        run_mem(&f)->fail_at = run_mem(&f)->count + ++n;
        StarStatus status = STAR_MEMORY;
        if (run_compile(&f, text)) {
            assert_int_equal(f.program->errors, 0);
            status = star_machine_run(f.machine, f.program);
        }
        failed = run_mem(&f)->count >= run_mem(&f)->fail_at;
        /* Without room for a loop as one operation it runs unfused. */
        assert_true(status == STAR_OK || (failed && status == STAR_MEMORY));
        refused += status == STAR_MEMORY;
        run_drop(&f);
        if (!star_keeps(0))
            assert_int_equal(run_mem(&f)->used, used);
        assert_true(n < 100000);
    }
    assert_true(n > 10 && refused >= n - 10);
    run_mem(&f)->fail_at = 0;
    assert_int_equal(run_text(&f, text), STAR_OK);
}

TEST(memory_may_end_anywhere) {
    assert_ends_anywhere(rich);
    assert_ends_anywhere(structured);
}

/* Most of the memory of this program is for its constants. */
TEST(memory_may_end_at_a_constant) {
    enum { TEXTS = 100 };
    char text[TEXTS * 40 + 40] = "program p; begin ";
    size_t length = strlen(text);
    for (int k = 0; k < TEXTS; k++)
        length +=
            (size_t)sprintf(text + length, "write('%d', ONE('01'));\n", 10 * k);
    strcpy(text + length, "end.");
    assert_ends_anywhere(text);
}

TEST(instruction_sets_agree) {
    for (int level = STAR_ISA_BEST; level <= STAR_ISA_AVX512; level++) {
        RunTest f;
        if (!star_isa_available((StarIsaLevel)level))
            continue;
        run_open_with(&f, (StarOptions){.isa = (StarIsaLevel)level});
        run_prints(&f, rich, rich_out);
        run_close(&f);
    }
}

TEST_MAIN
