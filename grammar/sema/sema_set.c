/* SPDX-License-Identifier: MIT */
/* Sets. One type of sets has two representations, small and large; where
 * they meet, the small one is converted. */
#include "sema/sema.h"

Type *sema_set_type(Sema *s, TypeExpr *x) {
    Type *element = sema_value_type(s, x->element), *t;
    if (element->kind == TYPE_ERROR)
        return element;
    if (!type_ordinal(element))
        return sema_no_type(s, x->element, MSG_SET_TYPE_ELEMENT());
    t = sema_new_type(s, STAR_TYPE_SET);
    t->packed = x->packed;
    t->element = element;
    t->small = type_small_set(element, element->low, element->high);
    return t;
}

static Type *host(const Type *set) {
    return type_host(set->element);
}

/* A set type for elements that lie between low and high. */
static Type *between(Sema *s, Type *of, int64_t low, int64_t high, bool small) {
    Type *t = sema_new_type(s, STAR_TYPE_SET);
    t->element = sema_new_type(s, of->kind);
    *t->element = *of;
    t->element->host = of;
    t->element->low = low;
    t->element->high = high;
    t->small = small;
    return t;
}

/* ---- Constructors ---- */

typedef struct Build {
    Sema *s;
    Type *want; /* the set that it becomes, or NULL */
    Type *host; /* of the elements so far */
    int64_t low, high;
    bool range; /* a range that is not constant: it may be empty */
    bool wrong;
} Build;

static void bound(Build *b, Expr *x) {
    Sema *s = b->s;
    sema_expr(s, x, NULL);
    Type *type = type_host(x->type);
    if (type->kind == TYPE_ERROR) {
        b->wrong = true;
    } else if (!type_ordinal(type)) {
        sema_mismatch(s, x, MSG_SET_ELEMENT_TYPE(type_name(s->arena, type)));
        b->wrong = true;
    } else if (b->host != NULL && type != b->host) {
        sema_mismatch(s, x,
                      MSG_SET_ELEMENT_TYPES(type_name(s->arena, b->host),
                                            type_name(s->arena, type)));
        b->wrong = true;
    }
    b->host = type;
}

static int64_t least(const Expr *x) {
    return x->constant ? x->integer : x->type->low;
}

static int64_t greatest(const Expr *x) {
    return x->constant ? x->integer : x->type->high;
}

static void element(Build *b, Expr *x) {
    Expr *low = x, *high = x;
    if (x->kind == EXPR_RANGE) {
        low = x->left;
        high = x->right;
        bound(b, high);
    }
    bound(b, low);
    if (b->wrong)
        return;
    bool constant = low->constant && high->constant;
    if (constant && low->integer > high->integer)
        return;
    if (constant && b->want != NULL && host(b->want) == b->host) {
        sema_fit(b->s, low, b->want->element, "an element of this set");
        if (high != low)
            sema_fit(b->s, high, b->want->element, "an element of this set");
    }
    b->range = b->range || (low != high && !constant);
    if (least(low) < b->low)
        b->low = least(low);
    if (greatest(high) > b->high)
        b->high = greatest(high);
}

/* Elements without a known range are checked one by one if the type that the
 * set becomes is known. */
void sema_set(Sema *s, Expr *e, Type *want) {
    Build b = {.s = s, .low = INT64_MAX, .high = -INT64_MAX};
    if (want != NULL && want->kind == STAR_TYPE_SET)
        b.want = want;
    e->meaning = MEANS_SET;
    e->type = b.want != NULL ? b.want : &s->types.empty;
    if (e->args == NULL)
        return;
    for (Expr *x = e->args; x != NULL; x = x->next)
        element(&b, x);
    if (b.wrong) {
        e->type = &s->types.error;
        return;
    }
    if (b.low > b.high)
        b.low = b.high = b.host->low; /* empty ranges only */
    if (b.want != NULL && host(b.want) == b.host && !b.range) {
        Type *t = b.want->element;
        e->type = between(s, b.host, t->low, t->high, b.want->small);
    } else {
        e->type = between(s, b.host, b.low, b.high,
                          type_small_set(b.host, b.low, b.high));
    }
    e->type->either = true;
}

/* ---- Values of another type ---- */

static void widen(Expr *e) {
    if (e->meaning == MEANS_SET)
        e->type->small = false; /* its type is its own */
    else
        e->convert = CONVERT_WIDE;
}

static bool is_empty(const Type *set) {
    return set->element->kind == TYPE_NONE;
}

/* Both are packed or none is. */
static bool alike(const Type *a, const Type *b) {
    return a->either || b->either || a->packed == b->packed;
}

bool sema_set_fit(Expr *e, Type *type) {
    const Type *from = e->type;
    if (!alike(from, type))
        return false;
    if (!is_empty(from) && host(from) != host(type))
        return false;
    if (e->meaning == MEANS_SET && e->args == NULL)
        e->type = type;
    else if (from->small && !type->small)
        widen(e);
    else if (!from->small && type->small)
        e->convert = CONVERT_NARROW;
    return true;
}

/* ---- Operators ---- */

static Type *result(Sema *s, const Expr *e, const Type *a, const Type *b,
                    bool small) {
    int64_t low = a->element->low, high = a->element->high;
    if (is_empty(a) && is_empty(b))
        return &s->types.empty;
    if (e->op != OP_PLUS && !is_empty(a))
        return between(s, host(a), low, high, small);
    if (is_empty(a) || (!is_empty(b) && b->element->low < low))
        low = b->element->low;
    if (is_empty(a) || (!is_empty(b) && b->element->high > high))
        high = b->element->high;
    return between(s, host(is_empty(a) ? b : a), low, high, small);
}

Type *sema_set_operator(Sema *s, Expr *e) {
    Expr *left = e->left, *right = e->right;
    const Type *a = left->type, *b = right->type;
    Type *t;
    if (b->kind != STAR_TYPE_SET)
        return NULL;
    if (e->op == OP_IN)
        return is_empty(b) ? (type_ordinal(a) ? &s->types.boolean : NULL)
               : type_host(left->type) == host(b) ? &s->types.boolean
                                                  : NULL;
    if ((!is_empty(a) && !is_empty(b) && host(a) != host(b)) || !alike(a, b))
        return NULL;
    if (a->small != b->small)
        sema_set_fit(a->small ? left : right,
                     a->small ? right->type : left->type);
    switch (e->op) {
    case OP_PLUS:
    case OP_MINUS:
    case OP_TIMES:
        t = result(s, e, a, b, a->small && b->small);
        t->either = a->either && b->either;
        t->packed = (a->either ? b : a)->packed;
        return t;
    case OP_EQ:
    case OP_NE:
    case OP_LE:
    case OP_GE: return &s->types.boolean;
    default: return NULL;
    }
}
