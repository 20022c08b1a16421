/* SPDX-License-Identifier: MIT */
/* Loops that are nearly plans: each differs from one that is by one thing that
 * the analysis asks. */
#include "star_test.h"

#include <stdio.h>

#include "compile.h"

static const char declarations[] =
    "type small = 1..8;\n"
    "var T, U: table(8, 8); A: array[1..2] of table(8, 8);\n"
    "    S: array[1..2] of slice(8); X, Y, Z, v, w: slice(8); r: word(8);\n"
    "    Rs: array[1..2] of word(8); at: ^integer;\n"
    "    i, j, k, n, m: integer; few: small; b: boolean;\n";

/* What programs begin with. */
static const char before_them[] = "proc Q; begin end;\n";

#define EACH(body) "while SOME(X) do begin i := STEP(X);\n" body " end"
#define INNER(before, loop) EACH("v := COL(i, T);\n" before "while " loop)
#define ORDER(body) "for k := 1 to 8 do begin " body " end"
#define UPDATE " do begin i := STEP(X); ROW(i, T) := ROW(i, T) or r end"

#define PAIRS(before, inner)                                            \
    "for i := 1 to 7 do begin " before " for j := i + 1 to 8 do begin " \
    "\n" inner " end end"
#define BOUND(from, to, inner) \
    "for i := 1 to 7 do for j := " from " to " to " do " inner
#define IF_SHARED "if NUMB(ROW(i, T) and ROW(j, T)) > 3 then "
#define COUNT IF_SHARED "k := k + 1"

static const char *const plans[] = {
    /* Pairs. */
    PAIRS("; ;", "; ; " COUNT " ; ;"),
    BOUND("1", "8", COUNT),
    BOUND("i - 1", "n", COUNT),
    BOUND("1", "8", "begin " COUNT " end"),
    PAIRS("m := NUMB(ROW(i, T) and r);", IF_SHARED "k := k + m"),
    PAIRS("", COUNT " else"),
    PAIRS("", IF_SHARED "Y(j) := 1"),
    PAIRS("", IF_SHARED "COL(j, U) := w"),
    PAIRS("", "m := n + 0; " IF_SHARED "n := n + 1"),
    PAIRS("", IF_SHARED "if b then n := i else case n of 1: m := 2 end"),
    PAIRS("", "if -NUMB(ROW(i, T) and ROW(j, T)) + 3 > 0 then k := k + 1"),
    PAIRS("", "if 3 * NUMB(ROW(i, T) and ROW(j, T)) * n > 5 then k := k + 1"),
    PAIRS("", "if n * (NUMB(ROW(i, T) and ROW(j, T)) * 3) > 5 then k := i"),
    "while i <> 0 do begin Y(i) := 1; i := STEP(X) end",
    EACH("if Y(i) = 1 then begin end; n := n + 1"),
    EACH("k := NUMB(COL(i, T)); if k < n then begin ; n := k end"),
    INNER("", "SOME(v) do begin j := STEP(v); n := n + 1 end;\n"
              "w := COL(i, U);\n"
              "while SOME(w) do begin k := STEP(w); m := m + 1 end"),
    INNER("w := v and Y; ", "SOME(v) do begin j := STEP(v); "
                            "n := n + NUMB(COL(j, U) and w) end"),
    EACH("v := v and not COL(i, T)"),
    EACH("if not (Y(i) = 1) then n := n + 1"),
    EACH("COL(i, T) := w; v := COL(i, U);\nwhile SOME(v) do begin "
         "j := STEP(v); n := n + NUMB(COL(i, T)) end"),
    ORDER("X := COL(k, T); r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("X := COL(k, T); r := ROW(k, T); i := STEP(X); while i > 0 do begin "
          "ROW(i, T) := ROW(i, T) or r; i := STEP(X) end"),
};

static const char *const loops[] = {
    /* Pairs. */
    PAIRS("begin end;", COUNT),
    BOUND("i + 3000000000", "8", COUNT),
    BOUND("i - 3000000000", "8", COUNT),
    BOUND("i + (-3000000000)", "8", COUNT),
    BOUND("-n", "8", COUNT),
    BOUND("n * 2", "8", COUNT),
    BOUND("1", "8", ""),
    PAIRS("", COUNT " else n := 3"),
    BOUND("n", "8", IF_SHARED "n := j"),
    BOUND("few", "8", "for m := 1 to 3 do " COUNT),
    PAIRS("", "if NUMB(ROW(i, T) and ROW(j, T)) * NUMB(ROW(j, T)) > 3 then "
              "k := k + 1"),
    PAIRS("", "if n * m * NUMB(ROW(i, T) and ROW(j, T)) > 3 then k := k + 1"),
    PAIRS("", "if 4000000000 * NUMB(ROW(i, T) and ROW(j, T)) * 4000000000 > n "
              "then k := k + 1"),
    PAIRS("",
          "if (n + m + k + 1 + NUMB(ROW(i, T))) * "
          "(1 + 2 + NUMB(w) + NUMB(v) + NUMB(r) + NUMB(Y)) > 3 then n := 1"),
    PAIRS("", "if NUMB(ROW(i, T) and ROW(j, T)) + n + n + n + n + n + n + n + n"
              " + n + n + n + n + n + n + n + n + n + n + n + n + n + n + n + 3"
              " > 0 then k := k + 1"),
    PAIRS("", "if (n + m + k + n + m) * (1 + NUMB(w) + NUMB(v) + NUMB(r) + "
              "NUMB(Y)) > 3 then b := true"),
    PAIRS("", "m := 4294967296 * NUMB(ROW(i, T) and ROW(j, T)) * (-2147483648);"
              "if 1 - m > 0 then k := k + 1"),
    PAIRS("m := n;", IF_SHARED "n := j"),
    PAIRS("", "if NUMB((ROW(i, T) or ROW(j, T)) and r) > 1 then k := k + 1"),
    PAIRS("", "if NUMB((ROW(i, T) and ROW(j, T)) or ROW(i, U)) > 1 then "
              "k := k + 1"),
    PAIRS("", "if NUMB(ROW(i, U) xor (ROW(i, T) and ROW(j, T))) > 1 then "
              "k := k + 1"),
    PAIRS("k := 3;", COUNT),
    PAIRS("", "k := 3; " COUNT),
    PAIRS("", "r := ROW(i, T); r := ROW(j, T); " COUNT),
    PAIRS("", "S[1] := w; " COUNT),
    PAIRS("", "m := n + 0; k := k + NUMB(ROW(i, T) and ROW(j, T)); n := n + 1"),
    PAIRS("", "if (NUMB(ROW(i, T) and ROW(j, T)) > 1) and b then k := k + 1"),
    PAIRS("", IF_SHARED "Q"),
    PAIRS("", IF_SHARED "at^ := 3"),
    PAIRS("", IF_SHARED "goto 1"),
    PAIRS("", IF_SHARED "if b then goto 1"),
    PAIRS("", IF_SHARED "if b then n := 1 else goto 1"),
    PAIRS("", IF_SHARED "case n of 1: m := 2; 2: goto 1 end"),
    PAIRS("", IF_SHARED "ROW(j, T) := r"),
    PAIRS("", "r := ROW(j, T); " IF_SHARED "r := ROW(i, U)"),
    PAIRS("", IF_SHARED "S[1] := w"),
    PAIRS("", IF_SHARED "Rs[1] := r"),
    PAIRS("", IF_SHARED "A[1] := U"),
    /* Spaces. */
    "while SOME(X) do begin end",
    "while ZERO(X) do begin i := STEP(X); Y(i) := 1 end",
    "while SOME(COL(1, T)) do begin i := STEP(X); Y(i) := 1 end",
    "while SOME(Y) do begin i := STEP(X); Z(i) := 1 end",
    "while n + i > 0 do begin Y(i) := 1; i := STEP(X) end",
    "while n > 0 do begin Y(i) := 1; i := STEP(X) end",
    "while i >= 0 do begin Y(i) := 1; i := STEP(X) end",
    "while i > 1 do begin Y(i) := 1; i := STEP(X) end",
    "while i > n do begin Y(i) := 1; i := STEP(X) end",
    "while i > 0 do begin Y(i) := 1; S[1] := X end",
    /* Inner loops. */
    INNER("", "SOME(v) do begin j := STEP(v); w := COL(j, U);\n"
              "while SOME(w) do begin k := STEP(w); n := n + 1 end end"),
    INNER("", "ZERO(v) do begin j := STEP(v); n := n + 1 end"),
    INNER("", "b do begin j := STEP(v); n := n + 1 end"),
    INNER("", "SOME(v) do begin n := n + 1 end"),
    INNER("", "SOME(v) do begin end"),
    INNER("", "SOME(COL(i, T)) do begin j := STEP(v); n := n + 1 end"),
    INNER("", "SOME(w) do begin j := STEP(v); n := n + 1 end"),
    INNER("", "SOME(v) do begin i := STEP(v); n := n + 1 end"),
    INNER("", "SOME(v) do begin few := STEP(v); n := n + 1 end"),
    INNER("j := 3; ", "SOME(v) do begin j := STEP(v); n := n + 1 end"),
    INNER("", "SOME(w) do begin j := STEP(w); n := n + 1 end"),
    INNER("", "SOME(v) do begin j := STEP(v); n := n + 1 end;\n"
              "while SOME(v) do begin k := STEP(v); n := n + 1 end"),
    INNER("", "SOME(v) do begin j := STEP(v); n := n + 1 end;\nw := COL(i, T);"
              "while SOME(w) do begin j := STEP(w); n := n + 1 end"),
    EACH("if Y(i) = 1 then begin v := COL(i, T);\n"
         "while SOME(v) do begin j := STEP(v); n := n + 1 end end"),
    INNER("", "SOME(v) do begin j := STEP(v); Y(j) := 1 end"),
    INNER("", "SOME(v) do begin j := STEP(v); COL(j, T) := w end"),
    INNER("", "SOME(v) do begin j := STEP(v); n := n + NUMB(COL(1, T)) end"),
    INNER("k := i; ", "SOME(v) do begin j := STEP(v); n := n + k end"),
    INNER("COL(i, T) := w; ", "SOME(v) do begin j := STEP(v); "
                              "n := n + NUMB(COL(j, T)) end"),
    EACH("COL(i, T) := w; v := COL(i, U);\nwhile SOME(v) do begin "
         "j := STEP(v); n := n + NUMB(COL(j, T)) end"),
    /* Extremes, and roles. */
    EACH("k := NUMB(COL(i, T)); if k < n then begin n := k; few := i end"),
    EACH("k := NUMB(COL(i, T)); if k < n then n := m * 2"),
    EACH("k := NUMB(COL(i, T)); n := 0; if k < n then n := k"),
    EACH("k := NUMB(COL(i, T)); m := 0; "
         "if k < n then begin n := k; m := i end"),
    EACH("k := NUMB(COL(i, T)); if k < n then n := k; if k < m then n := k"),
    EACH("k := NUMB(COL(i, T)); k := k + 1; Y(i) := 1"),
    "for i := 8 downto 1 do begin k := NUMB(COL(i, T)); "
    "if k < n then n := k end",
    EACH("if Y(i) = 1 then n := i; if Z(i) = 1 then n := i"),
    EACH("n := n + 1; if Y(i) = 1 then n := 3"),
    EACH("n := n + 1; n := 3; Y(i) := 1"),
    EACH("if 3 < n then n := 4; Y(i) := 1"),
    EACH("if i < n then n := 4; Y(i) := 1"),
    EACH("if i < n then; Y(i) := 1"),
    EACH("if Y(i) = 1 then v := COL(i, T); if Z(i) = 1 then w := v"),
    EACH("if NUMB(COL(i, T) and w) < n then "
         "n := NUMB(COL(i, T) and COL(i, T))"),
    EACH("if NUMB(COL(i, T) and w) < n then n := NUMB(COL(i, T) or w)"),
    EACH("if NUMB(COL(i, T)) < n then n := NUMB(ROW(i, T))"),
    EACH("if NUMB(COL(i, T)) < n then n := NUMB(COL(i, U))"),
    /* Expressions, and branches. */
    EACH("if COL(j, T) = w then n := n + 1"),
    EACH("if w = COL(j, T) then n := n + 1"),
    EACH("b := b or (Y(i) = 1)"),
    EACH("n := n + (-3000000000); Y(i) := 1"),
    EACH("v := v xor w xor COL(j, T)"),
    EACH("v := v xor COL(j, T) xor w"),
    EACH("if Y(i) = 1 then n := n + 1 else S[1] := w"),
    EACH("if Y(i) = 1 then S[1] := w else n := n + 1"),
    EACH("if Y(i) = 1 then n := n + 1 else n := n + j * 2"),
    EACH("if Y(i) = 2 * n then n := n + 1"),
    EACH("if Y(i) = 2 then n := n + 1"),
    EACH("if ONE(COL(i, T)) then n := n + 1"),
    EACH("if (Y(i) = 1) = (Z(i) = 1) then n := n + 1"),
    EACH("if (Y(i) = 1) and (Y(j) = 1) then n := n + 1"),
    EACH("if (Y(j) = 1) and (Y(i) = 1) then n := n + 1"),
    EACH("if Y(i) = Y(j) then n := n + 1"),
    EACH("if not (Y(j) = 1) then n := n + 1"),
    EACH("n := 3; m := n + 1; Y(i) := 1"),
    EACH("k := NUMB(COL(i, T)); n := k"),
    EACH("if (Y(i) = 0) <> (1 = 2) then n := n + 1"),
    /* Row updates of all k. */
    ORDER(""),
    ORDER("X := COL(k, T)"),
    ORDER("X := COL(n, T); r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("X := COL(k + 0, T); r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("X := COL(k, A[1]); r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("X := Y; r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("S[1] := COL(k, T); r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("n := 3; r := ROW(k, T); while SOME(X)" UPDATE),
    ORDER("X := COL(k, T); n := 3; while SOME(X)" UPDATE),
    ORDER("X := COL(k, T); r := ROW(k, T)"),
    ORDER("X := COL(k, T); r := ROW(k, T); i := STEP(X)"),
    ORDER("X := COL(k, T); r := ROW(k, T); n := 3"),
    ORDER("X := COL(k, T); r := ROW(k, T); while SOME(X)" UPDATE "; n := 3"),
    ORDER("X := COL(k, T); r := ROW(k, T);"
          "while SOME(Y) do begin i := STEP(Y); ROW(i, T) := ROW(i, T) or r "
          "end"),
    ORDER("X := COL(k, T); r := ROW(k, T); i := STEP(X); while SOME(X)" UPDATE),
    ORDER("X := COL(k, T); r := ROW(k, T); while i > 0 do begin "
          "ROW(i, T) := ROW(i, T) or r; i := STEP(X) end"),
    ORDER("X := COL(k, T); r := ROW(k, T); j := STEP(X); while i > 0 do begin "
          "ROW(i, T) := ROW(i, T) or r; i := STEP(X) end"),
    ORDER("X := COL(k, T); r := ROW(k, T); i := STEP(Y); while i > 0 do begin "
          "ROW(i, T) := ROW(i, T) or r; i := STEP(X) end"),
    ORDER("X := COL(k, T); r := ROW(k, T); while SOME(X) do begin "
          "i := STEP(X); ROW(i, T) := ROW(i, T) and r end"),
};

/* Whether the first loop of a program is a plan. */
static bool is_plan(const char *text, const StarCompileOptions *how) {
    StarError error = {0};
    StarMem mem;
    star_mem_init(&mem, &error, (size_t)1 << 30);
    StarProgram *p = star_compile(&mem, how, "p.star", text, strlen(text));
    assert_non_null(p);
    for (int k = 0; k < p->reports; k++)
        if (p->report[k].severity == STAR_ERROR)
            fail_msg("%s\n%s", p->report[k].text, text);
    const bool fused = p->notes > 0 && p->note[0].fused;
    star_program_free(p);
    return fused;
}

/* A loop; one that is no plan is none where fuel is counted. */
static bool is_plan_of(const char *before, const char *body) {
    static char text[40000];
    const StarCompileOptions plain = {.loops = true},
                             counts = {.loops = true, .count = true};
    snprintf(text, sizeof text,
             "program p;\nlabel 1;\n%s%sbegin\n%s;\n1: end.\n", declarations,
             before, body);
    const bool fused = is_plan(text, &plain), counted = is_plan(text, &counts);
    assert_true(fused || !counted);
    return fused;
}

TEST(nearly_plans) {
    int wrong = 0;
    for (size_t k = 0; k < sizeof plans / sizeof *plans; k++)
        if (!is_plan_of(before_them, plans[k])) {
            print_error("no plan: %s\n", plans[k]);
            wrong++;
        }
    for (size_t k = 0; k < sizeof loops / sizeof *loops; k++)
        if (is_plan_of(before_them, loops[k])) {
            print_error("a plan: %s\n", loops[k]);
            wrong++;
        }
    assert_int_equal(wrong, 0);
}

/* Whatever comes where the operations, or the code of an expression, end. */
TEST(plans_have_room) {
    static const char *const tails[] = {
        "Y(i) := 1",
        "Y(i) := Z(i)",
        "n := n + i",
        "v := v or COL(i, T)",
        "v := COL(i, T)",
        "k := NUMB(COL(i, T))",
        "if Y(i) = 1 then m := m + 1",
        "if Y(i) = 1 then m := m + 1 else m := m - 1",
        "if Y(i) = 1 then m := 3",
        "if i < n then n := i",
        "COL(i, T) := w",
        "w := COL(i, T); while SOME(w) do begin j := STEP(w); n := n + 1 end"};
    for (size_t t = 0; t < sizeof tails / sizeof *tails; t++)
        for (int pad = 18; pad < 26; pad++) {
            char body[2000] = "while SOME(X) do begin i := STEP(X);\n";
            for (int k = 0; k < pad; k++)
                strcat(body, "Z(i) := 1; ");
            strcat(strcat(body, tails[t]), " end");
            for (int counts = 0; counts < 2; counts++) {
                char text[4000];
                const StarCompileOptions how = {.loops = true,
                                                .count = counts > 0};
                snprintf(text, sizeof text, "program p;\n%sbegin\n%s\nend.\n",
                         declarations, body);
                const bool fused = is_plan(text, &how);
                assert_true(pad < 24 || !fused);
            }
        }
}

TEST(expressions_have_room) {
    static const char *const forms[] = {"COL(i, T) := not (w%s)",
                                        "COL(i, T) := v xor (w%s)",
                                        "v := w%s; COL(i, T) := v",
                                        "v := not (w%s); COL(i, T) := v and v",
                                        "v := v xor (w%s) xor w",
                                        "v := v%s",
                                        "if (w%s) = w then n := n + 1",
                                        "if w = (w%s) then n := n + 1",
                                        "n := n + NUMB(w%s)",
                                        "w := v%s; COL(i, T) := not w",
                                        "v := v xor COL(i, T) xor (w%s)"};
    static const char *const conditions[] = {
        "if not (%s) then n := n + 1",
        "if (%s) and (Y(i) = 0) then n := n + 1",
        "if (%s) and (Y(i) <> Z(i)) then n := n + 1",
        "if (%s) and (Y(i) = Z(i)) then n := n + 1",
        "if not ((Y(i) = 0) and %s) then n := n + 1",
        "if (Y(i) = 0) and %s and (Y(i) <> Z(i)) then n := n + 1",
        "if (Y(i) = 1) or (%s) then n := n + 1"};
    for (int pad = 43; pad < 51; pad++) {
        char of_bits[1000] = "", of_components[4000] = "Y(i) = 1";
        for (int k = 0; k < pad; k++) {
            strcat(of_bits, " and w");
            if (k > 0)
                strcat(of_components, " and (Y(i) = 1)");
        }
        memmove(of_components + 1, of_components, strlen(of_components) + 1);
        of_components[0] = '(';
        memmove(of_components + 10, of_components + 9,
                strlen(of_components + 9) + 1);
        of_components[9] = ')';
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
            char body[2000], loop[3000];
            snprintf(body, sizeof body, forms[f], of_bits);
            snprintf(loop, sizeof loop, EACH("%s"), body);
            (void)is_plan_of("", loop);
        }
        for (size_t f = 0; f < sizeof conditions / sizeof *conditions; f++) {
            char body[6000], loop[7000];
            snprintf(body, sizeof body, conditions[f], of_components);
            snprintf(loop, sizeof loop, EACH("%s"), body);
            (void)is_plan_of("", loop);
        }
    }
}

/* A procedure's loops over variables of the program. */
TEST(variables_of_the_program) {
    static const char inner[] =
        "proc P(var T: table);\nvar X, v: slice(8); i, n: integer;\n"
        "begin n := 0; X := COL(1, T);\n"
        "while SOME(X) do begin i := STEP(X); v := COL(i, T);\n"
        "while SOME(v) do begin j := STEP(v); n := n + 1 end end end;\n";
    static const char two[] =
        "proc P(var T: table);\nvar i, j: integer;\n"
        "begin " PAIRS("",
                       IF_SHARED "begin k := k + 1; m := m + 1 end") " end;\n",
                      scalar[] =
                          "proc P(var T: table);\nvar i, j, k: integer;\n"
                          "begin " PAIRS("",
                                         "if NUMB(ROW(i, T) and ROW(j, T)) > n "
                                         "then k := i") " end;\n";
    static const char order[] =
        "proc P(var T: table);\nvar X: slice(8); r: word(8); i, k: integer;\n"
        "begin " ORDER("X := COL(k, T); r := ROW(k, T); while SOME(X) do begin "
                       "i := STEP(X); n := 3; ROW(i, T) := ROW(i, T) or r "
                       "end") " end;\n";
    assert_false(is_plan_of(inner, "P(T)"));
    (void)is_plan_of(two, "P(T)");
    assert_false(is_plan_of(scalar, "P(T)"));
    assert_false(is_plan_of(order, "P(T)"));
}

/* A text, and another one so many times behind it. */
static const char *repeated(const char *text, const char *more, int times) {
    static char all[6000];
    strcpy(all, text);
    while (times-- > 0)
        strcat(all, more);
    return all;
}

/* The names and literals of a loop within one of all k, with those of that. */
TEST(row_updates_of_all_k_have_room) {
    for (int literals = 0; literals <= 48; literals++) {
        char loop[4000];
        const int first = literals < 20 ? literals : 20;
        const int second = literals - first < 20 ? literals - first : 20;
        static const char literal[] = " and '10101010'";
        strcpy(loop, repeated("X := COL(k, T); r := ROW(k, T); "
                              "while SOME(X) do begin i := STEP(X); v := w",
                              literal, first));
        strcat(loop, repeated("; v := w", literal, second));
        strcat(loop, repeated("; v := w", literal, literals - first - second));
        strcat(loop, "; ROW(i, T) := ROW(i, T) or r end");
        char all[6000];
        snprintf(all, sizeof all, ORDER("%s"), loop);
        const bool is = is_plan_of("", all);
        assert_true(literals > 0 || is);
        assert_true(literals < 48 || !is);
    }
}

/* The operators of a reduction. */
TEST(chains_have_room) {
    for (int operators = 90; operators < 100; operators++) {
        char loop[6000];
        snprintf(loop, sizeof loop, EACH("v := %s"),
                 repeated("v xor COL(i, T)", " xor w", operators));
        (void)is_plan_of("", loop);
    }
}

/* Terms of a form within a form, forms of a loop, and what its body writes. */
TEST(forms_of_pairs_have_room) {
    static const char form[] =
        " and (NUMB(ROW(i, T) and ROW(j, T)) + n + m + n + m + n + m + n + m"
        " + n + m + n + m + n + m + n + m + n + m + n + m + n + m + n > 0)";
    char loop[6000];
    for (int terms = 90; terms < 100; terms++) {
        snprintf(loop, sizeof loop,
                 PAIRS("", "if NUMB(ROW(i, T) and ROW(j, T)) + %s > 3 then "
                           "k := k + 1"),
                 repeated("n", " + n", terms));
        assert_false(is_plan_of("", loop));
    }
    /* 128 operations: five conditions of 25, and what is written. */
    for (int forms = 4; forms < 7; forms++)
        for (int writes = 1; writes < 5; writes++) {
            static const char *const write[] = {
                "", "Y(j) := 1", "begin Y(j) := 1; Z(j) := 1 end",
                "begin Y(j) := 1; Z(j) := 1; X(j) := 1 end",
                "begin Y(j) := 1; Z(j) := 1; X(j) := 1; w(j) := 1 end"};
            snprintf(loop, sizeof loop, PAIRS("", "if %s then %s"),
                     repeated("(NUMB(ROW(i, T)) > 0)", form, forms),
                     write[writes]);
            assert_int_equal(is_plan_of("", loop),
                             2 + 25 * forms + writes <= 128);
        }
    for (int sums = 10; sums < 16; sums++) {
        snprintf(loop, sizeof loop, PAIRS("", IF_SHARED "begin %s end"),
                 repeated("",
                          "k := k + (n + m + n + m + n + m + n + m + n + m);",
                          sums));
        assert_true(is_plan_of("", loop));
    }
}

/* The vectors of an iteration. */
TEST(private_vectors_of_pairs_have_room) {
    for (int vectors = 22; vectors < 28; vectors++) {
        char names[1000] = "v0", assigned[4000] = "", text[6000];
        for (int v = 0; v < vectors; v++) {
            char part[40];
            snprintf(part, sizeof part, ", v%d", v + 1);
            strcat(names, part);
            snprintf(part, sizeof part, "v%d := ROW(i, T); ", v);
            strcat(assigned, part);
        }
        snprintf(text, sizeof text,
                 "program p;\nvar T: table(8, 8); i, j, k: integer;\n"
                 "%s: word(8);\nbegin\n" PAIRS("%s", COUNT) "\nend.\n",
                 names, assigned);
        assert_int_equal(is_plan(text, &(StarCompileOptions){.loops = true}),
                         vectors <= 24);
    }
}

/* As many sums as there are, and some more. */
TEST(sums_of_pairs_have_room) {
    static const char *const last[] = {
        "NUMB(ROW(i, T) or ROW(j, U))", "NUMB(ROW(i, T) xor ROW(j, U))",
        "NUMB(ROW(i, T) or not ROW(j, U))", "NUMB(COL(i, T) and COL(j, T))",
        "NUMB(COL(i, T))"};
    for (size_t f = 0; f < sizeof last / sizeof *last; f++)
        for (int sums = 0; sums < 10; sums++) {
            char loop[3000] = "for i := 1 to 7 do for j := i + 1 to 8 do if ";
            for (int k = 0; k < sums; k++) {
                char sum[100];
                const char *of = k & 1 ? "ROW" : "COL", *by = k & 1 ? "r" : "w";
                snprintf(sum, sizeof sum,
                         "NUMB(%s(i, %c) and %s(j, %c)%s%s) + ", of,
                         k & 2 ? 'T' : 'U', of, k & 4 ? 'T' : 'U',
                         k & 8 ? " and " : "", k & 8 ? by : "");
                strcat(loop, sum);
            }
            strcat(strcat(loop, last[f]), " > 3 then k := k + 1");
            (void)is_plan_of("", loop);
        }
}

/* The code of a side has as much room as an expression. */
TEST(sides_of_pairs_have_room) {
    for (int pad = 40; pad < 51; pad++)
        for (int f = 0; f < 3; f++) {
            char loop[3000] = "for i := 1 to 7 do for j := i + 1 to 8 do "
                              "if NUMB(";
            strcat(loop, f == 0 ? "(ROW(i, T) and ROW(j, T))" : "(ROW(i, T)");
            for (int k = 0; k < pad; k++)
                strcat(loop, " and r");
            strcat(loop, f == 0   ? ""
                         : f == 1 ? ") or ROW(j, T)"
                                  : ") and ROW(j, T) and not r");
            strcat(loop, ") > 3 then k := k + 1");
            (void)is_plan_of("", loop);
        }
}

TEST_MAIN
