/* SPDX-License-Identifier: MIT */
/* A program that grows entry by entry. */
#include "session_test.h"

TEST(test_expressions) {
    PROMPT({"1 + 2", "= 3"}, {"1 + 2;", "= 3"}, {"2.5 * 3", "= 7.5"},
           {"'abc' + 'd'", "= abcd"}, {"'abc'", "= abc"}, {"1 = 2", "= 0"},
           {"", ""}, {"{ nothing }", ""},
           {"1 div 0", "error division: 'div': division "
                       "by zero"},
           {"1 +", "error missing-operand: expected an expression, found the "
                   "end of the file"},
           {"zzz", "error undeclared: 'zzz' is not declared"},
           {"x := y", "error undeclared: 'x' is not declarederror undeclared: "
                      "'y' is not declared"},
           {"writeln('a', 1:3)", "a  1\n"}, {"sqr(7)", "= 49"});
}

TEST(test_declarations) {
    PROMPT(
        {"const n = 3", ""}, {"type three = array [1..n] of integer", ""},
        {"var a: three; Y: slice(5); s: string; r: real", ""},
        {"a[2]", "error undefined: a[2] has no value yet"},
        {"a[1] := 7; a[2] := a[1] + 1", ""}, {"a[1] + a[2]", "= 15"},
        {"SET(Y); Y(2) := 0", ""}, {"Y", "= 10111"}, {"STEP(Y)", "= 1"},
        {"Y", "= 00111"}, {"not Y", "= 11000"}, {"Y(3)", "= 1"},
        {"s := 'text'", ""}, {"s + '!'", "= text!"},
        {"r", "error undefined: r has no value yet"},
        {"r := 1.5; writeln(r:4:2)", "1.50\n"},
        {"function f(k: integer): integer; begin f := k * n end", ""},
        {"f(4)", "= 12"}, {"procedure p; begin write('p') end; p; p", "pp"},
        {"p", "p"}, {"var i: integer; for i := 1 to 3 do write(i)", "123"},
        {"i", "error undefined: i has no value yet"},
        {"var T: table(2, 3); w: word; w := '101'; ROW(2, T) := w; "
         "write(T)",
         "000\n101\n"},
        {"begin writeln('block') end.", "block\n"},
        {"program q; var n: real; begin n := 1; writeln(n:3:1) end.", "1.0\n"},
        {"n", "= 1"}, {"f(4)", "= 12"});
}

/* Declarations and statements, then an expression or a last call. */
TEST(test_values) {
    PROMPT({"var x: integer; x := 4; x + 1", "= 5"}, {"x := 7; x", "= 7"},
           {"const n = 3; x = 4", ""}, {"const m = 2; n", "= 3"},
           {"var y: integer; y := n; writeln(y); sqr(y);", "3\n= 9"},
           {"function f: integer; begin f := y end; f", "= 3"},
           {"procedure p; begin write('p') end; y := 1; p", "p"},
           {"uses half; y := 8; half(y) { of y }", "= 4"},
           {"y := 1; zzz + 1", "error undeclared: 'zzz' is not declared"},
           {"y", "= 8"},
           {"label 1; begin y := 0; 1: y := y + 1; if y < 4 then goto 1 end; y",
            "= 4"},
           {"y := 5; y := 1 div 0; y + 1", "error division: 'div': division "
                                           "by zero"},
           {"y", "= 5"},
           {"y := 1; y +", "error missing-operand: expected an expression, "
                           "found the end of the file"},
           {"y; y",
            "error value-as-statement: a statement is needed here, not a "
            "value"});
}

/* A difference whose text is the name of a procedure is its call. */
TEST(test_hyphens) {
    PROMPT({"procedure w-1; begin writeln('one') end", ""},
           {"procedure w-n(k: integer); begin writeln('n ', k) end", ""},
           {"var w, n: integer; w := 9; n := 3", ""}, {"W - 1", "one\n"},
           {"n := 4; w-n(n)", "n 4\n"},
           {"w - n", "error argument-count: 'w-n' takes 1 argument, found 0"},
           {"w - 2", "= 7"}, {"(w - 1)", "= 8"}, {"w - 1 + 0", "= 8"});
}

TEST(test_heap) {
    PROMPT(
        {"type list = ^node; node = record key: integer; next: list end", ""},
        {"var l, m: list", ""}, {"new(l); l^.key := 1; l^.next := nil", ""},
        {"new(m); m^.key := 2; m^.next := l", ""}, {"m^.next^.key", "= 1"},
        {"with m^ do begin key := key + 1; writeln(key) end", "3\n"},
        {"dispose(l)", ""},
        {"m^.next^.key", "error dangling: this pointer points to a variable "
                         "that was disposed of"});
}

/* The new hides the old, but for a procedure of the same heading. */
TEST(test_redefinition) {
    PROMPT({"var x: integer; x := 1", ""},
           {"procedure show; begin writeln('integer ', x) end", ""},
           {"var x: string; x := 'text'", ""}, {"x", "= text"},
           {"show", "integer 1\n"},
           {"procedure p(k: integer); begin writeln('old ', k) end", ""},
           {"procedure q; begin p(4) end", ""}, {"q", "old 4\n"},
           {"procedure p(n: integer); begin writeln('new ', n) end", ""},
           {"q", "new 4\n"},
           {"procedure p(n: integer); begin writeln('wrong ', nn) end",
            "error undeclared: 'nn' is not declared"},
           {"q", "new 4\n"},
           {"procedure p(k: integer); begin write('newer '); if k > 0 then "
            "p(k - 1) end",
            ""},
           {"q", "newer newer newer newer newer "},
           {"procedure p(k: real); begin writeln('real ', k:3:1) end", ""},
           {"p(2.5)", "real 2.5\n"}, {"q", "newer newer newer newer newer "},
           {"const x = 2; y = 3", ""}, {"x + y", "= 5"},
           {"type x = 1..3; var z: x", ""},
           {"z := 4", "error constant-range: 4 lies outside 1..3"},
           {"var a: integer; a: real",
            "error duplicate: 'a' is declared already in this block"},
           {"a", "error undeclared: 'a' is not declared"});
}

TEST(test_forward) {
    PROMPT({"function odd2(n: integer): boolean; forward; "
            "function even(n: integer): boolean; "
            "begin if n = 0 then even := true else even := odd2(n - 1) end; "
            "function odd2; "
            "begin if n = 0 then odd2 := false else odd2 := even(n - 1) end",
            ""},
           {"even(10)", "= 1"},
           {"procedure later; forward",
            "error forward: 'later' is declared forward but has no body"},
           {"later", "error undeclared: 'later' is not declared"});
}

/* Labels end with their entry, also for procedures that know them. */
TEST(test_labels) {
    PROMPT({"var x: integer; x := 0", ""},
           {"label 1; procedure out; begin goto 1 end; "
            "begin out; writeln('not here'); 1: writeln('out') end",
            "out\n"},
           {"out", "error no-label: the label stands in an earlier entry, "
                   "whose statements do not run any more"},
           {"writeln(1); writeln(2); writeln(3); out; writeln(4); writeln(5)",
            "1\n2\n3\nerror no-label: the label stands in an earlier entry, "
            "whose statements do not run any more"},
           {"goto 1", "error undeclared: the label 1 is not declared"},
           {"label 1; begin 1: x := x + 1; if x < 4 then goto 1 end", ""},
           {"x", "= 4"});
}

TEST(test_units) {
    PROMPT({"uses half", ""}, {"half(10)", "= 5"}, {"calls := 2", ""},
           {"uses half", ""}, {"calls", "= 2"},
           {"uses none; var x: integer", "error no-unit: there is no unit "
                                         "'none'"},
           {"function half(n: integer): integer; begin half := -n end", ""},
           {"half(10)", "= -10"},
           {"var T: table(3, 2); X, Z: slice(3); w: word", ""},
           {"SET(X); w := '00'; MATCH(T, X, w, Z)", ""}, {"Z", "= 111"});
}

/* Declarations of entries do not change the library. */
TEST(test_library) {
    PROMPT({"const n = 3; k = 'k'; type boolean = 1..3; word = string", ""},
           {"type semiring = real; integer = (red, green); number = char", ""},
           {"procedure BITS; begin end", ""},
           {"procedure BINARY; begin end; procedure fail; begin end", ""},
           {"var STEP, SOME, ROW, T, P: string", ""},
           {"procedure MATCH(k: char); begin writeln('mine ', k) end", ""},
           {"uses half, trees, pipeline, paths, maxplus, graph, closure", ""},
           {"uses matchain", ""}, {"MATCH(k)", "mine k\n"}, {"n", "= 3"},
           {"BITS(n)", "= 2"}, {"half(n)", "= 1"});
}

/* After each failure the variables are there, and nothing else is. */
TEST(test_errors) {
    PROMPT({"var x, y: integer; x := 1; y := 1 div (x - 1)",
            "error division: 'div': division by zero"},
           {"x", "= 1"}, {"y", "error undefined: y has no value yet"},
           {"procedure down(n: integer); begin down(n + 1) end; x := 2; "
            "down(1)",
            "error depth-limit: calls are nested more than 10000 deep in "
            "'down'"},
           {"x", "= 2"},
           {"var b: array [1..x - 5] of integer; x := 3",
            "error bad-size: the bounds 1..-3 are not in order"},
           {"x", "= 2"}, {"b", "error undeclared: 'b' is not declared"},
           {"var y: string; c: array [1..x - 5] of slice(9)",
            "error bad-size: the bounds 1..-3 are not in order"},
           {"y := 7", ""},
           {"var s: string; s := 'kept'; s := s + s; writeln(1 div (x - 2))",
            "error division: 'div': division by zero"},
           {"s", "= keptkept"},
           {"for s := 1 to 2 do",
            "error for-type: a for statement counts with an ordinal variable, "
            "not string"},
           {"s", "= keptkept"},
           {"procedure t; begin x := 1; u := 2 end",
            "error undeclared: 'u' is not declared"},
           {"for x := 1 to 2 do write(x)", "12"},
           {"x := 5; }",
            "error bad-character: no comment is open that this '}' could "
            "close"},
           {"x", "error undefined: x has no value yet"});
}

/* Arrays whose elements get addresses only later. */
TEST(test_addresses) {
    PROMPT(
        {"var a: array [1..3] of 0..9; s: array [1..2] of single", ""},
        {"a[1] := 1; a[2] := 2; s[1] := 0.1", ""}, {"type digit = 0..9", ""},
        {"procedure set_to(var x: integer; n: integer); begin x := n end", ""},
        {"var b: array [1..3] of integer; b[2] := 5", ""},
        {"set_to(b[2], 70000)", ""}, {"b[2]", "= 70000"}, {"a[2]", "= 2"},
        {"s[1] = 0.1", "= 0"});
}

TEST(test_open) {
    static const char *const open[] = {
        "begin", "begin x := 1", "x := (1 +", "x :=", "1 +", "{ comment",
        "(* comment", "procedure p;", "procedure p; var x: integer;",
        "procedure p; begin if a then", "function f(n: integer)", "if x then",
        "if x then y else", "while x do", "for i := 1 to 2 do", "var",
        "var x:", "type t = record a: integer;", "repeat x", "program p;",
        "program p; begin end", "f(1,", "a[1", "case x of 1: y", "const n =",
        /* Wrong, but not at its end: */
        "program p; begin x := end", "program p; begin x := := 1; end;",
        "procedure p; begin x := := 1", "proc p; begn x := 1;",
        "proc p; begin if if x then begin end;",
        "proc p; var r: record a:: t end;",
        "proc p; forward forward; proc q; ) ", "proc p; proc q; ) begin end;",
        "proc p(proc f(x: t)); ) var i: t;", "begin x := := 1",
        "while ) do begin x := 1;", "repeat x := := 1;",
        "proc p; begin case ) of"};
    static const char *const whole[] = {
        "",
        "x",
        "x := 1",
        "x := 1;",
        "var x: integer",
        "var x: integer;",
        "begin end",
        "begin end.",
        "1 + 2",
        "f(1)",
        "if x then y",
        "procedure p; begin end",
        "procedure p; begin end;",
        "uses a",
        "program p; begin end.",
        "{ comment }",
        "x := := 1",
        "x := 'open",
        ")",
        "begin end end",
        "program p; begin end. x",
        "const n = 1",
        "program p; begin x := := 1 end.",
        "program p; begin end; end; ) end.",
        "proc p; begin x := := 1 end;",
        "proc p; begn x := 1; end",
        "proc p; proc q; ) begin end; begin end",
        "proc p(proc f(x: t)); ) begin end",
        "proc p; ) begin begin end; proc q; begin end;",
        "proc p; forward );",
        "begin x := := 1 end",
        "repeat x := := 1 until x"};
    Prompt p;
    prompt_open(&p);
    for (size_t k = 0; k < sizeof open / sizeof *open; k++)
        if (!star_session_open(p.session, open[k], strlen(open[k])))
            fail_msg("%s", open[k]);
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        if (star_session_open(p.session, whole[k], strlen(whole[k])))
            fail_msg("%s", whole[k]);
    prompt_close(&p);
}

static void assert_symbol(Prompt *p, const char *name, StarSymbolKind kind,
                          const char *type, bool own) {
    StarSymbol s;
    assert_true(star_session_find(p->session, name, &s));
    assert_int_equal(s.kind, kind);
    assert_string_equal(s.type, type);
    assert_int_equal(s.own, own);
    assert_int_equal(s.cell >= 0, kind == STAR_SYMBOL_VARIABLE);
    assert_int_equal(s.proc != NULL, kind == STAR_SYMBOL_PROCEDURE);
}

TEST(test_symbols) {
    Prompt p;
    StarSymbol s;
    uint32_t at = 0;
    unsigned own = 0, seen = 0;
    prompt_open(&p);
    CHECK({"const n = 3; type row = array [1..n] of  integer", ""},
          {"var a: row; a: real", "error duplicate: 'a' is declared already in "
                                  "this block"},
          {"uses half; label 9; var Rows: row; x, y: real; begin 9: end", ""},
          {"procedure later; forward; procedure later; begin end", ""},
          {"var x: table(2,\n 3)", ""},
          {"proc p(var n: integer; X:\n slice); begin n := NUMB(X) end", ""});
    assert_symbol(&p, "N", STAR_SYMBOL_CONSTANT, "integer", true);
    assert_symbol(&p, "row", STAR_SYMBOL_TYPE, "array [1..n] of integer", true);
    assert_symbol(&p, "rows", STAR_SYMBOL_VARIABLE, "row", true);
    assert_symbol(&p, "x", STAR_SYMBOL_VARIABLE, "table(2, 3)", true);
    assert_symbol(&p, "P", STAR_SYMBOL_PROCEDURE,
                  "proc p(var n: integer; X: slice)", true);
    assert_symbol(&p, "later", STAR_SYMBOL_PROCEDURE, "procedure later", true);
    assert_symbol(&p, "calls", STAR_SYMBOL_VARIABLE, "integer", false);
    assert_symbol(&p, "NUMB", STAR_SYMBOL_PRIMITIVE, "", false);
    assert_symbol(&p, "writeln", STAR_SYMBOL_REQUIRED, "", false);
    assert_false(star_session_find(p.session, "a", &s));
    assert_false(star_session_find(p.session, "9", &s));
    while (star_session_next(p.session, &at, &s)) {
        seen++;
        own += s.own;
    }
    assert_int_equal(own, 7); /* n, row, Rows, x, y, p, later */
    assert_true(seen > 70);
    assert_string_equal(star_session_type(p.session, "Rows[1] + y", 11),
                        "real");
    assert_null(star_session_type(p.session, "y + ", 4));
    assert_null(star_session_type(p.session, "zz", 2));
    CHECK({"y", "error undefined: y has no value yet"});
    prompt_close(&p);
}
TEST_MAIN
