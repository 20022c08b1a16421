/* Statements. */
#include "syntax/parser.h"

static Stmt *statement(Lexer *lexer, StmtKind kind, StarSpan span,
                       uint16_t inner) {
    Stmt *s = ast_stmt(lexer->arena, kind, span);
    s->depth = parser_nested(lexer, inner, span);
    return s;
}

Stmt *parser_assign(Lexer *lexer, StarSpan span, Expr *target, Expr *value) {
    Stmt *s = statement(lexer, STMT_ASSIGN, span,
                        ast_deeper(target->depth, value->depth));
    s->target = target;
    s->value = value;
    return s;
}

Stmt *parser_call(Lexer *lexer, StarSpan span, Expr *call) {
    Stmt *s = statement(lexer, STMT_CALL, span, call->depth);
    s->value = call;
    return s;
}

Stmt *parser_hyphen_call(Lexer *lexer, StarSpan span, StarSpan name,
                         List args) {
    Expr *call = parser_name(lexer, name, parser_hyphen(lexer, name));
    if (args.first != NULL)
        call = parser_postfix(lexer, EXPR_CALL, span, call, args.first);
    return parser_call(lexer, span, call);
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
    Stmt *s = statement(lexer, STMT_IF, span, depth);
    s->chain = (uint16_t)(chain ? other->chain + 1 : 0);
    if (s->chain == PARSER_CHAIN + 1)
        parser_exhausted(lexer, span);
    s->value = condition;
    s->body = body;
    s->other = other;
    return s;
}

Stmt *parser_while(Lexer *lexer, StarSpan span, Expr *condition, Stmt *body) {
    Stmt *s = statement(lexer, STMT_WHILE, span,
                        ast_deeper(condition->depth, body->depth));
    s->value = condition;
    s->body = body;
    return s;
}

Stmt *parser_repeat(Lexer *lexer, StarSpan span, List body, Expr *condition) {
    Stmt *s =
        statement(lexer, STMT_REPEAT, span,
                  ast_deeper(condition->depth, ast_depth_stmts(body.first)));
    s->value = condition;
    s->body = body.first;
    return s;
}

Stmt *parser_for(Lexer *lexer, StarSpan span, Expr *variable, Expr *from,
                 bool down, Expr *to, Stmt *body) {
    uint16_t depth = ast_deeper(from->depth, to->depth);
    Stmt *s = statement(lexer, STMT_FOR, span, ast_deeper(depth, body->depth));
    s->target = variable;
    s->value = from;
    s->limit = to;
    s->down = down;
    s->body = body;
    return s;
}

Stmt *parser_case(Lexer *lexer, StarSpan span, Expr *value, List arms,
                  bool otherwise, List body) {
    uint16_t depth = ast_deeper(value->depth, ast_depth_stmts(body.first));
    for (CaseArm *a = arms.first; a != NULL; a = a->next)
        depth = ast_deeper(depth, a->body->depth);
    Stmt *s = statement(lexer, STMT_CASE, span, depth);
    s->value = value;
    s->arms = arms.first;
    s->otherwise = otherwise;
    s->other = body.first;
    return s;
}

Stmt *parser_labelled(Lexer *lexer, StarSpan span, Expr *label, Stmt *body) {
    Stmt *s = ast_stmt(lexer->arena, STMT_LABEL, span);
    s->target = label;
    s->body = body;
    s->depth = body->depth;
    return s;
}

Stmt *parser_goto(Lexer *lexer, StarSpan span, Expr *label) {
    Stmt *s = statement(lexer, STMT_GOTO, span, 0);
    s->target = label;
    return s;
}

Stmt *parser_with(Lexer *lexer, StarSpan span, List records, Stmt *body) {
    Stmt *s =
        statement(lexer, STMT_WITH, span,
                  ast_deeper(ast_depth_exprs(records.first), body->depth));
    s->value = records.first;
    s->body = body;
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
