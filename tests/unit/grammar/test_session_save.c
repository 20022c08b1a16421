/* A session saved as a program is the same session: its variables, and what
 * its procedures do. */
#include "session_random.h"

enum { SEEDS = 400 };

/* Saves; the text as a session of its own enters it, or why not. */
static bool save(Prompt *p, char text[100000], char why[1000]) {
    size_t length;
    const char *reason;
    const char *saved =
        star_session_save(p->session, "saved.star", &length, &reason);
    assert_true(saved == NULL || length < 100000);
    if (saved != NULL)
        memcpy(text, saved, length + 1);
    else
        snprintf(why, 1000, "%s", reason);
    return saved != NULL;
}

static void check_saved(const char *const *entry, const char *expected) {
    static char text[100000];
    char why[1000];
    Prompt p;
    prompt_open_limited(&p, &(StarOptions){.max_steps = 1000});
    for (; *entry != NULL; entry++)
        prompt_enter(&p, *entry);
    assert_string_equal(save(&p, text, why) ? text : why, expected);
    prompt_close(&p);
}

#define SAVED(expected, ...) \
    check_saved((const char *const[]){__VA_ARGS__, NULL}, expected)

static void test_programs(void **state) {
    (void)state;
    SAVED("program session;\nbegin\nend.\n", "");
    SAVED("program session;\nuses half;\nvar n: integer;\nbegin\n  n := 8;\n"
          "  writeln(half(n));\nend.\n",
          "uses half; var n: integer", "n := 8", "uses half", "half(n)");
}

/* What is hidden gets another name, a label another number. */
static void test_names(void **state) {
    (void)state;
    SAVED("program session;\nvar x_1: integer;\n"
          "procedure show; begin writeln(x_1) end;\nvar x: string;\n"
          "begin\n  x_1 := 1;\n  x := 'x';\n  show;\nend.\n",
          "var x: integer; X := 1", "procedure show; begin writeln(x) end",
          "var x: string; x := 'x'", "show");
    SAVED("program session;\nvar n: integer;\nlabel 1;\nlabel 2;\nbegin\n"
          "  1: n := 1;\n  2: n := 2;\n  if n > 3 then goto 2;\nend.\n",
          "var n: integer", "label 1; begin 1: n := 1 end",
          "label 1; begin 1: n := 2; if n > 3 then goto 1 end");
    SAVED("entry uses 'maxint', which means something else since a later "
          "entry",
          "var n: integer; n := maxint", "const maxint = 3");
    SAVED("program session;\nuses graph;\nvar BITS_1: integer;\nbegin\n"
          "  BITS_1 := 3;\n  writeln(BITS(9));\nend.\n",
          "var BITS: integer; bits := 3", "uses graph", "BITS(9)");
    SAVED("program session;\nprocedure all_sums_1; begin write(1) end;\n"
          "procedure all-sums(k: integer); begin write(k) end;\nbegin\n"
          "  all_sums_1;\n  all-sums(2);\nend.\n",
          "procedure all-sums; begin write(1) end", "all-sums",
          "procedure all-sums(k: integer); begin write(k) end", "all-sums(2)");
}

/* A size that was computed is a number. */
static void test_sizes(void **state) {
    (void)state;
    SAVED("program session;\nvar n: integer;\n"
          "var a: array [1..3] of slice(4); X: slice(8);\nbegin\n  n := 3;\n"
          "  n := 5;\nend.\n",
          "var n: integer; n := 3",
          "var a: array [1..n] of slice(n + 1); X: slice(8)", "n := 5");
}

/* Who called what when. */
static void test_procedures(void **state) {
    (void)state;
    SAVED("program session;\nprocedure p; begin write(2) end;\n"
          "procedure q; begin p end;\nbegin\n  q;\nend.\n",
          "procedure p; begin write(1) end", "procedure q; begin p end",
          "procedure p; begin write(2) end", "q");
    SAVED("program session;\nprocedure p_1; begin write(1) end;\n"
          "procedure q_1; begin p_1 end;\nprocedure q; forward;\n"
          "procedure p; begin if false then q end;\n"
          "procedure q; begin p end;\nbegin\n  q_1;\n  q;\nend.\n",
          "procedure p; begin write(1) end", "procedure q; begin p end", "q",
          "procedure p; begin if false then q end", "q");
    SAVED("program session;\nprocedure p_1; begin write(1) end;\n"
          "procedure q; begin p_1 end;\n"
          "procedure p(k: integer); begin write(k) end;\nbegin\n  q;\n"
          "  p(2);\nend.\n",
          "procedure p; begin write(1) end", "procedure q; begin p end",
          "procedure p(k: integer); begin write(k) end", "q", "p(2)");
}

/* What failed has left no trace, or nothing is saved. */
static void test_failures(void **state) {
    (void)state;
    SAVED("program session;\nvar n, m: integer;\nvar l: integer;\nbegin\n"
          "  n := 1;\n  m := 2;\n  n := 7;\nend.\n",
          "var n, m: integer; n := 1; m := 2; n := n div 0; m := 3",
          "var l: integer; l := 1 div 0", "while n = 1 do", "n := zzz",
          "n := 7; n div 0");
    SAVED("program session;\nbegin\n  writeln('text');\nend.\n", "'text'",
          "1 div 0");
}

#define VALUES                                                    \
    "program session;\n{ The values that variables had, not the " \
    "statements that gave them. }\n"

/* Where no program does what was done, it has the values instead. */
static void test_values(void **state) {
    (void)state;
    SAVED(VALUES "var n: integer;\nbegin\n  n := 500;\nend.\n",
          "var n: integer; n := 1; while true do n := n + 1");
    SAVED(VALUES "var X: slice(3); n: integer;\nbegin\n  X := '011';\nend.\n",
          "var X: slice(3); n: integer; SET(X); n := STEP(X) div 0");
    SAVED(VALUES "var n: integer; function f: integer; "
                 "begin n := 1; f := n end;\nvar X: slice(1);\n"
                 "begin\n  n := 2;\nend.\n",
          "var n: integer; function f: integer; begin n := 1; f := n end",
          "var X: slice(f)", "n := 2");
    SAVED(VALUES "type t = record u: slice(2) end;\n"
                 "function f: t; var g: t; begin f := g end;\nbegin\nend.\n",
          "type t = record u: slice(2) end",
          "function f: t; var g: t; begin f := g end", "writeln(3)", "f");
}

#define FAIL "if true then begin a := 0; a := 1 div a end"

/* What nothing uses any more has no value. */
static void test_hidden_values(void **state) {
    (void)state;
    SAVED(VALUES "var n_1: integer;\nprocedure p; begin n_1 := n_1 + 1 end;\n"
                 "var n_2: real;\nvar n: string;\nvar a: integer;\n"
                 "begin\n  n_1 := 3;\n  n := 'it''s' + chr(10) + chr(9);\n"
                 "  a := 0;\nend.\n",
          "var n: integer; n := 2", "procedure p; begin n := n + 1 end",
          "var n: real; n := 2.5", "var n: string; begin p; n := 'it' end",
          "n := n + '''s' + chr(10); n := n + chr(9)", "var a: integer", FAIL);
}

static void test_all_values(void **state) {
    (void)state;
    SAVED(VALUES "var a: integer;\nvar b: boolean; c: array [1..3] of char; d: "
                 "(red, green); r: array [1..4] of real;\nbegin\n  a := 0;\n"
                 "  b := true;\n  c[1] := 'x';\n  c[2] := '''';\n"
                 "  c[3] := chr(13);\n  d := green;\n  r[1] := 0.1;\n"
                 "  r[2] := -3;\n  r[4] := 1.0000000000000002e+300;\nend.\n",
          "var a: integer",
          "var b: boolean; c: array [1..3] of char; d: (red, green); "
          "r: array [1..4] of real",
          "b := true; c[1] := 'x'; c[2] := ''''; c[3] := chr(13); "
          "d := succ(red); r[1] := 0.1; r[2] := -3; "
          "r[4] := 1.0000000000000002e300",
          FAIL);
    SAVED(VALUES
          "var a: integer;\nvar X: slice; Y: slice(2); w: word; "
          "T: table(2, 3); U, V: table; s: array [boolean, 'a'..'b'] of "
          "slice(1);\nprocedure size_1(r, c: integer; var T: table(r, c));\n"
          "begin end;\nbegin\n  a := 0;\n  X := '0110';\n  w := '';\n"
          "  row(2, T) := '101';\n  size_1(2, 3, U);\n"
          "  row(2, U) := '101';\n  s[true]['b'] := '1';\nend.\n",
          "var a: integer",
          "var X: slice; Y: slice(2); w: word; T: table(2, 3); U, V: table; "
          "s: array [boolean, 'a'..'b'] of slice(1)",
          "X := '0110'; w := ''; ROW(2, T) := '101'; TCOPY(T, U); "
          "s[true, 'b'] := '1'",
          FAIL);
    SAVED(VALUES
          "var a: integer;\nvar e: set of 1..9; f: set of char; g: set of "
          "integer; r: record u: integer; case k: boolean of true: (x, y: "
          "integer); false: (z: string) end; p: ^integer;\nbegin\n"
          "  a := 0;\n  e := [];\n  f := ['a'..'c', 'z'];\n"
          "  g := [-70, 5, 700..702];\n  r.u := 1;\n  r.k := true;\n"
          "  r.y := 2;\n  p := nil;\nend.\n",
          "var a: integer",
          "var e: set of 1..9; f: set of char; g: set of integer; r: record u: "
          "integer; case k: boolean of true: (x, y: integer); false: (z: "
          "string) end; p: ^integer",
          "e := []; f := ['z', 'a'..'c']; g := [5, -70, 700..702]; r.u := 1; "
          "r.k := true; r.y := 2; p := nil",
          FAIL);
    SAVED(VALUES "uses half;\nvar a: integer;\nbegin\n  a := 0;\n"
                 "  calls := 3;\nend.\n",
          "var a: integer", "uses half; calls := 3", FAIL);
}

/* What no statement writes. */
static void test_no_values(void **state) {
    (void)state;
    SAVED("p points to a variable, which no statement names",
          "var a: integer; p: ^integer; new(p)", FAIL);
    SAVED("f is a file that was used", "var a: integer; f: text; rewrite(f)",
          FAIL);
    SAVED("x.y is infinite, which no statement is", "uses maxplus",
          "var a: integer; x: record y: real end; x.y := 0; "
          "x.y := epsilon(x.y, maxplus)",
          FAIL);
    SAVED("calls means something else since a later entry", "var a: integer",
          "uses half; calls := 3", "const calls = 1", FAIL);
    SAVED("true means something else since a later entry",
          "var a: integer; b: boolean; b := true", FAIL, "const true = 1");
}

/* What only writes, chooses or repeats has changed nothing when it fails. */
static void test_harmless_failures(void **state) {
    static const char *const entry[] = {
        "case 1 of 1: writeln(1 div 0); 2: end",
        "case 1 of 1: begin page; writeln(1 div 0) end; otherwise page end",
        "repeat writeln(1 div 0) until true", "if true then writeln(1 div 0)"};
    (void)state;
    for (size_t k = 0; k < sizeof entry / sizeof *entry; k++)
        SAVED("program session;\nbegin\nend.\n", entry[k]);
    SAVED(VALUES "var n: integer;\nbegin\n  n := 1;\nend.\n",
          "var n: integer; case 1 of 1: begin n := 1; n := 1 div 0 end end");
}

/* What has no form in a program. */
static void test_refusals(void **state) {
    (void)state;
    SAVED(VALUES "type s = set of 1..3; var n: integer;"
                 "function f: s; begin n := 1; f := [2] end;\n"
                 "begin\n  n := 1;\nend.\n",
          "type s = set of 1..3; var n: integer;"
          "function f: s; begin n := 1; f := [2] end",
          "f");
    SAVED("entry is a program with files of the command line",
          "program p(f); var f: text; begin rewrite(f) end.");
}

/* ---- Any entries ---- */

/* Without what makes names unlike all others. */
static const char *plain(const char *text, char out[5000]) {
    size_t n = 0;
    for (; *text != '\0'; text++)
        if (*text == '_' && text[1] >= '0' && text[1] <= '9')
            while (text[1] >= '0' && text[1] <= '9')
                text++;
        else
            out[n++] = *text;
    out[n] = '\0';
    return out;
}

static void assert_same(Prompt *a, Prompt *b, const char *entry,
                        const char *program) {
    char one[5000], two[5000];
    plain(prompt_enter(a, entry), one);
    plain(prompt_enter(b, entry), two);
    if (strcmp(one, two) != 0)
        fail_msg("%s\nis       %s\nexpected %s\n%s", entry, two, one, program);
}

/* What is declared in both sessions is the same. */
static void compare(Prompt *a, Prompt *b, StarSymbolKind kind,
                    const char *program) {
    char name[40][20];
    int names = 0;
    uint32_t at = 0;
    StarSymbol s, other;
    while (star_session_next(a->session, &at, &s) && names < 40)
        if (s.own && s.kind == kind)
            snprintf(name[names++], 20, "%s", s.name);
    for (int k = 0; k < names; k++) {
        if (!star_session_find(b->session, name[k], &other) ||
            other.kind != kind)
            fail_msg("%s is missing in\n%s", name[k], program);
        if (kind == STAR_SYMBOL_PROCEDURE && strchr(other.type, '(') != NULL)
            strcat(name[k], "(2)");
        assert_same(a, b, name[k], program);
    }
}

/* Whether a session of any entries could be saved; then the program is the
 * same as they are. */
static bool try_any(Random *r, Prompt *a, Prompt *b) {
    static char text[100000];
    char why[1000];
    prompt_anew(a);
    prompt_anew(b);
    prompt_enter(a, "var a, b, c: integer; a := 1; b := 2; c := 3");
    for (int k = random_any(r, 20); k >= 0; k--) {
        random_entry(r);
        prompt_enter(a, r->text);
        if (random_any(r, 3) == 0)
            star_session_collect(a->session);
    }
    if (!save(a, text, why)) {
        assert_true(strstr(why, "points to a variable") != NULL ||
                    strstr(why, "which means something else") != NULL ||
                    strstr(why, "is a file that was used") != NULL);
        return false;
    }
    prompt_enter(b, text);
    if (strstr(b->text, "error") != NULL)
        fail_msg("%s\n%s", b->text, text);
    compare(a, b, STAR_SYMBOL_VARIABLE, text);
    compare(a, b, STAR_SYMBOL_CONSTANT, text);
    compare(a, b, STAR_SYMBOL_PROCEDURE, text);
    compare(a, b, STAR_SYMBOL_VARIABLE, text);
    return true;
}

static void test_any(void **state) {
    int saved = 0;
    Prompt a, b;
    (void)state;
    prompt_open_limited(&a,
                        &(StarOptions){.max_steps = 10000, .max_depth = 50});
    prompt_open_limited(&b, &(StarOptions){.max_depth = 50});
    for (int seed = 1; seed <= SEEDS; seed++) {
        Random r = {.state = (uint64_t)seed * 7919};
        saved += try_any(&r, &a, &b);
    }
    prompt_close(&a);
    prompt_close(&b);
    assert_true(saved > SEEDS / 3);
    assert_true(saved < SEEDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_procedures),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_harmless_failures),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_hidden_values),
        cmocka_unit_test(test_all_values),
        cmocka_unit_test(test_no_values),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_any),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
