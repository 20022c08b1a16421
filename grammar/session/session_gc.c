/* SPDX-License-Identifier: MIT */
/* The garbage collection of a session.
 *
 *     visible names -> variables -> types -> hidden cells with sizes
 *                   -> procedures -> types
 *                      their code -> procedures, constants, cells
 *
 * Parts of the program that this does not reach are freed, and the rest is
 * renumbered (remap). So redeclarations need room for the declarations that
 * they replace only until the next collection. */
#include "bytecode/bytecode_gc.h"
#include "session/session_inside.h"

typedef struct Collection {
    StarSession *session;
    StarRemap remap;
    Type **type; /* the reached types; the first `seen` are followed */
    uint32_t types, seen, type_room;
} Collection;

/* ---- Reachable from names ---- */

static void reach_type(Collection *c, Type *t) {
    if (t == NULL || t->reached == c->session->collection)
        return;
    t->reached = c->session->collection;
    c->type = arena_grow(&c->session->scratch, c->type, c->types, &c->type_room,
                         sizeof *c->type);
    c->type[c->types++] = t;
}

static Decl *reach_field(void *collection, Decl *field) {
    reach_type(collection, field->type);
    return NULL;
}

static bool has_cells(const Type *t) {
    return t->dynamic && t->hidden && t->level == 0;
}

static void reach_types(Collection *c) {
    while (c->seen < c->types) {
        const Type *t = c->type[c->seen++];
        if (has_cells(t))
            for (int k = 0; k < 2; k++)
                c->remap.cell[t->cell + k] = 1;
        reach_type(c, t->index);
        reach_type(c, t->element);
        reach_type(c, t->variable);
        if (t->kind == STAR_TYPE_RECORD)
            type_each(t->fields, reach_field, c);
    }
}

static bool is_compiled(const Decl *d) {
    return d->kind == DECL_PROC && d->routine.block != NULL;
}

static void reach_decl(Collection *c, Decl *d) {
    if (d->kind == DECL_VAR)
        c->remap.cell[d->cell] = 1;
    reach_type(c, d->type);
    for (const Decl *p = d->routine.params; p != NULL; p = p->next)
        reach_type(c, p->type);
    for (; d != NULL; d = d->other)
        if (is_compiled(d))
            c->remap.proc[d->routine.proc] = 1;
}

/* Units see their own names and one another's, hidden ones too. */
static bool is_named(const Scope *scope, const Decl *d) {
    return !d->scope.entry || scope_find(scope, d->name) == d;
}

/* Calls `visit` for every declaration that something may name. */
static void each_named(Collection *c, void (*visit)(Collection *, Decl *)) {
    const Scope *scope = &c->session->c.sema.scope;
    for (uint32_t k = 0; k < scope->entries; k++)
        if (is_named(scope, scope->entered[k]))
            visit(c, scope->entered[k]);
}

/* ---- Renumbering ---- */

/* Unreachable variables get no cell. */
static void renumber_variables(const Collection *c) {
    const Scope *scope = &c->session->c.sema.scope;
    for (uint32_t k = 0; k < scope->entries; k++) {
        Decl *d = scope->entered[k];
        if (d->kind == DECL_VAR && d->cell != STAR_NO_CELL)
            d->cell = c->remap.cell[d->cell] == STAR_UNREACHABLE
                          ? STAR_NO_CELL
                          : (uint16_t)c->remap.cell[d->cell];
    }
}

static void renumber(Collection *c, Decl *d) {
    for (; d != NULL; d = d->other)
        if (is_compiled(d))
            d->routine.proc = c->remap.proc[d->routine.proc];
}

static void renumber_types(const Collection *c) {
    for (uint32_t k = 0; k < c->types; k++)
        if (has_cells(c->type[k]))
            c->type[k]->cell = (uint16_t)c->remap.cell[c->type[k]->cell];
}

/* Moves the values of variables and their descriptions; frees unreachable
 * objects. */
static void move_variables(const Collection *c) {
    StarSession *s = c->session;
    Routine *r = &s->globals;
    StarCell *global = star_machine_globals(s->machine);
    const uint32_t *to = c->remap.cell;
    uint32_t owned = 0;
    for (uint32_t k = 0; k < s->cells; k++)
        if (to[k] != STAR_UNREACHABLE) {
            global[to[k]] = global[k];
            r->cell[to[k]] = r->cell[k];
        } else if (r->cell[k].own) {
            star_object_free(star_machine_backend(s->machine),
                             global[k].object);
        }
    for (uint32_t k = 0; k < s->owned; k++)
        if (to[r->own[k]] != STAR_UNREACHABLE)
            r->own[owned++] = (uint16_t)to[r->own[k]];
    s->cells = c->remap.cells;
    s->owned = owned;
}

static void mark_and_remap(StarSession *s) {
    StarProgram *p = s->c.program;
    Arena *a = &s->scratch;
    Collection c = {
        .session = s,
        .remap = {.proc = arena_alloc(a, p->procs, sizeof(uint32_t)),
                  .cell = arena_alloc(a, s->cells, sizeof(uint32_t)),
                  .cells = s->cells}};
    s->collection++;
    each_named(&c, reach_decl);
    reach_types(&c);
    star_program_gc(p, &c.remap, a);
    renumber_variables(&c);
    each_named(&c, renumber);
    renumber_types(&c);
    move_variables(&c);
}

/* Without memory, nothing has changed. */
void session_gc(StarSession *s) {
    jmp_buf jump;
    session_guard(s, &jump);
    if (setjmp(jump) == 0)
        mark_and_remap(s);
    arena_free(&s->scratch);
}
