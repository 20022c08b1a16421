/* SPDX-License-Identifier: MIT */
/* --strict: reports the extensions of ISO 7185 in the tree. */
#include "builtins.h"
#include "sema/sema.h"

static void used(Sema *s, Extension x, StarSpan span, const char *subject) {
    extension_used(s->diag, x, span, subject);
}

static void type_name_used(Sema *s, const Type *t, StarSpan span) {
    const Types *types = &s->types;
    const struct {
        const Type *type;
        Extension extension;
    } all[] = {{&types->string, EXTENSION_STRING},
               {&types->single, EXTENSION_SINGLE},
               {&types->slice, EXTENSION_SLICE},
               {&types->word, EXTENSION_WORD},
               {&types->table, EXTENSION_TABLE}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (t == all[i].type)
            used(s, all[i].extension, span, NULL);
}

/* Predeclared names have no place in a text, those of the library are of a
 * module of its own. */
void sema_strict_name(Sema *s, const Decl *d, StarSpan span) {
    if (!s->diag->strict)
        return;
    for (int k = 0; k < 2; k++)
        if (d == s->scope.standard[k])
            sema_strict_file(s, k == 1, span);
    if ((d->scope.module & (scope_program.module | scope_units.module)) == 0)
        used(s, EXTENSION_LIBRARY, span, d->spelled);
    if (d->span.end > 0)
        return;
    if (d->kind == DECL_TYPE)
        type_name_used(s, d->type, span);
    else if (d->kind == DECL_PRIM ||
             (d->kind == DECL_BUILTIN &&
              (d->number == BUILTIN_NAMEOF || d->number == BUILTIN_NUMBEROF)))
        used(s, EXTENSION_PRIMITIVE, span, d->spelled);
    else if (d->kind == DECL_CONST && d->type == &s->types.direction)
        used(s, EXTENSION_DIRECTION, span, d->spelled);
    else if (d->kind == DECL_BUILTIN &&
             (d->number == BUILTIN_LOAD || d->number == BUILTIN_SAVE))
        used(s, EXTENSION_TABLEFILE, span, d->spelled);
}

/* Literals and names, numbers with a sign. */
void sema_strict_constant(Sema *s, const Expr *e) {
    const Expr *x = e;
    if (!e->constant) {
        if (e->type->kind != TYPE_ERROR)
            used(s, EXTENSION_RUNBOUNDS, e->span, NULL);
        return;
    }
    if (x->kind == EXPR_UNARY && x->op != OP_NOT && !x->parens)
        x = x->left;
    if (x->parens || x->kind == EXPR_UNARY || x->kind == EXPR_BINARY ||
        x->kind == EXPR_CALL || x->kind == EXPR_NIL)
        used(s, EXTENSION_CONSTANT, e->span, NULL);
}

void sema_strict_text(Sema *s, const Type *t, StarSpan span) {
    if (!type_chars(t))
        return;
    if (t->conformant)
        used(s, EXTENSION_CONFORMANTTEXT, span, NULL);
    else if (!t->index->dynamic && t->index->high == 1)
        used(s, EXTENSION_ONECHARACTER, span, NULL);
}

void sema_strict_part(Sema *s, const Expr *e) {
    if (e->left->meaning == MEANS_CALL)
        used(s, EXTENSION_RESULTPART, e->span, NULL);
}

void sema_strict_order(Sema *s, const Decl *d) {
    static const uint8_t rank[] = {[DECL_LABEL] = 1,
                                   [DECL_CONST] = 2,
                                   [DECL_TYPE] = 3,
                                   [DECL_VAR] = 4,
                                   [DECL_PROC] = 5};
    unsigned last = 0;
    for (; d != NULL; d = d->next) {
        if (d->section && rank[d->kind] <= last)
            used(s, EXTENSION_ORDER, d->span, NULL);
        if (rank[d->kind] > last)
            last = rank[d->kind];
    }
}

/* Once for each of them. */
void sema_strict_file(Sema *s, bool output, StarSpan span) {
    const Decl *file = s->scope.standard[output];
    if (!s->diag->strict || s->module.program == NULL || s->module.told[output])
        return;
    for (const Decl *p = s->module.program->params; p != NULL; p = p->next)
        if (p->name == file->name)
            return;
    s->module.told[output] = true;
    used(s, EXTENSION_STANDARDFILE, span, file->spelled);
}
