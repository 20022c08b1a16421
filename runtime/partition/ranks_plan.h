/* SPDX-License-Identifier: MIT */
/* The plan of a loop as a rank runs it: the operations for the iterations of
 * its rows, on cells of its own; and what the ranks make of the results.
 *
 *     loop's cells      T             c               Y
 *                       |             |               |
 *     local cells       rows of T     0, sums up      Y, of all ranks
 *                                     |               |
 *     all ranks                       c + the sums    or of all Y          */
#ifndef STAR_RANKS_PLAN_H
#define STAR_RANKS_PLAN_H

#include "partition/ranks_internal.h"
#include "plan/plan.h"

enum { RANKS_OPS = 64, RANKS_CELLS = 48, RANKS_OPERANDS = 128 };

/* The meaning of a cell in all of a plan. */
typedef enum RanksMeaning {
    RANKS_COMPONENTS, /* component i of a bit vector */
    RANKS_ROWS,       /* row i of a table */
    RANKS_SAME,       /* an object that is the same in all iterations */
    RANKS_SCALAR      /* a number */
} RanksMeaning;

typedef struct RanksUse {
    uint16_t of; /* the loop's cell, or STAR_NO_CELL */
    RanksMeaning meaning;
    bool written;
    int dir; /* of a table that is the same: the vectors that are read */
    StarObject *object;
} RanksUse;

/* A result. Numbers of this rank are less than those of all by `shift`, and
 * `at`, the number of the iteration that has it, by at_shift. */
typedef struct RanksResult {
    const StarPlanOp *op; /* of the loop */
    StarPlanPart part;
    uint16_t cell;
    uint16_t at; /* a cell, 0 in it: no iteration; or STAR_NO_CELL */
    int64_t shift, at_shift;
} RanksResult;

typedef struct RanksPlan {
    StarPlan loop;
    StarPlanOp op[RANKS_OPS];
    StarPlanOperand operand[RANKS_OPERANDS];
    StarCell cell[RANKS_CELLS];
    RanksUse use[RANKS_CELLS];
    RanksResult result[RANKS_CELLS];
    int operands, cells, results;
    int64_t rows, low; /* of all ranks; in front of those of this one */
    bool divided;      /* a table with these rows is */
} RanksPlan;

/* Makes the local plan of a loop on the cells R; false if the loop needs whole
 * operands. */
bool ranks_plan(const Ranks *r, RanksPlan *plan, const StarPlan *loop,
                const StarCell *R);

/* True of a result that is a bit vector; that is joined by an exclusive or. */
bool ranks_joins(const RanksResult *result);
bool ranks_joins_by_xor(const RanksResult *result);

#endif
