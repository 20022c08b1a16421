/* Labels. A goto may lead to a statement that contains it, to one of a
 * sequence that contains it, or to one of the outermost sequence of a block
 * around it. Which of them it is shows when the block has been read. */
#include "sema/sema.h"

const Reach *sema_sequence(Sema *s, Stmt *list, bool outermost) {
    const Reach *outer = s->reach;
    Reach *reach = arena_alloc(s->arena, 1, sizeof *reach);
    *reach = (Reach){.first = s->order, .outermost = outermost};
    s->reach = reach;
    sema_statements(s, list);
    reach->last = s->order;
    s->reach = outer;
    return reach;
}

/* The label that the number means; one that is not declared is from here
 * on, so that this is said once. */
static Decl *label_of(Sema *s, Expr *number) {
    Decl *d = scope_find(&s->scope, number->name);
    if (d == NULL) {
        StarReport *r =
            diag_error(s->diag, STAR_UNDECLARED, number->span,
                       "the label %s is not declared", number->text);
        diag_hint(s->diag, r, "declare it in this block: label %s;",
                  number->text);
        d = ast_decl(s->arena, DECL_LABEL, number->name, number->span);
        d->level = s->level;
        d->owner = s->routine;
        scope_add(&s->scope, d);
        s->strange_labels++;
    }
    number->decl = d;
    return d;
}

void sema_labelled(Sema *s, Stmt *st) {
    Decl *d = label_of(s, st->target);
    StarSpan at = st->target->span;
    const Reach *reach = s->reach;
    if (reach != NULL)
        sema_statements(s, st->body);
    else
        reach = sema_sequence(s, st->body, false);
    if (d->owner != s->routine) {
        StarReport *r = diag_error(s->diag, STAR_LABELBLOCK, at,
                                   "the label %s belongs to the block that "
                                   "declares it and stands there only",
                                   d->spelled);
        diag_note(s->diag, r, d->span, "it is declared here");
    } else if (d->stands != NULL) {
        StarReport *r = diag_error(s->diag, STAR_DUPLICATE, at,
                                   "the label %s stands before two "
                                   "statements",
                                   d->spelled);
        diag_note(s->diag, r, d->stands->span, "it stands here already");
    } else {
        d->stands = st;
        d->reach = reach;
    }
}

void sema_goto(Sema *s, Stmt *st) {
    Decl *d = label_of(s, st->target);
    d->used = true;
    st->order = s->order;
    st->same = d->gotos;
    d->gotos = st;
}

static void check_gotos(Sema *s, const Decl *d) {
    const Reach *r = d->reach;
    for (const Stmt *g = d->gotos; g != NULL; g = g->same) {
        if (r->outermost || (g->order > r->first && g->order <= r->last))
            continue;
        StarReport *report =
            diag_error(s->diag, STAR_GOTOINTO, g->span,
                       "goto %s leads into a statement that it is not part of",
                       d->spelled);
        diag_note(s->diag, report, d->stands->target->span,
                  "the label stands here");
    }
}

/* That a label stands nowhere is not said again where another one, which is
 * not declared, may be meant for it. */
void sema_labels(Sema *s, const Block *b) {
    for (const Decl *d = b->decls; d != NULL; d = d->next)
        if (d->kind == DECL_LABEL && d->stands != NULL)
            check_gotos(s, d);
        else if (d->kind == DECL_LABEL &&
                 scope_find(&s->scope, d->name) == d && /* not the second */
                 s->strange_labels-- <= 0)
            diag_error(s->diag, STAR_LABELPLACE, d->span,
                       "the label %s is declared, but stands before no "
                       "statement of this block",
                       d->spelled);
    s->strange_labels = 0;
}
