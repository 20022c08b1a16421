/* SPDX-License-Identifier: MIT */
/* Names and what they stand for. */
#include <string.h>

#include "oracle.h"

Binding *env_bind(Env *env, NodeKind kind, const char *name) {
    Binding *b = oracle_alloc(1, sizeof *b);
    b->name = name;
    b->kind = kind;
    b->next = env->first;
    env->first = b;
    return b;
}

Binding *env_find(Env *env, const char *name, Env **declared_in) {
    for (; env != NULL; env = env->outer)
        for (Binding *b = env->first; b != NULL; b = b->next)
            if (strcmp(b->name, name) == 0) {
                if (declared_in != NULL)
                    *declared_in = env;
                return b;
            }
    return NULL;
}

/* ---- Types ---- */

static Type *new_type(Kind kind, int64_t low, int64_t high) {
    Type *t = oracle_alloc(1, sizeof *t);
    t->kind = kind;
    t->low = low;
    t->high = high;
    return t;
}

static Type *predeclared(const Node *name) {
    const char *n = name->name;
    if (strcmp(n, "integer") == 0)
        return new_type(INTEGER, -INT64_MAX, INT64_MAX);
    if (strcmp(n, "boolean") == 0)
        return new_type(BOOLEAN, 0, 1);
    if (strcmp(n, "char") == 0)
        return new_type(CHARACTER, 0, 255);
    if (strcmp(n, "slice") == 0 || strcmp(n, "word") == 0)
        return new_type(LINE, 0, 0);
    if (strcmp(n, "table") == 0)
        return new_type(TABLE, 0, 0);
    oracle_reject(name->line, name->column, "an unknown type");
}

/* A size: an integer, or a table whose rows or columns count. */
static int64_t size(Env *env, const Node *x, bool columns) {
    Value v = eval(env, x);
    if (v.kind != TABLE)
        return v.i;
    if (!v.bits.sized)
        oracle_fail(x, "no-size");
    return columns ? v.bits.columns : v.bits.rows;
}

/* slice(n), word(n), table(r, c). Negative sizes are found when a
 * variable is made. */
static const Type *sized(Env *env, const Node *call) {
    Type *t = predeclared(call->a);
    t->sized = true;
    t->rows = 1;
    if (t->kind == TABLE) {
        t->rows = size(env, call->list, false);
        t->columns = size(env, call->list->next, true);
    } else {
        t->columns = size(env, call->list, call->a->name[0] == 'w');
    }
    return t;
}

static const Type *enumeration(Env *env, const Node *names) {
    Type *t = new_type(ENUMERATION, 0, -1);
    int64_t i = 0;
    for (const Node *n = names; n != NULL; n = n->next)
        t->high++;
    for (const Node *n = names; n != NULL; n = n->next)
        env_bind(env, NODE_CONST, n->name)->value =
            (Value){.kind = ENUMERATION, .i = i++, .most = t->high};
    return t;
}

/* A literal of one character is a bound too. */
static Value bound(Env *env, const Node *x) {
    Value v = eval(env, x);
    return v.kind == TEXT ? value_ordinal(CHARACTER, (unsigned char)v.text[0])
                          : v;
}

static const Type *array(Env *env, const Node *index, const Node *element) {
    if (index == NULL)
        return env_type(env, element);
    const Type *range = env_type(env, index);
    Type *t = new_type(ARRAY, range->low, range->high);
    t->element = array(env, index->next, element);
    return t;
}

static const Type *record(Env *env, const Node *fields) {
    Type *t = new_type(RECORD, 0, -1);
    const Field **end = &t->field;
    for (const Node *n = fields; n != NULL; n = n->next, t->high++) {
        Field *f = oracle_alloc(1, sizeof *f);
        f->name = n->name;
        f->type = env_type(env, n->a);
        *end = f;
        end = &f->next;
    }
    return t;
}

const Type *env_type(Env *env, const Node *x) {
    if (x->kind == NODE_RECORD)
        return record(env, x->list);
    if (x->kind == NODE_POINTER) {
        Type *t = new_type(POINTER, 0, 0);
        t->element = env_type(env, x->a);
        return t;
    }
    if (x->kind == NODE_SETTYPE) {
        const Type *of = env_type(env, x->a);
        return new_type(SET, of->low, of->high);
    }
    if (x->kind == NODE_ENUM)
        return enumeration(env, x->list);
    if (x->kind == NODE_ARRAY)
        return array(env, x->list, x->a);
    if (x->kind == NODE_RANGE) {
        Value low = bound(env, x->a), high = bound(env, x->b);
        return new_type(low.kind, low.i, high.i);
    }
    if (x->a->kind == NODE_CALL)
        return sized(env, x->a);
    const Binding *b = env_find(env, x->a->name, NULL);
    return b != NULL ? b->type : predeclared(x->a);
}

/* ---- Declarations ---- */

static void check_size(const Type *t, const Node *at) {
    for (; t->kind == ARRAY; t = t->element)
        if (t->high < t->low - 1)
            oracle_fail(at, "bad-size");
    if (t->rows < 0 || t->columns < 0)
        oracle_fail(at, "bad-size");
}

void env_declare(Env *env, const Node *d) {
    for (; d != NULL; d = d->next) {
        Value value = {0};
        const Type *type = NULL;
        if (d->kind == NODE_CONST)
            value = eval(env, d->a);
        else if (d->kind != NODE_ROUTINE)
            type = env_type(env, d->a);
        Binding *b = env_bind(env, d->kind, d->name);
        b->value = value;
        b->type = type;
        b->routine = d;
        if (d->kind == NODE_VAR) {
            check_size(type, d->a);
            b->cell = value_cell(type);
        }
    }
}
