/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. A target is one function that takes any bytes
 * and must return 0; libFuzzer calls it, or replay.c. */
#ifndef STAR_FUZZ_H
#define STAR_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "compile.h"
#include "machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process, which is how fuzzers know of a finding. */
#define FUZZ_CHECK(condition)                                          \
    do {                                                               \
        if (!(condition)) {                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, \
                    #condition);                                       \
            abort();                                                   \
        }                                                              \
    } while (0)

/* A StarSink that reads what it gets. */
void fuzz_sink(void *context, const char *text, size_t length);

/* Compiles a text and writes all its messages; NULL if it has errors or there
 * is no memory. A program without errors must be one that the verifier
 * passes. */
StarProgram *fuzz_compile(StarBackend *be, const StarCompileOptions *options,
                          const char *text, size_t length);

/* ---- Running ---- */

enum { FUZZ_OUTPUT = 1 << 16 };

/* The input and the output of a run. */
typedef struct FuzzRun {
    const uint8_t *in;
    size_t left; /* of the input */
    char out[FUZZ_OUTPUT];
    size_t length; /* of the output */
} FuzzRun;

/* Bytes up to the first NUL, and those behind it. */
typedef struct FuzzParts {
    const char *text;
    size_t length;
    const uint8_t *rest;
    size_t size;
} FuzzParts;

FuzzParts fuzz_split(const uint8_t *data, size_t size);

/* A machine with limits to memory, steps, depth and output, and without files.
 * There is one for
 * each instruction set, with one `run`; nothing is left of the last input. */
StarMachine *fuzz_machine(FuzzRun *run, StarIsaLevel isa);

typedef void FuzzTarget(const uint8_t *data, size_t size);

/* Gives the bytes to a target. If more memory is in use afterwards, it may be
 * what the machines keep: another time must not need more. Returns 0. */
int fuzz_frees(FuzzTarget *target, const uint8_t *data, size_t size);

/* Runs a program, if it is no unit, and writes its message. It must not be the
 * compiler's fault if it fails. */
StarStatus fuzz_run(StarMachine *machine, const StarProgram *program);

#endif
