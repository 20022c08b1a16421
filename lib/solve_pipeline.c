/* SPDX-License-Identifier: MIT */
/* star.h: the simplified problem of dynamic programming, and knapsacks. */
#include "cpu/simd/simd.h"
#include "solve.h"

_Static_assert((int)STAR_REDUCTION_GCD == (int)STAR_SDP_GCD &&
                   (int)STAR_REDUCTION_AND == (int)STAR_SDP_AND,
               "reductions are numbered as operations are");

/* ---- The simplified problem ---- */

typedef struct Problem {
    StarArray table, offset;
    StarReduction op;
} Problem;

static int64_t gcd(int64_t x, int64_t y) {
    for (int64_t rest; y != 0; x = y, y = rest)
        rest = x % y;
    return x < 0 ? -x : x;
}

/* *x := *x op y; false if 64 bits do not hold that, or have no value then. */
static bool combine(StarReduction op, int64_t *x, int64_t y) {
    bool over = false;
    switch (op) {
    case STAR_REDUCTION_MIN: *x = y < *x ? y : *x; break;
    case STAR_REDUCTION_MAX: *x = y > *x ? y : *x; break;
    case STAR_REDUCTION_ADD: over = __builtin_add_overflow(*x, y, x); break;
    case STAR_REDUCTION_MUL: over = __builtin_mul_overflow(*x, y, x); break;
    case STAR_REDUCTION_AND: *x &= y; break;
    case STAR_REDUCTION_OR: *x |= y; break;
    case STAR_REDUCTION_XOR: *x ^= y; break;
    default: *x = gcd(*x, y);
    }
    return !over && *x != STAR_UNDEFINED_INT;
}

/* Element i, an operand after the other; false if it or a part overflows. */
static bool make_element(Problem *q, int64_t i) {
    const bool narrow = q->table.element == STAR_ELEM_LONG;
    int64_t x = star_array_get(&q->table, i - q->offset.ints[0]).i;
    for (int64_t k = 1; k < q->offset.count; k++)
        if (!combine(q->op, &x,
                     star_array_get(&q->table, i - q->offset.ints[k]).i))
            return false;
    star_array_put(&q->table, i, (StarCell){.i = x});
    return !narrow || (x >= -INT32_MAX && x <= INT32_MAX);
}

/* A kernel declines a part that might not fit: here it counts as it is. */
static StarStatus make_elements(StarBackend *be, Problem *q) {
    star_work(be->mem, q->table.count);
    for (int64_t i = q->offset.ints[0]; i < q->table.count; i++) {
        if (!make_element(q, i))
            return star_raise(be->mem->error, MSG_ELEMENT_OVERFLOW(i));
        star_work_at(be->mem, i);
        STAR_TRY(star_stopped(be->mem));
    }
    return STAR_OK;
}

/* Offsets that fall, and numbers from where they begin. */
static StarStatus check_problem(StarBackend *be, const Problem *q) {
    const int64_t *a = q->offset.ints;
    const bool bits =
        q->op >= STAR_REDUCTION_AND && q->op <= STAR_REDUCTION_XOR;
    const int64_t most =
        q->table.element == STAR_ELEM_LONG ? INT32_MAX : INT64_MAX;
    for (int64_t k = 0; k < q->offset.count; k++)
        STAR_TRY(solve_check_value(be, "offset", k, a[k], 1,
                                   k == 0 ? q->table.count : a[k - 1] - 1));
    for (int64_t i = 0; i < a[0]; i++)
        STAR_TRY(solve_check_value(be, "table", i,
                                   star_array_get(&q->table, i).i,
                                   bits ? 0 : -most, most));
    return STAR_OK;
}

static StarStatus sdp(StarBackend *be, void *job) {
    Problem *q = job;
    StarCell steps;
    StarCell arg[] = {{.array = &q->table},
                      {.array = &q->offset},
                      {.i = q->op},
                      {.i = 0},
                      {.i = 1},
                      {.ref = &steps}};
    STAR_TRY(check_problem(be, q));
    const StarStatus status = solve_kernel(
        be,
        q->table.element == STAR_ELEM_LONG ? STAR_PRIM_SDP32 : STAR_PRIM_SDP,
        arg);
    STAR_TRY(star_stopped(be->mem));
    return status == STAR_DECLINED ? make_elements(be, q) : status;
}

StarCode star_solve_sdp(Star *s, StarReduction op, StarWeights numbers,
                        int64_t count, void *table, int64_t offsets,
                        const int64_t *offset) {
    HANDLE_BEGIN(s, table != NULL && offset != NULL);
    if ((unsigned)op > STAR_REDUCTION_GCD)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_NO_CHOICE(__func__, "operation", op));
    if ((unsigned)numbers > STAR_WEIGHTS_INT32)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_NO_CHOICE(__func__, "integer", numbers));
    const bool narrow = numbers == STAR_WEIGHTS_INT32;
    const size_t size = narrow ? sizeof(int32_t) : sizeof(int64_t);
    HANDLE_TRY(solve_check_numbers(s, __func__, table, 1, count, 0, size));
    HANDLE_TRY(solve_check_count(s, __func__, offsets));
    HANDLE_TRY(solve_check_numbers(s, __func__, offset, 1, offsets, 0,
                                   sizeof *offset));
    HANDLE_TRY(solve_apart(
        s, __func__, (SolveArea){table, 1, 0, (size_t)count * size},
        (SolveArea){offset, 1, 0, (size_t)offsets * sizeof *offset}));
    Problem q = {
        solve_array(narrow ? STAR_ELEM_LONG : STAR_ELEM_INT, table, count, -1),
        solve_array(STAR_ELEM_INT, offset, offsets, -1), op};
    return solve_run(s, sdp, &q);
}

/* ---- Knapsacks ---- */

typedef struct Knapsack {
    StarArray weight, value;
    int64_t capacity, *best;
    void *chosen;
} Knapsack;

/* Finds the best value, and the items in x unless that is NULL. */
static StarStatus find_best(StarBackend *be, Knapsack *k, StarBits *x) {
    StarCell best;
    StarCell arg[] = {{.array = &k->weight},
                      {.array = &k->value},
                      {.i = k->capacity},
                      {.ref = &best},
                      {.bits = x}};
    STAR_TRY(solve_done(be, solve_kernel(be,
                                         x != NULL ? STAR_PRIM_KNAPSACK_ITEMS
                                                   : STAR_PRIM_KNAPSACK,
                                         arg)));
    if (x != NULL) {
        STAR_TRY(star_object_sync(be, &x->head, STAR_READ));
        STAR_TRY(star_mem_copy(be->mem, k->chosen, x->word,
                               handle_row_bytes(x->length)));
    }
    *k->best = best.i;
    return STAR_OK;
}

static StarStatus check_items(StarBackend *be, const Knapsack *k) {
    const int64_t *w = k->weight.ints, *v = k->value.ints;
    int64_t sum = 0;
    STAR_TRY(solve_check_value(be, "capacity", -1, k->capacity, 0, INT64_MAX));
    for (int64_t i = 0; i < k->weight.count; i++) {
        STAR_TRY(solve_check_value(be, "weight", i, w[i], 0, INT64_MAX));
        STAR_TRY(
            solve_check_value(be, "value", i, v[i], -INT64_MAX, INT64_MAX));
        if (w[i] <= k->capacity && v[i] > 0 &&
            __builtin_add_overflow(sum, v[i], &sum))
            return star_raise(be->mem->error, MSG_VALUE_SUM());
    }
    return STAR_OK;
}

static StarStatus knapsack(StarBackend *be, void *job) {
    Knapsack *k = job;
    STAR_TRY(check_items(be, k));
    if (k->weight.count == 0) {
        *k->best = 0;
        return STAR_OK;
    }
    if (k->chosen == NULL)
        return find_best(be, k, NULL);
    StarBits *x = star_bits_new(be, STAR_UNSIZED);
    if (x == NULL)
        return STAR_MEMORY;
    StarStatus status = star_bits_size(be, x, k->weight.count);
    if (status == STAR_OK)
        status = find_best(be, k, x);
    star_object_free(be, &x->head);
    return status;
}

/* The numbers, and what is set apart from them and from one another. */
static StarCode check_places(Star *s, const char *function, const Knapsack *k) {
    const int64_t items = k->weight.count;
    const size_t size = sizeof *k->best;
    const void *const at[] = {k->weight.data, k->value.data, k->best};
    for (int i = 0; i < 3; i++)
        HANDLE_TRY(solve_check_numbers(s, function, at[i], 1, i < 2 ? items : 1,
                                       0, size));
    const SolveArea area[] = {
        {k->weight.data, 1, 0, (size_t)items * size},
        {k->value.data, 1, 0, (size_t)items * size},
        {k->best, 1, 0, size},
        {k->chosen, 1, 0, k->chosen != NULL ? handle_row_bytes(items) : 0}};
    for (int i = 2; i < 4; i++)
        for (int j = 0; j < i; j++)
            HANDLE_TRY(solve_apart(s, function, area[i], area[j]));
    return STAR_CODE_OK;
}

StarCode star_solve_knapsack(Star *s, int64_t items, const int64_t *weight,
                             const int64_t *value, int64_t capacity,
                             int64_t *best, void *chosen) {
    HANDLE_BEGIN(s, best != NULL &&
                        (items == 0 || (weight != NULL && value != NULL)));
    Knapsack k = {solve_array(STAR_ELEM_INT, weight, items, -1),
                  solve_array(STAR_ELEM_INT, value, items, -1), capacity, best,
                  items > 0 ? chosen : NULL};
    HANDLE_TRY(check_places(s, __func__, &k));
    return solve_run(s, knapsack, &k);
}
