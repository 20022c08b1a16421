/* SPDX-License-Identifier: MIT */
#include "syntax/ast.h"

Expr *ast_expr(Arena *arena, ExprKind kind, StarSpan span) {
    Expr *e = arena_alloc(arena, 1, sizeof *e);
    e->kind = kind;
    e->span = e->at = span;
    return e;
}

Stmt *ast_stmt(Arena *arena, StmtKind kind, StarSpan span) {
    Stmt *s = arena_alloc(arena, 1, sizeof *s);
    s->kind = kind;
    s->span = span;
    return s;
}

TypeExpr *ast_type(Arena *arena, TypeExprKind kind, StarSpan span) {
    TypeExpr *t = arena_alloc(arena, 1, sizeof *t);
    t->kind = kind;
    t->span = span;
    return t;
}

Decl *ast_decl(Arena *arena, DeclKind kind, Name name, StarSpan span) {
    Decl *d = arena_alloc(arena, 1, sizeof *d);
    d->kind = kind;
    d->name = d->spelled = name;
    d->span = span;
    return d;
}

uint16_t ast_deeper(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

uint16_t ast_depth_exprs(const Expr *list) {
    uint16_t depth = 0;
    for (; list != NULL; list = list->next)
        depth = ast_deeper(depth, list->depth);
    return depth;
}

uint16_t ast_depth_stmts(const Stmt *list) {
    uint16_t depth = 0;
    for (; list != NULL; list = list->next)
        depth = ast_deeper(depth, list->depth);
    return depth;
}

void ast_typed(Decl *list, TypeExpr *type) {
    for (; list != NULL; list = list->next)
        list->typex = type;
}

bool ast_is_local(const Decl *variable, uint16_t level) {
    return variable->level == level && !variable->var;
}

StarSpan ast_join(StarSpan from, StarSpan to) {
    return (StarSpan){from.file, from.start, to.end};
}

const char *ast_operator(Operator op) {
    static const char *const names[] = {
        [OP_PLUS] = "+",  [OP_MINUS] = "-", [OP_TIMES] = "*", [OP_SLASH] = "/",
        [OP_DIV] = "div", [OP_MOD] = "mod", [OP_AND] = "and", [OP_OR] = "or",
        [OP_XOR] = "xor", [OP_NOT] = "not", [OP_EQ] = "=",    [OP_NE] = "<>",
        [OP_LT] = "<",    [OP_LE] = "<=",   [OP_GT] = ">",    [OP_GE] = ">=",
        [OP_IN] = "in"};
    return names[op];
}
