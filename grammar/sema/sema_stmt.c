#include "sema/sema.h"

static void assignment(Sema *s, Stmt *st) {
    sema_target(s, st->target);
    Type *type = st->target->type;
    s->target = st->target;
    sema_expr(s, st->value,
              type_line(type) || type->kind == STAR_TYPE_SET ? type_host(type)
                                                             : NULL);
    s->target = NULL;
    const Decl *d = st->target->kind == EXPR_NAME ? st->target->decl : NULL;
    if (d == NULL)
        sema_fit(s, st->value, type, "this variable");
    else if (!sema_fit(s, st->value, type,
                       arena_printf(s->arena, "'%s'", d->spelled)))
        sema_declared(s, s->diag->last, d);
    sema_assignment_sizes(s, st->target, st->value);
}

/* A statement that stands alone, in no sequence. */
void sema_alone(Sema *s, Stmt *st) {
    const Reach *outer = s->reach;
    s->reach = NULL;
    sema_statements(s, st);
    s->reach = outer;
}

/* Whether variable v, declared by d, may control a for statement. */
static void check_control(Sema *s, Expr *v, Decl *d) {
    if (d->kind != DECL_VAR || d->level != s->level)
        sema_declared(s,
                      diag_error(s->diag, STAR_FORLOCAL, v->span,
                                 "'%s' must be a local variable of this "
                                 "block to control a for statement",
                                 d->spelled),
                      d);
    else if (d->is_for)
        diag_error(s->diag, STAR_FORNESTED, v->span,
                   "'%s' controls an enclosing for statement already",
                   d->spelled);
    else if (!type_ordinal(d->type)) {
        sema_mismatch(s, STAR_FORTYPE, v,
                      "a for statement counts with an ordinal "
                      "variable, not %s",
                      type_name(s->arena, d->type));
        if (!s->session || d->level > 0)
            d->type = &s->types.error; /* said once for all its uses */
    } else if (d->threat != NULL)
        diag_note(s->diag,
                  diag_error(s->diag, STAR_FORCHANGED, v->span,
                             "'%s' cannot control a for statement: a "
                             "procedure of this block changes it",
                             d->spelled),
                  d->threat->span, "here");
}

static void for_statement(Sema *s, Stmt *st) {
    Expr *v = st->target, *from = st->value, *to = st->limit;
    Decl *d = NULL;
    if (v->kind == EXPR_NAME) {
        sema_expr(s, v, NULL);
        d = v->decl;
    }
    if (v->type == NULL ||
        (v->type->kind != TYPE_ERROR && v->meaning != MEANS_VARIABLE)) {
        diag_error(s->diag, STAR_FORVARIABLE, v->span,
                   "a for statement needs a variable here");
        v->type = &s->types.error;
    } else if (v->type->kind != TYPE_ERROR) {
        check_control(s, v, d);
    }
    sema_expr(s, from, NULL);
    sema_expr(s, to, NULL);
    if (sema_fit(s, from, type_host(v->type), "the initial value") &&
        sema_fit(s, to, type_host(v->type), "the final value") &&
        from->constant && to->constant &&
        (st->down ? from->integer >= to->integer
                  : from->integer <= to->integer)) {
        sema_fit(s, from, v->type, "the initial value");
        sema_fit(s, to, v->type, "the final value");
    }
    bool outer = d != NULL && d->is_for;
    if (d != NULL)
        d->is_for = d->controls = d->assigned = true;
    sema_alone(s, st->body);
    if (d != NULL)
        d->is_for = outer;
}

/* Those of a component may be '0' and '1'. */
static bool label(Sema *s, Expr *e, Type *type) {
    if (e == NULL)
        return true;
    if (!sema_constant(s, e))
        return false;
    if (type != &s->types.component || e->kind != EXPR_TEXT || e->length != 1)
        type = type_host(type);
    return sema_fit(s, e, type, "a case label") &&
           (type != &s->types.component || e->type == type);
}

static void case_statement(Sema *s, Stmt *st) {
    sema_expr(s, st->value, NULL);
    Type *type = st->value->type;
    if (!type_ordinal(type) && type->kind != TYPE_ERROR) {
        sema_mismatch(s, STAR_CASETYPE, st->value,
                      "a case statement selects by an ordinal value, not "
                      "%s",
                      type_name(s->arena, type));
        type = &s->types.error;
    }
    Labels labels = {0};
    for (CaseArm *a = st->arms; a != NULL; a = a->next) {
        for (CaseLabel *l = a->labels; l != NULL; l = l->next) {
            const bool low = label(s, l->low, type);
            if (!label(s, l->high, type) || !low)
                continue;
            if (l->low->integer <= sema_label_high(l))
                sema_add_label(s, &labels, l);
            else
                diag_error(s->diag, STAR_BOUNDS, l->low->span,
                           "the lower bound %lld is greater than the upper, "
                           "%lld",
                           (long long)l->low->integer,
                           (long long)l->high->integer);
        }
        sema_alone(s, a->body);
    }
    sema_repeats(s, &labels, STAR_LABEL, "this case label is repeated");
    sema_sequence(s, st->other, false);
}

static void branch(Sema *s, Stmt *st, bool dead) {
    s->dead += dead;
    sema_alone(s, st);
    s->dead -= dead;
}

static void if_statement(Sema *s, Stmt *st) {
    const Expr *x = st->value;
    sema_condition(s, st->value);
    branch(s, st->body, x->constant && x->integer == 0);
    branch(s, st->other, x->constant && x->integer != 0);
}

static void statement(Sema *s, Stmt *st) {
    s->order++;
    switch (st->kind) {
    case STMT_EMPTY: break;
    case STMT_ASSIGN: assignment(s, st); break;
    case STMT_CALL:
        if (!sema_transfer(s, st))
            sema_call(s, st->value, NULL, true);
        break;
    case STMT_BLOCK: sema_sequence(s, st->body, false); break;
    case STMT_IF: if_statement(s, st); break;
    case STMT_WHILE:
        sema_condition(s, st->value);
        sema_alone(s, st->body);
        break;
    case STMT_REPEAT:
        sema_sequence(s, st->body, false);
        sema_condition(s, st->value);
        break;
    case STMT_FOR: for_statement(s, st); break;
    case STMT_CASE: case_statement(s, st); break;
    case STMT_LABEL: sema_labelled(s, st); break;
    case STMT_GOTO: sema_goto(s, st); break;
    case STMT_WITH: sema_with(s, st); break;
    }
}

void sema_statements(Sema *s, Stmt *list) {
    for (; list != NULL; list = list->next)
        statement(s, list);
}
