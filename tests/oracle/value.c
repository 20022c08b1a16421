/* SPDX-License-Identifier: MIT */
/* Values and variables. */
#include <string.h>

#include "oracle.h"

Value value_ordinal(Kind kind, int64_t i) {
    return (Value){.kind = kind, .i = i};
}

Bits value_bits(int64_t rows, int64_t columns) {
    return (Bits){.sized = true,
                  .rows = rows,
                  .columns = columns,
                  .bit = oracle_alloc((size_t)(rows * columns) + 1, 1)};
}

static Bits copy_bits(const Bits *from) {
    Bits to = *from;
    if (from->sized) {
        to = value_bits(from->rows, from->columns);
        memcpy(to.bit, from->bit, (size_t)(to.rows * to.columns));
    }
    return to;
}

/* Of an array or a record. */
static int64_t elements(const Type *t) {
    return t->high - t->low + 1;
}

Value value_copy(const Value *from) {
    Value to = *from;
    if (from->kind == LINE || from->kind == TABLE)
        to.bits = copy_bits(&from->bits);
    if (from->kind != ARRAY && from->kind != RECORD)
        return to;
    int64_t n = from->i;
    to.element = oracle_alloc((size_t)n + 1, sizeof *to.element);
    for (int64_t k = 0; k < n; k++) {
        to.element[k].type = from->element[k].type;
        to.element[k].value = value_copy(&from->element[k].value);
    }
    return to;
}

static void start(Cell *cell, const Type *type) {
    cell->type = type;
    if (type->kind == LINE || type->kind == TABLE) {
        cell->value.kind = type->kind;
        if (type->sized)
            cell->value.bits = value_bits(type->rows, type->columns);
    } else if (type->kind == ARRAY || type->kind == RECORD) {
        int64_t n = elements(type);
        const Field *field = type->field;
        cell->value.kind = type->kind;
        cell->value.i = n;
        cell->value.element = oracle_alloc((size_t)n + 1, sizeof(Cell));
        for (int64_t k = 0; k < n; k++) {
            start(&cell->value.element[k],
                  field != NULL ? field->type : type->element);
            field = field != NULL ? field->next : NULL;
        }
    }
}

Cell *value_cell(const Type *type) {
    Cell *cell = oracle_alloc(1, sizeof *cell);
    start(cell, type);
    return cell;
}

Bits value_line(const Value *value) {
    if (value->kind != TEXT)
        return value->bits;
    Bits line = value_bits(1, (int64_t)strlen(value->text));
    for (int64_t k = 0; k < line.columns; k++)
        line.bit[k] = value->text[k] == '1';
    return line;
}

/* ---- Operations on lines ---- */

/* Operands are checked in their order, after all of them are known: the
 * first gives the size. */
static void check_sizes(const Value *v, int64_t *size, const Node *root) {
    if (v->kind == UNDEFINED)
        return;
    if (v->kind == LATER) {
        check_sizes(&v->later->left, size, root);
        check_sizes(&v->later->right, size, root);
        return;
    }
    Bits line = value_line(v);
    if (!line.sized)
        oracle_fail(root, "no-size");
    if (*size < 0)
        *size = line.columns;
    if (*size != line.columns)
        oracle_fail(root, "size-mismatch");
}

static Bits operate(const Value *v) {
    if (v->kind != LATER)
        return value_line(v);
    Bits a = operate(&v->later->left);
    Bits z = value_bits(1, a.columns);
    char op = v->later->op[0];
    if (op == 'n') {
        for (int64_t k = 0; k < z.columns; k++)
            z.bit[k] = !a.bit[k];
        return z;
    }
    Bits b = operate(&v->later->right);
    for (int64_t k = 0; k < z.columns; k++) {
        bool x = a.bit[k], y = b.bit[k];
        z.bit[k] = op == 'a' ? x && y : op == 'o' ? x || y : x != y;
    }
    return z;
}

Value value_settle(Value value, const Node *root) {
    int64_t size = -1;
    if (value.kind != LATER)
        return value;
    check_sizes(&value, &size, root);
    return (Value){.kind = LINE, .bits = operate(&value)};
}

/* ---- Assignment ---- */

static void assign_bits(Cell *cell, const Bits *value, const Node *sizes) {
    Bits *bits = &cell->value.bits;
    if (!value->sized)
        oracle_fail(sizes, "no-size");
    if (bits->sized &&
        (bits->rows != value->rows || bits->columns != value->columns))
        oracle_fail(sizes, "size-mismatch");
    const bool grows = bits->grows;
    *bits = copy_bits(value);
    bits->grows = grows;
}

/* True if no element or field has a value; slices and the like have one. */
static bool has_none(const Value *value) {
    if (value->kind != ARRAY && value->kind != RECORD)
        return value->kind == UNDEFINED;
    for (int64_t k = 0; k < value->i; k++)
        if (!has_none(&value->element[k].value))
            return false;
    return value->i > 0;
}

/* Elements and fields without a value or size may be copied, unless to a
 * variable with a size. */
static void assign_parts(Cell *cell, const Value *value, const Node *sizes) {
    for (int64_t k = 0; k < value->i; k++) {
        Cell *to = &cell->value.element[k];
        const Value *from = &value->element[k].value;
        if (from->kind == LINE && !from->bits.sized && !to->value.bits.sized)
            continue;
        if (from->kind == UNDEFINED)
            to->value.kind = UNDEFINED;
        else if (from->kind == ARRAY || from->kind == RECORD)
            assign_parts(to, from, sizes);
        else
            value_assign(to, from, sizes, sizes);
    }
}

void value_assign(Cell *cell, const Value *value, const Node *sizes,
                  const Node *range) {
    const Type *type = cell->type;
    Bits line;
    switch (type->kind) {
    case LINE:
        line = value_line(value);
        assign_bits(cell, &line, sizes);
        break;
    case SET:
        for (int64_t k = 0; k < SET_COUNT; k++)
            if (value->bits.bit[k] &&
                (k + SET_LOW < type->low || k + SET_LOW > type->high))
                oracle_fail(range, "value-range");
        cell->value = *value;
        break;
    case TABLE: assign_bits(cell, &value->bits, sizes); break;
    case RECORD:
    case ARRAY:
        if (has_none(value))
            oracle_fail(sizes, "undefined");
        assign_parts(cell, value, sizes);
        break;
    default:
        cell->value = *value;
        if (value->kind == TEXT)
            cell->value =
                value_ordinal(CHARACTER, (unsigned char)value->text[0]);
        if (cell->value.i < type->low || cell->value.i > type->high)
            oracle_fail(range, "value-range");
    }
}
