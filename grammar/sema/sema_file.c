/* SPDX-License-Identifier: MIT */
/* Files: their types, the buffer f^, and what reading and writing mean where
 * the components are no text. */

#include "builtins.h"
#include "sema/sema.h"

Type *sema_file_type(Sema *s, const TypeExpr *x) {
    Type *element = sema_type(s, x->element), *t;
    if (element->kind == TYPE_ERROR)
        return element;
    if (type_has_file(element)) {
        diag_error(s->diag, x->element->span, MSG_FILE_IN_FILE());
        return &s->types.error;
    }
    t = arena_alloc(s->arena, 1, sizeof *t);
    *t = (Type){.kind = STAR_TYPE_FILE, .element = element};
    return t;
}

bool sema_is_file(Sema *s, Expr *e, bool text) {
    if (e->type->kind == TYPE_ERROR)
        return false;
    if (e->type->kind == STAR_TYPE_FILE &&
        (!text || e->type == &s->types.textfile))
        return true;
    sema_mismatch(s, e, MSG_FILE_NEEDED(text, type_name(s->arena, e->type)));
    return false;
}

static Decl *is_called(void *name, Decl *field) {
    return field->name == name ? field : NULL;
}

static const Type *type_of_field(const Type *t, Name name) {
    const Decl *field = t->kind == STAR_TYPE_RECORD
                            ? type_each(t->fields, is_called, (void *)name)
                            : NULL;
    return field != NULL ? field->type : NULL;
}

/* The type of a variable that has not been checked yet, or NULL. */
static const Type *type_before(const Sema *s, const Expr *e) {
    const Type *t;
    if (e->kind == EXPR_NAME) {
        const Decl *d = scope_find(&s->scope, e->name);
        return d != NULL && (d->kind == DECL_VAR || d->kind == DECL_PARAM ||
                             d->kind == DECL_FIELD)
                   ? d->type
                   : NULL;
    }
    if (e->left == NULL || e->kind == EXPR_CALL)
        return NULL;
    t = type_before(s, e->left);
    if (t != NULL && e->kind == EXPR_FIELD)
        return type_of_field(t, e->name);
    if (t != NULL && e->kind == EXPR_DEREF)
        return t->kind == STAR_TYPE_POINTER ? t->element : NULL;
    if (e->kind != EXPR_INDEX)
        return NULL;
    for (const Expr *i = e->args; i != NULL; i = i->next)
        t = t != NULL && t->kind == STAR_TYPE_ARRAY ? t->element : NULL;
    return t;
}

bool sema_names_file(const Sema *s, const Expr *e) {
    const Type *t = type_before(s, e);
    return t != NULL && t->kind == STAR_TYPE_FILE;
}

static Stmt *step(Sema *s, Expr *file, StarSpan span, Builtin builtin) {
    Stmt *st = ast_stmt(s->arena, STMT_CALL, span);
    Expr *e = ast_expr(s->arena, EXPR_CALL, span);
    e->args = ast_expr(s->arena, file->kind, file->span);
    *e->args = *file;
    e->args->next = NULL;
    e->decl = ast_decl(s->arena, DECL_BUILTIN, builtins[builtin].name, span);
    e->decl->number = (uint16_t)builtin;
    st->value = e;
    sema_builtin(s, e, true);
    return st;
}

/* read(f, v) is v := f^; get(f), and write(f, e) is f^ := e; put(f). */
bool sema_transfer(Sema *s, Stmt *st) {
    Expr *e = st->value, *file = e->kind == EXPR_CALL ? e->args : NULL;
    const Decl *d = file != NULL && e->left->kind == EXPR_NAME
                        ? scope_find(&s->scope, e->left->name)
                        : NULL;
    const Type *t =
        d != NULL && d->kind == DECL_BUILTIN &&
                (d->number == BUILTIN_READ || d->number == BUILTIN_WRITE)
            ? type_before(s, file)
            : NULL;
    if (t == NULL || t->kind != STAR_TYPE_FILE || t == &s->types.textfile)
        return false;
    Stmt **next = &st->body;
    st->kind = STMT_BLOCK;
    xref_use(s->xref, e->left->span, d, false);
    if (file->next == NULL)
        diag_error(s->diag, e->span, MSG_FILE_VALUE_MISSING(d->name));
    for (Expr *a = file->next; a != NULL; a = a->next) {
        Expr *buffer = ast_expr(s->arena, EXPR_DEREF, file->span);
        Stmt *assign = ast_stmt(s->arena, STMT_ASSIGN, a->span);
        bool reads = d->number == BUILTIN_READ;
        buffer->left = ast_expr(s->arena, file->kind, file->span);
        *buffer->left = *file;
        buffer->left->next = NULL;
        buffer->reads = reads;
        assign->lvalue = reads ? a : buffer;
        assign->value = reads ? buffer : a;
        sema_statements(s, assign);
        *next = assign;
        assign->next =
            step(s, file, file->span, reads ? BUILTIN_GET : BUILTIN_PUT);
        next = &assign->next->next;
    }
    return true;
}
