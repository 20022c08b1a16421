/* SPDX-License-Identifier: MIT */
#include "emit/emit.h"

/* Variables. */

Cell emit_variable(Emit *e, const Decl *d) {
    Cell to;
    bool result = d->kind == DECL_PROC && !d->param.formal;
    uint16_t level = (uint16_t)(d->level + result);
    if (level == e->r->level)
        return d->cell;
    to = emit_temp(e, d->param.formal || (d->var && !type_object(d->type))
                          ? STAR_CELL_REF
                          : type_cell(d->type));
    if (level == 0)
        emit(e, STAR_OP_GETG, to, d->cell, 0);
    else
        emit(e, STAR_OP_GETU, to, (Cell)(e->r->level - level), d->cell);
    return to;
}

/* Through the address in a var parameter. */
static Cell read_variable(Emit *e, Expr *x, Cell to) {
    const Decl *d = x->decl;
    Cell cell = emit_variable(e, d);
    if (d->var && !type_object(d->type)) {
        Cell address = cell;
        cell = to != ANY ? to : emit_temp(e, type_cell(d->type));
        emit(e, STAR_OP_LOAD, cell, address, 0);
    }
    if (x->analysis.unproved)
        emit(e,
             d->type->kind == STAR_TYPE_REAL ? STAR_OP_ISREAL : STAR_OP_ISINT,
             cell, 0, 0);
    return cell;
}

/* Moving a value to where it is wanted. */

static const StarOp assign_op[] = {
    [STAR_CELL_INT] = STAR_OP_MOVE,
    [STAR_CELL_REAL] = STAR_OP_MOVE,
    [STAR_CELL_REF] = STAR_OP_MOVE,
    [STAR_CELL_BITS] = STAR_OP_COPYL,
    [STAR_CELL_TABLE] = STAR_OP_PRIM + STAR_PRIM_TCOPY,
    [STAR_CELL_ARRAY] = STAR_OP_ACOPY,
    [STAR_CELL_STRING] = STAR_OP_SCOPY,
    [STAR_CELL_RECORD] = STAR_OP_RCOPY,
    [STAR_CELL_SET] = STAR_OP_ECOPY,
};

Cell emit_moved(Emit *e, const Type *type, Cell from, Cell to) {
    if (to == ANY || to == from)
        return from;
    if (to >= ARGUMENT) /* an object is lent, not copied */
        emit(e, STAR_OP_MOVE, to, from, 0);
    else
        emit(e, assign_op[type_cell(type)], to, from, 0);
    return to;
}

static Cell place(Emit *e, StarCellKind kind, Cell to) {
    return to != ANY ? to : emit_temp(e, kind);
}

/* Constants. */

/* An object is the program's, which frees it, as soon as it exists. */
static uint32_t string_constant(Emit *e, const Expr *x) {
    uint32_t number = emit_constant(e, STAR_CELL_STRING, (StarCell){0});
    StarString *s =
        star_constant_string(e->program->arena.mem, x->text, x->length);
    if (s == NULL)
        longjmp(*e->arena->exhausted, 1);
    e->program->constant[number].cell.string = s;
    return number;
}

static uint32_t bits_constant(Emit *e, const Expr *x) {
    uint32_t number = emit_constant(e, STAR_CELL_BITS, (StarCell){0});
    StarBits *line = star_constant_line(e->program->arena.mem, x->length);
    if (line == NULL)
        longjmp(*e->arena->exhausted, 1);
    e->program->constant[number].cell.bits = line;
    for (uint32_t i = 0; i < x->length; i++)
        line->word[i / 64] |= (uint64_t)(x->text[i] == '1') << i % 64;
    return number;
}

/* A literal as an array of characters. */
static Cell chars_constant(Emit *e, Expr *x, Cell to) {
    uint32_t text = string_constant(e, x);
    Cell cell = emit_temp(e, STAR_CELL_STRING), array = to;
    if (to >= ARGUMENT) {
        array = emit_own_temp(e, STAR_CELL_ARRAY);
        emit_object(e, array, x->type);
    }
    emit_wide(e, STAR_OP_LOADK, cell, text);
    emit(e, STAR_OP_ACHARS, array, cell, 0);
    return emit_moved(e, x->type, array, to);
}

static Cell constant(Emit *e, Expr *x, Cell to) {
    Cell cell;
    StarCellKind kind = type_cell(x->type);
    uint32_t number;
    if (x->convert == CONVERT_CHARS)
        return chars_constant(e, x, to);
    if (x->kind == EXPR_TEXT && type_bits(x->type)) {
        kind = STAR_CELL_BITS;
        number = bits_constant(e, x);
    } else if (x->type->kind == TYPE_TEXT ||
               (x->kind == EXPR_TEXT && x->convert != CONVERT_NONE)) {
        kind = STAR_CELL_STRING;
        number = string_constant(e, x);
    } else if (kind == STAR_CELL_REAL) {
        number = emit_constant(e, kind, (StarCell){.r = x->real});
    } else {
        cell = place(e, kind, to);
        emit_integer(e, cell, x->integer);
        return cell;
    }
    if (kind == STAR_CELL_REAL || to >= ARGUMENT)
        cell = place(e, kind, to);
    else
        cell = emit_temp(e, kind);
    emit_wide(e, STAR_OP_LOADK, cell, number);
    if (kind == STAR_CELL_REAL)
        return cell;
    return emit_moved(e, kind == STAR_CELL_BITS ? x->type : &e->types->string,
                      cell, to);
}

/* Arithmetic. */

static bool small(const Expr *x) {
    return x->constant && x->type->kind != STAR_TYPE_REAL &&
           x->convert == CONVERT_NONE && x->integer == (int16_t)x->integer;
}

static Cell integer_operation(Emit *e, Expr *x, Cell left, Cell to) {
    static const struct {
        StarOp op, constant;
    } ops[] = {[OP_PLUS] = {STAR_OP_ADD, STAR_OP_ADDK},
               [OP_MINUS] = {STAR_OP_SUB, STAR_OP_ADDK},
               [OP_TIMES] = {STAR_OP_MUL, STAR_OP_MULK},
               [OP_DIV] = {STAR_OP_DIV, STAR_OP_DIVK},
               [OP_MOD] = {STAR_OP_MOD, STAR_OP_MODK}};
    if (small(x->right) && x->right->integer != INT16_MIN) {
        int64_t k = x->right->integer;
        emit(e, ops[x->op].constant, to, left,
             (Cell)(x->op == OP_MINUS ? -k : k));
        return to;
    }
    Cell right = emit_expr(e, x->right, ANY);
    StarSpan span = emit_at(e, x->span);
    emit(e, ops[x->op].op, to, left, right);
    emit_at(e, span);
    return to;
}

/* The result of +, - and * is not finite if an operand is not: a check of the
 * last result checks all of them. */
static void leave_unchecked(Expr *operand, uint8_t op) {
    operand->emit.unchecked = op != OP_SLASH && operand->op != OP_SLASH;
}

static Cell real_operation(Emit *e, Expr *x, Cell left, Cell to) {
    static const StarOp ops[][2] = {[OP_PLUS] = {STAR_OP_FADD, STAR_OP_XADD},
                                    [OP_MINUS] = {STAR_OP_FSUB, STAR_OP_XSUB},
                                    [OP_TIMES] = {STAR_OP_FMUL, STAR_OP_XMUL},
                                    [OP_SLASH] = {STAR_OP_FDIV}};
    leave_unchecked(x->right, x->op);
    Cell right = emit_expr(e, x->right, ANY);
    StarSpan span = emit_at(e, x->span);
    emit(e, ops[x->op][x->emit.unchecked], to, left, right);
    emit_at(e, span);
    return to;
}

static bool is_condition(const Expr *x) {
    return x->kind == EXPR_BINARY && x->type->kind == STAR_TYPE_BOOLEAN &&
           x->op != OP_XOR;
}

static Cell operation(Emit *e, Expr *x, Cell left, Cell to) {
    StarSpan span = emit_at(e, x->span);
    if (x->type->kind == STAR_TYPE_STRING) {
        emit(e, STAR_OP_SCAT, to, left, emit_expr(e, x->right, ANY));
    } else if (x->type->kind == STAR_TYPE_REAL) {
        real_operation(e, x, left, to);
    } else if (x->type->kind == STAR_TYPE_BOOLEAN) {
        emit(e, STAR_OP_NEI, to, left, emit_expr(e, x->right, ANY));
    } else {
        integer_operation(e, x, left, to);
    }
    emit_at(e, span);
    return to;
}

/* The spine of a chain of operators is climbed from its lowest operand;
 * only the last operation has the destination, the others share one
 * temporary of each kind. */
static Cell chain(Emit *e, Expr *x, Cell to) {
    Expr *spine = NULL, *p = x;
    Cell temp[KINDS];
    for (int k = 0; k < KINDS; k++)
        temp[k] = ANY;
    do {
        p->sema.up = spine;
        spine = p;
        p = p->left;
    } while (p->kind == EXPR_BINARY && !p->constant && !is_condition(p) &&
             !type_bits(p->type) && p->convert == CONVERT_NONE);
    Cell left = emit_expr(e, p, ANY);
    for (; spine != NULL; spine = spine->sema.up) {
        StarCellKind kind = type_cell(spine->type);
        Cell into = spine == x ? to : temp[kind];
        if (into == ANY || (kind == STAR_CELL_STRING && into >= ARGUMENT))
            into = kind == STAR_CELL_STRING ? emit_own_temp(e, kind)
                                            : emit_temp(e, kind);
        if (spine != x) {
            temp[kind] = into;
            leave_unchecked(spine, spine->sema.up->op);
        }
        left = operation(e, spine, left, into);
    }
    return emit_moved(e, x->type, left, to);
}

static Cell unary(Emit *e, Expr *x, Cell to) {
    Cell operand = emit_expr(e, x->left, ANY);
    if (x->op == OP_PLUS)
        return emit_moved(e, x->type, operand, to);
    to = place(e, type_cell(x->type), to);
    emit(e,
         x->op == OP_NOT                   ? STAR_OP_NOTB
         : x->type->kind == STAR_TYPE_REAL ? STAR_OP_FNEG
                                           : STAR_OP_NEG,
         to, operand, 0);
    return to;
}

/* A condition as a value: the destination is written only at the end, for
 * it may occur in the condition. */
static Cell condition_value(Emit *e, Expr *x, Cell to) {
    Label no = {0}, end = {0};
    to = place(e, STAR_CELL_INT, to);
    emit_condition(e, x, false, &no);
    emit_integer(e, to, 1);
    emit_jump(e, &end, STAR_OP_JMP, 0, 0);
    emit_label(e, &no);
    emit_integer(e, to, 0);
    emit_label(e, &end);
    return to;
}

/* Elements. The array comes first, then parts of it for all dimensions but
 * the last two, then the indices. */

typedef struct Element {
    Cell array;
    Cell index[2];
    int indices;
    StarElement kind;
} Element;

static int count(const Expr *list) {
    int n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

static Element element(Emit *e, Expr *x) {
    Element el = {.array = emit_expr(e, x->left, ANY)};
    Type *t = x->left->type;
    Expr *i = x->args;
    int left = count(i);
    bool part = t->kind == STAR_TYPE_ARRAY && x->type->kind == STAR_TYPE_ARRAY;
    el.kind = t->kind == STAR_TYPE_ARRAY ? type_element(t) : STAR_ELEM_OBJECT;
    for (; left > (part ? 1 : 2); left--, i = i->next) {
        Cell view = emit_own_temp(e, STAR_CELL_ARRAY);
        emit(e, STAR_OP_PART, view, el.array, emit_expr(e, i, ANY));
        el.array = view;
    }
    for (; i != NULL; i = i->next)
        el.index[el.indices++] = emit_expr(e, i, ANY);
    return el;
}

static void element_op(Emit *e, const Element *el, StarOp one, Cell to) {
    if (el->indices == 1) {
        emit(e, one, to, el->array, el->index[0]);
        return;
    }
    /* The rows of opcodes.def stand in the same order. */
    StarOp two = one == STAR_OP_ADR
                     ? STAR_OP_ADR2
                     : (StarOp)(one - STAR_OP_LDI + STAR_OP_LDI2);
    emit(e, two, to, el->array, el->index[0]);
    emit_args(e, el->index[1], 0, 0);
}

static void element_address(Emit *e, Expr *x, Cell to) {
    Element el = element(e, x);
    element_op(e, &el, STAR_OP_ADR, to);
}

static Cell read_element(Emit *e, Expr *x, Cell to) {
    static const StarOp op[] = {
        [STAR_ELEM_INT] = STAR_OP_LDI,   [STAR_ELEM_REAL] = STAR_OP_LDR,
        [STAR_ELEM_BYTE] = STAR_OP_LDB,  [STAR_ELEM_SHORT] = STAR_OP_LDS,
        [STAR_ELEM_LONG] = STAR_OP_LDL,  [STAR_ELEM_SINGLE] = STAR_OP_LDF,
        [STAR_ELEM_OBJECT] = STAR_OP_LDO};
    Element el = element(e, x);
    StarCellKind kind = type_cell(x->type);
    Cell cell;
    if (x->left->type->kind == STAR_TYPE_STRING) {
        cell = place(e, kind, to);
        emit(e, STAR_OP_SGET, cell, el.array, el.index[0]);
        return cell;
    }
    if (x->type->kind == STAR_TYPE_ARRAY) {
        cell = emit_own_temp(e, STAR_CELL_ARRAY);
        emit(e, STAR_OP_PART, cell, el.array, el.index[0]);
        return cell;
    }
    cell =
        el.kind == STAR_ELEM_OBJECT ? emit_temp(e, kind) : place(e, kind, to);
    element_op(e, &el, op[el.kind], cell);
    return cell;
}

static void store_element(Emit *e, Expr *x, Cell value) {
    static const StarOp op[] = {
        [STAR_ELEM_INT] = STAR_OP_STI,  [STAR_ELEM_REAL] = STAR_OP_STR,
        [STAR_ELEM_BYTE] = STAR_OP_STB, [STAR_ELEM_SHORT] = STAR_OP_STS,
        [STAR_ELEM_LONG] = STAR_OP_STL, [STAR_ELEM_SINGLE] = STAR_OP_STF};
    Element el = element(e, x);
    if (x->left->type->kind == STAR_TYPE_STRING) {
        emit(e, STAR_OP_SPUT, el.array, el.index[0], value);
    } else if (el.indices == 1) {
        emit(e, op[el.kind], el.array, el.index[0], value);
    } else {
        emit(e, (StarOp)(op[el.kind] - STAR_OP_STI + STAR_OP_STI2), el.array,
             el.index[0], el.index[1]);
        emit_args(e, value, 0, 0);
    }
}

static Cell component(Emit *e, Expr *x, Cell to) {
    Cell line = emit_expr(e, x->left, ANY);
    Cell i = emit_expr(e, x->args, ANY);
    to = place(e, STAR_CELL_INT, to);
    emit(e, star_op_prim(STAR_PRIM_GET), to, line, i);
    return to;
}

Cell emit_address(Emit *e, Expr *x, Cell to) {
    const Decl *d = x->decl;
    if (x->meaning == MEANS_ELEMENT) {
        element_address(e, x, to);
    } else if (x->meaning == MEANS_FIELD || x->meaning == MEANS_DEREF) {
        emit_field_address(e, x, to);
    } else if (x->meaning == MEANS_BUFFER) {
        emit_buffer_address(e, x, to);
    } else if (d->var) {
        emit(e, STAR_OP_MOVE, to, emit_variable(e, d), 0);
    } else if (d->level == e->r->level) {
        emit(e, STAR_OP_REF, to, d->cell, 0);
    } else if (d->level == 0) {
        emit(e, STAR_OP_REFG, to, d->cell, 0);
    } else {
        emit(e, STAR_OP_REFU, to, (Cell)(e->r->level - d->level), d->cell);
    }
    return to;
}

/* Conversions. */

static Cell to_string(Emit *e, Expr *x, Cell cell) {
    Cell to = emit_own_temp(e, STAR_CELL_STRING);
    emit(e, x->type->kind == STAR_TYPE_ARRAY ? STAR_OP_SCHARS : STAR_OP_SCHAR,
         to, cell, 0);
    return to;
}

static Cell unconverted(Emit *e, Expr *x, Cell to) {
    if (x->constant)
        return constant(e, x, to);
    if (type_bits(x->type) && x->meaning == MEANS_OPERATION)
        return emit_bits(e, x, to);
    if (x->type->kind == STAR_TYPE_SET && x->meaning == MEANS_OPERATION)
        return emit_set_operation(e, x, to);
    if (is_condition(x))
        return condition_value(e, x, to);
    switch (x->meaning) {
    case MEANS_VARIABLE:
        e->hold = false; /* what stands in [ ] behind it is not referred to */
        return read_variable(e, x, to);
    case MEANS_CALL: return emit_call(e, x, to);
    case MEANS_PRIM: return emit_prim(e, x, to);
    case MEANS_BUILTIN: return emit_builtin(e, x, to);
    case MEANS_COMPONENT: return component(e, x, to);
    case MEANS_ELEMENT: return read_element(e, x, to);
    case MEANS_FIELD: return emit_field(e, x, to);
    case MEANS_DEREF:
        return x->type->kind == STAR_TYPE_RECORD ? emit_deref(e, x)
                                                 : emit_field(e, x, to);
    case MEANS_SET: return emit_set(e, x, to);
    case MEANS_WITH: return x->left->emit.cell;
    case MEANS_BUFFER: return emit_buffer(e, x, to);
    default: return x->kind == EXPR_UNARY ? unary(e, x, to) : chain(e, x, to);
    }
}

Cell emit_expr(Emit *e, Expr *x, Cell to) {
    StarSpan span = emit_at(e, x->span);
    Cell cell;
    if (x->convert == CONVERT_REAL && x->constant) {
        StarCell value = {.r = (double)x->integer};
        cell = place(e, STAR_CELL_REAL, to);
        emit_wide(e, STAR_OP_LOADK, cell,
                  emit_constant(e, STAR_CELL_REAL, value));
    } else if (x->convert == CONVERT_REAL) {
        Cell from = unconverted(e, x, ANY);
        cell = place(e, STAR_CELL_REAL, to);
        emit(e, STAR_OP_FLOAT, cell, from, 0);
    } else if (x->convert == CONVERT_SINGLE) {
        Cell from = unconverted(e, x, ANY);
        cell = place(e, STAR_CELL_REAL, to);
        if (x->type->kind == STAR_TYPE_INTEGER) {
            emit(e, STAR_OP_FLOAT, cell, from, 0);
            from = cell;
        }
        emit(e, STAR_OP_SINGLE, cell, from, 0);
    } else if (x->convert == CONVERT_STRING && x->kind != EXPR_TEXT) {
        cell = unconverted(e, x, ANY);
        if (!x->emit.chars)
            cell = to_string(e, x, cell);
    } else if (x->convert == CONVERT_WIDE || x->convert == CONVERT_NARROW) {
        Cell from = unconverted(e, x, ANY);
        bool wide = x->convert == CONVERT_WIDE;
        cell = wide && to >= ARGUMENT ? emit_own_temp(e, STAR_CELL_SET)
                                      : place(e, STAR_CELL_INT, to);
        emit(e, wide ? STAR_OP_EWIDE : STAR_OP_ENARROW, cell, from, 0);
    } else {
        cell = unconverted(e, x, to);
        if ((x->meaning == MEANS_VARIABLE || x->meaning == MEANS_ELEMENT ||
             x->meaning == MEANS_BUFFER) &&
            emit_may_dangle(e, x))
            emit(e, STAR_OP_LIVE, cell, 0, 0);
    }
    /* An assignment that fails is the statement's failure. */
    emit_at(e, span);
    const Type *type =
        x->convert == CONVERT_STRING ? &e->types->string : x->type;
    /* X := X moves nothing, but is an error if X has no value. */
    if (cell == to && x->meaning == MEANS_VARIABLE && type_object(type))
        emit(e, assign_op[type_cell(type)], to, cell, 0);
    return emit_moved(e, type, cell, to);
}

/* Stores. */

static void store_variable(Emit *e, const Decl *d, Cell value) {
    uint16_t level = (uint16_t)(d->level + (d->kind == DECL_PROC));
    if (d->var)
        emit(e, STAR_OP_STORE, emit_variable(e, d), value, 0);
    else if (level == e->r->level)
        emit_moved(e, d->type, value, d->cell);
    else if (level == 0)
        emit(e, STAR_OP_SETG, value, d->cell, 0);
    else
        emit(e, STAR_OP_SETU, value, (Cell)(e->r->level - level), d->cell);
}

void emit_store(Emit *e, Expr *lvalue, Cell value) {
    StarSpan span = emit_at(e, lvalue->span);
    if (lvalue->meaning == MEANS_COMPONENT) {
        Cell line = emit_expr(e, lvalue->left, ANY);
        Cell i = emit_expr(e, lvalue->args, ANY);
        emit(e, star_op_prim(STAR_PRIM_PUT), line, i, value);
    } else if (lvalue->meaning == MEANS_PRIM) {
        bool row = lvalue->number == STAR_PRIM_ROW;
        Cell table = emit_expr(e, lvalue->args->next, ANY);
        Cell i = emit_expr(e, lvalue->args, ANY);
        emit(e, star_op_prim(row ? STAR_PRIM_SETROW : STAR_PRIM_SETCOL), table,
             i, value);
    } else if (type_object(lvalue->type)) {
        Cell to = lvalue->meaning == MEANS_RESULT
                      ? emit_variable(e, lvalue->decl)
                      : emit_expr(e, lvalue, ANY);
        emit_moved(e, lvalue->type, value, to);
    } else if (lvalue->meaning == MEANS_ELEMENT) {
        store_element(e, lvalue, value);
    } else if (lvalue->meaning == MEANS_FIELD ||
               lvalue->meaning == MEANS_DEREF) {
        emit_field_store(e, lvalue, value);
    } else if (lvalue->meaning == MEANS_BUFFER) {
        Cell address = emit_temp(e, STAR_CELL_REF);
        emit_buffer_address(e, lvalue, address);
        emit(e, STAR_OP_STORE, address, value, 0);
    } else {
        store_variable(e, lvalue->decl, value);
    }
    emit_at(e, span);
}
