/* SPDX-License-Identifier: MIT */
/* The analysis has three parts: what the nest changes (changed.c); the private
 * variables of an iteration, bit vectors as symbolic values (symbolic_value.c),
 * integers as linear forms (pair_form.c); the condition and the body. */
#include "analysis/pairs/pair_loop.h"

#include <string.h>

#include "analysis/pairs/pair_form.h"
#include "plan/rewrite/rewrite.h"
#include "sema/types.h"

/* ---- Operations ---- */

static bool add_op(Pairs *p, StarPlanOp s) {
    if (p->ops == PAIRS_MAX_OPS)
        return loops_no(&p->l, p->l.span, LOOP_NO_BODY_LONG);
    p->op[p->ops++] = s;
    return true;
}

/* How the scalar of a term may change so that no further pair passes. */
static uint8_t stricter(const PairTerm *t, const StarPlanOp *last) {
    if (last->op != STAR_PLAN_PAIR_IF)
        return STAR_PAIR_DOWN | STAR_PAIR_UP;
    if (last->relation != STAR_PAIR_GREATER &&
        last->relation != STAR_PAIR_NOT_LESS)
        return 0;
    return (t->sign >= 0 ? STAR_PAIR_DOWN : 0) |
           (t->sign <= 0 ? STAR_PAIR_UP : 0);
}

static bool add_form(Pairs *p, const PairForm *f, StarPlanOp last) {
    for (int t = 0; t < f->terms; t++)
        if (!add_op(p, (StarPlanOp){.op = STAR_PLAN_PAIR_TERM,
                                    .stricter = stricter(&f->term[t], &last),
                                    .factor = f->term[t].factor,
                                    .scalar = f->term[t].cell,
                                    .sum = f->term[t].sum}))
            return false;
    p->forms++;
    return add_op(p, last);
}

/* a < b, ... and a = b ... */
static bool condition(Pairs *p, const Expr *x) {
    PairForm f = {.terms = 0};
    StarPlanOp s = {.op = STAR_PLAN_PAIR_IF};
    if (x->kind == EXPR_BINARY && x->op == OP_AND)
        return condition(p, x->left) && condition(p, x->right);
    if (x->kind != EXPR_BINARY || x->op < OP_EQ || x->op > OP_GE)
        return loops_no(&p->l, x->span, LOOP_NO_PAIR_CONDITION);
    const bool less = x->op == OP_LT || x->op == OP_LE;
    s.relation = x->op == OP_EQ                     ? STAR_PAIR_EQUAL
                 : x->op == OP_NE                   ? STAR_PAIR_DIFFERENT
                 : x->op == OP_LE || x->op == OP_GE ? STAR_PAIR_NOT_LESS
                                                    : STAR_PAIR_GREATER;
    return pairs_form(p, less ? x->right : x->left, 1, &f) &&
           pairs_form(p, less ? x->left : x->right, -1, &f) &&
           add_form(p, &f, s);
}

/* e of c := c + e, c := e + c or c := c - e, else NULL. */
static const Expr *added(const Stmt *st) {
    return loops_sets_integer(st) && st->lvalue->meaning == MEANS_VARIABLE &&
                   (st->value->op == OP_PLUS || st->value->op == OP_MINUS)
               ? loops_other_term(st)
               : NULL;
}

/* One variable may be of another frame. */
static bool add(Pairs *p, const Stmt *st) {
    PairForm f = {.terms = 0};
    return ++p->adds <= STAR_PAIR_TOTALS && loops_here(&p->l, st->lvalue) &&
           pairs_form(p, added(st), st->value->op == OP_PLUS ? 1 : -1, &f) &&
           add_form(p, &f,
                    (StarPlanOp){
                        .op = STAR_PLAN_PAIR_ADD,
                        .target = loops_thing(&p->l, st->lvalue->decl, NULL)});
}

/* ---- Statements ---- */

/* The statements of a body; NULL for one that is empty: lists have none that
 * are. */
static const Stmt *list_of(const Stmt *st) {
    while (st != NULL &&
           (st->kind == STMT_EMPTY || (st->kind == STMT_BLOCK && !st->next)))
        st = st->kind == STMT_EMPTY ? st->next : st->body;
    return st;
}

/* v := e or s := e, new in each iteration. */
static bool private(Pairs *p, const Stmt *st) {
    const Expr *t = st->lvalue;
    if (t->meaning != MEANS_VARIABLE || !ast_is_local(t->decl, p->l.level) ||
        changed_has(&p->body, t->decl) || loops_find(&p->l, t->decl) != NULL)
        return loops_no(&p->l, st->span, LOOP_NO_PAIR_ASSIGNMENT);
    if (loops_sets_integer(st)) {
        for (int k = 0; k < p->scalars; k++)
            if (p->scalar[k].decl == t->decl)
                return loops_no(&p->l, st->span, LOOP_NO_PAIR_TWICE);
        if (p->scalars == PAIRS_MAX_SCALARS)
            return loops_no(&p->l, st->span, LOOP_NO_MANY_WRITTEN);
        PairScalar *s = &p->scalar[p->scalars];
        *s = (PairScalar){.decl = t->decl};
        if (!pairs_form(p, st->value, 1, &s->form))
            return false;
        p->scalars++;
        return true;
    }
    if (!type_bits(t->type) || p->l.count == LOOPS_MAX_OPS)
        return loops_no(&p->l, st->span, LOOP_NO_PAIR_ASSIGNMENT);
    Written *w = &p->l.written[p->l.count];
    *w = (Written){.decl = t->decl,
                   .how = MEANS_VARIABLE,
                   .role = ROLE_PRIVATE,
                   .known = true,
                   .depth = p->inside};
    if (!loops_bits(&p->l, st->value, &w->value))
        return false;
    p->l.count++;
    return true;
}

static bool has_cell(const PairForm *f, uint16_t thing) {
    for (int t = 0; t < f->terms; t++)
        if (f->term[t].cell == thing)
            return true;
    return false;
}

static bool is_form_read(const Pairs *p, uint16_t thing) {
    for (int k = 0; k < p->scalars; k++)
        if (has_cell(&p->scalar[k].form, thing))
            return true;
    for (int k = 0; k < p->ops; k++)
        if (p->op[k].op == STAR_PLAN_PAIR_TERM && p->op[k].scalar == thing)
            return true;
    return false;
}

/* True if the statements only add to integers that no form reads: they become
 * operations. Else what was noted of them is taken back. */
static bool only_adds(Pairs *p, const Stmt *list) {
    const int ops = p->ops, forms = p->forms, sums = p->sums;
    const LoopReason why = p->l.why;
    const Decl *far = p->l.far;
    bool fine = list != NULL;
    for (const Stmt *st = list; st != NULL && fine; st = st->next)
        fine = st->kind == STMT_ASSIGN && added(st) != NULL && add(p, st);
    for (int k = ops; k < p->ops && fine; k++)
        fine = p->op[k].op != STAR_PLAN_PAIR_ADD ||
               !is_form_read(p, p->op[k].target);
    if (!fine) {
        p->ops = ops;
        p->forms = forms;
        p->sums = sums;
        p->l.why = why;
        p->l.far = far;
    }
    return fine;
}

static bool has_vectors(const Type *type) {
    return type_has(type, STAR_TYPE_SLICE) || type_has(type, STAR_TYPE_WORD) ||
           type_has(type, STAR_TYPE_TABLE);
}

/* True if a sum reads a variable. */
static bool is_read(const Pairs *p, const Decl *d) {
    for (int k = 0; k < 2 * p->sums; k++) {
        const Value *v = k % 2 == 0 ? &p->x[k / 2] : &p->y[k / 2];
        for (int o = 0; o < v->operands; o++)
            if (p->l.thing[v->operand[o].cell].decl == d)
                return true;
    }
    return false;
}

/* A body that runs for each pair that passes may change anything but what the
 * sums read; i, j and private variables it does not change. Objects of other
 * names are told apart at run time. */
static bool any_body(Pairs *p, const Stmt *st) {
    const Changed *c = &p->body;
    if (c->lost || c->heap || changed_by_goto(st))
        return loops_no(&p->l, st->span, LOOP_NO_PAIR_BODY);
    for (int k = 0; k < c->count; k++) {
        const Decl *d = c->decl[k];
        const bool vectors =
            type_bits(d->type) || d->type->kind == STAR_TYPE_TABLE;
        if (vectors ? is_read(p, d) : has_vectors(d->type))
            return loops_no(&p->l, st->span, LOOP_NO_PAIR_BODY);
        if (vectors &&
            !add_op(p, (StarPlanOp){.op = STAR_PLAN_PAIR_WRITES,
                                    .target = loops_thing(&p->l, d, NULL)}))
            return false;
    }
    return true;
}

/* What stands at the end of the loop of j. */
static bool last(Pairs *p, const Stmt *st, uint8_t *space) {
    *space = STAR_SPACE_PAIRS;
    if (st->kind != STMT_IF)
        return only_adds(p, st) ||
               loops_no(&p->l, st->span, LOOP_NO_PAIR_NOTHING);
    if (st->next != NULL || list_of(st->other) != NULL)
        return loops_no(&p->l, st->span, LOOP_NO_PAIR_MORE);
    if (!condition(p, st->value))
        return false;
    if (only_adds(p, list_of(st->body)))
        return true;
    *space = STAR_SPACE_FIND;
    return any_body(p, st->body);
}

/* The base and the constant of a bound of j: [i or a variable] + constant. */
static bool bound(Pairs *p, const Expr *x, StarPlanBound *b) {
    const Expr *base = x, *more = NULL;
    int64_t sign = 1;
    if (x->meaning == MEANS_OPERATION && x->kind == EXPR_BINARY &&
        (x->op == OP_PLUS || x->op == OP_MINUS) && x->right->constant) {
        base = x->left;
        more = x->right;
        sign = x->op == OP_PLUS ? 1 : -1;
    }
    b->cell = STAR_NO_CELL;
    if (x->constant) {
        b->offset = x->integer;
        return true;
    }
    const int64_t by = more != NULL ? more->integer : 0;
    if (base->meaning != MEANS_VARIABLE ||
        !ast_is_local(base->decl, p->l.level) || by > INT32_MAX ||
        by < -INT32_MAX ||
        (base->decl != p->row && changed_has(&p->nest, base->decl)))
        return loops_no(&p->l, x->span, LOOP_NO_PAIR_BOUND);
    b->cell = loops_thing(&p->l, base->decl, NULL);
    b->offset = sign * by;
    return true;
}

static bool counts_up(const Stmt *loop) {
    return !loop->down && loops_sets_integer(loop);
}

/* The loop of j, of which *inner is the statement. */
static bool columns(Pairs *p, const Stmt *loop, StarPlan *plan) {
    const Stmt *st = list_of(loop->body);
    if (p->row != NULL && !(bound(p, loop->value, &plan->from) &&
                            bound(p, loop->limit, &plan->to)))
        return false;
    p->inside = true;
    p->l.outer = p->row;
    p->l.index = p->column;
    p->l.inner = p->row != NULL;
    for (; st != NULL && st->kind == STMT_ASSIGN && added(st) == NULL;
         st = st->next)
        if (!private(p, st))
            return false;
    return st != NULL ? last(p, st, &plan->space)
                      : loops_no(&p->l, loop->span, LOOP_NO_PAIR_NOTHING);
}

/* The changes of the body alone: of the `if` at the end of the loop of j. */
static void find_changes(Pairs *p, const Stmt *loop, const Stmt *inner) {
    changed_by_list(&p->nest, loop->body);
    changed_target(&p->nest, loop->lvalue);
    for (const Stmt *st = list_of(inner->body); st != NULL; st = st->next)
        if (st->kind == STMT_IF)
            changed_by_list(&p->body, st->body);
}

/* The loop of j within that of i, or NULL. */
static const Stmt *inner_of(const Stmt *loop) {
    const Stmt *st = list_of(loop->body);
    while (st != NULL && st->kind != STMT_FOR)
        st = st->next;
    return st;
}

static bool rows(Pairs *p, const Stmt *loop, const Stmt *inner,
                 StarPlan *plan) {
    const Stmt *st = list_of(loop->body);
    if (!counts_up(loop) || !counts_up(inner))
        return loops_no(&p->l, loop->span, LOOP_NO_PAIR_STATEMENT);
    if (loop != inner) {
        p->row = p->l.index = loop->lvalue->decl;
        for (; st != inner; st = st->next)
            if (st->kind != STMT_ASSIGN || !private(p, st))
                return loops_no(&p->l, st->span, LOOP_NO_PAIR_STATEMENT);
        if (inner->next != NULL)
            return loops_no(&p->l, inner->span, LOOP_NO_PAIR_LAST);
    }
    p->column = inner->lvalue->decl;
    return columns(p, inner, plan);
}

/* ---- The plan ---- */

static StarPlanOp side(Pairs *p, uint8_t op, const Value *v) {
    StarPlanOp s = {.op = op};
    loops_expression(p->l.arena, &s, v);
    return s;
}

/* The operations in the order of plan.def: p->op has forms and what is written.
 * A private bit vector must fit its variable, a private integer its type. */
static void arrange(Pairs *p, StarPlan *plan) {
    for (int k = 0; k < p->scalars; k++)
        add_form(p, &p->scalar[k].form,
                 (StarPlanOp){.op = STAR_PLAN_PAIR_FITS});
    StarPlanOp *to = arena_alloc(
        p->l.arena, (size_t)(p->ops + 2 * p->sums + p->l.count), sizeof *to);
    int n = 0;
    for (int k = 0; k < p->sums; k++) {
        to[n++] = side(p, STAR_PLAN_PAIR_X, &p->x[k]);
        to[n++] = side(p, STAR_PLAN_PAIR_Y, &p->y[k]);
    }
    memcpy(to + n, p->op, (size_t)p->ops * sizeof *to);
    n += p->ops;
    for (int k = 0; k < p->l.count; k++) {
        Written *w = &p->l.written[k];
        if (w->depth < p->l.inner)
            pairs_of_row(&w->value);
        to[n] = side(p, STAR_PLAN_CHECK_BITS, &w->value);
        to[n++].target = loops_thing(&p->l, w->decl, NULL);
    }
    star_plan_rewrite(p->l.arena, to, n);
    plan->op = to;
    plan->ops = (uint16_t)n;
    plan->sums = (uint16_t)p->sums;
    plan->row = STAR_NO_CELL;
    if (p->row == NULL)
        return;
    plan->row = loops_thing(&p->l, p->row, NULL);
    plan->column = loops_thing(&p->l, p->column, NULL);
}

LoopPlan pairs_plan(Arena *arena, Stmt *loop, uint16_t level,
                    const Stmt **inner) {
    Pairs *p = arena_alloc_raw(arena, 1, sizeof *p);
    LoopPlan plan = {0};
    memset(p, 0, offsetof(Pairs, l.written));
    *inner = inner_of(loop) != NULL ? inner_of(loop) : loop;
    p->l.arena = arena;
    p->l.span = loop->span;
    p->l.level = level;
    find_changes(p, loop, *inner);
    if (rows(p, loop, *inner, &plan.plan) && p->sums == 0)
        loops_no(&p->l, loop->span, LOOP_NO_PAIR_NOTHING);
    if (p->nest.lost)
        loops_no(&p->l, loop->span, LOOP_NO_PAIR_BODY);
    plan.effects = p->l.why == LOOP_NO_REASON ? p->forms
                   : p->row != NULL           ? p->sums
                                              : 0;
    if (p->l.why == LOOP_NO_REASON)
        arrange(p, &plan.plan);
    plan.why = p->l.why;
    plan.at = p->l.at;
    plan.index = loop->lvalue->decl;
    plan.far = p->l.far;
    plan.thing = p->l.thing;
    plan.things = p->l.things;
    return plan;
}
