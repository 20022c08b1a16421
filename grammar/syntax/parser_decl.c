/* SPDX-License-Identifier: MIT */
/* Files, declarations and types. */
#include "syntax/parser.h"

#include <string.h>

#include "io/formats/matrix.h"
#include "values/roles.h"

void parser_program(Lexer *lexer, StarSpan span, Decl *name, List params,
                    List uses, Block *block) {
    Module *m = arena_alloc(lexer->arena, 1, sizeof *m);
    *m = (Module){.program = true,
                  .name = name->spelled,
                  .span = span,
                  .params = params.first,
                  .uses = uses.first,
                  .block = block};
    lexer->module = m;
}

void parser_unit(Lexer *lexer, StarSpan span, List uses, List decls) {
    Module *m = arena_alloc(lexer->arena, 1, sizeof *m);
    Block *block = arena_alloc(lexer->arena, 1, sizeof *block);
    block->decls = decls.first;
    block->end = span;
    *m = (Module){.span = span, .uses = uses.first, .block = block};
    lexer->module = m;
}

void parser_entry(Lexer *lexer, StarSpan span, List uses, List decls,
                  List statements) {
    span.start = span.end;
    parser_unit(lexer, span, uses, decls);
    Stmt *first = statements.first;
    if (first != NULL && first->next == NULL && first->kind == STMT_BLOCK)
        statements.first = first->body; /* as in a program */
    if (first != NULL) {
        Block *block = parser_block(lexer, statements, span);
        block->decls = decls.first;
        lexer->module->block = block;
    }
}

void parser_parts(Lexer *lexer, uint32_t declarations, uint32_t statements) {
    lexer->module->declarations = declarations;
    lexer->module->statements = statements;
}

Decl *parser_decl(Lexer *lexer, DeclKind kind, Ident name, StarSpan span) {
    Decl *d = ast_decl(lexer->arena, kind, name.id, span);
    d->spelled = name.spelled;
    return d;
}

List parser_section(List decls) {
    Decl *first = decls.first;
    first->section = true;
    return decls;
}

Decl *parser_label_decl(Lexer *lexer, Expr *label) {
    if (label->integer > 9999)
        diag_error(lexer->diag, label->span, MSG_LABEL_TOO_LARGE());
    return parser_decl(lexer, DECL_LABEL, (Ident){label->name, label->text},
                       label->span);
}

List parser_const(Lexer *lexer, Ident name, StarSpan span, Expr *value) {
    Decl *d = parser_decl(lexer, DECL_CONST, name, span);
    d->value = value;
    return parser_append_decl((List){0}, d);
}

List parser_type(Lexer *lexer, Ident name, StarSpan span, TypeExpr *type) {
    Decl *d = parser_decl(lexer, DECL_TYPE, name, span);
    d->typex = type;
    return parser_append_decl((List){0}, d);
}

Decl *parser_routine(Lexer *lexer, Ident name, StarSpan span, List params) {
    Decl *d = parser_decl(lexer, DECL_PROC, name, span);
    d->routine.params = params.first;
    for (const Decl *p = d->routine.params; p != NULL; p = p->next)
        d->depth = ast_deeper(d->depth, p->depth);
    d->depth = parser_nested(lexer, d->depth, span);
    return d;
}

Decl *parser_function(Lexer *lexer, Ident name, StarSpan span, List params,
                      TypeExpr *type) {
    Decl *d = parser_routine(lexer, name, span, params);
    d->routine.function = true;
    d->typex = type;
    return d;
}

static void not_a_block(Lexer *lexer, Name word, StarSpan span) {
    StarReport *r = diag_error(lexer->diag, span, MSG_EXPECTED_BLOCK(word));
    if (names_distance(word, "forward", 2) <= 2)
        diag_suggest(r, "forward");
    else
        diag_hint(lexer->diag, r,
                  "a procedure's body stands between 'begin' and 'end;'");
}

Decl *parser_directive(Lexer *lexer, Decl *routine, Name word, StarSpan span) {
    if (strcmp(word, "forward") != 0)
        not_a_block(lexer, word, span);
    routine->routine.forward = true;
    return routine;
}

/* The number, from 1, of a word among layouts, and among roles; 0: it is none.
 */
static int layout_of(Name word) {
    int k = STAR_LAYOUT_COUNT;
    while (k > 0 &&
           strcmp(word, star_layout_name((StarGraphLayout)(k - 1))) != 0)
        k--;
    return k;
}

static int role_of(Name word) {
    int k = STAR_ROLE_COUNT - 1;
    while (k > 0 && strcmp(word, star_role_name((StarRole)k)) != 0)
        k--;
    return k;
}

/* A parameter's layout or role; false: the word is none. The library is right:
 * a name that is no parameter has no effect. */
static bool lay_out(const Decl *routine, Name word, Name param) {
    const int layout = layout_of(word), role = role_of(word);
    for (Decl *p = routine->routine.params; p != NULL; p = p->next) {
        if (p->name != param)
            continue;
        if (layout > 0)
            p->param.layout = (uint8_t)layout;
        if (role > 0)
            p->param.role = (uint8_t)role;
    }
    return layout > 0 || role > 0;
}

Decl *parser_directed(Lexer *lexer, Decl *routine, Name word, StarSpan span,
                      Ident what) {
    if (strcmp(word, "native") == 0)
        routine->routine.native = what.spelled;
    else if (!lay_out(routine, word, what.id))
        not_a_block(lexer, word, span);
    routine->routine.directive = word;
    routine->routine.directive_at = span;
    return routine;
}

List parser_params(List names, TypeExpr *type, bool var) {
    for (Decl *d = names.first; d != NULL; d = d->next) {
        d->kind = DECL_PARAM;
        d->typex = type;
        d->var = var;
        d->param.joined = d != names.first;
    }
    return names;
}

List parser_formal(Decl *routine) {
    routine->param.formal = true;
    return parser_append_decl((List){0}, routine);
}

Block *parser_block(Lexer *lexer, List statements, StarSpan end) {
    Block *b = arena_alloc(lexer->arena, 1, sizeof *b);
    b->body = ast_stmt(lexer->arena, STMT_BLOCK, end);
    b->body->body = statements.first;
    b->body->depth = ast_depth_stmts(statements.first);
    b->end = end;
    return b;
}

/* Types. */

TypeExpr *parser_type_of(Lexer *lexer, const TypeExpr *parts) {
    TypeExpr *t = ast_type(lexer->arena, parts->kind, parts->span);
    *t = *parts;
    if (t->element != NULL)
        t->depth = parser_nested(lexer, t->element->depth, t->span);
    if (t->fields != NULL)
        t->depth = parser_nested(lexer, t->fields->depth, t->span);
    return t;
}

TypeExpr *parser_array(Lexer *lexer, StarSpan span, List index,
                       TypeExpr *element) {
    return TYPEX(ARRAY, span, .index = index.first, .element = element);
}

TypeExpr *parser_dim(Lexer *lexer, TypeExpr *range, TypeExpr *type) {
    const Expr *bound[] = {range->low, range->high};
    List names = {0};
    if (range->kind != TYPEX_RANGE || bound[0]->kind != EXPR_NAME ||
        bound[1]->kind != EXPR_NAME) {
        diag_error(lexer->diag, range->span, MSG_BOUNDS_NOT_NAMES());
        return range;
    }
    for (int k = 0; k < 2; k++)
        names = parser_append_decl(
            names, parser_decl(lexer, DECL_BOUND,
                               (Ident){bound[k]->name, bound[k]->text},
                               bound[k]->span));
    range->kind = TYPEX_DIM;
    range->names = names.first;
    range->element = type;
    return range;
}

/* All the fields' scopes are one; sema numbers their cells. */
List parser_fields(List names, TypeExpr *type) {
    for (Decl *d = names.first; d != NULL; d = d->next) {
        d->kind = DECL_FIELD;
        d->typex = type;
    }
    return names;
}

FieldList *parser_field_list(Lexer *lexer, List fixed, VariantPart *part) {
    FieldList *f = arena_alloc(lexer->arena, 1, sizeof *f);
    f->fixed = fixed.first;
    f->part = part;
    for (const Decl *d = f->fixed; d != NULL; d = d->next)
        f->depth = ast_deeper(f->depth, d->typex->depth);
    for (const Variant *v = part ? part->list : NULL; v; v = v->next)
        f->depth = ast_deeper(f->depth, v->fields->depth);
    return f;
}

VariantPart *parser_part(Lexer *lexer, Decl *tag, bool tagged, TypeExpr *type,
                         List variants) {
    VariantPart *p = arena_alloc(lexer->arena, 1, sizeof *p);
    tag->kind = DECL_FIELD;
    tag->typex = type;
    p->tag = tag;
    p->tagged = tagged;
    p->list = variants.first;
    return p;
}

/* Without a tag the name is that of the type. */
VariantPart *parser_tagless(Lexer *lexer, Decl *type, List variants) {
    Ident name = {type->name, type->spelled};
    Expr *e = parser_name(lexer, type->span, name);
    return parser_part(lexer, type, false, TYPEX(NAME, type->span, .low = e),
                       variants);
}

Variant *parser_variant(Lexer *lexer, List labels, FieldList *fields) {
    Variant *v = arena_alloc(lexer->arena, 1, sizeof *v);
    const CaseLabel *first = labels.first;
    v->labels = labels.first;
    v->fields = fields;
    fields->depth = parser_nested(lexer, fields->depth, first->low->span);
    return v;
}
