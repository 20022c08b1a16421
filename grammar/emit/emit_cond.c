/* SPDX-License-Identifier: MIT */
/* Conditions: compiled to jumps, never to values unless a value is
 * wanted. */
#include "emit/emit.h"

static bool small(const Expr *x) {
    return x->constant && x->kind != EXPR_TEXT &&
           x->integer == (int16_t)x->integer;
}

/* Jumps if a op b is `sense`. Jumping on false is jumping on the opposite
 * comparison; > and >= exchange the operands. */
static void integers(Emit *e, Expr *x, bool sense, Label *label) {
    static const uint8_t opposite[] = {
        [OP_EQ] = OP_NE, [OP_NE] = OP_EQ, [OP_LT] = OP_GE,
        [OP_LE] = OP_GT, [OP_GT] = OP_LE, [OP_GE] = OP_LT};
    static const StarOp constant[] = {
        [OP_EQ] = STAR_OP_JEQK, [OP_NE] = STAR_OP_JNEK, [OP_LT] = STAR_OP_JLTK,
        [OP_LE] = STAR_OP_JLEK, [OP_GT] = STAR_OP_JGTK, [OP_GE] = STAR_OP_JGEK};
    static const StarOp cells[] = {
        [OP_EQ] = STAR_OP_JEQ, [OP_NE] = STAR_OP_JNE, [OP_LT] = STAR_OP_JLT,
        [OP_LE] = STAR_OP_JLE, [OP_GT] = STAR_OP_JLT, [OP_GE] = STAR_OP_JLE};
    uint8_t op = sense ? x->op : opposite[x->op];
    if (e->dispose && x->right->kind == EXPR_NIL) {
        x->left->emit.unchecked = true;
        emit_jump(e, label, op == OP_EQ ? STAR_OP_JNIL : STAR_OP_JNNIL,
                  emit_expr(e, x->left, ANY), 0);
        return;
    }
    Cell a = emit_expr(e, x->left, ANY);
    if (small(x->right)) {
        emit_jump(e, label, constant[op], a, (Cell)x->right->integer);
        return;
    }
    Cell b = emit_expr(e, x->right, ANY);
    if (op == OP_GT || op == OP_GE)
        emit_jump(e, label, cells[op], b, a);
    else
        emit_jump(e, label, cells[op], a, b);
}

/* With not-a-number, not (a < b) is not b <= a: there are jumps for
 * both. */
static void reals(Emit *e, Expr *x, bool sense, Label *label) {
    static const StarOp jump[][2] = {[OP_EQ] = {STAR_OP_JFNE, STAR_OP_JFEQ},
                                     [OP_NE] = {STAR_OP_JFEQ, STAR_OP_JFNE},
                                     [OP_LT] = {STAR_OP_JFNLT, STAR_OP_JFLT},
                                     [OP_LE] = {STAR_OP_JFNLE, STAR_OP_JFLE},
                                     [OP_GT] = {STAR_OP_JFNLT, STAR_OP_JFLT},
                                     [OP_GE] = {STAR_OP_JFNLE, STAR_OP_JFLE}};
    Cell a = emit_expr(e, x->left, ANY);
    Cell b = emit_expr(e, x->right, ANY);
    if (x->op == OP_GT || x->op == OP_GE)
        emit_jump(e, label, jump[x->op][sense], b, a);
    else
        emit_jump(e, label, jump[x->op][sense], a, b);
}

static void lines(Emit *e, Expr *x, bool sense, Label *label) {
    Cell result = emit_temp(e, STAR_CELL_INT);
    Cell a = emit_expr(e, x->left, ANY);
    Cell b = emit_expr(e, x->right, ANY);
    emit(e, star_op_prim(STAR_PRIM_EQ), result, a, b);
    emit_jump(e, label, sense == (x->op == OP_EQ) ? STAR_OP_JT : STAR_OP_JF,
              result, 0);
}

static bool stringy(const Expr *x) {
    return x->convert == CONVERT_STRING || x->type->kind == STAR_TYPE_STRING ||
           x->type->kind == TYPE_TEXT;
}

/* Strings are compared to -1, 0 or 1, and that with 0; two arrays of characters
 * as they are, unless a call might alter the first one. */
static void strings(Emit *e, Expr *x, bool sense, Label *label) {
    static const StarOp jump[][2] = {[OP_EQ] = {STAR_OP_JNEK, STAR_OP_JEQK},
                                     [OP_NE] = {STAR_OP_JEQK, STAR_OP_JNEK},
                                     [OP_LT] = {STAR_OP_JGEK, STAR_OP_JLTK},
                                     [OP_LE] = {STAR_OP_JGTK, STAR_OP_JLEK},
                                     [OP_GT] = {STAR_OP_JLEK, STAR_OP_JGTK},
                                     [OP_GE] = {STAR_OP_JLTK, STAR_OP_JGEK}};
    const bool chars = x->left->type->kind == STAR_TYPE_ARRAY &&
                       x->right->type->kind == STAR_TYPE_ARRAY &&
                       !emit_calls(x->right);
    Cell result = emit_temp(e, STAR_CELL_INT);
    x->left->emit.chars = x->right->emit.chars = chars;
    Cell a = emit_expr(e, x->left, ANY);
    Cell b = emit_expr(e, x->right, ANY);
    emit(e, chars ? STAR_OP_ACMP : STAR_OP_SCMP, result, a, b);
    emit_jump(e, label, jump[x->op][sense], result, 0);
}

static void comparison(Emit *e, Expr *x, bool sense, Label *label) {
    if (x->right->type->kind == STAR_TYPE_SET)
        emit_set_condition(e, x, sense, label);
    else if (type_bits(x->left->type))
        lines(e, x, sense, label);
    else if (stringy(x->left) || stringy(x->right))
        strings(e, x, sense, label);
    else if (x->left->type->kind == STAR_TYPE_REAL ||
             x->left->convert == CONVERT_REAL)
        reals(e, x, sense, label);
    else
        integers(e, x, sense, label);
}

/* a and b jumps on false as soon as one is false; on true it first skips
 * past the second. The chain a and b and c leans left; its operands are
 * visited from the lowest. */
static void connective(Emit *e, Expr *x, bool sense, Label *label) {
    Label skip = {0};
    uint8_t op = x->op;
    bool leave = (op == OP_AND) == sense; /* must all operands agree? */
    Expr *spine = NULL, *p = x;
    for (; p->kind == EXPR_BINARY && p->op == op && !p->constant &&
           p->type->kind == STAR_TYPE_BOOLEAN;
         p = p->left) {
        p->sema.up = spine;
        spine = p;
    }
    emit_condition(e, p, leave ? !sense : sense, leave ? &skip : label);
    for (; spine != x; spine = spine->sema.up)
        emit_condition(e, spine->right, leave ? !sense : sense,
                       leave ? &skip : label);
    emit_condition(e, x->right, sense, label);
    emit_label(e, &skip);
}

/* The same where all operands are evaluated: each into a cell, which that of
 * the left one takes over unless it decides. */
static void both(Emit *e, Expr *x, bool sense, Label *label) {
    const Cell left = emit_temp(e, STAR_CELL_INT);
    Expr *spine = NULL, *p = x;
    for (; p->kind == EXPR_BINARY && p->both && !p->constant; p = p->left) {
        p->sema.up = spine;
        spine = p;
    }
    emit_expr(e, p, left);
    for (; spine != NULL; spine = spine->sema.up) {
        Label decided = {0};
        Cell right = emit_expr(e, spine->right, ANY);
        emit_jump(e, &decided, spine->op == OP_AND ? STAR_OP_JF : STAR_OP_JT,
                  left, 0);
        emit(e, STAR_OP_MOVE, left, right, 0);
        emit_label(e, &decided);
    }
    emit_jump(e, label, sense ? STAR_OP_JT : STAR_OP_JF, left, 0);
}

static bool bits_predicate(const Expr *x) {
    return x->meaning == MEANS_PRIM &&
           (x->number == STAR_PRIM_SOME || x->number == STAR_PRIM_ZERO);
}

static void condition(Emit *e, Expr *x, bool sense, Label *label) {
    if (x->constant) {
        if ((x->integer != 0) == sense)
            emit_jump(e, label, STAR_OP_JMP, 0, 0);
    } else if (x->kind == EXPR_UNARY && x->op == OP_NOT) {
        emit_condition(e, x->left, !sense, label);
    } else if (x->kind == EXPR_BINARY && (x->op == OP_AND || x->op == OP_OR)) {
        (x->both ? both : connective)(e, x, sense, label);
    } else if (x->kind == EXPR_BINARY && x->op >= OP_EQ) {
        comparison(e, x, sense, label);
    } else if (bits_predicate(x)) {
        bool some = (x->number == STAR_PRIM_SOME) == sense;
        emit_jump(e, label, some ? STAR_OP_JSOME : STAR_OP_JZERO,
                  emit_expr(e, x->args, ANY), 0);
    } else {
        emit_jump(e, label, sense ? STAR_OP_JT : STAR_OP_JF,
                  emit_expr(e, x, ANY), 0);
    }
}

void emit_condition(Emit *e, Expr *x, bool sense, Label *label) {
    StarSpan span = emit_at(e, x->span);
    Mark mark = emit_mark(e);
    condition(e, x, sense, label);
    emit_release(e, mark);
    emit_at(e, span);
}
