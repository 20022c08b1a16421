/* SPDX-License-Identifier: MIT */
/* Pointers: dynamic variables, the references to them, new and dispose. */
#include "emit/emit.h"

/* ---- References ---- */

/* True if a variable is a dynamic one or a part of one. */
static bool in_heap(const Expr *x) {
    while (x->meaning == MEANS_ELEMENT || x->meaning == MEANS_FIELD ||
           x->meaning == MEANS_COMPONENT || x->meaning == MEANS_WITH ||
           x->meaning == MEANS_BUFFER)
        x = x->left;
    return x->meaning == MEANS_DEREF;
}

/* The variable's record; the outermost one of a name while `hold` is set is
 * referred to, unless it stays. */
Cell emit_deref(Emit *e, Expr *x) {
    const bool hold = e->hold && !e->stays;
    Cell to, pointer;
    e->hold = false;
    x->left->emit.unchecked = true;
    pointer = emit_expr(e, x->left, ANY);
    to = emit_temp(e, STAR_CELL_RECORD);
    emit(e, hold ? STAR_OP_HOLD : STAR_OP_DEREF, to, pointer, 0);
    e->r->holds += hold;
    return to;
}

/* Only dispose makes pointers dangle. One that is followed is checked then. */
bool emit_may_dangle(const Emit *e, const Expr *x) {
    return e->dispose && x->type->kind == STAR_TYPE_POINTER &&
           !x->emit.unchecked;
}

void emit_keep(Emit *e, uint16_t holds, uint16_t pins) {
    Routine *r = e->r;
    if (holds == r->holds && pins == r->pins)
        return;
    r->holds = holds;
    r->pins = pins;
    emit(e, STAR_OP_HELD, holds, pins, 0);
}

/* ---- Pins ----
 *
 * An expression may read an object of a dynamic variable, such as a string,
 * after it has called a function that disposed of the variable. Memory that
 * is disposed of in such a statement is freed behind it. */

/* True if the value is made from an object in the heap while another part of
 * the expression is evaluated. */
static bool reads_heap(const Expr *x) {
    if (x == NULL || x->meaning == MEANS_CALL)
        return false;
    for (; x->kind == EXPR_BINARY; x = x->left)
        if (reads_heap(x->right))
            return true;
    if (in_heap(x) && type_object(x->type))
        return true;
    for (const Expr *a = x->args; a != NULL; a = a->next)
        if (reads_heap(a))
            return true;
    return x->kind != EXPR_FIELD && x->kind != EXPR_DEREF &&
           x->kind != EXPR_INDEX && x->kind != EXPR_WITH &&
           (reads_heap(x->left) || reads_heap(x->right) ||
            reads_heap(x->third));
}

static bool risks_of_call(const Expr *x) {
    bool reads = false, calls = false;
    for (const Expr *a = x->args; a != NULL; a = a->next) {
        reads = reads || reads_heap(a);
        calls = calls || emit_calls(a);
    }
    return reads && calls;
}

static bool calls_in_index(const Expr *x) {
    for (const Expr *a = x->args; a != NULL; a = a->next)
        if (emit_calls(a))
            return true;
    return false;
}

static bool part_risks(const Expr *x) {
    for (const Expr *a = x->args; a != NULL; a = a->next)
        if (emit_risks(a))
            return true;
    return emit_risks(x->left) || emit_risks(x->right) || emit_risks(x->third);
}

bool emit_risks(const Expr *x) {
    if (x != NULL && x->kind == EXPR_BINARY && reads_heap(x) && emit_calls(x))
        return true; /* what a left operand reads and calls, the whole does */
    for (; x != NULL && x->kind == EXPR_BINARY; x = x->left)
        if (emit_risks(x->right))
            return true;
    if (x == NULL || x->meaning == MEANS_WITH)
        return false;
    if (part_risks(x))
        return true;
    if (x->meaning == MEANS_CALL)
        return risks_of_call(x);
    if (x->kind == EXPR_FIELD || x->kind == EXPR_DEREF || x->kind == EXPR_INDEX)
        return calls_in_index(x) && in_heap(x->left);
    return reads_heap(x) && emit_calls(x);
}

/* ---- new and dispose ---- */

static void tie(Emit *e, StarOp op, const Expr *args, Cell record) {
    for (const Expr *a = args->next; a != NULL; a = a->next)
        emit(e, op, record, a->sema.tie->part->number, a->sema.tie->number);
}

void emit_new(Emit *e, Expr *x) {
    Expr *p = x->args;
    Type *type = p->type->variable;
    Cell record = emit_own_temp(e, STAR_CELL_RECORD);
    Cell pointer = emit_temp(e, STAR_CELL_INT);
    emit_layout(e, type);
    emit_wide(e, STAR_OP_NEWREC, record, type->number);
    emit_complete_record(e, record, type);
    tie(e, STAR_OP_TIE, p, record);
    emit(e, STAR_OP_NEW, pointer, record, 0);
    emit_store(e, p, pointer);
}

void emit_dispose(Emit *e, Expr *x) {
    uint16_t variants = 0;
    Cell pointer;
    x->args->emit.unchecked = true;
    pointer = emit_expr(e, x->args, ANY);
    Cell record = emit_temp(e, STAR_CELL_RECORD);
    for (const Expr *a = x->args->next; a != NULL; a = a->next)
        variants++;
    if (variants > 0)
        emit(e, STAR_OP_DEREF, record, pointer, 0);
    tie(e, STAR_OP_TIED, x->args, record);
    emit(e, STAR_OP_DISPOSE, pointer, variants, 0);
}
