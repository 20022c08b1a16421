/* SPDX-License-Identifier: MIT */
#include "plan/rewrite/rewrite.h"

void star_plan_rewrite(Arena *arena, StarPlanOp *op, int ops) {
    for (int k = 0; k < ops; k++) {
        star_rule_row_update(arena, &op[k]);
        star_rule_count(arena, &op[k]);
    }
    for (int k = 0; k < ops; k++)
        star_rule_inner_count(&op[k]);
    star_rule_update_only(op, ops);
    star_rule_share(op, ops);
}
