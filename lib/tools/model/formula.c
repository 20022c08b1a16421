/* SPDX-License-Identifier: MIT */
#include "tools/model/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Parentheses within parentheses. */
enum { DEPTH = 50 };

typedef struct Reader {
    const char *text, *at;
    const FormulaName *name;
    int names, depth;
    FormulaError *error;
} Reader;

static double wrong(Reader *r, size_t length, const char *expected) {
    if (r->error->expected == NULL)
        *r->error = (FormulaError){(size_t)(r->at - r->text), length, expected};
    return NAN;
}

/* True if the next character is this one, which is then read. */
static bool next(Reader *r, char c) {
    r->at += strspn(r->at, " ");
    const bool is = *r->at == c;
    r->at += is;
    return is;
}

static double sum(Reader *r);

static double function(Reader *r, const char *name, size_t length) {
    static const struct {
        const char *name;
        int operands;
    } known[] = {
        {"ceil", 1}, {"floor", 1}, {"log2", 1}, {"min", 2}, {"max", 2}};
    double x[2] = {0};
    size_t f = 0;
    while (f < sizeof known / sizeof *known &&
           (strlen(known[f].name) != length ||
            strncmp(known[f].name, name, length) != 0))
        f++;
    if (f == sizeof known / sizeof *known) {
        r->at = name;
        return wrong(r, length, "ceil, floor, log2, min or max before (");
    }
    for (int k = 0; k < known[f].operands; k++) {
        if (!next(r, k == 0 ? '(' : ','))
            return wrong(r, 1, ",");
        x[k] = sum(r);
    }
    if (!next(r, ')'))
        return wrong(r, 1, ")");
    switch (f) {
    case 0: return ceil(x[0]);
    case 1: return floor(x[0]);
    case 2: return log2(x[0]);
    /* unlike fmin and fmax: no number is left out */
    case 3: return x[0] < x[1] || isnan(x[0]) ? x[0] : x[1];
    default: return x[0] > x[1] || isnan(x[0]) ? x[0] : x[1];
    }
}

static double value(Reader *r) {
    size_t length = 0;
    double sign = 1;
    while (next(r, '-'))
        sign = -sign;
    if (next(r, '(')) {
        const double x = sum(r);
        return next(r, ')') ? sign * x : wrong(r, 1, ")");
    }
    const char *from = r->at;
    if (isdigit((unsigned char)*from) || *from == '.') {
        char *end;
        const double x = strtod(from, &end);
        r->at = end;
        return sign * x;
    }
    while (isalnum((unsigned char)from[length]) || from[length] == '_')
        length++;
    if (length == 0)
        return wrong(r, 1, "a number, a name or (");
    for (int k = 0; k < r->names; k++)
        if (strlen(r->name[k].name) == length &&
            strncmp(r->name[k].name, from, length) == 0) {
            r->at = from + length;
            return sign * r->name[k].value;
        }
    if (from[length + strspn(from + length, " ")] != '(')
        return wrong(r, length,
                     "r, c, p, rows, columns, arrays, clock or a constant");
    r->at = from + length;
    return sign * function(r, from, length);
}

static double product(Reader *r) {
    double x = value(r);
    for (;;) {
        if (next(r, '*'))
            x *= value(r);
        else if (next(r, '/'))
            x /= value(r);
        else
            return x;
    }
}

static double sum(Reader *r) {
    if (r->depth == DEPTH)
        return wrong(r, 1, "at most 50 parentheses within each other");
    r->depth++;
    double x = product(r);
    for (;;) {
        if (next(r, '+'))
            x += product(r);
        else if (next(r, '-'))
            x -= product(r);
        else
            break;
    }
    r->depth--;
    return x;
}

double formula_value(const char *text, const FormulaName *name, int names,
                     FormulaError *error) {
    Reader r = {text, text, name, names, 0, error};
    *error = (FormulaError){0};
    const double x = sum(&r);
    if (!next(&r, '\0'))
        wrong(&r, 1, "an operator, or the end");
    return error->expected == NULL ? x : NAN;
}
