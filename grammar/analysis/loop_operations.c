/* SPDX-License-Identifier: MIT */
/* Responder loops: while SOME(X) do begin i := STEP(X); ... end, the same
 * with i := STEP(X) at the end, and for i := a to b.
 *
 * Their iterations may run at once if no iteration touches data that another
 * one writes:
 *
 * - every table that an iteration writes is accessed, under its name, in
 *   vector i only, rows or columns, never both;
 * - every slice or word that an iteration writes component by component is
 *   accessed in component i only;
 * - X is accessed by the primitive STEP only;
 * - every other variable that is written is private, that is, written in each
 *   iteration before it is read; or it gets the value of the last iteration
 *   of one branch; or it accumulates a reduction, v := v op e, c := c + e, the
 *   min or max, and is read nowhere else;
 * - no other variable is both read and written.
 *
 * Then a loop operation on all vectors i at once, statement after statement,
 * has the effect of the iterations one after the other: two accesses of which
 * one is a write meet in the same vector, hence in the same iteration, and
 * keep their order. (The reductions commute.) Private variables vanish: a use
 * of one is the expression that was assigned to it, unless that reads a table
 * or slice written since. Names that may be the same variable, sizes and the
 * first failing iteration are checked when the loop runs: exec_loop.c.
 */
#include "analysis/loop_operations.h"

#include <string.h>

#include "analysis/fuel.h"
#include "primitives/primitives.h"
#include "sema/types.h"
#include "values/postfix.h"

/* ---- Variables that the body writes ---- */

static bool note_write(Loops *l, const Expr *target) {
    const Expr *base = target;
    uint8_t use = STAR_PLAN_WHOLE;
    if (target->meaning == MEANS_COMPONENT) {
        base = target->left;
    } else if (target->meaning == MEANS_PRIM) {
        base = target->args->next;
        use = loops_use(target);
    }
    if (base->meaning != MEANS_VARIABLE)
        return loops_no(l, target->span, LOOP_NO_LVALUE);
    if (!loops_here(l, base))
        return false;
    if (base->decl == l->index || base->decl == l->set)
        return loops_no(l, target->span, LOOP_NO_SPACE_WRITTEN);
    Written *w = loops_find(l, base->decl);
    if (w == NULL && l->count == LOOPS_MAX_OPS)
        return loops_no(l, target->span, LOOP_NO_MANY_WRITTEN);
    if (w == NULL) {
        w = &l->written[l->count++];
        *w = (Written){.decl = base->decl, .how = target->meaning, .use = use};
    }
    if (w->how != target->meaning || w->use != use)
        return loops_no(l, target->span, LOOP_NO_TWO_WAYS);
    w->writes++;
    return true;
}

bool loops_is_primitive_step(const Stmt *st) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->lvalue->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM &&
           st->value->number == STAR_PRIM_STEP &&
           st->value->args->meaning == MEANS_VARIABLE;
}

Stmt *loops_statements(const Stmt *loop) {
    return loop->body->kind == STMT_BLOCK ? loop->body->body : loop->body;
}

/* while SOME(X) do begin i := STEP(X); ... end: the statements behind
 * i := STEP(X). */
static const Stmt *body_within(const Stmt *loop) {
    const Stmt *list = loops_statements(loop);
    return loops_is_primitive_step(list) ? list->next : list;
}

static bool note_writes(Loops *l, const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_ASSIGN && !note_write(l, st->lvalue))
            return false;
        if (st->kind == STMT_WHILE && !note_writes(l, body_within(st)))
            return false;
        if ((st->kind == STMT_BLOCK || st->kind == STMT_IF) &&
            !(note_writes(l, st->body) && note_writes(l, st->other)))
            return false;
    }
    return true;
}

/* ---- Loop operations ---- */

/* True if iterations read or write different bits in an operation. A reduction
 * of an expression that is the same for all iterations is faster unfused: one
 * primitive on whole bit vectors. */
static bool is_private(const StarPlanOp *s) {
    if (s->op != STAR_PLAN_REDUCE)
        return s->fuse.length > 0 || s->op == STAR_PLAN_SET_BIT;
    for (int k = 0; k < s->fuse.operands; k++)
        if (s->operand[k].use != STAR_PLAN_WHOLE)
            return true;
    return false;
}

void loops_expression(Arena *arena, StarPlanOp *s, const Value *v) {
    uint8_t *bytes = arena_alloc(arena, v->length, 1);
    StarPlanOperand *o = arena_alloc(arena, v->operands, sizeof *o);
    int depth = 0, deepest = 0;
    memcpy(bytes, v->code, v->length);
    memcpy(o, v->operand, v->operands * sizeof *o);
    for (int k = 0; k < v->length; k++) {
        depth += 1 - star_fuse_takes(v->code[k]);
        deepest = depth > deepest ? depth : deepest;
    }
    s->fuse = (StarFuse){.length = v->length,
                         .operands = v->operands,
                         .depth = (uint16_t)deepest,
                         .code = bytes};
    s->operand = o;
}

static bool add_op(Loops *l, StarPlanOp s, const Value *v, StarSpan at) {
    if (l->ops == LOOPS_MAX_OPS)
        return loops_no(l, at, LOOP_NO_BODY_LONG);
    if (v != NULL) {
        loops_expression(l->arena, &s, v);
        s.term = v->term;
        s.factor = star_plan_has(&s, 's') ? v->factor : 0;
    }
    l->op[l->ops++] = s;
    l->effects += s.op < STAR_PLAN_CHECK;
    l->vector_ops += is_private(&s);
    return true;
}

/* Each iteration takes the fuel that it takes unfused. */
static bool charge(Loops *l, uint32_t fuel, StarSpan at) {
    return !l->counts_fuel || fuel == 0 ||
           add_op(l, (StarPlanOp){.op = STAR_PLAN_FUEL, .fuel = fuel}, NULL,
                  at);
}

static uint32_t fuel_of_list(const Stmt *st) {
    uint32_t n = 0;
    for (; st != NULL; st = st->next)
        n += fuel_of(st) +
             (st->kind == STMT_WHILE ? fuel_of_condition(st->value) : 0);
    return n;
}

/* A write makes the values that read its variable invalid. */
static void forget(Loops *l, uint16_t written) {
    for (int k = 0; k < l->count; k++)
        for (int o = 0; o < l->written[k].value.operands; o++)
            if (l->written[k].value.operand[o].cell == written)
                l->written[k].known = false;
}

static bool set_vector(Loops *l, const Stmt *st) {
    const Expr *t = st->lvalue;
    uint16_t table = loops_thing(l, t->args->next->decl, NULL);
    Value v = {0};
    if (!loops_is_index(l, t->args) || l->outer != NULL)
        return loops_no(l, t->span, LOOP_NO_OTHER_VECTOR_WRITTEN);
    if (!loops_bits(l, st->value, &v))
        return false;
    forget(l, table);
    return add_op(l,
                  (StarPlanOp){.op = STAR_PLAN_STORE,
                               .use = loops_use(t),
                               .target = table},
                  &v, st->span);
}

static bool set_component(Loops *l, const Stmt *st) {
    const Expr *t = st->lvalue;
    Value v = {0};
    StarPlanOp s = {.op = STAR_PLAN_STORE_BIT,
                    .target = loops_thing(l, t->left->decl, NULL)};
    if (!loops_is_index(l, t->args) || l->outer != NULL)
        return loops_no(l, t->span, LOOP_NO_OTHER_COMPONENT_WRITTEN);
    if (st->value->constant) {
        s.op = STAR_PLAN_SET_BIT;
        s.bit = (st->value->integer & 1) != 0;
        return add_op(l, s, NULL, st->span);
    }
    return loops_bit(l, st->value, &v) && add_op(l, s, &v, st->span);
}

/* ---- Branches ---- */

/* Begins a branch; returns the number of the one around it. */
static int enter(Loops *l) {
    const int around = l->branch;
    l->depth++;
    l->branch = ++l->branches;
    return around;
}

static void leave(Loops *l, int around) {
    for (int k = 0; k < l->count; k++)
        if (l->written[k].depth == l->depth)
            l->written[k].known = false;
    l->depth--;
    l->branch = around;
}

/* A variable has one role. */
static bool take(Loops *l, Written *w, int role, StarSpan at) {
    if ((w->role != ROLE_NONE &&
         (w->role != role || (role == ROLE_LAST && w->branch != l->branch))) ||
        (role == ROLE_EXTREME && w->writes > 1))
        return loops_no(l, at, LOOP_NO_SEVERAL_ROLES);
    if ((role == ROLE_EXTREME || role == ROLE_LAST) && l->down)
        return loops_no(l, at, LOOP_NO_DOWN_CONDITIONAL);
    w->role = (uint8_t)role;
    w->branch = l->branch;
    return true;
}

/* The value of a private variable, or of the last iteration of a branch,
 * stands for the variable from here on, within the branch. */
static bool take_value(Loops *l, Written *w, const Value *v, StarSpan at) {
    if (!take(l, w, l->depth > 0 ? ROLE_LAST : ROLE_PRIVATE, at))
        return false;
    w->known = true;
    w->depth = l->depth;
    w->value = *v;
    return true;
}

static bool has_value(const Written *w) {
    return w->role == ROLE_PRIVATE || w->role == ROLE_LAST;
}

/* ---- Assignments to variables ---- */

static bool is_variable(const Expr *x, const Decl *d) {
    return x->meaning == MEANS_VARIABLE && x->decl == d;
}

const Expr *loops_other_term(const Stmt *st) {
    const Expr *x = st->value;
    const Decl *d = st->lvalue->decl;
    if (x->meaning != MEANS_OPERATION || x->kind != EXPR_BINARY)
        return NULL;
    if (is_variable(x->left, d))
        return x->right;
    return is_variable(x->right, d) && x->op != OP_MINUS ? x->left : NULL;
}

/* c := c + e, c := c - e. It has no other role: one with a value is no sum, and
 * an extreme is written once. */
static bool sum(Loops *l, const Stmt *st, const Expr *term, Written *w) {
    Value v = {0};
    StarPlanOp s = {.op = STAR_PLAN_SUM,
                    .target = loops_thing(l, w->decl, NULL)};
    if (!loops_term(l, term, &v))
        return false;
    w->role = ROLE_SUM;
    if (v.factor > INT32_MAX || v.factor < -INT32_MAX)
        return loops_no(l, term->span, LOOP_NO_CONSTANT_LARGE);
    if (st->value->op == OP_MINUS)
        v.factor = -v.factor;
    return add_op(l, s, &v, st->span);
}

static bool set_scalar(Loops *l, const Stmt *st, Written *w) {
    const Type *type = st->lvalue->type;
    const Expr *term = loops_other_term(st);
    StarPlanOp s = {.op = STAR_PLAN_LAST_VALUE,
                    .target = loops_thing(l, w->decl, NULL)};
    Value v = {0};
    if (!type_ordinal(type) || type->host != NULL)
        return loops_no(l, st->span, LOOP_NO_ASSIGNMENT);
    if (term != NULL && !has_value(w) && type->kind == STAR_TYPE_INTEGER &&
        (st->value->op == OP_PLUS || st->value->op == OP_MINUS))
        return sum(l, st, term, w);
    if (!loops_term(l, st->value, &v) || !take_value(l, w, &v, st->span))
        return false;
    if (l->depth > 0)
        return add_op(l, s, &v, st->span);
    s = (StarPlanOp){.op = STAR_PLAN_CHECK};
    return v.length == 0 || add_op(l, s, &v, st->span);
}

/* d := d op e op f ..., a chain of one operator. */
static bool is_chain(const Stmt *st) {
    const Expr *x = st->value;
    for (int n = 0; n < LOOPS_MAX_CODE && x->meaning == MEANS_OPERATION &&
                    x->kind == EXPR_BINARY && x->op == st->value->op;
         n++)
        x = x->left;
    return x != st->value && is_variable(x, st->lvalue->decl);
}

/* e op f ... of a chain: the operators on bits are associative. */
static bool behind(Loops *l, const Expr *x, const Decl *d, uint8_t op,
                   Value *v) {
    if (is_variable(x->left, d))
        return loops_bits(l, x->right, v);
    return behind(l, x->left, d, op, v) && loops_bits(l, x->right, v) &&
           loops_code(l, v, op, x->span);
}

/* v := v op e, unless v is private: and, or, xor, and not; no term: a
 * chain. */
static bool fold(Loops *l, const Stmt *st, const Expr *term, Written *w) {
    static const uint8_t ops[] = {[OP_AND] = STAR_FUSE_AND,
                                  [OP_OR] = STAR_FUSE_OR,
                                  [OP_XOR] = STAR_FUSE_XOR};
    uint8_t op = ops[st->value->op];
    StarPlanOp s = {.op = STAR_PLAN_REDUCE,
                    .apply = op,
                    .target = loops_thing(l, w->decl, NULL)};
    Value v = {0};
    if (op == STAR_FUSE_AND && term != NULL && term->kind == EXPR_UNARY) {
        s.apply = STAR_FUSE_ANDN;
        term = term->left;
    }
    return (term != NULL ? loops_bits(l, term, &v)
                         : behind(l, st->value, w->decl, op, &v)) &&
           take(l, w, ROLE_FOLD + op, st->span) && add_op(l, s, &v, st->span);
}

static bool set_variable(Loops *l, const Stmt *st) {
    Written *w = loops_find(l, st->lvalue->decl);
    const Expr *term = loops_other_term(st);
    StarPlanOp s = {.op = l->depth > 0 ? STAR_PLAN_LAST_BITS
                                       : STAR_PLAN_CHECK_BITS};
    Value v = {0};
    if (!type_object(st->lvalue->type))
        return set_scalar(l, st, w);
    if (!type_bits(st->lvalue->type))
        return loops_no(l, st->span, LOOP_NO_OBJECT_ASSIGNED);
    if ((term != NULL || is_chain(st)) && !has_value(w))
        return fold(l, st, term, w);
    if (!loops_bits(l, st->value, &v) || !take_value(l, w, &v, st->span))
        return false;
    s.target = loops_thing(l, w->decl, NULL);
    return add_op(l, s, &v, st->span);
}

/* ---- Conditions ---- */

/* if t < m then m := t, perhaps with p := i beside it. */
typedef struct Extreme {
    const Expr *term;
    const Stmt *list, *set, *also;
    StarPlanOp op;
} Extreme;

static bool is_extreme(const Loops *l, const Stmt *st, Extreme *x) {
    const Expr *c = st->value;
    const Stmt *list = loops_statements(st);
    bool less = c->op == OP_LT || c->op == OP_LE;
    if (st->other != NULL || c->kind != EXPR_BINARY || c->op < OP_LT ||
        c->left->type->kind != STAR_TYPE_INTEGER ||
        c->right->type->kind != STAR_TYPE_INTEGER)
        return false;
    *x = (Extreme){.list = list, .op.last = c->op == OP_LE || c->op == OP_GE};
    for (; list != NULL; list = list->next) {
        if (list->kind == STMT_EMPTY)
            continue;
        if (list->kind != STMT_ASSIGN ||
            list->lvalue->meaning != MEANS_VARIABLE)
            return false;
        bool left = is_variable(c->left, list->lvalue->decl);
        if (x->set == NULL &&
            (left || is_variable(c->right, list->lvalue->decl))) {
            x->set = list;
            x->term = left ? c->right : c->left;
            x->op.op = less != left ? STAR_PLAN_MIN : STAR_PLAN_MAX;
        } else if (x->also == NULL && loops_is_index(l, list->value)) {
            x->also = list;
        } else {
            return false;
        }
    }
    return x->set != NULL;
}

bool loops_same(const Value *a, const Value *b) {
    bool same = a->term == b->term && a->factor == b->factor &&
                a->length == b->length && a->operands == b->operands &&
                memcmp(a->code, b->code, a->length) == 0;
    for (int k = 0; k < a->operands && same; k++)
        same = a->operand[k].use == b->operand[k].use &&
               a->operand[k].cell == b->operand[k].cell;
    return same;
}

bool loops_sets_integer(const Stmt *st) {
    return st->lvalue->type->kind == STAR_TYPE_INTEGER &&
           st->lvalue->type->host == NULL;
}

static bool extreme(Loops *l, Extreme *x, StarSpan at) {
    const Stmt *set = x->set, *also = x->also;
    Value v = {0}, again = {0};
    if (!loops_sets_integer(set) || (also != NULL && !loops_sets_integer(also)))
        return loops_no(l, at, LOOP_NO_SUBRANGE_ASSIGNED);
    if (!loops_term(l, x->term, &v) || !loops_term(l, set->value, &again))
        return false;
    if (!loops_same(&v, &again))
        return loops_no(l, set->value->span, LOOP_NO_EXTREME_OTHER);
    if (l->counts_fuel)
        x->op.fuel = fuel_of_list(x->list);
    x->op.target = loops_thing(l, set->lvalue->decl, NULL);
    x->op.beside =
        also != NULL ? loops_thing(l, also->lvalue->decl, NULL) : STAR_NO_CELL;
    return take(l, loops_find(l, set->lvalue->decl), ROLE_EXTREME, at) &&
           (also == NULL ||
            take(l, loops_find(l, also->lvalue->decl), ROLE_EXTREME, at)) &&
           add_op(l, x->op, &v, at);
}

/* What on_bits() is true of. */
static bool bits_condition(Loops *l, const Expr *x, StarPlanOp *s, Value *v) {
    if (x->meaning == MEANS_PRIM) {
        s->op =
            x->number == STAR_PRIM_SOME ? STAR_PLAN_IFSOME : STAR_PLAN_IFZERO;
        return loops_bits(l, x->args, v);
    }
    s->op = x->op == OP_NE ? STAR_PLAN_IFSOME : STAR_PLAN_IFZERO;
    return loops_bits(l, x->left, v) && loops_bits(l, x->right, v) &&
           loops_code(l, v, STAR_FUSE_XOR, x->span);
}

/* SOME(e), ZERO(e), e = f, e <> f, of slices or words. */
static bool on_bits(const Expr *x) {
    return (x->meaning == MEANS_PRIM &&
            (x->number == STAR_PRIM_SOME || x->number == STAR_PRIM_ZERO)) ||
           (x->kind == EXPR_BINARY && type_bits(x->left->type));
}

static bool body(Loops *l, const Stmt *st);

static bool if_statement(Loops *l, const Stmt *st) {
    StarPlanOp s = {.op = STAR_PLAN_IF};
    Extreme x;
    Value v = {0};
    if (is_extreme(l, st, &x))
        return extreme(l, &x, st->span);
    if (!(on_bits(st->value) ? bits_condition(l, st->value, &s, &v)
                             : loops_condition(l, st->value, &v)) ||
        !add_op(l, s, &v, st->value->span))
        return false;
    int around = enter(l);
    if (!body(l, st->body))
        return false;
    leave(l, around);
    enter(l);
    if (st->other != NULL &&
        !(add_op(l, (StarPlanOp){.op = STAR_PLAN_ELSE}, NULL, st->span) &&
          body(l, st->other)))
        return false;
    leave(l, around);
    return add_op(l, (StarPlanOp){.op = STAR_PLAN_END}, NULL, st->span);
}

/* An inner loop over the ones of a private slice or word is one loop operation
 * followed by those of its body, which changes no table. Its slice or word has
 * no value behind it. */
static bool inner_loop(Loops *l, const Stmt *st) {
    const Expr *c = st->value;
    const Stmt *list = loops_statements(st);
    if (l->outer != NULL || c->meaning != MEANS_PRIM ||
        c->number != STAR_PRIM_SOME || !loops_is_primitive_step(list) ||
        c->args->meaning != MEANS_VARIABLE ||
        c->args->decl != list->value->args->decl)
        return loops_no(l, st->span, LOOP_NO_INNER_NO_RESPONDERS);
    if (l->down)
        return loops_no(l, st->span, LOOP_NO_DOWN_INNER);
    const Decl *j = list->lvalue->decl;
    Written *set = loops_find(l, c->args->decl);
    if (!ast_is_local(j, l->level) || j == l->index ||
        list->lvalue->type->host || loops_find(l, j) != NULL)
        return loops_no(l, list->span, LOOP_NO_INNER_INDEX_USED);
    if (set == NULL || !set->known || set->role != ROLE_PRIVATE)
        return loops_no(l, c->span, LOOP_NO_INNER_SET);
    const int at = l->ops;
    const StarPlanOp s = {.op = STAR_PLAN_INNER,
                          .target = loops_thing(l, j, NULL)};
    for (int k = 0; k < at; k++)
        if (l->op[k].op == STAR_PLAN_INNER && l->op[k].target == s.target)
            return loops_no(l, list->span, LOOP_NO_INNER_INDEX_TWICE);
    if (!add_op(l, s, &set->value, c->span))
        return false;
    set->known = false;
    l->outer = l->index;
    l->index = j;
    int around = enter(l);
    l->inner = l->depth;
    if (!charge(l, fuel_of_condition(c) + fuel_of(list), st->span) ||
        !body(l, list->next))
        return false;
    leave(l, around);
    l->inner = 0;
    l->index = l->outer;
    l->outer = NULL;
    l->op[at].body = (uint16_t)(l->ops - at - 1);
    return true;
}

static bool statement(Loops *l, const Stmt *st) {
    switch (st->kind) {
    case STMT_WHILE: return inner_loop(l, st);
    case STMT_EMPTY: return true;
    case STMT_BLOCK: return body(l, st->body);
    case STMT_IF: return if_statement(l, st);
    case STMT_ASSIGN:
        return st->lvalue->meaning == MEANS_PRIM        ? set_vector(l, st)
               : st->lvalue->meaning == MEANS_COMPONENT ? set_component(l, st)
                                                        : set_variable(l, st);
    default: return loops_no(l, st->span, LOOP_NO_STATEMENT);
    }
}

static bool body(Loops *l, const Stmt *st) {
    if (st != NULL && !charge(l, fuel_of_list(st), st->span))
        return false;
    for (; st != NULL; st = st->next)
        if (!statement(l, st))
            return false;
    return true;
}

bool loops_body(Loops *l, const Stmt *iteration) {
    if (!note_writes(l, iteration))
        return false;
    (void)charge(l, l->fuel_per_iteration, l->span); /* the first one fits */
    return body(l, iteration);
}
