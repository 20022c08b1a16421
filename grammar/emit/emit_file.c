/* SPDX-License-Identifier: MIT */
/* Files. */
#include "emit/emit.h"

/* The operand of NEWFILE that describes the components. */
static Cell component(const Emit *e, const Type *file) {
    const Type *t = file->element;
    return file == &e->types->textfile ? STAR_FILE_TEXT
           : type_object(t)            ? STAR_FILE_OBJECT
           : t->kind == STAR_TYPE_REAL ? STAR_FILE_REAL
           : t->kind == STAR_TYPE_CHAR ? STAR_FILE_CHAR
                                       : STAR_FILE_INT;
}

void emit_new_file(Emit *e, Cell cell, Type *file) {
    Cell prototype = cell;
    if (type_object(file->element)) {
        prototype = emit_own_cell(e, file->element, NULL);
        emit_object(e, prototype, file->element);
    }
    emit(e, STAR_OP_NEWFILE, cell, component(e, file), prototype);
}

void emit_bind(Emit *e, const Decl *decls) {
    for (const Decl *d = decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR && d->external > 0)
            emit(e, STAR_OP_BIND, d->cell, (Cell)(d->external - 1), 0);
}

void emit_close(Emit *e, const Decl *decls) {
    for (const Decl *d = decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR && d->external > 0) {
            StarSpan span = emit_at(e, d->span);
            emit(e, STAR_OP_FCLOSE, d->cell, 0, 0);
            emit_at(e, span);
        }
}

void emit_standard(Emit *e) {
    for (Cell k = 0; k < 2; k++) {
        Decl *d = e->standard[k];
        if (d->uses.used) {
            d->cell = emit_new_cell(e, STAR_CELL_FILE, true, NULL);
            e->r->cell[d->cell].type = emit_type_of(e, d);
        }
    }
}

void emit_open_standard(Emit *e) {
    for (Cell k = 0; k < 2; k++)
        if (e->standard[k]->uses.used)
            emit(e, STAR_OP_STDFILE, e->standard[k]->cell, k, 0);
}

/* The buffer is what the file's variable is a part of: both are referred
 * to. */
static void buffer(Emit *e, Expr *x, StarOp op, Cell to) {
    bool hold = e->hold;
    Cell file = emit_expr(e, x->left, ANY);
    e->hold = false;
    emit(e, op, to, file, x->reads);
    if (hold)
        emit(e, STAR_OP_FHOLD, file, 0, 0);
    e->r->holds += hold;
}

void emit_buffer_address(Emit *e, Expr *x, Cell to) {
    buffer(e, x, STAR_OP_FBUF, to);
}

Cell emit_buffer(Emit *e, Expr *x, Cell to) {
    StarCellKind kind = type_cell(x->type);
    Cell address, cell;
    if (type_object(x->type)) {
        cell = emit_temp(e, kind);
        buffer(e, x, STAR_OP_FBUFO, cell);
        return cell;
    }
    address = emit_temp(e, STAR_CELL_REF);
    emit_buffer_address(e, x, address);
    cell = to != ANY ? to : emit_temp(e, kind);
    emit(e, STAR_OP_LOAD, cell, address, 0);
    emit(e, kind == STAR_CELL_REAL ? STAR_OP_ISREAL : STAR_OP_ISINT, cell, 0,
         0);
    if (x->type->host != NULL || x->type->kind == STAR_TYPE_BOOLEAN ||
        x->type->kind == STAR_TYPE_ENUM) /* the file may hold anything */
        emit_range(e, STAR_OP_RANGE, cell, x->type);
    return cell;
}
