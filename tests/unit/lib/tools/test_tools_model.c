/* SPDX-License-Identifier: MIT */
/* Models of machines beside costs that are computed in C; limits of memory.
 * tests/system/command/machine.sh has their mistakes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "machine_test.h"
#include "tools/model/formula.h"
#include "tools/model/model.h"

static double value_of(const char *text) {
    static const FormulaName name[] = {{"r", 70}, {"p", 3}, {"K1_x", 0.5}};
    FormulaError error;
    const double x = formula_value(text, name, 3, &error);
    if (error.expected != NULL)
        fail_msg("%s: expected %s", text, error.expected);
    return x;
}

/* C itself computes what is expected. */
TEST(formulas_have_the_usual_precedence) {
    const double r = 70, p = 3, K1_x = 0.5;
#define ASSERT_VALUE(text) assert_true(value_of(#text) == (double)(text))
    ASSERT_VALUE(1 + 2 * 3 - 4.0 / 8);
    ASSERT_VALUE(r - p - 1);
    ASSERT_VALUE(r / p / 2);
    ASSERT_VALUE(r / (p * 2) - (r - (p - 1)));
    ASSERT_VALUE(-r + -(-p));
    ASSERT_VALUE(-(r - p) * -2);
    ASSERT_VALUE(2.5e-1 * K1_x);
    ASSERT_VALUE(ceil(r / 64) + floor(r / 64));
    ASSERT_VALUE(log2(8 * p));
#define min fmin
#define max fmax
    ASSERT_VALUE(min(r, p) + 10 * max(r, max(p, 71)));
#undef min
#undef max
    assert_true(isinf(value_of("1 / (p - 3)")));
    assert_true(isnan(value_of("min(log2(p - 5), 3)")));
    assert_true(isnan(value_of("max(3, log2(p - 5))")));
}

static uint64_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* Random sums of products, with parentheses, beside the same computed as they
 * are written. */
static double product(StarTestText *to, int depth, uint64_t *seed);

static void put(StarTestText *to, const char *text) {
    star_test_sink(to, text, strlen(text));
}

static double number(StarTestText *to, uint64_t *seed) {
    const char digit[] = {(char)('1' + next_random(seed) % 9), '\0'};
    put(to, digit);
    return digit[0] - '0';
}

static double sum(StarTestText *to, int depth, uint64_t *seed) {
    double x = product(to, depth, seed);
    while (next_random(seed) % 3 > 0) {
        const bool minus = next_random(seed) % 2;
        put(to, minus ? " - " : "+");
        const double y = product(to, depth, seed);
        x = minus ? x - y : x + y;
    }
    return x;
}

static double product(StarTestText *to, int depth, uint64_t *seed) {
    double x = number(to, seed);
    while (next_random(seed) % 3 > 0) {
        const bool divides = next_random(seed) % 2;
        const bool nested = depth < 3 && next_random(seed) % 3 == 0;
        put(to, divides ? "/" : " * ");
        put(to, nested ? "(" : "");
        const double y = nested ? sum(to, depth + 1, seed) : number(to, seed);
        put(to, nested ? ")" : "");
        x = divides ? x / y : x * y;
    }
    return x;
}

TEST(random_formulas) {
    static StarTestText t;
    uint64_t seed = 1;
    for (int k = 0; k < 500; k++) {
        t.length = 0;
        const double x = sum(&t, 0, &seed);
        const double found = value_of(t.text);
        if (found != x && !isnan(x))
            fail_msg("%s: expected %g, found %g", t.text, x, found);
    }
}

/* ---- Profiles ---- */

static const char *const program =
    "program p;\n"
    "var T: table(100, 7); X, Y: slice(100); w: word(7); k: integer;\n"
    "begin\n"
    "  for k := 1 to 7 do begin X := COL(k, T); Y := X xor Y end;\n"
    "  w := ROW(3, T); MATCH(T, X, w, Y)\n"
    "end.\n";

/* What each body of the program takes, by hand: MATCH reads 7 columns and the
 * 7 components of w. */
TEST(costs_are_those_of_bodies) {
    static const char *const wanted[] = {
        "{\"name\": \"column\", \"operations\": 14, ",
        "{\"name\": \"row\", \"operations\": 1, ",
        "{\"name\": \"bit\", \"operations\": 7, "};
    StarMachine *m = star_test_machine(&(StarOptions){0});
    StarMem *mem = star_machine_backend(m)->mem;
    const StarCompileOptions how = {.plain = true, .bodies = true};
    StarProgram *p = star_test_compile(mem, &how, program);
    Model *model;
    StarSpan at;
    size_t length;
    assert_int_equal(star_machine_profile(m, true), STAR_OK);
    assert_int_equal(star_machine_run(m, p), STAR_OK);
    for (int k = 0; model_name(k) != NULL; k++) {
        static StarTestText t;
        const char *text = model_text(model_name(k), &length);
        assert_int_equal(model_read(mem, text, length, &model, &at), STAR_OK);
        t.length = 0;
        assert_int_equal(model_write(model, m, true, star_test_sink, &t),
                         STAR_OK);
        for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
            if (strstr(t.text, wanted[i]) == NULL)
                fail_msg("expected %s in %s", wanted[i], t.text);
        model_free(model);
    }
    star_program_free(p);
    star_machine_free(m);
}

/* Reading ends with the memory error and leaves nothing, however little there
 * is. */
TEST(reads_within_any_memory) {
    size_t length;
    const char *text = model_text("ambit", &length);
    StarStatus status = STAR_MEMORY;
    assert_null(model_text("none", &length));
    for (size_t most = 0; status != STAR_OK; most += 4096) {
        StarError error;
        StarMem mem;
        Model *model;
        StarSpan at;
        star_mem_init(&mem, &error, most);
        status = model_read(&mem, text, length, &model, &at);
        assert_true(status == STAR_OK || status == STAR_MEMORY);
        model_free(model);
        assert_int_equal(mem.used, 0);
        assert_true(most < (1 << 20));
    }
}

TEST_MAIN
