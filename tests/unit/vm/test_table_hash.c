/* SPDX-License-Identifier: MIT */
/* Sums of tables and arrays that are kept while programs run are those that are
 * counted anew, whatever statements do to them. */
#include <stdlib.h>

#include "interp/exec.h"
#include "debug/inspect.h"
#include "machine_test.h"
#include "debug/table_hash.h"

static const StarCompileOptions stepping = {
    .plain = true, .bodies = true, .count = true, .watched = true};

enum { ROOM = 1 << 28 };

typedef struct Run {
    StarHistory *history;
    StarProgram *program;
    const char *in;
    int compared;
} Run;

static size_t read_in(void *context, char *text, size_t most) {
    Run *r = context;
    const size_t n = strlen(r->in) < most ? strlen(r->in) : most;
    memcpy(text, r->in, n);
    r->in += n;
    return n;
}

static void begin(Run *r, const char *text) {
    StarError error;
    const StarOptions options = {.read = read_in, .context = r};
    r->history = star_history_new(&options, ROOM, &error);
    assert_non_null(r->history);
    StarMachine *m = star_history_machine(r->history);
    r->program =
        star_test_compile(star_machine_backend(m)->mem, &stepping, text);
    assert_int_equal(star_history_begin(r->history, r->program, NULL, NULL),
                     STAR_OK);
}

static void end(Run *r) {
    star_history_end(r->history);
    star_program_free(r->program);
    star_history_free(r->history);
}

/* All tables and arrays in an object. */
static void compare(Run *r, const StarObject *object) {
    const StarMachine *m = star_history_inside(r->history);
    const StarCell x = {.object = (void *)object};
    StarTableHash fresh = {0};
    if (object == NULL)
        return;
    if (object->kind == STAR_TABLE) {
        r->compared++;
        assert_int_equal(star_table_hash(m->debug.hashes, m->be.isa, x.table),
                         star_table_hash(&fresh, m->be.isa, x.table));
    } else if (object->kind == STAR_ARRAY &&
               x.array->element != STAR_ELEM_OBJECT) {
        r->compared++;
        assert_int_equal(star_table_hash_array(m->debug.hashes, x.array),
                         star_table_hash_array(&fresh, x.array));
    } else if (object->kind == STAR_ARRAY) {
        for (int64_t k = 0; k < x.array->count; k++)
            compare(r, x.array->objects[k]);
    } else if (object->kind == STAR_RECORD) {
        for (unsigned k = 0; k < x.record->layout->fields; k++)
            if (x.record->layout->field[k].kind >= STAR_FIELD_OBJECT)
                compare(r, x.record->cell[k].object);
    }
}

static void compare_all(Run *r) {
    for (unsigned d = 0; d < star_history_depth(r->history); d++) {
        const StarView view = star_history_frame(r->history, d);
        for (unsigned k = 0; k < view.proc->cells; k++) {
            StarVariable v;
            if (star_inspect_variable(&view, k, &v) &&
                (v.type->kind == STAR_TYPE_TABLE ||
                 v.type->kind == STAR_TYPE_ARRAY ||
                 v.type->kind == STAR_TYPE_RECORD))
                compare(r, v.value.object);
        }
    }
}

static bool any(void *context) {
    (void)context;
    return true;
}

/* To the end, with a look at every pause or, from time to time, at none. */
static void to_the_end(Run *r, bool always) {
    while (star_history_now(r->history)->when == STAR_PAUSED) {
        if (always || rand() % 3 != 0)
            compare_all(r);
        assert_int_equal(star_history_forward(r->history, any, NULL), STAR_OK);
    }
    compare_all(r);
}

static const char everything[] =
    "program everything;\n"
    "type box = record T: table(600, 70); k: integer end;\n"
    "  part = record case tag: boolean of true: (U: table(600, 70));\n"
    "    false: (n: integer) end;\n"
    "var A, B: table(600, 70); C: table; D: table(40, 1000); v: word;\n"
    "  X: slice(600); Y: slice(40); w: word(70); i: integer;\n"
    "  many, other: array[1..40] of table(300, 130);\n"
    "  r, s: box; p: part; f: file of box;\n"
    "function turned(T: table): table;\n"
    "var L: table(600, 70); j: integer;\n"
    "begin\n"
    "  for j := 1 to SIZE(T) do COL(j, L) := COL(SIZE(T) + 1 - j, T);\n"
    "  ROW(1, L) := ROW(600, T); turned := L\n"
    "end;\n"
    "proc CHANGE(var T: table; k: integer);\n"
    "var L: table(600, 70);\n"
    "begin\n"
    "  if k > 0 then begin ROW(k, L) := w; CHANGE(T, k - 1) end;\n"
    "  ROW(k + 5, T) := ROW(k + 1, L)\n"
    "end;\n"
    "begin\n"
    "  SET(w); v := CONVERT(MASK(Y, 1, 9)); SET(X); C := A;\n"
    "  for i := 1 to 9 do begin\n"
    "    ROW(i, A) := w; COL(i, A) := X; COL(i + 2, A) := X;\n"
    "    ROW(i, A) := ROW(i + 300, B); w := ROW(i, A); X := COL(i, B);\n"
    "    X(i) := 1; COL(i, B) := X; COL(i, B) := X; ROW(i, D) := MASK(\n"
    "      ROW(i, D), i, 900); COL(1000 - i, D) := MASK(Y, i, 30);\n"
    "    ROW(2 * i, D) := ROW(i, D)\n"
    "  end;\n"
    "  CHANGE(A, 3); C := A; CHANGE(C, 2); B := turned(A); A := turned(B);\n"
    "  for i := 1 to 40 do begin\n"
    "    ROW(i, many[i]) := MASK(ROW(i, many[1]), i, 100);\n"
    "    COL(i, other[41 - i]) := MASK(COL(1, many[i]), 1, i)\n"
    "  end;\n"
    "  other := many; many[3] := other[4]; ROW(9, other[3]) := ROW(4,\n"
    "    other[4]);\n"
    "  r.k := 1; r.T := A; s := r; COL(3, s.T) := COL(4, r.T); r := s;\n"
    "  p.tag := true; COL(3, p.U) := COL(4, r.T); p.tag := false;\n"
    "  p.tag := true; rewrite(f); f^ := r; put(f); ROW(1, r.T) := w;\n"
    "  f^ := r; ROW(2, f^.T) := w; put(f); reset(f); r := f^; get(f);\n"
    "  ROW(3, f^.T) := w; r := f^; read(D); ROW(1, D) := ROW(2, D);\n"
    "  for i := 38 to 50 do ROW(i, D) := v\n"
    "end.\n";

static void input(char *text) {
    for (int k = 0; k < 40 * 1001; k++)
        text[k] = k % 1001 == 1000 ? '\n' : k % 7 == 3 ? '1' : '0';
    text[40 * 1001] = '\0';
}

TEST(every_change_is_seen) {
    static char text[40 * 1001 + 1];
    input(text);
    srand(1);
    for (int turn = 0; turn < 4; turn++) {
        Run r = {.in = text};
        begin(&r, everything);
        to_the_end(&r, turn == 0);
        assert_int_equal(
            star_machine_report(star_history_machine(r.history))->status,
            STAR_LENGTHS);
        assert_true(r.compared > 1000);
        end(&r);
    }
}

static const char arrays[] =
    "program arrays;\n"
    "type row = array[1..70] of char; reals = array[1..600] of real;\n"
    "var a: array[-3..60, 0..19] of integer; b, p, q: reals;\n"
    "  c: array[1..5000] of boolean; d: array[0..1100] of single;\n"
    "  e: array[1..2200] of -30000..30000; f: array[1..40] of row;\n"
    "  s: record t: array[1..600] of integer; k: integer end;\n"
    "  g: packed array[1..2100] of char; h: array[1..2200] of char;\n"
    "  i: integer;\n"
    "proc ADD(var x: integer; k: integer);\n"
    "begin x := k; x := x + 1 end;\n"
    "proc FILL(var x: array[l..u: integer] of integer; v: integer);\n"
    "var y: array[1..600] of integer; j: integer;\n"
    "begin\n"
    "  y[3] := 1;\n"
    "  for j := l to u do begin x[j] := v + y[3]; y[j - l + 1] := j end;\n"
    "  y[600] := x[l]; x[u] := y[600]\n"
    "end;\n"
    "proc TAKES(x: array[l..u: integer] of real);\n"
    "begin x[l] := 1.5; x[u] := x[l]; p[7] := x[l] end;\n"
    "begin\n"
    "  for i := 0 to 19 do begin\n"
    "    a[i, i] := i; a[60, i] := 1; b[i * 7 + 1] := i / 3;\n"
    "    c[i + 1] := true; c[5000 - i] := odd(i); d[i * 9] := i;\n"
    "    e[2200 - i] := -i; f[i + 1, i + 2] := 'x'; ADD(a[i, 19 - i], i);\n"
    "    ADD(s.t[i + 1], i); s.t[600] := i; s.k := i; g[i + 1] := 'q';\n"
    "    g[2100] := 'e'; h[i * 70 + 1] := 'h'\n"
    "  end;\n"
    "  FILL(a[5], 7); FILL(a[60], 8); FILL(s.t, 4);\n"
    "  for i := 1 to 600 do begin b[i] := i; p[i] := 0 end;\n"
    "  for i := 1 to 2200 do h[i] := 'h';\n"
    "  q := b; TAKES(q); q[3] := 4.5; p := q; f[7] := f[1];\n"
    "  for i := 1 to 70 do begin f[1, i] := 'z'; f[2, i] := 'y' end;\n"
    "  f[2] := f[1]; f[1, 70] := 'a'; h[3] := 'i'; pack(h, 3, g);\n"
    "  unpack(g, h, 9); i := 60; e[i] := 1; a[i, 19] := 2;\n"
    "  a[i + 1, 2] := 1\n"
    "end.\n";

TEST(every_store_is_seen) {
    srand(1);
    for (int turn = 0; turn < 2; turn++) {
        Run r = {.in = ""};
        begin(&r, arrays);
        to_the_end(&r, turn == 0);
        assert_int_equal(
            star_machine_report(star_history_machine(r.history))->status,
            STAR_INDEX);
        assert_true(r.compared > 1000);
        end(&r);
    }
}

TEST(going_back_is_seen) {
    Run r = {.in = ""};
    begin(&r, "program p; var T: table(600, 70); w: word(70); i: integer;\n"
              "begin SET(w); for i := 1 to 600 do ROW(i, T) := w end.\n");
    srand(1);
    for (int k = 0; k < 200; k++) {
        assert_int_equal(star_history_go(r.history, rand() % 1900), STAR_OK);
        compare_all(&r);
    }
    end(&r);
}

typedef struct Seen {
    int touches;
    StarTouch last;
} Seen;

static void note(void *context, const StarTouch *touch) {
    Seen *seen = context;
    seen->touches++;
    seen->last = *touch;
}

/* Whatever the expression for its number is, and out of range too. */
TEST(lines_are_told_of_before_they_are_touched) {
    static const struct {
        int64_t number;
        bool column;
    } wanted[] = {{2, false}, {4, true}, {3, false}, {5, false}};
    Run r = {.in = ""};
    Seen seen = {0};
    int known = 0;
    begin(&r, "program p; var T: table(4, 6); w: word; X: slice; i: integer;\n"
              "begin w := ROW(2, T); i := 3; COL(i + 1, T) := COL(1, T);\n"
              "  SET(w); ROW(FND(w) + 2, T) := w; w := ROW(i + 2, T) end.\n");
    star_history_touched(r.history, note, &seen);
    while (star_history_now(r.history)->when == STAR_PAUSED) {
        const int before = seen.touches;
        assert_int_equal(star_history_forward(r.history, any, NULL), STAR_OK);
        if (seen.touches == before)
            continue;
        assert_int_equal(seen.last.number, wanted[known].number);
        assert_int_equal(seen.last.column, wanted[known].column);
        known++;
    }
    assert_int_equal(known, 4);
    assert_int_equal(seen.touches, 5);
    star_history_touched(r.history, NULL, NULL);
    assert_int_equal(star_history_go(r.history, 0), STAR_OK);
    assert_int_equal(star_history_forward(r.history, any, NULL), STAR_OK);
    assert_int_equal(seen.touches, 5);
    end(&r);
}

TEST_MAIN
