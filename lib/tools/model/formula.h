/* SPDX-License-Identifier: MIT */
/* Formulas of models: + - * / with their usual precedence, parentheses,
 * numbers, names of values, and the functions ceil(x), floor(x), log2(x),
 * min(x, y), max(x, y). */
#ifndef STAR_TOOLS_FORMULA_H
#define STAR_TOOLS_FORMULA_H

#include <stddef.h>

typedef struct FormulaName {
    const char *name;
    double value;
} FormulaName;

/* Where and why a formula is none: bytes of its text, and what is expected. */
typedef struct FormulaError {
    size_t at, length;
    const char *expected;
} FormulaError;

/* The value of a formula with values for names, `names` of them; NaN if the
 * text is no formula, with *error set, or where a division by 0 gives it. */
double formula_value(const char *text, const FormulaName *name, int names,
                     FormulaError *error);

#endif
