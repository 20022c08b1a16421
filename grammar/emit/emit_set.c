/* SPDX-License-Identifier: MIT */
/* Sets: a small one is one cell, a large one an object. */
#include "emit/emit.h"

/* True if the converted value of an expression is an object. */
static bool is_large(const Expr *x) {
    return x->convert == CONVERT_WIDE ||
           (!x->type->small && x->convert != CONVERT_NARROW);
}

/* ---- Constructors ---- */

typedef struct Element {
    Cell low, high;
} Element;

static bool is_constant(const Expr *x) {
    return x->kind == EXPR_RANGE ? x->left->constant && x->right->constant
                                 : x->constant;
}

/* The constant elements of a small set. */
static uint64_t constants(const Expr *set) {
    uint64_t bits = 0;
    for (const Expr *x = set->args; x != NULL; x = x->next) {
        if (!is_constant(x))
            continue;
        bool range = x->kind == EXPR_RANGE;
        int64_t low = (range ? x->left : x)->integer;
        int64_t high = (range ? x->right : x)->integer;
        if (low <= high)
            bits |= (UINT64_C(2) << high) - (UINT64_C(1) << low);
    }
    return bits;
}

/* Evaluates the elements, for a small set those that are not constant. The
 * type of a set that is assigned may be narrower than its elements'. */
static Element *elements(Emit *e, const Expr *set, bool small,
                         uint32_t *count) {
    Element *element;
    uint32_t n = 0;
    for (const Expr *x = set->args; x != NULL; x = x->next)
        n++;
    element = arena_alloc(e->arena, n, sizeof *element);
    n = 0;
    for (Expr *x = set->args; x != NULL; x = x->next) {
        if (small && is_constant(x))
            continue;
        if (x->kind == EXPR_RANGE) {
            element[n].low = emit_expr(e, x->left, ANY);
            element[n].high = emit_expr(e, x->right, ANY);
        } else {
            element[n].low = element[n].high = emit_expr(e, x, ANY);
            emit_check(e, x, element[n].low, set->type->element);
        }
        n++;
    }
    *count = n;
    return element;
}

Cell emit_set(Emit *e, Expr *x, Cell to) {
    uint32_t n;
    bool small = x->type->small;
    Element *element = elements(e, x, small, &n);
    Cell into;
    if (small) {
        into = to != ANY ? to : emit_temp(e, STAR_CELL_INT);
        emit_integer(e, into, (int64_t)constants(x));
    } else {
        into = emit_own_temp(e, STAR_CELL_SET);
        emit(e, STAR_OP_ECLEAR, into, 0, 0);
    }
    for (uint32_t k = 0; k < n; k++)
        emit(e, small ? STAR_OP_BITS : STAR_OP_EADD, into, element[k].low,
             element[k].high);
    return emit_moved(e, x->type, into, to);
}

/* ---- Operators ---- */

static const StarOp of_small[] = {[OP_PLUS] = STAR_OP_OR,
                                  [OP_TIMES] = STAR_OP_AND,
                                  [OP_MINUS] = STAR_OP_ANDN};

static void small_operation(Emit *e, Expr *x, Cell left, Cell to) {
    emit(e, of_small[x->op], to, left, emit_expr(e, x->right, ANY));
}

/* Elements that are written out go straight into the result. */
static void large_operation(Emit *e, Expr *x, Cell left, Cell to) {
    static const StarOp op[] = {[OP_PLUS] = STAR_OP_EOR,
                                [OP_TIMES] = STAR_OP_EAND,
                                [OP_MINUS] = STAR_OP_EANDN};
    uint32_t n;
    if (x->right->meaning != MEANS_SET || x->op == OP_TIMES) {
        emit(e, op[x->op], to, left, emit_expr(e, x->right, ANY));
        return;
    }
    Element *element = elements(e, x->right, false, &n);
    emit(e, STAR_OP_ECOPY, to, left, 0);
    for (uint32_t k = 0; k < n; k++)
        emit(e, x->op == OP_PLUS ? STAR_OP_EADD : STAR_OP_EDEL, to,
             element[k].low, element[k].high);
}

/* The chain's spine is climbed from its lowest operand; only the last
 * operation has the destination. */
Cell emit_set_operation(Emit *e, Expr *x, Cell to) {
    Expr *spine = NULL, *p = x;
    Cell temp[2] = {ANY, ANY}, left, into = ANY;
    do {
        p->sema.up = spine;
        spine = p;
        p = p->left;
    } while (p->meaning == MEANS_OPERATION && p->convert == CONVERT_NONE);
    left = emit_expr(e, p, ANY);
    for (; spine != NULL; spine = spine->sema.up) {
        bool large = is_large(spine->left);
        StarSpan span = emit_at(e, spine->span);
        if (temp[large] == ANY)
            temp[large] = large ? emit_own_temp(e, STAR_CELL_SET)
                                : emit_temp(e, STAR_CELL_INT);
        into = spine == x && to != ANY && (!large || to < ARGUMENT)
                   ? to
                   : temp[large];
        (large ? large_operation : small_operation)(e, spine, left, into);
        left = into;
        emit_at(e, span);
    }
    return emit_moved(e, x->type, into, to);
}

/* ---- Conditions ---- */

/* x in [a, b..c] compares, without a set. */
static void among(Emit *e, Expr *x, bool sense, Label *label) {
    Cell value = emit_expr(e, x->left, ANY);
    Label out = {0}, *found = sense ? label : &out;
    uint32_t n;
    Element *element = elements(e, x->right, false, &n);
    for (uint32_t k = 0; k < n; k++) {
        Label next = {0};
        if (element[k].low == element[k].high) {
            emit_jump(e, found, STAR_OP_JEQ, value, element[k].low);
            continue;
        }
        emit_jump(e, &next, STAR_OP_JLT, value, element[k].low);
        emit_jump(e, found, STAR_OP_JLE, value, element[k].high);
        emit_label(e, &next);
    }
    if (!sense) {
        emit_jump(e, label, STAR_OP_JMP, 0, 0);
        emit_label(e, &out);
    }
}

static bool all_constant(const Expr *set) {
    for (const Expr *x = set->args; x != NULL; x = x->next)
        if (!is_constant(x))
            return false;
    return true;
}

static Cell in_large(Emit *e, Cell value, Expr *set) {
    const Cell result = emit_temp(e, STAR_CELL_INT);
    emit(e, STAR_OP_EIN, result, value, emit_expr(e, set, ANY));
    return result;
}

/* x in a + b asks both, without their union, but not one that is written out:
 * it may be larger than what it takes from a. */
static bool asks_both(const Expr *set) {
    return set->meaning == MEANS_OPERATION && set->convert == CONVERT_NONE &&
           is_large(set) && set->right->meaning != MEANS_SET;
}

static Cell in_operation(Emit *e, Cell value, const Expr *set) {
    const StarSpan span = emit_at(e, set->span);
    const Cell result = in_large(e, value, set->left);
    emit(e, of_small[set->op], result, result, in_large(e, value, set->right));
    emit_at(e, span);
    return result;
}

void emit_set_condition(Emit *e, Expr *x, bool sense, Label *label) {
    bool large = is_large(x->right), swap = x->op == OP_GE;
    if (x->op == OP_IN && x->right->meaning == MEANS_SET &&
        (large || !all_constant(x->right))) {
        among(e, x, sense, label);
        return;
    }
    Cell a = emit_expr(e, x->left, ANY);
    if (x->op == OP_IN && asks_both(x->right)) {
        a = in_operation(e, a, x->right);
        emit_jump(e, label, sense ? STAR_OP_JT : STAR_OP_JF, a, 0);
        return;
    }
    Cell result = emit_temp(e, STAR_CELL_INT);
    Cell b = emit_expr(e, x->right, ANY);
    if (x->op == OP_IN) {
        emit(e, large ? STAR_OP_EIN : STAR_OP_IN, result, a, b);
    } else if (x->op == OP_LE || x->op == OP_GE) {
        emit(e, large ? STAR_OP_ELE : STAR_OP_ANDN, result, swap ? b : a,
             swap ? a : b);
        sense = sense == large; /* small: true if the difference is empty */
    } else {
        emit(e, large ? STAR_OP_EEQ : STAR_OP_EQI, result, a, b);
        sense = sense == (x->op == OP_EQ);
    }
    emit_jump(e, label, sense ? STAR_OP_JT : STAR_OP_JF, result, 0);
}
