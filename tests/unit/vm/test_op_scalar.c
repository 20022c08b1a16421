/* SPDX-License-Identifier: MIT */
/* The results of scalar opcodes, beside the obvious in 128 bits or by elements,
 * for all pairs of values at the edges. */
#include "star_test.h"

#include <float.h>

#include "bytecode/op_scalar.h"

/* Products of any two integers fit. */
__extension__ typedef __int128 Wide;

static const int64_t integers[] = {-INT64_MAX,
                                   -INT64_MAX + 1,
                                   -INT64_C(4611686018427387904),
                                   -INT64_C(3037000500),
                                   INT32_MIN,
                                   -7,
                                   -2,
                                   -1,
                                   0,
                                   1,
                                   2,
                                   3,
                                   7,
                                   62,
                                   63,
                                   64,
                                   INT32_MAX,
                                   INT64_C(3037000499),
                                   INT64_C(3037000500),
                                   INT64_C(4611686018427387904),
                                   INT64_MAX - 1,
                                   INT64_MAX};
enum { INTEGERS = sizeof integers / sizeof *integers };

static const double reals[] = {
    -INFINITY, -DBL_MAX, -0x1p63, -0x1p62, -3.5,    -2.5,    -1,  -0.5,
    -DBL_MIN,  -0.0,     0.0,     DBL_MIN, 0.5,     1,       1.5, 2.5,
    709,       710,      0x1p62,  0x1p63,  DBL_MAX, INFINITY};
enum { REALS = sizeof reals / sizeof *reals };

/* The pattern of STAR_UNDEFINED_REAL is a NaN too. */
static double undefined_real(void) {
    return ((StarCell){.raw = STAR_UNDEFINED_REAL}).r;
}

static void assert_integer(bool valid, int64_t found, Wide expected) {
    const bool fits = expected >= -INT64_MAX && expected <= INT64_MAX;
    assert_int_equal(valid, fits);
    if (fits)
        assert_true(found == (int64_t)expected);
}

TEST(sums_and_products) {
    for (int i = 0; i < INTEGERS; i++)
        for (int j = 0; j < INTEGERS; j++) {
            const int64_t b = integers[i], c = integers[j];
            int64_t a;
            bool valid = op_add(b, c, &a);
            assert_integer(valid, a, (Wide)b + c);
            valid = op_sub(b, c, &a);
            assert_integer(valid, a, (Wide)b - c);
            valid = op_mul(b, c, &a);
            assert_integer(valid, a, (Wide)b * c);
        }
}

/* b = q * c + r with |r| < |c|, of the sign of b; mod takes it into 0..c-1. */
TEST(quotients) {
    for (int i = 0; i < INTEGERS; i++)
        for (int j = 0; j < INTEGERS; j++) {
            const int64_t b = integers[i], c = integers[j];
            int64_t a;
            assert_int_equal(op_div(b, c, &a), c != 0);
            if (c != 0) {
                const Wide rest = (Wide)b - (Wide)a * c;
                const Wide size = c < 0 ? -(Wide)c : c;
                assert_true(rest < size && rest > -size);
                assert_true(rest == 0 || (rest < 0) == (b < 0));
            }
            assert_int_equal(op_mod(b, c, &a), c > 0);
            if (c > 0) {
                assert_true(a >= 0 && a < c);
                assert_true(((Wide)b - a) % c == 0);
            }
        }
}

TEST(single_ordinals) {
    for (int i = 0; i < INTEGERS; i++) {
        const int64_t b = integers[i];
        int64_t a;
        assert_true(op_neg(b, &a) && a + b == 0);
        assert_true(op_abs(b, &a) && a >= 0 && (a == b || a + b == 0));
        assert_true(op_odd(b, &a) && a == (b % 2 != 0));
        for (int j = 0; j < INTEGERS; j++) {
            const int64_t c = integers[j];
            assert_true(op_eqi(b, c, &a) && a == (i == j));
            assert_true(op_nei(b, c, &a) && a == (i != j));
        }
    }
    for (int64_t b = 0; b < 2; b++) {
        int64_t a;
        assert_true(op_notb(b, &a) && a == 1 - b);
    }
}

TEST(ranges) {
    for (int i = 0; i < INTEGERS; i++)
        for (int j = i; j < INTEGERS; j++)
            for (int k = 0; k < INTEGERS; k++)
                assert_int_equal(
                    op_range(integers[k], integers[i], integers[j]),
                    k >= i && k <= j);
    assert_false(op_range(5, 6, 4)); /* bounds of no value */
}

TEST(undefined_values) {
    const StarCell undefined = {.raw = STAR_UNDEFINED_REAL};
    assert_false(op_isint(STAR_UNDEFINED_INT));
    assert_false(op_isreal(undefined.raw));
    for (int i = 0; i < INTEGERS; i++)
        assert_true(op_isint(integers[i]));
    for (int i = 0; i < REALS; i++)
        assert_true(op_isreal(((StarCell){.r = reals[i]}).raw));
    assert_true(op_isreal(((StarCell){.r = (double)NAN}).raw));
    assert_false(op_finite(undefined.r));
}

static bool has(int64_t set, int64_t element) {
    return element >= 0 && element < STAR_SMALL_SET &&
           ((uint64_t)set >> element & 1) != 0;
}

/* Small sets with one element, with all, with every second, and none. */
static const int64_t sets[] = {0,
                               1,
                               2,
                               INT64_C(1) << 61,
                               INT64_C(1) << 62,
                               INT64_C(0x5555555555555555),
                               INT64_MAX};
enum { SETS = sizeof sets / sizeof *sets };

TEST(small_sets) {
    for (int i = 0; i < SETS; i++)
        for (int j = 0; j < SETS; j++) {
            const int64_t b = sets[i], c = sets[j];
            int64_t both, all, rest;
            assert_true(op_and(b, c, &both) && op_or(b, c, &all) &&
                        op_andn(b, c, &rest));
            for (int64_t k = 0; k < STAR_SMALL_SET; k++) {
                assert_int_equal(has(both, k), has(b, k) && has(c, k));
                assert_int_equal(has(all, k), has(b, k) || has(c, k));
                assert_int_equal(has(rest, k), has(b, k) && !has(c, k));
            }
        }
    for (int i = 0; i < INTEGERS; i++)
        for (int j = 0; j < SETS; j++) {
            int64_t a;
            assert_true(op_in(integers[i], sets[j], &a));
            assert_int_equal(a, has(sets[j], integers[i]));
        }
}

TEST(elements_of_sets) {
    for (int64_t b = 0; b < STAR_SMALL_SET; b++)
        for (int64_t c = 0; c < STAR_SMALL_SET; c++) {
            int64_t a = 1;
            assert_true(op_bits(b, c, &a));
            for (int64_t k = 0; k < STAR_SMALL_SET; k++)
                assert_int_equal(has(a, k), k == 0 || (k >= b && k <= c));
        }
    for (int i = 0; i < SETS; i++)
        for (int64_t low = -2; low < 66; low++)
            for (int64_t high = -2; high < 66; high++) {
                bool within = true;
                for (int64_t k = 0; k < STAR_SMALL_SET; k++)
                    within &= !has(sets[i], k) || (k >= low && k <= high);
                assert_int_equal(op_brange(sets[i], low, high), within);
            }
    assert_true(op_brange(INT64_MAX, -INT64_MAX, INT64_MAX));
}

/* The bits tell -0 from 0 and compare NaNs. */
static bool is_same(double x, double y) {
    return ((StarCell){.r = x}).bits == ((StarCell){.r = y}).bits ||
           (isnan(x) && isnan(y));
}

static void assert_real(bool valid, bool expected, double found, double is) {
    assert_int_equal(valid, expected);
    if (valid)
        assert_true(is_same(found, is));
}

TEST(two_reals) {
    for (int i = 0; i < REALS; i++)
        for (int j = 0; j < REALS; j++) {
            const double b = reals[i], c = reals[j];
            double a, x;
            bool valid = op_fadd(b, c, &a);
            assert_real(valid, isfinite(b + c), a, b + c);
            valid = op_fsub(b, c, &a);
            assert_real(valid, isfinite(b - c), a, b - c);
            valid = op_fmul(b, c, &a);
            assert_real(valid, isfinite(b * c), a, b * c);
            valid = op_fdiv(b, c, &a);
            assert_real(valid, c != 0 && isfinite(b / c), a, b / c);
            assert_true(op_xadd(b, c, &x) && is_same(x, b + c));
            assert_true(op_xsub(b, c, &x) && is_same(x, b - c));
            assert_true(op_xmul(b, c, &x) && is_same(x, b * c));
        }
}

TEST(functions_of_reals) {
    for (int i = 0; i < REALS; i++) {
        const double b = reals[i];
        double a;
        assert_true(op_fneg(b, &a) && fabs(a) == fabs(b));
        assert_true(signbit(a) != signbit(b));
        assert_true(op_fabs(b, &a) && !signbit(a) && (a == b || a == -b));
        bool valid = op_sqrt(b, &a);
        assert_real(valid, b >= 0, a, b >= 0 ? sqrt(b) : 0);
        valid = op_ln(b, &a);
        assert_real(valid, b > 0, a, b > 0 ? log(b) : 0);
        valid = op_exp(b, &a);
        assert_real(valid, b < 709.5, a, exp(b));
        assert_true(op_arctan(b, &a) && is_same(a, atan(b)));
        assert_true(op_sin(b, &a) && is_same(a, sin(b)));
        assert_true(op_cos(b, &a) && is_same(a, cos(b)));
    }
    double a;
    assert_true(op_fneg(0.0, &a) && signbit(a));
    assert_true(op_sqrt(-0.0, &a) && signbit(a));
}

TEST(conversions) {
    const double least = -0x1.fffffffffffffp62; /* the next above -2^63 */
    int64_t a;
    double r;
    for (int i = 0; i < INTEGERS; i++) {
        assert_true(op_float(integers[i], &r));
        assert_true(fabs(r - (double)integers[i]) == 0);
    }
    for (int i = 0; i < REALS; i++) {
        const bool fits = fabs(reals[i]) < 0x1p63;
        const bool down = op_trunc(reals[i], &a);
        assert_int_equal(down, fits);
        assert_true(!down || a == (int64_t)trunc(reals[i]));
        const bool near = op_round(reals[i], &a);
        assert_int_equal(near, fits);
        assert_true(!near || a == (int64_t)round(reals[i]));
    }
    assert_true(op_trunc(-2.75, &a) && a == -2);
    assert_true(op_round(-2.5, &a) && a == -3);
    assert_true(op_round(0.49999999999999994, &a) && a == 0);
    assert_true(op_trunc(least, &a) && a == INT64_C(-9223372036854774784));
    assert_false(op_trunc(undefined_real(), &a));
}

/* Singles end where the nearest one of 128 exponents would be 2^128. */
TEST(singles) {
    const double most = (double)FLT_MAX, edge = 0x1.ffffffp127;
    double a;
    assert_true(op_single(0.1, &a) && is_same(a, (double)0.1F));
    assert_true(op_single(most, &a) && is_same(a, most));
    assert_true(op_single(nextafter(edge, 0), &a) && is_same(a, most));
    assert_false(op_single(edge, &a));
    assert_false(op_single(-edge, &a));
    assert_false(op_single(DBL_MAX, &a));
    assert_true(op_single((double)INFINITY, &a) && isinf(a));
    assert_true(op_single(undefined_real(), &a) && isnan(a));
}

TEST_MAIN
