/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"

#include "analysis/fuel.h"
#include "io/formats/matrix.h"

#include <string.h>

StarSpan emit_at(Emit *e, StarSpan span) {
    StarSpan before = e->span;
    e->span = span;
    return before;
}

uint32_t emit(Emit *e, StarOp op, Cell a, Cell b, Cell c) {
    StarProgram *p = e->program;
    if (!STAR_CHECKS && star_ops[op].checks)
        return p->length;
    p->code = arena_grow(e->lasting, p->code, p->length, &e->code_room,
                         sizeof *p->code);
    p->span = arena_grow(e->lasting, p->span, p->length, &e->span_room,
                         sizeof *p->span);
    p->code[p->length] = (StarInstr){(uint16_t)op, a, b, c};
    p->span[p->length] = e->span;
    return p->length++;
}

void emit_args(Emit *e, Cell a, Cell b, Cell c) {
    emit(e, STAR_OP_ARGS, a, b, c);
}

void emit_plan(Emit *e, StarPlan plan, Cell a, Cell c) {
    StarProgram *p = e->program;
    p->plan = arena_grow(e->lasting, p->plan, p->plans, &e->plan_room,
                         sizeof *p->plan);
    p->plan[p->plans] = plan;
    emit(e, STAR_OP_PLAN, a, (Cell)p->plans++, c);
}

void emit_wide(Emit *e, StarOp op, Cell a, uint32_t bc) {
    emit(e, op, a, (Cell)(bc >> 16), (Cell)bc);
}

void emit_steps(Emit *e, StarSpan at, uint32_t steps) {
    if (!e->count || steps == 0)
        return;
    StarSpan span = emit_at(e, at);
    emit_wide(e, STAR_OP_STEPS, 0, steps);
    emit_at(e, span);
}

static void too_big(Emit *e, StarSpan span, const char *what) {
    const Decl *d = e->r->decl;
    if (e->diag->errors > 0)
        return;
    StarReport *r =
        diag_error(e->diag, d ? d->span : span,
                   MSG_TOO_MANY_PARTS(d ? "procedure" : "program", what));
    if (e->program->grows && d == NULL)
        diag_hint(e->diag, r,
                  "a session keeps what can be named or is used: declare some "
                  "of its names anew, or one array for many");
}

Cell emit_new_cell(Emit *e, StarCellKind kind, bool own, const Decl *d) {
    Routine *r = e->r;
    if (r->cells >= ARGUMENT) {
        too_big(e, d != NULL ? d->span : e->span, "variables and temporaries");
        return 0;
    }
    r->cell =
        arena_grow(e->lasting, r->cell, r->cells, &r->room, sizeof *r->cell);
    r->cell[r->cells] = (StarCellInfo){.kind = (uint8_t)kind, .own = own};
    if (d != NULL) {
        r->cell[r->cells].name = d->spelled;
        r->cell[r->cells].span = d->span;
        r->cell[r->cells].type = emit_type_of(e, d);
    }
    if (own) {
        r->own = arena_grow(e->lasting, r->own, r->owned, &r->own_room,
                            sizeof *r->own);
        r->own[r->owned++] = (Cell)r->cells;
    }
    return (Cell)r->cells++;
}

/* A cell for an object; a record is there from the frame's beginning. */
Cell emit_own_cell(Emit *e, Type *t, const Decl *variable) {
    Cell cell = emit_new_cell(e, type_cell(t), true, variable);
    if (t->kind == STAR_TYPE_RECORD && cell < e->r->cells)
        e->r->cell[cell].layout = emit_layout(e, t);
    return cell;
}

static Cell pooled(Emit *e, StarCellKind kind, bool own) {
    Pool *p = &e->r->pool[own][kind];
    if (p->used == p->count) {
        Cell cell = emit_new_cell(e, kind, own, NULL);
        e->r->cell[cell].sizing = STAR_ELASTIC;
        p->cell = arena_grow(e->lasting, p->cell, p->count, &p->room,
                             sizeof *p->cell);
        p->cell[p->count++] = cell;
    }
    return p->cell[p->used++];
}

Cell emit_temp(Emit *e, StarCellKind kind) {
    return pooled(e, kind, false);
}

Cell emit_own_temp(Emit *e, StarCellKind kind) {
    return pooled(e, kind, true);
}

Mark emit_mark(const Emit *e) {
    Mark m;
    for (int own = 0; own < 2; own++)
        for (int k = 0; k < KINDS; k++)
            m.used[own][k] = e->r->pool[own][k].used;
    return m;
}

void emit_release(Emit *e, Mark m) {
    for (int own = 0; own < 2; own++)
        for (int k = 0; k < KINDS; k++)
            e->r->pool[own][k].used = m.used[own][k];
}

Cell emit_argument(Emit *e, uint32_t number) {
    if (number >= e->r->arguments)
        e->r->arguments = (uint16_t)(number + 1);
    return (Cell)(ARGUMENT + number);
}

static uint32_t add_constant(Emit *e, StarConstant constant) {
    StarProgram *p = e->program;
    p->constant = arena_grow(e->lasting, p->constant, p->constants,
                             &e->constant_room, sizeof *p->constant);
    p->constant[p->constants] = constant;
    return p->constants++;
}

uint32_t emit_constant(Emit *e, StarCellKind kind, StarCell value) {
    const StarProgram *p = e->program;
    if (kind == STAR_CELL_INT || kind == STAR_CELL_REAL)
        for (uint32_t i = e->constants; i < p->constants; i++)
            if (p->constant[i].kind == kind &&
                p->constant[i].cell.raw == value.raw)
                return i;
    return add_constant(e,
                        (StarConstant){.kind = (uint8_t)kind, .cell = value});
}

void emit_integer(Emit *e, Cell to, int64_t value) {
    if (value == (int32_t)value)
        emit_wide(e, STAR_OP_LOADI, to, (uint32_t)value);
    else
        emit_wide(e, STAR_OP_LOADK, to,
                  emit_constant(e, STAR_CELL_INT, (StarCell){.i = value}));
}

/* The two bounds stand together in the table of constants. */
void emit_range(Emit *e, StarOp op, Cell cell, Type *t) {
    const StarProgram *p = e->program;
    const char *const *names = emit_names(e, t);
    uint32_t i = e->constants;
    while (i + 1 < p->constants &&
           !(p->constant[i].kind == STAR_CELL_INT &&
             p->constant[i + 1].kind == STAR_CELL_INT &&
             p->constant[i].type == t->kind && p->constant[i].names == names &&
             p->constant[i].cell.i == t->low &&
             p->constant[i + 1].cell.i == t->high))
        i++;
    if (i + 1 >= p->constants) {
        i = add_constant(
            e, (StarConstant){STAR_CELL_INT, t->kind, names, {.i = t->low}});
        add_constant(
            e, (StarConstant){STAR_CELL_INT, t->kind, names, {.i = t->high}});
    }
    emit_wide(e, op, cell, i);
}

/* Sets the distance of a jump, or where it leads. */
static void aim(Emit *e, uint32_t from, uint32_t to) {
    StarInstr *in = &e->program->code[from];
    int64_t distance = (int64_t)to - from - 1;
    if (in->op == STAR_OP_JMP || in->op == STAR_OP_GOTO) {
        uint32_t where = in->op == STAR_OP_JMP ? (uint32_t)distance : to;
        in->b = (Cell)(where >> 16);
        in->c = (Cell)where;
    } else if (distance == (int16_t)distance) {
        in->c = (Cell)distance;
    } else {
        too_big(e, e->span, "instructions between a condition and its end");
    }
}

void emit_jump(Emit *e, Label *l, StarOp op, Cell a, Cell b) {
    l->jump =
        arena_grow(e->arena, l->jump, l->count, &l->room, sizeof *l->jump);
    l->jump[l->count++] = emit(e, op, a, b, 0);
}

void emit_label_at(Emit *e, Label *l, uint32_t to) {
    for (uint32_t i = 0; i < l->count; i++)
        aim(e, l->jump[i], to);
    l->count = 0;
}

void emit_label(Emit *e, Label *l) {
    emit_label_at(e, l, e->program->length);
}

void emit_jump_back(Emit *e, uint32_t to, StarOp op, Cell a, Cell b) {
    aim(e, emit(e, op, a, b, 0), to);
}

/* Routines. */

static uint32_t new_proc(Emit *e) {
    StarProgram *p = e->program;
    p->proc = arena_grow(e->lasting, p->proc, p->procs, &e->proc_room,
                         sizeof *p->proc);
    return p->procs++;
}

/* Settles the cells of callees' frames now that this frame is complete. */
static void settle_arguments(Emit *e) {
    StarProgram *p = e->program;
    Routine *r = e->r;
    for (uint32_t i = r->first; i < p->length; i++) {
        StarInstr *in = &p->code[i];
        uint16_t *operand[3] = {&in->a, &in->b, &in->c};
        if (in->op == STAR_OP_CALL || in->op == STAR_OP_CALLP)
            in->a = (Cell)r->cells;
        if (in->a < ARGUMENT && in->b < ARGUMENT && in->c < ARGUMENT)
            continue;
        const StarOpForm form = star_op_form(in->op);
        for (int k = 0; k < 3; k++)
            if (form.operand[k].kind == STAR_OPERAND_CELL &&
                *operand[k] >= ARGUMENT && *operand[k] != STAR_NO_CELL)
                *operand[k] = (Cell)(*operand[k] - ARGUMENT + r->cells);
    }
    if (r->cells + r->arguments >= STAR_NO_CELL)
        too_big(e, e->span, "variables and temporaries");
}

static Type *scalar_of(const Decl *d) {
    Type *t = d->type;
    if (t->kind == STAR_TYPE_ARRAY)
        type_dims(t, &t);
    return t;
}

/* The index ranges of an array; no description if they depend on a block. */
static void describe_dims(Emit *e, const Type *t, StarParam *p) {
    Type *element;
    const int dims = type_dims(t, &element);
    StarDim *dim = arena_alloc(e->arena, (size_t)dims, sizeof *dim);
    p->element = (uint8_t)type_element(t);
    p->dim = dim;
    for (; t->kind == STAR_TYPE_ARRAY; t = t->element, dim++) {
        const Type *index = t->index;
        const bool one = index->kind == STAR_TYPE_INTEGER && index->low <= 1 &&
                         index->high >= 1;
        p->open += t->conformant;
        if (index->dynamic && !t->conformant)
            return;
        dim->low = t->conformant && one ? 1 : index->low;
        dim->count =
            t->conformant
                ? 0
                : (int64_t)((uint64_t)index->high - (uint64_t)index->low + 1);
    }
    p->dims = (uint8_t)dims;
}

static StarParam describe(Emit *e, const Decl *d) {
    Type *t = d->type;
    StarParam p = {
        .name = d->spelled, .type = emit_type_of(e, d), .var = d->var};
    p.layout = d->param.layout;
    p.role = d->param.role;
    p.of = p.type;
    if (d->param.formal)
        return p;
    if (t->kind == STAR_TYPE_ARRAY)
        describe_dims(e, t, &p);
    if (p.dims > 0)
        p.of = emit_type(e, scalar_of(d));
    p.number =
        d->other != NULL &&
        scalar_of(d->other) == e->types->number[d->owner->routine.instance + 1];
    return p;
}

/* The number of the parameter that the heading names as a size, or 0. */
static uint16_t size_param(const Decl *list, const Expr *size) {
    uint16_t number = 1;
    if (size == NULL || size->kind != EXPR_NAME ||
        size->type->kind != STAR_TYPE_INTEGER)
        return 0;
    for (; list != NULL && list != size->decl; list = list->next)
        number++;
    return list != NULL ? number : 0;
}

/* The number of h in table(n, n * h), or 0. */
static uint16_t strips_param(const Decl *list, Expr *const size[2]) {
    const Expr *cols = size[1];
    return cols != NULL && cols->kind == EXPR_BINARY && cols->op == OP_TIMES &&
                   size_param(list, size[0]) > 0 &&
                   size_param(list, size[0]) == size_param(list, cols->left)
               ? size_param(list, cols->right)
               : 0;
}

static const StarParam *describe_params(Emit *e, const Decl *list,
                                        uint16_t *count) {
    StarParam *param;
    uint16_t n = 0;
    for (const Decl *d = list; d != NULL; d = d->next)
        n++;
    *count = n;
    param = arena_alloc(e->arena, n, sizeof *param);
    const Decl *d = list;
    for (uint16_t i = 0; i < n; i++, d = d->next) {
        param[i] = describe(e, d);
        for (int k = 0; k < 2 && !d->param.formal; k++)
            if (type_bits(d->type) || d->type->kind == STAR_TYPE_TABLE)
                param[i].size[k] = size_param(list, d->type->size[k]);
        if (!d->param.formal && d->type->kind == STAR_TYPE_TABLE)
            param[i].strips = strips_param(list, d->type->size);
    }
    return param;
}

static void finish_proc(Emit *e, uint32_t number, Decl *d) {
    Routine *r = e->r;
    StarProc *proc = &e->program->proc[number];
    settle_arguments(e);
    *proc = (StarProc){.name = d ? d->spelled : e->program->name,
                       .entry = r->first,
                       .end = e->program->length,
                       .cells = (uint16_t)r->cells,
                       .arguments = r->arguments,
                       .own = r->own,
                       .owned = (uint16_t)r->owned,
                       .made = r->made,
                       .lasting = r->lasting,
                       .level = r->level,
                       .function = d != NULL && d->routine.function,
                       .instance = d != NULL ? (uint8_t)d->routine.instance : 0,
                       .cell = r->cell,
                       .span = d ? d->span : (StarSpan){0}};
    if (d != NULL)
        proc->param = describe_params(e, d->routine.params, &proc->params);
    if (proc->name == NULL)
        proc->name = "program";
    if (r->cells + r->arguments > e->program->frame_most)
        e->program->frame_most = r->cells + r->arguments;
}

/* A procedure that takes another's place has its number. */
static uint32_t renew(Emit *e, uint32_t number) {
    e->renewed = arena_grow(e->lasting, e->renewed, e->renewals,
                            &e->renewal_room, sizeof *e->renewed);
    e->renewed[e->renewals++] = (Renewal){number, e->program->proc[number]};
    return number;
}

static void number_routines(Emit *e, Decl *decls) {
    for (Decl *d = decls; d != NULL; d = d->next)
        if (d->kind == DECL_PROC && d->routine.block != NULL)
            d->routine.proc = d->routine.renewed != NULL
                                  ? renew(e, d->routine.renewed->routine.proc)
                                  : new_proc(e);
}

static void routine(Emit *e, Decl *d);

static void inner_routines(Emit *e, Decl *decls) {
    for (Decl *d = decls; d != NULL; d = d->next)
        if (d->kind == DECL_PROC && d->routine.block != NULL)
            routine(e, d);
}

/* The frame begins with the link, the result, the parameters. An object
 * as result has a cell here for the caller and one of its own. */
static void frame_head(Emit *e, Decl *d) {
    if (e->r->level >= 2)
        emit_new_cell(e, STAR_CELL_REF, false, NULL);
    if (d->routine.function)
        d->cell = emit_new_cell(e, type_cell(d->type), false, d);
    emit_params(e, d->routine.params);
    emit_hide(e, d->type);
    if (d->routine.function && type_object(d->type))
        d->cell = emit_own_cell(e, d->type, d);
}

static void result(Emit *e, Decl *d) {
    if (!d->routine.function)
        return;
    if (type_object(d->type))
        emit(e, STAR_OP_GIVE, e->r->level >= 2, d->cell, 0);
    else if (d->analysis.wanted && d->type->kind == STAR_TYPE_REAL)
        emit(e, STAR_OP_RESREAL, d->cell, 0, 0);
    else if (d->analysis.wanted)
        emit(e, STAR_OP_RESINT, d->cell, 0, 0);
}

/* A kernel tells the types of numbers by how they are stored; those of 32
 * bits that have addresses have 64. */
static bool hides_its_type(const Type *array) {
    Type *number;
    type_dims(array, &number);
    StarElement kind = type_element(array);
    return number->host != NULL &&
           (kind == STAR_ELEM_INT || kind == STAR_ELEM_REAL);
}

/* NATIVE, the primitive on the result and the parameters as they were passed,
 * RET; here it jumps to if that declines: the body. */
static void native(Emit *e, Decl *d) {
    const StarPrim prim = star_prim_procedure(d->routine.native);
    bool kernel = star_prims[prim].kind == STAR_NATIVE;
    Cell cell[STAR_MAX_OPERANDS] = {0};
    Label body = {0};
    int n = 0;
    if (d->routine.function)
        cell[n++] = d->cell;
    for (const Decl *p = d->routine.params; p != NULL; p = p->next) {
        kernel &= !p->param.selects || !hides_its_type(p->type);
        cell[n++] = p->number;
    }
    if (!kernel && !e->charges)
        return;
    emit_jump(e, &body, STAR_OP_NATIVE, !kernel, 0);
    emit(e, (StarOp)(STAR_OP_PRIM + prim), cell[0], cell[1], cell[2]);
    if (n > 3)
        emit_args(e, cell[3], cell[4], cell[5]);
    result(e, d);
    emit(e, STAR_OP_RET, 0, 0, 0);
    emit_label(e, &body);
}

/* True of a table that is read; `o` is what the row of the procedure says of
 * it, or NULL. */
static bool is_read(const Decl *p, const StarOperand *o) {
    return !p->param.formal && p->type->kind == STAR_TYPE_TABLE &&
           (!p->var || p->param.layout > 0 ||
            (o != NULL && o->access != STAR_OVERWRITE));
}

/* LAYOUT for the tables that a procedure of the library reads, where they have
 * layouts or may have vertices of different names. */
static void check_tables(Emit *e, const Decl *d) {
    const Decl *table[STAR_MAX_OPERANDS];
    StarOperand operand[STAR_MAX_OPERANDS], *o = NULL;
    bool checked = d->routine.native != NULL;
    int tables = 0;
    if (checked) {
        const StarPrim prim = star_prim_procedure(d->routine.native);
        star_signature(star_prims[prim].signature, operand);
        o = operand + d->routine.function;
    }
    for (const Decl *p = d->routine.params; p != NULL; p = p->next) {
        checked |= p->param.layout > 0 || p->param.role > 0;
        if (is_read(p, o) && tables < STAR_MAX_OPERANDS)
            table[tables++] = p;
        if (o != NULL)
            o++;
    }
    for (int k = 0; k < tables && checked; k++)
        if (tables > 1 || table[k]->param.layout > 0)
            emit(e, STAR_OP_LAYOUT, table[k]->number,
                 table[k]->param.layout > 0 ? (Cell)(table[k]->param.layout - 1)
                                            : STAR_LAYOUT_COUNT,
                 0);
}

/* The cells are given out first, so that inner routines, whose code comes
 * before, find the variables of this one. */
static void routine(Emit *e, Decl *d) {
    Routine r = {.decl = d, .level = (uint16_t)(e->r->level + 1)};
    Routine *outer = e->r;
    StarSpan span = emit_at(e, d->span);
    e->r = &r;
    frame_head(e, d);
    emit_declare(e, d->routine.block->decls);
    number_routines(e, d->routine.block->decls);
    inner_routines(e, d->routine.block->decls);
    r.first = e->program->length;
    if (d->routine.native != NULL && e->natives)
        native(e, d);
    check_tables(e, d);
    emit_elaborate(e, d->routine.params);
    emit_evaluate(e, d->type);
    if (d->routine.function && type_object(d->type))
        emit_object(e, d->cell, d->type);
    else if (d->routine.function)
        emit_undefined(e, d);
    emit_elaborate(e, d->routine.block->decls);
    emit_body(e, d->routine.block);
    emit_at(e, d->routine.block->end);
    result(e, d);
    if (d->routine.native != NULL && e->charges)
        emit(e, STAR_OP_CHARGED, 0, 0, 0);
    emit(e, STAR_OP_RET, 0, 0, 0);
    finish_proc(e, d->routine.proc, d);
    emit_at(e, span);
    e->r = outer;
}

void emit_globals(Emit *e, Routine *r) {
    *r = (Routine){.level = 0};
    e->r = r;
    new_proc(e);
    emit_standard(e);
}

void emit_routines(Emit *e, Block *const *block, int blocks) {
    for (int i = 0; i < blocks; i++) {
        emit_declare(e, block[i]->decls);
        number_routines(e, block[i]->decls);
    }
    if (e->program->grows)
        e->r->lasting = (uint16_t)e->r->owned;
    for (int i = 0; i < blocks; i++)
        inner_routines(e, block[i]->decls);
}

/* The cell stays as it is: nothing runs behind. */
static Cell value_of(Emit *e, Expr *x) {
    StarSpan span = emit_at(e, x->span);
    emit_steps(e, x->span, fuel_of_condition(x));
    if (e->heap && emit_risks(x))
        emit_keep(e, e->r->holds, e->r->pins + 1);
    Cell cell = emit_expr(e, x, ANY);
    e->r->cell[cell].type =
        emit_type(e, x->type->kind == TYPE_TEXT ? &e->types->string : x->type);
    emit_at(e, span);
    return cell;
}

Cell emit_run(Emit *e, Block *const *block, int blocks, Expr *value) {
    const Block *last = block[blocks - 1];
    Routine *r = e->r;
    Cell cell = ANY;
    r->first = e->program->length;
    if (r->made == 0)
        emit_open_standard(e);
    for (int i = 0; i < blocks; i++)
        emit_elaborate(e, block[i]->decls);
    emit_bind(e, last->decls);
    emit_at(e, last->end);
    emit(e, STAR_OP_BODY, 0, 0, 0);
    if (last->body != NULL)
        emit_body(e, last);
    if (value != NULL)
        cell = value_of(e, value);
    emit_at(e, last->end);
    emit_close(e, last->decls);
    emit(e, STAR_OP_HALT, 0, 0, 0);
    finish_proc(e, 0, NULL);
    return cell;
}

void emit_program(Emit *e, Block *const *block, int blocks) {
    Routine r;
    emit_globals(e, &r);
    emit_routines(e, block, blocks);
    emit_run(e, block, blocks, NULL);
    e->r = NULL;
}
