/* SPDX-License-Identifier: MIT */
/* star.h: the Kleene star. */
#include <math.h>
#include <stdio.h>

#include "cpu/solvers/kleene.h"
#include "solve.h"

_Static_assert((int)STAR_SEMIRING_BOOLEAN == (int)STAR_BOOLEAN &&
                   (int)STAR_SEMIRING_MINPLUS == (int)STAR_MINPLUS,
               "semirings are numbered as rings are");

static const struct Weights {
    StarElement element;
    StarNumber number;
    size_t size;
} types[] = {
    [STAR_WEIGHTS_INT64] = {STAR_ELEM_INT, STAR_NUMBER_INT, sizeof(int64_t)},
    [STAR_WEIGHTS_INT32] = {STAR_ELEM_LONG, STAR_NUMBER_LONG, sizeof(int32_t)},
    [STAR_WEIGHTS_DOUBLE] = {STAR_ELEM_REAL, STAR_NUMBER_REAL, sizeof(double)},
    [STAR_WEIGHTS_FLOAT] = {STAR_ELEM_SINGLE, STAR_NUMBER_SINGLE,
                            sizeof(float)}};

typedef struct Kleene {
    SolveSquare a;
    const struct Weights *type;
    StarRing ring;
} Kleene;

static bool is_real(const Kleene *k) {
    return k->type->number == STAR_NUMBER_REAL ||
           k->type->number == STAR_NUMBER_SINGLE;
}

static double value_of(const Kleene *k, StarCell w) {
    return is_real(k) ? w.r : (double)w.i;
}

static bool is_weight(const Kleene *k, StarCell w) {
    const double v = value_of(k, w);
    if (k->ring == STAR_BOOLEAN)
        return v == 0 || v == 1;
    if (!is_real(k))
        return w.i != STAR_UNDEFINED_INT;
    return !isnan(v) && (k->ring != STAR_MAXPLUS || v != INFINITY) &&
           (k->ring != STAR_MINPLUS || v != -INFINITY);
}

/* True if an arc from a vertex to itself is better than the unit. */
static bool is_loop(const Kleene *k, StarCell w) {
    const double v = value_of(k, w);
    return (k->ring == STAR_MAXPLUS && v > 0) ||
           (k->ring == STAR_MINPLUS && v < 0);
}

/* ---- Plain sums ----
 *
 * What the kernel declines, as the body of the library's procedure does it: the
 * same sums in the same order, each checked. */

typedef struct Exact {
    StarBackend *be;
    const Kleene *k;
    const StarArray *a;
    StarCell none, unit;
    StarCell *w;     /* the star, n rows of n */
    uint32_t *next;  /* [i n + j]: where the path from j to i goes first */
    uint32_t *order; /* the vertices, arcs leading forward */
    int64_t sorted;  /* so many; the others have a circuit before them */
    bool acyclic;    /* there is none of those */
} Exact;

static bool same(const Exact *e, StarCell x, StarCell y) {
    return is_real(e->k) ? x.r == y.r : x.i == y.i;
}

static bool is_better(const Exact *e, StarCell x, StarCell y) {
    const bool more = is_real(e->k) ? x.r > y.r : x.i > y.i;
    return e->k->ring == STAR_MINPLUS ? !more && !same(e, x, y) : more;
}

/* True if the sum of two weights that are not `none` is a weight, and no
 * `none`. */
static bool add(const Exact *e, StarCell x, StarCell y, StarCell *sum) {
    const StarNumber number = e->k->type->number;
    const int64_t most = number == STAR_NUMBER_LONG ? INT32_MAX : INT64_MAX;
    if (!is_real(e->k))
        return !__builtin_add_overflow(x.i, y.i, &sum->i) && sum->i >= -most &&
               sum->i <= most && sum->i != e->none.i;
    sum->r = x.r + y.r;
    if (number == STAR_NUMBER_SINGLE)
        sum->r = (float)sum->r;
    return isfinite(sum->r);
}

static StarCell weight_of(const Exact *e, int64_t i, int64_t j) {
    StarCell w = star_array_get(e->a, i * e->k->a.n + j);
    if (is_real(e->k))
        w.r += 0; /* no -0 */
    return w;
}

static bool is_arc(const Exact *e, int64_t i, int64_t j) {
    return i != j && !same(e, weight_of(e, i, j), e->none);
}

/* The vertices that no arc leads to, then those that only such arcs do. */
static StarStatus sort(Exact *e, uint32_t *before) {
    const int64_t n = e->k->a.n;
    for (int64_t i = 0; i < n; i++) {
        STAR_TRY(star_stopped(e->be->mem));
        before[i] = 0;
        for (int64_t j = 0; j < n; j++)
            before[i] += is_arc(e, i, j);
        if (before[i] == 0)
            e->order[e->sorted++] = (uint32_t)i;
    }
    for (int64_t k = 0; k < e->sorted; k++) {
        STAR_TRY(star_stopped(e->be->mem));
        for (int64_t i = 0; i < n; i++)
            if (is_arc(e, i, e->order[k]) && --before[i] == 0)
                e->order[e->sorted++] = (uint32_t)i;
    }
    return STAR_OK;
}

/* Row i := row i plus w times the row `from`. */
static StarStatus add_row(Exact *e, int64_t i, StarCell w, int64_t from) {
    const int64_t n = e->k->a.n;
    const StarCell *row = e->w + from * n;
    StarCell *to = e->w + i * n, sum;
    STAR_TRY(star_stopped(e->be->mem));
    for (int64_t j = 0; j < n; j++) {
        if (same(e, row[j], e->none) || (!e->acyclic && j == from))
            continue;
        if (!add(e, w, row[j], &sum))
            return star_raise(e->be->mem->error, MSG_WEIGHT_SUMS());
        if (!is_better(e, sum, to[j]))
            continue;
        if (!e->acyclic && i == j)
            return star_kleene_circuit(e->be->mem->error, e->next, n, i, from,
                                       0);
        to[j] = sum;
        if (!e->acyclic)
            e->next[i * n + j] = e->next[from * n + j];
    }
    return STAR_OK;
}

/* Row by row in order, from rows that are complete. */
static StarStatus acyclic(Exact *e) {
    const int64_t n = e->k->a.n;
    for (int64_t k = 0; k < n * n; k++)
        e->w[k] = k % (n + 1) == 0 ? e->unit : e->none;
    for (int64_t k = 0; k < n; k++) {
        const int64_t from = e->order[k];
        star_work_at(e->be->mem, k);
        for (int64_t i = 0; i < n; i++)
            if (is_arc(e, i, from))
                STAR_TRY(add_row(e, i, weight_of(e, i, from), from));
    }
    return STAR_OK;
}

/* Paths through vertices up to k only, for each k in turn. */
static StarStatus cyclic(Exact *e) {
    const int64_t n = e->k->a.n;
    for (int64_t k = 0; k < n * n; k++) {
        e->w[k] = k % (n + 1) == 0 ? e->unit : weight_of(e, k / n, k % n);
        e->next[k] = (uint32_t)(k / n);
    }
    for (int64_t k = 0; k < n; k++) {
        star_work_at(e->be->mem, k);
        for (int64_t i = 0; i < n; i++)
            if (i != k && !same(e, e->w[i * n + k], e->none))
                STAR_TRY(add_row(e, i, e->w[i * n + k], k));
    }
    return STAR_OK;
}

static StarStatus add_plainly(Exact *e, StarArray *a) {
    const int64_t n = e->k->a.n;
    STAR_TRY(sort(e, e->order + n));
    e->acyclic = e->sorted == n;
    star_work(e->be->mem, n);
    STAR_TRY(e->acyclic ? acyclic(e) : cyclic(e));
    for (int64_t k = 0; k < n * n; k++)
        star_array_put(a, k, e->w[k]);
    return STAR_OK;
}

static StarStatus plain(StarBackend *be, const Kleene *k, StarArray *a) {
    const size_t n = (size_t)k->a.n;
    const int64_t far =
        k->type->number == STAR_NUMBER_LONG ? INT32_MAX : INT64_MAX;
    const int sign = k->ring == STAR_MINPLUS ? 1 : -1;
    Exact e = {.be = be, .k = k, .a = a};
    StarStatus status = STAR_MEMORY;
    if (is_real(k))
        e.none.r = sign * INFINITY;
    else
        e.none.i = sign * far;
    e.w = star_mem_alloc_raw(be->mem, n * n, sizeof *e.w);
    e.next = star_mem_alloc_raw(be->mem, n * n, sizeof *e.next);
    e.order = star_mem_alloc_raw(be->mem, 2 * n, sizeof *e.order);
    if (e.w != NULL && e.next != NULL && e.order != NULL)
        status = add_plainly(&e, a);
    star_mem_free(be->mem, e.order, 2 * n, sizeof *e.order);
    star_mem_free(be->mem, e.next, n * n, sizeof *e.next);
    star_mem_free(be->mem, e.w, n * n, sizeof *e.w);
    return status;
}

/* ---- The kernel, and what it declines ---- */

/* Raises that a number is no weight, or that a vertex is a circuit. */
static StarStatus check(StarBackend *be, const Kleene *k, const StarArray *a) {
    const int64_t n = k->a.n;
    StarError *error = be->mem->error;
    for (int64_t i = 0; i < a->count; i++) {
        STAR_TRY(star_stopped(be->mem));
        if (!is_weight(k, star_array_get(a, i)))
            return star_raise(error, MSG_NO_WEIGHT(i / n, i % n));
    }
    for (int64_t i = 0; i < n; i++)
        if (is_loop(k, star_array_get(a, i * n + i))) {
            char path[40];
            snprintf(path, sizeof path, " -> %lld", (long long)i);
            return star_raise(error, MSG_STAR_DIVERGES(i, path));
        }
    return STAR_OK;
}

/* The kernel of the library declines what its body does, and where there is
 * little memory. */
static StarStatus decline(StarBackend *be, const Kleene *k, StarArray *a) {
    const int64_t n = k->a.n;
    const StarNumber number = k->type->number;
    STAR_TRY(check(be, k, a));
    const StarStatus status = star_kleene(be, a->data, n, number, k->ring);
    switch (status) {
    case STAR_DECLINED: return plain(be, k, a);
    case STAR_DIVERGENCE:
        return star_kleene_diverges(be, a->data, n, number, k->ring, 0);
    default: return status;
    }
}

static StarStatus kleene(StarBackend *be, void *job) {
    Kleene *k = job;
    const int64_t n = k->a.n;
    STAR_TRY(solve_copy_in(be, &k->a));
    StarArray a = solve_array(k->type->element, k->a.numbers, n * n, n);
    StarCell arg[] = {{.i = n}, {.array = &a}, {.i = k->ring}};
    StarStatus status = solve_kernel(be, STAR_PRIM_KLEENE, arg);
    if (status == STAR_DECLINED)
        status = decline(be, k, &a);
    return solve_copy_out(be, &k->a, status);
}

StarCode star_solve_kleene(Star *s, StarSemiring ring, StarWeights weights,
                           int64_t n, void *a, size_t stride) {
    HANDLE_BEGIN(s, a != NULL || n == 0);
    if ((unsigned)ring > STAR_SEMIRING_BOOLEAN)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_NO_CHOICE(__func__, "semiring", ring));
    if ((unsigned)weights > STAR_WEIGHTS_FLOAT)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_NO_CHOICE(__func__, "type", weights));
    const struct Weights *type = &types[weights];
    HANDLE_TRY(solve_check_numbers(s, __func__, a, n, n, stride, type->size));
    Kleene k = {.a = {n, a, stride, type->size, NULL},
                .type = type,
                .ring = (StarRing)ring};
    return n > 0 ? solve_run(s, kleene, &k) : STAR_CODE_OK;
}
