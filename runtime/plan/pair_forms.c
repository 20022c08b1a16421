/* SPDX-License-Identifier: MIT */
#include "plan/pair_forms.h"

#include <string.h>

/* Rows that a column's numbers are worth being made for: with fewer, the ones
 * of a column are counted with those that it shares with a row of ones. */
enum { MIN_ROWS = 16 };

/* Rows of a panel of a narrow band, beside its width. */
enum { MIN_BAND = 256 };

/* Pairs whose bits are kept at a time: 32 MB. */
#define PANEL (INT64_C(1) << 28)

typedef struct Job {
    const StarPairHooks *hook;
    const StarPlan *plan;
    const StarCell *R;
    StarPairArea area; /* a panel of the whole */
    StarPairSide x[STAR_PAIR_PRODUCTS], y[STAR_PAIR_PRODUCTS];
    uint64_t *bits; /* those that pass so far; NULL: all do */
    int64_t bits_stride;
} Job;

int64_t star_pair_length(const StarPlanOp *side, const StarCell *R) {
    return side->fuse.operands > 0 ? star_plan_length(side->operand, R) : 0;
}

bool star_pair_factor(const StarPlanOp *term, const StarCell *R,
                      int64_t *factor) {
    const int64_t by = term->scalar != STAR_NO_CELL ? R[term->scalar].i : 1;
    return !__builtin_mul_overflow(term->factor, by, factor);
}

/* ---- One form ---- */

static StarStatus need(Job *j, StarPairSide *side, const StarPlanOp *s,
                       StarPairRange range) {
    if (side->word != NULL || s->fuse.length == 0)
        return STAR_OK;
    return j->hook->side(j->hook->context, s, range, side);
}

/* Adds a sum of one side to the numbers of its rows or columns. */
static StarStatus add_ones(Job *j, const StarPairSide *side,
                           StarPairRange range, int64_t factor,
                           const int64_t **numbers) {
    void *context = j->hook->context;
    if (*numbers == NULL) {
        int64_t *fresh;
        STAR_TRY(j->hook->zeros(context, range.to, &fresh));
        *numbers = fresh;
    }
    return j->hook->ones(context, side, range, factor, (int64_t *)*numbers);
}

static StarStatus add_sum(Job *j, StarPairs *p, int k, int64_t factor) {
    const StarPlanOp *s = &j->plan->op[2 * k];
    const bool few = j->area.rows.to - j->area.rows.from < MIN_ROWS;
    StarPairSide x, *y = &j->y[k];
    if (factor == 0)
        return STAR_OK;
    STAR_TRY(need(j, &j->x[k], s, j->area.rows));
    STAR_TRY(need(j, y, s + 1, j->area.columns));
    x = j->x[k];
    if (s[1].fuse.length == 0)
        return add_ones(j, &x, j->area.rows, factor, &p->row);
    if (s->fuse.length == 0 && !few)
        return add_ones(j, y, j->area.columns, factor, &p->column);
    if (s->fuse.length == 0)
        STAR_TRY(
            j->hook->all(j->hook->context, star_pair_length(s + 1, j->R), &x));
    p->product[p->products++] = (StarPairProduct){x.word,    y->word,  x.stride,
                                                  y->stride, y->words, factor};
    return STAR_OK;
}

/* Makes the form of the terms from operation `at` up to `use`. */
static StarStatus make_form(Job *j, int at, int use, StarPairs *p) {
    int64_t factor[STAR_PAIR_PRODUCTS] = {0};
    *p = (StarPairs){.rows = j->area.rows,
                     .columns = j->area.columns,
                     .low = j->area.low,
                     .high = j->area.high,
                     .mask = j->bits,
                     .mask_stride = j->bits_stride};
    for (; at < use; at++) {
        const StarPlanOp *t = &j->plan->op[at];
        int64_t by = 0;
        (void)star_pair_factor(t, j->R, &by);
        if (t->sum == STAR_NO_SUM)
            p->constant += by;
        else
            factor[t->sum] += by;
    }
    for (int k = 0; k < j->plan->sums; k++)
        STAR_TRY(add_sum(j, p, k, factor[k]));
    return STAR_OK;
}

static StarStatus product(Job *j, const StarPairs *p, StarPairsFound *found) {
    return j->hook->product(j->hook->context, p, found);
}

/* ---- All forms ---- */

/* Narrows the pairs that pass; *count, unless it is NULL, becomes theirs. The
 * bits of one condition that is only counted are not kept. */
static StarStatus condition(Job *j, StarPairs *p, int relation, bool keep,
                            int64_t *count) {
    const int64_t width = j->area.columns.to - j->area.columns.from;
    StarPairsFound found = {0, 0};
    p->relation = (StarPairRelation)relation;
    if (keep && j->bits == NULL) {
        int64_t *room;
        j->bits_stride = star_words(width);
        STAR_TRY(j->hook->zeros(
            j->hook->context,
            (j->area.rows.to - j->area.rows.from) * j->bits_stride, &room));
        j->bits = (uint64_t *)room;
    }
    p->bits = j->bits;
    p->bits_stride = j->bits_stride;
    STAR_TRY(product(j, p, count != NULL ? &found : NULL));
    if (count != NULL)
        *count = found.count;
    return STAR_OK;
}

static StarStatus add(Job *j, StarPairs *p, int64_t count, int64_t *total) {
    StarPairsFound found = {0, 0};
    p->relation = STAR_PAIR_ANY;
    if (count >= 0 && p->products == 0 && p->row == NULL && p->column == NULL) {
        *total += p->constant * count;
        return STAR_OK;
    }
    STAR_TRY(product(j, p, &found));
    *total += found.sum;
    return STAR_OK;
}

/* True if an ADD after `from` has a form with sums. */
static bool adds_sums(const StarPlan *plan, int from) {
    bool sums = false;
    for (; from < plan->ops; from++)
        sums |= plan->op[from].op == STAR_PLAN_PAIR_TERM &&
                plan->op[from].sum != STAR_NO_SUM;
    return sums;
}

/* The operation that uses the form whose terms begin at `at`. */
static int use_of(const StarPlan *plan, int at) {
    while (at < plan->ops && plan->op[at].op == STAR_PLAN_PAIR_TERM)
        at++;
    return at;
}

static StarStatus panel(Job *j) {
    const StarPlan *plan = j->plan;
    int conditions = 0, adds = 0;
    int64_t count = -1;
    for (int k = 0; k < plan->ops; k++)
        conditions += star_plan_is_condition(&plan->op[k]);
    for (int at = star_plan_forms(plan), use = use_of(plan, at);
         use < plan->ops && (star_plan_is_condition(&plan->op[use]) ||
                             plan->op[use].op == STAR_PLAN_PAIR_ADD);
         at = use + 1, use = use_of(plan, at)) {
        StarPairs p;
        STAR_TRY(make_form(j, at, use, &p));
        const StarPlanOp *s = &plan->op[use];
        if (star_plan_is_condition(s)) {
            const bool last = --conditions == 0;
            STAR_TRY(
                condition(j, &p, s->relation,
                          j->area.bits != NULL || !last || adds_sums(plan, use),
                          last && j->area.total ? &count : NULL));
        } else {
            STAR_TRY(add(j, &p, count, &j->area.total[adds++]));
        }
    }
    if (j->area.bits == NULL)
        return STAR_OK;
    return j->hook->fetch(j->hook->context, j->area.bits, j->bits,
                          (j->area.rows.to - j->area.rows.from) *
                              j->bits_stride);
}

/* Leaves out columns that no row of a panel has in the band; false if none is
 * left. */
static bool narrow(StarPairArea *a) {
    if (a->low != INT64_MIN && a->rows.from + a->low > a->columns.from)
        a->columns.from = a->rows.from + a->low;
    if (a->high != INT64_MAX && a->rows.to + a->high < a->columns.to)
        a->columns.to = a->rows.to + a->high;
    return a->columns.from < a->columns.to;
}

StarStatus star_pair_forms(const StarPairHooks *hook, const StarPlan *plan,
                           const StarCell *R, const StarPairArea *area) {
    const int64_t width = area->columns.to - area->columns.from;
    const bool band = area->low != INT64_MIN && area->high != INT64_MAX;
    int64_t rows = area->bits != NULL ? area->rows.to - area->rows.from
                   : width < PANEL    ? PANEL / width
                                      : 1;
    if (area->bits == NULL && band && rows > area->high - area->low + MIN_BAND)
        rows = area->high - area->low + MIN_BAND;
    for (int k = 0; k < STAR_PAIR_TOTALS && area->total != NULL; k++)
        area->total[k] = 0;
    for (int64_t at = area->rows.from; at < area->rows.to; at += rows) {
        Job j = {.hook = hook, .plan = plan, .R = R, .area = *area};
        j.area.rows.from = at;
        if (j.area.rows.to - at > rows)
            j.area.rows.to = at + rows;
        if (area->bits == NULL && !narrow(&j.area))
            continue;
        const StarStatus status = panel(&j);
        hook->release(hook->context);
        STAR_TRY(status);
    }
    return STAR_OK;
}
