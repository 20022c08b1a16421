/* SPDX-License-Identifier: MIT */
/* Rules that rewrite plans, one a file. A rule knows a shape and gives it an
 * operation of its own, or its own form; executors look for no shapes. They
 * work on plans as the analysis makes them: cells may be any numbers that are
 * equal where the variables are. */
#ifndef STAR_PLAN_REWRITE_H
#define STAR_PLAN_REWRITE_H

#include "memory/arena.h"
#include "plan/plan.h"

/* Applies the rules to the operations of a plan, which they keep in their
 * places. What is new lives in the arena. */
void star_plan_rewrite(Arena *arena, StarPlanOp *op, int ops);

/* ---- The rules ---- */

/* row_update.c: vector i := vector i op w, or w op vector i, is an UPDATE. */
void star_rule_row_update(Arena *arena, StarPlanOp *op);

/* row_update.c: an UPDATE that is the only operation and may be repeated. */
void star_rule_update_only(StarPlanOp *op, int ops);

/* count.c: a SUM of the ones of vector i, or of it and a vector that is the
 * same in all iterations, is a COUNT; the loop around it alone an
 * INNER_COUNT if that vector is the outer loop's. */
void star_rule_count(Arena *arena, StarPlanOp *op);
void star_rule_inner_count(StarPlanOp *op);

/* share.c: the only condition of pairs, that their one sum is more than 0, is a
 * PAIR_SHARE. */
void star_rule_share(StarPlanOp *op, int ops);

/* row_closure.c: true if these are row updates of all k, by `or`:
 *
 *     X := col(T, k)
 *     w := row(T, k)
 *     for i in ones(X)
 *       row(T, i) |= w
 *
 * or the same with rows and columns exchanged; there may be checks in the inner
 * loop. They are a plan of STAR_SPACE_ORDER. */
bool star_rule_closure(const StarPlanOp *op, int ops);

#endif
