/* SPDX-License-Identifier: MIT */
#include "plan/rewrite/rewrite.h"

/* True if an operation is v := vector k of table t. */
static bool reads(const StarPlanOp *s, uint16_t t) {
    return s->op == STAR_PLAN_MAP && s->fuse.length == 1 &&
           s->operand->cell == t && star_plan_is_private(s->operand->use);
}

static bool is_vector(const StarPlanOp *s, uint16_t cell) {
    return s->fuse.length == 1 && s->operand->use == STAR_PLAN_WHOLE &&
           s->operand->cell == cell;
}

bool star_rule_closure(const StarPlanOp *op, int ops) {
    const StarPlanOp *x = op, *w = op + 1, *inner = op + 2, *update = NULL;
    for (int k = 3; k < ops; k++)
        if (op[k].op == STAR_PLAN_UPDATE_ONLY)
            update = &op[k];
        else if (op[k].op != STAR_PLAN_CHECK &&
                 op[k].op != STAR_PLAN_CHECK_BITS)
            return false;
    return update != NULL && inner->op == STAR_PLAN_INNER &&
           inner->body == ops - 3 && is_vector(inner, x->target) &&
           update->apply == STAR_FUSE_OR &&
           update->operand[1].cell == w->target && x->target != w->target &&
           reads(x, update->target) && reads(w, update->target) &&
           w->operand->use == update->use && x->operand->use != update->use;
}
