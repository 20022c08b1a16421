/* SPDX-License-Identifier: MIT */
/* A procedure beside the one that shows what it should do, on random input. */
#ifndef STAR_TOOLS_TRIAL_H
#define STAR_TOOLS_TRIAL_H

#include "machine.h"

/* The values of the parameters: before the call, expected after it, found after
 * it; those that the bound was asked for. */
typedef enum TrialValues {
    TRIAL_GIVEN,
    TRIAL_WANTED,
    TRIAL_FOUND,
    TRIAL_BOUND,
    TRIAL_VALUES
} TrialValues;

enum { TRIAL_PARAMS = 8 };

/* `input` has a size, a seed and then the parameters of `wanted`, all of them
 * var, which are integers, slices, words and tables; `bound`, which may be
 * NULL, has those of `wanted` and then a var integer; `own` has `found`, with
 * parameters of the same types. The machine has a profile. */
typedef struct Trial {
    StarMachine *machine;
    const StarProgram *model, *own;
    const StarProc *input, *wanted, *bound, *found;
    StarCell value[TRIAL_VALUES][TRIAL_PARAMS];
    int64_t operations[TRIAL_VALUES]; /* those wanted and found took; the most
                                         that are asked for, 0: no bound */
} Trial;

typedef enum TrialEnd {
    TRIAL_SAME,
    TRIAL_DIFFERENT,
    TRIAL_FAILED, /* what is tried failed: the machine has a report */
    TRIAL_UNFIT,  /* the model did: the machine has a report */
    TRIAL_BROKEN  /* for lack of memory: the backend has the error */
} TrialEnd;

/* Runs both; the values are there until trial_free. */
TrialEnd trial_run(Trial *trial, int64_t size, int64_t seed);
void trial_free(Trial *trial);

/* The bits of the slices, words and tables that were given. */
int64_t trial_bits(const Trial *trial);

/* True if parameter k is as it should be. */
bool trial_same(const Trial *trial, unsigned k);

/* Where the result k, of another value but the same size, first differs: the
 * component, or the row and in *column the column; 0: the sizes differ, or it
 * is an integer. */
int64_t trial_place(const Trial *trial, unsigned k, int64_t *column);

#endif
