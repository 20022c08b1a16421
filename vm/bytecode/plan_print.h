/* SPDX-License-Identifier: MIT */
/* The text of plans: of fused expressions, responder loops and pair loops.
 *
 *     for i in ones(X)                  the iteration space, then an operation
 *       Y |= row(T, i) & w              a line, as runtime/plan/plan.def has
 * them if Z(i) s += count(row(T, i))
 *
 *     find pairs (i, j) in i..n, i + 1..n
 *       n0 := count(row(A, i) & row(A, j))
 *       where 10 * n0 - 7 * m > 0
 *
 * Operators bind as in C: ~, then &, ^ and |. */
#ifndef STAR_PLAN_PRINT_H
#define STAR_PLAN_PRINT_H

#include "bytecode/opcodes.h"
#include "plan/plan.h"
#include "report/report_out.h"

/* Where a plan's text goes, and how a cell is named there. */
typedef struct PlanText {
    Out out;
    int indent; /* blanks before each line */
    void (*name)(const void *context, const Out *out, uint16_t cell);
    const void *context; /* of name */
} PlanText;

/* The cells of a loop: its index, the first value of that, and the set or the
 * last value. */
typedef struct PlanSpace {
    uint16_t index, first, last;
} PlanSpace;

/* Writes a plan, whose operations are verified. */
void plan_print(const PlanText *text, const StarPlan *plan,
                const PlanSpace *space);

#endif
