/* Machines as an embedder uses them: compile, run, call, limits, faults. */
#include "star_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "compile.h"
#include "machine.h"

typedef struct Fixture {
    StarMachine *machine;
    StarProgram *program;
    char out[2000];
    size_t length;
    int calls, fail_at; /* of the output function */
    const char *in;
} Fixture;

static bool take(void *context, const char *text, size_t length) {
    Fixture *f = context;
    if (++f->calls == f->fail_at)
        return false;
    for (size_t i = 0; i < length && f->length + 1 < sizeof f->out; i++)
        f->out[f->length++] = text[i];
    f->out[f->length] = '\0';
    return true;
}

static size_t give(void *context, char *text, size_t most) {
    Fixture *f = context;
    size_t length = strlen(f->in);
    length = length < most ? length : most;
    memcpy(text, f->in, length);
    f->in += length;
    return length;
}

/* There is a unit, and one that memory does not suffice for. */
static StarStatus find(void *context, const char *name, const char *from,
                       StarUnitText *out) {
    static const char unit[] =
        "proc twice(n: integer; var m: integer); begin m := 2 * n end;";
    (void)context;
    assert_string_equal(from, "p.star");
    *out = (StarUnitText){"unit.star", unit, sizeof unit - 1};
    return strcmp(name, "unit") == 0    ? STAR_OK
           : strcmp(name, "great") == 0 ? STAR_MEMORY
                                        : STAR_OPEN;
}

static void open_with(Fixture *f, StarOptions options) {
    StarError error;
    *f = (Fixture){.in = ""};
    options.write = take;
    options.read = give;
    options.context = f;
    f->machine = star_machine_new(&options, &error);
    assert_non_null(f->machine);
}

static void open(Fixture *f) {
    open_with(f, (StarOptions){0});
}

static StarMem *mem(const Fixture *f) {
    return star_machine_backend(f->machine)->mem;
}

/* False without memory. */
static bool compile(Fixture *f, const char *text) {
    const StarCompileOptions options = {.find = find};
    f->program = star_compile(star_machine_backend(f->machine), &options,
                              "p.star", text, strlen(text));
    return f->program != NULL;
}

static void drop(Fixture *f) {
    star_program_free(f->program);
    f->program = NULL;
}

static void close(Fixture *f) {
    drop(f);
    star_machine_free(f->machine);
}

static StarStatus run(Fixture *f, const char *text) {
    drop(f);
    f->length = 0;
    f->out[0] = '\0';
    assert_true(compile(f, text));
    if (f->program->errors > 0)
        fail_msg("%s", f->program->report[0].text);
    return star_machine_run(f->machine, f->program);
}

static void assert_runs(Fixture *f, const char *text, const char *out) {
    if (run(f, text) != STAR_OK)
        fail_msg("%s", star_machine_report(f->machine)->text);
    assert_string_equal(f->out, out);
}

/* ---- Running ---- */

static void output_and_input(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    f.in = "20 22\n";
    assert_runs(&f,
                "program p; var a, b: integer;\n"
                "begin read(a, b); writeln(a + b); writeln(eof, eoln) end.",
                "42\nfalsetrue\n");
    assert_runs(&f,
                "program p; uses unit; var n: integer;\n"
                "begin twice(21, n); writeln(n) end.",
                "42\n");
    close(&f);
}

static void output_may_go_nowhere(void **state) {
    (void)state;
    Fixture f = {.in = ""};
    const StarOptions options = {0};
    StarError error;
    f.machine = star_machine_new(&options, &error);
    assert_non_null(f.machine);
    assert_int_equal(run(&f, "program p; var i: integer; begin\n"
                             "for i := 1 to 10000 do writeln(i, eof) end."),
                     STAR_OK);
    assert_int_equal(run(&f, "program p; var i: integer;\n"
                             "begin read(i) end."),
                     STAR_ENDINPUT);
    close(&f);
}

static void failing_output_ends_the_run(void **state) {
    static const char text[] =
        "program p; var i: integer; begin\n"
        "for i := 1 to 100000 do writeln(i); i := 1 div (i - i) end.";
    (void)state;
    Fixture f;
    open(&f);
    f.fail_at = 3;
    assert_int_equal(run(&f, text), STAR_WRITE);
    assert_true(f.calls <= 4);
    const StarReport *r = star_machine_report(f.machine);
    assert_int_equal(r->status, STAR_WRITE);
    assert_string_equal(r->text, "the output cannot be written");
    /* Also what is sent only at the end. */
    f.calls = 0;
    f.fail_at = 1;
    assert_int_equal(run(&f, "program p; begin write(1) end."), STAR_WRITE);
    assert_int_equal(star_machine_report(f.machine)->status, STAR_WRITE);
    f.fail_at = 0;
    assert_runs(&f, "program p; begin write(2) end.", "2");
    close(&f);
}

static void a_report_has_a_place_and_the_calls(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_int_equal(run(&f, "program p; var n: integer;\n"
                             "proc q(n: integer);\n"
                             "begin if n = 0 then n := 1 div n; q(n - 1)\n"
                             "end;\n"
                             "begin write('before'); n := 2; q(n) end."),
                     STAR_DIVISION);
    assert_string_equal(f.out, "before");
    const StarReport *r = star_machine_report(f.machine);
    assert_true(r->placed);
    StarPlace place = star_source_place(&f.program->sources, r->span);
    assert_int_equal(place.row, 3);
    assert_int_equal(r->notes, 3);
    assert_string_equal(r->note[0].text, "'q' was called here");
    place = star_source_place(&f.program->sources, r->note[2].span);
    assert_int_equal(place.row, 5);
    /* Nothing of a failed run is left for the next. */
    assert_runs(&f, "program p; begin write('after') end.", "after");
    assert_int_equal(star_machine_report(f.machine)->status, STAR_OK);
    close(&f);
}

static void long_chains_of_calls_are_shortened(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_int_equal(run(&f, "program p; proc q(n: integer);\n"
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
    close(&f);
}

static void a_bad_program_is_refused(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_true(compile(&f, "program p; begin end."));
    f.program->code[0].op = STAR_OP_COUNT;
    f.program->verified = false;
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_BYTECODE);
    const StarReport *r = star_machine_report(f.machine);
    assert_false(r->placed);
    assert_int_equal(star_status_exit(r->status), 70);
    close(&f);
}

static void a_procedure_may_be_too_big(void **state) {
    (void)state;
    enum { VARIABLES = 70000 };
    Fixture f;
    char *text = malloc(VARIABLES * 8 + 100), *at = text;
    open(&f);
    at += sprintf(at, "program p; var a0");
    for (int i = 1; i < VARIABLES; i++)
        at += sprintf(at, ",a%d", i);
    sprintf(at, ": integer; begin a0 := 1; writeln(a0) end.");
    assert_true(compile(&f, text));
    assert_int_equal(f.program->errors, 1);
    assert_int_equal(f.program->report[0].status, STAR_TOOBIG);
    assert_string_equal(f.program->report[0].text,
                        "this program has too many variables and "
                        "temporaries");
    free(text);
    close(&f);
}

/* ---- Calls ---- */

static void a_procedure_is_called(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    StarBackend *be = star_machine_backend(f.machine);
    assert_true(compile(
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
    StarLine *x = star_line_new(be, STAR_UNSIZED);
    StarLine *y = star_line_new(be, STAR_UNSIZED);
    assert_int_equal(star_line_size(be, x, 3), STAR_OK);
    x->word[0] = 5;
    StarCell m = {.i = 2};
    const StarCell args[] = {
        {.i = 40}, {.r = 1.5}, {.line = x}, {.ref = &m}, {.line = y}};
    for (int again = 0; again < 3; again++)
        assert_int_equal(star_machine_call(f.machine, f.program, q, args),
                         STAR_OK);
    assert_string_equal(f.out, "1.50\n1.50\n1.50\n");
    assert_int_equal(m.i, 122);
    assert_line(x, "101"); /* a value parameter is a copy */
    assert_line(y, "010");
    star_object_free(be, &x->head);
    star_object_free(be, &y->head);
    close(&f);
}

static void own_procedures_hide_those_of_units(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_true(compile(&f, "uses unit; proc other; begin end;\n"
                            "proc Twice(n: integer);\n"
                            "begin writeln(n) end;"));
    assert_int_equal(f.program->errors, 0);
    assert_int_equal(star_program_find(f.program, "TWICE")->params, 1);
    close(&f);
    open(&f);
    assert_true(compile(&f, "uses unit; proc other; begin end;"));
    assert_int_equal(star_program_find(f.program, "twice")->params, 2);
    assert_null(star_program_find(f.program, "thrice"));
    close(&f);
}

static void a_failed_call_says_where(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_true(compile(&f, "proc q(n: integer); begin n := 1 div n end;\n"
                            "proc r(n: integer); begin q(n) end;"));
    const StarCell args[] = {{.i = 0}};
    assert_int_equal(star_machine_call(f.machine, f.program,
                                       star_program_find(f.program, "r"), args),
                     STAR_DIVISION);
    const StarReport *r = star_machine_report(f.machine);
    assert_true(r->placed);
    assert_int_equal(r->notes, 1); /* no statement called r */
    close(&f);
}

static void units_may_need_more_memory(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_false(compile(&f, "program p; uses great; begin end."));
    assert_true(compile(&f, "program p; uses none; begin end."));
    assert_int_equal(f.program->errors, 1);
    close(&f);
}

static void parameters_are_described(void **state) {
    (void)state;
    Fixture f;
    open(&f);
    assert_true(compile(
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
    close(&f);
}

/* ---- Limits ---- */

static StarStatus go_down(uint32_t max_depth, int calls) {
    char text[200];
    Fixture f;
    open_with(&f, (StarOptions){.max_depth = max_depth});
    snprintf(text, sizeof text,
             "program p; proc q(n: integer); begin if n > 1 then q(n - 1)\n"
             "end; begin q(%d) end.",
             calls);
    StarStatus status = run(&f, text);
    if (status == STAR_DEPTH) {
        char wanted[80];
        snprintf(wanted, sizeof wanted,
                 "calls are nested more than %u deep in 'q'",
                 max_depth ? max_depth : STAR_MAX_DEPTH);
        assert_string_equal(star_machine_report(f.machine)->text, wanted);
    }
    close(&f);
    return status;
}

static void calls_have_a_depth(void **state) {
    static const uint32_t limits[] = {1, 2, 10, 0};
    (void)state;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        int limit = limits[i] ? (int)limits[i] : STAR_MAX_DEPTH;
        if (limit > 1)
            assert_int_equal(go_down(limits[i], limit - 1), STAR_OK);
        assert_int_equal(go_down(limits[i], limit), STAR_OK);
        assert_int_equal(go_down(limits[i], limit + 1), STAR_DEPTH);
    }
}

/* However deep calls may be, the stack ends. */
static void frames_have_room(void **state) {
    (void)state;
    Fixture f;
    open_with(&f, (StarOptions){.max_depth = 100000000});
    assert_int_equal(run(&f, "program p; proc q(n: integer); begin q(n + 1)\n"
                             "end; begin q(0) end."),
                     STAR_DEPTH);
    const char *text = star_machine_report(f.machine)->text;
    if (strstr(text, "the stack of 4000000 cells is full") == NULL)
        fail_msg("%s", text);
    close(&f);
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

static void memory_has_a_limit(void **state) {
    (void)state;
    Fixture f;
    size_t peak = 0;
    open(&f);
    assert_int_equal(run(&f, rich), STAR_OK);
    peak = mem(&f)->peak;
    close(&f);
    for (int more = -1; more <= 1; more++) {
        open_with(&f,
                  (StarOptions){.max_memory = (size_t)((int64_t)peak + more)});
        assert_int_equal(run(&f, rich), more < 0 ? STAR_MEMORY : STAR_OK);
        close(&f);
    }
    open_with(&f, (StarOptions){.max_memory = 100000});
    assert_int_equal(run(&f, "program p; var X: slice(1000000); begin\n"
                             "X(1) := 1 end."),
                     STAR_MEMORY);
    assert_true(star_machine_report(f.machine)->placed);
    assert_runs(&f, "program p; begin write(1) end.", "1");
    close(&f);
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
    Fixture f;
    for (int k = 2; k <= fields - 3; k++)
        length += (size_t)sprintf(text + length, "f%d: char;\n", k);
    strcpy(text + length, end);
    open(&f);
    if (!compile(&f, text))
        status = STAR_MEMORY;
    else if (f.program->errors > 0)
        status = f.program->report[0].status;
    else
        status = star_machine_run(f.machine, f.program);
    drop(&f);
    close(&f);
    free(text);
    return status;
}

static void records_have_a_limit(void **state) {
    (void)state;
    assert_int_equal(with_fields(STAR_NO_PART - 2), STAR_OK);
    assert_int_equal(with_fields(STAR_NO_PART - 1), STAR_OK);
    assert_int_equal(with_fields(STAR_NO_PART), STAR_TOOBIG);
}

/* Fails each allocation of a compilation and its run in turn. */
static void assert_ends_anywhere(const char *text) {
    Fixture f;
    int64_t n = 0, refused = 0;
    bool failed = true;
    open(&f);
    assert_int_equal(run(&f, text), STAR_OK);
    drop(&f);
    size_t used = mem(&f)->used;
    while (failed) {
        mem(&f)->fail_at = mem(&f)->count + ++n;
        StarStatus status = STAR_MEMORY;
        if (compile(&f, text)) {
            assert_int_equal(f.program->errors, 0);
            status = star_machine_run(f.machine, f.program);
        }
        failed = mem(&f)->count >= mem(&f)->fail_at;
        /* Without room for a loop as one operation it runs as written. */
        assert_true(status == STAR_OK || (failed && status == STAR_MEMORY));
        refused += status == STAR_MEMORY;
        drop(&f);
        if (!star_keeps(0))
            assert_int_equal(mem(&f)->used, used);
        assert_true(n < 100000);
    }
    assert_true(n > 10 && refused >= n - 10);
    mem(&f)->fail_at = 0;
    assert_int_equal(run(&f, text), STAR_OK);
    close(&f);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    assert_ends_anywhere(rich);
    assert_ends_anywhere(structured);
}

/* Most of the memory of this program is for its constants. */
static void memory_may_end_at_a_constant(void **state) {
    enum { TEXTS = 100 };
    char text[TEXTS * 40 + 40] = "program p; begin ";
    size_t length = strlen(text);
    (void)state;
    for (int k = 0; k < TEXTS; k++)
        length += (size_t)sprintf(text + length, "write('%d', ONE('01'));\n",
                                  10 * k);
    strcpy(text + length, "end.");
    assert_ends_anywhere(text);
}

/* ---- Several machines ---- */

static void machines_do_not_disturb_each_other(void **state) {
    enum { MACHINES = 4 };
    (void)state;
    Fixture f[MACHINES];
    char text[100], wanted[20];
    for (int i = 0; i < MACHINES; i++) {
        open(&f[i]);
        snprintf(text, sizeof text,
                 "program p; var X: slice(%d); begin X(1) := 1;\n"
                 "writeln(not X) end.",
                 i + 2);
        assert_true(compile(&f[i], text));
    }
    for (int again = 0; again < 2; again++)
        for (int i = MACHINES - 1; i >= 0; i--)
            assert_int_equal(star_machine_run(f[i].machine, f[i].program),
                             STAR_OK);
    for (int i = 0; i < MACHINES; i++) {
        snprintf(wanted, sizeof wanted, "0%.*s\n0%.*s\n", i + 1, "11111", i + 1,
                 "11111");
        assert_string_equal(f[i].out, wanted);
        close(&f[i]);
    }
}

static void instruction_sets_agree(void **state) {
    (void)state;
    for (int level = STAR_ISA_BEST; level <= STAR_ISA_AVX512; level++) {
        Fixture f;
        if (!star_isa_available((StarIsaLevel)level))
            continue;
        open_with(&f, (StarOptions){.isa = (StarIsaLevel)level});
        assert_runs(&f, rich, rich_out);
        close(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_input),
        cmocka_unit_test(output_may_go_nowhere),
        cmocka_unit_test(failing_output_ends_the_run),
        cmocka_unit_test(a_report_has_a_place_and_the_calls),
        cmocka_unit_test(long_chains_of_calls_are_shortened),
        cmocka_unit_test(a_bad_program_is_refused),
        cmocka_unit_test(a_procedure_may_be_too_big),
        cmocka_unit_test(a_procedure_is_called),
        cmocka_unit_test(own_procedures_hide_those_of_units),
        cmocka_unit_test(a_failed_call_says_where),
        cmocka_unit_test(units_may_need_more_memory),
        cmocka_unit_test(parameters_are_described),
        cmocka_unit_test(calls_have_a_depth),
        cmocka_unit_test(frames_have_room),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(records_have_a_limit),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(memory_may_end_at_a_constant),
        cmocka_unit_test(machines_do_not_disturb_each_other),
        cmocka_unit_test(instruction_sets_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
