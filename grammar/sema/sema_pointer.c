/* Pointers: their types, nil, p^, new and dispose. */
#include "sema/sema.h"

/* The type that a pointer's variables have may be declared later in the same
 * type section. */
Type *sema_pointer_type(Sema *s, TypeExpr *x) {
    Type *t = sema_new_type(s, STAR_TYPE_POINTER);
    t->domain = x->low;
    t->element = &s->types.error;
    t->next = s->pointers;
    s->pointers = t;
    return t;
}

/* A dynamic variable is a record; one of another type is a record's only
 * field. */
static Type *variable_type(Sema *s, Type *element) {
    FieldList *fields;
    Decl *field;
    Type *t;
    if (element->kind == STAR_TYPE_RECORD)
        return element;
    fields = arena_alloc(s->arena, 1, sizeof *fields);
    field = ast_decl(s->arena, DECL_FIELD, "", (StarSpan){0});
    field->spelled = NULL;
    field->type = element;
    fields->fixed = field;
    t = sema_new_type(s, STAR_TYPE_RECORD);
    t->fields = fields;
    t->cells = 1;
    return t;
}

static void resolve(Sema *s, Type *t) {
    Type *found = sema_type_name(s, t->domain);
    if (type_ordinal(found) && found->dynamic)
        diag_error(s->diag, STAR_VARIABLEBOUNDS, t->domain->span,
                   "the bounds of a variable must be constant");
    else
        t->element = found;
}

void sema_pointers(Sema *s) {
    for (; s->pointers != NULL; s->pointers = s->pointers->next) {
        resolve(s, s->pointers);
        s->pointers->variable = variable_type(s, s->pointers->element);
    }
}

void sema_nil(Sema *s, Expr *e) {
    e->type = &s->types.nil;
    e->meaning = MEANS_CONSTANT;
    e->constant = true;
}

void sema_deref(Sema *s, Expr *e) {
    sema_expr(s, e->left, NULL);
    sema_strict_part(s, e);
    Type *type = e->left->type;
    if (type->kind == STAR_TYPE_FILE) {
        e->meaning = MEANS_BUFFER;
        s->heap = true;
        e->type = type->element;
        return;
    }
    e->meaning = MEANS_DEREF;
    s->heap = true;
    e->type = &s->types.error;
    if (type->kind == STAR_TYPE_POINTER && type != &s->types.nil)
        e->type = type->element;
    else if (type->kind != TYPE_ERROR)
        diag_error(s->diag, STAR_NOTPOINTER, e->left->span,
                   "'^' follows a pointer or a file, not %s",
                   type_name(s->arena, type));
}

/* ---- new and dispose ---- */

/* The variant that a constant selects; it is left in the argument. */
static const Variant *variant(Sema *s, Expr *arg, const VariantPart *p) {
    if (!sema_constant(s, arg) || !sema_fit(s, arg, p->tag->type, "a variant"))
        return NULL;
    for (const Variant *v = p->list; v != NULL; v = v->next)
        for (const CaseLabel *l = v->labels; l != NULL; l = l->next)
            if (arg->integer >= l->low->integer &&
                arg->integer <= (l->high ? l->high : l->low)->integer) {
                arg->tie = v;
                return v;
            }
    return NULL;
}

/* Of nil there is no record. */
static void variants(Sema *s, Expr *e, const Type *record) {
    const FieldList *f = record != NULL && record->kind == STAR_TYPE_RECORD
                             ? record->fields
                             : NULL;
    for (Expr *a = e->args->next; a != NULL; a = a->next) {
        const Variant *v;
        if (f == NULL || f->part == NULL) {
            diag_error(s->diag, STAR_ARGUMENTS, a->span,
                       "there is no variant part for this constant");
            return;
        }
        v = variant(s, a, f->part);
        if (v == NULL)
            return;
        f = v->fields;
    }
}

void sema_new(Sema *s, Expr *e, bool dispose) {
    Expr *p = e->kind == EXPR_CALL ? e->args : NULL;
    if (p == NULL) {
        diag_error(s->diag, STAR_ARGUMENTS, e->span, "'%s' needs a pointer",
                   dispose ? "dispose" : "new");
        return;
    }
    s->dispose = s->dispose || dispose;
    if (dispose) {
        sema_expr(s, p, NULL);
        sema_changes(s, 0);
    } else
        sema_target(s, p);
    if (p->type->kind == TYPE_ERROR)
        return;
    if (p->type->kind != STAR_TYPE_POINTER)
        sema_mismatch(s, STAR_NOTPOINTER, p, "'%s' needs a pointer, found %s",
                      dispose ? "dispose" : "new",
                      type_name(s->arena, p->type));
    else
        variants(s, e, p->type->element);
}
