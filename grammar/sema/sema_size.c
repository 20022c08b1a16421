/* SPDX-License-Identifier: MIT */
/* Warnings of sizes that are known before a run and do not fit. The runtime
 * makes the message, so that it is the message of the run. */
#include <string.h>

#include "sema/sema.h"

/* A size of a checked expression, -1 if it is not known. */
static int64_t size_of(const Expr *e, int k) {
    int64_t size;
    if (e->kind == EXPR_TEXT && type_bits(e->type))
        return k == 0 ? (int64_t)e->length : -1;
    if (e->sema.size[k] > 0)
        return e->sema.size[k] - 1;
    size = sema_size_of(e->type, k);
    return size == INT64_MAX ? -1 : size;
}

static void keep(Expr *e, const int64_t size[2]) {
    for (int k = 0; k < 2; k++)
        e->sema.size[k] = size[k] + 1;
}

/* A variable by its name, a short expression by its text, or NULL. */
static const char *name_of(Sema *s, const Expr *e) {
    enum { MAX_CHARACTERS = 47 };
    const uint32_t length = e->span.end - e->span.start;
    const char *text = s->module.text + e->span.start;
    if (e->kind == EXPR_NAME && e->decl != NULL)
        return e->decl->spelled;
    if (length > MAX_CHARACTERS || memchr(text, '\n', length) != NULL)
        return NULL;
    return arena_text(s->arena, text, length);
}

/* Operands of a primitive in the form of the runtime. */
typedef struct Operands {
    StarCell arg[STAR_MAX_OPERANDS];
    const char *name[STAR_MAX_OPERANDS];
    StarBits bits[STAR_MAX_OPERANDS];
    StarTable table[STAR_MAX_OPERANDS];
    unsigned known;
} Operands;

static void add(Sema *s, Operands *o, int k, const Expr *e) {
    const int64_t n = type_bits(e->type) || e->type->kind == STAR_TYPE_TABLE
                          ? size_of(e, 0)
                          : 0;
    o->name[k] = name_of(s, e);
    if (type_bits(e->type) && n >= 0) {
        o->bits[k] =
            (StarBits){.head = {STAR_BIT_VECTOR, STAR_FIXED}, .length = n};
        o->arg[k].bits = &o->bits[k];
    } else if (e->type->kind == STAR_TYPE_TABLE &&
               (n >= 0 || size_of(e, 1) >= 0)) {
        o->table[k] = (StarTable){
            .head = {STAR_TABLE, STAR_FIXED}, .rows = n, .cols = size_of(e, 1)};
        o->arg[k].table = &o->table[k];
    } else if (e->constant && type_ordinal(e->type)) {
        o->arg[k].i = e->integer;
    } else {
        return;
    }
    o->known |= 1u << k;
}

static void warn(Sema *s, StarSpan span, StarStatus why, const StarError *e) {
    StarReport *r =
        diag_warn(s->diag, span,
                  MSG_CONSTANT_FAILS(why == STAR_INDEX ? STAR_CONSTANTINDEX
                                                       : STAR_CONSTANTSIZE,
                                     e->text));
    if (e->expected[0] != '\0')
        diag_expected(r, arena_printf(s->arena, "%s", e->expected),
                      arena_printf(s->arena, "%s", e->found));
    diag_hint(s->diag, r, "%s",
              why == STAR_INDEX && strcmp(e->found, "0") == 0
                  ? "components, rows and columns are numbered from 1"
                  : "the program ends here if it comes here");
}

static void foresee(Sema *s, StarPrim prim, Operands *o, StarSpan span,
                    int64_t size[2]) {
    StarError error = {.status = STAR_OK};
    const StarStatus status =
        star_prim_foresee(&error, prim, o->arg, o->name, o->known, size);
    if (status != STAR_OK && s->statement.dead == 0)
        warn(s, span, status, &error);
}

void sema_prim_sizes(Sema *s, Expr *e, Expr *args) {
    StarOperand operand[STAR_MAX_OPERANDS];
    Operands o = {.known = 0};
    int64_t size[2];
    star_signature(star_prims[e->number].signature, operand);
    int k = operand[0].access == STAR_OVERWRITE;
    const bool vector =
        e->number == STAR_PRIM_ROW || e->number == STAR_PRIM_COL;
    for (const Expr *a = args; a != NULL; a = a->next, k++)
        if ((!vector || k != 1) && /* an index that is checked already */
            operand[k].kind != STAR_SIG_REAL)
            add(s, &o, k, a);
    if (e->number == STAR_PRIM_MASK && k == 3 && (o.known & 2) != 0) {
        o.arg[3].i = o.bits[1].length;
        o.known |= 8;
    }
    foresee(s, (StarPrim)e->number, &o, e->span, size);
    keep(e, size);
}

void sema_operator_sizes(Sema *s, Expr *e) {
    static const StarPrim prim[] = {
        [OP_AND] = STAR_PRIM_AND, [OP_OR] = STAR_PRIM_OR,
        [OP_XOR] = STAR_PRIM_XOR, [OP_NOT] = STAR_PRIM_NOT,
        [OP_EQ] = STAR_PRIM_EQ,   [OP_NE] = STAR_PRIM_NE};
    Operands o = {.known = 0};
    int64_t size[2];
    if (!type_bits(e->left->type))
        return;
    add(s, &o, 1, e->left);
    if (e->right != NULL)
        add(s, &o, 2, e->right);
    foresee(s, prim[e->op], &o, e->span, size);
    keep(e, size);
}

void sema_assignment_sizes(Sema *s, const Expr *lvalue, const Expr *value) {
    const bool part =
        lvalue->meaning == MEANS_PRIM; /* a row or column of a table */
    Operands o = {.known = 0};
    int64_t size[2];
    if (!type_bits(value->type) && value->type->kind != STAR_TYPE_TABLE)
        return;
    if (lvalue->type->kind == TYPE_ERROR)
        return;
    add(s, &o, 0, part ? lvalue->args->next : lvalue);
    add(s, &o, part ? 2 : 1, value);
    foresee(s,
            part ? (lvalue->number == STAR_PRIM_ROW ? STAR_PRIM_SETROW
                                                    : STAR_PRIM_SETCOL)
            : type_bits(value->type) ? STAR_PRIM_COPY
                                     : STAR_PRIM_TCOPY,
            &o, value->span, size);
}

/* The value of a size of a heading in a call with these arguments, or -1. */
static int64_t size_in_call(const Expr *size, const Decl *params,
                            const Expr *args, bool columns) {
    if (size == NULL)
        return -1;
    if (size->constant)
        return size->integer;
    for (; params != NULL && args != NULL;
         params = params->next, args = args->next)
        if (size->kind == EXPR_NAME && size->decl == params) {
            if (size->type->kind == STAR_TYPE_TABLE)
                return size_of(args, columns);
            return args->constant ? args->integer : -1;
        }
    return -1;
}

void sema_call_sizes(Sema *s, const Decl *d, const Expr *args) {
    const Expr *a = args;
    if (s->statement.dead > 0)
        return;
    for (const Decl *p = d->routine.params; p != NULL && a != NULL;
         p = p->next, a = a->next) {
        const Type *t = p->param.formal ? &s->types.none : p->type;
        static const char *const unit[] = {"rows", "columns"};
        if (!type_bits(t) && t->kind != STAR_TYPE_TABLE)
            continue;
        for (int k = 0; k < 2; k++) {
            const int64_t needed = size_in_call(
                t->size[k], d->routine.params, args, t->kind == STAR_TYPE_WORD);
            const int64_t found = needed >= 0 ? size_of(a, k) : -1;
            if (found < 0 || found == needed)
                continue;
            StarReport *r =
                diag_warn(s->diag, a->span,
                          MSG_CONSTANT_ARGUMENT_SIZE(
                              p->spelled, needed,
                              type_bits(t) ? "components" : unit[k], found));
            diag_expected(r, arena_printf(s->arena, "%lld", (long long)needed),
                          arena_printf(s->arena, "%lld", (long long)found));
            diag_hint(s->diag, r, "the program ends here if it comes here");
        }
    }
}

void sema_declared_size(Sema *s, const Expr *size) {
    if (size->constant && size->type->kind == STAR_TYPE_INTEGER &&
        size->integer < 0)
        diag_hint(s->diag,
                  diag_warn(s->diag, size->span,
                            MSG_CONSTANT_SIZE_NEGATIVE(size->integer)),
                  "the program ends here if it comes here");
}
