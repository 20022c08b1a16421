/* SPDX-License-Identifier: MIT */
/* Statements and output. */
#include <stdio.h>
#include <string.h>

#include "oracle.h"

/* ---- Assignment ---- */

/* The result of the function of that name whose body is being run. */
static Cell *result(Env *env, const Node *target) {
    Env *declared_in;
    const Binding *b = target->kind == NODE_NAME
                           ? env_find(env, target->name, &declared_in)
                           : NULL;
    if (b == NULL || b->kind != NODE_ROUTINE)
        return NULL;
    while (env->routine != b->routine)
        env = env->outer;
    return env->result;
}

/* A value that does not fit is the statement's mistake if it is a variable
 * or a part of one, else that of the expression. */
static const Node *culprit(Env *env, const Node *s) {
    const Binding *b =
        s->b->kind == NODE_NAME ? env_find(env, s->b->name, NULL) : NULL;
    bool variable = b != NULL && b->kind == NODE_VAR;
    return variable || s->b->kind == NODE_INDEX || s->b->kind == NODE_FIELD ||
                   s->b->kind == NODE_DEREF
               ? s
               : s->b;
}

static bool scalar(const Type *t) {
    return t->kind != LINE && t->kind != TABLE && t->kind != ARRAY &&
           t->kind != RECORD;
}

static void check_scalar(const Type *type, const Node *x, Value *value) {
    Cell cell = {.type = type};
    value_assign(&cell, value, x, x);
    *value = cell.value;
}

static Value right_side(Env *env, const Node *s) {
    Value value = eval_operand(env, s->b);
    if (value.kind == UNDEFINED)
        oracle_fail(s->a, "undefined");
    return value;
}

/* A scalar is evaluated and checked before the index, other values go
 * straight to the element. */
static void assign_element(Env *env, const Node *s) {
    const Type *type = eval_type(env, s->a);
    Value value;
    if (scalar(type)) {
        value = right_side(env, s);
        check_scalar(type, s->b, &value);
        eval_place(env, s->a)->value = value;
        return;
    }
    Cell *cell = eval_place(env, s->a);
    value = right_side(env, s);
    value_assign(cell, &value, culprit(env, s), s->b);
}

/* Y(i) := b */
static void assign_component(Env *env, const Node *s) {
    static const Type bit = {.kind = INTEGER, .low = 0, .high = 1};
    Value value = eval(env, s->b);
    if (value.kind == TEXT)
        value = value_ordinal(INTEGER, value.text[0] - '0');
    check_scalar(&bit, s->b, &value);
    Bits *line = &eval_place(env, s->a->a)->value.bits;
    int64_t i = eval_integer(env, s->a->list);
    if (!line->sized)
        oracle_fail(s->a, "no-size");
    if (i < 1 || i > line->columns)
        oracle_fail(s->a, "index-range");
    line->bit[i - 1] = (char)value.i;
}

/* A table without a size gets one from ROW(i, T) := w, and rows up to i. */
static void grow(Bits *t, int64_t i, int64_t columns) {
    if (!t->sized && i >= 1)
        *t = (Bits){.sized = true, .grows = true, .columns = columns};
    if (!t->grows || i <= t->rows || columns != t->columns)
        return;
    Bits more = value_bits(i, columns);
    for (int64_t k = 0; k < t->rows * columns; k++)
        more.bit[k] = t->bit[k];
    more.grows = true;
    *t = more;
}

/* ROW(i, T) := w and COL(i, T) := Y */
static void assign_row(Env *env, const Node *s, bool row) {
    const Node *index = s->a->list;
    Value value = eval(env, s->b);
    Bits line = value_line(&value);
    Bits *t = &eval_place(env, index->next)->value.bits;
    int64_t i = eval_integer(env, index);
    if (row && line.sized)
        grow(t, i, line.columns);
    if (!t->sized || !line.sized)
        oracle_fail(s->a, "no-size");
    if (line.columns != (row ? t->columns : t->rows))
        oracle_fail(s->a, "size-mismatch");
    if (i < 1 || i > (row ? t->rows : t->columns))
        oracle_fail(s->a, "index-range");
    for (int64_t k = 0; k < line.columns; k++)
        t->bit[row ? (i - 1) * t->columns + k : k * t->columns + i - 1] =
            line.bit[k];
}

static void assign(Env *env, const Node *s) {
    if (s->a->kind == NODE_INDEX) {
        assign_element(env, s);
    } else if (s->a->kind == NODE_CALL) {
        const char *name = s->a->a->kind == NODE_NAME ? s->a->a->name : "";
        bool row = strcmp(name, "row") == 0;
        if (row || strcmp(name, "col") == 0)
            assign_row(env, s, row);
        else
            assign_component(env, s);
    } else {
        Cell *cell = result(env, s->a);
        Value value = right_side(env, s);
        if (cell == NULL)
            cell = eval_place(env, s->a);
        value_assign(cell, &value, culprit(env, s), s->b);
    }
}

/* ---- Control ---- */

/* The label that a goto leads to, until it is found; else -1. */
static int64_t leaving = -1;

void run_all(Env *env, const Node *list) {
    const Node *s = list;
    while (s != NULL) {
        run(env, s);
        s = s->next;
        if (leaving < 0)
            continue;
        for (s = list; s != NULL; s = s->next)
            if (s->kind == NODE_MARKED && s->number == leaving)
                break;
        if (s == NULL)
            return;
        leaving = -1;
    }
}

/* The control variable has no value afterwards, unless a goto leaves. */
static void for_statement(Env *env, const Node *s) {
    Cell *cell = env_find(env, s->name, NULL)->cell;
    Value from = eval(env, s->a), to = eval(env, s->b);
    int64_t step = s->flag ? -1 : 1;
    Type any = *cell->type;
    any.low = INT64_MIN;
    any.high = INT64_MAX;
    check_scalar(&any, s->a, &from);
    check_scalar(&any, s->b, &to);
    if (s->flag ? from.i >= to.i : from.i <= to.i) {
        check_scalar(cell->type, s->a, &from);
        check_scalar(cell->type, s->b, &to);
        for (int64_t i = from.i;; i += step) {
            from.i = i;
            cell->value = from;
            steps_take(1, s);
            run(env, s->c);
            if (leaving >= 0)
                return;
            if (i == to.i)
                break;
        }
    }
    cell->value = (Value){0};
}

static bool matches(Env *env, const Node *label, const Value *value) {
    Value low = eval(env, label->a);
    Value high = label->b != NULL ? eval(env, label->b) : low;
    int64_t a = low.kind == TEXT ? (unsigned char)low.text[0] : low.i;
    int64_t b = high.kind == TEXT ? (unsigned char)high.text[0] : high.i;
    return a <= value->i && value->i <= b;
}

static void case_statement(Env *env, const Node *s) {
    Value value = eval(env, s->a);
    for (const Node *arm = s->list; arm != NULL; arm = arm->next)
        for (const Node *l = arm->list; l != NULL; l = l->next)
            if (matches(env, l, &value)) {
                run(env, arm->a);
                return;
            }
    if (s->b == NULL)
        oracle_fail(s->a, "no-case");
    run_all(env, s->b->list);
}

/* The fields are names that hide all others. */
static void with_statement(Env *env, const Node *s) {
    Env inner = {.outer = env, .routine = env->routine, .result = env->result};
    Cell *cell = eval_place(env, s->a);
    Cell *at = cell->value.element;
    for (const Field *f = cell->type->field; f != NULL; f = f->next)
        env_bind(&inner, NODE_VAR, f->name)->cell = at++;
    run(&inner, s->b);
}

/* Of while and repeat. */
static bool holds(Env *env, const Node *condition) {
    steps_take_for(env, condition, condition, NULL);
    return eval(env, condition).i;
}

void run(Env *env, const Node *s) {
    switch (s->kind) {
    case NODE_ASSIGN:
        steps_take_for(env, s, s->a, s->b);
        assign(env, s);
        break;
    case NODE_DO:
        steps_take_for(env, s, s->a, NULL);
        eval(env, s->a);
        break;
    case NODE_BLOCK: run_all(env, s->list); break;
    case NODE_IF:
        steps_take_for(env, s, s->a, NULL);
        if (eval(env, s->a).i)
            run(env, s->b);
        else if (s->c != NULL)
            run(env, s->c);
        break;
    case NODE_WHILE:
        while (leaving < 0 && holds(env, s->a))
            run(env, s->b);
        break;
    case NODE_REPEAT:
        do
            run_all(env, s->list);
        while (leaving < 0 && !holds(env, s->a));
        break;
    case NODE_WITH:
        steps_take_for(env, s, s->a, NULL);
        with_statement(env, s);
        break;
    case NODE_GOTO:
        steps_take(1, s);
        leaving = s->number;
        break;
    case NODE_MARKED: run(env, s->a); break;
    case NODE_FOR:
        steps_take_for(env, s, s->a, s->b);
        for_statement(env, s);
        break;
    default: steps_take_for(env, s, s->a, NULL); case_statement(env, s);
    }
}

/* ---- Output ---- */

static void padded(const char *text, size_t length, int64_t width) {
    for (int64_t k = (int64_t)length; k < width; k++)
        putchar(' ');
    fwrite(text, 1, length, stdout);
}

static void print_bits(const char *bit, int64_t n, int64_t width) {
    for (int64_t k = n; k < width; k++)
        putchar(' ');
    for (int64_t k = 0; k < n; k++)
        putchar('0' + bit[k]);
}

/* Text is cut at the width. */
static void print_text(const char *text, size_t length, int64_t width) {
    padded(text, width > 0 && (size_t)width < length ? (size_t)width : length,
           width);
}

/* Width 0: none was given. */
static void print_value(const Value *v, int64_t width) {
    char text[24];
    const char *word = v->i ? "true" : "false";
    switch (v->kind) {
    case INTEGER:
        snprintf(text, sizeof text, "%lld", (long long)v->i);
        padded(text, strlen(text), width);
        break;
    case BOOLEAN: print_text(word, strlen(word), width); break;
    case CHARACTER:
        text[0] = (char)v->i;
        print_text(text, 1, width);
        break;
    case TEXT: print_text(v->text, strlen(v->text), width); break;
    case LINE: print_bits(v->bits.bit, v->bits.columns, width); break;
    default:
        for (int64_t i = 0; i < v->bits.rows; i++) {
            print_bits(v->bits.bit + i * v->bits.columns, v->bits.columns,
                       width);
            putchar('\n');
        }
    }
}

/* A table ends its lines itself. */
void print(Env *env, const Node *args, bool line) {
    bool ended = false;
    for (; args != NULL; args = args->next) {
        bool format = args->kind == NODE_FORMAT;
        const Node *x = format ? args->a : args;
        Value v = eval(env, x);
        int64_t width = format ? eval_integer(env, args->b) : 0;
        if ((v.kind == LINE || v.kind == TABLE) && !v.bits.sized)
            oracle_fail(x, "no-size");
        if (format && width < 1)
            oracle_fail(x, "field-width");
        print_value(&v, width);
        ended = v.kind == TABLE && v.bits.rows > 0;
    }
    if (line && !ended)
        putchar('\n');
}
