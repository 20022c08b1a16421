/* SPDX-License-Identifier: MIT */
/* Finds loops over pairs of rows or columns that are a product of bit matrices:
 *
 *     for i := a to b do begin
 *       v := ROW(i, A);                        vectors and sums of i
 *       for j := i + 1 to n do begin
 *         s := NUMB(v and ROW(j, B));          sums
 *         if 3 * s - t > 0 then <body>         linear forms of them
 *       end
 *     end
 *
 * and the inner loop alone. Pairs whose condition is false have no effect but
 * on variables that the next pair assigns anew, so they may be skipped: a body
 * that only adds forms to integers is counted, any other runs for the pairs
 * that pass. */
#ifndef STAR_PAIR_LOOP_H
#define STAR_PAIR_LOOP_H

#include "analysis/loop_dependence.h"

/* Analyses a checked for statement that runs in a frame of this level; the
 * operations are those of pair loops. *inner is the for statement of j, or the
 * loop itself. If two loops are no pair loop, `effects` is the number of sums
 * that they have: why not is worth saying if there are any. */
LoopPlan pairs_plan(Arena *arena, Stmt *loop, uint16_t level,
                    const Stmt **inner);

#endif
