/* SPDX-License-Identifier: MIT */
/* Arguments of the program's procedures and functions. */
#include "sema/sema.h"

static bool same_type(Type *a, Type *b) {
    return a == b ||
           (type_host(a) == type_host(b) && !type_ordinal(a) &&
            a->kind != STAR_TYPE_REAL) ||
           (a->kind == b->kind &&
            (type_bits(a) || a->kind == STAR_TYPE_TABLE)) ||
           a->kind == TYPE_ERROR || b->kind == TYPE_ERROR;
}

/* Procedures and functions as arguments. */

/* Types of parameters: conformant ones have equivalent schemas. */
static bool same_param(Type *a, Type *b) {
    if (a->conformant && b->conformant)
        type_join(a, b);
    for (; a->conformant && b->conformant; a = a->element, b = b->element)
        if (a->packed != b->packed ||
            a->index->bounds->type != b->index->bounds->type)
            return false;
    return same_type(a, b);
}

/* Two lists of parameters of the same sections, of the same kinds and
 * types. */
static bool congruous(const Decl *a, const Decl *b) {
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (a->kind != b->kind || a->var != b->var ||
            a->param.joined != b->param.joined ||
            a->routine.function != b->routine.function ||
            !same_param(a->type, b->type) ||
            !congruous(a->routine.params, b->routine.params))
            return false;
    return a == b;
}

bool sema_same_heading(const Decl *a, const Decl *b) {
    return a->routine.function == b->routine.function &&
           same_type(a->type, b->type) &&
           congruous(a->routine.params, b->routine.params);
}

static const char *kind_of(const Decl *d) {
    return d->routine.function ? "function" : "procedure";
}

static void wrong_routine(Sema *s, const Expr *arg, const Decl *d,
                          const Decl *param) {
    StarReport *r;
    if (d->routine.function != param->routine.function)
        r = diag_error(s->diag, arg->span,
                       MSG_ROUTINE_KIND(param->spelled, kind_of(param),
                                        d->spelled, kind_of(d)));
    else if (!same_type(d->type, param->type))
        r = diag_error(
            s->diag, arg->span,
            MSG_RESULT_DIFFERS(param->spelled, type_name(s->arena, param->type),
                               d->spelled, type_name(s->arena, d->type)));
    else if (!congruous(d->routine.params, param->routine.params))
        r = diag_error(s->diag, arg->span,
                       MSG_PARAMETERS_DIFFER(d->spelled, param->spelled));
    else
        return;
    sema_declared(s, r, d);
    sema_declared(s, r, param);
}

static void pass_routine(Sema *s, Expr *arg, const Decl *param) {
    Decl *d = arg->kind == EXPR_NAME ? sema_lookup(s, arg, SCOPE_VALUE) : NULL;
    arg->type = &s->types.error;
    if (d != NULL && d->type == &s->types.error)
        return;
    if (d != NULL && (d->kind == DECL_PRIM || d->kind == DECL_BUILTIN)) {
        StarReport *r = diag_error(s->diag, arg->span,
                                   MSG_PREDECLARED_ARGUMENT(d->spelled));
        diag_hint(s->diag, r, "declare a %s that calls it", kind_of(param));
        return;
    }
    if (d == NULL || d->kind != DECL_PROC) {
        diag_error(s->diag, arg->span,
                   MSG_ROUTINE_NEEDED(param->spelled, kind_of(param)));
        return;
    }
    arg->meaning = MEANS_ROUTINE;
    arg->decl = d;
    arg->type = &s->types.none;
    d->uses.read = d->routine.needed = true;
    wrong_routine(s, arg, d, param);
}

/* Numbers of generic procedures. */

static bool same_number(const Type *t, const Type *number) {
    return t == number || (t->host == number->host && t->host != NULL &&
                           t->low == number->low && t->high == number->high);
}

/* The parameter of the instance whose number is the argument's type. */
static const Decl *select(const Decl *param, Type *t) {
    for (const Decl *p = param; p != NULL && param->param.selects;
         p = p->other) {
        Type *of = t, *number = p->type;
        for (; number->conformant && of->kind == STAR_TYPE_ARRAY;
             of = of->element)
            number = number->element;
        if (same_number(of, number))
            return p;
    }
    return param;
}

/* Conformant arrays. */

/* A literal is a packed array of its characters. */
static void make_array(Sema *s, Expr *e) {
    Type *index = arena_alloc(s->arena, 1, sizeof *index);
    Type *t = arena_alloc(s->arena, 1, sizeof *t);
    *index = s->types.integer;
    index->name = NULL;
    index->host = &s->types.integer;
    index->low = 1;
    index->high = e->length;
    *t = (Type){.kind = STAR_TYPE_ARRAY,
                .packed = true,
                .index = index,
                .element = &s->types.character};
    e->type = t;
    e->convert = CONVERT_CHARS;
}

static bool same_actual(const Expr *a, const Expr *b) {
    return a->type == b->type || a->type->kind == TYPE_ERROR ||
           b->type->kind == TYPE_ERROR ||
           (a->convert == CONVERT_CHARS && b->convert == CONVERT_CHARS &&
            a->length == b->length);
}

/* Reports why an argument does not conform to a parameter; else NULL. */
static StarReport *unlike(Sema *s, const Expr *arg, const Decl *param) {
    const bool number =
        param->owner->other != NULL || param->owner->routine.instance;
    const char *name = param->spelled;
    Type *t = arg->type, *like = param->type;
    if (t->kind != STAR_TYPE_ARRAY)
        return diag_error(s->diag, arg->span, MSG_CONFORMANT_NO_ARRAY(name));
    for (; like->conformant; t = t->element, like = like->element) {
        if (t->kind != STAR_TYPE_ARRAY)
            return diag_error(s->diag, arg->span, MSG_CONFORMANT_INDICES(name));
        if (t->packed != like->packed)
            return diag_error(s->diag, arg->span,
                              MSG_CONFORMANT_PACKED(name, t->packed));
        if (type_host(t->index) != type_host(like->index))
            return diag_error(
                s->diag, arg->span,
                MSG_CONFORMANT_INDEX(name, type_name(s->arena, t->index),
                                     type_name(s->arena, like->index->host)));
    }
    if (same_type(t, like) || (number && same_number(t, like)))
        return NULL;
    return diag_error(s->diag, arg->span,
                      MSG_CONFORMANT_ELEMENTS(name, type_name(s->arena, t),
                                              type_name(s->arena, like)));
}

static const Decl *pass_conformant(Sema *s, Expr *arg, const Decl *param,
                                   const Expr *before) {
    if (param->var)
        sema_variable(s, arg);
    else
        sema_expr(s, arg, NULL);
    if (arg->kind == EXPR_TEXT && arg->type->kind == TYPE_TEXT)
        make_array(s, arg);
    if (arg->type->kind == TYPE_ERROR)
        return param;
    param = select(param, arg->type);
    StarReport *r = unlike(s, arg, param);
    if (r == NULL && !param->var && arg->type->conformant)
        r = diag_error(s->diag, arg->span,
                       MSG_CONFORMANT_BY_VALUE(param->spelled));
    if (r == NULL && before != NULL && !same_actual(arg, before))
        r = diag_error(s->diag, arg->span,
                       MSG_CONFORMANT_SECTION(param->spelled));
    if (r == NULL) {
        type_join(arg->type, param->type);
        return param;
    }
    sema_wrong(s, arg, r);
    if (param->param.selects)
        diag_hint(s->diag, r,
                  "a number is of type integer, "
                  "-2147483647..2147483647, real or single");
    sema_declared(s, r, param);
    return param;
}

/* Variables. */

/* The variable of which an argument is a component must not be packed; the one
 * of which that is a component may be. */
static void check_packed(Sema *s, Expr *e) {
    const Type *whole;
    if ((e->meaning != MEANS_ELEMENT && e->meaning != MEANS_FIELD) ||
        e->type->kind == TYPE_ERROR)
        return;
    whole = e->left->type;
    for (const Expr *i = e->args;
         i != NULL && i->next != NULL && whole->kind == STAR_TYPE_ARRAY;
         i = i->next)
        whole = whole->element;
    if (!whole->packed)
        return;
    StarReport *r =
        sema_mismatch(s, e,
                      MSG_PACKED_VAR_ARGUMENT(
                          e->meaning == MEANS_FIELD ? "record" : "array"));
    diag_hint(s->diag, r, "pass a variable, then assign it");
}

static void pass_variable(Sema *s, Expr *arg, const Decl *param) {
    const Type *found;
    sema_variable(s, arg);
    found = arg->type;
    if (found->kind == TYPE_ERROR)
        return;
    if (!same_type(arg->type, param->type)) {
        StarReport *r =
            sema_mismatch(s, arg,
                          MSG_VAR_TYPE(type_name(s->arena, param->type),
                                       type_name(s->arena, found)));
        sema_declared(s, r, param);
        sema_two_types(s, r, param->type, found);
        return;
    }
    if (arg->meaning == MEANS_FIELD && arg->decl->field.tags != NULL) {
        sema_mismatch(s, arg, MSG_TAG_VAR_ARGUMENT());
        return;
    }
    if (arg->meaning == MEANS_ELEMENT && !type_object(arg->type)) {
        if (arg->left->type->kind == STAR_TYPE_ARRAY)
            type_widen(arg->left->type);
        else
            sema_mismatch(s, arg, MSG_CHARACTER_VAR_ARGUMENT());
    }
}

const Decl *sema_pass(Sema *s, Expr *arg, const Decl *param,
                      const Expr *before) {
    if (param->param.formal) {
        pass_routine(s, arg, param);
    } else if (param->type->conformant) {
        param = pass_conformant(s, arg, param, before);
    } else if (param->var) {
        pass_variable(s, arg, param);
    } else {
        sema_expr(s, arg, param->type);
        param = select(param, arg->type);
        if (!sema_fit_param(s, arg, param))
            sema_declared(s, s->diag->last, param);
    }
    if (param->var)
        check_packed(s, arg);
    return param;
}
