/* SPDX-License-Identifier: MIT */
/* Operations on constants, as opcodes compute them. */
#include <math.h>

#include "bytecode/op_scalar.h"
#include "sema/sema.h"

static void ordinals(Sema *s, Expr *e) {
    const Expr *a = e->left, *b = e->right;
    int64_t r = 0;
    bool fits = true;
    if (!a->constant || (b != NULL && !b->constant) || !type_ordinal(e->type) ||
        !type_ordinal(a->type) || (b != NULL && !type_ordinal(b->type)) ||
        a->kind == EXPR_TEXT || (b != NULL && b->kind == EXPR_TEXT))
        return;
    int64_t x = a->integer, y = b != NULL ? b->integer : 0;
    switch (e->op) {
    case OP_PLUS: fits = b != NULL ? op_add(x, y, &r) : (r = x, true); break;
    case OP_MINUS: fits = b != NULL ? op_sub(x, y, &r) : op_neg(x, &r); break;
    case OP_TIMES: fits = op_mul(x, y, &r); break;
    case OP_DIV:
        if (!op_div(x, y, &r))
            return;
        break;
    case OP_MOD:
        if (!op_mod(x, y, &r))
            return;
        break;
    case OP_NOT: op_notb(x, &r); break;
    case OP_AND: op_and(x, y, &r); break;
    case OP_OR: op_or(x, y, &r); break;
    case OP_XOR:
    case OP_NE: op_nei(x, y, &r); break;
    case OP_EQ: op_eqi(x, y, &r); break;
    case OP_LT: r = x < y; break;
    case OP_LE: r = x <= y; break;
    case OP_GT: r = x > y; break;
    case OP_GE: r = x >= y; break;
    default: return;
    }
    if (!fits) {
        sema_mismatch(s, e, MSG_CONSTANT_OVERFLOW());
        return;
    }
    e->constant = true;
    e->integer = r;
}

static double real_of(const Expr *e) {
    return type_host(e->type)->kind == STAR_TYPE_REAL ? e->real
                                                      : (double)e->integer;
}

/* Operations with at least one real operand. The run computes results
 * that are not finite. */
static void reals(Expr *e) {
    const Expr *a = e->left, *b = e->right;
    if (!a->constant || !b->constant || !type_numeric(a->type) ||
        !type_numeric(b->type) || !isfinite(real_of(a)) ||
        !isfinite(real_of(b)) || type_ordinal(e->type) != (e->op >= OP_EQ))
        return;
    const double x = real_of(a), y = real_of(b);
    bool fits = true;
    switch (e->op) {
    case OP_PLUS: fits = op_fadd(x, y, &e->real); break;
    case OP_MINUS: fits = op_fsub(x, y, &e->real); break;
    case OP_TIMES: fits = op_fmul(x, y, &e->real); break;
    case OP_SLASH: fits = op_fdiv(x, y, &e->real); break;
    case OP_EQ: e->integer = x == y; break;
    case OP_NE: e->integer = x != y; break;
    case OP_LT: e->integer = x < y; break;
    case OP_LE: e->integer = x <= y; break;
    case OP_GT: e->integer = x > y; break;
    case OP_GE: e->integer = x >= y; break;
    default: return;
    }
    e->constant = fits;
}

void sema_fold(Sema *s, Expr *e) {
    ordinals(s, e);
    if (!e->constant && e->right != NULL)
        reals(e);
}
