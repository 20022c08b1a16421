/* SPDX-License-Identifier: MIT */
/* The scalar opcodes: a pure function of the values of its cells for each,
 * op_NAME for the opcode NAME. Those with a number in the place of a
 * cell (ADDK) use the function of the other (op_add).
 *
 * The result is left in *a. False means that the opcode's check failed: *a is
 * then no value, and the caller raises the error in its own way. Operands are
 * values: none is undefined, but for the checks that ask whether one is, which
 * take the bits of a cell. An integer lies within -maxint..maxint, so that
 * INT64_MIN, the undefined one, is never a result.
 *
 * Code that runs, folds or translates an opcode includes this file, which needs
 * no other file of the machine. Moves, jumps and calls are up to that code. */
#ifndef STAR_OP_SCALAR_H
#define STAR_OP_SCALAR_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef OP_INLINE
#define OP_INLINE static inline __attribute__((always_inline))
#endif

/* *a := b + c and so on; true if that is no 64-bit number. */
#ifndef __CUDA_ARCH__
#define OP_ADD_OVERFLOWS __builtin_add_overflow
#define OP_SUB_OVERFLOWS __builtin_sub_overflow
#define OP_MUL_OVERFLOWS __builtin_mul_overflow
#else
OP_INLINE bool OP_ADD_OVERFLOWS(int64_t b, int64_t c, int64_t *a) {
    *a = (int64_t)((uint64_t)b + (uint64_t)c);
    return ((b ^ *a) & (c ^ *a)) < 0;
}
OP_INLINE bool OP_SUB_OVERFLOWS(int64_t b, int64_t c, int64_t *a) {
    *a = (int64_t)((uint64_t)b - (uint64_t)c);
    return ((b ^ c) & (b ^ *a)) < 0;
}
OP_INLINE bool OP_MUL_OVERFLOWS(int64_t b, int64_t c, int64_t *a) {
    *a = (int64_t)((uint64_t)b * (uint64_t)c);
    return __mul64hi(b, c) != *a >> 63;
}
#endif

/* Keeps the code of a value in line: a check fails rarely. */
#define OP_RARELY(condition) __builtin_expect(condition, 0)

/* ---- Checks of a value ---- */

/* ISINT, RESINT; ISREAL, RESREAL: a cell has a value. */
OP_INLINE bool op_isint(int64_t a) {
    return a != INT64_MIN;
}
OP_INLINE bool op_isreal(uint64_t a) {
    return a != UINT64_C(0x7ff4737461720000);
}

/* RANGE: a lies within the bounds. */
OP_INLINE bool op_range(int64_t a, int64_t low, int64_t high) {
    return !OP_RARELY(a < low) && !OP_RARELY(a > high);
}

/* BRANGE: so do the elements of a, a small set. */
OP_INLINE bool op_brange(int64_t a, int64_t low, int64_t high) {
    const int64_t first = low < 0 ? 0 : low, last = high > 62 ? 62 : high;
    const uint64_t within =
        first > last ? 0 : (UINT64_C(2) << last) - (UINT64_C(1) << first);
    return ((uint64_t)a & ~within) == 0;
}

/* ---- Ordinals ---- */

/* b + c, b - c, b * c; false outside -maxint..maxint. */
OP_INLINE bool op_add(int64_t b, int64_t c, int64_t *a) {
    if (OP_RARELY(OP_ADD_OVERFLOWS(b, c, a)))
        return false;
    return !OP_RARELY(*a == INT64_MIN);
}
OP_INLINE bool op_sub(int64_t b, int64_t c, int64_t *a) {
    if (OP_RARELY(OP_SUB_OVERFLOWS(b, c, a)))
        return false;
    return !OP_RARELY(*a == INT64_MIN);
}
OP_INLINE bool op_mul(int64_t b, int64_t c, int64_t *a) {
    if (OP_RARELY(OP_MUL_OVERFLOWS(b, c, a)))
        return false;
    return !OP_RARELY(*a == INT64_MIN);
}

/* The quotient, rounded toward 0; false if c is 0. */
OP_INLINE bool op_div(int64_t b, int64_t c, int64_t *a) {
    *a = 0;
    if (OP_RARELY(c == 0))
        return false;
    *a = c == -1 ? (int64_t)(0 - (uint64_t)b) : b / c;
    return true;
}

/* The remainder in 0..c - 1; false if c is not positive. */
OP_INLINE bool op_mod(int64_t b, int64_t c, int64_t *a) {
    *a = 0;
    if (OP_RARELY(c <= 0))
        return false;
    b %= c;
    *a = b < 0 ? b + c : b;
    return true;
}

/* -b, its absolute value, whether it is odd, not b of a boolean, b = c and
 * b <> c: of values these never fail. */
OP_INLINE bool op_neg(int64_t b, int64_t *a) {
    *a = -b;
    return true;
}
OP_INLINE bool op_abs(int64_t b, int64_t *a) {
    *a = b < 0 ? -b : b;
    return true;
}
OP_INLINE bool op_odd(int64_t b, int64_t *a) {
    *a = b & 1;
    return true;
}
OP_INLINE bool op_notb(int64_t b, int64_t *a) {
    *a = !b;
    return true;
}
OP_INLINE bool op_eqi(int64_t b, int64_t c, int64_t *a) {
    *a = b == c;
    return true;
}
OP_INLINE bool op_nei(int64_t b, int64_t c, int64_t *a) {
    *a = b != c;
    return true;
}

/* ---- Ordinals of which something is known ---- */

/* The same as op_add and so on, for what translate/facts.c knows of b
 * and c: tests/built/facts.py proves each. */
OP_INLINE bool fact_add(int64_t b, int64_t c, int64_t *a) {
    return !OP_RARELY(OP_ADD_OVERFLOWS(b, c, a)); /* b >= 0 */
}
OP_INLINE bool fact_sub(int64_t b, int64_t c, int64_t *a) {
    return !OP_RARELY(OP_SUB_OVERFLOWS(b, c, a)); /* b >= 0 */
}
OP_INLINE bool fact_mul(int64_t b, int64_t c, int64_t *a) {
    return !OP_RARELY(OP_MUL_OVERFLOWS(b, c, a)); /* b, c >= 0 */
}
OP_INLINE bool fact_div(int64_t b, int64_t c, int64_t *a) {
    *a = 0;
    if (OP_RARELY(c == 0))
        return false;
    *a = (int64_t)((uint64_t)b / (uint64_t)c); /* b, c >= 0 */
    return true;
}
OP_INLINE bool fact_mod(int64_t b, int64_t c, int64_t *a) {
    *a = 0;
    if (OP_RARELY(c <= 0))
        return false;
    *a = (int64_t)((uint64_t)b % (uint64_t)c); /* b >= 0 */
    return true;
}

/* ---- Small sets: bit k is element k, of 0..62 ---- */

/* Union, intersection, difference. */
OP_INLINE bool op_or(int64_t b, int64_t c, int64_t *a) {
    *a = b | c;
    return true;
}
OP_INLINE bool op_and(int64_t b, int64_t c, int64_t *a) {
    *a = b & c;
    return true;
}
OP_INLINE bool op_andn(int64_t b, int64_t c, int64_t *a) {
    *a = b & ~c;
    return true;
}

/* True if b, of any value, is an element of c. */
OP_INLINE bool op_in(int64_t b, int64_t c, int64_t *a) {
    *a = (uint64_t)b < 63 ? c >> b & 1 : 0;
    return true;
}

/* Adds b..c, both elements if b <= c, to *a. */
OP_INLINE bool op_bits(int64_t b, int64_t c, int64_t *a) {
    if (b <= c)
        *a |= (int64_t)((UINT64_C(2) << c) - (UINT64_C(1) << b));
    return true;
}

/* ---- Reals ---- */

/* Neither infinite nor a NaN. */
OP_INLINE bool op_finite(double x) {
    const union {
        double real;
        uint64_t bits;
    } u = {x};
    return !OP_RARELY(u.bits << 1 >= UINT64_C(0x7ff) << 53);
}

/* b + c and so on; false unless finite, and if c, a divisor, is 0. */
OP_INLINE bool op_fadd(double b, double c, double *a) {
    *a = b + c;
    return op_finite(*a);
}
OP_INLINE bool op_fsub(double b, double c, double *a) {
    *a = b - c;
    return op_finite(*a);
}
OP_INLINE bool op_fmul(double b, double c, double *a) {
    *a = b * c;
    return op_finite(*a);
}
OP_INLINE bool op_fdiv(double b, double c, double *a) {
    *a = b / c;
    return !OP_RARELY(c == 0) && op_finite(*a);
}

/* The same as a part of an expression, which is checked where it ends: these
 * may be infinite or a NaN. */
OP_INLINE bool op_xadd(double b, double c, double *a) {
    *a = b + c;
    return true;
}
OP_INLINE bool op_xsub(double b, double c, double *a) {
    *a = b - c;
    return true;
}
OP_INLINE bool op_xmul(double b, double c, double *a) {
    *a = b * c;
    return true;
}

/* -b and its absolute value. */
OP_INLINE bool op_fneg(double b, double *a) {
    *a = -b;
    return true;
}
OP_INLINE bool op_fabs(double b, double *a) {
    *a = fabs(b);
    return true;
}

/* The square root; false if b is negative. */
OP_INLINE bool op_sqrt(double b, double *a) {
    *a = 0;
    if (OP_RARELY(b < 0))
        return false;
    *a = sqrt(b);
    return true;
}

/* Of an angle in radians; the angle of a tangent. */
OP_INLINE bool op_sin(double b, double *a) {
    *a = sin(b);
    return true;
}
OP_INLINE bool op_cos(double b, double *a) {
    *a = cos(b);
    return true;
}
OP_INLINE bool op_arctan(double b, double *a) {
    *a = atan(b);
    return true;
}

/* e to the power b; false unless finite. */
OP_INLINE bool op_exp(double b, double *a) {
    *a = exp(b);
    return op_finite(*a);
}

/* The natural logarithm; false if b is not positive. */
OP_INLINE bool op_ln(double b, double *a) {
    *a = 0;
    if (OP_RARELY(b <= 0))
        return false;
    *a = log(b);
    return true;
}

/* ---- From one kind to another ---- */

/* The nearest real. */
OP_INLINE bool op_float(int64_t b, double *a) {
    *a = (double)b;
    return true;
}

/* The nearest single; false if that is infinite and b is not. */
OP_INLINE bool op_single(double b, double *a) {
    *a = (float)b;
    return !(fabs(b) >= 0x1.ffffffp127) || isinf(b);
}

/* Toward 0, and to the nearest, halves away from 0; false outside
 * -maxint..maxint. */
OP_INLINE bool op_trunc(double b, int64_t *a) {
    *a = 0;
    if (OP_RARELY(!(b > -0x1p63 && b < 0x1p63)))
        return false;
    *a = (int64_t)b;
    return true;
}
OP_INLINE bool op_round(double b, int64_t *a) {
    return op_trunc(round(b), a);
}

#endif
