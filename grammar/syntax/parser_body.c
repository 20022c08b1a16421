/* SPDX-License-Identifier: MIT */
/* Expressions and statements. */
#include <string.h>

#include "syntax/parser.h"

/* ---- Expressions ---- */

Expr *parser_unary(Lexer *lexer, Operator op, StarSpan at, Expr *operand) {
    StarSpan span = ast_join(at, operand->span);
    Expr *e = ast_expr(lexer->arena, EXPR_UNARY, span);
    e->op = (uint8_t)op;
    e->at = at;
    e->left = operand;
    e->depth = parser_nested(lexer, operand->depth, span);
    return e;
}

Expr *parser_binary(Lexer *lexer, Operator op, StarSpan at, Expr *left,
                    Expr *right) {
    StarSpan span = ast_join(left->span, right->span);
    Expr *e = ast_expr(lexer->arena, EXPR_BINARY, span);
    e->op = (uint8_t)op;
    e->at = at;
    e->left = left;
    e->right = right;
    e->depth = ast_deeper(left->depth, right->depth);
    return e;
}

Expr *parser_postfix(Lexer *lexer, ExprKind kind, StarSpan span, Expr *left,
                     Expr *args) {
    Expr *e = ast_expr(lexer->arena, kind, span);
    e->left = left;
    e->at = left->span;
    e->args = args;
    e->depth = parser_nested(
        lexer, ast_deeper(left->depth, ast_depth_exprs(args)), span);
    return e;
}

Expr *parser_set(Lexer *lexer, StarSpan span, List elements) {
    Expr *e = ast_expr(lexer->arena, EXPR_SET, span);
    e->args = elements.first;
    e->depth = parser_nested(lexer, ast_depth_exprs(e->args), span);
    return e;
}

Expr *parser_element(Lexer *lexer, StarSpan span, Expr *low, Expr *high) {
    Expr *e = ast_expr(lexer->arena, EXPR_RANGE, span);
    e->left = low;
    e->right = high;
    e->depth = ast_deeper(low->depth, high->depth);
    return e;
}

Expr *parser_field(Lexer *lexer, StarSpan span, Expr *record, Ident name,
                   StarSpan at) {
    Expr *e = parser_postfix(lexer, EXPR_FIELD, span, record, NULL);
    e->name = name.id;
    e->text = name.spelled;
    e->at = at;
    return e;
}

Expr *parser_name(Lexer *lexer, StarSpan span, Ident name) {
    Expr *e = ast_expr(lexer->arena, EXPR_NAME, span);
    e->at = span;
    e->name = name.id;
    e->text = name.spelled;
    return e;
}

/* Labels are told apart by their values: 7 and 007 are the same. */
Expr *parser_label_name(Lexer *lexer, StarSpan span, int64_t number) {
    const char *text = arena_printf(lexer->arena, "%lld", (long long)number);
    Name name = names_intern(lexer->names, text, strlen(text));
    Expr *e = parser_name(lexer, span, (Ident){name, text});
    e->integer = number;
    return e;
}

Expr *parser_integer(Lexer *lexer, StarSpan span, int64_t value) {
    Expr *e = ast_expr(lexer->arena, EXPR_INTEGER, span);
    e->integer = value;
    return e;
}

Expr *parser_real(Lexer *lexer, StarSpan span, double value) {
    Expr *e = ast_expr(lexer->arena, EXPR_REAL, span);
    e->real = value;
    return e;
}

Expr *parser_text(Lexer *lexer, StarSpan span, const char *bytes,
                  uint32_t length) {
    Expr *e = ast_expr(lexer->arena, EXPR_TEXT, span);
    e->text = bytes;
    e->length = length;
    return e;
}

Expr *parser_parens(Lexer *lexer, StarSpan span, Expr *inner) {
    inner->parens = true;
    inner->span = span;
    inner->depth = parser_nested(lexer, inner->depth, span);
    return inner;
}

Expr *parser_format(Lexer *lexer, StarSpan span, Expr *value, Expr *width,
                    Expr *decimals) {
    Expr *e = ast_expr(lexer->arena, EXPR_FORMAT, span);
    e->left = value;
    e->right = width;
    e->third = decimals;
    e->depth = ast_deeper(value->depth, width->depth);
    return e;
}

Expr *parser_alone(Lexer *lexer, Expr *value) {
    parser_nested(lexer, value->depth, value->span);
    return value;
}

/* ---- Statements ---- */

Stmt *parser_stmt(Lexer *lexer, const Stmt *parts) {
    Stmt *s = ast_stmt(lexer->arena, parts->kind, parts->span);
    uint16_t depth = ast_deeper(ast_depth_exprs(parts->lvalue),
                                ast_depth_exprs(parts->value));
    depth = ast_deeper(depth, ast_depth_exprs(parts->limit));
    depth = ast_deeper(depth, ast_depth_stmts(parts->body));
    depth = ast_deeper(depth, ast_depth_stmts(parts->other));
    for (const CaseArm *a = parts->arms; a != NULL; a = a->next)
        depth = ast_deeper(depth, a->body->depth);
    *s = *parts;
    s->depth = parser_nested(lexer, depth, s->span);
    return s;
}

Stmt *parser_hyphen_call(Lexer *lexer, StarSpan span, StarSpan name,
                         List args) {
    Expr *call = parser_name(lexer, name, parser_hyphen(lexer, name));
    if (args.first != NULL)
        call = parser_postfix(lexer, EXPR_CALL, span, call, args.first);
    return STMT(CALL, span, .value = call);
}

Stmt *parser_compound(Lexer *lexer, StarSpan span, Block *block) {
    Stmt *s = block->body;
    s->span = span;
    s->depth = parser_nested(lexer, s->depth, span);
    return s;
}

Stmt *parser_if(Lexer *lexer, StarSpan span, Expr *condition, Stmt *body,
                Stmt *other) {
    uint16_t depth = ast_deeper(condition->depth, body->depth);
    bool chain = other != NULL && other->kind == STMT_IF;
    if (other != NULL) /* else if stands beside its if, not within */
        depth = ast_deeper(depth, (uint16_t)(other->depth - chain));
    Stmt *s = ast_stmt(lexer->arena, STMT_IF, span);
    s->depth = parser_nested(lexer, depth, span);
    s->chain = (uint16_t)(chain ? other->chain + 1 : 0);
    if (s->chain == PARSER_CHAIN + 1)
        parser_exhausted(lexer, span);
    s->value = condition;
    s->body = body;
    s->other = other;
    return s;
}

Stmt *parser_labelled(Lexer *lexer, StarSpan span, Expr *label, Stmt *body) {
    Stmt *s = ast_stmt(lexer->arena, STMT_LABEL, span);
    s->lvalue = label;
    s->body = body;
    s->depth = body->depth;
    return s;
}

CaseArm *parser_arm(Lexer *lexer, List labels, Stmt *body) {
    CaseArm *a = arena_alloc(lexer->arena, 1, sizeof *a);
    a->labels = labels.first;
    a->body = body;
    return a;
}

CaseLabel *parser_label(Lexer *lexer, Expr *low, Expr *high) {
    CaseLabel *l = arena_alloc(lexer->arena, 1, sizeof *l);
    if (high != NULL)
        lexer_extension(lexer, EXTENSION_LABELRANGE,
                        ast_join(low->span, high->span));
    l->low = low;
    l->high = high;
    return l;
}
