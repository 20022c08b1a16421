/* SPDX-License-Identifier: MIT */
/* A procedure beside the one that shows what it should do, on random input. */
#ifndef STAR_TOOLS_TRIAL_H
#define STAR_TOOLS_TRIAL_H

#include "machine.h"

/* The values of the parameters: before the call, expected after it, found after
 * it. */
typedef enum TrialValues {
    TRIAL_GIVEN,
    TRIAL_WANTED,
    TRIAL_FOUND,
    TRIAL_VALUES
} TrialValues;

enum { TRIAL_PARAMS = 8 };

/* `input` has a size, a seed and then the parameters of `wanted`, all of them
 * var, which are integers, slices, words and tables; `own` has `found`, with
 * parameters of the same types. */
typedef struct Trial {
    StarMachine *machine;
    const StarProgram *model, *own;
    const StarProc *input, *wanted, *found;
    StarCell value[TRIAL_VALUES][TRIAL_PARAMS];
} Trial;

typedef enum TrialEnd {
    TRIAL_SAME,
    TRIAL_DIFFERENT,
    TRIAL_FAILED, /* what is tried failed: the machine has a report */
    TRIAL_BROKEN  /* something else did: the backend has the error */
} TrialEnd;

/* Runs both; the values are there until trial_free. */
TrialEnd trial_run(Trial *trial, int64_t size, int64_t seed);
void trial_free(Trial *trial);

/* True if parameter k is as it should be. */
bool trial_same(const Trial *trial, unsigned k);

#endif
