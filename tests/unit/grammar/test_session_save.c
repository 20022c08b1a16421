/* SPDX-License-Identifier: MIT */
/* A session saved as a program is the same session: its variables, and what
 * its procedures do. */
#include "session_random.h"

enum { SEEDS = 1000 };

/* Saves; the text as a session of its own enters it, or why not. */
static bool save(Prompt *p, char text[100000], char why[1000]) {
    const char *reason;
    const char *saved = star_session_save(p->session, "saved.star", &reason);
    assert_true(saved == NULL || strlen(saved) < 100000);
    if (saved != NULL)
        strcpy(text, saved);
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

TEST(test_programs) {
    SAVED("{ session } program session;\nbegin\nend.\n", "");
    SAVED("{ session } program session;\nuses half;\nvar n: integer;\nbegin\n  "
          "n := 8;\n"
          "  writeln(half(n));\nend.\n",
          "uses half; var n: integer", "n := 8", "uses half", "half(n)");
}

/* Declarations stand before statements, as they were written. */
TEST(test_order) {
    SAVED("{ session } program session;\nvar n: integer;\nprocedure all-sums; "
          "begin "
          "write(n) end;\nprocedure f; forward; procedure g; begin f end; "
          "procedure f; begin end;\nlabel 1;\nbegin\n  n := 1;\n"
          "  all-sums;\n  writeln((n + 1) * 2);\n  1: n := n + 1;\n"
          "  if n < 3 then goto 1;\n  n := 4;\nend.\n",
          "var n: integer; n := 1", "procedure all-sums; begin write(n) end",
          "all-sums; (n + 1) * 2",
          "procedure f; forward; procedure g; begin f end; procedure f; begin "
          "end // no end;",
          "label 1; begin 1: n := n + 1; if n < 3 then goto 1 end",
          "program p; begin n := 4 end.");
}

/* The saved program writes the values that the session showed. */
TEST(test_shown) {
    SAVED("{ session } program session;\ntype c = (red, green); var a: array "
          "[1..2] of c; "
          "T: table;\nbegin\n  a[1] := green;\n  writeln(ord(a[1]));\n"
          "  writeln('it''s');\nend.\n",
          "type c = (red, green); var a: array [1..2] of c; T: table;",
          "a[1] := green", "a[1]", "'it''s'", "a", "T");
    SAVED("entry has a value that 'writeln' does not write",
          "type s = set of 1..3; var n: integer; function g: s; begin n := 1; "
          "g := [2] end",
          "g");
    SAVED("entry has a value that is none",
          "type r = record u: slice end; var a: r", "a.u");
}

/* An entry that did not compile has left nothing. */
TEST(test_dropped) {
    SAVED("{ session } program session;\nvar n: integer;\nbegin\n  n := "
          "1;\nend.\n",
          "while n = 1 do", "n := zzz", "var n: integer; n := 1",
          "var n: zzz; n := 2", "uses nothing");
}

/* The first entry that no program repeats is named. */
TEST(test_refusals) {
    static const char again[] =
        "entry declares 'n', which meant something already";
    SAVED(again, "var n: integer", "procedure n; begin end", "1 div 0");
    SAVED(again, "procedure n; begin end", "procedure n; begin end");
    SAVED("entry declares 'maxint', which meant something already",
          "var n: integer; n := maxint", "const maxint = 3");
    SAVED("entry declares 'BITS', which meant something already", "uses graph",
          "var BITS: integer");
    SAVED("entry declares 'half', which meant something already",
          "procedure half; begin end", "uses half");
    SAVED("entry does not fit a program: '1' is declared already in this block",
          "var n: integer", "label 1; begin 1: n := 1 end",
          "label 1; begin 1: n := 2 end");
    SAVED("entry failed while it ran", "1 div 0", "var n, m: integer");
    SAVED("entry failed while it ran", "var X: slice(0 - 1)");
    SAVED("entry was stopped", "while true do", "repeat until false");
    SAVED("entry is a program with files of the command line",
          "program p(f); var f: text; begin rewrite(f) end.");
}

/* A size is computed from what the statements before have left. */
TEST(test_sizes) {
    SAVED("entry computes a size of 'X' behind statements",
          "var n: integer; n := 3", "var X: slice(n)");
    SAVED("entry computes a size of 'a' behind statements",
          "var n: integer; n := 3", "var a: array [1..2] of slice(n)");
    SAVED("{ session } program session;\nconst n = 3;\nvar k: integer;\n"
          "var P: table(n, n + 1); X: slice(n);\nvar Y: slice(P);\n"
          "begin\n  k := 1;\nend.\n",
          "const n = 3", "var k: integer",
          "var P: table(n, n + 1); X: slice(n)", "var Y: slice(P)", "k := 1");
}

/* ---- Any entries ---- */

static void assert_same(Prompt *a, Prompt *b, const char *entry,
                        const char *program) {
    char one[5000];
    strcpy(one, prompt_enter(a, entry));
    if (strcmp(one, prompt_enter(b, entry)) != 0)
        fail_msg("%s\nis       %s\nexpected %s\n%s", entry, b->text, one,
                 program);
}

/* Both sessions have the same declarations. */
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

/* Enters random texts; true if the session can be saved. The saved program then
 * has the session's effects. Hardly any longer session can be saved: each entry
 * may declare a, b or c. */
static bool try_any(Random *r, Prompt *a, Prompt *b) {
    static char text[100000];
    char why[1000];
    prompt_anew(a);
    prompt_anew(b);
    prompt_enter(a, "var a, b, c: integer; a := 1; b := 2; c := 3");
    prompt_enter(a,
                 "var x, y: slice(4); function f(k: integer): integer; begin "
                 "a := a + k; f := k * b end; procedure p; begin c := 5 end");
    for (int k = random_any(r, 8); k >= 0; k--) {
        random_entry(r);
        prompt_enter(a, r->text);
        if (random_any(r, 3) == 0)
            star_session_gc(a->session);
    }
    if (!save(a, text, why)) {
        assert_true(strncmp(why, "entry ", 6) == 0);
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

/* Until so many programs were compared. */
TEST(test_any) {
    int saved = 0, seed = 0;
    Prompt a, b;
    prompt_open_limited(&a,
                        &(StarOptions){.max_steps = 10000, .max_depth = 50});
    prompt_open_limited(&b, &(StarOptions){.max_depth = 50});
    for (; saved < SEEDS; seed++) {
        Random r = {.state = (uint64_t)seed * 7919};
        saved += try_any(&r, &a, &b);
    }
    prompt_close(&a);
    prompt_close(&b);
    print_message("%d of %d sessions are programs\n", saved, seed);
}

TEST_MAIN
