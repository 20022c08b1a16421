/* SPDX-License-Identifier: MIT */
/* Kernels for the procedures of stdlib/matchain.star. They decline operands
 * that are no chain, or tables of other bounds: their bodies raise the error.
 */
#include "cpu/solvers/matrix_chain.h"
#include "cpu/cpu.h"
#include "cpu/solvers/hu_shing.h"

/* True if p has n + 1 dimensions, n >= 2. */
static bool is_chain(const StarArray *p, int64_t *n) {
    *n = p->count - 1;
    for (int64_t i = 0; i <= *n; i++)
        if (p->ints[i] < 1)
            return false;
    return *n >= 2;
}

/* True if dimension d of an array has the bounds 1..n. */
static bool is_sized(const StarArray *a, int d, int64_t n) {
    return a->dim[d].low == 1 && a->dim[d].count == n;
}

CPU_KERNEL(MATCHAIN) {
    const StarArray *p = arg[0].array, *m = arg[1].array, *s = arg[2].array;
    int64_t n;
    if (!is_chain(p, &n) || m->data == s->data)
        return STAR_DECLINED;
    for (int d = 0; d < 2; d++)
        if (!is_sized(m, d, n) || !is_sized(s, d, n))
            return STAR_DECLINED;
    return star_chain(be, p->ints, n, m->ints, s->ints);
}

CPU_KERNEL(MATCHAIN_COST) {
    const StarArray *p = arg[0].array;
    const StarArray *first = arg[2].array, *last = arg[3].array;
    int64_t n;
    if (!is_chain(p, &n) || !star_hu_shing_takes(p->ints, n) ||
        !is_sized(first, 0, n) || !is_sized(last, 0, n) ||
        first->data == last->data)
        return STAR_DECLINED;
    return star_hu_shing(be, p->ints, n, &arg[1].ref->i, first->ints,
                         last->ints);
}
