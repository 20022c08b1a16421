/* SPDX-License-Identifier: MIT */
/* Helpers of the tests that run programs. */
#ifndef STAR_MACHINE_TEST_H
#define STAR_MACHINE_TEST_H

#include "compile.h"
#include "machine.h"
#include "star_test.h"

/* The published closure, as it is printed. */
#define STAR_TEST_WARSHALL                          \
    "proc WARSHALL(n: integer; var P: table);\n"    \
    "/*Here n is the number of graph vertices.*/\n" \
    "  var X: slice(P); v,w: word; i,k: integer;\n" \
    "begin for k:=1 to n do\n"                      \
    "  begin\n"                                     \
    "    x := COL(k,P);\n"                          \
    "    w := ROW(k,P);\n"                          \
    "    while SOME(X) do\n"                        \
    "      begin\n"                                 \
    "        i := STEP(X);\n"                       \
    "        v := ROW(i,P);\n"                      \
    "        v := v or w;\n"                        \
    "        ROW(i,P) := v;\n"                      \
    "      end;\n"                                  \
    "  end;\n"                                      \
    "end;\n"

static inline StarMachine *star_test_machine(const StarOptions *options) {
    StarError error;
    StarMachine *machine = star_machine_new(options, &error);
    assert_non_null(machine);
    return machine;
}

/* The output, with a NUL behind it. It comes first in a context that
 * holds more. */
typedef struct StarTestText {
    char text[60000];
    size_t length;
} StarTestText;

static inline void star_test_sink(void *context, const char *text,
                                  size_t length) {
    StarTestText *t = context;
    assert_true(t->length + length < sizeof t->text);
    memcpy(t->text + t->length, text, length);
    t->length += length;
    t->text[t->length] = '\0';
}

/* The same, for a machine. */
static inline bool star_test_write(void *context, const char *text,
                                   size_t length) {
    star_test_sink(context, text, length);
    return true;
}

/* A text without errors, compiled. */
static inline StarProgram *star_test_compile(StarMem *mem,
                                             const StarCompileOptions *how,
                                             const char *text) {
    StarProgram *program = star_compile(mem, how, "p.star", text, strlen(text));
    assert_non_null(program);
    if (program->errors > 0)
        fail_msg("%s", program->report[0].text);
    return program;
}

/* A machine, a program for it, and random numbers. */
typedef struct StarTestRun {
    StarTest t;
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
} StarTestRun;

/* Makes all but the random numbers; star_test_end frees it. */
static inline void star_test_start(StarTestRun *r, const StarOptions *options,
                                   const StarCompileOptions *how,
                                   const char *text) {
    r->machine = star_test_machine(options);
    r->be = star_machine_backend(r->machine);
    r->program = star_test_compile(r->be->mem, how, text);
}

static inline void star_test_end(StarTestRun *r) {
    star_program_free(r->program);
    star_machine_free(r->machine);
}

static inline StarStatus star_test_call(StarTestRun *r, const char *name,
                                        const StarCell *arg) {
    const StarProc *proc = star_program_find(r->program, name);
    assert_non_null(proc);
    return star_machine_call(r->machine, r->program, proc, arg);
}

/* The same; expects that it ends well. */
static inline void assert_calls(StarTestRun *r, const char *name,
                                const StarCell *arg) {
    if (star_test_call(r, name, arg) != STAR_OK)
        fail_msg("%s: %s", name, star_machine_report(r->machine)->text);
}

#endif
