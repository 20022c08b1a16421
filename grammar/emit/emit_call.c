/* SPDX-License-Identifier: MIT */
/* Calls of the program's procedures and of primitives. */
#include "emit/emit.h"

/* True if the evaluation of an expression may call a procedure, which would
 * use the cells behind the frame. */
bool emit_calls(const Expr *x) {
    if (x == NULL)
        return false;
    for (; x->kind == EXPR_BINARY; x = x->left)
        if (emit_calls(x->right))
            return true;
    if (x->meaning == MEANS_CALL || emit_calls(x->left) || emit_calls(x->right))
        return true;
    for (const Expr *a = x->args; a != NULL; a = a->next)
        if (emit_calls(a))
            return true;
    return false;
}

static bool later_calls(const Expr *arg) {
    for (arg = arg->next; arg != NULL; arg = arg->next)
        if (emit_calls(arg))
            return true;
    return false;
}

bool emit_checked(const Expr *x, const Type *type) {
    const Type *from = x->type;
    if (type->kind == STAR_TYPE_SET) {
        from = from->element;
        type = type->element;
    }
    const int64_t low = x->constant ? x->integer : from->low;
    const int64_t high = x->constant ? x->integer : from->high;
    return type_ordinal(type) && from->kind != TYPE_NONE &&
           (low < type->low || high > type->high);
}

void emit_check(Emit *e, const Expr *x, Cell cell, Type *type) {
    StarOp op = type->kind != STAR_TYPE_SET ? STAR_OP_RANGE
                : type->small               ? STAR_OP_BRANGE
                                            : STAR_OP_ERANGE;
    if (!emit_checked(x, type))
        return;
    if (type->kind == STAR_TYPE_SET)
        type = type->element;
    StarSpan span = emit_at(e, x->span);
    emit_range(e, op, cell, type);
    emit_at(e, span);
}

/* A procedure as an argument is the address of two cells: its number and
 * the frame that encloses it. */
static Cell routine(Emit *e, const Decl *d, Cell to) {
    Cell pair;
    if (d->param.formal)
        return emit_moved(e, NULL, emit_variable(e, d), to);
    pair = emit_new_cell(e, STAR_CELL_INT, false, NULL);
    emit_new_cell(e, STAR_CELL_REF, false, NULL);
    emit_wide(e, STAR_OP_PROC, pair, d->routine.proc);
    if (d->level >= 1)
        emit(e, STAR_OP_LINK, (Cell)(pair + 1), (Cell)(e->r->level - d->level),
             0);
    if (to == ANY)
        to = emit_temp(e, STAR_CELL_REF);
    emit(e, STAR_OP_REF, to, pair, 0);
    return to;
}

/* References last as long as the call. */
static Cell variable(Emit *e, Expr *arg, const Decl *param, Cell to) {
    Cell cell;
    e->hold = true;
    if (type_object(param->type))
        cell = emit_expr(e, arg, to);
    else
        cell =
            emit_address(e, arg, to != ANY ? to : emit_temp(e, STAR_CELL_REF));
    e->hold = false;
    return cell;
}

static Cell argument(Emit *e, Expr *arg, const Decl *param, Cell to) {
    Cell cell;
    if (param->param.formal)
        return routine(e, arg->decl, to);
    if (param->var) {
        cell = variable(e, arg, param, to);
    } else {
        cell = emit_expr(e, arg, to);
        emit_check(e, arg, cell, param->type);
    }
    if (arg->meaning == MEANS_DEREF && param->type->parts > 0) {
        StarSpan span = emit_at(e, arg->span);
        emit(e, STAR_OP_WHOLE, cell, 0, 0);
        emit_at(e, span);
    }
    return cell;
}

/* An argument goes straight to the callee's frame unless a later one
 * contains a call, which would overwrite it. */
static void arguments(Emit *e, Expr *args, const Decl *params, uint32_t first) {
    const StarSpan span = e->span;
    Mark mark = emit_mark(e);
    uint32_t n = first;
    const Decl *p = params;
    for (Expr *a = args; a != NULL; a = a->next, p = p->next) {
        Cell to = emit_argument(e, n++);
        if (later_calls(a))
            to = p->param.formal || p->var || type_object(p->type)
                     ? ANY
                     : emit_temp(e, type_cell(p->type));
        emit_at(e, a->span);
        a->emit.cell = argument(e, a, p, to);
    }
    n = first;
    for (Expr *a = args; a != NULL; a = a->next, n++) {
        emit_at(e, a->span);
        if (a->emit.cell != emit_argument(e, n))
            emit(e, STAR_OP_MOVE, emit_argument(e, n), a->emit.cell, 0);
    }
    emit_at(e, span);
    emit_release(e, mark);
}

/* True if the callee's frame begins with a link. A procedure that is a
 * parameter may have one: its place is left free. */
static bool has_link(const Decl *d) {
    return d->level >= 1 || d->param.formal;
}

/* The frame that encloses the callee: its link. */
static void link(Emit *e, const Decl *d) {
    if (has_link(d))
        emit(e, STAR_OP_LINK, emit_argument(e, 0),
             (Cell)(e->r->level - d->level), 0);
}

static Cell take_result(Emit *e, const Decl *d, Cell to) {
    Cell from = emit_argument(e, has_link(d));
    StarCellKind kind = type_cell(d->type);
    Cell cell;
    if (!type_object(d->type)) {
        cell = to != ANY ? to : emit_temp(e, kind);
        emit(e, STAR_OP_MOVE, cell, from, 0);
        return cell;
    }
    cell = emit_own_temp(e, kind);
    emit(e, STAR_OP_TAKE, cell, from, 0);
    return cell;
}

Cell emit_call(Emit *e, Expr *x, Cell to) {
    Decl *d = x->decl;
    uint32_t first = (uint32_t)has_link(d) + d->routine.function;
    uint16_t holds = e->r->holds;
    arguments(e, x->kind == EXPR_CALL ? x->args : NULL, d->routine.params,
              first);
    if (d->param.formal) { /* a: settled later */
        emit(e, STAR_OP_CALLP, 0, emit_variable(e, d), 0);
    } else {
        link(e, d);
        emit_wide(e, STAR_OP_CALL, 0, d->routine.proc);
    }
    emit_keep(e, holds, e->r->pins);
    if (!d->routine.function)
        return ANY;
    Cell cell = take_result(e, d, to);
    return emit_moved(e, d->type, cell, to);
}

/* Primitives: operands in the order of the signature. */
Cell emit_prim(Emit *e, Expr *x, Cell to) {
    Cell operand[STAR_MAX_OPERANDS + 2] = {0};
    uint32_t n = 0;
    StarCellKind kind = type_cell(x->type);
    Cell into = to;
    Expr *args = x->kind == EXPR_CALL ? x->args : NULL;
    if (x->type->kind != TYPE_NONE) {
        if (type_object(x->type) && to >= ARGUMENT)
            into = emit_own_temp(e, kind);
        else if (to == ANY)
            into = emit_temp(e, kind);
        operand[n++] = into;
    }
    for (Expr *a = args; a != NULL; a = a->next)
        operand[n++] = emit_expr(e, a, ANY);
    if (x->number == STAR_PRIM_COUNT) {
        emit(e, STAR_OP_SLEN, operand[0], operand[1], 0);
        return into;
    }
    if (x->number == STAR_PRIM_MASK && n == 3) {
        operand[n] = emit_temp(e, STAR_CELL_INT);
        emit(e, star_op_prim(STAR_PRIM_LENGTH), operand[n], operand[1], 0);
        n++;
    }
    if (x->number == STAR_PRIM_TRANDOM && n == 3) {
        operand[n] = emit_temp(e, STAR_CELL_INT);
        emit(e, STAR_OP_LOADI, operand[n++], STAR_COLUMNS, 0);
    }
    emit(e, star_op_prim((StarPrim)x->number), operand[0], operand[1],
         operand[2]);
    if (n > 3)
        emit_args(e, operand[3], operand[4], operand[5]);
    return emit_moved(e, x->type, into, to);
}
