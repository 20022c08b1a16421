/* SPDX-License-Identifier: MIT */
#include "plan/plan_check.h"

#include "plan/pair_forms.h"

typedef struct Check {
    const StarPlan *plan;
    const StarCell *R;
    const StarPlanTrips *trips;
    int64_t own;   /* the greatest number of an iteration here, */
    int64_t outer; /* and in the loop around this one; 0: there is none */
    int64_t fuel;  /* that the iterations take at most */
    int64_t form;  /* the most that the form so far can be, */
    int64_t total; /* and all forms that were added so far */
} Check;

static const StarObject *object(const Check *c, uint16_t cell) {
    return c->R[cell].object;
}

/* ---- Sizes ---- */

/* Returns the length of an operand, which is a slice, a word or a vector of a
 * table; -1 if the table has fewer vectors than iterations. */
static int64_t length_of(const Check *c, StarPlanOperand o) {
    if (o.use == STAR_PLAN_WHOLE)
        return c->R[o.cell].bits->length;
    const int64_t trips = star_plan_is_private(o.use) ? c->own : c->outer;
    return trips <= star_table_vectors(c->R[o.cell].table,
                                       star_plan_direction(o.use))
               ? star_plan_length(&o, c->R)
               : -1;
}

/* True if all operands of an expression have one length, *length, and all
 * slices that are indexed have a bit for each iteration. */
static bool fits(const Check *c, const StarPlanOp *s, int64_t *length) {
    const bool components = star_plan_has(s, 'c');
    *length = -1;
    for (int k = 0; k < s->fuse.operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        if (object(c, o->cell)->sizing == STAR_UNSIZED)
            return false;
        const int64_t n = length_of(c, *o);
        if (components ? n < c->own : n <= 0 || (*length >= 0 && n != *length))
            return false;
        *length = n;
    }
    return c->trips->area == NULL || *length <= INT32_MAX;
}

/* A private bit vector without a size takes that of its first value. True if
 * the other values of an iteration have it too. */
static bool sizes_agree(const Check *c, const StarPlanOp *s, int64_t length) {
    for (const StarPlanOp *p = c->plan->op; p < s; p++) {
        int64_t before;
        if (p->op != STAR_PLAN_CHECK_BITS || p->target != s->target)
            continue;
        (void)fits(c, p, &before); /* it does */
        if (before != length)
            return false;
    }
    return true;
}

static bool takes(const Check *c, const StarPlanOp *s, int64_t length) {
    const StarObject *to = object(c, s->target);
    if (to->sizing == STAR_UNSIZED)
        return s->op == STAR_PLAN_CHECK_BITS && sizes_agree(c, s, length);
    if (s->op == STAR_PLAN_STORE_BIT || s->op == STAR_PLAN_SET_BIT)
        return c->R[s->target].bits->length >= c->own;
    return length == (star_plan_has(s, 'T')
                          ? length_of(c, (StarPlanOperand){s->use, s->target})
                          : c->R[s->target].bits->length);
}

/* ---- Aliases ---- */

/* True if an operation writes its target, as one or as instructions. */
static bool assigns(const StarPlanOp *s) {
    return star_plan_writes_object(s) || s->op == STAR_PLAN_CHECK_BITS ||
           s->op == STAR_PLAN_PAIR_WRITES;
}

/* True if another cell of the plan holds the same object; or, of pairs, if an
 * operation reads it at all. */
static bool has_alias(const Check *c, uint16_t cell) {
    const StarObject *o = object(c, cell);
    for (int k = 0; k < c->plan->ops; k++) {
        const StarPlanOp *s = &c->plan->op[k];
        if (assigns(s) && s->target != cell && object(c, s->target) == o)
            return true;
        for (int i = 0; i < s->fuse.operands; i++)
            if ((s->operand[i].cell != cell || c->trips->area != NULL) &&
                object(c, s->operand[i].cell) == o)
                return true;
    }
    return false;
}

/* ---- Fuel, sums of loops ---- */

/* True if the fuel suffices for all iterations of an operation that takes so
 * much in each. */
static bool fuel_fits(Check *c, int64_t fuel) {
    const int64_t around = c->outer > 0 ? c->outer : 1;
    int64_t most;
    return !__builtin_mul_overflow(fuel, c->own, &most) &&
           !__builtin_mul_overflow(most, around, &most) &&
           !__builtin_add_overflow(c->fuel, most, &c->fuel) &&
           c->fuel <= c->trips->fuel;
}

/* True if no partial sum can leave the integers, even if all operations add to
 * the same variable. */
static bool sum_fits(const Check *c, const StarPlanOp *s, int64_t length) {
    const int64_t around = c->outer > 0 ? c->outer : 1, by = s->factor,
                  value = c->R[s->target].i;
    int64_t most = s->term == STAR_PLAN_CONSTANT ? 1
                   : s->term == STAR_PLAN_ONES   ? length
                                                 : c->own;
    return value != STAR_UNDEFINED_INT &&
           !__builtin_mul_overflow(by < 0 ? -by : by, most, &most) &&
           !__builtin_mul_overflow(most, c->own, &most) &&
           !__builtin_mul_overflow(most, around, &most) &&
           !__builtin_mul_overflow(most, c->plan->ops, &most) &&
           !__builtin_add_overflow(value < 0 ? -value : value, most, &most);
}

/* ---- Forms of pairs ---- */

/* True if the vectors of both sides of a sum, of which those of x have length
 * a, have one length. */
static bool sides_fit(const Check *c, const StarPlanOp *x, int64_t a) {
    int64_t b;
    return fits(c, x + 1, &b) && (a < 0 || b < 0 || a == b);
}

/* Adds the most that a term can be to the form, and the same for all partial
 * results, with and without the variable; false if it leaves the integers. */
static bool term_fits(Check *c, const StarPlanOp *t) {
    int64_t factor, length = 1, plain, *most = &c->form;
    if (t->scalar != STAR_NO_CELL && c->R[t->scalar].i == STAR_UNDEFINED_INT)
        return false;
    if (t->sum != STAR_NO_SUM) {
        const StarPlanOp *x = &c->plan->op[2 * t->sum];
        const int64_t a = star_pair_length(x, c->R),
                      b = star_pair_length(x + 1, c->R);
        length = a > b ? a : b;
    }
    return star_pair_factor(t, c->R, &factor) && factor != INT64_MIN &&
           t->factor != INT64_MIN &&
           !__builtin_mul_overflow(factor < 0 ? -factor : factor, length,
                                   &factor) &&
           !__builtin_mul_overflow(t->factor < 0 ? -t->factor : t->factor,
                                   length, &plain) &&
           !__builtin_add_overflow(*most, factor, most) &&
           !__builtin_add_overflow(*most, plain, most) &&
           !__builtin_add_overflow(*most, length, most) &&
           *most < INT64_MAX / 2;
}

/* Adds what all pairs can add to the total; true if no sum leaves the integers
 * then, even if all were of the same variable. */
static bool total_fits(Check *c, const StarPlanOp *s) {
    const StarPairArea *area = c->trips->area;
    const int64_t value = c->R[s->target].i;
    int64_t pairs, most, sum;
    return value != STAR_UNDEFINED_INT &&
           !__builtin_mul_overflow(area->rows.to - area->rows.from,
                                   area->columns.to - area->columns.from,
                                   &pairs) &&
           !__builtin_mul_overflow(c->form, pairs, &most) &&
           !__builtin_add_overflow(c->total, most, &c->total) &&
           !__builtin_add_overflow(value < 0 ? -(value + 1) : value, c->total,
                                   &sum);
}

/* ---- Operations ---- */

static bool operation(Check *c, const StarPlanOp *s, int64_t length) {
    switch ((StarPlanOpcode)s->op) {
    case STAR_PLAN_FUEL: return fuel_fits(c, s->fuel);
    case STAR_PLAN_SUM:
    case STAR_PLAN_COUNT: return sum_fits(c, s, length);
    case STAR_PLAN_MIN:
    case STAR_PLAN_MAX:
        return c->R[s->target].i != STAR_UNDEFINED_INT && fuel_fits(c, s->fuel);
    case STAR_PLAN_STORE:
    case STAR_PLAN_UPDATE:
    case STAR_PLAN_UPDATE_ONLY:
    case STAR_PLAN_STORE_BIT:
    case STAR_PLAN_SET_BIT:
    case STAR_PLAN_REDUCE:
    case STAR_PLAN_LAST_BITS:
    case STAR_PLAN_CHECK_BITS: return takes(c, s, length);
    case STAR_PLAN_PAIR_X: return sides_fit(c, s, length);
    case STAR_PLAN_PAIR_TERM: return term_fits(c, s);
    case STAR_PLAN_PAIR_ADD: return total_fits(c, s);
    default: return true;
    }
}

bool star_plan_may_run(const StarPlan *plan, const StarCell *R,
                       const StarPlanTrips *trips) {
    const StarPairArea *area = trips->area;
    Check c = {.plan = plan, .R = R, .trips = trips, .own = trips->last};
    int64_t left = 0; /* operations of the inner loop still to come */
    if (area != NULL) {
        c.own = area->columns.to;
        c.outer = area->rows.to;
        if (area->rows.from < 0 || area->columns.from < 0)
            return false;
    }
    if (trips->set != STAR_NO_CELL && has_alias(&c, trips->set))
        return false;
    for (int k = 0; k < plan->ops; k++) {
        const StarPlanOp *s = &plan->op[k];
        int64_t length;
        if (!fits(&c, s, &length) || !operation(&c, s, length) ||
            (assigns(s) && has_alias(&c, s->target)))
            return false;
        if (s->op != STAR_PLAN_PAIR_TERM)
            c.form = 0;
        if (left > 0 && --left == 0) {
            c.own = c.outer;
            c.outer = 0;
        }
        if (star_plan_is_inner(s) && s->body > 0) {
            left = s->body;
            c.outer = c.own;
            c.own = length;
        }
    }
    return true;
}
