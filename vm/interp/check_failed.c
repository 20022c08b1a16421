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
    return star_raise(&m->error, MSG_INTEGER_OVERFLOW(a, op, b));
}

static StarStatus division(StarMachine *m, const char *op, int64_t divisor) {
    if (divisor == 0)
        return star_raise(&m->error, MSG_DIVISION_BY_ZERO(op));
    return star_raise(&m->error, MSG_DIVISOR_NEGATIVE(op, divisor));
}

static StarStatus real(StarMachine *m, double a, const char *op, double b) {
    if (*op == '/' && b == 0)
        return division(m, op, 0);
    if (!isfinite(a) || !isfinite(b))
        return star_raise(&m->error, MSG_REAL_OVERFLOW_WITHIN());
    return star_raise(&m->error, MSG_REAL_OVERFLOW(a, op, b));
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
    case STAR_FAILS_ROOT: return star_raise(error, MSG_ROOT_NEGATIVE(B.r));
    case STAR_FAILS_LOGARITHM:
        return star_raise(error, MSG_LOGARITHM_NOT_POSITIVE(B.r));
    case STAR_FAILS_EXP: return star_raise(error, MSG_EXP_OVERFLOW(B.r));
    case STAR_FAILS_SINGLE: return star_raise(error, MSG_SINGLE_BOUNDS(B.r));
    case STAR_FAILS_INTEGER:
        return star_raise(error, MSG_REAL_AS_INTEGER(at->op == STAR_OP_ROUND
                                                         ? round(B.r)
                                                         : trunc(B.r)));
    case STAR_FAILS_NOT: break;
    }
    return STAR_OK;
}
