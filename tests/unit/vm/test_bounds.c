/* SPDX-License-Identifier: MIT */
/* Every limit at one less than what a program needs, at that and at one more:
 * a row for each. Limits of time are in test_limits.c. */
#include "machine_test.h"

#include <stdio.h>
#include <stdlib.h>

/* The limits that the host sets. */
typedef enum Limit { STEPS, MEMORY, KERNEL, DEPTH, OUTPUT } Limit;

/* Without memory for a kernel, the body that it stands in for does the same. */
static const StarStatus refusals[] = {[KERNEL] = STAR_OK,
                                      [STEPS] = STAR_STEPS,
                                      [MEMORY] = STAR_MEMORY,
                                      [DEPTH] = STAR_DEPTH,
                                      [OUTPUT] = STAR_OUTPUT};

/* A program and what it needs; of memory at least so much, for what else it
 * takes is not told here. */
typedef struct Row {
    Limit limit;
    const char *what;
    int64_t needs;
    const char *text;
} Row;

#define PROGRAM(declarations, statements) \
    "program p; " declarations " begin " statements " end."

static const Row rows[] = {
    {STEPS, "statements", 9,
     PROGRAM("var i: integer;", "for i := 1 to 4 do write(i)")},
    {STEPS, "primitives", 401,
     PROGRAM("var T: table(100, 9); var i: integer;",
             "for i := 1 to 100 do ROW(i, T) := ROW(1, T)")},
    {STEPS, "a kernel of the library", 20001,
     PROGRAM("uses closure; var P: table(100, 100);", "CLOSURE(100, P)")},

    {DEPTH, "calls", 3,
     PROGRAM("proc q(n: integer); begin if n > 1 then q(n - 1) end;", "q(3)")},
    {DEPTH, "calls of functions", 200,
     PROGRAM("function f(n: integer): integer; begin f := 1; "
             "if n > 1 then f := f(n - 1) end;",
             "write(f(200))")},
    {DEPTH, "calls of arguments", 2,
     PROGRAM("proc q; begin end; proc r(proc s); begin s end;", "r(q)")},

    {OUTPUT, "text", 4, PROGRAM("", "write('abcd')")},
    {OUTPUT, "a slice", 4, PROGRAM("var X: slice(4);", "write(X)")},
    {OUTPUT, "a table", 4, PROGRAM("var T: table(1, 3);", "write(T)")},
    {OUTPUT, "padding", 4, PROGRAM("", "write(1:4)")},
    {OUTPUT, "ends of lines", 4,
     PROGRAM("", "writeln; writeln; writeln; writeln")},

    {OUTPUT, "files, all together", 28,
     PROGRAM("var f: file of integer; g: text; T: table(1, 3);",
             "rewrite(f); write(f, 1); rewrite(f); write(f, 2); rewrite(g); "
             "writeln(g, 'abcdefg'); write('abc'); save(T, 'bounds.txt')")},
    {OUTPUT, "sets in files", 16,
     PROGRAM("var f: file of set of 1..100;", "rewrite(f); f^ := [1]; put(f)")},

    {MEMORY, "a slice", 100000, PROGRAM("var X: slice(800000);", "SET(X)")},
    {MEMORY, "a table", 125000,
     PROGRAM("var T: table(1000, 1000); v: word(1000);", "ROW(1, T) := v")},
    {MEMORY, "an array", 80000,
     PROGRAM("var a: array [1..10000] of integer;", "a[1] := 1")},
    {MEMORY, "an array that is copied for a call", 160000,
     PROGRAM("type t = array [1..10000] of integer; var a: t; "
             "proc q(b: t); begin b[1] := 1 end;",
             "a[1] := 1; q(a)")},
    {MEMORY, "a string", 100000,
     PROGRAM("var s: string; i: integer;",
             "s := 'abcdefgh'; for i := 1 to 14 do s := s + s")},
    {MEMORY, "a set", 12500,
     PROGRAM("var s: set of 0..100000;", "s := [0, 100000]")},
    {MEMORY, "records of the heap", 16000,
     PROGRAM("type r = record a, b: integer end; var q: ^r; i: integer;",
             "for i := 1 to 1000 do new(q)")},
    {MEMORY, "the buffer of a file", 4096,
     PROGRAM("var f: file of integer;", "rewrite(f); write(f, 1)")},
    {MEMORY, "the stack: a call that needs many cells", 8 * 2000,
     PROGRAM("proc q(n: integer); var a, b, c, d, e, f, g, h: integer; "
             "begin a := n; if n > 1 then q(n - 1) end;",
             "q(200)")},
    {MEMORY, "the stack: what calls return to", 32 * 5000,
     PROGRAM("proc q(n: integer); begin if n > 1 then q(n - 1) end;",
             "q(5000)")},
    {KERNEL, "CLOSURE", 140000,
     PROGRAM("uses closure; var P: table(1000, 1000); v: word(1000);",
             "SET(v); ROW(7, P) := v; CLOSURE(1000, P)")},
    {KERNEL, "KLEENE", 4 * 100 * 100,
     PROGRAM("uses maxplus; type t = -2147483647..2147483647; "
             "var A: array [1..100, 1..100] of t; i, j: integer;",
             "for i := 1 to 100 do for j := 1 to 100 do A[i, j] := -1; "
             "KLEENE(100, A, maxplus)")},
    {MEMORY, "MATCHAIN", 3 * 8 * 200 * 200,
     PROGRAM("uses matchain; var p: array [0..200] of integer; i: integer; "
             "m, s: array [1..200, 1..200] of integer;",
             "for i := 0 to 200 do p[i] := 1 + i mod 7; MATCHAIN(p, m, s)")},
    {KERNEL, "KNAPSACK", 8 * 10000,
     PROGRAM("uses pipeline; var w, v: array [1..50] of integer; "
             "i, best: integer;",
             "for i := 1 to 50 do begin w[i] := i; v[i] := i * i end; "
             "KNAPSACK(w, v, 10000, best)")},
    {MEMORY, "SUBSETSUM", 12500,
     PROGRAM("uses pipeline; var w: array [1..50] of integer; "
             "i: integer; R: slice(100000);",
             "for i := 1 to 50 do w[i] := i; SUBSETSUM(w, R)")},
    {MEMORY, "writing a file", 65536,
     PROGRAM("var T: table(9, 9);", "save(T, 'bounds.txt')")},
    {MEMORY, "compressing a file", 65536 + 200000,
     PROGRAM("var T: table(9, 9);", "save(T, 'bounds.txt.gz')")},
    {MEMORY, "reading a file", 65536,
     PROGRAM("var T: table;", "load(T, 'bounds.txt')")},
    {MEMORY, "reading a compressed file", 65536,
     PROGRAM("var T: table;", "load(T, 'bounds.txt.gz')")},
};

typedef struct Run {
    StarMachine *machine;
    StarProgram *program;
    StarMem *mem;
} Run;

static bool of_memory(const Row *row) {
    return row->limit == MEMORY || row->limit == KERNEL;
}

static Run open_run(const Row *row, int64_t limit) {
    const StarCompileOptions how = {.count = row->limit == STEPS};
    StarOptions options = {0};
    Run r;
    if (row->limit == STEPS)
        options.max_steps = limit;
    if (row->limit == DEPTH)
        options.max_depth = (uint32_t)limit;
    if (row->limit == OUTPUT)
        options.max_output = (size_t)limit;
    r.machine = star_test_machine(&options);
    StarBackend *be = star_machine_backend(r.machine);
    r.program = star_test_compile(be->mem, &how, row->text);
    r.mem = be->mem;
    if (of_memory(row))
        r.mem->limit = r.mem->used + (size_t)limit;
    return r;
}

/* The status of the run; *took is the memory it took. */
static StarStatus run(const Row *row, int64_t limit, int64_t *took) {
    Run r = open_run(row, limit);
    const size_t used = r.mem->used;
    r.mem->peak = used;
    const StarStatus status = star_machine_run(r.machine, r.program);
    *took = (int64_t)(r.mem->peak - used);
    star_program_free(r.program);
    star_machine_free(r.machine);
    return status;
}

/* The least limit of memory, of those up to `enough`: less than the most that
 * was in use, where some of that was only kept for the next object. */
static int64_t least(const Row *row, int64_t enough) {
    int64_t few = 0, took;
    while (few < enough) {
        const int64_t middle = few + (enough - few) / 2;
        if (run(row, middle, &took) == STAR_OK)
            enough = middle;
        else
            few = middle + 1;
    }
    return enough;
}

TEST(one_less_is_refused_and_one_more_is_not) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const Row *row = &rows[k];
        int64_t needs = row->needs, took;
        if (of_memory(row)) {
            assert_int_equal(run(row, INT64_MAX / 2, &needs), STAR_OK);
            if (row->limit == MEMORY)
                needs = least(row, needs);
            if (needs < row->needs)
                fail_msg("%s: took %lld bytes", row->what, (long long)needs);
        }
        for (int64_t limit = needs - 1; limit <= needs + 1; limit++) {
            const StarStatus expected =
                limit < needs ? refusals[row->limit] : STAR_OK;
            const StarStatus status = run(row, limit, &took);
            if (status != expected || (of_memory(row) && took > limit))
                fail_msg("%s: limit %lld of %lld: %s", row->what,
                         (long long)limit, (long long)needs,
                         star_status_name(status));
        }
    }
    assert_int_equal(remove("bounds.txt"), 0);
    assert_int_equal(remove("bounds.txt.gz"), 0);
}

/* ---- In the text of a program ---- */

typedef struct Nest {
    const char *what;
    int most;
    const char *before, *opens, *middle, *closes, *after;
    StarStatus refusal;
} Nest;

static const Nest nests[] = {
    {"parentheses", 255, "program p; var i: integer; begin i := ", "(", "1",
     ")", " end.", STAR_NESTING},
    {"blocks", 256, "program p; begin ", "begin ", "", " end", " end.",
     STAR_NESTING},
    {"procedures", 100, "program p; ", "proc q; ", "", "begin end; ",
     "begin end.", STAR_NESTING},
    {"types", 256, "program p; var a: ", "record a: ", "integer", " end",
     "; begin end.", STAR_NESTING},
    {"dimensions but one", 15, "program p; var a: array [", "1..1, ", "1..1",
     "", "] of integer; begin end.", STAR_DIMENSIONS},
};

/* The code of the first error, or STAR_OK. */
static StarStatus nested(const Nest *n, int deep) {
    char *text =
        malloc(strlen(n->before) + strlen(n->after) + 50 + (size_t)deep * 40);
    char *at = text + sprintf(text, "%s", n->before);
    StarOptions options = {0};
    StarMachine *machine = star_test_machine(&options);
    const StarCompileOptions how = {0};
    for (int k = 0; k < deep; k++)
        at += sprintf(at, "%s", n->opens);
    at += sprintf(at, "%s", n->middle);
    for (int k = 0; k < deep; k++)
        at += sprintf(at, "%s", n->closes);
    sprintf(at, "%s", n->after);
    StarProgram *p = star_compile(star_machine_backend(machine)->mem, &how,
                                  "p.star", text, strlen(text));
    assert_non_null(p);
    const StarStatus status = p->errors > 0 ? p->report[0].status : STAR_OK;
    star_program_free(p);
    star_machine_free(machine);
    free(text);
    return status;
}

TEST(nesting_has_limits) {
    for (size_t k = 0; k < sizeof nests / sizeof *nests; k++)
        for (int deep = nests[k].most - 1; deep <= nests[k].most + 1; deep++) {
            const StarStatus status = nested(&nests[k], deep);
            if (status != (deep > nests[k].most ? nests[k].refusal : STAR_OK))
                fail_msg("%s: %d deep: %s", nests[k].what, deep,
                         star_status_name(status));
        }
}

TEST_MAIN
