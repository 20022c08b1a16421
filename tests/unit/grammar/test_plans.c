/* SPDX-License-Identifier: MIT */
/* test_plans PAGE: what the analysis makes of loops, by the text of plans; and
 * each reason why a loop stays a loop, by the programs of
 * docs/reference/loops.md. */
#include "star_test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/loop_dependence.h"
#include "compile.h"
#include "plan/pairs.h"

static const char *page_path;

static const struct {
    const char *name, *text, *rewrite;
} reasons[] = {
#define LOOP_REASON(name, text, rewrite) {#name, text, rewrite},
#include "analysis/loop_reasons.def"
#undef LOOP_REASON
};

static const char declarations[] =
    "var T, U: table(8, 8); X, Y, Z, v, w: slice(8); r: word(8);\n"
    "    i, j, k, n, m: integer; b: boolean;\n";

/* A responder loop with STEP at its beginning. */
#define EACH(body) "while SOME(X) do begin i := STEP(X);\n" body " end"

/* Two loops of i and j: what stands before the inner loop, and in it. */
#define PAIRS(before, inner)                                            \
    "for i := 1 to 7 do begin " before " for j := i + 1 to 8 do begin " \
    "\n" inner " end end"

static const struct {
    const char *body, *plan;
} forms[] = {
    /* Iteration spaces. */
    {EACH("Y(i) := 1"), "for i in ones(X)\n  Y(i) := 1\n"},
    {"while i > 0 do begin Y(i) := 0; i := STEP(X) end",
     "for i in i, ones(X)\n  Y(i) := 0\n"},
    {"for i := 2 to n + 1 do Y(i) := 1", "for i in 2..n + 1\n  Y(i) := 1\n"},
    {"for i := n downto 2 do Y(i) := 1", "for i in 2..n\n  Y(i) := 1\n"},
    /* Stores. */
    {EACH("ROW(i, T) := r"), "for i in ones(X)\n  row(T, i) := r\n"},
    {EACH("COL(i, T) := '10101010'"),
     "for i in ones(X)\n  col(T, i) := '10101010'\n"},
    {EACH("Y(i) := Z(i)"), "for i in ones(X)\n  Y(i) := Z(i)\n"},
    /* Row updates; and those of all k, by or. */
    {EACH("ROW(i, T) := ROW(i, T) xor r"),
     "for i in ones(X)\n  row(T, i) ^= r\n"},
    {EACH("COL(i, T) := v and not COL(i, T)"),
     "for i in ones(X)\n  col(T, i) := v & ~col(T, i)\n"},
    {EACH("COL(i, T) := COL(i, T) and not v"),
     "for i in ones(X)\n  col(T, i) := col(T, i) & ~v\n"},
    {"for k := 2 to n do begin X := COL(k, T); r := ROW(k, T);\n"
     "while SOME(X) do begin i := STEP(X); ROW(i, T) := r or ROW(i, T) end end",
     "for k in 2..n in order\n  X := col(T, k)\n  r := row(T, k)\n"
     "  for i in ones(X)\n    row(T, i) |= r\n"},
    {"for k := 1 to 8 do begin r := ROW(k, T); v := COL(k, T); i := STEP(r);\n"
     "while i > 0 do begin COL(i, T) := COL(i, T) or v; i := STEP(r) end end",
     "for k in 1..8 in order\n  r := row(T, k)\n  v := col(T, k)\n"
     "  for i in ones(r)\n    col(T, i) |= v\n"},
    /* Expressions; and of private variables. */
    {EACH("COL(i, T) := v and w or not Y xor Z"),
     "for i in ones(X)\n  col(T, i) := (v & w | ~Y) ^ Z\n"},
    {EACH("COL(i, T) := v and not (w or Y and not Z)"),
     "for i in ones(X)\n  col(T, i) := v & ~(w | Y & ~Z)\n"},
    {EACH("COL(i, T) := v xor (w xor not COL(i, U))"),
     "for i in ones(X)\n  col(T, i) := v ^ (w ^ ~col(U, i))\n"},
    {EACH("v := COL(i, U); COL(i, T) := v and w"),
     "for i in ones(X)\n  check v := col(U, i)\n"
     "  col(T, i) := col(U, i) & w\n"},
    {EACH("COL(i, T) := CONVERT(ROW(i, U))"),
     "for i in ones(X)\n  col(T, i) := row(U, i)\n"},
    /* Sums, extremes, last values. */
    {EACH("n := n + NUMB(COL(i, T))"),
     "for i in ones(X)\n  n += count(col(T, i))\n"},
    {EACH("n := n - NUMB(COL(i, T))"),
     "for i in ones(X)\n  n += -count(col(T, i))\n"},
    {EACH("n := n + i; m := m - 3"), "for i in ones(X)\n  n += i\n  m += -3\n"},
    {EACH("k := NUMB(COL(i, T)); if k < n then n := k"),
     "for i in ones(X)\n  check col(T, i)\n"
     "  n := min(n, count(col(T, i)))\n"},
    {EACH("k := NUMB(COL(i, T)); if k >= n then begin n := k; m := i end"),
     "for i in ones(X)\n  check col(T, i)\n"
     "  n := max(n, count(col(T, i))), m := its last i\n"},
    {EACH("if NUMB(COL(i, T)) < n then begin n := NUMB(COL(i, T)); m := i end"),
     "for i in ones(X)\n  n := min(n, count(col(T, i))), m := its first i\n"},
    {EACH("if Y(i) = 1 then begin n := i; v := COL(i, T) end"),
     "for i in ones(X)\n  if Y(i)\n    n := last(i)\n"
     "    v := last(col(T, i))\n"},
    /* Reductions. */
    {EACH("v := v or COL(i, T)"), "for i in ones(X)\n  v |= col(T, i)\n"},
    {EACH("v := COL(i, T) and v"), "for i in ones(X)\n  v &= col(T, i)\n"},
    {EACH("v := v xor COL(i, T) xor w"),
     "for i in ones(X)\n  v ^= col(T, i) ^ w\n"},
    {EACH("v := v and not (COL(i, T) or w)"),
     "for i in ones(X)\n  v &= ~(col(T, i) | w)\n"},
    /* Conditions. */
    {EACH("if (Y(i) = 1) and not (Z(i) = 0) then n := n + 1 else m := m + 1"),
     "for i in ones(X)\n  if Y(i) & ~~Z(i)\n    n += 1\n  else\n    m += 1\n"},
    {EACH("if (Y(i) <> Z(i)) or (w(i) = 0) then n := n + 1"),
     "for i in ones(X)\n  if Y(i) ^ Z(i) | ~w(i)\n    n += 1\n"},
    {EACH("if SOME(COL(i, T) and w) then n := n + 1; m := m + 1"),
     "for i in ones(X)\n  if some(col(T, i) & w)\n    n += 1\n  m += 1\n"},
    {EACH("if ZERO(COL(i, T)) then Y(i) := 1"),
     "for i in ones(X)\n  if zero(col(T, i))\n    Y(i) := 1\n"},
    {EACH("if COL(i, T) = w then Y(i) := 1"),
     "for i in ones(X)\n  if zero(col(T, i) ^ w)\n    Y(i) := 1\n"},
    {EACH("if COL(i, T) <> w then Y(i) := 1"),
     "for i in ones(X)\n  if some(col(T, i) ^ w)\n    Y(i) := 1\n"},
    /* Inner loops. */
    {EACH("v := COL(i, T);\nwhile SOME(v) do begin j := STEP(v); "
          "n := n + NUMB(ROW(j, U) and ROW(i, U)) end"),
     "for i in ones(X)\n  check v := col(T, i)\n  for j in ones(col(T, i))\n"
     "    n += count(row(U, j) & row(U, i))\n"},
    /* Pairs that are counted, and that are found. */
    {PAIRS("r := ROW(i, T);", "k := k + NUMB(r and ROW(j, T))"),
     "for pairs (i, j) in 1..7, i + 1..8\n"
     "  n0 := count(row(T, i) & row(T, j))\n  k += n0\n"
     "  check r := row(T, i)\n"},
    {PAIRS("", "if NUMB(ROW(i, T) and ROW(j, U)) > m then k := k + 1"),
     "for pairs (i, j) in 1..7, i + 1..8\n"
     "  n0 := count(row(T, i) & row(U, j))\n  where n0 - m > 0\n"
     "  k += 1\n"},
    {PAIRS("", "if NUMB(ROW(i, T) or ROW(j, T)) <= 3 then k := k + 1"),
     "for pairs (i, j) in 1..7, i + 1..8\n  n0 := count(row(T, i))\n"
     "  n1 := count(row(T, j))\n  n2 := count(row(T, i) & row(T, j))\n"
     "  where 3 - n0 - n1 + n2 >= 0\n  k += 1\n"},
    {PAIRS("", "if NUMB(ROW(i, T) xor ROW(j, T)) = 3 then k := k + 1"),
     "for pairs (i, j) in 1..7, i + 1..8\n  n0 := count(row(T, i))\n"
     "  n1 := count(row(T, j))\n  n2 := count(row(T, i) & row(T, j))\n"
     "  where n0 + n1 - 2 * n2 - 3 = 0\n  k += 1\n"},
    {PAIRS("", "if (2 * NUMB(ROW(i, T) and ROW(j, T)) > m * NUMB(ROW(j, T)))\n"
               "and (NUMB(ROW(j, T)) <> 1) then begin n := i; k := j end"),
     "find pairs (i, j) in 1..7, i + 1..8\n"
     "  n0 := count(row(T, i) & row(T, j))\n  n1 := count(row(T, j))\n"
     "  where 2 * n0 - m * n1 > 0\n  where n1 - 1 <> 0\n"},
    {"for j := 1 to 8 do if NUMB(ROW(j, T)) - NUMB(r) >= 2 then begin "
     "n := j; k := 1 end",
     "find pairs (j) in 1..8\n  n0 := count(row(T, j))\n"
     "  n1 := count(r)\n  where n0 - n1 - 2 >= 0\n"}};

static StarProgram *compiled(StarMem *mem, const char *text) {
    StarProgram *p = star_compile(mem, &(StarCompileOptions){.loops = true},
                                  "p.star", text, strlen(text));
    assert_non_null(p);
    for (int k = 0; k < p->reports; k++)
        if (p->report[k].severity == STAR_ERROR)
            fail_msg("%s\n%s", p->report[k].text, text);
    return p;
}

/* A plan's lines are indented by 4 where they are printed. */
static void indent(char *to, size_t room, const char *plan) {
    size_t n = 0;
    for (; *plan != '\0' && n + 6 < room; plan++) {
        if (n == 0 || to[n - 1] == '\n')
            n += (size_t)snprintf(to + n, room - n, "    ");
        to[n++] = *plan;
    }
    to[n] = '\0';
}

TEST(loops_become_plans) {
    int wrong = 0;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        StarError error = {0};
        StarMem mem;
        char text[2000], wanted[2000];
        star_mem_init(&mem, &error, (size_t)1 << 30);
        snprintf(text, sizeof text, "program p;\n%sbegin\n%s\nend.\n",
                 declarations, forms[k].body);
        indent(wanted, sizeof wanted, forms[k].plan);
        StarProgram *p = compiled(&mem, text);
        if (strcmp(p->note[0].text, wanted) != 0) {
            print_error("%s\nexpected\n%sfound\n%s\n", forms[k].body, wanted,
                        p->note[0].text);
            wrong++;
        }
        star_program_free(p);
    }
    assert_int_equal(wrong, 0);
}

/* What the rules of plan/rewrite make of loops. */
static const struct {
    const char *body, *operations;
} rewritten[] = {
    {EACH("COL(i, T) := COL(i, T) xor v"), " UPDATE"},
    {EACH("COL(i, T) := v or COL(i, T)"), " UPDATE_ONLY"},
    {EACH("COL(i, T) := v and COL(i, T); Y(i) := 1"), " UPDATE SET_BIT"},
    {EACH("COL(i, T) := v or COL(i, U)"), " STORE"},
    {EACH("COL(i, T) := COL(i, T) or COL(i, T)"), " STORE"},
    {EACH("COL(i, T) := v or COL(i, T); COL(i, U) := v or COL(i, U)"),
     " UPDATE UPDATE"},
    {EACH("n := n + NUMB(COL(i, T))"), " COUNT"},
    {EACH("n := n - NUMB(w and COL(i, T))"), " COUNT"},
    {EACH("n := n + NUMB(w or COL(i, T))"), " SUM"},
    {EACH("n := n + NUMB(COL(i, T) and COL(i, U))"), " SUM"},
    {EACH("v := COL(i, T);\nwhile SOME(v) do begin j := STEP(v); "
          "n := n + NUMB(ROW(i, U) and ROW(j, U)) end"),
     " CHECK_BITS INNER_COUNT COUNT"},
    {EACH("v := COL(i, T);\nwhile SOME(v) do begin j := STEP(v); "
          "n := n + NUMB(r and ROW(j, U)) end"),
     " CHECK_BITS INNER COUNT"},
    {PAIRS("", "if NUMB(ROW(i, T) and ROW(j, U)) > 0 then m := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_SHARE"},
    {PAIRS("", "if NUMB(ROW(i, T) and ROW(j, U)) > 1 then m := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_TERM PAIR_IF"},
    {PAIRS("", "if NUMB(ROW(i, T) and ROW(j, U)) <> 0 then m := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_IF"},
    {PAIRS("", "if m + NUMB(ROW(i, T) and ROW(j, U)) > 0 then n := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_TERM PAIR_IF"},
    {PAIRS("", "if m * NUMB(ROW(i, T) and ROW(j, U)) > 0 then n := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_IF"},
    {PAIRS("", "if -NUMB(ROW(i, T) and ROW(j, U)) > 0 then m := j"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_IF"},
    {PAIRS("", "if NUMB(ROW(i, T) and ROW(j, U)) > 0 then k := k + 1"),
     " PAIR_X PAIR_Y PAIR_TERM PAIR_IF PAIR_TERM PAIR_ADD"}};

TEST(rules_give_operations_of_their_own) {
    static const char *const name[] = {
#define PLAN_OP(name, ...) #name,
#include "plan/plan.def"
#undef PLAN_OP
    };
    for (size_t k = 0; k < sizeof rewritten / sizeof *rewritten; k++) {
        StarError error = {0};
        StarMem mem;
        char text[2000], found[400] = "";
        star_mem_init(&mem, &error, (size_t)1 << 30);
        snprintf(text, sizeof text, "program p;\n%sbegin\n%s\nend.\n",
                 declarations, rewritten[k].body);
        StarProgram *p = compiled(&mem, text);
        for (int o = 0; o < p->plan[0].ops; o++) {
            strcat(found, " ");
            strcat(found, name[p->plan[0].op[o].op]);
        }
        assert_string_equal(found, rewritten[k].operations);
        star_program_free(p);
    }
}

/* So many sums of pairs are counted, one more are found. */
TEST(as_many_sums_as_there_is_room_for) {
    for (int sums = STAR_PAIR_TOTALS - 1; sums <= STAR_PAIR_TOTALS + 1;
         sums++) {
        static const char add[] = "k := k + 1; ";
        StarError error = {0};
        StarMem mem;
        char adds[(STAR_PAIR_TOTALS + 1) * sizeof add] = "", text[2000];
        for (int k = 0; k < sums; k++)
            strcat(adds, add);
        star_mem_init(&mem, &error, (size_t)1 << 30);
        snprintf(text, sizeof text,
                 "program p;\n%sbegin\n" PAIRS(
                     "", "if NUMB(ROW(i, T) and ROW(j, U)) > 3 then begin %s "
                         "end") "\nend.\n",
                 declarations, adds);
        StarProgram *p = compiled(&mem, text);
        assert_non_null(strstr(p->note[0].text, sums <= STAR_PAIR_TOTALS
                                                    ? "    for pairs"
                                                    : "    find pairs"));
        star_program_free(p);
    }
}

/* ---- The page of reasons ---- */

static char page[200000];

/* The block fenced as star at or behind a place, which goes to its end. */
static const char *block(const char *from, size_t *length) {
    static const char fence[] = "```star\n";
    const char *text = strstr(from, fence);
    assert_non_null(text);
    text += strlen(fence);
    const char *end = strstr(text, "\n```\n");
    assert_non_null(end);
    *length = (size_t)(end - text);
    return text;
}

static bool has_reason(const StarProgram *p, const char *reason) {
    for (uint32_t k = 0; k < p->notes; k++)
        if (!p->note[k].fused && strcmp(p->note[k].text, reason) == 0)
            return true;
    return false;
}

/* True if the program of the heading has a loop with this reason. */
static bool shows(const char *heading, const char *reason) {
    static char text[20000];
    StarError error = {0};
    StarMem mem;
    size_t declared, length;
    const char *vars = block(page, &declared), *body = block(heading, &length);
    const bool procedure = strncmp(body, "proc ", 5) == 0;
    star_mem_init(&mem, &error, (size_t)1 << 30);
    snprintf(text, sizeof text, "program p;\n%.*s\n%s%.*s\n%send.\n",
             (int)declared, vars, procedure ? "" : "begin\n", (int)length, body,
             procedure ? "begin P\n" : "");
    if (procedure && strstr(body, "proc P(") == body)
        memcpy(strstr(text, "begin P\n"), "begin  \n", 8);
    StarProgram *p = compiled(&mem, text);
    const bool shown = has_reason(p, reason);
    for (uint32_t k = 0; k < p->notes && !shown; k++)
        print_error("%s: found %s\n", reason, p->note[k].text);
    star_program_free(p);
    return shown;
}

TEST(each_reason_has_its_program) {
    const int count = (int)(sizeof reasons / sizeof *reasons);
    int wrong = 0, headings = 0;
    FILE *f = fopen(page_path, "r");
    assert_non_null(f);
    page[fread(page, 1, sizeof page - 1, f)] = '\0';
    fclose(f);
    for (const char *h = page; (h = strstr(h, "\n### ")) != NULL; h++)
        headings++;
    for (int k = 0; k < count; k++) {
        char heading[300], rewrite[400];
        snprintf(heading, sizeof heading, "\n### %s\n", reasons[k].text);
        heading[5] = (char)toupper((unsigned char)heading[5]);
        snprintf(rewrite, sizeof rewrite, "\n```\n\n%s\n", reasons[k].rewrite);
        const char *at = strstr(page, heading);
        const bool fine = at != NULL && strstr(at, rewrite) != NULL &&
                          strstr(at, rewrite) == strstr(at, "\n```\n") &&
                          shows(at, reasons[k].text);
        if (!fine)
            print_error("%s: heading, program or rewriting\n", reasons[k].name);
        wrong += !fine;
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(headings, count);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    page_path = argv[1];
    return tests_run(NULL, NULL);
}
