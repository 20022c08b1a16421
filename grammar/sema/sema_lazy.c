/* Procedures of the library: those that are generic have an instance for each
 * type of numbers, and bodies are checked only if something needs them. */
#include "syntax/parser.h"
#include "sema/sema.h"

/* The instances of a generic procedure are made of its text and stand one
 * after the other; of all but the first only the heading is parsed. A call
 * finds the first by its name, the others from its parameters. */
void sema_next_instance(Sema *s, Decl *d) {
    if (d->instance + 1 == TYPE_NUMBERS)
        return;
    Decl *other = parser_again(s->arena, s->diag, s->names, s->text, d, true);
    other->text = d->text;
    other->body = d->body;
    other->native = d->native;
    other->forward = false;
    other->instance = (uint16_t)(d->instance + 1);
    other->next = d->next;
    d->next = d->other = other;
    for (Decl *p = d->params, *q = other->params; p != NULL;
         p = p->next, q = q->next)
        p->other = q;
}

static void check_now(Sema *s, Decl *d) {
    d->waits = false;
    s->generic = d->instance > 0 || d->other != NULL;
    s->number = s->types.number[d->instance];
    d->block = d->instance == 0 ? d->later
                                : parser_again(s->arena, s->diag, s->names,
                                               s->text, d, false)
                                      ->block;
    if (d->block != NULL)
        sema_body(s, d);
}

void sema_wait(Sema *s, Decl *d) {
    d->later = d->block;
    d->block = NULL;
    d->waits = true;
    if (!s->lazy)
        check_now(s, d);
}

void sema_enter(Sema *s, const Module *m) {
    s->unit = arena_grow(s->scope.arena, s->unit, s->units, &s->unit_room,
                         sizeof *s->unit);
    s->unit[s->units++] = (Unit){m->block, s->text, s->library, s->scope.view,
                                 scope_enter(&s->scope)};
}

/* Whether there was one. */
static bool check_needed(Sema *s, const Block *block) {
    bool any = false;
    for (Decl *d = block->decls; d != NULL; d = d->next)
        if (d->kind == DECL_PROC && d->waits && d->needed) {
            check_now(s, d);
            any = true;
        }
    return any;
}

void sema_finish(Sema *s) {
    s->routine = NULL;
    s->level = 0;
    while (s->units > 0) {
        const Unit *u = &s->unit[--s->units];
        s->text = u->text;
        s->library = u->library;
        s->scope.view = u->view;
        while (check_needed(s, u->block))
            ;
        scope_leave(&s->scope, u->outer);
    }
}
