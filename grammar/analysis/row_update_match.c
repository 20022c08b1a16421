/* SPDX-License-Identifier: MIT */
#include "analysis/row_update_match.h"

#include "analysis/loop_operations.h"
#include "primitives/primitives.h"

/* v := ROW(k, T) or COL(k, T) of local variables. */
static bool reads_vector(const Stmt *st, unsigned prim) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->lvalue->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM && st->value->number == prim &&
           st->value->args->meaning == MEANS_VARIABLE &&
           st->value->args->next->meaning == MEANS_VARIABLE;
}

/* while SOME(X) do, or i := STEP(X); while i > 0 do: the number of
 * statements, or 0. */
static int loop_over(const Stmt *st, const Decl *x) {
    const Stmt *loop = st;
    const Expr *c;
    bool advances = loops_is_primitive_step(st) && st->value->args->decl == x;
    if (advances)
        loop = st->next;
    if (loop == NULL || loop->kind != STMT_WHILE)
        return 0;
    c = loop->value;
    if (!advances)
        return c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
               c->args->decl == x;
    return 2 * (c->kind == EXPR_BINARY && c->op == OP_GT &&
                c->left->meaning == MEANS_VARIABLE &&
                c->left->decl == st->lvalue->decl && c->right->constant &&
                c->right->integer == 0);
}

int row_update_length(const Stmt *x) {
    const Stmt *w = x->next;
    unsigned across =
        reads_vector(x, STAR_PRIM_COL) ? STAR_PRIM_COL : STAR_PRIM_ROW;
    unsigned along = across == STAR_PRIM_COL ? STAR_PRIM_ROW : STAR_PRIM_COL;
    int loop;
    if (!reads_vector(x, across) || !reads_vector(w, along) ||
        w->next == NULL || x->value->args->decl != w->value->args->decl ||
        x->value->args->next->decl != w->value->args->next->decl)
        return 0;
    loop = loop_over(w->next, x->lvalue->decl);
    return loop > 0 ? 2 + loop : 0;
}
