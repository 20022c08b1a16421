/* Operations on constants. */
#include <math.h>

#include "sema/sema.h"

static void ordinals(Sema *s, Expr *e) {
    const Expr *a = e->left, *b = e->right;
    int64_t r = 0;
    bool bad = false;
    if (!a->constant || (b != NULL && !b->constant) || !type_ordinal(e->type) ||
        !type_ordinal(a->type) || (b != NULL && !type_ordinal(b->type)) ||
        a->kind == EXPR_TEXT || (b != NULL && b->kind == EXPR_TEXT))
        return;
    int64_t x = a->integer, y = b != NULL ? b->integer : 0;
    switch (e->op) {
    case OP_PLUS:
        bad = b != NULL ? __builtin_add_overflow(x, y, &r) : (r = x, false);
        break;
    case OP_MINUS:
        bad = b != NULL ? __builtin_sub_overflow(x, y, &r) : (r = -x, false);
        break;
    case OP_TIMES: bad = __builtin_mul_overflow(x, y, &r); break;
    case OP_DIV:
        if (y == 0)
            return;
        r = x / y;
        break;
    case OP_MOD:
        if (y <= 0)
            return;
        r = x % y < 0 ? x % y + y : x % y;
        break;
    case OP_NOT: r = !x; break;
    case OP_AND: r = x & y; break;
    case OP_OR: r = x | y; break;
    case OP_XOR: r = x ^ y; break;
    case OP_EQ: r = x == y; break;
    case OP_NE: r = x != y; break;
    case OP_LT: r = x < y; break;
    case OP_LE: r = x <= y; break;
    case OP_GT: r = x > y; break;
    case OP_GE: r = x >= y; break;
    default: return;
    }
    if (bad || r == INT64_MIN) {
        diag_error(s->diag, STAR_CONSTANTOVERFLOW, e->span,
                   "this constant lies outside -maxint..maxint");
        e->type = &s->types.error;
        return;
    }
    e->constant = true;
    e->integer = r;
}

static double real_of(const Expr *e) {
    return type_host(e->type)->kind == STAR_TYPE_REAL ? e->real
                                                      : (double)e->integer;
}

/* Those of which one at least is real. What is no real is left to the run. */
static void reals(Expr *e) {
    const Expr *a = e->left, *b = e->right;
    if (!a->constant || !b->constant || !type_numeric(a->type) ||
        !type_numeric(b->type) || !isfinite(real_of(a)) ||
        !isfinite(real_of(b)) || type_ordinal(e->type) != (e->op >= OP_EQ))
        return;
    const double x = real_of(a), y = real_of(b);
    switch (e->op) {
    case OP_PLUS: e->real = x + y; break;
    case OP_MINUS: e->real = x - y; break;
    case OP_TIMES: e->real = x * y; break;
    case OP_SLASH: e->real = x / y; break;
    case OP_EQ: e->integer = x == y; break;
    case OP_NE: e->integer = x != y; break;
    case OP_LT: e->integer = x < y; break;
    case OP_LE: e->integer = x <= y; break;
    case OP_GT: e->integer = x > y; break;
    case OP_GE: e->integer = x >= y; break;
    default: return;
    }
    e->constant = e->op >= OP_EQ || isfinite(e->real);
}

void sema_fold(Sema *s, Expr *e) {
    ordinals(s, e);
    if (!e->constant && e->right != NULL)
        reals(e);
}
