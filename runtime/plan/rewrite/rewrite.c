/* SPDX-License-Identifier: MIT */
#include "plan/rewrite/rewrite.h"

void star_plan_rewrite(Arena *arena, StarPlanOp *op, int ops) {
    for (int k = 0; k < ops; k++)
        star_rule_row_update(arena, &op[k]);
}
