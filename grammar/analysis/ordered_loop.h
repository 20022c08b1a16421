/* SPDX-License-Identifier: MIT */
/* Finds loops whose iterations depend on those before and still run as one
 * plan: WARSHALL as it was published, of which a rule makes the closure
 * (plan/rewrite/row_closure.c). */
#ifndef STAR_ORDERED_LOOP_H
#define STAR_ORDERED_LOOP_H

#include "analysis/loop_dependence.h"

/* Analyses a checked for statement that runs in a frame of this level and
 * takes no fuel. False if it is none of these loops. */
bool order_plan(Arena *arena, const Stmt *loop, uint16_t level, LoopPlan *plan);

#endif
