/* SPDX-License-Identifier: MIT */
/* Operators on slices and words. One operator is a primitive; more of them
 * are one fused expression that is evaluated in one pass over memory. */

#include "emit/loop_lowering.h"

#include <string.h>

typedef struct Fuse {
    Emit *e;
    uint8_t *code;
    uint32_t length, room;
    StarPlanOperand operand[STAR_FUSE_MAX_OPERANDS];
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

static void code(Fuse *f, uint8_t byte) {
    f->code = arena_grow(f->e->arena, f->code, f->length, &f->room, 1);
    f->code[f->length++] = byte;
}

static void operand(Fuse *f, Cell cell) {
    uint32_t k = 0;
    while (k < f->operands && f->operand[k].cell != cell)
        k++;
    if (k == f->operands)
        f->operand[f->operands++] = (StarPlanOperand){STAR_PLAN_WHOLE, cell};
    code(f, (uint8_t)(STAR_FUSE_OPERAND + k));
    if (++f->depth > f->deepest)
        f->deepest = f->depth;
}

static void finish(Fuse *f, Cell to) {
    Emit *e = f->e;
    StarPlanOp *s = arena_alloc(e->arena, 1, sizeof *s);
    StarPlanOperand *o = arena_alloc(e->arena, f->operands, sizeof *o);
    memcpy(o, f->operand, f->operands * sizeof *o);
    *s = (StarPlanOp){.op = STAR_PLAN_MAP,
                      .target = to,
                      .fuse = {.length = (uint16_t)f->length,
                               .operands = (uint16_t)f->operands,
                               .depth = (uint16_t)f->deepest,
                               .code = f->code},
                      .operand = o};
    if (e->program->plans >= UINT16_MAX)
        diag_error(e->diag, e->span, MSG_TOO_MANY_LINE_EXPRESSIONS());
    emit_plan(e, (StarPlan){.space = STAR_SPACE_NONE, .ops = 1, .op = s}, to,
              STAR_NO_CELL);
}

/* Evaluates the code so far, which leaves one value on the stack, and begins
 * the next part with that value. */
static void evaluate_part(Fuse *f) {
    Cell to = emit_own_temp(f->e, STAR_CELL_BITS);
    finish(f, to);
    f->code = NULL;
    f->length = f->room = 0;
    f->operands = f->depth = f->deepest = 0;
    operand(f, to);
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
        operand(f, emit_expr(f->e, right, ANY));
    else
        expression(f, right);
    code(f, op);
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
        code(f, STAR_FUSE_NOT);
    } else {
        operand(f, emit_expr(f->e, x, ANY));
    }
    while (spine != NULL) {
        Expr *up = spine->sema.up;
        if (f->depth == 1 && f->length > 2 * PART_OPERANDS)
            evaluate_part(f);
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
