/* SPDX-License-Identifier: MIT */
/* A run of a program that was built, for run.c and step.c. */
#ifndef STAR_TRANSLATE_RUN_H
#define STAR_TRANSLATE_RUN_H

#include "interp/exec.h"
#include "translate/built.h"

typedef struct Run {
    BuiltRun built; /* the first member: its address is the run's */
    StarMachine *m;
    const StarInstr *code;
    StarStatus status; /* of an error that is raised; else STAR_OK, and the
                          interpreter goes on */
} Run;

/* The run that the functions of a program were given. */
static inline Run *run_of(BuiltRun *built) {
    return (Run *)built;
}

/* Has the functions return for an error; false. */
static inline bool run_raise(Run *r, StarStatus status) {
    r->status = status;
    r->built.left = true;
    return false;
}

/* The functions of BuiltRun.step. */
extern BuiltStep *const run_step[STAR_OP_COUNT];

#endif
