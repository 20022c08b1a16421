/* SPDX-License-Identifier: MIT */
/* The memory of sessions, and their ends: limits, stops, lack of memory. */
#include "session_test.h"

/* Limits are those of one entry. */
TEST(test_limits) {
    Prompt p;
    prompt_open_limited(&p, &(StarOptions){.max_steps = 100, .max_output = 10});
    for (int k = 0; k < 50; k++)
        CHECK({"var x: integer; x := 0; while x < 20 do x := x + 1", ""},
              {"write('12345678')", "12345678"});
    CHECK({"while true do x := x + 1",
           "error step-limit: the program may take no more than 100 steps"});
    CHECK({"x > 20", "= 1"});
    prompt_close(&p);
}

static bool stops(void *context, const char *text, size_t length) {
    Prompt *p = context;
    star_machine_stop(p->machine, STAR_INTERRUPTED);
    return prompt_write(context, text, length);
}

TEST(test_stop) {
    StarOptions options = {.write = stops};
    StarError error;
    Prompt p = {.options = {.count = false}};
    options.context = &p;
    p.machine = star_machine_new(&options, &error);
    p.session = star_session_new(p.machine, &p.options, true);
    CHECK({"var x: integer; x := 1", ""});
    prompt_enter(&p, "x := 2; while x > 0 do begin x := x + 1; "
                     "if x mod 1000 = 0 then writeln(x) end");
    assert_non_null(strstr(p.text, "error interrupted"));
    CHECK({"x > 2", "= 1"});
    prompt_close(&p);
}

/* The memory that an entry leaves in use is in proportion to its text. */
TEST(test_many) {
    Prompt p;
    char text[200];
    const StarMem *mem;
    size_t before;
    prompt_open(&p);
    mem = star_machine_backend(p.machine)->mem;
    CHECK({"var x: integer; s: string; x := 0; s := ''", ""});
    before = mem->used;
    for (int k = 0; k < 10000; k++) {
        prompt_enter(
            &p, "x := x + 1; s := s + 'abc'; if x mod 10 = 0 then s := ''");
        assert_string_equal(p.text, "");
    }
    CHECK({"x", "= 10000"});
    assert_true((mem->used - before) / 10000 < 8000);
    before = mem->used;
    for (int k = 0; k < 100; k++)
        prompt_enter(&p, "x := (x + ; y");
    assert_true((mem->used - before) / 100 < 16000);
    for (int k = 0; k < 3000; k++) {
        snprintf(text, sizeof text,
                 "var v%d: integer; procedure p%d; begin v%d := %d end; p%d; "
                 "writeln(v%d)",
                 k, k, k, k + 100000, k, k);
        prompt_enter(&p, text);
        snprintf(text, sizeof text, "%d\n", k + 100000);
        assert_string_equal(p.text, text);
    }
    CHECK({"p7; v7 + v2999", "= 203006"}, {"v7 + v2999", "= 203006"});
    prompt_close(&p);
}

/* Of what only runs, or is wrong, nothing stays in a session that is not to be
 * saved. */
TEST(test_nothing_stays) {
    static const char *const entry[] = {
        "x := x + 1; s := s + 'abc'; if x mod 10 = 0 then s := ''",
        "with r do begin k := x; v(1) := 1 end; r.k",
        "x := (x + ; y",
        "x := unknown + s",
        "e in [red, green]; write(e)",
        "Y := Y and not Y or '010'; for i := 1 to 3 do Y(i) := 1; Y",
        "new(h); h^.k := 3; dispose(h)",
        "program p; begin q(x) end.",
        "q('abc')",
        "x div 0",
        "goto 7",
        "var z: slice(3); y: nosuch",
        "var z: integer; z := 'a'",
        "const c = 1; type t = (a, b, a)",
        "procedure z; begin x := 'a' end",
        "type z = ^nosuch; l = ^m; m = record n: l end; var y: l; y := 1",
        "uses half; var z: integer; z := half('a')",
        "MATCH(Y, x)",
        "uses graph; z := 1",
    };
    Prompt p;
    size_t before = 0;
    prompt_open(&p);
    p.forgets = true;
    prompt_anew(&p);
    const StarMem *mem = star_machine_backend(p.machine)->mem;
    CHECK({"type colour = (red, green); u = record k: integer; v: slice(3) "
           "end; var x, i: integer; s: string; r: u; h: ^u; e: colour; "
           "Y: slice(3); s := ''; x := 0; e := red",
           ""},
          {"procedure q(t: string); begin s := t end", ""});
    for (int k = 0; k < 300; k++) {
        for (size_t i = 0; i < sizeof entry / sizeof *entry; i++)
            prompt_enter(&p, entry[i]);
        if (k == 100)
            before = mem->used;
    }
    assert_int_equal(mem->used, before);
    CHECK({"writeln(x = 300, ' ', Y); s", "true 111\n= abc"});
    prompt_close(&p);
}

/* More variables than a frame has cells are refused, and no others lost. */
TEST(test_cells) {
    Prompt p;
    static char text[20000];
    const char *result = "";
    int k = 0;
    prompt_open(&p);
    for (; k < 100 && result[0] == '\0'; k++) {
        int length = snprintf(text, sizeof text, "var v%d", k);
        for (int n = 1; n < 1000; n++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               ", v%d_%d", k, n);
        snprintf(text + length, sizeof text - (size_t)length,
                 ": integer; v%d := %d", k, k);
        result = prompt_enter(&p, text);
    }
    assert_int_equal(k, 33); /* 32,768 */
    assert_string_equal(result, "error too-big: this program has too many "
                                "variables and temporaries");
    CHECK({"v31 + v0_999", "error undefined: v0_999 has no value yet"},
          {"v31 + v1", "= 32"},
          {"v32", "error undeclared: 'v32' is not declared"});
    prompt_close(&p);
}

/* A variable that no procedure uses any more needs no memory. */
TEST(test_hidden) {
    Prompt p;
    const StarMem *mem;
    size_t before;
    prompt_open(&p);
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
    prompt_close(&p);
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
TEST(test_memory) {
    for (int64_t fail = 1;; fail++) {
        Prompt p;
        StarMem *mem;
        const char *why;
        bool failed = false;
        prompt_open(&p);
        mem = star_machine_backend(p.machine)->mem;
        mem->fail_at = mem->count + fail;
        for (size_t k = 0; k < sizeof story / sizeof *story; k++) {
            prompt_enter(&p, story[k]);
            if (strstr(p.text, "error memory-limit") != NULL) {
                failed = true;
                prompt_enter(&p, story[k]);
            }
            assert_null(strstr(p.text, "error memory-limit"));
        }
        assert_non_null(strstr(p.text, "= a"));
        failed |= star_session_save(p.session, "s.star", &why) == NULL &&
                  strstr(why, "no memory") != NULL;
        prompt_close(&p);
        if (!failed)
            break;
    }
}
TEST_MAIN
