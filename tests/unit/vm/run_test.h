/* SPDX-License-Identifier: MIT */
/* A machine whose input and output are texts, and a program for it. */
#ifndef STAR_TESTS_RUN_TEST_H
#define STAR_TESTS_RUN_TEST_H

#include "machine_test.h"

typedef struct RunTest {
    StarMachine *machine;
    StarProgram *program;
    StarTestText out;
    int calls, fail_at; /* of the output function */
    const char *in;
} RunTest;

void run_open(RunTest *f);
void run_open_with(RunTest *f, StarOptions options);

/* Frees program and machine. */
void run_close(RunTest *f);

/* A machine for the block that it stands in. */
#define run_scope(f)                               \
    RunTest f __attribute__((cleanup(run_close))); \
    run_open(&f)

StarMem *run_mem(const RunTest *f);

/* Compiles f->program, which run_drop frees; false without memory. There is a
 * unit, `unit`, and one that memory does not suffice for, `great`. */
bool run_compile(RunTest *f, const char *text);
void run_drop(RunTest *f);

/* Compiles a text without errors and runs it. */
StarStatus run_text(RunTest *f, const char *text);

/* The same; expects that it ends well and writes `out`. */
void run_prints(RunTest *f, const char *text, const char *out);

#endif
