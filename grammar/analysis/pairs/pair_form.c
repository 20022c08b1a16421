/* SPDX-License-Identifier: MIT */
#include "analysis/pairs/pair_form.h"

#include "primitives/primitives.h"
#include "sema/types.h"
#include "values/postfix.h"

/* ---- Sums ---- */

static int subtree(const uint8_t *code, int end) {
    int need = 1;
    while (need > 0)
        need += star_fuse_takes(code[--end]) - 1;
    return end;
}

enum { OF_I = 1, OF_J = 2, OF_BOTH = 3 };

/* The loops whose vectors code from..to-1 reads. What is the same for all j of
 * a loop of j alone is the one vector of i, so that those of j stay what a
 * table has. */
static int reads(const Pairs *p, const Value *v, int from, int to) {
    int found = 0;
    for (; from < to; from++)
        if (v->code[from] >= STAR_FUSE_OPERAND) {
            const uint8_t use =
                v->operand[v->code[from] - STAR_FUSE_OPERAND].use;
            found |= star_plan_is_private(use)                  ? OF_J
                     : use != STAR_PLAN_WHOLE || p->row == NULL ? OF_I
                                                                : 0;
        }
    return found;
}

/* Appends code from..to-1 to a side, joined with what is there by `and`. A side
 * is made of parts of one value that `and` joins there, too: it has room. */
static void join(Pairs *p, Value *side, const Value *v, int from, int to) {
    const bool first = side->length == 0;
    for (; from < to; from++) {
        const uint8_t byte = v->code[from];
        if (byte < STAR_FUSE_OPERAND)
            side->code[side->length++] = byte;
        else
            (void)loops_operand(
                &p->l, side, v->operand[byte - STAR_FUSE_OPERAND], p->l.span);
    }
    if (!first)
        side->code[side->length++] = STAR_FUSE_AND;
}

/* Splits a conjunction between the sides. */
static bool split(Pairs *p, const Value *v, int from, int to, Value side[2]) {
    const int of = reads(p, v, from, to);
    if (of != OF_BOTH) {
        join(p, &side[of == OF_J], v, from, to);
        return true;
    }
    if (v->code[to - 1] != STAR_FUSE_AND)
        return loops_no(&p->l, p->l.span, LOOP_NO_PAIR_CONJUNCTION);
    const int middle = subtree(v->code, to - 1);
    return split(p, v, from, middle, side) && split(p, v, middle, to - 1, side);
}

static bool add_term(Pairs *p, PairForm *f, PairTerm term) {
    if (f->terms == PAIRS_MAX_TERMS)
        return loops_no(&p->l, p->l.span, LOOP_NO_PAIR_FORM_LONG);
    f->term[f->terms++] = term;
    return true;
}

static int sign_of(int64_t n) {
    return (n > 0) - (n < 0);
}

/* Adds factor * |x and y| to the form of a number of ones; a side without code
 * is not there. */
static bool add_sum(Pairs *p, PairForm *f, int64_t factor, const Value *x,
                    const Value *y) {
    int k = 0;
    while (k < p->sums && !(loops_same(&p->x[k], x) && loops_same(&p->y[k], y)))
        k++;
    if (k == STAR_PAIR_PRODUCTS)
        return loops_no(&p->l, p->l.span, LOOP_NO_PAIR_SUMS);
    if (k == p->sums) {
        p->x[k] = *x;
        p->y[k] = *y;
        p->sums++;
    }
    return add_term(p, f, (PairTerm){factor, STAR_NO_CELL, (uint8_t)k, 1});
}

void pairs_of_row(Value *v) {
    for (int k = 0; k < v->operands; k++)
        if (star_plan_is_private(v->operand[k].use))
            v->operand[k].use += STAR_PLAN_OUTER_ROW - STAR_PLAN_ROW;
}

/* NUMB(e) */
static bool ones(Pairs *p, const Expr *e, PairForm *f) {
    Value v = {0}, side[2] = {{0}, {0}};
    const Value none = {0};
    if (!loops_bits(&p->l, e, &v))
        return false;
    if (p->row != NULL && !p->inside)
        pairs_of_row(&v);
    const uint8_t op = v.code[v.length - 1];
    if ((op == STAR_FUSE_OR || op == STAR_FUSE_XOR) &&
        reads(p, &v, 0, v.length) == OF_BOTH) {
        const int middle = subtree(v.code, v.length - 1);
        const int first = reads(p, &v, 0, middle);
        const int second = reads(p, &v, middle, v.length - 1);
        if (first == OF_BOTH || second == OF_BOTH)
            return loops_no(&p->l, e->span, LOOP_NO_PAIR_CONJUNCTION);
        join(p, &side[first == OF_J], &v, 0, middle);
        join(p, &side[second == OF_J], &v, middle, v.length - 1);
        return add_sum(p, f, 1, &side[0], &none) &&
               add_sum(p, f, 1, &none, &side[1]) &&
               add_sum(p, f, op == STAR_FUSE_OR ? -1 : -2, &side[0], &side[1]);
    }
    return split(p, &v, 0, v.length, side) &&
           add_sum(p, f, 1, &side[0], &side[1]);
}

/* ---- Linear forms ---- */

/* Adds factor * from to f. */
static bool add_form_times(Pairs *p, PairForm *f, int64_t factor,
                           const PairForm *from) {
    for (int t = 0; t < from->terms; t++) {
        const PairTerm *term = &from->term[t];
        int64_t by;
        if (__builtin_mul_overflow(factor, term->factor, &by))
            return loops_no(&p->l, p->l.span, LOOP_NO_PAIR_PRODUCT);
        if (!add_term(p, f,
                      (PairTerm){by, term->cell, term->sum,
                                 sign_of(factor) * term->sign}))
            return false;
    }
    return true;
}

static bool product(Pairs *p, const Expr *x, int64_t factor, PairForm *f) {
    PairForm *a = arena_alloc(p->l.arena, 2, sizeof *a), *b = a + 1;
    if (!pairs_form(p, x->left, factor, a) || !pairs_form(p, x->right, 1, b))
        return false;
    for (int i = 0; i < a->terms; i++)
        for (int k = 0; k < b->terms; k++) {
            const PairTerm s = a->term[i], t = b->term[k];
            int64_t both;
            if ((s.sum != STAR_NO_SUM && t.sum != STAR_NO_SUM) ||
                (s.cell != STAR_NO_CELL && t.cell != STAR_NO_CELL) ||
                __builtin_mul_overflow(s.factor, t.factor, &both))
                return loops_no(&p->l, x->span, LOOP_NO_PAIR_PRODUCT);
            if (!add_term(p, f,
                          (PairTerm){both,
                                     s.cell != STAR_NO_CELL ? s.cell : t.cell,
                                     s.sum != STAR_NO_SUM ? s.sum : t.sum,
                                     s.sign * t.sign}))
                return false;
        }
    return true;
}

/* A variable of this frame, which keeps its value while its form is used: a
 * body may change it only where the condition reads it anew for each pair. */
static bool scalar_of(Pairs *p, const Expr *x, int64_t factor, PairForm *f) {
    const Decl *d = x->decl;
    for (int k = 0; k < p->scalars; k++)
        if (p->scalar[k].decl == d)
            return add_form_times(p, f, factor, &p->scalar[k].form);
    if (!ast_is_local(d, p->l.level))
        return loops_no(&p->l, x->span, LOOP_NO_OTHER_FRAME);
    if (changed_has(&p->nest, d) && !(p->inside && changed_has(&p->body, d)))
        return loops_no(&p->l, x->span, LOOP_NO_PAIR_CHANGED);
    return add_term(p, f,
                    (PairTerm){factor, loops_thing(&p->l, d, NULL), STAR_NO_SUM,
                               sign_of(factor)});
}

static bool is_operation(const Expr *x, ExprKind kind, Operator op) {
    return x->meaning == MEANS_OPERATION && x->kind == kind && x->op == op;
}

static bool form_within(Pairs *p, const Expr *x, int64_t factor, PairForm *f) {
    if (x->constant) {
        const int64_t value = factor * x->integer;
        return value == 0 || add_term(p, f,
                                      (PairTerm){value, STAR_NO_CELL,
                                                 STAR_NO_SUM, sign_of(value)});
    }
    if (x->meaning == MEANS_VARIABLE)
        return scalar_of(p, x, factor, f);
    if (x->meaning == MEANS_PRIM && x->number == STAR_PRIM_NUMB) {
        PairForm *one = arena_alloc(p->l.arena, 1, sizeof *one);
        return ones(p, x->args, one) && add_form_times(p, f, factor, one);
    }
    if (is_operation(x, EXPR_UNARY, OP_MINUS))
        return pairs_form(p, x->left, -factor, f);
    if (is_operation(x, EXPR_BINARY, OP_PLUS))
        return pairs_form(p, x->left, factor, f) &&
               pairs_form(p, x->right, factor, f);
    if (is_operation(x, EXPR_BINARY, OP_MINUS))
        return pairs_form(p, x->left, factor, f) &&
               pairs_form(p, x->right, -factor, f);
    return is_operation(x, EXPR_BINARY, OP_TIMES) && product(p, x, factor, f);
}

bool pairs_form(Pairs *p, const Expr *x, int64_t factor, PairForm *f) {
    bool fine =
        x->type->kind == STAR_TYPE_INTEGER && p->l.nesting < LOOPS_MAX_CODE;
    p->l.nesting++;
    fine = fine && form_within(p, x, factor, f);
    p->l.nesting--;
    return fine || loops_no(&p->l, x->span, LOOP_NO_PAIR_LINEAR);
}
