/* SPDX-License-Identifier: MIT */
/* Declarations: which cells they get, and what happens when their block is
 * entered. */
#include "emit/emit.h"

static Decl *hide_field(void *e, Decl *d) {
    emit_hide(e, d->type);
    return NULL;
}

/* A type shared by several declarations gets its hidden cells once. */
void emit_hide(Emit *e, Type *t) {
    if (t->kind == STAR_TYPE_ARRAY) {
        emit_hide(e, t->index);
        emit_hide(e, t->element);
        return;
    }
    if (t->kind == STAR_TYPE_RECORD)
        type_each(t->fields, hide_field, e);
    if (t->kind == STAR_TYPE_FILE)
        emit_hide(e, t->element);
    if (!t->dynamic || t->hidden)
        return;
    const Decl *bound = t->bounds;
    t->hidden = true;
    t->level = e->r->level;
    t->cell = emit_new_cell(e, STAR_CELL_INT, false, bound);
    emit_new_cell(e, STAR_CELL_INT, false, bound ? bound->next : NULL);
    for (Decl *d = t->bounds; d != NULL; d = d->next)
        d->cell = (Cell)(t->cell + (d != t->bounds));
}

void emit_declare(Emit *e, Decl *decls) {
    for (Decl *d = decls; d != NULL; d = d->next) {
        /* A goto knows the frame it leads to by its first cell. */
        if (d->kind == DECL_LABEL && e->r->cells == 0)
            emit_new_cell(e, STAR_CELL_INT, false, NULL);
        if (d->kind != DECL_VAR && d->kind != DECL_TYPE)
            continue;
        emit_hide(e, d->type);
        if (d->kind == DECL_VAR)
            d->cell = type_object(d->type)
                          ? emit_own_cell(e, d->type, d)
                          : emit_new_cell(e, type_cell(d->type), false, d);
    }
}

/* True if parts of a var parameter may be objects. */
static bool holds_objects(const Decl *p) {
    Type *t = p->type;
    if (!p->var || p->param.formal)
        return false;
    if (t->kind == STAR_TYPE_ARRAY)
        type_dims(t, &t);
    return t->kind == STAR_TYPE_RECORD || t->kind == STAR_TYPE_FILE ||
           (p->type->kind == STAR_TYPE_ARRAY && type_object(t));
}

/* True if a value parameter can be the argument itself: the procedure and the
 * procedures that it calls change neither the parameter nor any object but
 * their own and their var parameters, and these have no objects within. A
 * watched program shows the copies. */
static bool is_lent(const Emit *e, const Decl *p) {
    const Decl *routine = e->r->decl;
    Type *t = p->type;
    if (e->watched || p->uses.assigned ||
        routine->routine.changes < e->r->level)
        return false;
    if (t->kind == STAR_TYPE_ARRAY)
        type_dims(t, &t);
    if (t->kind == STAR_TYPE_RECORD || t->kind == STAR_TYPE_SET ||
        (p->type->kind == STAR_TYPE_ARRAY && type_object(t)))
        return false;
    for (const Decl *q = routine->routine.params; q != NULL; q = q->next)
        if (holds_objects(q))
            return false;
    return true;
}

/* Scalars live in the cell they are passed in; so do addresses, also those of
 * procedures, and objects that are lent. Others that are passed by value, in
 * cell `number`, are copied to a cell of their own. */
void emit_params(Emit *e, Decl *params) {
    for (Decl *p = params; p != NULL; p = p->next) {
        StarCellKind kind = type_cell(p->type);
        if (p->param.formal || (p->var && !type_object(p->type)))
            kind = STAR_CELL_REF;
        p->cell = p->number = emit_new_cell(e, kind, false, p);
    }
    for (Decl *p = params; p != NULL; p = p->next) {
        if (p->param.formal)
            continue;
        emit_hide(e, p->type);
        if (!p->var && type_object(p->type) && !is_lent(e, p))
            p->cell = emit_new_cell(e, type_cell(p->type), true, p);
    }
}

/* The cell with a hidden size or bound of a dynamic type: its number-th. */
static Cell hidden(Emit *e, const Type *t, int number) {
    Cell cell = (Cell)(t->cell + number), to;
    if (t->level == e->r->level)
        return cell;
    to = emit_temp(e, STAR_CELL_INT);
    if (t->level == 0)
        emit(e, STAR_OP_GETG, to, cell, 0);
    else
        emit(e, STAR_OP_GETU, to, (Cell)(e->r->level - t->level), cell);
    return to;
}

static Decl *evaluate_field(void *e, Decl *d) {
    emit_evaluate(e, d->type);
    return NULL;
}

/* slice(T) has as many components as T has rows, word(T) as columns. */
void emit_evaluate(Emit *e, Type *t) {
    if (t->kind == STAR_TYPE_ARRAY) {
        emit_evaluate(e, t->index);
        emit_evaluate(e, t->element);
        return;
    }
    if (t->kind == STAR_TYPE_RECORD)
        type_each(t->fields, evaluate_field, e);
    if (t->kind == STAR_TYPE_FILE)
        emit_evaluate(e, t->element);
    if (!t->dynamic || t->ready || t->level != e->r->level)
        return;
    t->ready = true;
    for (int i = 0; i < 2 && t->size[i] != NULL; i++) {
        Expr *x = t->size[i];
        Cell cell = (Cell)(t->cell + i);
        Mark mark = emit_mark(e);
        StarSpan span = emit_at(e, x->span);
        if (x->type->kind == STAR_TYPE_TABLE)
            emit(e,
                 star_op_prim(t->kind == STAR_TYPE_SLICE ? STAR_PRIM_ROWS
                                                         : STAR_PRIM_SIZE),
                 cell, emit_expr(e, x, ANY), 0);
        else
            emit_expr(e, x, cell);
        emit_at(e, span);
        emit_release(e, mark);
    }
}

/* Bounds of all dimensions as operands of NEWARR, low, high, low, high. */
static int bounds(Emit *e, const Type *t, Cell *operand) {
    int n = 0;
    for (; t->kind == STAR_TYPE_ARRAY; t = t->element) {
        const Type *x = t->index;
        for (int i = 0; i < 2; i++) {
            if (x->dynamic) {
                operand[n++] = hidden(e, x, i);
            } else {
                operand[n] = emit_temp(e, STAR_CELL_INT);
                emit_integer(e, operand[n++], i ? x->high : x->low);
            }
        }
    }
    return n;
}

static void new_array(Emit *e, Cell cell, Type *t) {
    Cell operand[2 * STAR_MAX_DIMS + 3];
    Type *element;
    int dims = type_dims(t, &element);
    int n = bounds(e, t, operand);
    StarElement kind = type_element(t);
    if (kind == STAR_ELEM_OBJECT) {
        Cell prototype = emit_own_cell(e, element, NULL);
        emit_object(e, prototype, element);
        operand[n++] = prototype;
    }
    emit(e, STAR_OP_NEWARR, cell, (Cell)kind, (Cell)dims);
    for (int i = 0; i < n; i += 3)
        emit_args(e, operand[i], i + 1 < n ? operand[i + 1] : 0,
                  i + 2 < n ? operand[i + 2] : 0);
}

void emit_object(Emit *e, Cell cell, Type *t) {
    Mark mark = emit_mark(e);
    if (t->kind == STAR_TYPE_ARRAY)
        new_array(e, cell, t);
    else if (t->kind == STAR_TYPE_RECORD)
        emit_complete_record(e, cell, t);
    else if (t->kind == STAR_TYPE_FILE)
        emit_new_file(e, cell, t);
    else if (type_bits(t) && t->dynamic)
        emit(e, STAR_OP_SIZEL, cell, hidden(e, t, 0), 0);
    else if (t->kind == STAR_TYPE_TABLE && t->dynamic)
        emit(e, STAR_OP_SIZET, cell, hidden(e, t, 0), hidden(e, t, 1));
    emit_release(e, mark);
}

/* A sized formal parameter is an assertion; it gives an unsized actual
 * parameter its size. */
static void fit(Emit *e, const Decl *p) {
    const Type *t = p->type;
    if (!t->dynamic || t->kind == STAR_TYPE_ARRAY || !type_object(t))
        return;
    if (t->kind == STAR_TYPE_TABLE)
        emit(e, STAR_OP_FITT, p->cell, hidden(e, t, 0), hidden(e, t, 1));
    else
        emit(e, STAR_OP_FITL, p->cell, hidden(e, t, 0),
             t->kind == STAR_TYPE_WORD);
}

/* The bounds of a conformant array are those of its argument, all of a
 * section the same. They lie within the index type. */
static void conform(Emit *e, const Decl *p) {
    Cell dim = 0;
    for (const Type *t = p->type; t->conformant && !p->param.joined;
         t = t->element)
        for (const Decl *d = t->index->bounds; d != NULL; d = d->next) {
            emit(e, STAR_OP_BOUND, d->cell, p->number, dim++);
            if (d->type->host != NULL)
                emit_range(e, STAR_OP_RANGE, d->cell, d->type);
        }
}

/* A var parameter may be the same object, or a part of it; then a copy is made
 * after all, in a cell of its own. */
static void lend(Emit *e, const Decl *p) {
    const StarTypeKind kind = p->type->kind;
    emit(e,
         type_bits(p->type)        ? STAR_OP_LENDL
         : kind == STAR_TYPE_TABLE ? STAR_OP_LENDT
                                   : STAR_OP_LENDO,
         p->cell, p->cell, 0);
    for (const Decl *q = e->r->decl->routine.params; q != NULL; q = q->next)
        if (q->var && !q->param.formal &&
            (q->type->kind == kind ||
             (kind == STAR_TYPE_ARRAY && !type_object(q->type))))
            emit(e, STAR_OP_APART, p->cell,
                 emit_new_cell(e, STAR_CELL_ARRAY, true, NULL), q->cell);
}

static void copy_in(Emit *e, const Decl *p) {
    static const StarOp op[] = {
        [STAR_CELL_BITS] = STAR_OP_COPYL,
        [STAR_CELL_TABLE] = STAR_OP_PRIM + STAR_PRIM_TCOPY,
        [STAR_CELL_ARRAY] = STAR_OP_CLONE,
        [STAR_CELL_STRING] = STAR_OP_SCOPY,
        [STAR_CELL_RECORD] = STAR_OP_RCLONE,
        [STAR_CELL_SET] = STAR_OP_ECOPY,
    };
    if (p->cell == p->number)
        lend(e, p);
    else
        emit(e, op[type_cell(p->type)], p->cell, p->number, 0);
}

void emit_undefined(Emit *e, const Decl *d) {
    if ((d->analysis.wanted || e->watched) && !type_object(d->type))
        emit(e,
             d->type->kind == STAR_TYPE_REAL ? STAR_OP_NOREAL : STAR_OP_NOINT,
             d->cell, 0, 0);
}

/* All scalars are undefined before the first size is evaluated, for that may
 * call a function that reads them. */
void emit_elaborate(Emit *e, Decl *decls) {
    for (const Decl *d = decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR)
            emit_undefined(e, d);
    for (Decl *d = decls; d != NULL; d = d->next) {
        StarSpan span =
            emit_at(e, d->kind == DECL_VAR ? d->typex->span : d->span);
        Mark mark = emit_mark(e);
        if (d->kind == DECL_TYPE || d->kind == DECL_VAR ||
            d->kind == DECL_PARAM)
            emit_evaluate(e, d->type);
        if (d->kind == DECL_PARAM) {
            conform(e, d);
            if (!d->var && type_object(d->type))
                copy_in(e, d);
            fit(e, d);
        } else if (d->kind == DECL_VAR && type_object(d->type)) {
            emit_object(e, d->cell, d->type);
        }
        emit_release(e, mark);
        emit_at(e, span);
    }
}
