/* SPDX-License-Identifier: MIT */
/* A program that machines share, each in a thread of its own: none of them
 * writes to it. The preset tsan finds a race. */
#include <pthread.h>
#include <stdio.h>

#include "bytecode/bytes/program_bytes.h"
#include "machine_test.h"

enum { THREADS = 4, RUNS = 15 };

/* Constants of every kind, and what programs keep for messages and loops:
 * lent bits and strings, names, layouts, fused expressions, responder loops. */
static const char text[] =
    "program p;\n"
    "type colour = (red, green, blue); hue = red..green;\n"
    "  node = record L: slice(70); s: string; c: colour; next: ^node end;\n"
    "var T: table(70, 70); X, Y: slice(T); n: integer; c: hue;\n"
    "  a: array[1..3] of string; r: node; big: set of 0..200; h: real;\n"
    "function ones(Z: slice; t: string): integer;\n"
    "begin ones := NUMB(Z) + length(t) end;\n"
    "begin\n"
    "  X := '11010000000000000000000000000000000000000000000000000000000000"
    "00000101';\n"
    "  Y := X and '11100000000000000000000000000000000000000000000000000000"
    "00000000000001' or not X;\n"
    "  for n := 1 to 70 do ROW(n, T) := CONVERT(Y);\n"
    "  while SOME(X) do begin n := STEP(X); COL(n, T) := Y end;\n"
    "  a[1] := 'one'; a[2] := a[1] + ' and two'; r.s := a[2]; r.c := blue;\n"
    "  r.L := Y; big := [1, 100..120, 200]; h := 1.5e300; c := red;\n"
    "  n := ones('1011', 'four') + 5000000000;\n"
    "  writeln(n:12, ' ', a[2], ' ', h, NUMB(r.L):4, 110 in big);\n"
    "  writeln(T);\n"
    "  case r.c of red, green: n := 1; blue: c := succ(succ(c)) end\n"
    "end.";

typedef struct Worker {
    StarTestText out; /* first: star_test_write */
    const StarProgram *program;
    uint32_t threads;
    int failed; /* runs that ended with another message */
    pthread_t id;
} Worker;

static const char message[] = "blue is outside red..green";

static void *work(void *context) {
    Worker *w = context;
    StarError error;
    const StarOptions options = {
        .write = star_test_write, .context = w, .threads = w->threads};
    for (int k = 0; k < RUNS; k++) {
        StarMachine *m = star_machine_new(&options, &error);
        w->out.length = 0;
        if (m == NULL || star_machine_run(m, w->program) != STAR_RANGE ||
            strcmp(star_machine_report(m)->text, message) != 0)
            w->failed++;
        star_machine_free(m);
    }
    return NULL;
}

static void share(const StarProgram *program) {
    static Worker worker[THREADS];
    for (uint32_t k = 0; k < THREADS; k++) {
        worker[k] = (Worker){.program = program, .threads = 1 + k % 2};
        assert_int_equal(pthread_create(&worker[k].id, NULL, work, &worker[k]),
                         0);
    }
    for (int k = 0; k < THREADS; k++)
        pthread_join(worker[k].id, NULL);
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(worker[k].failed, 0);
        assert_true(worker[k].out.length > 70 * 70);
        assert_string_equal(worker[k].out.text, worker[0].out.text);
    }
}

TEST(machines_share_a_program) {
    const StarCompileOptions how = {.count = true};
    StarError error;
    StarMem mem;
    uint8_t *bytes;
    size_t size;
    star_mem_init(&mem, &error, SIZE_MAX);
    StarProgram *program = star_test_compile(&mem, &how, text);
    assert_int_equal(star_program_write(program, &mem, &bytes, &size), STAR_OK);
    StarProgram *read = star_program_read(&mem, bytes, size);
    assert_non_null(read);
    const size_t used = mem.used;
    share(program);
    share(read);
    assert_int_equal(mem.used, used);
    star_program_free(program);
    star_program_free(read);
    star_mem_free(&mem, bytes, size, 1);
    assert_int_equal(mem.used, 0);
}

TEST_MAIN
