/* SPDX-License-Identifier: MIT */
/* Expressions and calls. */
#include <string.h>

#include "oracle.h"

/* An expression whose operations on lines are still put off. */
static Value open(Env *env, const Node *x);

/* ---- Variables ---- */

static Binding *variable(Env *env, const Node *x) {
    Binding *b = x->kind == NODE_NAME ? env_find(env, x->name, NULL) : NULL;
    return b != NULL && b->kind == NODE_VAR ? b : NULL;
}

/* All indices are evaluated, then checked. */
static Cell *element(Env *env, const Node *x) {
    enum { MOST = 4 };
    int64_t index[MOST];
    int n = 0;
    Cell *cell = eval_place(env, x->a);
    for (const Node *i = x->list; i != NULL && n < MOST; i = i->next) {
        Value v = eval(env, i);
        index[n++] = v.kind == TEXT ? (unsigned char)v.text[0] : v.i;
    }
    for (int k = 0; k < n; k++) {
        const Type *t = cell->type;
        if (index[k] < t->low || index[k] > t->high)
            oracle_fail(x, "index-range");
        cell = &cell->value.element[index[k] - t->low];
    }
    return cell;
}

static Cell *field(Env *env, const Node *x) {
    Cell *cell = eval_place(env, x->a), *at = cell->value.element;
    const Field *f = cell->type->field;
    for (; f != NULL && strcmp(f->name, x->name) != 0; f = f->next)
        at++;
    if (f == NULL)
        oracle_reject(x->line, x->column, "a field");
    return at;
}

Cell *eval_place(Env *env, const Node *x) {
    const Binding *b = variable(env, x);
    if (x->kind == NODE_INDEX)
        return element(env, x);
    if (x->kind == NODE_FIELD)
        return field(env, x);
    if (x->kind == NODE_DEREF)
        return eval_place(env, x->a)->value.element;
    if (b == NULL)
        oracle_reject(x->line, x->column, "a variable");
    return b->cell;
}

const Type *eval_type(Env *env, const Node *x) {
    if (x->kind == NODE_NAME)
        return env_find(env, x->name, NULL)->cell->type;
    const Type *t = eval_type(env, x->a);
    if (x->kind == NODE_DEREF)
        return t->element;
    if (x->kind == NODE_FIELD) {
        const Field *f = t->field;
        while (strcmp(f->name, x->name) != 0)
            f = f->next;
        return f->type;
    }
    for (const Node *i = x->list; i != NULL; i = i->next)
        t = t->element;
    return t;
}

/* A scalar or line is read here and now. Tables and arrays may be large and
 * are read where they are used. */
static Value read_cell(const Cell *cell, const Node *x) {
    if (cell->value.kind == UNDEFINED)
        oracle_fail(x, "undefined");
    return cell->value.kind == LINE ? value_copy(&cell->value) : cell->value;
}

/* ---- Calls ---- */

/* A sized parameter is an assertion; an unsized variable gets the size. */
static void fit(Cell *cell, const Type *type, const Node *param) {
    Bits *bits = &cell->value.bits;
    if (!type->sized)
        return;
    if (!bits->sized && (type->rows < 0 || type->columns < 0))
        oracle_fail(param, "bad-size");
    if (!bits->sized)
        *bits = value_bits(type->rows, type->columns);
    if (bits->rows != type->rows || bits->columns != type->columns)
        oracle_fail(param, "size-mismatch");
}

/* A value parameter is a variable of the callee's. A line without a size and
 * a scalar out of range are the caller's mistakes. */
static Cell *copy_in(const Type *type, const Value *value, const Node *arg) {
    Type *own = oracle_alloc(1, sizeof *own);
    *own = *type;
    own->sized = false;
    Cell *cell = value_cell(own);
    if (type->kind == ARRAY || type->kind == RECORD)
        cell->value = value_copy(value);
    else
        value_assign(cell, value, arg, arg);
    return cell;
}

/* The values of arguments before the call. */
typedef struct Argument {
    Cell *cell;
    Value value;
} Argument;

static bool is_open(const Node *type) {
    return type->kind == NODE_ARRAY && type->flag;
}

/* A conformant array has the type of the argument, and names its bounds. */
static const Type *conform(Env *env, Env *inner, const Node *type,
                           const Node *arg) {
    const Type *t = eval_type(env, arg);
    env_bind(inner, NODE_CONST, type->list->a->name)->value =
        value_ordinal(INTEGER, t->low);
    env_bind(inner, NODE_CONST, type->list->b->name)->value =
        value_ordinal(INTEGER, t->high);
    return t;
}

/* The type if it is a scalar one, which depends on no other parameter. */
static const Type *scalar(Env *env, const Node *type) {
    const Type *t = is_open(type) || (type->kind == NODE_NAMED &&
                                      type->a->kind == NODE_CALL)
                        ? NULL
                        : env_type(env, type);
    return t == NULL || t->kind == LINE || t->kind == TABLE ||
                   t->kind == ARRAY || t->kind == RECORD
               ? NULL
               : t;
}

static void arguments(Env *env, Env *inner, const Node *params,
                      const Node *args) {
    enum { MOST = 16 };
    Argument before[MOST];
    int n = 0;
    const Node *p = params;
    for (const Node *a = args; a != NULL; a = a->next, p = p->next, n++) {
        if (p->flag) {
            before[n].cell = eval_place(env, a);
            continue;
        }
        before[n].value = eval(env, a);
        const Type *t = scalar(inner, p->a);
        if (t != NULL)
            before[n].value = copy_in(t, &before[n].value, a)->value;
    }
    n = 0;
    const Node *a = args;
    for (p = params; p != NULL; p = p->next, a = a->next, n++) {
        const Type *type = is_open(p->a) ? conform(env, inner, p->a, a)
                                         : env_type(inner, p->a);
        Binding *b = env_bind(inner, NODE_VAR, p->name);
        b->cell = p->flag ? before[n].cell : copy_in(type, &before[n].value, a);
        fit(b->cell, type, p);
    }
}

/* Calls a routine; the result is UNDEFINED for a procedure. */
static Value call_routine(Env *env, const Node *call, const Binding *routine,
                          Env *declared_in) {
    const Node *r = routine->routine;
    Env inner = {.outer = declared_in, .routine = r};
    arguments(env, &inner, r->list,
              call->kind == NODE_CALL ? call->list : NULL);
    if (r->a != NULL)
        inner.result = value_cell(env_type(&inner, r->a));
    env_declare(&inner, r->b->a);
    run_all(&inner, r->b->list);
    if (r->a == NULL)
        return (Value){0};
    Value *result = &inner.result->value;
    if (result->kind == UNDEFINED ||
        ((result->kind == LINE || result->kind == TABLE) &&
         !result->bits.sized))
        oracle_fail(r->b, "no-result");
    return *result;
}

/* Y(i), where Y is any expression. */
static Value component(Env *env, const Node *x) {
    Value v = eval(env, x->a);
    Bits line = value_line(&v);
    int64_t i = eval_integer(env, x->list);
    if (!line.sized)
        oracle_fail(x, "no-size");
    if (i < 1 || i > line.columns)
        oracle_fail(x, "index-range");
    return value_ordinal(INTEGER, line.bit[i - 1]);
}

static Value name_or_call(Env *env, const Node *x) {
    const Node *name = x->kind == NODE_CALL ? x->a : x;
    Env *declared_in;
    Value result;
    const Binding *b = name->kind == NODE_NAME
                           ? env_find(env, name->name, &declared_in)
                           : NULL;
    if (b != NULL && b->kind == NODE_ROUTINE)
        return call_routine(env, x, b, declared_in);
    if (b == NULL && name->kind == NODE_NAME) {
        if (!prim_call(env, x, name->name,
                       x->kind == NODE_CALL ? x->list : NULL, &result))
            oracle_reject(x->line, x->column, "an unknown name");
        return result;
    }
    if (x->kind == NODE_CALL)
        return component(env, x);
    if (b->kind == NODE_VAR)
        return read_cell(b->cell, x);
    return b->value;
}

/* ---- Operators ---- */

static Value arithmetic(const Node *x, int64_t a, int64_t b) {
    int64_t r = 0;
    char op = x->name[0];
    bool overflow = op == '+'   ? __builtin_add_overflow(a, b, &r)
                    : op == '-' ? __builtin_sub_overflow(a, b, &r)
                    : op == '*' ? __builtin_mul_overflow(a, b, &r)
                                : false;
    if (op == 'd' ? b == 0 : op == 'm' && b <= 0)
        oracle_fail(x, "division");
    if (overflow || r == INT64_MIN)
        oracle_fail(x, "overflow");
    if (op == 'd')
        r = a / b;
    if (op == 'm')
        r = a % b < 0 ? a % b + b : a % b;
    return value_ordinal(INTEGER, r);
}

static bool same_lines(const Value *a, const Value *b, const Node *x) {
    Bits p = value_line(a), q = value_line(b);
    if (!p.sized || !q.sized)
        oracle_fail(x, "no-size");
    if (p.columns != q.columns)
        oracle_fail(x, "size-mismatch");
    for (int64_t k = 0; k < p.columns; k++)
        if (p.bit[k] != q.bit[k])
            return false;
    return true;
}

/* A literal beside a component is a digit, else a character. */
static int64_t comparable(const Value *v, const Value *other) {
    if (v->kind != TEXT)
        return v->i;
    return (unsigned char)v->text[0] - (other->kind == INTEGER ? '0' : 0);
}

static Value comparison(const Node *x, const Value *a, const Value *b) {
    const char *op = x->name;
    if (a->kind == LINE || b->kind == LINE)
        return value_ordinal(BOOLEAN, same_lines(a, b, x) == (op[0] == '='));
    int64_t p = comparable(a, b), q = comparable(b, a);
    bool holds = strcmp(op, "=") == 0    ? p == q
                 : strcmp(op, "<>") == 0 ? p != q
                 : strcmp(op, "<") == 0  ? p < q
                 : strcmp(op, "<=") == 0 ? p <= q
                 : strcmp(op, ">") == 0  ? p > q
                                         : p >= q;
    return value_ordinal(BOOLEAN, holds);
}

static Value later(const char *op, Value left, Value right) {
    Later *l = oracle_alloc(1, sizeof *l);
    *l = (Later){op, left, right};
    return (Value){.kind = LATER, .later = l};
}

/* and, or, xor: on booleans the first two may not need their right side. */
static Value logical(Env *env, const Node *x) {
    char op = x->name[0];
    Value a = open(env, x->a);
    if (a.kind != BOOLEAN)
        return later(x->name, a, open(env, x->b));
    if ((op == 'a' && !a.i) || (op == 'o' && a.i))
        return a;
    Value b = eval(env, x->b);
    return op == 'x' ? value_ordinal(BOOLEAN, a.i != b.i) : b;
}

/* ---- Sets ---- */

static Value set(Env *env, const Node *elements) {
    Value z = {.kind = SET, .bits = value_bits(1, SET_COUNT)};
    for (const Node *e = elements; e != NULL; e = e->next) {
        bool range = e->kind == NODE_RANGE;
        int64_t low = eval_integer(env, range ? e->a : e);
        int64_t high = range ? eval_integer(env, e->b) : low;
        for (; low <= high; low++)
            z.bits.bit[low - SET_LOW] = 1;
    }
    return z;
}

static bool is_in(int64_t i, const Value *set) {
    return i >= SET_LOW && i < SET_LOW + SET_COUNT &&
           set->bits.bit[i - SET_LOW];
}

static Value set_operation(const char *op, const Value *a, const Value *b) {
    Value z = {.kind = SET, .bits = value_bits(1, SET_COUNT)};
    bool within = true, around = true;
    for (int64_t k = 0; k < SET_COUNT; k++) {
        bool x = a->bits.bit[k], y = b->bits.bit[k];
        z.bits.bit[k] = op[0] == '+' ? x || y : op[0] == '-' ? x && !y : x && y;
        within &= !x || y;
        around &= !y || x;
    }
    if (strchr("+-*", op[0]) != NULL)
        return z;
    return value_ordinal(BOOLEAN, strcmp(op, "<=") == 0 ? within
                                  : strcmp(op, ">=") == 0
                                      ? around
                                      : (within && around) == (op[0] == '='));
}

/* A large set is an object, which operations read as a whole. */
static bool is_large_set(Env *env, const Node *x) {
    if (x->kind == NODE_NAME) {
        const Binding *b = env_find(env, x->name, NULL);
        if (b == NULL || b->kind != NODE_VAR)
            return false;
    } else if (x->kind != NODE_INDEX && x->kind != NODE_FIELD &&
               x->kind != NODE_DEREF) {
        return false;
    }
    const Type *t = eval_type(env, x);
    return t->kind == SET && (t->low < 0 || t->high >= 63);
}

Value eval_operand(Env *env, const Node *x) {
    return is_large_set(env, x) ? eval_place(env, x)->value : eval(env, x);
}

static Value binary(Env *env, const Node *x) {
    static const char relations[] = "=<>";
    if (x->name[0] == 'a' || x->name[0] == 'o' || x->name[0] == 'x')
        return logical(env, x);
    Value a = eval_operand(env, x->a), b = eval_operand(env, x->b);
    if (a.kind == UNDEFINED || b.kind == UNDEFINED)
        oracle_fail(x, "undefined");
    if (x->name[0] == 'i')
        return value_ordinal(BOOLEAN, is_in(a.i, &b));
    if (a.kind == SET)
        return set_operation(x->name, &a, &b);
    if (strchr(relations, x->name[0]) != NULL)
        return comparison(x, &a, &b);
    return arithmetic(x, a.i, b.i);
}

static Value unary(Env *env, const Node *x) {
    Value a = open(env, x->a);
    if (x->name[0] != 'n')
        return value_ordinal(INTEGER, x->name[0] == '-' ? -a.i : a.i);
    if (a.kind == BOOLEAN)
        return value_ordinal(BOOLEAN, !a.i);
    return later(x->name, a, (Value){0});
}

static Value open(Env *env, const Node *x) {
    switch (x->kind) {
    case NODE_NUMBER: return value_ordinal(INTEGER, x->number);
    case NODE_TEXT: return (Value){.kind = TEXT, .text = x->name};
    case NODE_SET: return set(env, x->list);
    case NODE_FIELD:
    case NODE_DEREF:
    case NODE_INDEX: return read_cell(eval_place(env, x), x);
    case NODE_UNARY: return unary(env, x);
    case NODE_BINARY: return binary(env, x);
    default: return name_or_call(env, x);
    }
}

Value eval(Env *env, const Node *x) {
    return value_settle(open(env, x), x);
}

int64_t eval_integer(Env *env, const Node *x) {
    return eval(env, x).i;
}
