/* SPDX-License-Identifier: MIT */
/* A profile summed up by primitives, procedures and lines. Each sum over its
 * rows is that of the whole run. */
#ifndef STAR_PROFILE_SUM_H
#define STAR_PROFILE_SUM_H

#include "interp/exec_profile.h"

typedef struct ProfileRow {
    const char *name; /* of a primitive or procedure */
    StarPlace place;  /* of a procedure's name, of a line */
    const char *file; /* the whole text of the procedure's file */
    /* Of a primitive or procedure; of a line: runs of its instruction that
     * runs most. */
    int64_t calls;
    StarCount self;  /* with nanoseconds in place of ticks */
    StarCount total; /* of a procedure and what it calls */
} ProfileRow;

typedef struct ProfileSum {
    StarCount all;
    ProfileRow *primitive, *procedure, *line;
    uint32_t primitives, procedures, lines;
    const int *line_of;     /* each instruction's line, 0 if it did not run, */
    const uint32_t *row_of; /* and its row of `line` */
    const StarCount *each;  /* of each instruction */
} ProfileSum;

/* The sums, in an arena, which may be exhausted. Primitives and procedures
 * come by their own time, the longest first; what no primitive did is a row
 * among them. Where one instruction evaluates an expression, its operators
 * share its time and bits equally. */
ProfileSum profile_sum(const StarProfile *profile, Arena *arena);

/* The chain that comes behind one if all are visited from the first on, NULL
 * at the end. */
const Chain *profile_next(const Chain *chain);

#endif
