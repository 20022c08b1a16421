/* SPDX-License-Identifier: MIT */
/* The symbolic value of an expression of an iteration: code on the vectors of
 * all iterations, with private variables replaced by the expressions that were
 * assigned to them. */
#include "analysis/loop_operations.h"
#include "primitives/primitives.h"
#include "sema/types.h"

bool loops_no(Loops *l, StarSpan at, LoopReason why) {
    if (l->why == LOOP_NO_REASON) {
        l->at = at;
        l->why = why;
    }
    return false;
}

bool loops_is_index(const Loops *l, const Expr *x) {
    return x->meaning == MEANS_VARIABLE && x->decl == l->index;
}

uint8_t loops_use(const Expr *line) {
    return line->number == STAR_PRIM_ROW ? STAR_PLAN_ROW : STAR_PLAN_COLUMN;
}

bool loops_here(Loops *l, const Expr *x) {
    const Decl *d = x->decl;
    if (type_object(d->type) || ast_is_local(d, l->level) || l->far == d)
        return true;
    if (l->far == NULL) {
        l->far = d;
        return true;
    }
    return loops_no(l, x->span, LOOP_NO_OTHER_FRAME);
}

uint16_t loops_thing(Loops *l, const Decl *d, Expr *literal) {
    int k = 0;
    while (k < l->things && (d == NULL || l->thing[k].decl != d))
        k++;
    if (k == l->things && k < LOOPS_MAX_THINGS)
        l->thing[l->things++] = (LoopThing){d, literal};
    if (k == LOOPS_MAX_THINGS)
        loops_no(l, l->span, LOOP_NO_MANY_NAMES);
    return (uint16_t)k;
}

Written *loops_find(Loops *l, const Decl *d) {
    for (int k = 0; k < l->count; k++)
        if (l->written[k].decl == d)
            return &l->written[k];
    return NULL;
}

/* ---- Values ---- */

bool loops_code(Loops *l, Value *v, uint8_t byte, StarSpan at) {
    if (v->length == LOOPS_MAX_CODE)
        return loops_no(l, at, LOOP_NO_EXPRESSION_LONG);
    v->code[v->length++] = byte;
    return true;
}

bool loops_operand(Loops *l, Value *v, StarPlanOperand o, StarSpan at) {
    int k = 0;
    while (k < v->operands &&
           (v->operand[k].cell != o.cell || v->operand[k].use != o.use))
        k++;
    if (k == LOOPS_MAX_OPS)
        return loops_no(l, at, LOOP_NO_MANY_OPERANDS);
    if (k == v->operands)
        v->operand[v->operands++] = o;
    return loops_code(l, v, (uint8_t)(STAR_FUSE_OPERAND + k), at);
}

static bool operand(Loops *l, Value *v, uint8_t use, uint16_t thing,
                    StarSpan at) {
    return loops_operand(l, v, (StarPlanOperand){use, thing}, at);
}

/* Within an inner loop, vector i is that of the iteration around it. */
static uint8_t use_within(uint8_t use) {
    if (use == STAR_PLAN_WHOLE)
        return use;
    return use == STAR_PLAN_ROW ? STAR_PLAN_OUTER_ROW : STAR_PLAN_OUTER_COLUMN;
}

/* Appends the symbolic value of a variable. */
static bool inline_value(Loops *l, Value *v, const Written *w, StarSpan at) {
    const Value *from = &w->value;
    for (int k = 0; k < from->length; k++) {
        const uint8_t byte = from->code[k];
        StarPlanOperand o;
        if (byte < STAR_FUSE_OPERAND) {
            if (!loops_code(l, v, byte, at))
                return false;
            continue;
        }
        o = from->operand[byte - STAR_FUSE_OPERAND];
        if (w->depth < l->inner)
            o.use = use_within(o.use);
        if (!loops_operand(l, v, o, at))
            return false;
    }
    return true;
}

/* ROW(i, T) or COL(i, T). */
static bool table_vector(Loops *l, const Expr *x, Value *v) {
    const Expr *table = x->args->next;
    uint8_t use = loops_use(x);
    bool around = l->outer != NULL && x->args->meaning == MEANS_VARIABLE &&
                  x->args->decl == l->outer;
    if (!loops_is_index(l, x->args) && !around)
        return loops_no(l, x->span, LOOP_NO_OTHER_VECTOR_READ);
    if (table->meaning != MEANS_VARIABLE)
        return loops_no(l, x->span, LOOP_NO_TABLE_PART);
    const Written *w = loops_find(l, table->decl);
    if (w != NULL && (w->use != use || (l->outer != NULL && !around)))
        return loops_no(l, x->span, LOOP_NO_READ_ACROSS);
    if (around)
        use = use_within(use);
    return operand(l, v, use, loops_thing(l, table->decl, NULL), x->span);
}

static bool bits_variable(Loops *l, const Expr *x, Value *v) {
    if (x->decl == l->set)
        return loops_no(l, x->span, LOOP_NO_SET_READ);
    const Written *w = loops_find(l, x->decl);
    if (w == NULL)
        return operand(l, v, STAR_PLAN_WHOLE, loops_thing(l, x->decl, NULL),
                       x->span);
    if (w->known)
        return inline_value(l, v, w, x->span);
    return loops_no(l, x->span,
                    w->role == ROLE_PRIVATE || w->role == ROLE_LAST
                        ? LOOP_NO_VALUE_LOST
                        : LOOP_NO_EARLIER_ITERATION);
}

static bool bits_operator(Loops *l, const Expr *x, Value *v) {
    static const uint8_t ops[] = {[OP_AND] = STAR_FUSE_AND,
                                  [OP_OR] = STAR_FUSE_OR,
                                  [OP_XOR] = STAR_FUSE_XOR};
    if (!loops_bits(l, x->left, v))
        return false;
    if (x->op == OP_NOT)
        return loops_code(l, v, STAR_FUSE_NOT, x->span);
    return loops_bits(l, x->right, v) && loops_code(l, v, ops[x->op], x->span);
}

/* An expression too long for its code is refused before it is walked. */
static bool walk(Loops *l, const Expr *x, Value *v,
                 bool (*of)(Loops *, const Expr *, Value *), LoopReason why) {
    bool fine;
    if (l->nesting == LOOPS_MAX_CODE)
        return loops_no(l, x->span, why);
    l->nesting++;
    fine = of(l, x, v);
    l->nesting--;
    return fine;
}

static bool bits_of(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_TEXT)
        return operand(l, v, STAR_PLAN_WHOLE, loops_thing(l, NULL, (Expr *)x),
                       x->span);
    if (x->meaning == MEANS_VARIABLE)
        return bits_variable(l, x, v);
    if (x->meaning == MEANS_OPERATION)
        return bits_operator(l, x, v);
    if (x->meaning == MEANS_PRIM && x->number == STAR_PRIM_CONVERT)
        return loops_bits(l, x->args, v); /* the same bits */
    if (x->meaning == MEANS_PRIM &&
        (x->number == STAR_PRIM_ROW || x->number == STAR_PRIM_COL))
        return table_vector(l, x, v);
    return loops_no(l, x->span, LOOP_NO_EXPRESSION);
}

bool loops_bits(Loops *l, const Expr *x, Value *v) {
    return walk(l, x, v, bits_of, LOOP_NO_EXPRESSION_LONG);
}

/* Component i of a slice or word, as an operand that stands for all
 * iterations. */
bool loops_bit(Loops *l, const Expr *x, Value *v) {
    if (x->meaning != MEANS_COMPONENT || !loops_is_index(l, x->args))
        return loops_no(l, x->span, LOOP_NO_OTHER_COMPONENT_READ);
    const Expr *y = x->left;
    if (y->meaning != MEANS_VARIABLE)
        return loops_no(l, x->span, LOOP_NO_COMPONENT_PART);
    if (y->decl == l->set)
        return loops_no(l, x->span, LOOP_NO_SET_READ);
    const Written *w = loops_find(l, y->decl);
    if (w != NULL && w->how != MEANS_COMPONENT)
        return loops_no(l, x->span, LOOP_NO_WHOLE_WRITTEN);
    if (w != NULL && l->outer != NULL)
        return loops_no(l, x->span, LOOP_NO_COMPONENT_AROUND);
    return operand(l, v, STAR_PLAN_WHOLE, loops_thing(l, y->decl, NULL),
                   x->span);
}

/* Y(i) = 1, Y(i) = 0, Y(i) = Z(i), <> likewise, not, and, or. */
static bool condition_of(Loops *l, const Expr *x, Value *v) {
    if (x->kind == EXPR_UNARY) /* not */
        return loops_condition(l, x->left, v) &&
               loops_code(l, v, STAR_FUSE_NOT, x->span);
    if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR))
        return loops_condition(l, x->left, v) &&
               loops_condition(l, x->right, v) &&
               loops_code(l, v, x->op == OP_AND ? STAR_FUSE_AND : STAR_FUSE_OR,
                          x->span);
    if (x->kind != EXPR_BINARY || (x->op != OP_EQ && x->op != OP_NE))
        return loops_no(l, x->span, LOOP_NO_CONDITION);
    bool equal = x->op == OP_EQ;
    if (!loops_bit(l, x->left, v))
        return false;
    if (x->right->constant && (x->right->integer | 1) == 1)
        return (x->right->integer == 1) == equal ||
               loops_code(l, v, STAR_FUSE_NOT, x->span);
    return loops_bit(l, x->right, v) &&
           loops_code(l, v, STAR_FUSE_XOR, x->span) &&
           (!equal || loops_code(l, v, STAR_FUSE_NOT, x->span));
}

bool loops_condition(Loops *l, const Expr *x, Value *v) {
    return walk(l, x, v, condition_of, LOOP_NO_CONDITION_LONG);
}

/* A constant, i, NUMB of a slice or word, or a private scalar. */
bool loops_term(Loops *l, const Expr *x, Value *v) {
    const Written *w =
        x->meaning == MEANS_VARIABLE ? loops_find(l, x->decl) : NULL;
    v->factor = 1;
    if (x->constant) {
        v->term = STAR_PLAN_CONSTANT;
        v->factor = x->integer;
        return true;
    }
    if (loops_is_index(l, x)) {
        v->term = STAR_PLAN_NUMBER;
        return true;
    }
    if (x->meaning == MEANS_PRIM && x->number == STAR_PRIM_NUMB) {
        v->term = STAR_PLAN_ONES;
        return loops_bits(l, x->args, v);
    }
    if (w == NULL || !w->known ||
        (w->depth < l->inner && w->value.term == STAR_PLAN_NUMBER))
        return loops_no(l, x->span, LOOP_NO_TERM);
    v->term = w->value.term;
    v->factor = w->value.factor;
    return inline_value(l, v, w, x->span);
}
