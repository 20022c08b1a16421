/* SPDX-License-Identifier: MIT */
#include "analysis/fuel.h"
#include "emit/loop_lowering.h"

/* A value goes straight to a variable of this frame; to other targets by
 * way of a cell. A value that must be checked first is. */
static bool direct(const Emit *e, const Stmt *st) {
    const Expr *t = st->lvalue, *v = st->value;
    const Decl *d = t->decl;
    if (t->meaning != MEANS_VARIABLE && t->meaning != MEANS_RESULT)
        return false;
    if (emit_checked(v, t->type))
        return false;
    if (type_object(t->type))
        return true;
    return !d->var && d->level + (d->kind == DECL_PROC) == e->r->level;
}

static bool joins(const Expr *x) {
    return x->kind == EXPR_BINARY && x->type->kind == STAR_TYPE_STRING &&
           !x->constant && x->convert == CONVERT_NONE && !emit_calls(x->right);
}

/* s := s + a + b becomes s := s + (a + b), which appends to the text of s in
 * its place. A call in a or b might change s. */
static void append(Expr *x, const Decl *target) {
    Expr *low = x;
    while (joins(low) && low->left->kind == EXPR_BINARY)
        low = low->left;
    if (low == x || !joins(low) || low->left->kind != EXPR_NAME ||
        low->left->decl != target)
        return;
    Expr *s = low->left, *right = x->right;
    for (Expr *p = x->left;; p = p->left) {
        Expr *below = p->right;
        p->right = right;
        right = below;
        if (p == low)
            break;
    }
    low->left = right;
    x->right = x->left;
    x->left = s;
}

static void assignment(Emit *e, Stmt *st) {
    Expr *t = st->lvalue;
    if (direct(e, st)) {
        append(st->value, t->decl);
        emit_expr(e, st->value, emit_variable(e, t->decl));
        return;
    }
    bool part = type_object(t->type) && t->meaning != MEANS_PRIM &&
                !emit_checked(st->value, t->type) && !emit_calls(st->value);
    Cell to = part ? emit_expr(e, t, ANY) : ANY;
    Cell value = emit_expr(e, st->value, to);
    emit_check(e, st->value, value, t->type);
    if (to == ANY)
        emit_store(e, t, value);
}

static void if_statement(Emit *e, Stmt *st) {
    Label no = {0}, end = {0};
    emit_condition(e, st->value, false, &no);
    emit_statements(e, st->body);
    if (st->other != NULL)
        emit_jump(e, &end, STAR_OP_JMP, 0, 0);
    emit_label(e, &no);
    emit_statements(e, st->other);
    emit_label(e, &end);
}

/* The condition is compiled twice, so that an iteration has one jump. */
static void while_statement(Emit *e, Stmt *st) {
    Label end = {0}, again = {0};
    uint32_t steps = fuel_of_condition(st->value);
    hoist_loop(e, st);
    emit_steps(e, st->value->span, steps);
    emit_condition(e, st->value, false, &end);
    loops_emit(e, st, 0);
    uint32_t top = e->program->length;
    emit_statements(e, st->body);
    emit_steps(e, st->value->span, steps);
    emit_condition(e, st->value, true, &again);
    emit_label_at(e, &again, top);
    emit_label(e, &end);
}

static void repeat_statement(Emit *e, Stmt *st) {
    Label again = {0};
    hoist_loop(e, st);
    uint32_t top = e->program->length;
    emit_statements(e, st->body);
    emit_steps(e, st->value->span, fuel_of_condition(st->value));
    emit_condition(e, st->value, false, &again);
    emit_label_at(e, &again, top);
}

static void undefine(Emit *e, const Decl *d) {
    if (d->analysis.wanted || e->watched)
        emit(e, STAR_OP_NOINT, d->cell, 0, 0);
}

/* The control variable's cell counts; the limit has a cell of its own. */
static void for_statement(Emit *e, Stmt *st) {
    Decl *d = st->lvalue->decl;
    Expr *from = st->value, *to = st->limit;
    Label end = {0};
    bool runs = from->constant && to->constant &&
                (st->down ? from->integer >= to->integer
                          : from->integer <= to->integer);
    hoist_loop(e, st);
    Cell limit = emit_temp(e, STAR_CELL_INT);
    Cell first = runs ? d->cell : emit_temp(e, STAR_CELL_INT);
    emit_expr(e, from, first);
    emit_expr(e, to, limit);
    if (!runs)
        emit_jump(e, &end, STAR_OP_JLT, st->down ? first : limit,
                  st->down ? limit : first);
    emit_check(e, from, first, d->type);
    emit_check(e, to, limit, d->type);
    if (!runs)
        emit(e, STAR_OP_MOVE, d->cell, first, 0);
    const PairLoop around = e->pairs;
    loops_emit(e, st, limit);
    uint32_t top = e->program->length;
    loops_emit_top(e, st, limit);
    emit_steps(e, st->span, 1);
    emit_statements(e, st->body);
    e->pairs = around;
    emit_jump_back(e, top, st->down ? STAR_OP_FORDOWN : STAR_OP_FORUP, d->cell,
                   limit);
    emit_label(e, &end);
    undefine(e, d);
}

static bool small(int64_t value) {
    return value == (int16_t)value;
}

static void case_label(Emit *e, Cell value, const CaseLabel *l, Label *body) {
    int64_t low = l->low->integer;
    int64_t high = l->high != NULL ? l->high->integer : low;
    Label next = {0};
    Cell bound;
    if (small(low) && small(high)) {
        if (low != high) {
            emit_jump(e, &next, STAR_OP_JLTK, value, (Cell)low);
            emit_jump(e, body, STAR_OP_JLEK, value, (Cell)high);
            emit_label(e, &next);
        } else {
            emit_jump(e, body, STAR_OP_JEQK, value, (Cell)low);
        }
        return;
    }
    bound = emit_temp(e, STAR_CELL_INT);
    emit_integer(e, bound, low);
    emit_jump(e, &next, STAR_OP_JLT, value, bound);
    emit_integer(e, bound, high);
    emit_jump(e, body, STAR_OP_JLE, value, bound);
    emit_label(e, &next);
}

static void case_statement(Emit *e, Stmt *st) {
    Label end = {0};
    Cell value = emit_expr(e, st->value, ANY);
    uint32_t arms = 0, k = 0;
    for (CaseArm *a = st->arms; a != NULL; a = a->next)
        arms++;
    Label *body = arena_alloc(e->arena, arms, sizeof *body);
    for (CaseArm *a = st->arms; a != NULL; a = a->next, k++)
        for (CaseLabel *l = a->labels; l != NULL; l = l->next)
            case_label(e, value, l, &body[k]);
    if (st->otherwise) {
        emit_statements(e, st->other);
        emit_jump(e, &end, STAR_OP_JMP, 0, 0);
    } else {
        StarSpan span = emit_at(e, st->value->span);
        emit_range(e, STAR_OP_NOCASE, value, st->value->type);
        emit_at(e, span);
    }
    k = 0;
    for (CaseArm *a = st->arms; a != NULL; a = a->next) {
        emit_label(e, &body[k++]);
        emit_statements(e, a->body);
        if (a->next != NULL)
            emit_jump(e, &end, STAR_OP_JMP, 0, 0);
    }
    emit_label(e, &end);
}

/* A goto may come from where the frame has more references and pins. */
static void labelled(Emit *e, Stmt *st) {
    st->lvalue->decl->label.place = e->program->length;
    if (e->heap)
        emit(e, STAR_OP_HELD, e->r->holds, e->r->pins, 0);
    emit_statements(e, st->body);
}

/* A label of a block around is reached by leaving calls. */
static void goto_statement(Emit *e, Stmt *st) {
    Decl *d = st->lvalue->decl;
    if (d->label.jumps == NULL)
        d->label.jumps = arena_alloc(e->arena, 1, sizeof *d->label.jumps);
    if (d->level == e->r->level)
        emit_jump(e, d->label.jumps, STAR_OP_JMP, 0, 0);
    else
        emit_jump(e, d->label.jumps, STAR_OP_GOTO,
                  (Cell)(d->level == 0 ? 0 : e->r->level - d->level), 0);
}

static void statement(Emit *e, Stmt *st) {
    if (e->count)
        emit_steps(e, st->span, fuel_of(st));
    switch (st->kind) {
    case STMT_EMPTY: break;
    case STMT_ASSIGN: assignment(e, st); break;
    case STMT_CALL: emit_expr(e, st->value, ANY); break;
    case STMT_BLOCK: emit_statements(e, st->body); break;
    case STMT_IF: if_statement(e, st); break;
    case STMT_WHILE: while_statement(e, st); break;
    case STMT_REPEAT: repeat_statement(e, st); break;
    case STMT_FOR: for_statement(e, st); break;
    case STMT_CASE: case_statement(e, st); break;
    case STMT_LABEL: labelled(e, st); break;
    case STMT_GOTO: goto_statement(e, st); break;
    case STMT_WITH: emit_with(e, st); break;
    }
}

static bool risks(const Stmt *st) {
    for (const Expr *x = st->value; x != NULL; x = x->next)
        if (emit_risks(x)) /* with has several */
            return true;
    return emit_risks(st->lvalue) || emit_risks(st->limit);
}

static void one_statement(Emit *e, Stmt *st) {
    Mark mark = emit_mark(e);
    StarSpan span = emit_at(e, st->span);
    uint16_t pins = e->r->pins;
    if (e->heap && risks(st))
        emit_keep(e, e->r->holds, pins + 1);
    statement(e, st);
    emit_keep(e, e->r->holds, pins);
    emit_at(e, span);
    emit_release(e, mark);
}

void emit_body(Emit *e, const Block *b) {
    emit_statements(e, b->body->body);
    for (Decl *d = b->decls; d != NULL; d = d->next)
        if (d->kind == DECL_LABEL && d->label.jumps != NULL)
            emit_label_at(e, d->label.jumps, d->label.place);
}

void emit_statements(Emit *e, Stmt *list) {
    for (; list != NULL; list = list->next)
        one_statement(e, list);
}
