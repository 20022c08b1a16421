/* SPDX-License-Identifier: MIT */
/* Hints: the text to write instead of a mistake, in the program's names. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "library.h"
#include "sema/sema.h"
#include "syntax/recovery/foreign.h"

/* The module's text from the beginning of one span to the end of another. */
static const char *source(const Sema *s, StarSpan from, StarSpan to) {
    return arena_text(s->arena, s->module.text + from.start,
                      to.end - from.start);
}

static const char *text_of(const Sema *s, const Expr *e) {
    return source(s, e->span, e->span);
}

static const char *list_of(const Sema *s, const Expr *args) {
    const Expr *last = args;
    while (last->next != NULL)
        last = last->next;
    return source(s, args->span, last->span);
}

/* A hint that ends with the text to write, which is the correction. */
static void fix_hinted(Sema *s, StarReport *r, StarSpan span, const char *hint,
                       const char *text) {
    diag_hint(s->diag, r, "%s%s", hint, text);
    diag_fix(r, span, text);
}

/* True if a line of the text begins with a heading of this name. */
static bool heads(const char *line, const char *name) {
    static const char *const heading[] = {"proc ", "procedure ", "function "};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof heading / sizeof *heading; i++) {
        const size_t word = strlen(heading[i]);
        const char *at = line + word;
        if (strncasecmp(line, heading[i], word) == 0 &&
            strncasecmp(at, name, length) == 0 &&
            !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

static const StarUnit *unit_with(const char *name) {
    for (const StarUnit *u = star_units; u->name != NULL; u++)
        for (const char *line = u->text; line != NULL;
             line = strchr(line, '\n')) {
            line += *line == '\n';
            if (heads(line, name))
                return u;
        }
    return NULL;
}

static void need_unit(Sema *s, StarReport *r, const Expr *e, const char *unit) {
    const Module *m = s->module.program;
    diag_hint(s->diag, r, "%s is in a unit of the library: uses %s;", e->text,
              unit);
    if (m != NULL)
        diag_fix(r, (StarSpan){m->span.file, m->declarations, m->declarations},
                 arena_printf(s->arena, "\nuses %s;", unit));
}

void sema_fix(Sema *s, StarReport *r, const Expr *e, const char *before,
              const char *behind) {
    diag_fix(r, e->span,
             arena_printf(s->arena, "%s%s%s", before, text_of(s, e), behind));
}

void sema_hint_unknown(Sema *s, StarReport *r, const Expr *e, ScopeUse use) {
    const char *similar = scope_similar(&s->scope, e->name, use);
    const char *meant = foreign_word(e->name);
    const Decl *d = similar == NULL
                        ? NULL
                        : scope_find(&s->scope, names_intern(s->names, similar,
                                                             strlen(similar)));
    const char *type = use == SCOPE_TYPE ? foreign_type(e->name) : NULL;
    const StarUnit *unit = s->module.library ? NULL : unit_with(e->name);
    if (unit != NULL && use != SCOPE_TYPE)
        need_unit(s, r, e, unit->name);
    else if (type != NULL)
        diag_suggest(r, type);
    else if (meant != NULL && (d == NULL || d->span.end == 0 || d->library))
        diag_hint(s->diag, r, "%s", meant);
    else
        diag_suggest(r, similar);
}

void sema_hint_index(Sema *s, StarReport *r, const Expr *e) {
    const Type *type = e->left->type;
    const char *name = text_of(s, e->left);
    const Expr *i = e->args;
    if (type_bits(type) && i != NULL && i->kind == EXPR_FORMAT)
        diag_hint(s->diag, r, "components %s to %s are TRIM(%s, %s, %s)",
                  text_of(s, i->left), text_of(s, i->right),
                  text_of(s, i->left), text_of(s, i->right), name);
    else if (type_bits(type) && i != NULL)
        fix_hinted(s, r, e->span, "a component is written ",
                   arena_printf(s->arena, "%s(%s)", name, list_of(s, i)));
    else if (type->kind == STAR_TYPE_TABLE && i != NULL && i->next != NULL)
        diag_hint(s->diag, r,
                  "write v := ROW(%s, %s), then v(%s); ROW(%s, %s) := v "
                  "stores the row",
                  text_of(s, i), name, text_of(s, i->next), text_of(s, i),
                  name);
    else if (type->kind == STAR_TYPE_TABLE && i != NULL)
        diag_hint(s->diag, r, "a row is ROW(%s, %s), a column COL(%s, %s)",
                  text_of(s, i), name, text_of(s, i), name);
}

void sema_hint_type(Sema *s, StarReport *r, const Expr *e) {
    static const char *const sized[] = {"slice", "word", "table"};
    if (e->kind != EXPR_INDEX || e->left->kind != EXPR_NAME)
        return;
    for (size_t i = 0; i < sizeof sized / sizeof *sized; i++)
        if (strcmp(e->left->name, sized[i]) == 0)
            fix_hinted(s, r, e->span, "a size stands in parentheses: ",
                       arena_printf(s->arena, "%s(%s)", text_of(s, e->left),
                                    list_of(s, e->args)));
}

void sema_hint_bits(Sema *s, StarReport *r, const Expr *e, const Type *to) {
    const char *text = text_of(s, e);
    if (e->kind == EXPR_SET)
        diag_hint(s->diag, r, "a bit constant stands in quotes, as '0110'");
    else if (e->kind == EXPR_INTEGER && to->kind == STAR_TYPE_TABLE)
        diag_hint(s->diag, r, "CLEAR(T) makes all components of a table 0");
    else if (e->kind == EXPR_INTEGER && text[1] == '\0' && e->integer < 2)
        diag_hint(s->diag, r,
                  "CLR(Y) makes all components 0, SET(Y) all 1; one bit is "
                  "'%s'",
                  text);
    else if (e->kind == EXPR_INTEGER && strspn(text, "01") == strlen(text))
        fix_hinted(s, r, e->span, "a bit constant stands in quotes: ",
                   arena_printf(s->arena, "'%s'", text));
}

void sema_hint_real(Sema *s, StarReport *r, const Expr *e) {
    if (e->kind == EXPR_BINARY && e->op == OP_SLASH &&
        e->left->type->kind == STAR_TYPE_INTEGER &&
        e->right->type->kind == STAR_TYPE_INTEGER)
        fix_hinted(s, r, e->span, "'/' gives a real: write ",
                   arena_printf(s->arena,
                                e->parens ? "(%s div %s)" : "%s div %s",
                                text_of(s, e->left), text_of(s, e->right)));
    else
        diag_hint(s->diag, r, "trunc or round makes an integer of a real");
}

void sema_hint_scalar(Sema *s, StarReport *r, const Type *to,
                      const Type *from) {
    if (to->kind == STAR_TYPE_INTEGER && type_bits(from))
        diag_hint(s->diag, r,
                  "NUMB(Y) is the number of ones, FND(Y) of the first; VALUE "
                  "of the unit graph reads binary");
    else if (to->kind == STAR_TYPE_BOOLEAN && type_numeric(from))
        diag_hint(s->diag, r, "a boolean is true or false, or k <> 0");
    else if (to->kind == STAR_TYPE_BOOLEAN && type_bits(from))
        diag_hint(s->diag, r, "SOME(Y) is true if Y has a 1");
}

void sema_hint_unary(Sema *s, StarReport *r, const Expr *e) {
    const Expr *y = e->left;
    if (e->op == OP_MINUS && type_bits(y->type))
        fix_hinted(s, r, e->span, "the complement is written ",
                   arena_printf(s->arena, "not %s", text_of(s, y)));
    else if (e->op == OP_NOT && type_numeric(y->type))
        diag_hint(s->diag, r,
                  "a comparison behind 'not' needs parentheses: not (a = b)");
}

static void hint_operator(Sema *s, StarReport *r, const Expr *e,
                          const char *operator) {
    fix_hinted(s, r, e->span, "write ",
               arena_printf(s->arena, "%s %s %s", text_of(s, e->left), operator,
                            text_of(s, e->right)));
}

/* X + Y and the like, for two slices or words. */
static void hint_lines(Sema *s, StarReport *r, const Expr *e) {
    switch (e->op) {
    case OP_PLUS: hint_operator(s, r, e, "or"); break;
    case OP_TIMES: hint_operator(s, r, e, "and"); break;
    case OP_MINUS: hint_operator(s, r, e, "and not"); break;
    case OP_LT:
    case OP_GT:
    case OP_LE:
    case OP_GE:
        diag_hint(s->diag, r,
                  "LESS and GREAT compare the rows of a table with a word; "
                  "VALUE of the unit graph is a word's number");
        break;
    default: break;
    }
}

void sema_hint_binary(Sema *s, StarReport *r, const Expr *e, const Type *a,
                      const Type *b) {
    const char *op = ast_operator((Operator)e->op);
    if (type_bits(a) && type_bits(b) && a->kind != b->kind)
        diag_hint(s->diag, r,
                  "CONVERT makes a slice of a word, a word of "
                  "a slice");
    else if (e->op == OP_SLASH || e->op == OP_DIV)
        diag_hint(s->diag, r, "'/' divides reals, 'div' integers");
    else if (type_bits(a) && type_bits(b))
        hint_lines(s, r, e);
    else if ((e->op == OP_AND || e->op == OP_OR) &&
             (type_numeric(a) || type_numeric(b)))
        diag_hint(s->diag, r,
                  "comparisons beside '%s' need parentheses: (a < b) %s "
                  "(c < d)",
                  op, op);
}

/* The last parameter, if it is for a result. */
static const Decl *result_of(const Decl *procedure) {
    const Decl *p = procedure->routine.params;
    while (p != NULL && p->next != NULL)
        p = p->next;
    return p != NULL && p->var ? p : NULL;
}

void sema_hint_arguments(Sema *s, StarReport *r, const Expr *call,
                         const Decl *d, int missing) {
    const Decl *result = result_of(d);
    const bool none = call->kind != EXPR_CALL || call->args == NULL;
    const bool two = strcasecmp(d->spelled, "MAX") == 0 ||
                     strcasecmp(d->spelled, "MIN") == 0;
    if (two && missing == 1 && s->statement.lvalue != NULL &&
        type_numeric(s->statement.lvalue->type)) {
        const char *variable = text_of(s, s->statement.lvalue);
        diag_hint(
            s->diag, r, "of two numbers: if a %s b then %s := a else %s := b",
            strcasecmp(d->spelled, "MAX") == 0 ? ">" : "<", variable, variable);
    } else if (d->routine.function && none && missing > 0) {
        for (const Decl *in = s->body.routine; in != NULL; in = in->owner)
            if (in == d)
                diag_hint(s->diag, r,
                          "in an expression '%s' calls the function: keep the "
                          "value in a variable",
                          d->spelled);
    } else if (!d->routine.function && result != NULL && missing == 1 &&
               !none && s->statement.lvalue == NULL) {
        const char *names = "";
        for (const Decl *q = d->routine.params; q != NULL; q = q->next)
            names = arena_printf(s->arena, "%s%s%s", names,
                                 *names == '\0' ? "" : ", ", q->spelled);
        diag_hint(s->diag, r, "its parameters are %s; %s is the result", names,
                  result->spelled);
    } else if (!d->routine.function && result != NULL && missing == 1 &&
               !none && s->statement.lvalue->type->kind == result->type->kind) {
        diag_hint(s->diag, r, "%s is a procedure with a result: %s(%s, %s)",
                  d->spelled, text_of(s, call->left), list_of(s, call->args),
                  text_of(s, s->statement.lvalue));
    }
}

void sema_hint_no_value(Sema *s, StarReport *r, const Expr *call) {
    diag_hint(s->diag, r, "write %s as a statement of its own",
              text_of(s, call));
}
