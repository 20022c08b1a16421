/* The forms of loops over responders, and what becomes of them. */
#include "analysis/loop_dependence.h"

#include "analysis/fuel.h"
#include "analysis/loop_operations.h"
#include "primitives.h"
#include "sema/types.h"

static bool rounds_of(Loops *l, const Stmt *step_statement) {
    const Expr *i = step_statement->target;
    const Expr *x = step_statement->value->args;
    l->charge += steps_of(step_statement);
    l->index = i->decl;
    l->set = x->decl;
    if (!ast_is_local(i->decl, l->level))
        return loops_no(l, i->span,
                        "the number of the round is no local variable");
    return i->type->host == NULL ||
           loops_no(l, i->span, "the number of the round is a subrange");
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

static bool while_loop(Loops *l, Stmt *loop, LoopPlan *out, Stmt **rounds) {
    const Expr *c = loop->value;
    Stmt *list = loops_statements(loop);
    const Stmt *last = list;
    l->charge = steps_of_condition(c);
    while (last != NULL && last->next != NULL)
        last = last->next;
    if (c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
        loops_is_step(list) && c->args->meaning == MEANS_VARIABLE &&
        c->args->decl == list->value->args->decl) {
        out->form = STAR_LOOP_WHILE;
        *rounds = list->next;
        return rounds_of(l, list);
    }
    if (c->kind == EXPR_BINARY && (c->op == OP_GT || c->op == OP_NE) &&
        c->right->constant && c->right->integer == 0 && loops_is_step(last) &&
        c->left->meaning == MEANS_VARIABLE &&
        c->left->decl == last->target->decl) {
        out->form = STAR_LOOP_OP;
        *rounds = without_last(l->arena, list);
        return rounds_of(l, last);
    }
    return loops_no(l, loop->span,
                    "it does not go from responder to responder");
}

static bool for_loop(Loops *l, Stmt *loop, LoopPlan *out, Stmt **rounds) {
    out->form = STAR_LOOP_FOR;
    l->down = loop->down;
    l->charge = 1;
    *rounds = loop->body;
    l->index = loop->target->decl;
    return loop->target->type->kind == STAR_TYPE_INTEGER ||
           loops_no(l, loop->target->span, "it does not count integers");
}

LoopPlan loops_plan(Arena *arena, Stmt *loop, uint16_t level, bool fuel) {
    Loops *l = arena_alloc(arena, 1, sizeof *l);
    LoopPlan plan = {0};
    Stmt *rounds = NULL;
    l->arena = arena;
    l->span = loop->span;
    l->level = level;
    l->fuel = fuel;
    if ((loop->kind == STMT_WHILE ? while_loop(l, loop, &plan, &rounds)
                                  : for_loop(l, loop, &plan, &rounds)) &&
        loops_rounds(l, rounds) && l->effects == 0)
        loops_no(l, loop->span, "its rounds do nothing that lasts");
    if (l->why == NULL && l->set == NULL && l->lines == 0)
        loops_no(l, loop->span, "its rounds touch no row, column or component");
    plan.why = l->why;
    plan.at = l->at;
    plan.index = l->index;
    plan.set = l->set;
    plan.far = l->far;
    plan.thing = l->thing;
    plan.things = l->things;
    plan.step = l->step;
    plan.steps = l->steps;
    plan.effects = l->effects;
    return plan;
}
