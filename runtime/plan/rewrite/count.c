/* SPDX-License-Identifier: MIT */
#include "plan/rewrite/rewrite.h"

void star_rule_count(Arena *arena, StarPlanOp *s) {
    const StarFuse *f = &s->fuse;
    const StarPlanOperand *from = s->operand;
    const bool masked =
        f->operands == 2 && f->length == 3 && f->code[2] == STAR_FUSE_AND;
    if (s->op != STAR_PLAN_SUM || s->term != STAR_PLAN_ONES ||
        !(masked || star_plan_operand(s) != NULL))
        return;
    const int own = masked && !star_plan_is_private(from->use);
    if (!star_plan_is_private(from[own].use) ||
        (masked && star_plan_is_private(from[!own].use)))
        return;
    StarPlanOperand *o = arena_alloc(arena, f->operands, sizeof *o);
    o[0] = from[own];
    if (masked)
        o[1] = from[!own];
    s->operand = o;
    s->op = STAR_PLAN_COUNT;
}

void star_rule_inner_count(StarPlanOp *s) {
    const StarPlanOp *count = s + 1;
    if (s->op == STAR_PLAN_INNER && s->body == 1 &&
        count->op == STAR_PLAN_COUNT && count->fuse.operands == 2 &&
        count->operand[1].use != STAR_PLAN_WHOLE)
        s->op = STAR_PLAN_INNER_COUNT;
}
