#include "analysis/row_update_match.h"

#include "analysis/loop_operations.h"
#include "primitives.h"

/* v := ROW(k, T) or COL(k, T) of local variables. */
static bool reads_line(const Stmt *st, unsigned prim) {
    return st != NULL && st->kind == STMT_ASSIGN &&
           st->target->meaning == MEANS_VARIABLE &&
           st->value->meaning == MEANS_PRIM && st->value->number == prim &&
           st->value->args->meaning == MEANS_VARIABLE &&
           st->value->args->next->meaning == MEANS_VARIABLE;
}

/* while SOME(X) do, or i := STEP(X); while i > 0 do: the statements that
 * this takes, or 0. */
static int loop_over(const Stmt *st, const Decl *x) {
    const Stmt *loop = st;
    const Expr *c;
    bool steps = loops_is_step(st) && st->value->args->decl == x;
    if (steps)
        loop = st->next;
    if (loop == NULL || loop->kind != STMT_WHILE)
        return 0;
    c = loop->value;
    if (!steps)
        return c->meaning == MEANS_PRIM && c->number == STAR_PRIM_SOME &&
               c->args->decl == x;
    return 2 * (c->kind == EXPR_BINARY && c->op == OP_GT &&
                c->left->meaning == MEANS_VARIABLE &&
                c->left->decl == st->target->decl && c->right->constant &&
                c->right->integer == 0);
}

int sweep_length(const Stmt *x) {
    const Stmt *w = x->next;
    unsigned across =
        reads_line(x, STAR_PRIM_COL) ? STAR_PRIM_COL : STAR_PRIM_ROW;
    unsigned along = across == STAR_PRIM_COL ? STAR_PRIM_ROW : STAR_PRIM_COL;
    int loop;
    if (!reads_line(x, across) || !reads_line(w, along) || w->next == NULL ||
        x->value->args->decl != w->value->args->decl ||
        x->value->args->next->decl != w->value->args->next->decl)
        return 0;
    loop = loop_over(w->next, x->target->decl);
    return loop > 0 ? 2 + loop : 0;
}
