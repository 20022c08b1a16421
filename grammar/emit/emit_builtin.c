/* SPDX-License-Identifier: MIT */
/* Calls of the required procedures and functions. */
#include "builtins.h"
#include "emit/emit.h"
#include "io/formats/matrix.h"

static Expr *arguments(const Expr *call) {
    return call->kind == EXPR_CALL ? call->args : NULL;
}

static Cell width(Emit *e, Expr *x) {
    return x != NULL ? emit_expr(e, x, ANY) : STAR_NO_CELL;
}

/* A text that comes first, in a cell, or ANY. */
static Cell text_of(Emit *e, Expr **args) {
    Expr *a = *args;
    if (a == NULL || a->type == NULL || a->type->kind != STAR_TYPE_FILE)
        return ANY;
    *args = a->next;
    return emit_expr(e, a, ANY);
}

/* Input or output, if the program knows its buffer, or ANY. */
static Cell standard(Emit *e, bool output) {
    const Decl *d = e->standard[output];
    return d->uses.used ? emit_variable(e, d) : ANY;
}

static void switch_to(Emit *e, StarOp op, Cell text) {
    if (text != ANY)
        emit(e, op, text, 0, 0);
}

static void write_value(Emit *e, Expr *arg, Cell text) {
    static const StarOp op[] = {[STAR_TYPE_INTEGER] = STAR_OP_WRITEI,
                                [STAR_TYPE_REAL] = STAR_OP_WRITER,
                                [STAR_TYPE_BOOLEAN] = STAR_OP_WRITEB,
                                [STAR_TYPE_CHAR] = STAR_OP_WRITEC,
                                [STAR_TYPE_ENUM] = STAR_OP_WRITEI,
                                [STAR_TYPE_STRING] = STAR_OP_WRITES,
                                [STAR_TYPE_SLICE] = STAR_OP_WRITEL,
                                [STAR_TYPE_WORD] = STAR_OP_WRITEL,
                                [STAR_TYPE_TABLE] = STAR_OP_WRITET,
                                [STAR_TYPE_ARRAY] = STAR_OP_WRITES,
                                [TYPE_TEXT] = STAR_OP_WRITES};
    bool format = arg->kind == EXPR_FORMAT;
    Expr *value = format ? arg->left : arg;
    StarSpan span = emit_at(e, value->span);
    Mark mark = emit_mark(e);
    Cell cell = emit_expr(e, value, ANY);
    Cell columns = width(e, format ? arg->right : NULL);
    Cell decimals = width(e, format ? arg->third : NULL);
    switch_to(e, STAR_OP_TO, text);
    emit(e, op[value->type->kind], cell, columns, decimals);
    emit_release(e, mark);
    emit_at(e, span);
}

static void read_value(Emit *e, Expr *lvalue, Cell text) {
    static const StarOp op[] = {
        [STAR_TYPE_INTEGER] = STAR_OP_READI, [STAR_TYPE_REAL] = STAR_OP_READR,
        [STAR_TYPE_CHAR] = STAR_OP_READC,    [STAR_TYPE_STRING] = STAR_OP_READS,
        [STAR_TYPE_SLICE] = STAR_OP_READL,   [STAR_TYPE_WORD] = STAR_OP_READL,
        [STAR_TYPE_TABLE] = STAR_OP_READT};
    const Type *t = lvalue->type;
    StarSpan span = emit_at(e, lvalue->span);
    Mark mark = emit_mark(e);
    if (type_object(t)) {
        Cell to = lvalue->meaning == MEANS_RESULT
                      ? emit_variable(e, lvalue->decl)
                      : emit_expr(e, lvalue, ANY);
        switch_to(e, STAR_OP_FROM, text);
        emit(e, op[t->kind], to, 0, 0);
    } else {
        Cell cell = emit_temp(e, type_cell(t));
        switch_to(e, STAR_OP_FROM, text);
        emit(e, op[t->kind], cell, 0, 0);
        if (t == &e->types->single)
            emit(e, STAR_OP_SINGLE, cell, cell, 0);
        else if (t->host != NULL)
            emit_range(e, STAR_OP_RANGE, cell, lvalue->type);
        emit_store(e, lvalue, cell);
    }
    emit_release(e, mark);
    emit_at(e, span);
}

static void file(Emit *e, Expr *x, StarOp op) {
    Expr *table = x->args, *name = table->next, *how = name->next;
    const Cell option = how != NULL ? (Cell)how->integer : 0;
    Cell t = emit_expr(e, table, ANY);
    Cell s = emit_expr(e, name, ANY), bits = s, columns = s;
    if (op == STAR_OP_FLOAD && option / STAR_LAYOUT_WIDE % 2 != 0)
        bits = emit_expr(e, how->right, ANY);
    if (op == STAR_OP_FLOAD && option / STAR_LAYOUT_COLUMNS % 2 != 0)
        columns = emit_expr(e, how->third, ANY);
    emit(e, op, t, s, option);
    if (op == STAR_OP_FLOAD)
        emit_args(e, bits, columns, columns);
}

static void fail(Emit *e, const Expr *code) {
    Expr *text = code->next, *hint = text->next;
    const Cell t = emit_expr(e, text, ANY);
    const Cell h = hint != NULL ? emit_expr(e, hint, ANY) : t;
    emit(e, STAR_OP_RAISE, (Cell)code->integer, t, h);
}

/* pack(a, i, z) and unpack(z, a, i). */
static void pack(Emit *e, Expr *x) {
    Cell first = emit_expr(e, x->args, ANY);
    Cell second = emit_expr(e, x->args->next, ANY);
    Cell third = emit_expr(e, x->args->next->next, ANY);
    if (x->number == BUILTIN_PACK)
        emit(e, STAR_OP_PACK, third, first, second);
    else
        emit(e, STAR_OP_UNPACK, second, first, third);
}

static void statement(Emit *e, Expr *x) {
    Expr *a = arguments(x);
    Cell text = text_of(e, &a);
    if (text == ANY && x->number >= BUILTIN_WRITE && x->number <= BUILTIN_PAGE)
        text = standard(e, x->number != BUILTIN_READ &&
                               x->number != BUILTIN_READLN);
    switch (x->number) {
    case BUILTIN_WRITE:
    case BUILTIN_WRITELN:
        for (; a != NULL; a = a->next)
            write_value(e, a, text);
        if (x->number == BUILTIN_WRITELN) {
            switch_to(e, STAR_OP_TO, text);
            emit(e, STAR_OP_WRITELN, 0, 0, 0);
        }
        break;
    case BUILTIN_READ:
    case BUILTIN_READLN:
        for (; a != NULL; a = a->next)
            read_value(e, a, text);
        if (x->number == BUILTIN_READLN) {
            switch_to(e, STAR_OP_FROM, text);
            emit(e, STAR_OP_READLN, 0, 0, 0);
        }
        break;
    case BUILTIN_RESET: emit(e, STAR_OP_RESET, text, 0, 0); break;
    case BUILTIN_REWRITE: emit(e, STAR_OP_REWRITE, text, 0, 0); break;
    case BUILTIN_GET: emit(e, STAR_OP_FGET, text, 0, 0); break;
    case BUILTIN_PUT: emit(e, STAR_OP_FPUT, text, 0, 0); break;
    case BUILTIN_FAIL: fail(e, a); break;
    case BUILTIN_NEW: emit_new(e, x); break;
    case BUILTIN_DISPOSE: emit_dispose(e, x); break;
    case BUILTIN_PAGE:
        switch_to(e, STAR_OP_TO, text);
        emit(e, STAR_OP_PAGE, 0, 0, 0);
        break;
    case BUILTIN_PACK:
    case BUILTIN_UNPACK: pack(e, x); break;
    case BUILTIN_LOAD: file(e, x, STAR_OP_FLOAD); break;
    default: file(e, x, STAR_OP_FSAVE);
    }
}

/* succ and pred of all types but integer must stay within the type. */
static Cell neighbour(Emit *e, Expr *x, Cell to, int step) {
    Cell from = emit_expr(e, x->args, ANY);
    emit(e, STAR_OP_ADDK, to, from, (Cell)step);
    if (x->type->kind != STAR_TYPE_INTEGER)
        emit_range(e, STAR_OP_RANGE, to, x->type);
    return to;
}

/* NAMEOF(v, T) and NUMBEROF(s, T). */
static Cell vertex_function(Emit *e, Expr *x, Cell to) {
    const bool names = x->number == BUILTIN_NAMEOF;
    const Cell a = emit_expr(e, x->args, ANY);
    const Cell table = emit_expr(e, x->args->next, ANY);
    const bool own = names && (to == ANY || to >= ARGUMENT);
    const Cell into = own         ? emit_own_temp(e, STAR_CELL_STRING)
                      : to == ANY ? emit_temp(e, type_cell(x->type))
                                  : to;
    emit(e, names ? STAR_OP_NAMEOF : STAR_OP_NUMBEROF, into, a, table);
    return emit_moved(e, x->type, into, to);
}

Cell emit_builtin(Emit *e, Expr *x, Cell to) {
    Type byte = {.kind = STAR_TYPE_INTEGER, .low = 0, .high = 255};
    static const StarOp real[] = {
        [BUILTIN_SIN] = STAR_OP_SIN,     [BUILTIN_COS] = STAR_OP_COS,
        [BUILTIN_EXP] = STAR_OP_EXP,     [BUILTIN_LN] = STAR_OP_LN,
        [BUILTIN_SQRT] = STAR_OP_SQRT,   [BUILTIN_ARCTAN] = STAR_OP_ARCTAN,
        [BUILTIN_TRUNC] = STAR_OP_TRUNC, [BUILTIN_ROUND] = STAR_OP_ROUND};
    bool is_real = x->type->kind == STAR_TYPE_REAL;
    if (x->type->kind == TYPE_NONE) {
        statement(e, x);
        return ANY;
    }
    if (x->number == BUILTIN_NAMEOF || x->number == BUILTIN_NUMBEROF)
        return vertex_function(e, x, to);
    if (to == ANY)
        to = emit_temp(e, type_cell(x->type));
    if (x->number == BUILTIN_EOF || x->number == BUILTIN_EOLN) {
        Expr *args = arguments(x);
        Cell file = text_of(e, &args);
        if (x->number == BUILTIN_EOLN)
            switch_to(e, STAR_OP_FROM, file);
        emit(e,
             x->number == BUILTIN_EOLN ? STAR_OP_EOLN
             : file != ANY             ? STAR_OP_FEOF
                                       : STAR_OP_IEOF,
             to, file != ANY && x->number == BUILTIN_EOF ? file : 0, 0);
        return to;
    }
    if (x->number == BUILTIN_SUCC || x->number == BUILTIN_PRED)
        return neighbour(e, x, to, x->number == BUILTIN_SUCC ? 1 : -1);
    Cell a = emit_expr(e, x->args, ANY);
    switch (x->number) {
    case BUILTIN_ABS:
        emit(e, is_real ? STAR_OP_FABS : STAR_OP_ABS, to, a, 0);
        break;
    case BUILTIN_SQR:
        emit(e, is_real ? STAR_OP_FMUL : STAR_OP_MUL, to, a, a);
        break;
    case BUILTIN_ODD: emit(e, STAR_OP_ODD, to, a, 0); break;
    case BUILTIN_ORD: return emit_moved(e, x->type, a, to);
    case BUILTIN_CHR:
        emit(e, STAR_OP_MOVE, to, a, 0);
        emit_range(e, STAR_OP_RANGE, to, &byte);
        break;
    default: emit(e, real[x->number], to, a, 0);
    }
    return to;
}
