/* SPDX-License-Identifier: MIT */
/* star.h: solvers on matrices of bits. */
#include <string.h>

#include "cpu/simd/parallel.h"
#include "plan/plan.h"
#include "plan/pairs.h"
#include "solve.h"

/* A matrix of the caller's, and the table that kernels see: a view of its rows,
 * or a copy. */
typedef struct Matrix {
    int64_t rows, columns;
    char *bits;
    size_t stride;
    StarTable view, *table; /* NULL: none yet */
} Matrix;

static Matrix matrix(int64_t rows, int64_t columns, const void *bits,
                     size_t stride) {
    return (Matrix){.rows = rows,
                    .columns = columns,
                    .bits = (char *)bits,
                    .stride = stride};
}

static bool is_given(const Matrix *m) {
    return m->bits != NULL || m->rows == 0 || m->columns == 0;
}

static bool is_whole(const Matrix *m) {
    return m->columns % 64 == 0 && (uintptr_t)m->bits % 8 == 0 &&
           (m->stride % 8 == 0 || m->rows == 1);
}

static SolveArea area(const Matrix *m) {
    return (SolveArea){m->bits, m->rows, m->stride,
                       handle_row_bytes(m->columns)};
}

static StarCode check(Star *s, const char *function, const Matrix *m) {
    HANDLE_TRY(handle_check_rows(s, function, m->rows, m->columns, m->stride));
    return solve_is_possible(area(m))
               ? STAR_CODE_OK
               : handle_refuse(
                     s, STAR_CODE_MISUSED,
                     MSG_IMPOSSIBLE_ROWS(function, m->rows, m->columns));
}

/* Makes the table, with the caller's bits unless they are to be set. */
static StarStatus open(StarBackend *be, Matrix *m, bool in_place, bool filled) {
    if (in_place && is_whole(m)) {
        m->view =
            star_table_view((uint64_t *)(void *)m->bits,
                            (int64_t)(m->stride / 8), m->rows, m->columns);
        m->table = &m->view;
        return STAR_OK;
    }
    m->table = star_table_new(be, STAR_UNSIZED);
    if (m->table == NULL)
        return STAR_MEMORY;
    if (filled)
        return handle_put_rows(be, m->table, m->rows, m->columns, m->bits,
                               m->stride);
    STAR_TRY(star_table_shape(be, m->table, m->rows, m->columns, STAR_ROWS));
    return star_object_sync(be, &m->table->head, STAR_OVERWRITE);
}

/* Frees the table; the caller has its bits then, if `result` and all went
 * well. */
static StarStatus close(StarBackend *be, Matrix *m, bool result,
                        StarStatus status) {
    if (m->table == &m->view) {
        star_table_only(be, m->table, STAR_ROWS);
    } else if (m->table != NULL) {
        if (result && status == STAR_OK)
            status = handle_get_rows(be, m->table, m->bits, m->stride);
        star_object_free(be, &m->table->head);
    }
    return status;
}

/* ---- The closure ---- */

static StarStatus closure(StarBackend *be, void *job) {
    Matrix *m = job;
    StarStatus status = open(be, m, be->device == NULL, true);
    if (status == STAR_OK) {
        StarCell arg[] = {{.i = m->rows}, {.table = m->table}};
        status = solve_done(be, solve_kernel(be, STAR_PRIM_CLOSURE, arg));
    }
    return close(be, m, true, status);
}

StarCode star_solve_closure(Star *s, int64_t n, void *bits, size_t stride) {
    Matrix m = matrix(n, n, bits, stride);
    HANDLE_BEGIN(s, is_given(&m));
    HANDLE_TRY(check(s, __func__, &m));
    return n > 0 ? solve_run(s, closure, &m) : STAR_CODE_OK;
}

/* ---- Products ---- */

typedef struct Product {
    Matrix a, b, out;
} Product;

/* Bit j of row i: the ones that row i of cell 0 and column j of cell 1 share
 * are more than 0. */
static const uint8_t operand[] = {STAR_FUSE_OPERAND};
static const StarPlanOperand row = {STAR_PLAN_ROW, 0};
static const StarPlanOperand column = {STAR_PLAN_COLUMN, 1};
static const StarPlanOp ops[] = {
    {.op = STAR_PLAN_PAIR_X, .fuse = {1, 1, 1, operand}, .operand = &row},
    {.op = STAR_PLAN_PAIR_Y, .fuse = {1, 1, 1, operand}, .operand = &column},
    {.op = STAR_PLAN_PAIR_TERM, .scalar = STAR_NO_CELL, .sum = 0, .factor = 1},
    {.op = STAR_PLAN_PAIR_SHARE, .relation = STAR_PAIR_GREATER}};
static const StarPlan shares = {.space = STAR_SPACE_FIND,
                                .ops = sizeof ops / sizeof *ops,
                                .op = ops,
                                .sums = 1,
                                .row = STAR_NO_CELL};

/* Finds the pairs, the result's rows one after the other. */
static StarStatus find(StarBackend *be, const Product *p, uint64_t *bits) {
    const StarCell cell[] = {{.table = p->a.table}, {.table = p->b.table}};
    const StarPairArea pairs = {.rows = {0, p->out.rows},
                                .columns = {0, p->out.columns},
                                .low = INT64_MIN,
                                .high = INT64_MAX,
                                .bits = bits};
    return solve_done(be, be->ops.run_pairs(be, &shares, cell, &pairs));
}

static StarStatus find_all(StarBackend *be, const Product *p) {
    const Matrix *out = &p->out;
    const size_t words = (size_t)star_words(out->columns);
    const size_t bytes = handle_row_bytes(out->columns);
    if (is_whole(out) && (out->rows == 1 || out->stride == 8 * words))
        return find(be, p, (uint64_t *)(void *)out->bits);
    uint64_t *bits = star_mem_alloc_raw(be->mem, (size_t)out->rows, 8 * words);
    if (bits == NULL)
        return STAR_MEMORY;
    StarStatus status = find(be, p, bits);
    if (status == STAR_OK)
        status = solve_copy(be, out->bits, out->stride,
                            (SolveArea){bits, out->rows, 8 * words, bytes});
    star_mem_free(be->mem, bits, (size_t)out->rows, 8 * words);
    return status;
}

static StarStatus product(StarBackend *be, void *job) {
    Product *p = job;
    const bool in_place = be->device == NULL;
    StarStatus status = open(be, &p->a, in_place, true);
    if (status == STAR_OK)
        status = open(be, &p->b, in_place, true);
    if (status == STAR_OK)
        status = find_all(be, p);
    status = close(be, &p->a, false, status);
    return close(be, &p->b, false, status);
}

StarCode star_solve_product(Star *s, int64_t rows, int64_t inner,
                            int64_t columns, const void *a, size_t a_stride,
                            const void *b, size_t b_stride, void *out,
                            size_t out_stride) {
    Product p = {matrix(rows, inner, a, a_stride),
                 matrix(inner, columns, b, b_stride),
                 matrix(rows, columns, out, out_stride)};
    HANDLE_BEGIN(s, is_given(&p.a) && is_given(&p.b) && is_given(&p.out));
    HANDLE_TRY(check(s, __func__, &p.a));
    HANDLE_TRY(check(s, __func__, &p.b));
    HANDLE_TRY(check(s, __func__, &p.out));
    HANDLE_TRY(solve_apart(s, __func__, area(&p.out), area(&p.a)));
    HANDLE_TRY(solve_apart(s, __func__, area(&p.out), area(&p.b)));
    for (int64_t k = 0; k < rows && inner == 0 && columns > 0; k++)
        memset(p.out.bits + (size_t)k * out_stride, 0,
               handle_row_bytes(columns));
    return rows > 0 && inner > 0 && columns > 0 ? solve_run(s, product, &p)
                                                : STAR_CODE_OK;
}

/* ---- The transpose ---- */

typedef struct Transpose {
    Matrix from, to;
} Transpose;

static StarStatus transpose(StarBackend *be, void *job) {
    Transpose *t = job;
    StarStatus status = open(be, &t->from, true, true);
    if (status == STAR_OK)
        status = open(be, &t->to, true, false);
    if (status == STAR_OK) {
        const StarImage *from = &t->from.table->image[STAR_ROWS];
        const StarImage *to = &t->to.table->image[STAR_ROWS];
        star_parallel_transpose(be, to->word, to->stride, from->word,
                                from->stride, t->from.rows, t->from.columns);
        status = star_stopped(be->mem);
    }
    status = close(be, &t->from, false, status);
    return close(be, &t->to, true, status);
}

StarCode star_solve_transpose(Star *s, int64_t rows, int64_t columns,
                              const void *bits, size_t stride, void *out,
                              size_t out_stride) {
    Transpose t = {matrix(rows, columns, bits, stride),
                   matrix(columns, rows, out, out_stride)};
    HANDLE_BEGIN(s, is_given(&t.from) && is_given(&t.to));
    HANDLE_TRY(check(s, __func__, &t.from));
    HANDLE_TRY(check(s, __func__, &t.to));
    HANDLE_TRY(solve_apart(s, __func__, area(&t.to), area(&t.from)));
    return rows > 0 && columns > 0 ? solve_run(s, transpose, &t) : STAR_CODE_OK;
}
