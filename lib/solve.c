/* SPDX-License-Identifier: MIT */
/* star.h: what all solvers do, and chains of matrices. */
#include "solve.h"

#include <stdio.h>
#include <string.h>

#include "cpu/solvers/hu_shing.h"

StarCode solve_run(Star *s, StarStatus (*work)(StarBackend *be, void *job),
                   void *job) {
    StarBackend *be = handle_backend(s);
    star_machine_expect(s->machine);
    const StarStatus status = work(be, job);
    star_work(be->mem, 0);
    const StarStatus stopped = star_machine_expect_none(s->machine);
    return handle_take(s, stopped != STAR_OK ? stopped : status);
}

/* ---- Checks ---- */

/* The bytes of an area, whose last row may have fewer than the stride; SIZE_MAX
 * if no memory has so many. */
static size_t bytes_of(SolveArea a) {
    size_t bytes;
    if (a.rows == 0 || a.bytes == 0)
        return 0;
    return star_size_mul((uint64_t)a.rows - 1, a.stride, &bytes) &&
                   star_size_add(bytes, a.bytes, &bytes) && bytes < SIZE_MAX / 2
               ? bytes
               : SIZE_MAX;
}

bool solve_is_possible(SolveArea a) {
    return bytes_of(a) < SIZE_MAX;
}

StarCode solve_apart(Star *s, const char *function, SolveArea set,
                     SolveArea given) {
    const uintptr_t to = (uintptr_t)set.at, from = (uintptr_t)given.at;
    const size_t reads = bytes_of(given), writes = bytes_of(set);
    return reads > 0 && writes > 0 && to < from + reads && from < to + writes
               ? handle_refuse(s, STAR_CODE_MISUSED, MSG_OVERLAP(function))
               : STAR_CODE_OK;
}

StarCode solve_check_numbers(Star *s, const char *function, const void *at,
                             int64_t rows, int64_t columns, size_t stride,
                             size_t size) {
    SolveArea area = {at, rows, stride, 0};
    if (rows < 0 || columns < 0 ||
        !star_size_mul((uint64_t)columns, size, &area.bytes) ||
        !solve_is_possible(area))
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_IMPOSSIBLE_NUMBERS(function, rows, columns));
    if (rows > 1 && stride < area.bytes)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_ROW_NUMBERS(function, columns, stride));
    return (uintptr_t)at % size != 0 || (rows > 1 && stride % size != 0)
               ? handle_refuse(s, STAR_CODE_MISUSED,
                               MSG_UNALIGNED(function, size))
               : STAR_CODE_OK;
}

StarCode solve_check_count(Star *s, const char *function, int64_t count) {
    return count > 0
               ? STAR_CODE_OK
               : handle_refuse(s, STAR_CODE_MISUSED,
                               MSG_IMPOSSIBLE_NUMBERS(function, 1, count));
}

StarStatus solve_check_value(StarBackend *be, const char *name, int64_t k,
                             int64_t value, int64_t low, int64_t high) {
    char element[64];
    if (value >= low && value <= high)
        return star_stopped(be->mem);
    snprintf(element, sizeof element, k < 0 ? "%s" : "%s[%lld]", name,
             (long long)k);
    return star_raise(be->mem->error,
                      MSG_VALUE_BOUNDS(element, value, low, high));
}

StarStatus solve_copy(StarBackend *be, void *to, size_t to_stride,
                      SolveArea from) {
    for (int64_t k = 0; k < from.rows; k++) {
        STAR_TRY(star_stopped(be->mem));
        STAR_TRY(star_mem_copy(be->mem, (char *)to + (size_t)k * to_stride,
                               (const char *)from.at + (size_t)k * from.stride,
                               from.bytes));
    }
    return STAR_OK;
}

StarArray solve_array(StarElement element, const void *at, int64_t count,
                      int64_t n) {
    StarArray a = {.head = {STAR_ARRAY, STAR_FIXED},
                   .element = (uint8_t)element,
                   .dims = n < 0 ? 1 : 2,
                   .count = count,
                   .data = (void *)at};
    a.dim[0] = (StarDim){0, n < 0 ? count : n};
    a.dim[1] = (StarDim){0, n};
    return a;
}

/* ---- Matrices of numbers ---- */

static size_t row_bytes(const SolveSquare *m) {
    return (size_t)m->n * m->size;
}

static void forget(StarBackend *be, SolveSquare *m) {
    if (m->numbers != m->at)
        star_mem_free(be->mem, m->numbers, (size_t)m->n, row_bytes(m));
    m->numbers = NULL;
}

StarStatus solve_copy_in(StarBackend *be, SolveSquare *m) {
    const SolveArea area = {m->at, m->n, m->stride, row_bytes(m)};
    m->numbers = m->at;
    if (m->n <= 1 || m->stride == row_bytes(m))
        return STAR_OK;
    m->numbers = star_mem_alloc_raw(be->mem, (size_t)m->n, row_bytes(m));
    if (m->numbers == NULL)
        return STAR_MEMORY;
    const StarStatus status = solve_copy(be, m->numbers, row_bytes(m), area);
    if (status != STAR_OK)
        forget(be, m);
    return status;
}

StarStatus solve_copy_out(StarBackend *be, SolveSquare *m, StarStatus status) {
    const SolveArea area = {m->numbers, m->n, row_bytes(m), row_bytes(m)};
    if (status == STAR_OK && m->numbers != m->at)
        status = solve_copy(be, m->at, m->stride, area);
    forget(be, m);
    return status;
}

/* ---- Matrix chains ---- */

typedef struct Chain {
    const int64_t *p;
    SolveSquare costs, splits;
} Chain;

static StarStatus check_dimensions(StarBackend *be, const int64_t *p,
                                   int64_t n) {
    for (int64_t i = 0; i <= n; i++)
        STAR_TRY(solve_check_value(be, "p", i, p[i], 1, INT64_MAX));
    return STAR_OK;
}

static StarStatus multiply(StarBackend *be, const Chain *c) {
    const int64_t n = c->costs.n;
    StarArray p = solve_array(STAR_ELEM_INT, c->p, n + 1, -1);
    StarArray m = solve_array(STAR_ELEM_INT, c->costs.numbers, n * n, n);
    StarArray k = solve_array(STAR_ELEM_INT, c->splits.numbers, n * n, n);
    StarCell arg[] = {{.array = &p}, {.array = &m}, {.array = &k}};
    for (int d = 0; d < 2; d++)
        m.dim[d].low = k.dim[d].low = 1;
    if (n > 1)
        return solve_kernel(be, STAR_PRIM_MATCHAIN, arg);
    *m.ints = *k.ints = 0;
    return STAR_OK;
}

static StarStatus chain(StarBackend *be, void *job) {
    Chain *c = job;
    STAR_TRY(check_dimensions(be, c->p, c->costs.n));
    STAR_TRY(solve_copy_in(be, &c->costs));
    StarStatus status = solve_copy_in(be, &c->splits);
    if (status == STAR_OK)
        status = solve_copy_out(be, &c->splits, multiply(be, c));
    return solve_copy_out(be, &c->costs, status);
}

StarCode star_solve_chain(Star *s, int64_t n, const int64_t *p, int64_t *costs,
                          int64_t *splits, size_t stride) {
    const size_t size = sizeof *p;
    HANDLE_BEGIN(s, n == 0 || (p != NULL && costs != NULL && splits != NULL));
    HANDLE_TRY(solve_check_numbers(s, __func__, costs, n, n, stride, size));
    HANDLE_TRY(solve_check_numbers(s, __func__, splits, n, n, stride, size));
    HANDLE_TRY(solve_check_numbers(s, __func__, p, 1, n, 0, size));
    const SolveArea area[] = {{costs, n, stride, (size_t)n * size},
                              {splits, n, stride, (size_t)n * size},
                              {p, 1, 0, ((size_t)n + 1) * size}};
    for (int k = 0; k < 3; k++)
        HANDLE_TRY(solve_apart(s, __func__, area[k], area[(k + 1) % 3]));
    Chain c = {p,
               {n, (char *)costs, stride, size, NULL},
               {n, (char *)splits, stride, size, NULL}};
    return n > 0 ? solve_run(s, chain, &c) : STAR_CODE_OK;
}

typedef struct Order {
    int64_t n;
    const int64_t *p;
    int64_t *cost, *first, *last;
} Order;

/* The kernel has product k, from 1, at k - 1, and matrices from 1. */
static StarStatus order(StarBackend *be, void *job) {
    const Order *o = job;
    STAR_TRY(check_dimensions(be, o->p, o->n));
    if (!star_hu_shing_takes(o->p, o->n))
        return star_raise(be->mem->error, MSG_CHAIN_TOO_GREAT(o->n));
    if (o->n == 1) {
        *o->cost = 0;
        return STAR_OK;
    }
    STAR_TRY(star_hu_shing(be, o->p, o->n, o->cost, o->first + 1, o->last + 1));
    for (int64_t k = 1; k < o->n; k++) {
        o->first[k]--;
        o->last[k]--;
    }
    return STAR_OK;
}

StarCode star_solve_chain_order(Star *s, int64_t n, const int64_t *p,
                                int64_t *cost, int64_t *first, int64_t *last) {
    HANDLE_BEGIN(s, p != NULL && cost != NULL && first != NULL && last != NULL);
    const size_t size = sizeof *p;
    HANDLE_TRY(solve_check_count(s, __func__, n));
    const int64_t *const given[] = {p, first, last, cost};
    for (int i = 0; i < 4; i++)
        HANDLE_TRY(solve_check_numbers(s, __func__, given[i], 1, n, 0, size));
    const SolveArea area[] = {{p, 1, 0, ((size_t)n + 1) * size},
                              {first, 1, 0, (size_t)n * size},
                              {last, 1, 0, (size_t)n * size},
                              {cost, 1, 0, size}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++)
            HANDLE_TRY(solve_apart(s, __func__, area[i], area[k]));
    Order o = {n, p, cost, first, last};
    return solve_run(s, order, &o);
}
