/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "sema/sema.h"

void sema_declared(Sema *s, StarReport *r, const Decl *d) {
    if (d->span.end > 0) /* else it is predeclared */
        diag_note(s->diag, r, d->span, "'%s' is declared here", d->spelled);
}

void sema_two_types(Sema *s, StarReport *r, const Type *expected,
                    const Type *found) {
    if (expected == found || expected->kind != found->kind ||
        expected->span.end == 0 || found->span.end == 0)
        return;
    diag_note(s->diag, r, expected->span, "the type that is needed");
    diag_note(s->diag, r, found->span, "the type that is found");
    if (expected->packed != found->packed)
        diag_hint(s->diag, r,
                  "a packed type and one that is not are different");
    else
        diag_hint(s->diag, r,
                  "each type that is written out is a type of its own: use "
                  "one by its name");
}

StarReport *sema_wrong(Sema *s, Expr *e, StarReport *r) {
    e->type = &s->types.error;
    e->constant = false;
    return r;
}

Decl *sema_lookup(Sema *s, Expr *e, ScopeUse use) {
    Decl *d = scope_find(&s->scope, e->name);
    if (d == NULL) {
        if (s->statement.unknown == 0) {
            StarReport *r =
                diag_error(s->diag, e->span, MSG_NOT_DECLARED(e->text));
            sema_hint_unknown(s, r, e, use);
        }
        /* Say it once: from here on the name is a variable that fits. */
        d = ast_decl(s->arena, DECL_VAR, e->name, e->span);
        d->type = &s->types.error;
        d->uses.used = d->uses.read = d->uses.assigned = d->uses.undeclared =
            true;
        scope_add(&s->scope, d);
    }
    sema_use(s, d, e);
    return d;
}

void sema_use(Sema *s, Decl *d, const Expr *e) {
    sema_named(s, d);
    sema_strict_name(s, d, e->at);
    xref_use(s->xref, e->span, d, false);
    d->uses.used = true;
    d->uses.captured |= s->body.level > d->level;
    if (s->module.library)
        return; /* which is right, and may be read amid the program */
    d->uses.order = ++s->module.uses;
    d->uses.last = e;
}

/* Literals. */

/* Turns a quoted literal into bits of a slice, word or component. */
static void bits(Sema *s, Expr *e, Type *type) {
    extension_used(s->diag, EXTENSION_BITS, e->span, NULL);
    for (uint32_t i = 0; i < e->length; i++)
        if (e->text[i] != '0' && e->text[i] != '1') {
            sema_mismatch(s, e, MSG_BIT_DIGIT(e->text[i]));
            return;
        }
    e->type = type;
    if (type == &s->types.component && e->length == 1)
        e->integer = e->text[0] - '0';
    else if (type == &s->types.component)
        sema_mismatch(s, e, MSG_COMPONENT_BITS(e->length));
}

static bool literal(const Expr *e) {
    return e->kind == EXPR_TEXT && e->meaning == MEANS_CONSTANT;
}

/* The names that only generic procedures know: `least` and `greatest`, the
 * smallest and the largest number; those of reals are infinite. */
static bool extreme(const Sema *s, Expr *e) {
    bool least = strcmp(e->name, "least") == 0;
    if (!s->body.generic || (!least && strcmp(e->name, "greatest") != 0))
        return false;
    e->meaning = MEANS_CONSTANT;
    e->constant = true;
    e->type = s->body.number;
    e->integer = least ? s->body.number->low : s->body.number->high;
    e->real = least ? -INFINITY : INFINITY;
    return true;
}

static void name_expr(Sema *s, Expr *e) {
    if (extreme(s, e))
        return;
    Decl *d = sema_lookup(s, e, SCOPE_VALUE);
    e->decl = d;
    e->type = d->type != NULL ? d->type : &s->types.error;
    switch (d->kind) {
    case DECL_CONST:
        e->meaning = MEANS_CONSTANT;
        if (d->value == NULL || !d->value->constant) {
            e->type = &s->types.error;
            return;
        }
        if (d->value->kind == EXPR_TEXT) {
            e->kind = EXPR_TEXT;
            e->text = d->value->text;
            e->length = d->value->length;
        }
        e->integer = d->value->integer;
        e->real = d->value->real;
        e->constant = true;
        return;
    case DECL_VAR:
    case DECL_PARAM:
    case DECL_BOUND:
        e->meaning = MEANS_VARIABLE;
        d->uses.read = true;
        return;
    case DECL_FIELD:
        e->kind = EXPR_FIELD;
        e->meaning = MEANS_FIELD;
        e->left = d->value;
        return;
    case DECL_TYPE: sema_mismatch(s, e, MSG_TYPE_AS_VALUE(e->text)); return;
    default: sema_call(s, e, NULL, false);
    }
}

/* Operators. */

static void unary(Sema *s, Expr *e, Type *want) {
    sema_expr(s, e->left, want);
    Type *t = type_host(e->left->type);
    e->meaning = MEANS_OPERATION;
    if (e->op == OP_NOT && literal(e->left)) {
        bits(s, e->left, want && type_bits(want) ? want : &s->types.slice);
        t = e->left->type;
    }
    e->type = t;
    if (t->kind == TYPE_ERROR)
        return;
    if (e->op == OP_NOT ? t->kind != STAR_TYPE_BOOLEAN && !type_bits(t)
                        : !type_numeric(t)) {
        StarReport *r =
            sema_mismatch(s, e,
                          MSG_OPERAND_TYPE(ast_operator((Operator)e->op),
                                           type_name(s->arena, t)));
        sema_hint_unary(s, r, e);
        return;
    }
    if (t->kind == STAR_TYPE_REAL && e->left->constant) {
        e->constant = true;
        e->real = e->op == OP_MINUS ? -e->left->real : e->left->real;
    }
    sema_operator_sizes(s, e);
    sema_fold(s, e);
}

/* A literal beside a slice or word is bits, beside a component a bit. */
static void settle_literals(Sema *s, Expr *e, Type *want) {
    Expr *a = e->left, *b = e->right;
    if (literal(b) && (type_bits(a->type) || a->type == &s->types.component)) {
        bits(s, b, type_bits(a->type) ? type_host(a->type) : a->type);
    } else if (literal(a) &&
               (type_bits(b->type) || b->type == &s->types.component)) {
        bits(s, a, type_bits(b->type) ? type_host(b->type) : b->type);
    } else if (literal(a) && literal(b) &&
               (e->op == OP_AND || e->op == OP_OR || e->op == OP_XOR)) {
        Type *t = want && type_bits(want) ? want : &s->types.slice;
        bits(s, a, t);
        bits(s, b, t);
    }
}

static bool stringy(const Type *t) {
    return t->kind == STAR_TYPE_STRING || t->kind == TYPE_TEXT ||
           t->kind == STAR_TYPE_CHAR || type_chars(t);
}

/* Strings of ISO have one length, or do not go together. */
static void wrong_length(Sema *s, StarSpan span, int64_t wanted,
                         int64_t found) {
    StarReport *r =
        diag_error(s->diag, span, MSG_CHARACTERS_NEEDED(wanted, found));
    diag_expected(r, arena_printf(s->arena, "%lld", (long long)wanted),
                  arena_printf(s->arena, "%lld", (long long)found));
    diag_hint(s->diag, r, "a variable of type string takes text of any length");
}

/* The number of characters if the text has it for sure, else -1. */
static int64_t text_length(const Expr *e) {
    if (e->type->kind == STAR_TYPE_CHAR)
        return 1;
    if (e->type->kind == TYPE_TEXT)
        return e->length;
    return type_chars(e->type) && !e->type->index->dynamic
               ? e->type->index->high
               : -1;
}

static void check_lengths(Sema *s, const Expr *e) {
    int64_t a = text_length(e->left), b = text_length(e->right);
    if (a >= 0 && b >= 0 && a != b)
        wrong_length(s, e->right->span, a, b);
}

static void to_string(Expr *e) {
    if (e->type->kind == STAR_TYPE_CHAR || type_chars(e->type))
        e->convert = CONVERT_STRING;
}

static void to_real(Expr *e) {
    if (e->type->kind == STAR_TYPE_INTEGER)
        e->convert = CONVERT_REAL;
}

static Type *arithmetic(Sema *s, Expr *e, Type *a, Type *b) {
    if (e->op == OP_PLUS && stringy(a) && stringy(b)) {
        extension_used(s->diag, EXTENSION_JOIN, e->at, NULL);
        to_string(e->left);
        to_string(e->right);
        return &s->types.string;
    }
    if (!type_numeric(a) || !type_numeric(b))
        return NULL;
    if (e->op == OP_DIV || e->op == OP_MOD)
        return a->kind == STAR_TYPE_INTEGER && b->kind == STAR_TYPE_INTEGER
                   ? &s->types.integer
                   : NULL;
    if (e->op != OP_SLASH && a->kind == STAR_TYPE_INTEGER &&
        b->kind == STAR_TYPE_INTEGER)
        return &s->types.integer;
    to_real(e->left);
    to_real(e->right);
    return &s->types.real;
}

static Type *logical(Sema *s, Expr *e, const Type *a, Type *b) {
    if (a->kind == STAR_TYPE_BOOLEAN && b->kind == STAR_TYPE_BOOLEAN) {
        e->both = s->diag->strict;
        return &s->types.boolean;
    }
    if (type_bits(a) && a->kind == b->kind)
        return a->kind == STAR_TYPE_SLICE ? &s->types.slice : &s->types.word;
    return NULL;
}

static Type *comparison(Sema *s, Expr *e, const Type *a, const Type *b) {
    Type *result = &s->types.boolean;
    if (type_bits(a))
        return a->kind == b->kind && (e->op == OP_EQ || e->op == OP_NE) ? result
                                                                        : NULL;
    if (type_numeric(a) && type_numeric(b)) {
        if (a->kind != b->kind) {
            to_real(e->left);
            to_real(e->right);
        }
        return result;
    }
    if (type_ordinal(a) && a == b)
        return result;
    if (a->kind == STAR_TYPE_POINTER && b->kind == STAR_TYPE_POINTER)
        return (a == b || a == &s->types.nil || b == &s->types.nil) &&
                       (e->op == OP_EQ || e->op == OP_NE)
                   ? result
                   : NULL;
    if (stringy(a) && stringy(b)) {
        sema_strict_text(s, a, e->left->span);
        sema_strict_text(s, b, e->right->span);
        check_lengths(s, e);
        to_string(e->left);
        to_string(e->right);
        return result;
    }
    return NULL;
}

static void binary(Sema *s, Expr *e, Type *want) {
    settle_literals(s, e, want);
    Type *a = type_host(e->left->type), *b = type_host(e->right->type);
    Type *type;
    e->meaning = MEANS_OPERATION;
    e->type = &s->types.error;
    if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
        return;
    if (e->op == OP_IN ||
        (a->kind == STAR_TYPE_SET && b->kind == STAR_TYPE_SET))
        type = sema_set_operator(s, e);
    else if (e->op >= OP_EQ)
        type = comparison(s, e, a, b);
    else if (e->op >= OP_AND)
        type = logical(s, e, a, b);
    else
        type = arithmetic(s, e, a, b);
    if (type == NULL) {
        bool kinds = type_bits(a) && type_bits(b) && a->kind != b->kind;
        StarReport *r = diag_error(
            s->diag, e->at,
            MSG_OPERAND_TYPES(kinds ? STAR_LINEKINDS : STAR_OPERANDS,
                              ast_operator((Operator)e->op),
                              type_name(s->arena, a), type_name(s->arena, b)));
        sema_hint_binary(s, r, e, a, b);
        return;
    }
    e->type = type;
    sema_operator_sizes(s, e);
    sema_fold(s, e);
}

/* A chain a + b + c leans left: go down its spine and come back up, so
 * that its length costs no stack. */
static void chain(Sema *s, Expr *e, Type *want) {
    Expr *spine = NULL, *p = e;
    Type *inner = e->op >= OP_EQ ? NULL : want;
    for (; p->kind == EXPR_BINARY; p = p->left) {
        if (p->op != OP_PLUS && inner && inner->kind == STAR_TYPE_SET)
            inner = NULL; /* elements may lie outside and go again */
        p->sema.up = spine;
        spine = p;
    }
    sema_expr(s, p, inner);
    for (; spine != NULL; spine = spine->sema.up) {
        Type *left = spine->left->type;
        sema_expr(s, spine->right, type_bits(left) ? type_host(left) : inner);
        binary(s, spine, want);
    }
}

static bool is_parameter(const Sema *s, const Expr *name) {
    const Decl *p =
        s->statement.call ? s->statement.call->routine.params : NULL;
    while (p != NULL && name->kind == EXPR_NAME && p->name != name->name)
        p = p->next;
    return p != NULL && name->kind == EXPR_NAME;
}

/* `NAME(T: A)`, as other languages name arguments, is read as a width. */
static void misplaced_width(Sema *s, Expr *e) {
    StarReport *r = diag_error(s->diag, e->span, MSG_WIDTH_MISPLACED());
    e->type = &s->types.error;
    if (is_parameter(s, e->left))
        diag_hint(s->diag, r,
                  "arguments stand in the order of the heading, without names");
}

void sema_expr(Sema *s, Expr *e, Type *want) {
    switch (e->kind) {
    case EXPR_INTEGER:
        e->type = &s->types.integer;
        e->meaning = MEANS_CONSTANT;
        e->constant = true;
        break;
    case EXPR_REAL:
        e->type = &s->types.real;
        e->meaning = MEANS_CONSTANT;
        e->constant = true;
        break;
    case EXPR_TEXT:
        e->type = e->length == 1 ? &s->types.character : &s->types.text;
        e->integer = e->length == 1 ? (unsigned char)e->text[0] : 0;
        e->meaning = MEANS_CONSTANT;
        e->constant = true;
        break;
    case EXPR_NAME: name_expr(s, e); break;
    case EXPR_CALL: sema_call(s, e, want, false); break;
    case EXPR_INDEX: sema_index(s, e); break;
    case EXPR_FIELD: sema_field(s, e); break;
    case EXPR_RANGE: /* by sema_set */
    case EXPR_WITH: break;
    case EXPR_DEREF: sema_deref(s, e); break;
    case EXPR_NIL: sema_nil(s, e); break;
    case EXPR_SET: sema_set(s, e, want); break;
    case EXPR_UNARY: unary(s, e, want); break;
    case EXPR_BINARY: chain(s, e, want); break;
    case EXPR_FORMAT: misplaced_width(s, e); break;
    }
}

/* True if an operation on constants has no result. */
static bool no_result(const Expr *e) {
    return e->kind == EXPR_BINARY && e->op < OP_AND && e->left->constant &&
           e->right->constant && type_numeric(e->type);
}

bool sema_constant(Sema *s, Expr *e) {
    sema_expr(s, e, NULL);
    if (e->constant)
        sema_strict_constant(s, e);
    if (e->constant || e->type->kind == TYPE_ERROR)
        return e->constant;
    const Expr *x = e;
    while ((x->kind == EXPR_BINARY || x->kind == EXPR_UNARY) && !no_result(x))
        x = x->left->constant && x->right != NULL ? x->right : x->left;
    if (x->kind == EXPR_BINARY)
        diag_error(s->diag, x->span,
                   MSG_CONSTANT_WITHOUT_RESULT(ast_operator((Operator)x->op)));
    else
        diag_error(s->diag, e->span, MSG_CONSTANT_NEEDED());
    return false;
}

void sema_integer(Sema *s, Expr *e) {
    sema_expr(s, e, NULL);
    sema_fit(s, e, &s->types.integer, "this place");
}

void sema_condition(Sema *s, Expr *e) {
    sema_expr(s, e, NULL);
    if (e->type->kind == STAR_TYPE_BOOLEAN || e->type->kind == TYPE_ERROR)
        return;
    bool line = type_bits(e->type);
    bool bit = e->type == &s->types.component;
    StarReport *r =
        sema_mismatch(s, e, MSG_CONDITION_TYPE(type_name(s->arena, e->type)));
    if (line) {
        diag_hint(s->diag, r, "SOME(X) is true if X has a 1");
        sema_fix(s, r, e, "SOME(", ")");
    } else if (bit) {
        diag_hint(s->diag, r, "compare the component: Y(i) = 1");
        sema_fix(s, r, e, "", " = 1");
    }
}

/* False, after a report, if an integer constant or text is outside its
 * subrange. */
static bool in_range(Sema *s, Expr *e, Type *type) {
    if (!e->constant || type->dynamic ||
        (e->integer >= type->low && e->integer <= type->high))
        return true;
    diag_error(s->diag, e->span,
               MSG_CONSTANT_RANGE(type_value(s->arena, type, e->integer),
                                  type_value(s->arena, type, type->low),
                                  type_value(s->arena, type, type->high)));
    return false;
}

static bool fit_literal(Sema *s, Expr *e, Type *type) {
    if (type_bits(type) || type == &s->types.component) {
        bits(s, e,
             type_bits(type) && type->kind == STAR_TYPE_SLICE ? &s->types.slice
             : type_bits(type)                                ? &s->types.word
                                                              : type);
        return true;
    }
    if (type->kind == STAR_TYPE_STRING) {
        to_string(e);
        return true;
    }
    if (type_chars(type)) {
        sema_strict_text(s, type, e->span);
        if (!type->dynamic && !type->index->dynamic &&
            (int64_t)e->length != type->index->high)
            wrong_length(s, e->span, type->index->high, e->length);
        e->convert = CONVERT_CHARS;
        e->type = type;
        return true;
    }
    return false;
}

/* Strings of ISO with the same length can be assigned even if their types
 * differ. */
static bool fit_chars(Type *from, Type *to) {
    if (!type_chars(from) || !type_chars(to) || from->index->dynamic ||
        to->index->dynamic || from->index->high != to->index->high)
        return false;
    type_join(from, to);
    return true;
}

/* Reports that it does not fit; false. */
static bool misfit(Sema *s, Expr *e, Type *type, const char *what,
                   StarStatus status) {
    const Type *from = type_host(e->type), *to = type_host(type);
    const char *expected = type_name(s->arena, type);
    const char *found = type_name(s->arena, from);
    if (strcmp(expected, found) == 0)
        found = arena_printf(s->arena, "another %s", found);
    if (type_bits(to) && type_bits(from))
        status = STAR_LINEKINDS;
    else if (to->kind == STAR_TYPE_INTEGER && from->kind == STAR_TYPE_REAL)
        status = STAR_REALINTEGER;
    StarReport *r =
        sema_mismatch(s, e, MSG_TYPE_MISMATCH(status, what, expected, found));
    diag_expected(r, expected, found);
    sema_two_types(s, r, to, from);
    if (status == STAR_LINEKINDS) {
        diag_hint(s->diag, r,
                  "CONVERT makes a slice of a word, a word of "
                  "a slice");
        sema_fix(s, r, e, "CONVERT(", ")");
    } else if (status == STAR_REALINTEGER)
        sema_hint_real(s, r, e);
    else if (literal(e) && to->kind == STAR_TYPE_ARRAY &&
             to->element->kind == STAR_TYPE_CHAR)
        diag_hint(s->diag, r, "text fits a packed array [1..n] of char");
    else if (type_bits(to) || to->kind == STAR_TYPE_TABLE)
        sema_hint_bits(s, r, e, to);
    else
        sema_hint_scalar(s, r, to, from);
    return false;
}

/* The place is `what`, with the name of a declaration behind it unless that is
 * NULL: this text is made for a message only. */
static bool fit(Sema *s, Expr *e, Type *type, const char *what,
                const Decl *named, StarStatus status) {
    const Type *from = type_host(e->type), *to = type_host(type);
    if (from->kind == TYPE_ERROR || to->kind == TYPE_ERROR)
        return true;
    if (type_has_file(from)) {
        StarReport *r = sema_mismatch(s, e, MSG_FILE_ASSIGNED());
        diag_hint(s->diag, r, "f^ is one component of f");
        return false;
    }
    if (literal(e) && fit_literal(s, e, type))
        return true;
    if (type_ordinal(from) && from == to)
        return in_range(s, e, type);
    if (type == &s->types.single && type_numeric(from)) {
        if (e->type != type)
            e->convert = CONVERT_SINGLE;
        return true;
    }
    if (from->kind == STAR_TYPE_INTEGER && to->kind == STAR_TYPE_REAL) {
        to_real(e);
        return true;
    }
    if (to->kind == STAR_TYPE_STRING && stringy(from)) {
        to_string(e);
        return true;
    }
    if (from != to && fit_chars(e->type, type)) {
        sema_strict_text(s, type, e->span);
        return true;
    }
    if (to->kind == STAR_TYPE_SET && from->kind == STAR_TYPE_SET &&
        sema_set_fit(e, type))
        return true;
    if (from->kind == to->kind && !type_ordinal(to) &&
        to->kind != STAR_TYPE_SET &&
        ((to->kind != STAR_TYPE_ARRAY && to->kind != STAR_TYPE_RECORD &&
          to->kind != STAR_TYPE_POINTER) ||
         from == to || from == &s->types.nil))
        return true;
    if (named != NULL)
        what = arena_printf(s->arena, "%s'%s'", what, named->spelled);
    return misfit(s, e, type, what, status);
}

bool sema_fit(Sema *s, Expr *e, Type *type, const char *what) {
    return fit(s, e, type, what, NULL, STAR_TYPES);
}

bool sema_argument(Sema *s, Expr *e, Type *type, const char *what) {
    return fit(s, e, type, what, NULL, STAR_ARGUMENT);
}

bool sema_fit_param(Sema *s, Expr *e, const Decl *param) {
    return fit(s, e, param->type, "the parameter ", param, STAR_ARGUMENT);
}

bool sema_fit_variable(Sema *s, Expr *e, Type *type, const Decl *variable) {
    return fit(s, e, type, "", variable, STAR_TYPES);
}
