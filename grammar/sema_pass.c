/* Arguments of the program's procedures and functions. */
#include "sema.h"

static bool same_type(Type *a, Type *b) {
    return a == b || (type_host(a) == type_host(b) && !type_ordinal(a)) ||
           (a->kind == b->kind && (type_line(a) ||
                                   a->kind == STAR_TYPE_TABLE)) ||
           a->kind == TYPE_ERROR || b->kind == TYPE_ERROR;
}

/* Procedures and functions as arguments. */

/* Two lists of parameters of the same sections, of the same kinds and
 * types. */
static bool congruous(const Decl *a, const Decl *b) {
    for (; a != NULL && b != NULL; a = a->next, b = b->next)
        if (a->kind != b->kind || a->var != b->var ||
            a->joined != b->joined || a->function != b->function ||
            !same_type(a->type, b->type) || !congruous(a->params, b->params))
            return false;
    return a == b;
}

static const char *kind_of(const Decl *d) {
    return d->function ? "function" : "procedure";
}

static void wrong_routine(Sema *s, const Expr *arg, const Decl *d,
                          const Decl *param) {
    StarReport *r;
    if (d->function != param->function)
        r = diag_error(s->diag, STAR_KIND, arg->span,
                       "the parameter '%s' is a %s, '%s' is a %s",
                       param->spelled, kind_of(param), d->spelled,
                       kind_of(d));
    else if (!same_type(d->type, param->type))
        r = diag_error(s->diag, STAR_TYPES, arg->span,
                       "the parameter '%s' gives %s, '%s' gives %s",
                       param->spelled, type_name(s->arena, param->type),
                       d->spelled, type_name(s->arena, d->type));
    else if (!congruous(d->params, param->params))
        r = diag_error(s->diag, STAR_TYPES, arg->span,
                       "'%s' has other parameters than the parameter '%s'",
                       d->spelled, param->spelled);
    else
        return;
    diag_note(s->diag, r, d->span, "'%s' is declared here", d->spelled);
    diag_note(s->diag, r, param->span, "'%s' is declared here",
              param->spelled);
}

static void pass_routine(Sema *s, Expr *arg, const Decl *param) {
    Decl *d = arg->kind == EXPR_NAME ? sema_lookup(s, arg) : NULL;
    arg->type = &s->types.error;
    if (d != NULL && d->type == &s->types.error)
        return;
    if (d != NULL && (d->kind == DECL_PRIM || d->kind == DECL_BUILTIN)) {
        StarReport *r = diag_error(s->diag, STAR_KIND, arg->span,
                                   "'%s' is predeclared and cannot be an "
                                   "argument",
                                   d->spelled);
        diag_hint(s->diag, r, "declare a %s that calls it", kind_of(param));
        return;
    }
    if (d == NULL || d->kind != DECL_PROC) {
        diag_error(s->diag, STAR_KIND, arg->span,
                   "the parameter '%s' needs the name of a %s",
                   param->spelled, kind_of(param));
        return;
    }
    arg->meaning = MEANS_ROUTINE;
    arg->decl = d;
    arg->type = &s->types.none;
    d->read = true;
    wrong_routine(s, arg, d, param);
}

/* Variables. */

static void pass_variable(Sema *s, Expr *arg, const Decl *param) {
    sema_variable(s, arg);
    if (!same_type(arg->type, param->type)) {
        StarReport *r = sema_mismatch(
            s, arg, "a var parameter of type %s cannot be given %s",
            type_name(s->arena, param->type),
            type_name(s->arena, arg->type));
        diag_note(s->diag, r, param->span, "'%s' is declared here",
                  param->spelled);
        return;
    }
    if (arg->meaning == MEANS_ELEMENT && !type_object(arg->type)) {
        if (arg->left->type->kind == STAR_TYPE_ARRAY)
            type_innermost(arg->left->type)->wide = true;
        else
            sema_mismatch(s, arg,
                          "a character of a string cannot be a var "
                          "argument");
    }
}

void sema_pass(Sema *s, Expr *arg, const Decl *param) {
    if (param->formal) {
        pass_routine(s, arg, param);
    } else if (param->var) {
        pass_variable(s, arg, param);
    } else {
        sema_expr(s, arg, param->type);
        sema_fit(s, arg, param->type, "this parameter");
    }
}
