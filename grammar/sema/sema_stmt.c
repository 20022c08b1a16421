/* SPDX-License-Identifier: MIT */
/* Statements and labels. */
#include <stdlib.h>

#include "analysis/changed.h"
#include "analysis/definite_assignment.h"
#include "sema/sema.h"

static void assignment(Sema *s, Stmt *st) {
    sema_lvalue(s, st->lvalue);
    Type *type = st->lvalue->type;
    s->statement.lvalue = st->lvalue;
    sema_expr(s, st->value,
              type_bits(type) || type->kind == STAR_TYPE_SET ? type_host(type)
                                                             : NULL);
    s->statement.lvalue = NULL;
    const Decl *d = st->lvalue->kind == EXPR_NAME ? st->lvalue->decl : NULL;
    if (d == NULL)
        sema_fit(s, st->value, type, "this variable");
    else if (!sema_fit_variable(s, st->value, type, d))
        sema_declared(s, s->diag->last, d);
    sema_assignment_sizes(s, st->lvalue, st->value);
}

/* A statement that stands alone, in no sequence. */
void sema_alone(Sema *s, Stmt *st) {
    const Reach *outer = s->statement.reach;
    s->statement.reach = NULL;
    sema_statements(s, st);
    s->statement.reach = outer;
}

/* Reports if variable v, declared by d, cannot control a for statement. */
static void check_control(Sema *s, Expr *v, Decl *d) {
    if (d->kind != DECL_VAR || d->level != s->body.level)
        sema_declared(s,
                      diag_error(s->diag, v->span,
                                 MSG_FOR_VARIABLE_NOT_LOCAL(d->spelled)),
                      d);
    else if (d->uses.is_for)
        diag_error(s->diag, v->span, MSG_FOR_VARIABLE_NESTED(d->spelled));
    else if (!type_ordinal(d->type)) {
        sema_mismatch(s, v,
                      MSG_FOR_VARIABLE_TYPE(type_name(s->arena, d->type)));
        if (!s->session || d->level > 0)
            d->type = &s->types.error; /* said once for all its uses */
    } else if (d->uses.threat != NULL)
        diag_note(s->diag,
                  diag_error(s->diag, v->span,
                             MSG_FOR_VARIABLE_CHANGED_BY_PROCEDURE(d->spelled)),
                  d->uses.threat->span, "here");
}

static void for_statement(Sema *s, Stmt *st) {
    Expr *v = st->lvalue, *from = st->value, *to = st->limit;
    Decl *d = NULL;
    if (v->kind == EXPR_NAME) {
        sema_expr(s, v, NULL);
        d = v->decl;
    }
    if (v->type == NULL ||
        (v->type->kind != TYPE_ERROR && v->meaning != MEANS_VARIABLE)) {
        diag_error(s->diag, v->span, MSG_FOR_VARIABLE_NEEDED());
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
    bool outer = d != NULL && d->uses.is_for;
    if (d != NULL)
        d->uses.is_for = d->uses.controls = d->uses.assigned = true;
    sema_alone(s, st->body);
    if (d != NULL)
        d->uses.is_for = outer;
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
        sema_mismatch(s, st->value, MSG_CASE_TYPE(type_name(s->arena, type)));
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
                diag_error(s->diag, l->low->span,
                           MSG_BOUNDS_ORDER(l->low->integer, l->high->integer));
        }
        sema_alone(s, a->body);
    }
    sema_repeats(s, &labels, false);
    sema_sequence(s, st->other, false);
}

static void branch(Sema *s, Stmt *st, bool dead) {
    s->statement.dead += dead;
    sema_alone(s, st);
    s->statement.dead -= dead;
}

static void if_statement(Sema *s, Stmt *st) {
    const Expr *x = st->value;
    sema_condition(s, st->value);
    branch(s, st->body, x->constant && x->integer == 0);
    branch(s, st->other, x->constant && x->integer != 0);
}

static void statement(Sema *s, Stmt *st) {
    s->statement.order++;
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

/* ---- Labels of a case statement or a variant part ---- */

/* There may be many labels, so they are sorted rather than compared with one
 * another. */

void sema_add_label(Sema *s, Labels *all, const CaseLabel *l) {
    all->label = arena_grow(s->arena, all->label, all->count, &all->room,
                            sizeof *all->label);
    all->label[all->count++] = l;
}

int64_t sema_label_high(const CaseLabel *l) {
    return (l->high != NULL ? l->high : l->low)->integer;
}

/* By their least values, and those that are equal as they stand. */
static int compare(const void *a, const void *b) {
    const Expr *x = (*(const CaseLabel *const *)a)->low;
    const Expr *y = (*(const CaseLabel *const *)b)->low;
    if (x->integer != y->integer)
        return x->integer < y->integer ? -1 : 1;
    return x->span.start < y->span.start ? -1 : 1;
}

bool sema_repeats(Sema *s, Labels *all, bool variants) {
    const CaseLabel *widest, *last = NULL;
    if (all->count == 0)
        return false;
    qsort(all->label, all->count, sizeof *all->label, compare);
    widest = all->label[0];
    for (uint32_t k = 1; k < all->count; k++) {
        const CaseLabel *first = widest, *second = all->label[k];
        if (sema_label_high(second) > sema_label_high(widest))
            widest = second;
        if (second->low->integer > sema_label_high(first))
            continue;
        if (first->low->span.start > second->low->span.start) {
            second = first;
            first = all->label[k];
        }
        if (second == last) /* it repeats several */
            continue;
        last = second;
        const StarSpan at = second->low->span;
        StarReport *r =
            variants ? diag_error(s->diag, at, MSG_VARIANT_LABEL_REPEATED())
                     : diag_error(s->diag, at, MSG_CASE_LABEL_REPEATED());
        diag_note(s->diag, r, first->low->span, "it stands here already");
    }
    return last != NULL;
}

/* ---- Labels and goto ---- */

/* A goto may lead to a statement that contains it, to one of a sequence that
 * contains it, or to one of the outermost sequence of a block around it. Which
 * of them it is shows when the block has been read. */

const Reach *sema_sequence(Sema *s, Stmt *list, bool outermost) {
    const Reach *outer = s->statement.reach;
    Reach *reach = arena_alloc(s->arena, 1, sizeof *reach);
    *reach = (Reach){.first = s->statement.order, .outermost = outermost};
    s->statement.reach = reach;
    sema_statements(s, list);
    reach->last = s->statement.order;
    s->statement.reach = outer;
    return reach;
}

/* The label of a number. An undeclared one is declared here after its report,
 * so that it is reported once. */
static Decl *label_of(Sema *s, Expr *number) {
    Decl *d = scope_find(&s->scope, number->name);
    if (d == NULL) {
        StarReport *r = diag_error(s->diag, number->span,
                                   MSG_LABEL_NOT_DECLARED(number->text));
        diag_hint(s->diag, r, "declare it in this block: label %s;",
                  number->text);
        d = ast_decl(s->arena, DECL_LABEL, number->name, number->span);
        d->level = s->body.level;
        d->owner = s->body.routine;
        scope_add(&s->scope, d);
        s->statement.strange_labels++;
    }
    number->decl = d;
    xref_use(s->xref, number->span, d, false);
    return d;
}

void sema_labelled(Sema *s, Stmt *st) {
    Decl *d = label_of(s, st->lvalue);
    StarSpan at = st->lvalue->span;
    const Reach *reach = s->statement.reach;
    if (reach != NULL)
        sema_statements(s, st->body);
    else
        reach = sema_sequence(s, st->body, false);
    if (d->owner != s->body.routine) {
        StarReport *r =
            diag_error(s->diag, at, MSG_LABEL_IN_OTHER_BLOCK(d->spelled));
        diag_note(s->diag, r, d->span, "it is declared here");
    } else if (d->label.stands != NULL) {
        StarReport *r = diag_error(s->diag, at, MSG_LABEL_TWICE(d->spelled));
        diag_note(s->diag, r, d->label.stands->span, "it stands here already");
    } else {
        d->label.stands = st;
        d->label.reach = reach;
    }
}

void sema_goto(Sema *s, Stmt *st) {
    Decl *d = label_of(s, st->lvalue);
    d->uses.used = true;
    st->order = s->statement.order;
    st->same = d->label.gotos;
    d->label.gotos = st;
}

static void check_gotos(Sema *s, const Decl *d) {
    const Reach *r = d->label.reach;
    for (const Stmt *g = d->label.gotos; g != NULL; g = g->same) {
        if (r->outermost || (g->order > r->first && g->order <= r->last))
            continue;
        StarReport *report =
            diag_error(s->diag, g->span, MSG_GOTO_INTO(d->spelled));
        diag_note(s->diag, report, d->label.stands->lvalue->span,
                  "the label stands here");
    }
}

/* That a label stands nowhere is not said again where another one, which is
 * not declared, may be meant for it. */
void sema_labels(Sema *s, const Block *b) {
    for (const Decl *d = b->decls; d != NULL; d = d->next)
        if (d->kind == DECL_LABEL && d->label.stands != NULL)
            check_gotos(s, d);
        else if (d->kind == DECL_LABEL &&
                 scope_find(&s->scope, d->name) == d && /* not the second */
                 s->statement.strange_labels-- <= 0)
            diag_error(s->diag, d->span, MSG_LABEL_WITHOUT_PLACE(d->spelled));
    s->statement.strange_labels = 0;
}

void sema_analyse(Sema *s, Decl *routine, Block *checked) {
    if (s->diag->errors > 0)
        return;
    flow_block(s->arena, routine, checked, s->body.level);
    if (checked->body != NULL)
        endless_warn(s->diag, checked->body->body);
}
