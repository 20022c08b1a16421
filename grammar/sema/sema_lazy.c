/* SPDX-License-Identifier: MIT */
/* Procedures of the library. Generic ones have an instance for each type of
 * numbers, and a body is parsed and checked when a call needs it. */
#include "syntax/parser.h"
#include "sema/sema.h"

/* The instances of a generic procedure are made of its text and stand one
 * after the other; of all but the first only the heading is parsed. A call
 * finds the first by its name, the others from its parameters. */
void sema_next_instance(Sema *s, Decl *d) {
    if (d->routine.instance + 1 == TYPE_NUMBERS)
        return;
    Decl *other =
        parser_again(s->arena, s->diag, s->names, s->module.text, d, true);
    other->routine.text = d->routine.text;
    other->routine.body = d->routine.body;
    other->routine.native = d->routine.native;
    other->routine.forward = false;
    other->routine.instance = (uint16_t)(d->routine.instance + 1);
    other->next = d->next;
    d->next = d->other = other;
    for (Decl *p = d->routine.params, *q = other->routine.params; p != NULL;
         p = p->next, q = q->next)
        p->other = q;
}

static const Unit *unit_of(const Sema *s, const Decl *d) {
    const Unit *u = s->visible.unit;
    while (u->view.module != d->scope.module)
        u++;
    return u;
}

/* The heading is checked as if its unit were, amid whatever needs it. */
static void read_routine(Sema *s, Decl *d) {
    const Sema before = *s;
    const bool strict = s->diag->strict;
    const Unit *u = unit_of(s, d);
    s->module = (SemaModule){.library = true, .lazy = true, .text = u->text};
    s->body = (SemaBody){.number = s->types.number[0]};
    s->statement = (SemaStatement){0};
    s->scope.view = u->view;
    s->found.pointers = NULL;
    s->diag->strict = false;
    const Decl *read =
        parser_again(s->arena, s->diag, s->names, u->text, d, false);
    d->routine = read->routine;
    d->typex = read->typex;
    d->depth = read->depth;
    for (; d != NULL; d = d->other)
        sema_routine(s, d);
    s->diag->strict = strict;
    s->scope.view = before.scope.view;
    s->found.pointers = before.found.pointers;
    s->statement = before.statement;
    s->body = before.body;
    s->module = before.module;
}

void sema_named(Sema *s, Decl *d) {
    if (d->kind == DECL_PROC && d->routine.named)
        read_routine(s, d);
}

static void check_now(Sema *s, Decl *d) {
    Block *block = d->routine.waiting;
    d->routine.deferred = false;
    s->body.generic = d->routine.instance > 0 || d->other != NULL;
    s->body.number = s->types.number[d->routine.instance];
    d->routine.block = block != NULL ? block
                                     : parser_again(s->arena, s->diag, s->names,
                                                    s->module.text, d, false)
                                           ->routine.block;
    if (d->routine.block != NULL)
        sema_body(s, d);
}

void sema_defer(Sema *s, Decl *d) {
    d->routine.waiting = d->routine.block;
    d->routine.block = NULL;
    d->routine.deferred = true;
    if (!s->module.lazy)
        check_now(s, d);
}

void sema_enter(Sema *s, const Module *m) {
    s->visible.unit =
        arena_grow(s->scope.arena, s->visible.unit, s->visible.units,
                   &s->visible.unit_room, sizeof *s->visible.unit);
    s->visible.unit[s->visible.units++] =
        (Unit){m->block, s->module.text, s->module.library, s->scope.view,
               scope_enter(&s->scope)};
}

/* Checks the deferred bodies that calls need; true if there was one. */
static bool check_needed(Sema *s, const Block *block) {
    bool any = false;
    for (Decl *d = block->decls; d != NULL; d = d->next)
        if (d->kind == DECL_PROC && d->routine.deferred && d->routine.needed) {
            check_now(s, d);
            any = true;
        }
    return any;
}

void sema_finish(Sema *s) {
    s->body.routine = NULL;
    s->body.level = 0;
    while (s->visible.units > 0) {
        const Unit *u = &s->visible.unit[--s->visible.units];
        s->module.text = u->text;
        s->module.library = u->library;
        s->scope.view = u->view;
        while (check_needed(s, u->block))
            ;
        scope_leave(&s->scope, u->outer);
    }
}
