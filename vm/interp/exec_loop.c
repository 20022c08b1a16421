/* SPDX-License-Identifier: MIT */
/* Has the backend run all iterations of a responder loop but the last, one loop
 * operation after the other. Nothing is done, and the instructions of the loop
 * run, unless all of it is certain to succeed and no two names that the
 * compiler told apart are the same object: so errors, partial results and final
 * values are those of the instructions. */
#include <string.h>

#include "interp/exec.h"
#include "plan/cost.h"
#include "plan/plan_check.h"
#include "values/table.h"
#include "cpu/simd/parallel.h"

/* A loop that shall run as one operation. */
typedef struct LoopRun {
    StarMachine *m;
    const StarPlan *plan;
    const StarCell *R;
    uint64_t *mask; /* bit i - 1: iteration i runs */
    int64_t words;  /* of the mask */
    int64_t last;   /* the greatest number of an iteration */
} LoopRun;

static bool may_run(const LoopRun *r, uint16_t set) {
    const StarPlanTrips trips = {
        .last = r->last, .set = set, .fuel = r->m->fuel.left};
    return star_plan_may_run(r->plan, r->R, &trips);
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
    m->mask = star_mem_room(&m->mem, m->mask, &m->mask_words, (size_t)r->words,
                            sizeof *m->mask);
    r->mask = m->mask;
    if (m->mask_words >= (size_t)r->words)
        return true;
    m->error = (StarError){.status = STAR_OK};
    return false;
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
    StarBits *x = R[set].bits;
    int64_t i = r->plan->space == STAR_SPACE_INDEX_ONES ? index->i : 0;
    if (x->head.sizing == STAR_UNSIZED ||
        r->m->be.isa->count(x->word + x->first,
                            star_words(x->length) - x->first) < STAR_COST_TRIPS)
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
    return exec_run_prim(
        o->m, s->operand->use == STAR_PLAN_ROW ? STAR_PRIM_ROW : STAR_PRIM_COL,
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
    const StarPlanTrips trips = {.last = 1, .set = STAR_NO_CELL};
    const int64_t first = index->i;
    int64_t last = limit;
    if (first < 1)
        return STAR_DECLINED;
    STAR_TRY(find_last(o, first, &last));
    if (last <= first || !star_plan_may_run(plan, o->R, &trips))
        return STAR_OK;
    if (is_closure(o, first, limit)) {
        StarCell all[] = {{.i = limit}, {.table = o->t}};
        const StarStatus status = exec_run_prim(o->m, STAR_PRIM_CLOSURE, all);
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

static StarStatus run(StarMachine *m, const StarPlan *plan, const StarInstr *at,
                      StarCell *R) {
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
