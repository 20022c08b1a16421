/* SPDX-License-Identifier: MIT */
/* Names and their declarations: nested blocks, inner ones hiding outer
 * ones. Each name leads to its meaning (names_meaning), and this one, as
 * `shadowed`, to the one outside; one scope has all names of a table. */
#ifndef STAR_SCOPE_H
#define STAR_SCOPE_H

#include "syntax/intern.h"
#include "sema/types.h"

/* Modules as bits: a unit of the library has one of its own, all other units
 * share one, the program and the entries of a session another. */
typedef struct ScopeView {
    uint64_t module; /* the bit of the module that is being checked, */
    uint64_t sees;   /* and those of all whose names it knows */
} ScopeView;

typedef struct Scope {
    Arena *arena; /* of what lasts as long as the names do */
    Names *names;
    Decl **entered; /* all visible declarations, in order of entry */
    uint32_t entries, room;
    Decl *standard[2]; /* input and output */
    uint32_t block;    /* where the entries of the innermost block begin */
    ScopeView view;
} Scope;

/* The program knows all names, its units all but its own. */
extern const ScopeView scope_program, scope_units;

/* Begins with the predeclared names: types, primitives, builtins. */
void scope_init(Scope *scope, Arena *arena, Names *names, Types *types);

/* Enters a block and returns what scope_leave needs to leave it. */
uint32_t scope_enter(Scope *scope);
void scope_leave(Scope *scope, uint32_t outer);

/* Adds a declaration to the innermost block; if the name is declared there
 * already, returns that declaration instead, else NULL. */
Decl *scope_add(Scope *scope, Decl *decl);

/* Takes back all declarations from number `entries` on, of whatever blocks; the
 * innermost block is then that which began at `block`. */
void scope_cut(Scope *scope, uint32_t entries, uint32_t block);

/* Hides a declaration for good. */
void scope_hide(Decl *decl);

/* The visible declaration of a name, or NULL. */
Decl *scope_find(const Scope *scope, Name name);

/* The declaration that this one hides outside its block, or NULL. */
Decl *scope_outside(const Scope *scope, const Decl *decl);

/* The use of a name: as a type, before arguments, or otherwise. */
typedef enum ScopeUse { SCOPE_TYPE, SCOPE_CALL, SCOPE_VALUE } ScopeUse;

/* The visible name most like a misspelled one, as it is spelled, or NULL. */
const char *scope_similar(const Scope *scope, Name name, ScopeUse use);

#endif
