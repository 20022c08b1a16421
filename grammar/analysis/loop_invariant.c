/* SPDX-License-Identifier: MIT */
#include "analysis/loop_invariant.h"

#include "analysis/changed.h"
#include "sema/types.h"

typedef struct Hoist {
    Arena *arena;
    uint16_t level;           /* of the frame */
    Invariant *found, **last; /* and where the next one goes */
    Changed changed;
    bool far; /* a bit vector outside this frame is changed */
} Hoist;

/* True if a bit vector outside this frame may be among the changed ones. */
static bool changes_far(const Hoist *h) {
    for (int k = 0; k < h->changed.count; k++) {
        const Decl *d = h->changed.decl[k];
        if (!ast_is_local(d, h->level) &&
            (type_bits(d->type) || d->type->kind == STAR_TYPE_ARRAY ||
             d->type->kind == STAR_TYPE_RECORD))
            return true;
    }
    return h->changed.heap;
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
    return !changed_has(&h->changed, x->decl);
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
    changed_by(&h.changed, loop->kind == STMT_FOR ? NULL : loop->value);
    changed_by_list(&h.changed, loop->body);
    if (loop->kind == STMT_FOR)
        changed_target(&h.changed, loop->lvalue);
    h.far = changes_far(&h);
    if (h.changed.lost)
        return NULL;
    if (loop->kind != STMT_FOR)
        mark(&h, loop->value);
    mark_in(&h, loop->body);
    return h.found;
}
