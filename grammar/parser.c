#include "parser.h"

#include <string.h>

/* Whether there were no errors. */
static bool run(Lexer *lexer, const char *text, StarSpan part) {
    const int before = lexer->diag->errors;
    lexer_begin(lexer, text, part);
    if (parse_parse(lexer) == 1)
        parser_diagnose(lexer, part);
    lexer_end(lexer);
    return lexer->diag->errors == before;
}

Module *parser_run(Arena *arena, Diag *diag, Names *names, const char *text,
                   StarSpan part) {
    Lexer lexer = {.arena = arena, .diag = diag, .names = names};
    return run(&lexer, text, part) ? lexer.module : NULL;
}

Module *parser_entry_run(Arena *arena, Diag *diag, Names *names,
                         const char *text, StarSpan part) {
    Lexer lexer = {
        .arena = arena, .diag = diag, .names = names, .piece = T_ENTRY};
    return run(&lexer, text, part) ? lexer.module : NULL;
}

Expr *parser_expression_run(Arena *arena, Diag *diag, Names *names,
                            const char *text, StarSpan part) {
    Lexer lexer = {
        .arena = arena, .diag = diag, .names = names, .piece = T_EXPRESSION};
    return run(&lexer, text, part) ? lexer.expr : NULL;
}

/* A statement should stand behind these, though none need. */
static bool wants_more(int kind) {
    return kind == T_THEN || kind == T_ELSE || kind == T_DO;
}

static ParserFit fit(Lexer *lexer) {
    ParserStack stack = {1, arena_alloc(lexer->arena, PARSER_STACK,
                                        sizeof *stack.state)};
    PARSE_STYPE value;
    StarSpan span;
    int kind, last = 0;
    do {
        kind = parse_lex(&value, &span, lexer);
        const bool read = span.start < span.end;
        if (!parser_shift(&stack, kind))
            return read ? PARSER_WRONG : PARSER_BEGUN;
        if (read)
            last = kind;
    } while (kind != 0);
    return wants_more(last) ? PARSER_BEGUN : PARSER_WHOLE;
}

ParserFit parser_fit(Arena *arena, int piece, const char *text,
                     StarSpan part) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    Lexer lexer = {
        .arena = arena, .diag = &diag, .names = &names, .piece = piece};
    ParserFit found;
    lexer_begin(&lexer, text, part);
    found = fit(&lexer);
    lexer_end(&lexer);
    for (int i = 0; i < diag.count; i++)
        if (diag.report[i].status == STAR_COMMENT)
            return PARSER_BEGUN;
    return diag.errors > 0 ? PARSER_WRONG : found;
}

uint32_t parser_tail(Arena *arena, const char *text, StarSpan part) {
    Diag diag = {.arena = arena};
    Names names = {.arena = arena};
    Lexer lexer = {
        .arena = arena, .diag = &diag, .names = &names, .piece = T_ENTRY};
    PARSE_STYPE value;
    StarSpan span;
    uint32_t tail = part.start, next = tail;
    int kind;
    lexer_begin(&lexer, text, part);
    while ((kind = parse_lex(&value, &span, &lexer)) != 0)
        if (span.start == span.end)
            continue; /* no token of the text */
        else if (kind == ';')
            next = span.end;
        else
            tail = next;
    lexer_end(&lexer);
    return tail;
}

bool parser_is_program(Arena *arena, Names *names, const char *text,
                       size_t length) {
    Diag diag = {.arena = arena}; /* what the parser would say anyway */
    Lexer lexer = {.arena = arena, .diag = &diag, .names = names};
    lexer_begin(&lexer, text, (StarSpan){0, 0, (uint32_t)length});
    lexer_end(&lexer);
    return lexer.ahead.kind == T_PROGRAM;
}

Decl *parser_again(Arena *arena, Diag *diag, Names *names, const char *text,
                   const Decl *routine, bool heading) {
    Lexer lexer = {.arena = arena, .diag = diag, .names = names,
                   .more = heading ? 2 : 0};
    StarSpan part = routine->text;
    if (heading)
        part.end = routine->body;
    lexer_begin(&lexer, text, part);
    parse_parse(&lexer);
    lexer_end(&lexer);
    return lexer.module->block->decls;
}

void parser_exhausted(Lexer *lexer, StarSpan span) {
    span.end = span.start + 1;
    diag_error(lexer->diag, STAR_NESTING, span,
               "constructs are nested more than %d deep, or more than %d "
               "'else if' follow one another",
               PARSER_NESTING, PARSER_CHAIN);
}

/* Nesting is counted where a node is built, so the message stands at the
 * outermost construct that is too deep, once. */
static uint16_t nested(Lexer *lexer, uint16_t depth, StarSpan span) {
    if (depth + 1 == PARSER_NESTING + 1) {
        span.end = span.start + 1;
        diag_error(lexer->diag, STAR_NESTING, span,
                   "constructs are nested more than %d deep",
                   PARSER_NESTING);
    }
    return depth < UINT16_MAX ? depth + 1 : depth;
}

static uint16_t deeper(uint16_t a, uint16_t b) {
    return a > b ? a : b;
}

Ident parser_hyphen(Lexer *lexer, StarSpan span) {
    const char *text = lexer->text + span.start;
    size_t length = span.end - span.start, n = 0;
    char *name = arena_alloc(lexer->arena, length + 1, 1);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] > ' ')
            name[n++] = text[i];
    return (Ident){names_intern(lexer->names, name, n), name};
}

/* Lists. */

#define APPEND(function, Node)                   \
    List function(List list, Node *node) {       \
        if (list.last != NULL)                   \
            ((Node *)list.last)->next = node;    \
        else                                     \
            list.first = node;                   \
        list.last = node;                        \
        return list;                             \
    }

APPEND(parser_append_decl, Decl)
APPEND(parser_append_expr, Expr)
APPEND(parser_append_stmt, Stmt)
APPEND(parser_append_type, TypeExpr)
APPEND(parser_append_arm, CaseArm)
APPEND(parser_append_label, CaseLabel)
APPEND(parser_append_variant, Variant)

List parser_concat_decls(List list, List more) {
    if (more.first == NULL)
        return list;
    list = parser_append_decl(list, more.first);
    list.last = more.last;
    return list;
}

/* Files and declarations. */

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

Decl *parser_decl(Lexer *lexer, DeclKind kind, Ident name,
                  StarSpan span) {
    Decl *d = ast_decl(lexer->arena, kind, name.id, span);
    d->spelled = name.spelled;
    return d;
}

Decl *parser_label_decl(Lexer *lexer, Expr *label) {
    if (label->integer > 9999)
        diag_error(lexer->diag, STAR_LABELSIZE, label->span,
                   "a label is a number from 0 to 9999");
    return parser_decl(lexer, DECL_LABEL, (Ident){label->name, label->text},
                       label->span);
}

List parser_const(Lexer *lexer, Ident name, StarSpan span,
                  Expr *value) {
    Decl *d = parser_decl(lexer, DECL_CONST, name, span);
    d->value = value;
    return parser_append_decl((List){0}, d);
}

List parser_type(Lexer *lexer, Ident name, StarSpan span,
                 TypeExpr *type) {
    Decl *d = parser_decl(lexer, DECL_TYPE, name, span);
    d->typex = type;
    return parser_append_decl((List){0}, d);
}

Decl *parser_routine(Lexer *lexer, Ident name,
                     StarSpan span, List params) {
    Decl *d = parser_decl(lexer, DECL_PROC, name, span);
    d->params = params.first;
    for (const Decl *p = d->params; p != NULL; p = p->next)
        d->depth = deeper(d->depth, p->depth);
    d->depth = nested(lexer, d->depth, span);
    return d;
}

Decl *parser_function(Lexer *lexer, Ident name,
                      StarSpan span, List params, TypeExpr *type) {
    Decl *d = parser_routine(lexer, name, span, params);
    d->function = true;
    d->typex = type;
    return d;
}

static void not_a_block(Lexer *lexer, Name word, StarSpan span) {
    StarReport *r =
        diag_error(lexer->diag, STAR_DIRECTIVE, span,
                   "expected a block or 'forward', found '%s'", word);
    if (names_distance(word, "forward", 2) <= 2)
        r->suggestion = "forward";
    else
        diag_hint(lexer->diag, r,
                  "a procedure's body stands between 'begin' and 'end;'");
}

Decl *parser_directive(Lexer *lexer, Decl *routine, Name word,
                       StarSpan span) {
    if (strcmp(word, "forward") != 0)
        not_a_block(lexer, word, span);
    routine->forward = true;
    return routine;
}

Decl *parser_native(Lexer *lexer, Decl *routine, Name word,
                    StarSpan span, Ident kernel) {
    if (strcmp(word, "native") != 0)
        not_a_block(lexer, word, span);
    routine->native = kernel.spelled;
    routine->word = span;
    return routine;
}

List parser_params(List names, TypeExpr *type, bool var) {
    for (Decl *d = names.first; d != NULL; d = d->next) {
        d->kind = DECL_PARAM;
        d->typex = type;
        d->var = var;
        d->joined = d != names.first;
    }
    return names;
}

List parser_formal(Decl *routine) {
    routine->formal = true;
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

TypeExpr *parser_type_name(Lexer *lexer, StarSpan span, Expr *name) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_NAME, span);
    t->low = name;
    return t;
}

TypeExpr *parser_range(Lexer *lexer, StarSpan span, Expr *low, Expr *high) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_RANGE, span);
    t->low = low;
    t->high = high;
    return t;
}

TypeExpr *parser_enum(Lexer *lexer, StarSpan span, List names) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_ENUM, span);
    t->names = names.first;
    return t;
}

TypeExpr *parser_array(Lexer *lexer, StarSpan span, List index,
                       TypeExpr *element) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_ARRAY, span);
    t->index = index.first;
    t->element = element;
    t->depth = nested(lexer, element->depth, span);
    return t;
}

TypeExpr *parser_file(Lexer *lexer, StarSpan span, TypeExpr *element) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_FILE, span);
    t->element = element;
    t->depth = nested(lexer, element->depth, span);
    return t;
}

TypeExpr *parser_dim(Lexer *lexer, TypeExpr *range, TypeExpr *type) {
    const Expr *bound[] = {range->low, range->high};
    List names = {0};
    if (range->kind != TYPEX_RANGE || bound[0]->kind != EXPR_NAME ||
        bound[1]->kind != EXPR_NAME) {
        diag_error(lexer->diag, STAR_BOUNDNAMES, range->span,
                   "the bounds of a conformant array are two new names, as in "
                   "array[low..high: integer]");
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
        f->depth = deeper(f->depth, d->typex->depth);
    for (const Variant *v = part ? part->list : NULL; v; v = v->next)
        f->depth = deeper(f->depth, v->fields->depth);
    return f;
}

VariantPart *parser_part(Lexer *lexer, Decl *tag, bool tagged,
                         TypeExpr *type, List variants) {
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
    return parser_part(lexer, type, false,
                       parser_type_name(lexer, type->span, e), variants);
}

Variant *parser_variant(Lexer *lexer, List labels, FieldList *fields) {
    Variant *v = arena_alloc(lexer->arena, 1, sizeof *v);
    const CaseLabel *first = labels.first;
    v->labels = labels.first;
    v->fields = fields;
    fields->depth = nested(lexer, fields->depth, first->low->span);
    return v;
}

TypeExpr *parser_pointer(Lexer *lexer, StarSpan span, Ident name,
                         StarSpan at) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_POINTER, span);
    t->low = parser_name(lexer, at, name);
    return t;
}

TypeExpr *parser_set_type(Lexer *lexer, StarSpan span, TypeExpr *element) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_SET, span);
    t->element = element;
    return t;
}

TypeExpr *parser_record(Lexer *lexer, StarSpan span, FieldList *fields) {
    TypeExpr *t = ast_type(lexer->arena, TYPEX_RECORD, span);
    t->fields = fields;
    t->depth = nested(lexer, fields->depth, span);
    return t;
}

/* Statements. */

static Stmt *statement(Lexer *lexer, StmtKind kind, StarSpan span,
                       uint16_t inner) {
    Stmt *s = ast_stmt(lexer->arena, kind, span);
    s->depth = nested(lexer, inner, span);
    return s;
}

Stmt *parser_assign(Lexer *lexer, StarSpan span, Expr *target,
                    Expr *value) {
    Stmt *s = statement(lexer, STMT_ASSIGN, span,
                        deeper(target->depth, value->depth));
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
    s->depth = nested(lexer, s->depth, span);
    return s;
}

Stmt *parser_if(Lexer *lexer, StarSpan span, Expr *condition, Stmt *body,
                Stmt *other) {
    uint16_t depth = deeper(condition->depth, body->depth);
    bool chain = other != NULL && other->kind == STMT_IF;
    if (other != NULL) /* else if stands beside its if, not within */
        depth = deeper(depth, (uint16_t)(other->depth - chain));
    Stmt *s = statement(lexer, STMT_IF, span, depth);
    s->chain = (uint16_t)(chain ? other->chain + 1 : 0);
    if (s->chain == PARSER_CHAIN)
        parser_exhausted(lexer, span);
    s->value = condition;
    s->body = body;
    s->other = other;
    return s;
}

Stmt *parser_while(Lexer *lexer, StarSpan span, Expr *condition,
                   Stmt *body) {
    Stmt *s = statement(lexer, STMT_WHILE, span,
                        deeper(condition->depth, body->depth));
    s->value = condition;
    s->body = body;
    return s;
}

Stmt *parser_repeat(Lexer *lexer, StarSpan span, List body,
                    Expr *condition) {
    Stmt *s = statement(
        lexer, STMT_REPEAT, span,
        deeper(condition->depth, ast_depth_stmts(body.first)));
    s->value = condition;
    s->body = body.first;
    return s;
}

Stmt *parser_for(Lexer *lexer, StarSpan span, Expr *variable, Expr *from,
                 bool down, Expr *to, Stmt *body) {
    uint16_t depth = deeper(from->depth, to->depth);
    Stmt *s = statement(lexer, STMT_FOR, span, deeper(depth, body->depth));
    s->target = variable;
    s->value = from;
    s->limit = to;
    s->down = down;
    s->body = body;
    return s;
}

Stmt *parser_case(Lexer *lexer, StarSpan span, Expr *value, List arms,
                  bool otherwise, List body) {
    uint16_t depth = deeper(value->depth, ast_depth_stmts(body.first));
    for (CaseArm *a = arms.first; a != NULL; a = a->next)
        depth = deeper(depth, a->body->depth);
    Stmt *s = statement(lexer, STMT_CASE, span, depth);
    s->value = value;
    s->arms = arms.first;
    s->otherwise = otherwise;
    s->other = body.first;
    return s;
}

Stmt *parser_labelled(Lexer *lexer, StarSpan span, Expr *label,
                      Stmt *body) {
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
    Stmt *s = statement(
        lexer, STMT_WITH, span,
        deeper(ast_depth_exprs(records.first), body->depth));
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
    l->low = low;
    l->high = high;
    return l;
}

/* Expressions. */

Expr *parser_unary(Lexer *lexer, Operator op, StarSpan at, Expr *operand) {
    StarSpan span = ast_join(at, operand->span);
    Expr *e = ast_expr(lexer->arena, EXPR_UNARY, span);
    e->op = (uint8_t)op;
    e->at = at;
    e->left = operand;
    e->depth = nested(lexer, operand->depth, span);
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
    e->depth = deeper(left->depth, right->depth);
    return e;
}

Expr *parser_postfix(Lexer *lexer, ExprKind kind, StarSpan span, Expr *left,
                     Expr *args) {
    Expr *e = ast_expr(lexer->arena, kind, span);
    e->left = left;
    e->at = left->span;
    e->args = args;
    e->depth = nested(lexer, deeper(left->depth, ast_depth_exprs(args)),
                      span);
    return e;
}

Expr *parser_set(Lexer *lexer, StarSpan span, List elements) {
    Expr *e = ast_expr(lexer->arena, EXPR_SET, span);
    e->args = elements.first;
    e->depth = nested(lexer, ast_depth_exprs(e->args), span);
    return e;
}

Expr *parser_element(Lexer *lexer, StarSpan span, Expr *low, Expr *high) {
    Expr *e = ast_expr(lexer->arena, EXPR_RANGE, span);
    e->left = low;
    e->right = high;
    e->depth = deeper(low->depth, high->depth);
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
    inner->depth = nested(lexer, inner->depth, span);
    return inner;
}

Expr *parser_format(Lexer *lexer, StarSpan span, Expr *value, Expr *width,
                    Expr *decimals) {
    Expr *e = ast_expr(lexer->arena, EXPR_FORMAT, span);
    e->left = value;
    e->right = width;
    e->third = decimals;
    e->depth = deeper(value->depth, width->depth);
    return e;
}
