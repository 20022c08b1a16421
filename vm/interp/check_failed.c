/* SPDX-License-Identifier: MIT */
/* The messages of scalar opcodes whose check failed, by their rows. */
#include <math.h>

#include "interp/cells.h"

/* Operand c, which some opcodes have as a number. */
static int64_t second(const StarInstr *at, const StarCell *R) {
    return star_op_form(at->op).operand[2].kind == STAR_OPERAND_SIGNED
               ? (int16_t)at->c
               : C.i;
}

static StarStatus overflow(StarMachine *m, int64_t a, const char *op,
                           int64_t b) {
    if (*op == '+' && b < 0) { /* a - 5 is compiled as a + -5 */
        op = "-";
        b = -b;
    }
    return star_raise(&m->error, STAR_OVERFLOW,
                      "%lld %s %lld is outside -maxint..maxint", (long long)a,
                      op, (long long)b);
}

static StarStatus division(StarMachine *m, const char *op, int64_t divisor) {
    if (divisor == 0)
        return star_raise(&m->error, STAR_DIVISION, "'%s': division by zero",
                          op);
    return star_raise(&m->error, STAR_DIVISION,
                      "'%s': the divisor is %lld, but must be positive", op,
                      (long long)divisor);
}

static StarStatus real(StarMachine *m, double a, const char *op, double b) {
    if (*op == '/' && b == 0)
        return division(m, op, 0);
    if (!isfinite(a) || !isfinite(b))
        return star_raise(&m->error, STAR_REALOVERFLOW,
                          "a part of this is greater than any real");
    return star_raise(&m->error, STAR_REALOVERFLOW,
                      "%g %s %g is greater than any real", a, op, b);
}

StarStatus exec_check_failed(StarMachine *m, const StarInstr *at,
                             const StarCell *R) {
    const StarOpInfo *info = &star_ops[at->op];
    StarError *error = &m->error;
    switch ((StarOpFails)info->fails) {
    case STAR_FAILS_UNDEFINED: return exec_undefined(m, at, at->a);
    case STAR_FAILS_RESULT: return exec_no_result(m);
    case STAR_FAILS_RANGE: return exec_range(m, A.i, star_instr_bc(*at));
    case STAR_FAILS_ELEMENT: return exec_no_element_of(m, at, A.raw);
    case STAR_FAILS_OVERFLOW:
        return overflow(m, B.i, info->sign, second(at, R));
    case STAR_FAILS_DIVISION: return division(m, info->sign, second(at, R));
    case STAR_FAILS_REAL: return real(m, B.r, info->sign, C.r);
    case STAR_FAILS_ROOT:
        return star_raise(error, STAR_ROOT,
                          "the square root of %g: it must not be negative",
                          B.r);
    case STAR_FAILS_LOGARITHM:
        return star_raise(error, STAR_LOGARITHM,
                          "the logarithm of %g: it must be positive", B.r);
    case STAR_FAILS_EXP:
        return star_raise(error, STAR_REALOVERFLOW,
                          "exp(%g) is greater than any real", B.r);
    case STAR_FAILS_SINGLE:
        return star_raise(error, STAR_RANGE,
                          "%g is outside the singles, -3.4e38..3.4e38", B.r);
    case STAR_FAILS_INTEGER:
        return star_raise(error, STAR_OVERFLOW, "%g is outside -maxint..maxint",
                          at->op == STAR_OP_ROUND ? round(B.r) : trunc(B.r));
    case STAR_FAILS_NOT: break;
    }
    return STAR_OK;
}
