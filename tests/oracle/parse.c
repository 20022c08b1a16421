/* SPDX-License-Identifier: MIT */
/* Recursive descent, a function for each rule. */
#include <string.h>

#include "oracle.h"

typedef struct Parser {
    const Token *token;
} Parser;

/* ---- Tokens ---- */

static bool at(const Parser *p, const char *text) {
    return (p->token->kind == TOKEN_NAME || p->token->kind == TOKEN_SIGN) &&
           strcmp(p->token->text, text) == 0;
}

static bool at_any(const Parser *p, const char *const *texts) {
    for (; *texts != NULL; texts++)
        if (at(p, *texts))
            return true;
    return false;
}

static bool take(Parser *p, const char *text) {
    bool found = at(p, text);
    p->token += found;
    return found;
}

static void expect(Parser *p, const char *text) {
    if (!take(p, text))
        oracle_reject(p->token->line, p->token->column, text);
}

/* ---- Nodes ---- */

static Node *node(const Parser *p, NodeKind kind) {
    Node *n = oracle_alloc(1, sizeof *n);
    n->kind = kind;
    n->line = p->token->line;
    n->column = p->token->column;
    return n;
}

/* A node that begins where another does. */
static Node *around(const Node *first, NodeKind kind) {
    Node *n = oracle_alloc(1, sizeof *n);
    *n = (Node){.kind = kind, .line = first->line, .column = first->column};
    return n;
}

static void append(Node **list, Node *more) {
    while (*list != NULL)
        list = &(*list)->next;
    *list = more;
}

/* A node with the name that stands here. */
static Node *named(Parser *p, NodeKind kind) {
    Node *n = node(p, kind);
    if (p->token->kind != TOKEN_NAME)
        oracle_reject(p->token->line, p->token->column, "a name");
    n->name = p->token++->text;
    return n;
}

/* ---- Expressions ---- */

static Node *expression(Parser *p);

static Node *argument(Parser *p) {
    Node *value = expression(p), *format;
    if (!take(p, ":"))
        return value;
    format = around(value, NODE_FORMAT);
    format->a = value;
    format->b = expression(p);
    return format;
}

static Node *arguments(Parser *p, const char *end) {
    Node *list = NULL;
    do
        append(&list, argument(p));
    while (take(p, ","));
    expect(p, end);
    return list;
}

/* a[i][j] is a[i, j]. */
static Node *postfix(Parser *p) {
    Node *x = named(p, NODE_NAME);
    for (;;) {
        Node *outer;
        if (take(p, "(")) {
            outer = around(x, NODE_CALL);
            outer->list = arguments(p, ")");
        } else if (x->kind == NODE_INDEX && take(p, "[")) {
            append(&x->list, arguments(p, "]"));
            continue;
        } else if (take(p, "[")) {
            outer = around(x, NODE_INDEX);
            outer->list = arguments(p, "]");
        } else if (take(p, ".")) {
            outer = around(x, NODE_FIELD);
            outer->name = named(p, NODE_NAME)->name;
        } else if (take(p, "^")) {
            outer = around(x, NODE_DEREF);
        } else {
            return x;
        }
        outer->a = x;
        x = outer;
    }
}

static Node *unary(Parser *p, Node *(*operand)(Parser *)) {
    Node *x = node(p, NODE_UNARY);
    x->name = p->token++->text;
    x->a = operand(p);
    return x;
}

/* Of a set, up to its end. */
static Node *elements(Parser *p) {
    Node *list = NULL;
    do {
        Node *low = expression(p), *range = low;
        if (take(p, "..")) {
            range = around(low, NODE_RANGE);
            range->a = low;
            range->b = expression(p);
        }
        append(&list, range);
    } while (take(p, ","));
    expect(p, "]");
    return list;
}

static Node *factor(Parser *p) {
    Node *x;
    if (at(p, "not"))
        return unary(p, factor);
    if (p->token->kind == TOKEN_NUMBER) {
        x = node(p, NODE_NUMBER);
        x->number = p->token++->number;
        return x;
    }
    if (p->token->kind == TOKEN_TEXT) {
        x = node(p, NODE_TEXT);
        x->name = p->token++->text;
        return x;
    }
    if (at(p, "[")) {
        x = node(p, NODE_SET);
        p->token++;
        if (!take(p, "]"))
            x->list = elements(p);
        return x;
    }
    if (!at(p, "("))
        return postfix(p);
    Node *open = node(p, NODE_NAME);
    p->token++;
    x = expression(p);
    expect(p, ")");
    x->line = open->line;
    x->column = open->column;
    return x;
}

static Node *binary(Parser *p, Node *left, Node *(*operand)(Parser *)) {
    Node *x = around(left, NODE_BINARY);
    x->name = p->token++->text;
    x->a = left;
    x->b = operand(p);
    return x;
}

static Node *term(Parser *p) {
    static const char *const operators[] = {"*", "div", "mod", "and", NULL};
    Node *x = factor(p);
    while (at_any(p, operators))
        x = binary(p, x, factor);
    return x;
}

static Node *sum(Parser *p) {
    static const char *const operators[] = {"+", "-", "or", "xor", NULL};
    Node *x = at(p, "-") || at(p, "+") ? unary(p, term) : term(p);
    while (at_any(p, operators))
        x = binary(p, x, term);
    return x;
}

static Node *expression(Parser *p) {
    static const char *const operators[] = {
        "=", "<>", "<", "<=", ">", ">=", "in", NULL};
    Node *x = sum(p);
    return at_any(p, operators) ? binary(p, x, sum) : x;
}

/* ---- Types ---- */

static Node *names(Parser *p, NodeKind kind) {
    Node *list = NULL;
    do
        append(&list, named(p, kind));
    while (take(p, ","));
    return list;
}

static Node *variables(Parser *p, bool var);

static Node *record(Parser *p) {
    Node *t = node(p, NODE_RECORD);
    p->token++;
    do
        append(&t->list, variables(p, false));
    while (take(p, ";") && !at(p, "end"));
    expect(p, "end");
    return t;
}

static Node *type(Parser *p) {
    Node *t;
    if (at(p, "record"))
        return record(p);
    if (at(p, "set")) {
        t = node(p, NODE_SETTYPE);
        p->token++;
        expect(p, "of");
        t->a = type(p);
        return t;
    }
    if (at(p, "^")) {
        t = node(p, NODE_POINTER);
        p->token++;
        t->a = type(p);
        return t;
    }
    if (at(p, "(")) {
        t = node(p, NODE_ENUM);
        p->token++;
        t->list = names(p, NODE_NAME);
        expect(p, ")");
        return t;
    }
    if (at(p, "array")) {
        t = node(p, NODE_ARRAY);
        p->token++;
        expect(p, "[");
        do
            append(&t->list, type(p));
        while (take(p, ","));
        t->flag = take(p, ":");
        if (t->flag)
            type(p);
        expect(p, "]");
        expect(p, "of");
        t->a = type(p);
        return t;
    }
    Node *low = sum(p);
    t = around(low, at(p, "..") ? NODE_RANGE : NODE_NAMED);
    t->a = low;
    if (take(p, ".."))
        t->b = sum(p);
    return t;
}

/* ---- Statements ---- */

static Node *statement(Parser *p);

static Node *sequence(Parser *p, const char *end) {
    Node *list = NULL;
    do
        append(&list, statement(p));
    while (take(p, ";"));
    expect(p, end);
    return list;
}

static Node *arm(Parser *p) {
    Node *a = node(p, NODE_ARM);
    do {
        Node *label = node(p, NODE_LABEL);
        label->a = sum(p);
        if (take(p, ".."))
            label->b = sum(p);
        append(&a->list, label);
    } while (take(p, ","));
    expect(p, ":");
    a->a = statement(p);
    return a;
}

static void case_rest(Parser *p, Node *s) {
    s->a = expression(p);
    expect(p, "of");
    do
        append(&s->list, arm(p));
    while (take(p, ";") && !at(p, "otherwise") && !at(p, "end"));
    if (at(p, "otherwise")) {
        s->b = node(p, NODE_BLOCK);
        p->token++;
        s->b->list = sequence(p, "end");
    } else {
        expect(p, "end");
    }
}

static void for_rest(Parser *p, Node *s) {
    s->name = named(p, NODE_NAME)->name;
    expect(p, ":=");
    s->a = expression(p);
    s->flag = take(p, "downto");
    if (!s->flag)
        expect(p, "to");
    s->b = expression(p);
    expect(p, "do");
    s->c = statement(p);
}

static Node *simple(Parser *p) {
    Node *x = postfix(p);
    Node *s = around(x, at(p, ":=") ? NODE_ASSIGN : NODE_DO);
    s->a = x;
    if (take(p, ":="))
        s->b = expression(p);
    return s;
}

static Node *statement(Parser *p) {
    Node *s = node(p, NODE_BLOCK);
    if (at(p, ";") || at(p, "end") || at(p, "until") || at(p, "else"))
        return s;
    if (p->token->kind == TOKEN_NUMBER) {
        s->kind = NODE_MARKED;
        s->number = p->token++->number;
        expect(p, ":");
        s->a = statement(p);
    } else if (take(p, "goto")) {
        s->kind = NODE_GOTO;
        s->number = p->token++->number;
    } else if (take(p, "begin")) {
        s->list = sequence(p, "end");
    } else if (take(p, "if")) {
        s->kind = NODE_IF;
        s->a = expression(p);
        expect(p, "then");
        s->b = statement(p);
        if (take(p, "else"))
            s->c = statement(p);
    } else if (take(p, "while")) {
        s->kind = NODE_WHILE;
        s->a = expression(p);
        expect(p, "do");
        s->b = statement(p);
    } else if (take(p, "repeat")) {
        s->kind = NODE_REPEAT;
        s->list = sequence(p, "until");
        s->a = expression(p);
    } else if (take(p, "for")) {
        s->kind = NODE_FOR;
        for_rest(p, s);
    } else if (take(p, "with")) {
        s->kind = NODE_WITH;
        s->a = postfix(p);
        expect(p, "do");
        s->b = statement(p);
    } else if (take(p, "case")) {
        s->kind = NODE_CASE;
        case_rest(p, s);
    } else {
        return simple(p);
    }
    return s;
}

/* ---- Declarations ---- */

static Node *typed(Node *list, Node *t, bool var) {
    for (Node *n = list; n != NULL; n = n->next) {
        n->a = t;
        n->flag = var;
    }
    return list;
}

static Node *variables(Parser *p, bool var) {
    Node *list = names(p, NODE_VAR);
    expect(p, ":");
    return typed(list, type(p), var);
}

static Node *block(Parser *p);

static Node *routine(Parser *p) {
    Node *r = named(p, NODE_ROUTINE);
    if (take(p, "(")) {
        do {
            bool var = take(p, "var");
            append(&r->list, variables(p, var));
        } while (take(p, ";"));
        expect(p, ")");
    }
    if (take(p, ":"))
        r->a = type(p);
    expect(p, ";");
    r->b = block(p);
    return r;
}

static Node *definition(Parser *p, NodeKind kind) {
    Node *n = named(p, kind);
    expect(p, "=");
    n->a = kind == NODE_CONST ? expression(p) : type(p);
    return n;
}

/* A section goes on as long as names stand where a keyword would. */
static bool section_ends(const Parser *p) {
    static const char *const keywords[] = {"label",    "const", "type",
                                           "var",      "proc",  "procedure",
                                           "function", "begin", NULL};
    return p->token->kind != TOKEN_NAME || at_any(p, keywords);
}

static Node *declarations(Parser *p) {
    Node *list = NULL;
    for (;;) {
        if (take(p, "proc") || take(p, "procedure") || take(p, "function")) {
            append(&list, routine(p));
            expect(p, ";");
        } else if (take(p, "label")) {
            do
                p->token++;
            while (take(p, ","));
            expect(p, ";");
        } else if (at(p, "const") || at(p, "type") || at(p, "var")) {
            const char *section = p->token++->text;
            do {
                append(&list, section[0] == 'c'   ? definition(p, NODE_CONST)
                              : section[0] == 't' ? definition(p, NODE_TYPE)
                                                  : variables(p, false));
                expect(p, ";");
            } while (!section_ends(p));
        } else {
            return list;
        }
    }
}

static Node *block(Parser *p) {
    Node *list = declarations(p), *b;
    expect(p, "begin");
    Node *statements = sequence(p, "end");
    p->token--;
    b = node(p, NODE_BLOCK);
    p->token++;
    b->a = list;
    b->list = statements;
    return b;
}

Node *parse(const Token *tokens) {
    Parser p = {tokens};
    expect(&p, "program");
    Node *program = named(&p, NODE_ROUTINE);
    expect(&p, ";");
    program->b = block(&p);
    expect(&p, ".");
    return program;
}
