/* SPDX-License-Identifier: MIT */
/* The stages of the Kleene star for each type of numbers. */
#include <float.h>
#include <math.h>

#include "cpu/solvers/kleene_job.h"

/* ---- Floating point ----
 *
 * Magnitudes as integers: what is not a number is greater than infinity. */

static int32_t magnitude_single(float v) {
    int32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits & INT32_MAX;
}

static int64_t magnitude_real(double v) {
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits & INT64_MAX;
}

/* The sums of paths of 2 n arcs are finite then. */
static int32_t limit_single(const Job *job) {
    return magnitude_single(job->ring < STAR_MAXMIN
                                ? FLT_MAX / 4 / (float)job->n
                                : (float)INFINITY);
}

static int64_t limit_real(const Job *job) {
    return magnitude_real(job->ring < STAR_MAXMIN ? DBL_MAX / 4 / (double)job->n
                                                  : (double)INFINITY);
}

#define CHECKED 0
#define INFINITE ((TYPE)INFINITY)
#define LOWEST (-INFINITE)
#define LEAST (-INFINITE)
#define is_undefined(v) 0

#define NAME(name) name##_single
#define TYPE float
#define OUTER float
#define BITS int32_t
#define magnitude magnitude_single
#include "cpu/solvers/kleene_template.h"
#undef NAME
#undef TYPE
#undef OUTER
#undef BITS
#undef magnitude

#define NAME(name) name##_real
#define TYPE double
#define OUTER double
#define BITS int64_t
#define magnitude magnitude_real
#include "cpu/solvers/kleene_template.h"
#undef NAME
#undef TYPE
#undef OUTER
#undef BITS
#undef magnitude

#undef CHECKED
#undef INFINITE
#undef LOWEST
#undef LEAST
#undef is_undefined

/* ---- Integers ----
 *
 *     lowest       lowest / 2                0
 *     |  + a path  |     sums of paths       |
 *
 * with the sums of 2 n arcs between lowest / 2 and -lowest / 2: epsilon plus a
 * path stays below them, epsilon plus epsilon does not overflow. Greater
 * numbers are checked by kleene_great.c, those of 32 bits with 64 bits inside.
 * The magnitude of -v is that of v less 1, so that the least integer has one.
 */

static int32_t limit_long(const Job *job) {
    return job->ring < STAR_MAXMIN ? (INT32_C(1) << 29) / (2 * job->n) - 1
                                   : INT32_MAX;
}

static int64_t limit_int(const Job *job) {
    return job->ring < STAR_MAXMIN ? (INT64_C(1) << 61) / (2 * job->n) - 1
                                   : INT64_MAX;
}

#define magnitude(v) ((v) ^ ((v) >> (8 * sizeof(v) - 1)))
#define LOWEST (-INFINITE / 2 - 1)
#define LEAST (LOWEST / 2)

#define NAME(name) name##_long
#define TYPE int32_t
#define OUTER int32_t
#define BITS int32_t
#define CHECKED INT32_MAX
#define INFINITE INT32_MAX
#define is_undefined(v) ((v) == INT32_MIN)
#include "cpu/solvers/kleene_template.h"
#undef NAME
#undef TYPE
#undef LOWEST
#undef LEAST

#define limit_wide limit_long
#define LOWEST STAR_KLEENE_LOWEST
#define LEAST STAR_KLEENE_LEAST

#define NAME(name) name##_wide
#define TYPE int64_t
#include "cpu/solvers/kleene_template.h"
#undef NAME
#undef OUTER
#undef BITS
#undef CHECKED
#undef INFINITE
#undef is_undefined

#define NAME(name) name##_int
#define OUTER int64_t
#define BITS int64_t
#define CHECKED (-LEAST / 2)
#define INFINITE INT64_MAX
#define is_undefined(v) ((v) == INT64_MIN)
#include "cpu/solvers/kleene_template.h"

#define STAGES(name, type)                                                    \
    {                                                                         \
        sizeof(type), inspect_##name, pack_##name, solve_##name, fill_##name, \
            diagonal_##name, panel_##name, update_##name, diverges_##name,    \
            find_circuit_##name, put_##name, put_bits_##name                  \
    }

const Stages star_kleene_stages[STAR_NUMBERS] = {
    STAGES(single, float), STAGES(real, double), STAGES(long, int32_t),
    STAGES(int, int64_t)};

const Stages star_kleene_wide = STAGES(wide, int64_t);
