/* SPDX-License-Identifier: MIT */
/* What the names of a text mean, whole or broken. In these texts a | marks the
 * place that is asked about. */
#include <stdio.h>
#include <stdlib.h>

#include "star_test.h"
#include "tools/symbols/symbols.h"

typedef struct Fixture {
    StarError error;
    StarMem mem;
    Symbols *symbols;
    uint32_t at;
    char seen[4000]; /* names, each behind a blank */
} Fixture;

static void begin_with(Fixture *f, const char *text,
                       const StarCompileOptions *options) {
    const char *mark = strchr(text, '|');
    char plain[4000];
    *f = (Fixture){0};
    star_mem_init(&f->mem, &f->error, (size_t)1 << 30);
    f->at = mark != NULL ? (uint32_t)(mark - text) : 0;
    snprintf(plain, sizeof plain, "%.*s%s", (int)f->at, text,
             mark != NULL ? mark + 1 : text);
    f->symbols =
        symbols_open(&f->mem, options, "mine.star", plain, strlen(plain));
    assert_non_null(f->symbols);
}

static void begin(Fixture *f, const char *text) {
    begin_with(f, text, &(StarCompileOptions){0});
}

static void end(Fixture *f) {
    symbols_close(f->symbols);
    assert_int_equal(f->mem.used, 0);
}

/* Asserts what the name at the mark means: "KIND HEADING". */
static void assert_means(const char *text, const char *wanted) {
    static const char *const kinds[] = {
        [SYMBOL_CONSTANT] = "constant",   [SYMBOL_MEMBER] = "member",
        [SYMBOL_TYPE] = "type",           [SYMBOL_VARIABLE] = "variable",
        [SYMBOL_PARAMETER] = "parameter", [SYMBOL_FIELD] = "field",
        [SYMBOL_PROCEDURE] = "procedure", [SYMBOL_FUNCTION] = "function",
        [SYMBOL_LABEL] = "label",         [SYMBOL_PREDECLARED] = "predeclared"};
    Fixture f;
    SymbolInfo info;
    char found[DOCS_HEADING + 200];
    begin(&f, text);
    const SymbolUse *use = symbols_at(f.symbols, f.at);
    if (use == NULL || use->symbol == NULL)
        fail_msg("nothing is known of %s", text);
    symbols_describe(f.symbols, use->symbol, &info);
    snprintf(found, sizeof found, "%s %s%s%s%s%.*s",
             kinds[symbols_kind(use->symbol)], info.heading,
             *info.size != '\0' ? "; " : "", info.size,
             info.comment != NULL ? " # " : "", info.length,
             info.comment != NULL ? info.comment : "");
    assert_string_equal(found, wanted);
    end(&f);
}

TEST(names_mean_their_declarations) {
    assert_means(
        "program p; const n = 2 * 8; var X: slice(n);\n"
        "begin S|ET(X) end.",
        "predeclared SET(Y: slice or word) # Sets all components of Y to 1.");
    assert_means("program p; const n = 2 * 8; var X: slice(n);\n"
                 "begin SET(|X) end.",
                 "variable var X: slice(n); 16 components");
    assert_means("program p; const n = 2 * 8; var X: slice(n|);\nbegin end.",
                 "constant const n = 2 * 8 = 16");
    assert_means("program p; var T: table(3, 1); { weights }\n"
                 "begin CLEAR(|T) end.",
                 "variable var T: table(3, 1); 3 rows, 1 column # weights");
    assert_means("program p; type day = (mon, tue); var d: day;\n"
                 "begin d := t|ue end.",
                 "member const tue: day");
    assert_means("program p; type day = (mon, tue); var d: d|ay; begin end.",
                 "type type day = (mon, tue)");
    assert_means("program p; { Adds one. }\nproc q(var i: integer);\n"
                 "begin i := i + 1 end;\nvar k: integer; begin k := 1; |q(k) "
                 "end.",
                 "procedure proc q(var i: integer) # Adds one.");
    assert_means("program p; function f(i: integer): integer;\n"
                 "begin |f := i end;\nbegin writeln(f(1)) end.",
                 "function function f(i: integer): integer");
    assert_means("program p; function f(i: integer): integer;\n"
                 "begin f := |i end;\nbegin writeln(f(1)) end.",
                 "parameter i: integer");
    assert_means("program p; label 7; begin goto |7; 7: end.", "label label 7");
    assert_means("program p; var r: record a, b: real end;\n"
                 "begin r.|b := 1 end.",
                 "field b: real");
    assert_means("program p; var r: record a, b: real end;\n"
                 "begin with r do b| := 1 end.",
                 "field b: real");
    assert_means("program p; begin writeln(max|int) end.",
                 "constant maxint # the greatest integer, "
                 "9223372036854775807.");
}

TEST(of_broken_texts_the_correction_is_asked) {
    assert_means("program p; var n: integer; begin n := 1; writeln(|n",
                 "variable var n: integer");
    assert_means("program p; var n: integer; begin if n = 1 |n := 2 end.",
                 "variable var n: integer");
    assert_means("program p; var n: integer; begin n := ; |n := 2 end.",
                 "variable var n: integer");
    assert_means(
        "program p; var n: integer; begin repeat while |n = 1 do begin",
        "variable var n: integer");
    assert_means("program p; var n: integer; begin f(; |n := 3 end.",
                 "variable var n: integer");
    assert_means("program p; var n: integer; proc q(a: integer; begin |a := 1",
                 "parameter a: integer");
    assert_means("program p; var n: integer; begin for i in 1 2: |n := 1 end.",
                 "variable var n: integer");
    assert_means("program p; var n: integer; begin x y z ] ) n; |n := 1 end.",
                 "variable var n: integer");
    assert_means("program p; const n = 3; type t = array [1..|n",
                 "constant const n = 3");
}

static void take(void *fixture, const Symbol *symbol) {
    Fixture *f = fixture;
    const size_t length = strlen(f->seen);
    if (symbols_span(symbol).end > 0)
        snprintf(f->seen + length, sizeof f->seen - length, " %s",
                 symbols_name(symbol));
}

static void assert_visible(const char *text, const char *wanted) {
    Fixture f;
    begin(&f, text);
    symbols_visible(f.symbols, f.at, take, &f);
    assert_string_equal(f.seen, wanted);
    end(&f);
}

TEST(names_are_visible_where_they_hold) {
    assert_visible("program p; var a, b: integer;\n"
                   "proc q(b: integer); var c: integer; begin | end;\n"
                   "var d: integer; begin end.",
                   " c b d q a");
    assert_visible("program p; var a: integer;\n"
                   "proc q(b: integer); begin end;\nbegin | end.",
                   " q a");
    assert_visible("program p; proc q(b: integer); forward; var a: integer;\n"
                   "proc q; var c: integer; begin | end; begin end.",
                   " c b a q");
    assert_visible("proc q(A: array [l..u: integer] of real); begin |",
                   " A l u q");
    assert_visible("program p; var r: record a, b: real end;\n"
                   "begin r.| end.",
                   " a b");
    assert_visible("program p; var r: record a: record c, d: real end end;\n"
                   "begin if r.a.| then end.",
                   " c d");
}

static void assert_call(const char *text, const char *name, int argument) {
    Fixture f;
    int found = -1;
    begin(&f, text);
    const Symbol *call = symbols_call(f.symbols, f.at, &found);
    if (name == NULL) {
        assert_null(call);
    } else {
        assert_non_null(call);
        assert_string_equal(symbols_name(call), name);
        assert_int_equal(found, argument);
    }
    end(&f);
}

TEST(the_call_around_a_place_is_found) {
    assert_call("program p; var X: slice(3); begin SHIFT(X, |", "SHIFT", 1);
    assert_call("program p; var X: slice(3); begin write(NUMB(|X)) end.",
                "NUMB", 0);
    assert_call("program p; var X: slice(3); begin write(NUMB(X)|) end.",
                "write", 0);
    assert_call("program p; proc q(a, b: integer); begin end;\n"
                "begin q((1 + 2) * 3, |",
                "q", 1);
    assert_call("program p; begin writeln(1); | end.", NULL, 0);
    assert_call("program p; begin writeln(1, begin | end.", NULL, 0);
}

static void assert_fits(const char *text, bool wanted) {
    Fixture f;
    int argument;
    begin(&f, text);
    const Symbol *call = symbols_call(f.symbols, f.at, &argument);
    assert_non_null(call);
    assert_true(symbols_fits(symbols_at(f.symbols, f.at)->symbol, call,
                             argument) == wanted);
    end(&f);
}

TEST(arguments_fit_by_their_types) {
    assert_fits("program p; var X: slice(3); begin write(NUMB(|X)) end.", true);
    assert_fits("program p; var i: integer; begin write(NUMB(|i)) end.", false);
    assert_fits("program p; var w: word(3); begin w := ROW(|w, w) end.", false);
    assert_fits("program p; var X: slice(3); proc q(S: slice); begin end;\n"
                "begin q(|X) end.",
                true);
    assert_fits("program p; var X: word(3); proc q(S: slice); begin end;\n"
                "begin q(|X) end.",
                false);
}

TEST(uses_are_in_order_and_once) {
    Fixture f;
    uint32_t count;
    begin(&f, "program p(f); type t = record a: real end;\n"
              "var f: file of integer; r: t; i: integer;\n"
              "function g(x: t): real; begin g := x.a end;\n"
              "begin reset(f); read(f, i); write(i); with r do a := g(r) end.");
    const SymbolUse *use = symbols_uses(f.symbols, &count);
    char names[400] = "";
    for (uint32_t k = 0; k < count; k++) {
        if (k > 0)
            assert_true(use[k - 1].span.end <= use[k].span.start);
        sprintf(names + strlen(names), "%s%s ", symbols_name(use[k].symbol),
                use[k].declares ? "!" : "");
    }
    assert_string_equal(names,
                        "f t! a! real f! integer r! t i! integer g! x! t real "
                        "g x a reset f read f i write i r a g r ");
    end(&f);
}

static StarStatus find(void *context, const char *name, const char *from,
                       StarUnitText *out) {
    static const char text[] = "proc q(n: integer); begin end;\n";
    (void)context, (void)name, (void)from;
    *out = (StarUnitText){"mine/u.star", text, sizeof text - 1, NULL};
    return STAR_OK;
}

TEST(names_of_units_lead_to_them) {
    Fixture f;
    SymbolInfo info;
    begin_with(&f, "program p; uses |u; uses graph; begin q(1) end.",
               &(StarCompileOptions){.find = find});
    const SymbolUse *use = symbols_at(f.symbols, f.at);
    const StarSources *sources = &symbols_program(f.symbols)->sources;
    assert_non_null(use);
    assert_string_equal(sources->file[use->unit].path, "mine/u.star");
    use = symbols_at(f.symbols, f.at + 21);
    symbols_describe(f.symbols, use->symbol, &info);
    assert_string_equal(info.heading, "proc q(n: integer)");
    assert_string_equal(info.unit, "mine/u.star");
    end(&f);
    begin(&f, "program p; var T: table(2, 3); Z: slice(2);\n"
              "begin |MIN(T, Z, Z) end.");
    symbols_describe(f.symbols, symbols_at(f.symbols, f.at)->symbol, &info);
    assert_string_equal(info.unit, "stdlib/basic.star");
    assert_string_equal(info.formula, "2 SIZE(T)");
    end(&f);
}

TEST(the_outline_has_what_is_declared) {
    Fixture f;
    begin(&f, "program p; const n = 1; type t = (a, b); var x: t;\n"
              "proc q(i: integer); forward; proc q; var k: integer;\n"
              "begin end; begin end.");
    char names[200] = "";
    for (const Symbol *d = symbols_first(f.symbols, NULL); d != NULL;
         d = symbols_next(d)) {
        sprintf(names + strlen(names), "%s(", symbols_name(d));
        for (const Symbol *e = symbols_first(f.symbols, d);
             symbols_kind(d) == SYMBOL_PROCEDURE && e != NULL;
             e = symbols_next(e))
            sprintf(names + strlen(names), "%s", symbols_name(e));
        strcat(names, ") ");
    }
    assert_string_equal(names, "n() t() x() q(k) ");
    end(&f);
}

/* ---- Whatever is typed ---- */

static uint32_t draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Asks everything about a place. */
static void ask(Fixture *f, uint32_t at) {
    SymbolInfo info;
    int argument;
    const SymbolUse *use = symbols_at(f->symbols, at);
    if (use != NULL && use->symbol != NULL)
        symbols_describe(f->symbols, use->symbol, &info);
    f->seen[0] = '\0';
    symbols_visible(f->symbols, at, take, f);
    const Symbol *call = symbols_call(f->symbols, at, &argument);
    if (call != NULL && use != NULL && use->symbol != NULL)
        symbols_fits(use->symbol, call, argument);
}

/* Cuts a text off, or leaves out, doubles or moves a piece. */
static size_t damage(char *text, size_t length, uint64_t *seed) {
    const size_t at = draw(seed) % (length + 1);
    const size_t piece = draw(seed) % 12 % (length - at + 1);
    switch (draw(seed) % 4) {
    case 0: return at;
    case 1:
        memmove(text + at, text + at + piece, length - at - piece);
        return length - piece;
    case 2:
        memmove(text + at + piece, text + at, length - at);
        return length + piece;
    default:
        if (piece > 0)
            memset(text + at, "(;.'{[:= "[draw(seed) % 9], piece);
        return length;
    }
}

TEST(any_text_is_answered) {
    enum { TRIES = 2000, ROOM = 4096 };
    static const char *const texts[] = {
        "program p(input, f); label 1; const n = 4; type t = record a: real;\n"
        "case b: boolean of true: (c: slice); false: (d: ^t) end;\n"
        "var T: table(n, 8); X: slice(T); w: word(8); i: integer; r: t;\n"
        "f: file of integer; A: array [1..n, 1..2] of set of 1..9;\n"
        "proc q(T: table; var Y: slice(T)); var k: integer;\n"
        "function g(i: integer): integer; begin if i > 0 then g := 1\n"
        "else g := g(i - 1) end; begin k := g(2); CLR(Y); while SOME(Y) do\n"
        "begin k := STEP(Y); case k of 1: goto 1; 2, 3: ; otherwise end end;\n"
        "1: end;\nbegin for i := 1 to n do A[i, 1] := [1, i..4];\n"
        "repeat with r do a := 1.5e3 until X = '0110'; { all } write(w:3);\n"
        "MATCH(T, X, ROW(1, T), X); r.d^.a := 2; q(T, X) end.\n",
        "uses graph;\nproc P(n: integer; var A: array [l..u: integer] of real);"
        "\nvar x: real; begin x := A[l]; A[u] := x div 2; write('it''s') end;\n"
        "function F(proc r(i: integer)): slice(8); begin r(1); F := SET end;"};
    uint64_t seed = 20;
    for (int k = 0; k < TRIES; k++) {
        char text[ROOM];
        const char *whole = texts[k % 2];
        size_t length = strlen(whole);
        Fixture f = {0};
        memcpy(text, whole, length);
        for (uint32_t n = 1 + draw(&seed) % 3; n > 0; n--)
            length = damage(text, length, &seed);
        text[length] = '\0';
        star_mem_init(&f.mem, &f.error, (size_t)1 << 30);
        f.symbols = symbols_open(&f.mem, &(StarCompileOptions){0}, "mine.star",
                                 text, length);
        assert_non_null(f.symbols);
        for (int n = 0; n < 5; n++)
            ask(&f, draw(&seed) % (uint32_t)(length + 1));
        end(&f);
    }
}

/* With more memory each time, until it is enough. */
TEST(nothing_is_left_without_memory) {
    static const char text[] =
        "program p; var X: slice(3); r: record a: real end; begin r.a := ; "
        "MATCH(X";
    int refused = 0;
    for (size_t memory = 1024;; memory += 8192) {
        Fixture f = {0};
        star_mem_init(&f.mem, &f.error, memory);
        f.symbols = symbols_open(&f.mem, &(StarCompileOptions){0}, "mine.star",
                                 text, sizeof text - 1);
        const bool enough = f.symbols != NULL;
        if (enough)
            ask(&f, sizeof text - 1);
        else
            assert_string_equal(star_status_name(f.error.status),
                                "memory-limit");
        end(&f);
        refused += !enough;
        if (enough)
            break;
    }
    assert_true(refused > 10);
}

/* Names before the tenth mistake are known, those behind it are not. */
TEST(many_mistakes_hide_names) {
    char text[400] = "program p; var n: integer; begin |n := 1;";
    Fixture f;
    for (int k = 0; k < 12; k++)
        strcat(text, " n := ; if;");
    begin(&f, text);
    const SymbolUse *use = symbols_at(f.symbols, f.at);
    assert_true(use != NULL && symbols_kind(use->symbol) == SYMBOL_VARIABLE);
    end(&f);
}

TEST_MAIN
