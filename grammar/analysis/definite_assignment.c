/* SPDX-License-Identifier: MIT */
/* A walk over the statements in their order that carries the set of
 * variables assigned on every way to here. A for statement's control
 * variable is undefined after it, so that a variable that controls one
 * counts as assigned within such statements only. Nothing counts as assigned
 * at a label, which a goto may reach from wherever; behind a goto, where no
 * way leads, everything does. */
#include "analysis/definite_assignment.h"

#include <string.h>

#include "builtins.h"
#include "sema/types.h"

typedef struct Flow {
    Arena *arena;
    Decl *routine;
    uint16_t level;
    uint32_t words; /* of a set */
    uint32_t count; /* of variables */
    uint64_t *set;  /* assigned on every way to here */
} Flow;

static bool tracked(const Flow *f, const Decl *d) {
    return d->kind == DECL_VAR && d->level == f->level && d->analysis.flow > 0;
}

static bool has(const Flow *f, const Decl *d) {
    return f->set[d->analysis.flow / 64] >> d->analysis.flow % 64 & 1;
}

static void put(Flow *f, const Decl *d) {
    f->set[d->analysis.flow / 64] |= UINT64_C(1) << d->analysis.flow % 64;
}

static uint64_t *copy(Flow *f) {
    uint64_t *set = arena_alloc(f->arena, f->words, sizeof *set);
    memcpy(set, f->set, f->words * sizeof *set);
    return set;
}

static void intersect(Flow *f, const uint64_t *other) {
    for (uint32_t i = 0; i < f->words; i++)
        f->set[i] &= other[i];
}

static void expr(Flow *f, Expr *e);

static void read_name(Flow *f, Expr *e) {
    Decl *d = e->decl;
    if (type_object(d->type) || d->kind == DECL_BOUND ||
        (d->kind == DECL_PARAM && !d->var && d->level == f->level))
        return;
    if (tracked(f, d) && has(f, d))
        return;
    e->analysis.unproved = true;
    d->analysis.wanted = true;
}

static void arguments(Flow *f, Expr *e) {
    const Decl *p = e->meaning == MEANS_CALL ? e->decl->routine.params : NULL;
    for (Expr *a = e->kind == EXPR_CALL ? e->args : NULL; a != NULL;
         a = a->next) {
        if (p == NULL || !p->var || a->meaning != MEANS_VARIABLE)
            expr(f, a);
        else if (!type_object(a->type))
            a->decl->analysis.wanted = true;
        if (p != NULL)
            p = p->next;
    }
}

static void expr(Flow *f, Expr *e) {
    Expr *p = e;
    if (e == NULL)
        return;
    for (; p->kind == EXPR_BINARY; p = p->left)
        expr(f, p->right);
    if (p->meaning == MEANS_VARIABLE) {
        read_name(f, p);
    } else if (p->meaning == MEANS_CALL || p->meaning == MEANS_PRIM ||
               p->meaning == MEANS_BUILTIN) {
        arguments(f, p);
    } else if (p->meaning != MEANS_WITH) {
        expr(f, p->left);
        expr(f, p->right);
        expr(f, p->third);
        for (Expr *a = p->args; a != NULL; a = a->next)
            expr(f, a);
    }
}

/* An assignment or read(...) to a target. */
static void assign(Flow *f, Expr *e) {
    if (e->meaning == MEANS_RESULT) {
        if (e->decl == f->routine)
            put(f, e->decl);
    } else if (e->meaning == MEANS_VARIABLE) {
        if (tracked(f, e->decl) && !e->decl->uses.controls)
            put(f, e->decl);
    } else if (e->meaning == MEANS_DEREF) {
        expr(f, e->left);
    } else {
        for (Expr *a = e->args; a != NULL; a = a->next)
            expr(f, a);
        if (e->meaning != MEANS_PRIM && e->meaning != MEANS_WITH &&
            e->left->meaning != MEANS_VARIABLE)
            assign(f, e->left);
    }
}

static void call(Flow *f, Expr *e) {
    bool assigns = e->meaning == MEANS_BUILTIN &&
                   (e->number == BUILTIN_READ || e->number == BUILTIN_READLN ||
                    e->number == BUILTIN_NEW);
    if (!assigns) {
        expr(f, e);
        return;
    }
    for (Expr *a = e->kind == EXPR_CALL ? e->args : NULL; a != NULL;
         a = a->next)
        if (!a->constant) /* new's variants are */
            assign(f, a);
}

static void statements(Flow *f, Stmt *list);

static void if_statement(Flow *f, Stmt *st) {
    uint64_t *before;
    expr(f, st->value);
    before = copy(f);
    statements(f, st->body);
    uint64_t *after = f->set;
    f->set = before;
    statements(f, st->other);
    intersect(f, after);
}

static void with_statement(Flow *f, Stmt *st) {
    for (Expr *e = st->value; e != NULL; e = e->next)
        assign(f, e); /* what it names is found, not read */
    statements(f, st->body);
}

static void while_statement(Flow *f, Stmt *st) {
    expr(f, st->value);
    uint64_t *before = copy(f);
    statements(f, st->body);
    f->set = before;
}

static void for_statement(Flow *f, Stmt *st) {
    Decl *d = st->lvalue->decl;
    expr(f, st->value);
    expr(f, st->limit);
    uint64_t *before = copy(f);
    if (tracked(f, d))
        put(f, d);
    statements(f, st->body);
    f->set = before;
}

/* Without otherwise an unmatched value ends the program, so that one of
 * the arms is on every way. */
static void case_statement(Flow *f, Stmt *st) {
    uint64_t *all = NULL, *before;
    expr(f, st->value);
    before = copy(f);
    for (CaseArm *a = st->arms; a != NULL; a = a->next) {
        memcpy(f->set, before, f->words * sizeof *before);
        statements(f, a->body);
        if (all != NULL)
            intersect(f, all);
        all = copy(f);
    }
    if (st->otherwise) {
        memcpy(f->set, before, f->words * sizeof *before);
        statements(f, st->other);
        intersect(f, all);
    }
}

static void statement(Flow *f, Stmt *st) {
    switch (st->kind) {
    case STMT_EMPTY: break;
    case STMT_ASSIGN:
        expr(f, st->value);
        assign(f, st->lvalue);
        break;
    case STMT_CALL: call(f, st->value); break;
    case STMT_BLOCK: statements(f, st->body); break;
    case STMT_IF: if_statement(f, st); break;
    case STMT_WHILE: while_statement(f, st); break;
    case STMT_REPEAT:
        statements(f, st->body);
        expr(f, st->value);
        break;
    case STMT_FOR: for_statement(f, st); break;
    case STMT_CASE: case_statement(f, st); break;
    case STMT_LABEL:
        memset(f->set, 0, f->words * sizeof *f->set);
        statements(f, st->body);
        break;
    case STMT_GOTO: memset(f->set, 0xff, f->words * sizeof *f->set); break;
    case STMT_WITH: with_statement(f, st); break;
    }
}

static void statements(Flow *f, Stmt *list) {
    for (; list != NULL; list = list->next)
        statement(f, list);
}

static void type_sizes(Flow *f, const Type *t);

static Decl *field_sizes(void *flow, Decl *field) {
    type_sizes(flow, field->type);
    return NULL;
}

static void type_sizes(Flow *f, const Type *t) {
    if (t->kind == STAR_TYPE_ARRAY) {
        type_sizes(f, t->index);
        type_sizes(f, t->element);
    } else if (t->kind == STAR_TYPE_RECORD) {
        type_each(t->fields, field_sizes, f);
    }
    for (int i = 0; i < 2 && t->dynamic && t->size[i] != NULL; i++)
        expr(f, t->size[i]);
}

void flow_block(Arena *arena, Decl *routine, Block *block, uint16_t level) {
    Flow f = {.arena = arena, .routine = routine, .level = level};
    if (routine != NULL && !type_object(routine->type) &&
        routine->routine.function)
        routine->analysis.flow = (int32_t)++f.count;
    for (Decl *d = block->decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR && !type_object(d->type))
            d->analysis.flow = (int32_t)++f.count;
    f.words = f.count / 64 + 1;
    f.set = arena_alloc(arena, f.words, sizeof *f.set);
    for (Decl *p = routine ? routine->routine.params : NULL; p; p = p->next)
        type_sizes(&f, p->type);
    for (Decl *d = block->decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR || d->kind == DECL_TYPE)
            type_sizes(&f, d->type);
    if (block->body != NULL)
        statements(&f, block->body->body);
    if (routine != NULL && routine->analysis.flow > 0 && !has(&f, routine))
        routine->analysis.wanted = true;
    for (Decl *d = block->decls; d != NULL; d = d->next)
        d->analysis.flow = 0;
}
