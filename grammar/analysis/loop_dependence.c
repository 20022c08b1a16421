/* SPDX-License-Identifier: MIT */
/* Recognises the forms of loops over responders and plans them. */
#include "analysis/loop_dependence.h"

#include <string.h>

#include "analysis/fuel.h"
#include "analysis/loop_operations.h"
#include "plan/rewrite/rewrite.h"
#include "primitives/primitives.h"
#include "sema/types.h"

const char *loops_reason(LoopReason reason) {
    static const char *const texts[] = {
        "",
#define LOOP_REASON(name, text, rewrite) text,
#include "analysis/loop_reasons.def"
#undef LOOP_REASON
    };
    return texts[reason];
}

static bool index_and_set(Loops *l, const Stmt *advance) {
    const Expr *i = advance->lvalue;
    const Expr *x = advance->value->args;
    l->fuel_per_iteration += fuel_of(advance);
    l->index = i->decl;
    l->set = x->decl;
    if (!ast_is_local(i->decl, l->level))
        return loops_no(l, i->span, LOOP_NO_INDEX_NOT_LOCAL);
    return i->type->host == NULL ||
           loops_no(l, i->span, LOOP_NO_INDEX_SUBRANGE);
}

/* The statements of a body without its last one. */
static Stmt *without_last(Arena *arena, const Stmt *list) {
    Stmt *first = NULL, **next = &first;
    for (; list->next != NULL; list = list->next) {
        *next = arena_alloc(arena, 1, sizeof **next);
        **next = *list;
        next = &(*next)->next;
        *next = NULL;
    }
    return first;
}

static bool while_loop(Loops *l, Stmt *loop, LoopPlan *out, Stmt **body) {
    const Expr *c = loop->value;
    Stmt *list = loops_statements(loop);
    const Stmt *last = list;
    l->fuel_per_iteration = fuel_of_condition(c);
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
        loops_is_primitive_step(list) && c->args->meaning == MEANS_VARIABLE &&
        c->args->decl == list->value->args->decl) {
        out->plan.space = STAR_SPACE_ONES;
        *body = list->next;
        return index_and_set(l, list);
    }
    if (c->kind == EXPR_BINARY && (c->op == OP_GT || c->op == OP_NE) &&
        c->right->constant && c->right->integer == 0 &&
        loops_is_primitive_step(last) && c->left->meaning == MEANS_VARIABLE &&
        c->left->decl == last->lvalue->decl) {
        out->plan.space = STAR_SPACE_INDEX_ONES;
        *body = without_last(l->arena, list);
        return index_and_set(l, last);
    }
    return loops_no(l, loop->span, LOOP_NO_NO_RESPONDERS);
}

static bool for_loop(Loops *l, Stmt *loop, LoopPlan *out, Stmt **body) {
    out->plan.space = STAR_SPACE_RANGE;
    l->down = loop->down;
    l->fuel_per_iteration = 1;
    *body = loop->body;
    l->index = loop->lvalue->decl;
    return loop->lvalue->type->kind == STAR_TYPE_INTEGER ||
           loops_no(l, loop->lvalue->span, LOOP_NO_NO_INTEGERS);
}

LoopPlan loops_plan(Arena *arena, Stmt *loop, uint16_t level, bool fuel) {
    Loops *l = arena_alloc_raw(arena, 1, sizeof *l);
    LoopPlan plan = {0};
    Stmt *body = NULL;
    memset(l, 0, offsetof(Loops, written));
    l->arena = arena;
    l->span = loop->span;
    l->level = level;
    l->counts_fuel = fuel;
    if ((loop->kind == STMT_WHILE ? while_loop(l, loop, &plan, &body)
                                  : for_loop(l, loop, &plan, &body)) &&
        loops_body(l, body) && l->effects == 0)
        loops_no(l, loop->span, LOOP_NO_NO_EFFECT);
    if (l->why == LOOP_NO_REASON && l->set == NULL && l->vector_ops == 0)
        loops_no(l, loop->span, LOOP_NO_NO_VECTORS);
    plan.why = l->why;
    plan.at = l->at;
    plan.index = l->index;
    plan.set = l->set;
    plan.far = l->far;
    plan.thing = l->thing;
    plan.things = l->things;
    if (l->why == LOOP_NO_REASON)
        star_plan_rewrite(arena, l->op, l->ops);
    plan.plan.op = l->op;
    plan.plan.ops = (uint16_t)l->ops;
    plan.effects = l->effects;
    return plan;
}
