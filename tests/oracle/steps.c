/* SPDX-License-Identifier: MIT */
/* Steps: one for each statement but while, repeat, begin ... end and the
 * empty one, for each condition of while and repeat, for each iteration of for;
 * and one for each primitive in their expressions. Procedures of the library
 * take what they say. */
#include <string.h>

#include "oracle.h"

static int64_t left = INT64_MAX;

void steps_limit(int64_t most) {
    left = most;
}

/* ---- Types of expressions ---- */

/* True if a function's result is a line, of any size. */
static bool gives_line(Env *env, const Node *result) {
    if (result == NULL || result->kind != NODE_NAMED)
        return false;
    const Node *name = result->a->kind == NODE_CALL ? result->a->a : result->a;
    const Binding *b = env_find(env, name->name, NULL);
    return b != NULL ? b->type->kind == LINE
                     : strcmp(name->name, "slice") == 0 ||
                           strcmp(name->name, "word") == 0;
}

static bool is_one_of(const char *name, const char *const *list) {
    while (*list != NULL && strcmp(name, *list) != 0)
        list++;
    return *list != NULL;
}

static bool name_is_line(Env *env, const Node *name, bool called) {
    static const char *const lines[] = {
        "mask",     "frst",   "convert",    "shift", "rotate", "mirror",
        "shuffle",  "trim",   "rep",        "row",   "col",    "prefix_or",
        "compress", "expand", "prefix_xor", NULL};
    const Binding *b = env_find(env, name->name, NULL);
    if (b == NULL)
        return is_one_of(name->name, lines);
    if (b->kind == NODE_ROUTINE)
        return gives_line(env, b->routine->a);
    return !called && b->kind == NODE_VAR && b->cell->type->kind == LINE;
}

static bool is_line(Env *env, const Node *x) {
    switch (x->kind) {
    case NODE_NAME: return name_is_line(env, x, false);
    case NODE_CALL:
        return x->a->kind == NODE_NAME && name_is_line(env, x->a, true);
    case NODE_FIELD:
    case NODE_DEREF:
    case NODE_INDEX: return eval_type(env, x)->kind == LINE;
    case NODE_UNARY: return is_line(env, x->a);
    case NODE_BINARY:
        return strchr("aox", x->name[0]) != NULL &&
               (is_line(env, x->a) || is_line(env, x->b));
    default: return false;
    }
}

/* ---- What is a primitive ---- */

static int64_t primitives(Env *env, const Node *x);

static int64_t of_list(Env *env, const Node *x) {
    int64_t n = 0;
    for (; x != NULL; x = x->next)
        n += primitives(env, x);
    return n;
}

/* A call of a routine or of what Pascal has is none; a component is. Functions
 * of the library take their steps when they are called. */
static int64_t of_call(Env *env, const Node *x) {
    static const char *const pascal[] = {
        "abs",     "sqr", "odd",  "ord",  "chr",    "succ",    "pred", "write",
        "writeln", "new", "sumv", "dotv", "gather", "scatter", NULL};
    int64_t n = of_list(env, x->list);
    if (x->a->kind != NODE_NAME)
        return n + primitives(env, x->a) + 1;
    const Binding *b = env_find(env, x->a->name, NULL);
    return n + (b != NULL ? b->kind != NODE_ROUTINE
                          : !is_one_of(x->a->name, pascal));
}

static int64_t primitives(Env *env, const Node *x) {
    if (x == NULL)
        return 0;
    switch (x->kind) {
    case NODE_CALL: return of_call(env, x);
    case NODE_FIELD:
    case NODE_DEREF: return primitives(env, x->a);
    case NODE_INDEX: return primitives(env, x->a) + of_list(env, x->list);
    case NODE_UNARY:
        return primitives(env, x->a) +
               (x->name[0] == 'n' && is_line(env, x->a));
    case NODE_BINARY:
        return primitives(env, x->a) + primitives(env, x->b) +
               (strchr("aox=<", x->name[0]) != NULL &&
                (is_line(env, x->a) || is_line(env, x->b)));
    case NODE_SET: return of_list(env, x->list);
    case NODE_RANGE:
    case NODE_FORMAT: return primitives(env, x->a) + primitives(env, x->b);
    default: return 0;
    }
}

/* ---- What is taken ---- */

void steps_take(int64_t n, const Node *at) {
    if (n > left)
        oracle_fail(at, "step-limit");
    left -= n;
}

void steps_take_for(Env *env, const Node *at, const Node *a, const Node *b) {
    steps_take(1 + primitives(env, a) + primitives(env, b), at);
}
