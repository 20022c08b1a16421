/* SPDX-License-Identifier: MIT */
#include "plan/rewrite/rewrite.h"

void star_rule_row_update(Arena *arena, StarPlanOp *s) {
    const StarFuse *f = &s->fuse;
    int own = -1;
    if (s->op != STAR_PLAN_STORE || f->length != 3 || f->operands != 2)
        return;
    for (int k = 0; k < 2; k++)
        if (s->operand[k].use == s->use && s->operand[k].cell == s->target)
            own = k;
    if (own < 0 || s->operand[!own].use != STAR_PLAN_WHOLE)
        return;
    StarPlanOperand *o = arena_alloc(arena, 2, sizeof *o);
    o[0] = s->operand[own];
    o[1] = s->operand[!own];
    s->operand = o;
    s->op = STAR_PLAN_UPDATE;
    s->apply = f->code[2];
}

/* Checks have no effect. */
static bool is_check(const StarPlanOp *s) {
    return s->op == STAR_PLAN_CHECK || s->op == STAR_PLAN_CHECK_BITS;
}

void star_rule_update_only(StarPlanOp *op, int ops) {
    StarPlanOp *update = NULL;
    for (int k = 0; k < ops; k++)
        if (op[k].op == STAR_PLAN_UPDATE && update == NULL)
            update = &op[k];
        else if (!is_check(&op[k]))
            return;
    if (update->apply != STAR_FUSE_XOR) /* a loop has an effect */
        update->op = STAR_PLAN_UPDATE_ONLY;
}
