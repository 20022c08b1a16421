/* SPDX-License-Identifier: MIT */
/* The charges of NATIVE and BODY rows, by the formula in their signature. */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "primitives/primitives.h"

/* Size r, c or n of the first operand that has it. */
static int64_t size_of(const StarOperand *o, int operands, char letter,
                       const StarCell *arg) {
    for (int k = 0; k < operands; k++) {
        if (o[k].size[0] == letter)
            return o[k].kind == STAR_SIG_TABLE ? arg[k].table->rows
                                               : arg[k].bits->length;
        if (o[k].size[1] == letter)
            return arg[k].table->cols;
    }
    return 0;
}

static int64_t factor(const StarOperand *o, int operands, char letter,
                      const StarCell *arg) {
    const int k = letter - 'A';
    if (letter >= 'a')
        return size_of(o, operands, letter, arg);
    return o[k].kind == STAR_SIG_ARRAY ? arg[k].array->count : arg[k].i;
}

/* The product at *s, behind which *s then stands; a number below 0 counts as
 * 0. */
static int64_t product(const StarOperand *o, int operands, const char **s,
                       const StarCell *arg) {
    int64_t steps = 1;
    if (**s >= '0' && **s <= '9')
        steps = strtol(*s, (char **)s, 10);
    for (; **s != '\0' && **s != ' '; ++*s) {
        const bool divides = **s == '/';
        const int64_t n = factor(o, operands, *(*s += divides), arg);
        if (divides)
            steps = n > 0 ? steps / n : 0;
        else if (__builtin_mul_overflow(steps, n > 0 ? n : 0, &steps))
            steps = INT64_MAX;
    }
    return steps;
}

int64_t star_prim_charge(StarPrim prim, const StarCell *arg) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int operands = star_signature(star_prims[prim].signature, o);
    const char *s = star_prim_formula(prim);
    int64_t steps = product(o, operands, &s, arg);
    while (*s != '\0') {
        s += strlen(" + ");
        if (__builtin_add_overflow(steps, product(o, operands, &s, arg),
                                   &steps))
            return INT64_MAX;
    }
    return steps;
}
