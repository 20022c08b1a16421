/* SPDX-License-Identifier: MIT */
/* Reads the text of an entry: a module, perhaps with an expression behind it,
 * or a call. */
#include <string.h>

#include "analysis/definite_assignment.h"
#include "session/session_inside.h"
#include "syntax/parser.h"

static Module *empty(StarSession *s, StarSpan span) {
    Module *m = arena_alloc(s->c.emit.arena, 1, sizeof *m);
    m->block = arena_alloc(s->c.emit.arena, 1, sizeof *m->block);
    m->span = m->block->end = span;
    return m;
}

static bool is_procedure(const Decl *d) {
    StarOperand operand[STAR_MAX_OPERANDS];
    if (d == NULL)
        return false;
    if (d->kind == DECL_BUILTIN)
        return !sema_builtin_value(d->number);
    if (d->kind == DECL_PRIM) {
        star_signature(star_prims[d->number].signature, operand);
        return operand[0].access != STAR_OVERWRITE;
    }
    return d->kind == DECL_PROC && !d->routine.function;
}

/* The declaration of a name with a hyphen, which is parsed as a difference. */
static Decl *hyphenated(StarSession *s, const Expr *x) {
    const Expr *right = x->right, *left = x->left;
    if (right->kind == EXPR_CALL)
        right = right->left;
    if (x->op != OP_MINUS || left->kind != EXPR_NAME || left->parens ||
        (right->kind != EXPR_NAME && right->kind != EXPR_INTEGER))
        return NULL;
    const StarSpan span = ast_join(left->span, right->span);
    const char *text = s->c.program->sources.file[span.file].text;
    char *name = arena_alloc(&s->scratch, span.end - span.start + 1, 1);
    size_t n = 0;
    for (uint32_t k = span.start; k < span.end; k++)
        if ((unsigned char)text[k] > ' ')
            name[n++] = text[k];
    const Name known = names_find(&s->c.names, name, n);
    return known != NULL ? scope_find(&s->c.sema.scope, known) : NULL;
}

/* True if an expression is a statement: it calls a procedure. */
static bool is_call(StarSession *s, const Expr *x) {
    const Expr *name = x->kind == EXPR_CALL ? x->left : x;
    if (x->parens)
        return false;
    if (x->kind == EXPR_BINARY)
        return is_procedure(hyphenated(s, x));
    return name->kind == EXPR_NAME &&
           is_procedure(scope_find(&s->c.sema.scope, name->name));
}

static void check_flow(StarSession *s, Stmt *list) {
    Stmt body = {.kind = STMT_BLOCK, .body = list};
    Block block = {.body = &body};
    if (s->c.diag.errors == 0)
        flow_block(s->c.sema.arena, NULL, &block, 0);
}

/* Finds out what the expression is; it is emitted behind the statements. */
static void check_value(StarSession *s, Expr *x) {
    Sema *sema = &s->c.sema;
    Stmt statement = {.kind = STMT_CALL, .value = x};
    sema_expr(sema, x, NULL);
    check_flow(s, &statement);
}

/* The call of a procedure from its expression, which may have a hyphen in its
 * name. */
static Stmt *call_of(StarSession *s, Expr *x) {
    Arena *arena = s->c.emit.arena;
    Stmt *call = ast_stmt(arena, STMT_CALL, x->span);
    call->value = x;
    if (x->kind != EXPR_BINARY)
        return call;
    const Decl *d = hyphenated(s, x);
    Expr *right = x->right;
    const bool alone = right->kind != EXPR_CALL;
    const StarSpan last = alone ? right->span : right->left->span;
    Expr *name = ast_expr(arena, EXPR_NAME, ast_join(x->left->span, last));
    name->at = name->span;
    name->name = d->name;
    name->text = d->spelled;
    call->value = alone ? name : right;
    if (!alone) {
        right->left = name;
        right->at = name->span;
        right->span = x->span;
    }
    return call;
}

/* It follows the statements of the entry. */
static void check_call(StarSession *s, Block *block, Stmt *call) {
    Stmt **end;
    sema_sequence(&s->c.sema, call, true);
    check_flow(s, call);
    block->end = (StarSpan){call->span.file, call->span.end, call->span.end};
    if (block->body == NULL)
        block->body = ast_stmt(s->c.emit.arena, STMT_BLOCK, block->end);
    end = &block->body->body;
    while (*end != NULL)
        end = &(*end)->next;
    *end = call;
}

/* Where the expression begins that a text ends with; false if there is none.
 * The messages about a text are those of the form that it resembles more. */
static bool find_value(StarSession *s, const char *text, StarSpan all,
                       uint32_t *from) {
    Arena *a = &s->scratch;
    StarSpan before = all, value = all;
    before.end = value.start = *from = parser_tail(a, text, all);
    const ParserFit fit = parser_fit(a, T_EXPRESSION, text, value);
    if (fit == PARSER_WRONG ||
        parser_fit(a, T_ENTRY, text, before) != PARSER_WHOLE)
        return false;
    const ParserFit whole = parser_fit(a, T_ENTRY, text, all);
    if (fit == PARSER_BEGUN)
        return whole == PARSER_WRONG;
    return whole != PARSER_WHOLE || /* else const a = 1; b = 2 */
           parser_fit(a, T_ENTRY, text, value) == PARSER_WHOLE;
}

/* A text as a module, and the expression behind it, if there is one. */
static Module *parse(StarSession *s, const char *text, StarSpan all,
                     Expr **value) {
    Compiler *c = &s->c;
    Arena *arena = c->emit.arena;
    Names names = {.arena = &s->scratch};
    StarSpan before = all, tail = all;
    if (parser_is_program(&s->scratch, &names, text, all.end))
        return parser_run(arena, &c->diag, &c->names, text, all, NULL);
    if (!find_value(s, text, all, &tail.start))
        return parser_entry_run(arena, &c->diag, &c->names, text, all);
    before.end = tail.start;
    *value = parser_expression_run(arena, &c->diag, &c->names, text, tail);
    if (*value == NULL)
        return NULL;
    return before.end > 0
               ? parser_entry_run(arena, &c->diag, &c->names, text, before)
               : empty(s, (*value)->span);
}

const Block *session_read(StarSession *s, const char *name, const char *text,
                          size_t length, Expr **value) {
    Compiler *c = &s->c;
    StarSpan all = {compiler_source(c, name, text, length), 0,
                    (uint32_t)length};
    c->program->sources.file[all.file].row = s->row;
    text = c->program->sources.file[all.file].text;
    Module *m = parse(s, text, all, value);
    if (m == NULL)
        return NULL;
    s->stays = m->block->decls != NULL || m->uses != NULL;
    compiler_check(c, m, all.file);
    s->stays |= c->units > s->before.units;
    Expr *x = *value;
    if (x != NULL && is_call(s, x)) {
        *value = NULL;
        check_call(s, m->block, call_of(s, x));
    } else if (x != NULL) {
        check_value(s, x);
    }
    c->program->name = m->name;
    c->program->files = m->files;
    s->entry = (SessionEntry){all.file, m, *value};
    return c->diag.errors == 0 ? m->block : NULL;
}

Expr *session_expression(StarSession *s, const char *text, size_t length) {
    Compiler *c = &s->c;
    const StarSpan all = {compiler_source(c, "type", text, length), 0,
                          (uint32_t)length};
    Expr *x =
        parser_expression_run(c->emit.arena, &c->diag, &c->names, text, all);
    if (x != NULL) {
        compiler_check(c, empty(s, x->span), all.file);
        check_value(s, x);
    }
    return x;
}

static bool is_open(StarSession *s, const char *text, size_t length) {
    const StarSpan all = {0, 0, (uint32_t)length};
    Names names = {.arena = &s->scratch};
    StarSpan part = all;
    ParserFit fit;
    if (parser_is_program(&s->scratch, &names, text, length))
        fit = parser_fit(&s->scratch, 0, text, all);
    else if (find_value(s, text, all, &part.start))
        fit = parser_fit(&s->scratch, T_EXPRESSION, text, part);
    else
        fit = parser_fit(&s->scratch, T_ENTRY, text, all);
    return fit == PARSER_BEGUN ||
           (fit == PARSER_WRONG && session_unended(&s->scratch, text, all));
}

bool star_session_open(StarSession *s, const char *text, size_t length) {
    jmp_buf jump;
    arena_free(&s->scratch);
    session_guard(s, &jump);
    return setjmp(jump) == 0 && is_open(s, text, length);
}
