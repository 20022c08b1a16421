/* SPDX-License-Identifier: MIT */
#include "analysis/loop_invariant.h"

#include "primitives.h"
#include "sema/types.h"

/* The most variables that a loop with invariants changes. */
enum { MAX_CHANGED = 64 };

typedef struct Hoist {
    Arena *arena;
    uint16_t level;           /* of the frame */
    Invariant *found, **last; /* and where the next one goes */
    const Decl *changed[MAX_CHANGED];
    int count;
    bool far;  /* a bit vector outside this frame is changed */
    bool lost; /* too much is changed to tell */
} Hoist;

static void change(Hoist *h, const Expr *x) {
    while (x->meaning == MEANS_ELEMENT || x->meaning == MEANS_COMPONENT ||
           x->meaning == MEANS_FIELD || x->meaning == MEANS_WITH)
        x = x->left;
    if (x->meaning == MEANS_DEREF) {
        h->far = true;
        return;
    }
    if (x->meaning == MEANS_PRIM)
        return; /* ROW or COL: tables are no operands here */
    if (x->meaning != MEANS_VARIABLE)
        return; /* a result, or an expression of read and load */
    if (h->count == MAX_CHANGED) {
        h->lost = true;
        return;
    }
    if (!ast_is_local(x->decl, h->level) &&
        (type_bits(x->decl->type) || x->decl->type->kind == STAR_TYPE_ARRAY ||
         x->decl->type->kind == STAR_TYPE_RECORD))
        h->far = true;
    h->changed[h->count++] = x->decl;
}

/* ---- Variables that the loop changes ---- */

/* Primitives change their operands of letter u; the program's procedures may
 * change any variable. */
static void changes(Hoist *h, const Expr *x) {
    StarOperand operand[STAR_MAX_OPERANDS];
    if (x == NULL)
        return;
    for (; x->kind == EXPR_BINARY; x = x->left)
        changes(h, x->right);
    if (x->meaning == MEANS_CALL)
        h->lost = true;
    changes(h, x->left);
    if (x->kind == EXPR_FORMAT) {
        changes(h, x->right);
        changes(h, x->third);
    }
    if (x->kind == EXPR_RANGE)
        changes(h, x->right);
    if (x->kind != EXPR_CALL && x->kind != EXPR_INDEX && x->kind != EXPR_SET)
        return;
    for (const Expr *a = x->args; a != NULL; a = a->next)
        changes(h, a);
    if (x->meaning == MEANS_BUILTIN && x->type->kind == TYPE_NONE)
        for (const Expr *a = x->args; a != NULL; a = a->next)
            if (a->kind != EXPR_FORMAT && !a->constant &&
                a->meaning != MEANS_OPERATION) /* of read and load */
                change(h, a);
    if (x->meaning != MEANS_PRIM || x->number >= STAR_PRIM_COUNT)
        return;
    int n = star_signature(star_prims[x->number].signature, operand);
    const Expr *a = x->args;
    for (int k = n > 0 && operand[0].access == STAR_OVERWRITE; a && k < n;
         k++) {
        if (operand[k].access == STAR_CHANGE)
            change(h, a);
        a = a->next;
    }
}

static void changes_of(Hoist *h, const Stmt *st) {
    for (; st != NULL; st = st->next) {
        if (st->kind == STMT_ASSIGN || st->kind == STMT_FOR) {
            change(h, st->lvalue);
            changes(h, st->lvalue);
        }
        for (const Expr *x = st->value; x != NULL; x = x->next)
            changes(h, x); /* with has several */
        changes(h, st->limit);
        changes_of(h, st->body);
        changes_of(h, st->other);
        for (const CaseArm *a = st->arms; a != NULL; a = a->next)
            changes_of(h, a->body);
    }
}

/* ---- Expressions that it does not change ---- */

static bool is_operation(const Expr *x) {
    return x->meaning == MEANS_OPERATION && type_bits(x->type);
}

static bool is_invariant(const Hoist *h, const Expr *x) {
    for (; is_operation(x) && x->kind == EXPR_BINARY; x = x->left)
        if (!is_invariant(h, x->right))
            return false;
    if (is_operation(x))
        return is_invariant(h, x->left);
    if (x->kind == EXPR_TEXT)
        return true;
    if (x->meaning != MEANS_VARIABLE ||
        (h->far && !ast_is_local(x->decl, h->level)))
        return false;
    for (int k = 0; k < h->count; k++)
        if (h->changed[k] == x->decl)
            return false;
    return true;
}

static void hoist(Hoist *h, Expr *x) {
    Invariant *found = arena_alloc(h->arena, 1, sizeof *found);
    x->analysis.hoisted = true;
    found->expr = x;
    *h->last = found;
    h->last = &found->next;
}

static void mark(Hoist *h, Expr *x);

/* An expression on bits is hoisted whole or not at all: hoisted parts would be
 * checked in another order than the text has. Expressions within its operands,
 * such as indices, may still be hoisted. */
static void mark_operands(Hoist *h, Expr *x) {
    for (; is_operation(x) && x->kind == EXPR_BINARY; x = x->left)
        mark_operands(h, x->right);
    if (is_operation(x))
        mark_operands(h, x->left);
    else
        mark(h, x);
}

static void mark(Hoist *h, Expr *x) {
    if (x == NULL || x->analysis.hoisted || x->meaning == MEANS_WITH)
        return;
    if (is_operation(x)) {
        if (is_invariant(h, x))
            hoist(h, x);
        else
            mark_operands(h, x);
        return;
    }
    if (x->kind == EXPR_BINARY) {
        for (; x->kind == EXPR_BINARY && !is_operation(x); x = x->left)
            mark(h, x->right);
        mark(h, x);
        return;
    }
    mark(h, x->left);
    mark(h, x->right);
    mark(h, x->third);
    if (x->kind == EXPR_CALL || x->kind == EXPR_INDEX || x->kind == EXPR_SET)
        for (Expr *a = x->args; a != NULL; a = a->next)
            mark(h, a);
}

static void mark_in(Hoist *h, Stmt *st) {
    for (; st != NULL; st = st->next) {
        mark(h, st->lvalue);
        for (Expr *x = st->value; x != NULL; x = x->next)
            mark(h, x);
        mark(h, st->limit);
        mark_in(h, st->body);
        mark_in(h, st->other);
        for (CaseArm *a = st->arms; a != NULL; a = a->next)
            mark_in(h, a->body);
    }
}

Invariant *hoist_find(Arena *arena, Stmt *loop, uint16_t level) {
    Hoist h = {.arena = arena, .level = level};
    h.last = &h.found;
    changes(&h, loop->kind == STMT_FOR ? NULL : loop->value);
    changes_of(&h, loop->body);
    if (loop->kind == STMT_FOR)
        change(&h, loop->lvalue);
    if (h.lost)
        return NULL;
    if (loop->kind != STMT_FOR)
        mark(&h, loop->value);
    mark_in(&h, loop->body);
    return h.found;
}
