/* SPDX-License-Identifier: MIT */
#include "analysis/fuel.h"

#include "primitives/primitives.h"
#include "sema/types.h"

/* Operators on slices and words, Y(i), and what has a name; the length of a
 * string is no primitive. */
static bool is_primitive(const Expr *x) {
    return (x->meaning == MEANS_PRIM && x->number < STAR_PRIM_COUNT) ||
           x->meaning == MEANS_COMPONENT ||
           (x->meaning == MEANS_OPERATION && type_bits(x->left->type));
}

static uint32_t primitives(const Expr *x) {
    uint32_t n = 0;
    for (; x != NULL && !x->constant && x->meaning != MEANS_WITH; x = x->left) {
        n += is_primitive(x) + primitives(x->right) + primitives(x->third);
        if (x->kind == EXPR_CALL || x->kind == EXPR_INDEX ||
            x->kind == EXPR_SET)
            for (const Expr *a = x->args; a != NULL; a = a->next)
                n += primitives(a);
    }
    return n;
}

uint32_t fuel_of_condition(const Expr *x) {
    return 1 + primitives(x);
}

uint32_t fuel_of(const Stmt *st) {
    uint32_t records = 0;
    switch (st->kind) {
    case STMT_WITH:
        for (const Expr *x = st->value; x != NULL; x = x->next)
            records += primitives(x);
        return 1 + records;
    case STMT_ASSIGN:
    case STMT_CALL:
    case STMT_IF:
    case STMT_FOR:
    case STMT_CASE:
    case STMT_GOTO:
        return 1 + primitives(st->lvalue) + primitives(st->value) +
               primitives(st->limit);
    case STMT_EMPTY:
    case STMT_BLOCK:
    case STMT_WHILE:
    case STMT_REPEAT:
    case STMT_LABEL: break;
    }
    return 0;
}
