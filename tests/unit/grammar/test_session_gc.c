/* SPDX-License-Identifier: MIT */
/* Garbage collection frees unreachable declarations and changes nothing
 * else. */
#include "session_random.h"

/* All of the program is what the verifier passes. */
static void garbage_collect(Prompt *p) {
    StarError error;
    star_session_gc(p->session);
    const StarProgram *program = star_session_program(p->session);
    StarMem mem = star_mem_beside(program->arena.mem, &error);
    if (star_verify_more(program, 1, &mem) != STAR_OK)
        fail_msg("%s", error.text);
}

/* A hidden variable stays as long as a reachable procedure uses it. At the end
 * there are input, output and one variable. */
TEST(test_reached) {
    Prompt p;
    prompt_open(&p);
    CHECK({"var n: integer; X: slice(3); n := 7; SET(X)", ""},
          {"procedure p; begin n := n + 1; writeln(n, ' ', X) end", ""},
          {"procedure q; begin p end", ""}, {"var n: real; n := 1.5", ""},
          {"const X = 3", ""},
          {"procedure p(k: integer); begin write(k) end", ""});
    garbage_collect(&p);
    CHECK({"q", "8 111\n"}, {"n", "= 1.5"},
          {"procedure p(k: integer); begin writeln(k) end; p(X)", "3\n"},
          {"q", "9 111\n"}, {"const q = 1", ""});
    garbage_collect(&p);
    assert_int_equal(star_session_program(p.session)->proc[0].cells, 3);
    CHECK({"p(q); n", "1\n= 1.5"});
    prompt_close(&p);
}

/* Types keep the sizes that they have computed. */
TEST(test_types) {
    Prompt p;
    prompt_open(&p);
    CHECK({"var a, b, n: integer; n := 3", ""},
          {"type v = slice(n); r = record a: integer; x: v; next: ^r end; "
           "var h: ^r",
           ""},
          {"type m = record y: array [1..n] of v end; k = ^m", ""},
          {"procedure p(c: integer; X: v); begin writeln(c, X) end", ""},
          {"const a = 1; b = 2; v = 3; m = 4; r = 5", ""},
          {"var n: integer; n := 9", ""});
    garbage_collect(&p);
    CHECK({"new(h); SET(h^.x); h^.x", "= 111"},
          {"var g: k; new(g); g^.y[3] := '101'; p(1, g^.y[3])", "1101\n"},
          {"p(1, '1111')", "error size-mismatch: X must have 3 components, "
                           "but has 4"});
    prompt_close(&p);
}

/* A session that redeclares without end, as many times as there are cells and
 * more, and procedures that know the first of them. */
TEST(test_again) {
    Prompt p;
    char text[400];
    prompt_open(&p);
    CHECK({"var x: integer; X2: slice(3); T: table(2, 2); x := 5; SET(X2)", ""},
          {"procedure old; begin x := x + 1; writeln(x, X2, NUMB(COL(1, T))) "
           "end",
           ""});
    const StarMem *mem = star_machine_backend(p.machine)->mem;
    const size_t before = mem->used;
    for (int k = 0; k < 20008; k++) {
        snprintf(text, sizeof text,
                 "var x: integer; X2: slice(%d); T: table(3, 4); procedure p; "
                 "begin X2 := MASK(X2, 1, 1); x := %d end; "
                 "if x2(1) = 1 then p",
                 1 + k % 9, k);
        assert_string_equal(prompt_enter(&p, text), "");
    }
    assert_true((mem->used - before) / 20000 < 10000);
    CHECK({"old; p; writeln(x, ' ', X2)", "61110\n20007 1\n"});
    prompt_close(&p);
}

/* Large objects do not wait until there are many, nor until there is no memory
 * left. */
TEST(test_large) {
    Prompt p;
    prompt_open_limited(&p, &(StarOptions){.max_memory = 100000000});
    const StarMem *mem = star_machine_backend(p.machine)->mem;
    for (int k = 0; k < 100; k++)
        CHECK({"var X: slice(100000000)", ""},
              {"procedure p; begin X(1) := 1 end; p; NUMB(X)", "= 1"});
    CHECK({"var X: integer", ""}, {"procedure p; begin X := 1 end", ""});
    garbage_collect(&p);
    assert_true(mem->used < 12500000);
    prompt_close(&p);
}

/* A session that is made compact at random and keeps no trees, and one that
 * never is and keeps all. */
static void try_both(Random *r, Prompt *a, Prompt *b) {
    static char expected[sizeof a->text];
    prompt_anew(a);
    prompt_anew(b);
    prompt_enter(a, "var a, b, c: integer; a := 1; b := 2; c := 3");
    prompt_enter(b, "var a, b, c: integer; a := 1; b := 2; c := 3");
    for (int k = 0; k < 40; k++) {
        random_entry(r);
        snprintf(expected, sizeof expected, "%s", prompt_enter(b, r->text));
        if (random_any(r, 2) == 0)
            star_session_gc(a->session);
        if (strcmp(prompt_enter(a, r->text), expected) != 0)
            fail_msg("%s\ngives    %s\nexpected %s", r->text, a->text,
                     expected);
    }
}

TEST(test_random) {
    const StarOptions limits = {.max_steps = 10000, .max_depth = 50};
    Prompt a, b;
    prompt_open_limited(&a, &limits);
    prompt_open_limited(&b, &limits);
    a.forgets = true;
    for (int seed = 1; seed <= 100; seed++) {
        Random r = {.state = (uint64_t)seed * 7919};
        try_both(&r, &a, &b);
    }
    prompt_close(&a);
    prompt_close(&b);
}

TEST_MAIN
