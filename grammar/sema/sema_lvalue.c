/* SPDX-License-Identifier: MIT */
/* Variables, lvalues, and elements of arrays and strings, with warnings of
 * indices outside their range. */
#include "sema/sema.h"

static void check_control(Sema *s, const Expr *e) {
    if (e->decl != NULL && e->decl->uses.threat == NULL &&
        e->decl->level < s->body.level)
        e->decl->uses.threat = e;
    if (e->decl != NULL && e->decl->uses.is_for)
        diag_error(s->diag, e->span,
                   MSG_FOR_VARIABLE_CHANGED(e->decl->spelled));
}

void sema_changes(Sema *s, uint16_t level) {
    if (s->body.changes > level)
        s->body.changes = level;
}

/* A part of the variable changes. A scalar may be part of an object where it
 * is a parameter. */
static void changed(Sema *s, const Expr *part, const Expr *variable) {
    const Decl *d = variable->decl;
    for (; part != variable; part = part->left)
        if (part->meaning == MEANS_BUFFER)
            sema_changes(s, 0);
    if (type_object(d->type) || d->var)
        sema_changes(s, d->level);
}

static bool is_part(const Expr *e) {
    return e->meaning == MEANS_ELEMENT || e->meaning == MEANS_COMPONENT ||
           e->meaning == MEANS_FIELD || e->meaning == MEANS_BUFFER;
}

/* The variable that an element, field or component belongs to. */
static Expr *base(Expr *e) {
    while (is_part(e))
        e = e->left;
    return e;
}

static bool variable(Sema *s, Expr *e) {
    Expr *b = base(e);
    for (Expr *part = e; is_part(part); part = part->left)
        part->altered = true;
    if (b->meaning == MEANS_WITH || b->meaning == MEANS_DEREF) {
        sema_changes(s, 0);
        return true;
    }
    if ((b->meaning != MEANS_VARIABLE && b->meaning != MEANS_RESULT) ||
        b->decl->kind == DECL_BOUND)
        return e->type->kind == TYPE_ERROR;
    check_control(s, b);
    if (b->decl != NULL) {
        b->decl->uses.assigned = true;
        changed(s, e, b);
    }
    return true;
}

/* Reports an expression in parentheses, which is a value. */
static bool in_parentheses(Sema *s, Expr *e) {
    if (!e->parens || e->type->kind == TYPE_ERROR)
        return false;
    StarReport *r = sema_mismatch(s, e, MSG_VALUE_IN_PARENTHESES());
    diag_hint(s->diag, r, "leave out the parentheses");
    return true;
}

void sema_variable(Sema *s, Expr *e) {
    sema_expr(s, e, NULL);
    sema_is_variable(s, e);
}

void sema_is_variable(Sema *s, Expr *e) {
    if (e->type->kind == TYPE_ERROR || in_parentheses(s, e))
        return;
    if (e->meaning == MEANS_COMPONENT || !variable(s, e)) {
        bool line = e->meaning == MEANS_PRIM &&
                    (e->number == STAR_PRIM_ROW || e->number == STAR_PRIM_COL);
        line |= e->meaning == MEANS_COMPONENT;
        StarReport *r =
            diag_error(s->diag, e->span,
                       MSG_VARIABLE_NEEDED(line ? STAR_PART : STAR_LVALUE));
        if (line)
            diag_hint(s->diag, r,
                      "rows, columns and components can be assigned, not "
                      "passed: use a variable and assign it back");
        e->type = &s->types.error;
    }
}

/* The program's function that a name is, or NULL. */
static Decl *function_of(const Sema *s, const Expr *e) {
    Decl *d = e->kind == EXPR_NAME ? scope_find(&s->scope, e->name) : NULL;
    return d != NULL && d->kind == DECL_PROC && d->routine.function ? d : NULL;
}

/* The name of the function being defined, or of one around it, stands for
 * its result. */
static bool result_lvalue(Sema *s, Expr *e) {
    Decl *d = function_of(s, e);
    if (d == NULL)
        return false;
    for (Decl *p = s->body.routine; p != NULL; p = p->owner)
        if (p == d) {
            e->meaning = MEANS_RESULT;
            e->decl = d;
            e->type = d->type;
            d->uses.assigned = true;
            xref_use(s->xref, e->span, d, false);
            if (d != s->body.routine)
                sema_changes(s, 0);
            return true;
        }
    return false;
}

static void constant_lvalue(Sema *s, const Expr *e) {
    StarReport *r =
        diag_error(s->diag, e->span, MSG_CONSTANT_ASSIGNED(e->text));
    sema_declared(s, r, e->decl);
}

static void bound_lvalue(Sema *s, const Expr *e) {
    StarReport *r = diag_error(s->diag, e->span, MSG_BOUND_ASSIGNED(e->text));
    sema_declared(s, r, e->decl);
}

void sema_lvalue(Sema *s, Expr *e) {
    Expr *first = e;
    bool read;
    if (result_lvalue(s, e))
        return;
    while (first->left != NULL &&
           (first->kind == EXPR_INDEX || first->kind == EXPR_CALL ||
            first->kind == EXPR_FIELD || first->kind == EXPR_DEREF))
        first = first->left;
    Decl *d =
        first->kind == EXPR_NAME ? scope_find(&s->scope, first->name) : NULL;
    if (d != NULL && d == function_of(s, e)) {
        sema_mismatch(s, e, MSG_FUNCTION_ASSIGNED(d->spelled));
        return;
    }
    read = d != NULL && d->uses.read;
    sema_expr(s, e, NULL);
    if (d != NULL && base(e) == first && d->kind != DECL_PROC)
        d->uses.read = read; /* an assignment does not read its variable */
    if (e->type->kind == TYPE_ERROR || in_parentheses(s, e) || variable(s, e))
        return;
    if (e->meaning == MEANS_PRIM &&
        (e->number == STAR_PRIM_ROW || e->number == STAR_PRIM_COL)) {
        Expr *table = e->args->next;
        if (variable(s, table))
            return;
    }
    if (e->kind == EXPR_NAME && e->meaning == MEANS_CONSTANT)
        constant_lvalue(s, e);
    else if (e->meaning == MEANS_VARIABLE)
        bound_lvalue(s, e);
    else
        diag_error(s->diag, e->span, MSG_NOT_ASSIGNABLE());
    e->type = &s->types.error;
}

/* ---- Elements ---- */

static void check_index(Sema *s, const Expr *e, int64_t low, int64_t high) {
    if (!e->constant || s->statement.dead > 0 || e->type->kind == TYPE_ERROR ||
        (e->integer >= low && e->integer <= high))
        return;
    StarReport *r;
    const char *index = type_value(s->arena, e->type, e->integer);
    const char *first = type_value(s->arena, e->type, low);
    if (high == INT64_MAX)
        r = diag_warn(s->diag, e->span, MSG_CONSTANT_INDEX_LOW(index, first));
    else {
        const char *bounds = arena_printf(s->arena, "%s..%s", first,
                                          type_value(s->arena, e->type, high));
        r = diag_warn(s->diag, e->span,
                      MSG_CONSTANT_INDEX_BOUNDS(index, bounds));
        diag_expected(r, bounds, index);
    }
    diag_hint(s->diag, r, "%s",
              e->type->kind == STAR_TYPE_INTEGER && e->integer == 0 && low == 1
                  ? "components, rows and columns are numbered from 1"
                  : "the program ends here if it comes here");
}

int64_t sema_size_of(const Type *t, int k) {
    const Expr *size = t->size[k];
    if (size != NULL && size->type->kind == STAR_TYPE_TABLE)
        return sema_size_of(size->type, t->kind == STAR_TYPE_WORD);
    return size != NULL && size->constant ? size->integer : INT64_MAX;
}

void sema_check_component(Sema *s, const Expr *e, const Type *of, int k) {
    check_index(s, e, 1, sema_size_of(of, k));
}

static void index_string(Sema *s, Expr *e) {
    sema_integer(s, e->args);
    check_index(s, e->args, 1, INT64_MAX);
    if (e->args->next != NULL)
        diag_error(s->diag, e->span, MSG_STRING_INDEX_COUNT());
    e->type = &s->types.character;
}

/* a[i][j] and a[i, j] are the same: the indices are collected on one node as
 * far as the array's dimensions go. */
static void merge_indices(Expr *e) {
    Expr *inner = e->left, *last = inner->args;
    while (last->next != NULL)
        last = last->next;
    last->next = e->args;
    e->args = inner->args;
    e->left = inner->left;
}

void sema_index(Sema *s, Expr *e) {
    Type *type;
    sema_expr(s, e->left, NULL);
    sema_strict_part(s, e);
    type = e->left->type;
    e->meaning = MEANS_ELEMENT;
    e->type = &s->types.error;
    if (type->kind == STAR_TYPE_STRING) {
        index_string(s, e);
        return;
    }
    for (Expr *i = e->args; i != NULL; i = i->next) {
        if (type->kind != STAR_TYPE_ARRAY) {
            if (type->kind != TYPE_ERROR) {
                StarReport *r =
                    diag_error(s->diag, e->left->span,
                               MSG_NOT_INDEXED(type_name(s->arena, type)));
                sema_hint_index(s, r, e);
            }
            sema_expr(s, i, NULL);
            type = &s->types.error;
            continue;
        }
        sema_expr(s, i, type_host(type->index));
        if (sema_fit(s, i, type_host(type->index), "an index") &&
            !type->index->dynamic)
            check_index(s, i, type->index->low, type->index->high);
        type = type->element;
    }
    e->type = type;
    if (e->left->meaning == MEANS_ELEMENT &&
        e->left->type->kind == STAR_TYPE_ARRAY)
        merge_indices(e);
}
