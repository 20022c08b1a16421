/* SPDX-License-Identifier: MIT */
/* The variables that statements change. */
#ifndef STAR_CHANGED_H
#define STAR_CHANGED_H

#include "diagnostics.h"
#include "syntax/ast.h"

/* The most variables that are told. */
enum { CHANGED_MAX = 64 };

typedef struct Changed {
    const Decl *decl[CHANGED_MAX]; /* of which some part is changed */
    int count;
    bool heap; /* a variable on the heap is changed */
    bool lost; /* too much is changed to tell: a procedure is called, ... */
} Changed;

/* Adds what an expression changes, and what a list of statements does. */
void changed_by(Changed *changed, const Expr *expr);
void changed_by_list(Changed *changed, const Stmt *list);

/* Adds the variable that a statement assigns to. */
void changed_target(Changed *changed, const Expr *target);

/* True if a goto is among the statements of a list, or within them; those that
 * lead to a label within them are. */
bool changed_by_goto(const Stmt *list);

/* True if a variable is among them. */
bool changed_has(const Changed *changed, const Decl *variable);

/* endless_loop.c: warns of each while and repeat statement of a checked list,
 * and within it, whose condition depends on variables that nothing in the loop
 * can change, and that no goto may leave. */
void endless_warn(Diag *diag, const Stmt *list);

#endif
