/* SPDX-License-Identifier: MIT */
#include "plan/pairs.h"
#include "plan/rewrite/rewrite.h"

/* True if a term is a sum, as often as the factor says, and no scalar's. */
static bool is_sum(const StarPlanOp *s) {
    return s->op == STAR_PLAN_PAIR_TERM && s->sum != STAR_NO_SUM &&
           s->scalar == STAR_NO_CELL && s->factor > 0;
}

void star_rule_share(StarPlanOp *op, int ops) {
    enum { TERM = 2 }; /* behind the X and the Y of the first sum */
    int uses = 0;
    for (int k = 0; k < ops; k++)
        uses += op[k].op == STAR_PLAN_PAIR_IF || op[k].op == STAR_PLAN_PAIR_ADD;
    if (uses == 1 && is_sum(&op[TERM]) &&
        op[TERM + 1].op == STAR_PLAN_PAIR_IF &&
        op[TERM + 1].relation == STAR_PAIR_GREATER)
        op[TERM + 1].op = STAR_PLAN_PAIR_SHARE;
}
