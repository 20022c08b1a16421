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
    const StarLoop *loop;
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
static int64_t length_of(const LoopRun *r, StarLoopOperand o) {
    if (o.use == STAR_LOOP_WHOLE)
        return r->R[o.cell].bits->length;
    const int64_t trips =
        star_loop_is_private(o.use) && r->inner > 0 ? r->inner : r->last;
    return trips <= star_table_vectors(r->R[o.cell].table,
                                       star_loop_direction(o.use))
               ? star_loop_length(&o, r->R)
               : -1;
}

/* True if iteration i works on bit i of its operands, not on vector i. */
static bool by_component(const StarLoopOp *s) {
    return s->op == STAR_LOOP_STORE_BIT || s->op == STAR_LOOP_IF;
}

/* True if all operands of an expression have one length, *length, and all
 * slices that are indexed have a bit for each iteration. */
static bool fits(const LoopRun *r, const StarLoopOp *s, int64_t *length) {
    *length = -1;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarLoopOperand *o = &s->operand[k];
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
static bool sum_fits(const LoopRun *r, const StarLoopOp *s, int64_t length) {
    int64_t trips = r->inner > 0 ? r->inner : 1;
    int64_t most = s->term == STAR_LOOP_CONSTANT ? 1
                   : s->term == STAR_LOOP_ONES   ? length
                   : r->inner > 0                ? r->inner
                                                 : r->last;
    int64_t value = r->R[s->target].i, step = s->value;
    if (value == STAR_UNDEFINED_INT)
        return false;
    return !__builtin_mul_overflow(step < 0 ? -step : step, most, &most) &&
           !__builtin_mul_overflow(most, r->last, &most) &&
           !__builtin_mul_overflow(most, trips, &most) &&
           !__builtin_mul_overflow(most, r->loop->ops, &most) &&
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

static bool target_fits(LoopRun *r, const StarLoopOp *s, int64_t length) {
    const StarObject *to;
    if (s->op == STAR_LOOP_FUEL)
        return steps_fit(r, s->value);
    if (s->op > STAR_LOOP_CHECK || s->op == STAR_LOOP_INNER ||
        s->op == STAR_LOOP_LAST_VALUE || s->target == STAR_NO_CELL)
        return true;
    if (s->op == STAR_LOOP_SUM)
        return sum_fits(r, s, length);
    if (star_loop_is_extreme(s))
        return r->R[s->target].i != STAR_UNDEFINED_INT &&
               steps_fit(r, s->charge);
    to = object(r, s->target);
    if (to->sizing == STAR_UNSIZED)
        return s->op == STAR_LOOP_CHECK;
    if (s->op == STAR_LOOP_STORE_BIT)
        return r->R[s->target].bits->length >= r->last;
    if (s->op == STAR_LOOP_STORE)
        return length_of(r, (StarLoopOperand){s->use, s->target}) == length;
    return r->R[s->target].bits->length == length;
}

/* True if a loop operation writes its target, as one or as instructions. */
static bool assigns(const StarLoopOp *s) {
    return star_loop_writes_object(s) ||
           (s->op == STAR_LOOP_CHECK && s->target != STAR_NO_CELL);
}

/* True if another cell of the loop holds the same object. */
static bool has_alias(const LoopRun *r, uint16_t cell, uint16_t set) {
    const StarObject *o = object(r, cell);
    if (set != cell && set != STAR_NO_CELL && object(r, set) == o)
        return true;
    for (int k = 0; k < r->loop->ops; k++) {
        const StarLoopOp *s = &r->loop->op[k];
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
static bool sizes_agree(const LoopRun *r, const StarLoopOp *s, int64_t length) {
    if (s->op != STAR_LOOP_CHECK || s->target == STAR_NO_CELL ||
        object(r, s->target)->sizing != STAR_UNSIZED)
        return true;
    for (const StarLoopOp *p = r->loop->op; p < s; p++) {
        int64_t before;
        if (p->op == STAR_LOOP_CHECK && p->target == s->target &&
            (!fits(r, p, &before) || before != length))
            return false;
    }
    return true;
}

static bool may_run(LoopRun *r, uint16_t set) {
    if (set != STAR_NO_CELL && has_alias(r, set, set))
        return false;
    int64_t left = 0; /* operations of the inner loop still to come */
    for (int k = 0; k < r->loop->ops; k++, left--) {
        const StarLoopOp *s = &r->loop->op[k];
        int64_t length;
        if (left == 0)
            r->inner = 0;
        if (!fits(r, s, &length) || !target_fits(r, s, length) ||
            !sizes_agree(r, s, length) ||
            (assigns(s) && has_alias(r, s->target, set)))
            return false;
        if (s->op == STAR_LOOP_INNER) {
            left = s->value + 1;
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
    const StarStatus status = m->be.ops.run_loop(&m->be, r->loop, R, r->mask,
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
    int64_t i = r->loop->form == STAR_LOOP_WHILE_INDEX ? index->i : 0;
    if (x->head.sizing == STAR_UNSIZED ||
        r->m->be.isa->count(x->word + x->first,
                            star_words(x->length) - x->first) < MIN_TRIPS)
        return STAR_OK;
    const int64_t final = r->last =
        star_loop_last(x->word, star_words(x->length));
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
    if (r->loop->form == STAR_LOOP_WHILE_INDEX)
        index->i = final;
    else
        x->word[(final - 1) / 64] = UINT64_C(1) << (final - 1) % 64;
    return STAR_OK;
}

StarStatus exec_LOOP(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarStatus status;
    if (m->debug.unoptimised)
        return STAR_OK;
    if (star_loop_is_pairs(m->program->loop[at->a].form)) {
        status = exec_pair_loop(m, at, R);
        return status == STAR_DECLINED ? STAR_OK : status;
    }
    if (m->be.resident > 0 && m->program->loop[at->a].form != STAR_LOOP_FOR)
        STAR_TRY(star_object_sync(&m->be, R[at->c].object, STAR_CHANGE));
    LoopRun r = {.m = m, .loop = &m->program->loop[at->a], .R = R};
    StarCell *index = &R[at->b];
    status = r.loop->form == STAR_LOOP_FOR ? run_range(&r, index, R[at->c].i, R)
                                           : run_set(&r, index, at->c, R);
    return status == STAR_DECLINED ? STAR_OK : status;
}

/* ---- Sweeps ---- */

/* Returns the end of the for statement whose body is the sweep alone, to which
 * the loop that is swept leaves; else NULL. */
static const StarInstr *only_sweep(const StarInstr *at) {
    const StarInstr *condition = at + (int16_t)at->c - 1;
    const StarInstr *end = condition + 1 + (int16_t)condition->c;
    if (condition->op != STAR_OP_JZERO && condition->op != STAR_OP_JLEK)
        return NULL;
    return end->op == STAR_OP_FORUP && end->a == at->b &&
                   end + 1 + (int16_t)end->c == at
               ? end
               : NULL;
}

/* WARSHALL as it is printed: the sweeps of all k from 1 to n by `or` are the
 * closure of T. If its kernel takes it, the last sweep is left, which then
 * changes nothing but gives all variables their values, as it has an iteration.
 * If the kernel fails, the sweeps run as if it had not been called, unless a
 * required device failed. X is about to be assigned. */
static StarStatus close_all(StarMachine *m, const StarInstr *at, StarCell *R,
                            int dir) {
    /* With fewer vertices the sweeps take no longer than the closure. */
    enum { MIN_VERTICES = 512 };
    const StarInstr *end = only_sweep(at);
    const StarPrim across = dir == STAR_ROWS ? STAR_PRIM_COL : STAR_PRIM_ROW;
    StarTable *t = R[at[1].c].table;
    const int64_t n = t->rows;
    StarCell last[] = {R[at[1].a], {.i = n}, {.table = t}};
    StarCell some[] = {{.i = 0}, R[at[1].a]}, all[] = {{.i = n}, {.table = t}};
    if (!m->program->natives || end == NULL || n < MIN_VERTICES ||
        n != t->cols || R[at->b].i != 1 || R[end->b].i != n ||
        last[0].bits->length != n)
        return STAR_OK;
    m->at = at;
    StarStatus status = exec_run_prim(m, across, last);
    if (status == STAR_OK)
        status = exec_run_prim(m, STAR_PRIM_SOME, some);
    if (status == STAR_OK && some[0].i == 1)
        status = exec_run_prim(m, STAR_PRIM_CLOSURE, all);
    star_work(&m->mem, 0);
    if (status == STAR_DEVICE)
        return status;
    if (status == STAR_OK && some[0].i == 1)
        R[at->b].i = n;
    m->error = (StarError){.status = STAR_OK};
    return STAR_OK;
}

/* Nothing is done, and the statements run one by one, unless X, w and T have
 * the sizes that X := COL(k, T), w := ROW(k, T) need, the rows are the valid
 * image, and there is an iteration. */
StarStatus exec_sweep(StarMachine *m, const StarInstr *at, StarCell *R,
                      bool *done) {
    const StarInstr *args = at + 1;
    const StarLoop *loop = &m->program->loop[at->a];
    const StarLoopOp *set = loop->op;
    StarBits *x = R[args->a].bits, *w = R[args->b].bits;
    StarTable *t = R[args->c].table;
    LoopRun r = {.m = m, .loop = loop, .R = R};
    *done = false;
    if (m->debug.unoptimised)
        return STAR_OK;
    while (set->op != STAR_LOOP_STORE)
        set++;
    int dir = star_loop_direction(set->use);
    if (set->fuse.code[2] == STAR_FUSE_OR)
        STAR_TRY(close_all(m, at, R, dir));
    if (m->be.resident > 0)
        return STAR_OK;
    int64_t k = R[at->b].i - 1;
    const StarImage *image = &t->image[dir];
    r.last = star_table_vectors(t, dir);
    if (!image->valid || t->image[!dir].valid || x->length != r.last ||
        x->length == 0 || w->length != star_table_length(t, dir) ||
        w->length == 0 || k < 0 || k >= r.last || k >= w->length ||
        !may_run(&r, args->a))
        return STAR_OK;
    int64_t n = star_words(w->length);
    w->first = 0;
    m->be.isa->copy(w->word, image->word + k * image->stride, n);
    int64_t last = star_parallel_row_update(&m->be, image->word, image->stride,
                                            r.last, k / 64, (int)(k % 64),
                                            w->word, n, set->fuse.code[2]);
    if (last < 0)
        return STAR_OK;
    memset(x->word, 0, (size_t)star_words(x->length) * sizeof *x->word);
    x->first = 0;
    if (loop->form == STAR_LOOP_WHILE_INDEX) /* its LOOP instruction knows i */
        R[at[(int16_t)at->c].b].i = last + 1;
    else
        x->word[last / 64] = UINT64_C(1) << last % 64;
    *done = true;
    return STAR_OK;
}
