/* SPDX-License-Identifier: MIT */
/* Calls: of the program's procedures, of primitives, and components Y(i),
 * which look like calls. */
#include <string.h>

#include "builtins.h"
#include "prim_heading.h"
#include "sema/sema.h"

static int count_args(const Expr *args) {
    int n = 0;
    for (; args != NULL; args = args->next)
        n++;
    return n;
}

/* Arguments beside a mistake: their names are used, possibly as values. */
static void check_rest(Sema *s, Expr *args) {
    for (; args != NULL; args = args->next)
        if (args->kind == EXPR_NAME) {
            sema_lookup(s, args, SCOPE_VALUE)->uses.read = true;
            args->type = &s->types.error;
        } else {
            sema_expr(s, args, NULL);
        }
}

static void wrong_count(Sema *s, const Expr *call, const char *name, int wanted,
                        int found, const Decl *declared) {
    StarReport *r = diag_error(s->diag, call->span,
                               MSG_ARGUMENT_COUNT(name, wanted, found));
    diag_expected(r, arena_printf(s->arena, "%d", wanted),
                  arena_printf(s->arena, "%d", found));
    if (declared != NULL)
        sema_declared(s, r, declared);
}

/* The program's procedures and functions. */

static void call_routine(Sema *s, Expr *e, Decl *d, Expr *args,
                         bool statement) {
    int n = 0, found = count_args(args), before = s->diag->errors;
    const Decl *p = d->routine.params;
    Expr *a = args;
    const Expr *last = NULL;
    e->meaning = MEANS_CALL;
    s->statement.calls++;
    e->decl = d;
    e->type = d->routine.function ? d->type : &s->types.none;
    d->uses.read = true;
    for (; p != NULL; p = p->next)
        n++;
    if (n != found) {
        wrong_count(s, e, d->spelled, n, found, d);
        sema_hint_arguments(s, s->diag->last, e, d, n - found);
        e->type = &s->types.error;
    }
    /* Arguments in the wrong order are one mistake. */
    for (p = d->routine.params;
         p != NULL && a != NULL && s->diag->errors == before;
         p = p->next, last = a, a = a->next) {
        p = sema_pass(s, a, p, p->param.joined ? last : NULL);
        if (p->param.selects) {
            e->decl = d = p->owner;
            e->type = d->type;
        }
    }
    check_rest(s, a);
    if (s->diag->errors == before)
        sema_call_sizes(s, d, args);
    if (d->param.formal || d->scope.entry)
        sema_changes(s, 0);
    else if (d != s->body.routine && d->routine.changes <= d->level)
        sema_changes(s, d->routine.changes);
    d->routine.needed = true;
    if (n != found)
        return;
    if (statement && d->routine.function) {
        StarReport *r =
            diag_error(s->diag, e->span, MSG_RESULT_UNUSED(d->spelled));
        sema_declared(s, r, d);
    } else if (!statement && !d->routine.function) {
        StarReport *r =
            diag_error(s->diag, e->span, MSG_PROCEDURE_AS_VALUE(d->spelled));
        sema_hint_no_value(s, r, e);
        e->type = &s->types.error;
    }
}

/* Primitives, by their signatures. */

typedef struct PrimCall {
    Sema *s;
    const StarPrimInfo *info;
    Type *bits; /* slice or word, shared by the letters l, L, X and u */
} PrimCall;

/* A message about arguments shows the heading, unless it says how to convert
 * one. */
static void hint_heading(const PrimCall *c, StarReport *r) {
    char heading[STAR_ERROR_TEXT];
    if (r->hint != NULL && r->status != STAR_ARGUMENT)
        return;
    prim_heading(c->info, heading, sizeof heading);
    diag_hint(c->s->diag, r, "%s", heading);
}

static Type *bits_argument(PrimCall *c, Expr *arg, Type *exact) {
    Sema *s = c->s;
    Type *want = exact ? exact : c->bits;
    if (arg->kind == EXPR_TEXT ||
        (arg->meaning == MEANS_CONSTANT && !type_numeric(arg->type)))
        sema_argument(s, arg, want ? want : &s->types.slice, c->info->name);
    Type *t = arg->type;
    if (t->kind == TYPE_ERROR)
        return want;
    if (!type_bits(t) || (want && t->kind != want->kind)) {
        const bool length = c->info == &star_prims[STAR_PRIM_LENGTH];
        const char *needed = want     ? type_name(s->arena, want)
                             : length ? "a slice, a word, a table or a string"
                                      : "a slice or a word";
        StarReport *r = sema_mismatch(
            s, arg,
            MSG_TYPE_MISMATCH(type_bits(t) ? STAR_LINEKINDS : STAR_ARGUMENT,
                              c->info->name, needed, type_name(s->arena, t)));
        if (type_bits(t))
            diag_hint(s->diag, r,
                      "CONVERT makes a slice of a word, a word "
                      "of a slice");
        hint_heading(c, r);
    }
    return want                         ? want
           : t->kind == STAR_TYPE_SLICE ? &s->types.slice
                                        : &s->types.word;
}

static Type *type_of_letter(Types *types, char letter) {
    switch (letter) {
    case 't':
    case 'm': return &types->table;
    case 'd': return &types->direction;
    case 'p': return &types->real;
    default: return &types->integer;
    }
}

static void prim_argument(PrimCall *c, Expr *arg, char letter) {
    Types *types = &c->s->types;
    switch (letter) {
    case 'l':
    case 'u': c->bits = bits_argument(c, arg, NULL); break;
    case 's': bits_argument(c, arg, &types->slice); break;
    case 'w': bits_argument(c, arg, &types->word); break;
    default:
        if (!sema_argument(c->s, arg, type_of_letter(types, letter),
                           c->info->name))
            hint_heading(c, c->s->diag->last);
    }
}

static Type *prim_result(PrimCall *c, char letter) {
    Types *t = &c->s->types;
    Type *line = c->bits ? c->bits : &t->slice;
    switch (letter) {
    case 'I': return &t->integer;
    case 'B': return &t->boolean;
    case 'T': return &t->table;
    case 'S': return &t->slice;
    case 'W': return &t->word;
    case 'L': return line;
    case 'X': return line == &t->slice ? &t->word : &t->slice;
    default: return &t->none;
    }
}

/* LENGTH is also the number of characters. */
static bool length_of_text(Sema *s, Expr *e, Expr *arg) {
    if (arg->type->kind != STAR_TYPE_STRING && arg->kind != EXPR_TEXT &&
        arg->type->kind != STAR_TYPE_CHAR && !type_chars(arg->type))
        return false;
    e->number = STAR_PRIM_COUNT; /* emitted as SLEN */
    sema_fit(s, arg, &s->types.string, "LENGTH");
    e->type = &s->types.integer;
    return true;
}

/* Checks the arguments that are slices or words and no literals, or the others.
 * The former decide the type of the literals, slice or word. */
static void prim_arguments(PrimCall *c, Expr *a, const StarOperand *operand,
                           bool on_bits, int before) {
    for (; a != NULL && c->s->diag->errors == before; a = a->next, operand++) {
        const char letter = operand->letter;
        if (on_bits ==
            ((letter == 'l' || letter == 'u') && a->kind != EXPR_TEXT))
            prim_argument(c, a, letter);
    }
}

/* A function stands where a value is needed, a procedure as a statement. */
static void prim_use(Sema *s, Expr *e, const Decl *d, bool result,
                     bool statement) {
    if (statement && result) {
        diag_error(s->diag, e->span, MSG_RESULT_UNUSED(d->spelled));
    } else if (!statement && !result) {
        StarReport *r =
            diag_error(s->diag, e->span, MSG_PROCEDURE_AS_VALUE(d->spelled));
        sema_hint_no_value(s, r, e);
        e->type = &s->types.error;
    }
}

/* RANDOM of a table has an image perhaps. */
static bool is_random_table(const Decl *d, const Expr *args) {
    return d->number == STAR_PRIM_RANDOM && args != NULL &&
           args->type->kind == STAR_TYPE_TABLE;
}

/* The row of a primitive, or that of its form for tables if an argument is one:
 * the internal row of the same name. */
static uint16_t row_for(uint16_t number, const Expr *args) {
    while (args != NULL && args->type->kind != STAR_TYPE_TABLE)
        args = args->next;
    for (uint16_t p = 0; p < STAR_PRIM_COUNT && args != NULL; p++)
        if (star_prims[p].kind == STAR_INTERNAL &&
            strcmp(star_prims[p].name, star_prims[number].name) == 0)
            return p;
    return number;
}

static void call_prim(Sema *s, Expr *e, const Decl *d, Expr *args, Type *want,
                      bool statement) {
    StarOperand operand[STAR_MAX_OPERANDS];
    PrimCall c = {s, &star_prims[d->number], NULL};
    int n = star_signature(c.info->signature, operand);
    bool result = operand[0].access == STAR_OVERWRITE;
    int first = result, found = count_args(args), wanted = n - first;
    int before;
    Expr *a = args;
    e->meaning = MEANS_PRIM;
    e->number = d->number;
    e->type = &s->types.error;
    for (; a != NULL; a = a->next) {
        int k = first + count_args(args) - count_args(a);
        bool place = k < n && operand[k].access == STAR_CHANGE;
        if (place)
            sema_variable(s, a);
        else if (k == 3 && is_random_table(d, args))
            sema_image(s, a);
        else
            sema_expr(s, a, NULL);
    }
    e->number = row_for(d->number, args);
    c.info = &star_prims[e->number];
    star_signature(c.info->signature, operand);
    if (e->number == STAR_PRIM_TRANDOM)
        wanted = found == 4 ? 4 : 3;
    if (d->number == STAR_PRIM_MASK && found == 2)
        wanted = 2;
    if (found != wanted) {
        wrong_count(s, e, d->spelled, wanted, found, NULL);
        hint_heading(&c, s->diag->last);
        return;
    }
    if (e->number == STAR_PRIM_LENGTH && length_of_text(s, e, args))
        return;
    before = s->diag->errors;
    prim_arguments(&c, args, operand + first, true, before);
    if (c.bits == NULL && want != NULL && type_bits(want) &&
        operand[0].letter == 'L')
        c.bits =
            want->kind == STAR_TYPE_SLICE ? &s->types.slice : &s->types.word;
    prim_arguments(&c, args, operand + first, false, before);
    if (before == s->diag->errors &&
        (d->number == STAR_PRIM_ROW || d->number == STAR_PRIM_COL))
        sema_check_component(s, args, args->next->type,
                             d->number == STAR_PRIM_COL);
    e->type = prim_result(&c, operand[0].letter);
    if (before == s->diag->errors)
        sema_prim_sizes(s, e, args);
    prim_use(s, e, d, result,
             statement && !(result && operand[1].access == STAR_CHANGE));
}

/* Components. */

static void component(Sema *s, Expr *e) {
    int found = count_args(e->args);
    e->meaning = MEANS_COMPONENT;
    sema_integer(s, e->args);
    sema_check_component(s, e->args, e->left->type, 0);
    check_rest(s, e->args->next);
    if (found != 1)
        wrong_count(s, e, "a component Y(i)", 1, found, NULL);
    e->type = &s->types.component;
}

static void not_callable(Sema *s, Expr *e, Expr *callee) {
    check_rest(s, e->args);
    e->type = &s->types.error;
    if (callee->type->kind == TYPE_ERROR)
        return;
    const char *name = callee->kind == EXPR_NAME
                           ? arena_printf(s->arena, "'%s'", callee->text)
                           : "this";
    StarReport *r = diag_error(s->diag, callee->span, MSG_NOT_CALLABLE(name));
    if (callee->type->kind == STAR_TYPE_ARRAY)
        diag_hint(s->diag, r, "an element is written a[i]");
    else if (callee->type->kind == STAR_TYPE_RECORD)
        diag_hint(s->diag, r, "a field is written r.name");
    else if (callee->type->kind == STAR_TYPE_TABLE)
        sema_hint_index(s, r, e);
}

/* The builtin that only the library may call: fail. */
static Decl *builtin_of_library(const Sema *s, const Expr *name) {
    Decl *d;
    if (strcmp(name->name, builtins[BUILTIN_FAIL].name) != 0)
        return NULL;
    d = ast_decl(s->arena, DECL_BUILTIN, name->name, name->span);
    d->number = BUILTIN_FAIL;
    return d;
}

void sema_call(Sema *s, Expr *e, Type *want, bool statement) {
    Expr *callee = e->kind == EXPR_CALL ? e->left : e;
    Expr *args = e->kind == EXPR_CALL ? e->args : NULL;
    if (callee->kind == EXPR_NAME) {
        Decl *d = scope_find(&s->scope, callee->name);
        if (d == NULL && s->module.library)
            d = builtin_of_library(s, callee);
        if (d != NULL && (d->kind == DECL_PROC || d->kind == DECL_PRIM ||
                          d->kind == DECL_BUILTIN)) {
            sema_use(s, d, callee);
            callee->decl = e->decl = d;
            const Decl *around = s->statement.call;
            s->statement.call = d->kind == DECL_PROC ? d : NULL;
            if (d->kind == DECL_PROC)
                call_routine(s, e, d, args, statement);
            else if (d->kind == DECL_PRIM)
                call_prim(s, e, d, args, want, statement);
            else
                sema_builtin(s, e, statement);
            s->statement.call = around;
            return;
        }
        if (d == NULL && (statement || args != NULL))
            sema_lookup(s, callee, SCOPE_CALL);
    }
    if (statement) {
        sema_expr(s, callee, NULL);
        check_rest(s, args);
        if (callee->type->kind != TYPE_ERROR)
            diag_error(s->diag, e->span, MSG_VALUE_AS_STATEMENT());
        return;
    }
    sema_expr(s, callee, NULL);
    if (type_bits(callee->type))
        component(s, e);
    else
        not_callable(s, e, callee);
}
