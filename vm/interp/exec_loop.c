/* SPDX-License-Identifier: MIT */
/* Has the backend run all iterations of a responder loop but the last, one loop
 * operation after the other. Nothing is done, and the instructions of the loop
 * run, unless all of it is certain to succeed and no two names that the
 * compiler told apart are the same object: so errors, partial results and final
 * values are those of the instructions. */
#include <string.h>

#include "interp/exec.h"
#include "values/table.h"
#include "cpu/simd/parallel.h"

/* ---- Checks that need the values ---- */

/* A loop that shall run as one operation. */
typedef struct LoopRun {
    StarMachine *m;
    const StarPlan *plan;
    const StarCell *R;
    uint64_t *mask; /* bit i - 1: iteration i runs */
    int64_t words;  /* of the mask */
    int64_t last;   /* the greatest number of an iteration */
    int64_t inner;  /* the trip count of an inner loop, or 0 */
    int64_t steps;  /* fuel that the iterations take at most */
} LoopRun;

static const StarObject *object(const LoopRun *r, uint16_t cell) {
    return r->R[cell].object;
}

/* Returns the length of an operand, which is a slice, a word or a vector of a
 * table; -1 if the table has fewer vectors than iterations. */
static int64_t length_of(const LoopRun *r, StarPlanOperand o) {
    if (o.use == STAR_PLAN_WHOLE)
        return r->R[o.cell].bits->length;
    const int64_t trips =
        star_plan_is_private(o.use) && r->inner > 0 ? r->inner : r->last;
    return trips <= star_table_vectors(r->R[o.cell].table,
                                       star_plan_direction(o.use))
               ? star_plan_length(&o, r->R)
               : -1;
}

/* True if iteration i works on bit i of its operands, not on vector i. */
static bool by_component(const StarPlanOp *s) {
    return star_plan_has(s, 'c');
}

/* True if all operands of an expression have one length, *length, and all
 * slices that are indexed have a bit for each iteration. */
static bool fits(const LoopRun *r, const StarPlanOp *s, int64_t *length) {
    *length = -1;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        if (object(r, o->cell)->sizing == STAR_UNSIZED)
            return false;
        int64_t n = length_of(r, *o);
        if (by_component(s) ? n < (r->inner > 0 ? r->inner : r->last)
                            : n <= 0 || (*length >= 0 && n != *length))
            return false;
        *length = n;
    }
    return true;
}

/* True if no partial sum can leave the integers, even if all loop operations
 * add to the same variable. */
static bool sum_fits(const LoopRun *r, const StarPlanOp *s, int64_t length) {
    int64_t trips = r->inner > 0 ? r->inner : 1;
    int64_t most = s->term == STAR_PLAN_CONSTANT ? 1
                   : s->term == STAR_PLAN_ONES   ? length
                   : r->inner > 0                ? r->inner
                                                 : r->last;
    int64_t value = r->R[s->target].i, step = s->factor;
    if (value == STAR_UNDEFINED_INT)
        return false;
    return !__builtin_mul_overflow(step < 0 ? -step : step, most, &most) &&
           !__builtin_mul_overflow(most, r->last, &most) &&
           !__builtin_mul_overflow(most, trips, &most) &&
           !__builtin_mul_overflow(most, r->plan->ops, &most) &&
           !__builtin_add_overflow(value < 0 ? -value : value, most, &most);
}

/* True if the fuel suffices for all iterations of a loop operation that takes
 * `steps` in each. */
static bool steps_fit(LoopRun *r, int64_t steps) {
    int64_t trips = r->inner > 0 ? r->inner : 1, most;
    return !__builtin_mul_overflow(steps, r->last, &most) &&
           !__builtin_mul_overflow(most, trips, &most) &&
           !__builtin_add_overflow(r->steps, most, &r->steps) &&
           r->steps <= r->m->fuel.left;
}

static bool target_fits(LoopRun *r, const StarPlanOp *s, int64_t length) {
    const StarObject *to;
    switch ((StarPlanOpcode)s->op) {
    case STAR_PLAN_FUEL: return steps_fit(r, s->fuel);
    case STAR_PLAN_SUM: return sum_fits(r, s, length);
    case STAR_PLAN_MIN:
    case STAR_PLAN_MAX:
        return r->R[s->target].i != STAR_UNDEFINED_INT && steps_fit(r, s->fuel);
    case STAR_PLAN_STORE:
    case STAR_PLAN_UPDATE:
    case STAR_PLAN_STORE_BIT:
    case STAR_PLAN_SET_BIT:
    case STAR_PLAN_REDUCE:
    case STAR_PLAN_LAST_BITS:
    case STAR_PLAN_CHECK_BITS: break;
    default: return true;
    }
    to = object(r, s->target);
    if (to->sizing == STAR_UNSIZED)
        return s->op == STAR_PLAN_CHECK_BITS;
    if (s->op == STAR_PLAN_STORE_BIT || s->op == STAR_PLAN_SET_BIT)
        return r->R[s->target].bits->length >= r->last;
    if (star_plan_has(s, 'T'))
        return length_of(r, (StarPlanOperand){s->use, s->target}) == length;
    return r->R[s->target].bits->length == length;
}

/* True if a loop operation writes its target, as one or as instructions. */
static bool assigns(const StarPlanOp *s) {
    return star_plan_writes_object(s) || s->op == STAR_PLAN_CHECK_BITS;
}

/* True if another cell of the loop holds the same object. */
static bool has_alias(const LoopRun *r, uint16_t cell, uint16_t set) {
    const StarObject *o = object(r, cell);
    if (set != cell && set != STAR_NO_CELL && object(r, set) == o)
        return true;
    for (int k = 0; k < r->plan->ops; k++) {
        const StarPlanOp *s = &r->plan->op[k];
        if (assigns(s) && s->target != cell && object(r, s->target) == o)
            return true;
        for (int i = 0; i < s->fuse.operands; i++)
            if (s->operand[i].cell != cell &&
                object(r, s->operand[i].cell) == o)
                return true;
    }
    return false;
}

/* A private bit vector without a size takes that of its first value. True if
 * the other values of an iteration have it too. */
static bool sizes_agree(const LoopRun *r, const StarPlanOp *s, int64_t length) {
    if (s->op != STAR_PLAN_CHECK_BITS ||
        object(r, s->target)->sizing != STAR_UNSIZED)
        return true;
    for (const StarPlanOp *p = r->plan->op; p < s; p++) {
        int64_t before;
        if (p->op == STAR_PLAN_CHECK_BITS && p->target == s->target &&
            (!fits(r, p, &before) || before != length))
            return false;
    }
    return true;
}

static bool may_run(LoopRun *r, uint16_t set) {
    if (set != STAR_NO_CELL && has_alias(r, set, set))
        return false;
    int64_t left = 0; /* operations of the inner loop still to come */
    for (int k = 0; k < r->plan->ops; k++, left--) {
        const StarPlanOp *s = &r->plan->op[k];
        int64_t length;
        if (left == 0)
            r->inner = 0;
        if (!fits(r, s, &length) || !target_fits(r, s, length) ||
            !sizes_agree(r, s, length) ||
            (assigns(s) && has_alias(r, s->target, set)))
            return false;
        if (s->op == STAR_PLAN_INNER) {
            left = s->body + 1;
            r->inner = length;
        }
    }
    r->inner = 0;
    return true;
}

/* ---- The iterations ---- */

/* Returns the number, from 1, of the first one of x, which has one. */
static int64_t first_one(const StarBits *x) {
    int64_t w = x->first;
    while (x->word[w] == 0)
        w++;
    return 64 * w + 1 + __builtin_ctzll(x->word[w]);
}

/* Sets r->mask, which the machine owns between loops; false without memory. */
static bool room(LoopRun *r) {
    StarMachine *m = r->m;
    const size_t words = (size_t)r->words;
    if (words > m->mask_words) {
        star_mem_free(&m->mem, m->mask, m->mask_words, sizeof *m->mask);
        m->mask_words = 0;
        m->mask = star_mem_alloc_raw(&m->mem, words, sizeof *m->mask);
        if (m->mask == NULL) {
            m->error = (StarError){.status = STAR_OK};
            return false;
        }
        m->mask_words = words;
    }
    r->mask = m->mask;
    return true;
}

/* Sets the mask to the iterations a..b, from 1. */
static void set_range(LoopRun *r, int64_t a, int64_t b) {
    memset(r->mask, 0, (size_t)r->words * sizeof *r->mask);
    for (int64_t w = (a - 1) / 64; w <= (b - 1) / 64; w++)
        r->mask[w] = ~UINT64_C(0);
    r->mask[(a - 1) / 64] &= ~UINT64_C(0) << (a - 1) % 64;
    r->mask[(b - 1) / 64] &= ~UINT64_C(0) >> (63 - (b - 1) % 64);
}

static StarStatus run_loop(const LoopRun *r, StarCell *R) {
    StarMachine *m = r->m;
    const StarStatus status = m->be.ops.run_loop(&m->be, r->plan, R, r->mask,
                                                 r->words, &m->fuel.left);
    exec_device_check(m);
    return status;
}

/* The greatest number of an iteration, for which the mask takes 1 GiB. */
#define MAX_TRIPS (INT64_C(1) << 33)

static StarStatus run_range(LoopRun *r, StarCell *index, int64_t limit,
                            StarCell *R) {
    int64_t i = index->i, a, b;
    if (i == limit || i < 1 || limit < 1 || i > MAX_TRIPS || limit > MAX_TRIPS)
        return STAR_OK;
    a = i < limit ? i : limit + 1;
    b = i < limit ? limit - 1 : i;
    r->last = i < limit ? limit : i;
    r->words = star_words(r->last);
    if (!may_run(r, STAR_NO_CELL) || !room(r))
        return STAR_OK;
    set_range(r, a, b);
    STAR_TRY(run_loop(r, R));
    index->i = limit;
    return STAR_OK;
}

/* Leaves the last iteration to the instructions of the loop: its number stays
 * in X, or in i for the form that takes the next number at the end of an
 * iteration. There i, the first number, must come before those of X, as the
 * backend runs iterations in the order of their numbers. */
static StarStatus run_set(LoopRun *r, StarCell *index, uint16_t set,
                          StarCell *R) {
    /* Fewer iterations take less time than the checks. */
    enum { MIN_TRIPS = 4 };
    StarBits *x = R[set].bits;
    int64_t i = r->plan->space == STAR_SPACE_INDEX_ONES ? index->i : 0;
    if (x->head.sizing == STAR_UNSIZED ||
        r->m->be.isa->count(x->word + x->first,
                            star_words(x->length) - x->first) < MIN_TRIPS)
        return STAR_OK;
    const int64_t final = r->last =
        star_plan_last(x->word, star_words(x->length));
    if (i < 0 || i >= first_one(x))
        return STAR_OK;
    r->words = star_words(r->last);
    if (!may_run(r, set) || !room(r))
        return STAR_OK;
    memset(r->mask, 0, (size_t)r->words * sizeof *r->mask);
    memcpy(r->mask, x->word, (size_t)star_words(final) * sizeof *r->mask);
    r->mask[(final - 1) / 64] ^= UINT64_C(1) << (final - 1) % 64;
    if (i > 0)
        r->mask[(i - 1) / 64] |= UINT64_C(1) << (i - 1) % 64;
    STAR_TRY(run_loop(r, R));
    memset(x->word, 0, (size_t)star_words(x->length) * sizeof *x->word);
    x->first = 0;
    if (r->plan->space == STAR_SPACE_INDEX_ONES)
        index->i = final;
    else
        x->word[(final - 1) / 64] = UINT64_C(1) << (final - 1) % 64;
    return STAR_OK;
}

/* ---- Row updates of all k ---- */

/* An order that runs: X := col(T, k), w := row(T, k), row(T, i) |= w for all
 * ones i of X; or with rows and columns exchanged. */
typedef struct Order {
    StarMachine *m;
    StarCell *R;
    const StarPlanOp *x, *w;
    StarTable *t;
    int dir; /* of the vectors that are updated */
} Order;

/* As the statement does it. */
static StarStatus read_vector(const Order *o, const StarPlanOp *s, int64_t k) {
    StarCell arg[] = {o->R[s->target], {.i = k}, {.table = o->t}};
    return exec_run_prim(o->m,
                         s->operand->use == STAR_PLAN_ROW ? STAR_PRIM_ROW
                                                          : STAR_PRIM_COL,
                         arg);
}

/* Sets *k to the last iteration after `first` that has ones, or to `first`.
 * Updates by `or` make no other column one that has them. X and w get their
 * sizes, and values that their statements replace. */
static StarStatus find_last(const Order *o, int64_t first, int64_t *k) {
    StarCell some[] = {{.i = 0}, o->R[o->x->target]};
    for (; *k > first; --*k) {
        STAR_TRY(read_vector(o, o->x, *k));
        STAR_TRY(exec_run_prim(o->m, STAR_PRIM_SOME, some));
        if (some[0].i == 1)
            return read_vector(o, o->w, *k);
    }
    return STAR_OK;
}

static bool order_fits(const Order *o, const StarPlan *plan) {
    StarPlan rest = *plan;
    rest.op += 2;
    rest.ops -= 2;
    LoopRun r = {.m = o->m, .plan = &rest, .R = o->R, .last = 1};
    return may_run(&r, o->x->target) &&
           !has_alias(&r, o->w->target, o->x->target);
}

/* True if the updates from `first` to `last` are those of all vertices. */
static bool is_closure(const Order *o, int64_t first, int64_t last) {
    /* With fewer vertices the updates take no longer than the closure. */
    enum { MIN_VERTICES = 512 };
    return o->m->program->natives && first == 1 && last == o->t->rows &&
           last == o->t->cols && last >= MIN_VERTICES;
}

/* Row updates first..last-1, each in one pass over the table. */
static StarStatus update_all(const Order *o, int64_t first, int64_t last) {
    StarBackend *be = &o->m->be;
    StarBits *w = o->R[o->w->target].bits;
    const StarImage *image = &o->t->image[o->dir];
    const int64_t n = star_words(w->length);
    STAR_TRY(star_table_own(be, o->t, o->dir));
    w->first = 0;
    for (int64_t k = first - 1; k < last - 1; k++) {
        STAR_TRY(star_stopped(&o->m->mem));
        be->isa->copy(w->word, image->word + k * image->stride, n);
        star_parallel_row_update(be, image->word, image->stride,
                                 star_table_vectors(o->t, o->dir), k / 64,
                                 (int)(k % 64), w->word, n);
    }
    return STAR_OK;
}

/* The iteration that is left is the last one that has ones: those behind it do
 * nothing but assign X and w, and that one gives all variables their values. */
static StarStatus run_order(const Order *o, const StarPlan *plan,
                            StarCell *index, int64_t limit) {
    const int64_t first = index->i;
    int64_t last = limit;
    if (first < 1)
        return STAR_DECLINED;
    STAR_TRY(find_last(o, first, &last));
    if (last <= first || !order_fits(o, plan))
        return STAR_OK;
    if (is_closure(o, first, limit)) {
        StarCell all[] = {{.i = limit}, {.table = o->t}};
        const StarStatus status =
            exec_run_prim(o->m, STAR_PRIM_CLOSURE, all);
        star_work(&o->m->mem, 0);
        if (status == STAR_OK)
            index->i = last;
        return status;
    }
    if (o->m->be.resident > 0)
        return STAR_OK;
    STAR_TRY(update_all(o, first, last));
    index->i = last;
    return STAR_OK;
}

/* What fails is done by the statements, which fail where they must; unless a
 * required device failed. */
static StarStatus try_order(StarMachine *m, const StarPlan *plan,
                            const StarInstr *at, StarCell *R) {
    const Order o = {.m = m,
                     .R = R,
                     .x = plan->op,
                     .w = plan->op + 1,
                     .t = R[plan->op->operand->cell].table,
                     .dir = star_plan_direction(plan->op[1].operand->use)};
    m->at = at;
    const StarStatus status = run_order(&o, plan, &R[at->a], R[at->c].i);
    if (status == STAR_OK || status == STAR_DEVICE)
        return status;
    m->error = (StarError){.status = STAR_OK};
    return STAR_OK;
}

static StarStatus run(StarMachine *m, const StarPlan *plan,
                      const StarInstr *at, StarCell *R) {
    LoopRun r = {.m = m, .plan = plan, .R = R};
    StarCell *index = &R[at->a];
    if (star_plan_is_pairs(plan->space))
        return exec_pairs(m, plan, at, R);
    if (plan->space == STAR_SPACE_ORDER)
        return try_order(m, plan, at, R);
    if (plan->space == STAR_SPACE_RANGE)
        return run_range(&r, index, R[at->c].i, R);
    if (m->be.resident > 0)
        STAR_TRY(star_object_sync(&m->be, R[at->c].object, STAR_CHANGE));
    return run_set(&r, index, at->c, R);
}

StarStatus exec_loop(StarMachine *m, const StarPlan *plan, const StarInstr *at,
                     StarCell *R) {
    if (m->debug.unoptimised)
        return STAR_OK;
    const StarStatus status = run(m, plan, at, R);
    return status == STAR_DECLINED ? STAR_OK : status;
}
