/* A program that grows entry by entry. */
#include <stdio.h>

#include "machine_test.h"
#include "session.h"

typedef struct Prompt {
    StarMachine *machine;
    StarCompileOptions options;
    StarSession *session;
    char text[4000]; /* what the last entry wrote, its value, its messages */
    size_t length;
} Prompt;

static bool to_text(void *context, const char *text, size_t length) {
    Prompt *p = context;
    if (p->length + length >= sizeof p->text)
        return false;
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->text[p->length] = '\0';
    return true;
}

static void say(Prompt *p, const char *text) {
    to_text(p, text, strlen(text));
}

/* A unit of the tests. */
static StarStatus find_unit(void *context, const char *name, const char *from,
                            StarUnitText *out) {
    static const char half[] = "var calls: integer;\n"
                               "function half(n: integer): integer;\n"
                               "begin half := n div 2 end;\n";
    (void)context;
    (void)from;
    *out = (StarUnitText){"half.star", half, sizeof half - 1};
    return strcmp(name, "half") == 0 ? STAR_OK : STAR_UNIT;
}

static void open_limited(Prompt *p, const StarOptions *limits) {
    StarOptions options = *limits;
    *p = (Prompt){.options = {.find = find_unit, .count = true}};
    options.write = to_text;
    options.context = p;
    p->machine = star_test_machine(&options);
    p->session = star_session_new(p->machine, &p->options);
    assert_non_null(p->session);
}

static void open_prompt(Prompt *p) {
    open_limited(p, &(StarOptions){0});
}

static void close_prompt(Prompt *p) {
    const StarBackend *be = star_machine_backend(p->machine);
    const StarMem *mem = be->mem;
    star_session_free(p->session);
    assert_true(mem->used < 100000); /* the machine's own */
    star_machine_free(p->machine);
}

static void say_value(Prompt *p, int k) {
    const StarProgram *program = star_session_program(p->session);
    const StarCell cell = star_session_cells(p->session)[k];
    char text[100] = "?";
    switch (program->proc[0].cell[k].kind) {
    case STAR_CELL_INT:
        snprintf(text, sizeof text, "%lld", (long long)cell.i);
        break;
    case STAR_CELL_REAL: snprintf(text, sizeof text, "%g", cell.r); break;
    case STAR_CELL_STRING:
        snprintf(text, sizeof text, "%.*s", (int)cell.string->length,
                 cell.string->text);
        break;
    case STAR_CELL_LINE:
        for (int64_t i = 0; i < cell.line->length; i++)
            text[i] = star_line_get(cell.line, i + 1) ? '1' : '0';
        text[cell.line->length] = '\0';
        break;
    }
    say(p, "= ");
    say(p, text);
}

/* Enters a text; what came of it. */
static const char *enter(Prompt *p, const char *entry) {
    int count;
    p->length = 0;
    p->text[0] = '\0';
    StarStatus status =
        star_session_enter(p->session, "entry", entry, strlen(entry));
    const StarReport *r = star_session_reports(p->session, &count);
    int value = star_session_value(p->session);
    if (value >= 0)
        say_value(p, value);
    for (int k = 0; k < count; k++) {
        say(p, r[k].severity == STAR_ERROR ? "error " : "warning ");
        say(p, star_status_name(r[k].status));
        say(p, ": ");
        say(p, r[k].text);
    }
    assert_int_equal(status == STAR_OK,
                     count == 0 || r[count - 1].severity != STAR_ERROR);
    return p->text;
}

/* Entries and what comes of them, in one session. */
typedef struct Entry {
    const char *text, *result;
} Entry;

static void check(Prompt *p, const Entry *entry) {
    for (; entry->text != NULL; entry++) {
        const char *result = enter(p, entry->text);
        if (strcmp(result, entry->result) != 0)
            fail_msg("%s\ngives    %s\nexpected %s", entry->text, result,
                     entry->result);
    }
}

#define CHECK(...) check(&p, (const Entry[]){__VA_ARGS__, {NULL, NULL}})

#define PROMPT(...)         \
    do {                    \
        Prompt p;           \
        open_prompt(&p);    \
        CHECK(__VA_ARGS__); \
        close_prompt(&p);   \
    } while (0)

static void test_expressions(void **state) {
    (void)state;
    PROMPT({"1 + 2", "= 3"}, {"1 + 2;", "= 3"}, {"2.5 * 3", "= 7.5"},
           {"'abc' + 'd'", "= abcd"}, {"1 = 2", "= 0"}, {"", ""},
           {"{ nothing }", ""},
           {"1 div 0", "error division: 'div': division "
                       "by zero"},
           {"1 +", "error missing-operand: expected an expression, found the "
                   "end of the file"},
           {"zzz", "error undeclared: 'zzz' is not declared"},
           {"x := y", "error undeclared: 'x' is not declarederror undeclared: "
                      "'y' is not declared"},
           {"writeln('a', 1:3)", "a  1\n"}, {"sqr(7)", "= 49"});
}

static void test_declarations(void **state) {
    (void)state;
    PROMPT(
        {"const n = 3", ""}, {"type three = array [1..n] of integer", ""},
        {"var a: three; Y: slice(5); s: string; r: real", ""},
        {"a[1] := 7; a[2] := a[1] + 1; a[1] + a[2]",
         "error syntax: expected ':=', found '+'"},
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

static void test_heap(void **state) {
    (void)state;
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
static void test_redefinition(void **state) {
    (void)state;
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

static void test_forward(void **state) {
    (void)state;
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
static void test_labels(void **state) {
    (void)state;
    PROMPT({"var x: integer; x := 0", ""},
           {"label 1; procedure out; begin goto 1 end; "
            "begin out; writeln('not here'); 1: writeln('out') end",
            "out\n"},
           {"out", "error no-label: the label stands in an earlier entry, "
                   "whose statements do not run any more"},
           {"goto 1", "error undeclared: the label 1 is not declared"},
           {"label 1; begin 1: x := x + 1; if x < 4 then goto 1 end", ""},
           {"x", "= 4"});
}

static void test_units(void **state) {
    (void)state;
    PROMPT({"uses half", ""}, {"half(10)", "= 5"}, {"calls := 2", ""},
           {"uses half", ""}, {"calls", "= 2"},
           {"uses none; var x: integer", "error no-unit: there is no unit "
                                         "'none'"},
           {"function half(n: integer): integer; begin half := -n end", ""},
           {"half(10)", "= -10"},
           {"var T: table(3, 2); X, Z: slice(3); w: word", ""},
           {"SET(X); w := '00'; MATCH(T, X, w, Z)", ""}, {"Z", "= 111"});
}

/* Whatever goes wrong, the variables are there, and nothing else is. */
static void test_errors(void **state) {
    (void)state;
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
static void test_addresses(void **state) {
    (void)state;
    PROMPT(
        {"var a: array [1..3] of 0..9; s: array [1..2] of single", ""},
        {"a[1] := 1; a[2] := 2; s[1] := 0.1", ""}, {"type digit = 0..9", ""},
        {"procedure set_to(var x: integer; n: integer); begin x := n end", ""},
        {"var b: array [1..3] of integer; b[2] := 5", ""},
        {"set_to(b[2], 70000)", ""}, {"b[2]", "= 70000"}, {"a[2]", "= 2"},
        {"s[1] = 0.1", "= 0"});
}

static void test_open(void **state) {
    static const char *const open[] = {"begin",
                                       "begin x := 1",
                                       "x := (1 +",
                                       "x :=",
                                       "1 +",
                                       "{ comment",
                                       "(* comment",
                                       "procedure p;",
                                       "procedure p; var x: integer;",
                                       "procedure p; begin if a then",
                                       "function f(n: integer)",
                                       "if x then",
                                       "if x then y else",
                                       "while x do",
                                       "for i := 1 to 2 do",
                                       "var",
                                       "var x:",
                                       "type t = record a: integer;",
                                       "repeat x",
                                       "program p;",
                                       "program p; begin end",
                                       "f(1,",
                                       "a[1",
                                       "case x of 1: y",
                                       "const n ="};
    static const char *const whole[] = {"",
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
                                        "const n = 1"};
    Prompt p;
    (void)state;
    open_prompt(&p);
    for (size_t k = 0; k < sizeof open / sizeof *open; k++)
        if (!star_session_open(p.session, open[k], strlen(open[k])))
            fail_msg("%s", open[k]);
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        if (star_session_open(p.session, whole[k], strlen(whole[k])))
            fail_msg("%s", whole[k]);
    close_prompt(&p);
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

/* The parts of an entry's text, with bars before the declarations and the
 * statements. */
static void parts(Prompt *p, const char *expected) {
    char text[200];
    StarParts wanted = {0};
    size_t n = 0;
    uint32_t *part[] = {&wanted.declarations, &wanted.statements};
    for (size_t k = 0, bars = 0; expected[k] != '\0'; k++)
        if (expected[k] == '|')
            *part[bars++] = (uint32_t)n;
        else
            text[n++] = expected[k];
    assert_int_equal(star_session_enter(p->session, "entry", text, n), STAR_OK);
    const StarParts found = star_session_parts(p->session);
    assert_int_equal(found.declarations, wanted.declarations);
    assert_int_equal(found.statements, wanted.statements);
}

static void test_parts(void **state) {
    (void)state;
    Prompt p;
    open_prompt(&p);
    parts(&p, "| var n: integer;|");
    parts(&p, "|| n := 1; n := 2 { two }");
    parts(&p, "{ first } uses half;| const c = 1;| n := c");
    parts(&p, "|proc q; begin end;|");
    parts(&p, " ||n + 1;");
    parts(&p, "program p; { a }uses half;| var k: integer;| begin k := 1 end.");
    parts(&p, "|| begin n := 3 end.");
    close_prompt(&p);
}

static void test_symbols(void **state) {
    Prompt p;
    StarSymbol s;
    uint32_t at = 0;
    unsigned own = 0, seen = 0;
    (void)state;
    open_prompt(&p);
    CHECK({"const n = 3; type row = array [1..n] of  integer", ""},
          {"var a: row; a: real", "error duplicate: 'a' is declared already in "
                                  "this block"},
          {"uses half; label 9; var Rows: row; x, y: real; begin 9: end", ""},
          {"var x: table(2,\n 3)", ""},
          {"proc p(var n: integer; X:\n slice); begin n := NUMB(X) end", ""});
    assert_symbol(&p, "N", STAR_SYMBOL_CONSTANT, "integer", true);
    assert_symbol(&p, "row", STAR_SYMBOL_TYPE, "array [1..n] of integer", true);
    assert_symbol(&p, "rows", STAR_SYMBOL_VARIABLE, "row", true);
    assert_symbol(&p, "x", STAR_SYMBOL_VARIABLE, "table(2, 3)", true);
    assert_symbol(&p, "P", STAR_SYMBOL_PROCEDURE,
                  "proc p(var n: integer; X: slice)", true);
    assert_symbol(&p, "calls", STAR_SYMBOL_VARIABLE, "integer", false);
    assert_symbol(&p, "NUMB", STAR_SYMBOL_PRIMITIVE, "", false);
    assert_symbol(&p, "writeln", STAR_SYMBOL_REQUIRED, "", false);
    assert_false(star_session_find(p.session, "a", &s));
    assert_false(star_session_find(p.session, "9", &s));
    while (star_session_next(p.session, &at, &s)) {
        seen++;
        own += s.own;
    }
    assert_int_equal(own, 6); /* n, row, Rows, x, y, p */
    assert_true(seen > 70);
    assert_string_equal(star_session_type(p.session, "Rows[1] + y", 11),
                        "real");
    assert_null(star_session_type(p.session, "y + ", 4));
    assert_null(star_session_type(p.session, "zz", 2));
    CHECK({"y", "error undefined: y has no value yet"});
    close_prompt(&p);
}

/* Limits are those of one entry. */
static void test_limits(void **state) {
    Prompt p;
    (void)state;
    open_limited(&p, &(StarOptions){.max_steps = 100, .max_output = 10});
    for (int k = 0; k < 50; k++)
        CHECK({"var x: integer; x := 0; while x < 20 do x := x + 1", ""},
              {"write('12345678')", "12345678"});
    CHECK({"while true do x := x + 1",
           "error step-limit: the program may take no more than 100 steps"});
    CHECK({"x > 20", "= 1"});
    close_prompt(&p);
}

static bool stops(void *context, const char *text, size_t length) {
    Prompt *p = context;
    star_machine_stop(p->machine, STAR_INTERRUPTED);
    return to_text(context, text, length);
}

static void test_stop(void **state) {
    StarOptions options = {.write = stops};
    StarError error;
    Prompt p = {.options = {.count = false}};
    (void)state;
    options.context = &p;
    p.machine = star_machine_new(&options, &error);
    p.session = star_session_new(p.machine, &p.options);
    CHECK({"var x: integer; x := 1", ""});
    enter(&p, "x := 2; while x > 0 do begin x := x + 1; "
              "if x mod 1000 = 0 then writeln(x) end");
    assert_non_null(strstr(p.text, "error interrupted"));
    CHECK({"x > 2", "= 1"});
    close_prompt(&p);
}

/* What an entry leaves is in proportion to its text. */
static void test_many(void **state) {
    Prompt p;
    char text[200];
    const StarMem *mem;
    size_t before;
    (void)state;
    open_prompt(&p);
    mem = star_machine_backend(p.machine)->mem;
    CHECK({"var x: integer; s: string; x := 0; s := ''", ""});
    before = mem->used;
    for (int k = 0; k < 10000; k++) {
        enter(&p, "x := x + 1; s := s + 'abc'; if x mod 10 = 0 then s := ''");
        assert_string_equal(p.text, "");
    }
    CHECK({"x", "= 10000"});
    assert_true((mem->used - before) / 10000 < 8000);
    before = mem->used;
    for (int k = 0; k < 100; k++)
        enter(&p, "x := (x + ; y");
    assert_true((mem->used - before) / 100 < 16000);
    for (int k = 0; k < 3000; k++) {
        snprintf(text, sizeof text,
                 "var v%d: integer; procedure p%d; begin v%d := %d end; p%d; "
                 "writeln(v%d)",
                 k, k, k, k + 100000, k, k);
        enter(&p, text);
        snprintf(text, sizeof text, "%d\n", k + 100000);
        assert_string_equal(p.text, text);
    }
    CHECK({"p7; v7 + v2999", "error syntax: expected ':=', found '+'"},
          {"v7 + v2999", "= 203006"});
    close_prompt(&p);
}

/* More variables than a frame has cells are refused, and no others lost. */
static void test_cells(void **state) {
    Prompt p;
    static char text[20000];
    const char *result = "";
    int k = 0;
    (void)state;
    open_prompt(&p);
    for (; k < 100 && result[0] == '\0'; k++) {
        int length = snprintf(text, sizeof text, "var v%d", k);
        for (int n = 1; n < 1000; n++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               ", v%d_%d", k, n);
        snprintf(text + length, sizeof text - (size_t)length,
                 ": integer; v%d := %d", k, k);
        result = enter(&p, text);
    }
    assert_int_equal(k, 33); /* 32,768 */
    assert_string_equal(result, "error too-big: this program has too many "
                                "variables and temporaries");
    CHECK({"v31 + v0_999", "error undefined: v0_999 has no value yet"},
          {"v31 + v1", "= 32"},
          {"v32", "error undeclared: 'v32' is not declared"});
    close_prompt(&p);
}

/* What no procedure knows any more needs no memory. */
static void test_hidden(void **state) {
    Prompt p;
    const StarMem *mem;
    size_t before;
    (void)state;
    open_prompt(&p);
    mem = star_machine_backend(p.machine)->mem;
    CHECK({"var T: table(1000, 1000); U: table(1000, 1000); s: string", ""},
          {"procedure p; begin writeln(LENGTH(U)) end", ""});
    before = mem->used;
    for (int k = 0; k < 100; k++)
        CHECK({"var T: table(1000, 1000); T: real",
               "error duplicate: 'T' is declared already in this block"},
              {"var T: table(1000, 1000); w: word; w := ROW(1, T)", ""});
    assert_true(mem->used - before < 1500000);
    CHECK({"var U, s: slice(2); SET(s)", ""}, {"p", "1000\n"}, {"s", "= 11"},
          {"const U = 1", ""}, {"p", "1000\n"});
    close_prompt(&p);
}

static const char *const story[] = {
    "var x: integer; s: string; Y: slice(70); x := 1; s := 'a'; SET(Y)",
    "procedure p(n: integer); begin x := x + n end",
    "procedure q; begin p(2) end",
    "procedure p(n: integer); begin x := x + 10 * n end",
    "q; s := s + 'b'",
    "type l = ^r; r = record k: integer; n: l; v: slice(3) end; "
    "var h: l; new(h); h^.k := x",
    "uses half; x := half(x)",
    "var T: table(3, 2); X, Z: slice(3); w: word; SET(X); w := '00'; "
    "MATCH(T, X, w, Z)",
    "s := s + 'c'; writeln(zz)",
    "var a: array [1..3] of string; a[1] := s + 'd'; a[2] := 1",
    "s + '!'",
};

/* Every allocation fails once: the entry is refused or has failed, and then
 * succeeds, or what it did is done. */
static void test_memory(void **state) {
    (void)state;
    for (int64_t fail = 1;; fail++) {
        Prompt p;
        StarMem *mem;
        bool failed = false;
        open_prompt(&p);
        mem = star_machine_backend(p.machine)->mem;
        mem->fail_at = mem->count + fail;
        for (size_t k = 0; k < sizeof story / sizeof *story; k++) {
            enter(&p, story[k]);
            if (strstr(p.text, "error memory-limit") != NULL) {
                failed = true;
                enter(&p, story[k]);
            }
            assert_null(strstr(p.text, "error memory-limit"));
        }
        assert_non_null(strstr(p.text, "= a"));
        close_prompt(&p);
        if (!failed)
            break;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_heap),        cmocka_unit_test(test_redefinition),
        cmocka_unit_test(test_forward),     cmocka_unit_test(test_labels),
        cmocka_unit_test(test_units),       cmocka_unit_test(test_errors),
        cmocka_unit_test(test_addresses),   cmocka_unit_test(test_open),
        cmocka_unit_test(test_symbols),     cmocka_unit_test(test_limits),
        cmocka_unit_test(test_stop),        cmocka_unit_test(test_many),
        cmocka_unit_test(test_cells),       cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
