/* SPDX-License-Identifier: MIT */
#include "analysis/ordered_loop.h"

#include <string.h>

#include "analysis/loop_operations.h"
#include "plan/rewrite/rewrite.h"
#include "primitives/primitives.h"
#include "sema/types.h"

typedef struct Order {
    const Decl *index; /* k */
    LoopThing thing[LOOPS_MAX_THINGS];
    int things;
} Order;

/* The number of a variable; LOOPS_MAX_THINGS if there are too many. */
static uint16_t number(Order *o, const Decl *variable) {
    int k = 0;
    while (k < o->things && o->thing[k].decl != variable)
        k++;
    if (k == o->things && k < LOOPS_MAX_THINGS)
        o->thing[o->things++].decl = variable;
    return (uint16_t)k;
}

/* An operation of an expression that is operand 0. */
static StarPlanOp operation(Arena *arena, uint8_t op, uint16_t target,
                            StarPlanOperand operand) {
    static const uint8_t code[] = {STAR_FUSE_OPERAND};
    StarPlanOperand *o = arena_alloc(arena, 1, sizeof *o);
    *o = operand;
    return (StarPlanOp){
        .op = op, .target = target, .fuse = {1, 1, 1, code}, .operand = o};
}

/* v := ROW(k, T) or COL(k, T). */
static bool reads(const Order *o, const Stmt *st) {
    const Expr *v = st != NULL && st->kind == STMT_ASSIGN ? st->value : NULL;
    return v != NULL && st->lvalue->meaning == MEANS_VARIABLE &&
           v->meaning == MEANS_PRIM &&
           (v->number == STAR_PRIM_ROW || v->number == STAR_PRIM_COL) &&
           v->args->meaning == MEANS_VARIABLE && v->args->decl == o->index &&
           v->args->next->meaning == MEANS_VARIABLE;
}

static StarPlanOp read(Arena *arena, Order *o, const Stmt *st) {
    const uint16_t target = number(o, st->lvalue->decl);
    return operation(arena, STAR_PLAN_MAP, target,
                     (StarPlanOperand){loops_use(st->value),
                                       number(o, st->value->args->next->decl)});
}

/* while SOME(X) do, or i := STEP(X); while i > 0 do, and nothing behind. */
static bool loop_over(Arena *arena, Stmt *st, const Decl *x, uint16_t level,
                      LoopPlan *inner) {
    const Stmt *first = st;
    if (loops_is_primitive_step(st))
        st = st->next;
    if (st == NULL || st->kind != STMT_WHILE || st->next != NULL)
        return false;
    *inner = loops_plan(arena, st, level, false);
    return inner->why == LOOP_NO_REASON && inner->set == x &&
           inner->far == NULL &&
           (inner->plan.space == STAR_SPACE_ONES
                ? st == first
                : st != first && first->lvalue->decl == inner->index &&
                      first->value->args->decl == x);
}

bool order_plan(Arena *arena, const Stmt *loop, uint16_t level,
                LoopPlan *plan) {
    enum { BEFORE = 3 }; /* operations before those of the inner loop */
    Order *o = arena_alloc(arena, 1, sizeof *o);
    Stmt *x = loops_statements(loop), *w = x != NULL ? x->next : NULL;
    LoopPlan inner;
    o->index = loop->lvalue->decl;
    if (loop->down || loop->lvalue->type->kind != STAR_TYPE_INTEGER ||
        !reads(o, x) || !reads(o, w) ||
        !loop_over(arena, w->next, x->lvalue->decl, level, &inner))
        return false;
    memcpy(o->thing, inner.thing, (size_t)inner.things * sizeof *o->thing);
    o->things = inner.things;
    const uint16_t ops = inner.plan.ops;
    StarPlanOp *op = arena_alloc(arena, ops + (size_t)BEFORE, sizeof *op);
    op[0] = read(arena, o, x);
    op[1] = read(arena, o, w);
    op[2] = operation(arena, STAR_PLAN_INNER, number(o, inner.index),
                      (StarPlanOperand){STAR_PLAN_WHOLE, op[0].target});
    op[2].body = ops;
    memcpy(op + BEFORE, inner.plan.op, ops * sizeof *op);
    if (o->things == LOOPS_MAX_THINGS || !star_rule_closure(op, ops + BEFORE))
        return false;
    *plan = (LoopPlan){.plan = {.space = STAR_SPACE_ORDER,
                                .ops = (uint16_t)(ops + BEFORE),
                                .op = op},
                       .index = o->index,
                       .thing = o->thing,
                       .things = o->things,
                       .effects = 1};
    return true;
}
