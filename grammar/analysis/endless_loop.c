/* SPDX-License-Identifier: MIT */
/* Loops whose condition never changes. */
#include "analysis/changed.h"
#include "builtins.h"
#include "sema/types.h"

/* The variables that a message names. */
enum { NAMED = 3 };

typedef struct Condition {
    const Decl *variable[NAMED]; /* that it depends on; */
    int variables;
    bool known; /* on nothing else */
} Condition;

static void add_variable(Condition *c, const Decl *d) {
    for (int k = 0; k < c->variables; k++)
        if (c->variable[k] == d)
            return;
    c->known &= c->variables < NAMED;
    if (c->known)
        c->variable[c->variables++] = d;
}

/* True if a value depends on its operands alone. */
static bool is_function(const Expr *x) {
    switch ((Meaning)x->meaning) {
    case MEANS_PRIM:
    case MEANS_COMPONENT:
    case MEANS_ELEMENT:
    case MEANS_FIELD:
    case MEANS_SET:
    case MEANS_OPERATION: return true;
    case MEANS_BUILTIN:
        return x->number != BUILTIN_EOF && x->number != BUILTIN_EOLN;
    default: return x->kind == EXPR_RANGE;
    }
}

static void depend(Condition *c, const Expr *x) {
    for (; x != NULL && c->known && !x->constant; x = x->left) {
        if (x->meaning == MEANS_VARIABLE) {
            add_variable(c, x->decl);
            return;
        }
        c->known = is_function(x);
        depend(c, x->right);
        if (x->kind == EXPR_CALL || x->kind == EXPR_INDEX ||
            x->kind == EXPR_SET)
            for (const Expr *a = x->args; a != NULL; a = a->next)
                depend(c, a);
        if (x->meaning == MEANS_PRIM || x->meaning == MEANS_BUILTIN)
            return; /* on the left is its name */
    }
}

/* True if one of the changed variables may be this one by another name: a var
 * parameter is a variable that was there before its procedure was called. */
static bool is_alias(const Changed *changed, const Decl *v) {
    for (int k = 0; k < changed->count; k++) {
        const Decl *d = changed->decl[k];
        if (v->var ? d->var || d->level < v->level
                   : d->var && d->level > v->level)
            return true;
    }
    return v->var && changed->heap;
}

static bool may_change(const Changed *changed, const Condition *c) {
    for (int k = 0; k < c->variables; k++)
        if (changed_has(changed, c->variable[k]) ||
            is_alias(changed, c->variable[k]))
            return true;
    return changed->lost;
}

static void warn(Diag *diag, const Stmt *loop, const Condition *c) {
    const char *names = "";
    for (int k = c->variables - 1; k >= 0; k--) /* those on the right first */
        names = arena_printf(diag->arena, "%s%s'%s'", names,
                             k + 1 == c->variables ? ""
                             : k > 0               ? ", "
                                                   : " or ",
                             c->variable[k]->spelled);
    StarReport *r = diag_warn(diag, loop->value->span, MSG_ENDLESS(names));
    if (c->variables == 1 && type_bits(c->variable[0]->type))
        diag_hint(diag, r, "STEP(%s) finds the first 1, as FND, and clears it",
                  c->variable[0]->spelled);
}

static void check(Diag *diag, const Stmt *loop) {
    Condition c = {.known = true};
    Changed changed = {.count = 0};
    depend(&c, loop->value);
    if (!c.known || c.variables == 0)
        return;
    changed_by(&changed, loop->value);
    changed_by_list(&changed, loop->body);
    if (!may_change(&changed, &c) && !changed_by_goto(loop->body))
        warn(diag, loop, &c);
}

void endless_warn(Diag *diag, const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_WHILE || st->kind == STMT_REPEAT)
            check(diag, st);
        endless_warn(diag, st->body);
        endless_warn(diag, st->other);
        for (const CaseArm *a = st->arms; a != NULL; a = a->next)
            endless_warn(diag, a->body);
    }
}
