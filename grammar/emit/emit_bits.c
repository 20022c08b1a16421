/* SPDX-License-Identifier: MIT */
/* Operators on slices and words. One operator is a primitive; more of them
 * are one fused expression that is evaluated in one pass over memory. */

#include "emit/loop_lowering.h"

typedef struct Fuse {
    Emit *e;
    uint8_t *code;
    StarSpan *span;
    uint32_t length, room, span_room;
    Cell operand[STAR_FUSE_MAX_OPERANDS];
    uint32_t operands;
    uint32_t depth, deepest;
    Cell to; /* where parts of a very long chain go */
} Fuse;

/* A chain is evaluated in parts of so many operands; a longer one that is the
 * right operand of an operator goes to a bit vector of its own. */
enum { PART_OPERANDS = STAR_FUSE_MAX_OPERANDS / 4 };

static bool is_operation(const Expr *x) {
    return x->meaning == MEANS_OPERATION && !x->analysis.hoisted;
}

static void code(Fuse *f, uint8_t byte, StarSpan span) {
    f->code = arena_grow(f->e->arena, f->code, f->length, &f->room, 1);
    f->span = arena_grow(f->e->arena, f->span, f->length, &f->span_room,
                         sizeof *f->span);
    f->span[f->length] = span;
    f->code[f->length++] = byte;
}

static void operand(Fuse *f, Cell cell, StarSpan span) {
    uint32_t k = 0;
    while (k < f->operands && f->operand[k] != cell)
        k++;
    if (k == f->operands)
        f->operand[f->operands++] = cell;
    code(f, (uint8_t)(STAR_FUSE_OPERAND + k), span);
    if (++f->depth > f->deepest)
        f->deepest = f->depth;
}

static void finish(Fuse *f, Cell to) {
    Emit *e = f->e;
    StarProgram *p = e->program;
    p->fuse = arena_grow(e->lasting, p->fuse, p->fuses, &e->fuse_room,
                         sizeof *p->fuse);
    p->fuse[p->fuses] = (StarFuseInfo){{.length = (uint16_t)f->length,
                                        .operands = (uint16_t)f->operands,
                                        .depth = (uint16_t)f->deepest,
                                        .code = f->code},
                                       f->span};
    if (p->fuses >= UINT16_MAX)
        diag_error(e->diag, e->span, MSG_TOO_MANY_LINE_EXPRESSIONS());
    emit(e, STAR_OP_FUSE, to, (Cell)p->fuses++, (Cell)f->operands);
    for (uint32_t k = 0; k < f->operands; k += 3)
        emit_args(e, f->operand[k], f->operand[k + 1 < f->operands ? k + 1 : k],
                  f->operand[k + 2 < f->operands ? k + 2 : k]);
}

/* Evaluates the code so far, which leaves one value on the stack, and begins
 * the next part with that value. */
static void evaluate_part(Fuse *f, StarSpan span) {
    Cell to = emit_own_temp(f->e, STAR_CELL_BITS);
    finish(f, to);
    f->code = NULL;
    f->span = NULL;
    f->length = f->room = f->span_room = 0;
    f->operands = f->depth = f->deepest = 0;
    operand(f, to, span);
}

/* Operands of an expression, repeated ones too; a chain leans left. */
static uint32_t leaves(const Expr *x) {
    uint32_t n = 1;
    for (; is_operation(x); x = x->left)
        if (x->kind == EXPR_BINARY)
            n += leaves(x->right);
    return n;
}

static void expression(Fuse *f, Expr *x);

static void binary(Fuse *f, const Expr *x) {
    static const uint8_t ops[] = {[OP_AND] = STAR_FUSE_AND,
                                  [OP_OR] = STAR_FUSE_OR,
                                  [OP_XOR] = STAR_FUSE_XOR};
    Expr *right = x->right;
    uint8_t op = ops[x->op];
    if (op == STAR_FUSE_AND && is_operation(right) && right->op == OP_NOT) {
        right = right->left;
        op = STAR_FUSE_ANDN;
    }
    if (leaves(right) > PART_OPERANDS)
        operand(f, emit_expr(f->e, right, ANY), right->span);
    else
        expression(f, right);
    code(f, op, x->span);
    f->depth--;
}

/* A chain's left spine is climbed from its lowest operand. */
static void expression(Fuse *f, Expr *x) {
    Expr *spine = NULL;
    for (; is_operation(x) && x->kind == EXPR_BINARY; x = x->left) {
        x->sema.up = spine;
        spine = x;
    }
    if (is_operation(x)) {
        expression(f, x->left);
        code(f, STAR_FUSE_NOT, x->span);
    } else {
        operand(f, emit_expr(f->e, x, ANY), x->span);
    }
    while (spine != NULL) {
        Expr *up = spine->sema.up;
        if (f->depth == 1 && f->length > 2 * PART_OPERANDS)
            evaluate_part(f, spine->left->span);
        binary(f, spine);
        spine = up;
    }
}

static bool is_leaf(const Expr *x) {
    return !is_operation(x);
}

/* X and not Y, of leaves. */
static bool is_and_not(const Expr *x) {
    return x->kind == EXPR_BINARY && x->op == OP_AND && is_leaf(x->left) &&
           is_operation(x->right) && x->right->op == OP_NOT &&
           is_leaf(x->right->left);
}

Cell emit_bits(Emit *e, Expr *x, Cell to) {
    static const StarPrim prim[] = {[OP_AND] = STAR_PRIM_AND,
                                    [OP_OR] = STAR_PRIM_OR,
                                    [OP_XOR] = STAR_PRIM_XOR,
                                    [OP_NOT] = STAR_PRIM_NOT};
    Cell into;
    if (x->analysis.hoisted)
        return emit_moved(e, x->type, hoist_value(e, x), to);
    into = to >= ARGUMENT ? emit_own_temp(e, STAR_CELL_BITS) : to;
    if (is_leaf(x->left) &&
        (x->kind == EXPR_UNARY || is_leaf(x->right) || is_and_not(x))) {
        bool and_not = is_and_not(x);
        Expr *right = and_not ? x->right->left : x->right;
        Cell a = emit_expr(e, x->left, ANY);
        Cell b = right != NULL ? emit_expr(e, right, ANY) : 0;
        emit(e, and_not ? STAR_OP_ANDNL : star_op_prim(prim[x->op]), into, a,
             b);
    } else {
        Fuse f = {.e = e};
        expression(&f, x);
        finish(&f, into);
    }
    return emit_moved(e, x->type, into, to);
}
