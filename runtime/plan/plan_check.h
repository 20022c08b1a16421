/* SPDX-License-Identifier: MIT */
/* Checks of a plan that need its values: sizes, aliases, overflow, fuel. */
#ifndef STAR_PLAN_CHECK_H
#define STAR_PLAN_CHECK_H

#include "plan/pairs.h"
#include "plan/plan.h"

/* The iterations that a plan shall run. */
typedef struct StarPlanTrips {
    int64_t last;             /* of a loop: the greatest number of one, */
    uint16_t set;             /* and the cell of X, or STAR_NO_CELL */
    int64_t fuel;             /* that is left */
    const StarPairArea *area; /* of pairs; else NULL */
} StarPlanTrips;

/* True if a plan is certain to succeed: all vectors exist and fit together, no
 * two names that the compiler told apart are the same object, no sum can leave
 * the integers on its way, and the fuel suffices. R are the plan's cells. */
bool star_plan_may_run(const StarPlan *plan, const StarCell *R,
                       const StarPlanTrips *trips);

#endif
