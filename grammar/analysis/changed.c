/* SPDX-License-Identifier: MIT */
#include "analysis/changed.h"

#include "builtins.h"
#include "primitives/primitives.h"
#include "sema/types.h"

/* ROW(i, T) or COL(i, T). */
static bool is_vector(const Expr *x) {
    return x->meaning == MEANS_PRIM &&
           (x->number == STAR_PRIM_ROW || x->number == STAR_PRIM_COL);
}

void changed_target(Changed *c, const Expr *x) {
    while (x->meaning == MEANS_ELEMENT || x->meaning == MEANS_COMPONENT ||
           x->meaning == MEANS_FIELD || x->meaning == MEANS_WITH ||
           is_vector(x))
        x = is_vector(x) ? x->args->next : x->left;
    if (x->meaning == MEANS_DEREF) {
        c->heap = true;
        return;
    }
    if (x->meaning != MEANS_VARIABLE)
        return; /* a result, or an expression of read and load */
    if (changed_has(c, x->decl))
        return;
    if (c->count == CHANGED_MAX)
        c->lost = true;
    else
        c->decl[c->count++] = x->decl;
}

/* True for the required procedures that change no argument but a file. */
static bool writes(const Expr *x) {
    return x->number == BUILTIN_WRITE || x->number == BUILTIN_WRITELN ||
           x->number == BUILTIN_SAVE;
}

/* Primitives change their operands of letter u; the program's procedures may
 * change any variable. */
void changed_by(Changed *c, const Expr *x) {
    StarOperand operand[STAR_MAX_OPERANDS];
    if (x == NULL)
        return;
    for (; x->kind == EXPR_BINARY; x = x->left)
        changed_by(c, x->right);
    if (x->meaning == MEANS_CALL)
        c->lost = true;
    changed_by(c, x->left);
    if (x->kind == EXPR_FORMAT) {
        changed_by(c, x->right);
        changed_by(c, x->third);
    }
    if (x->kind == EXPR_RANGE)
        changed_by(c, x->right);
    if (x->kind != EXPR_CALL && x->kind != EXPR_INDEX && x->kind != EXPR_SET)
        return;
    for (const Expr *a = x->args; a != NULL; a = a->next)
        changed_by(c, a);
    if (x->meaning == MEANS_BUILTIN && x->type->kind == TYPE_NONE)
        for (const Expr *a = x->args; a != NULL; a = a->next)
            if (a->kind != EXPR_FORMAT && !a->constant &&
                a->meaning != MEANS_OPERATION && /* of read and load */
                (!writes(x) || a->type->kind == STAR_TYPE_FILE))
                changed_target(c, a);
    if (x->meaning != MEANS_PRIM || x->number >= STAR_PRIM_COUNT)
        return;
    star_signature(star_prims[x->number].signature, operand);
    const StarOperand *o = operand + (operand[0].access == STAR_OVERWRITE);
    for (const Expr *a = x->args; a != NULL; a = a->next, o++)
        if (o->access == STAR_CHANGE)
            changed_target(c, a);
}

void changed_by_list(Changed *c, const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_ASSIGN || st->kind == STMT_FOR) {
            changed_target(c, st->lvalue);
            changed_by(c, st->lvalue);
        }
        for (const Expr *x = st->value; x != NULL; x = x->next)
            changed_by(c, x); /* with has several */
        changed_by(c, st->limit);
        changed_by_list(c, st->body);
        changed_by_list(c, st->other);
        for (const CaseArm *a = st->arms; a != NULL; a = a->next)
            changed_by_list(c, a->body);
    }
}

bool changed_by_goto(const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_GOTO || changed_by_goto(st->body) ||
            changed_by_goto(st->other))
            return true;
        for (const CaseArm *a = st->arms; a != NULL; a = a->next)
            if (changed_by_goto(a->body))
                return true;
    }
    return false;
}

bool changed_has(const Changed *c, const Decl *variable) {
    for (int k = 0; k < c->count; k++)
        if (c->decl[k] == variable)
            return true;
    return false;
}
